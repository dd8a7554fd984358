"""The list of compositions and the form that begins one."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tools import store
from tools.models import Composition

pytestmark = pytest.mark.django_db
WANTED = {"name": "Trailer", "size": "1080x1920", "fps": "30000/1001"}


def test_only_compositions_of_ones_own_workspaces_are_listed(client, alice, bob, film):
    factories.composition(bob.workspaces.get(), name="Hidden from alice")
    client.force_login(alice)
    page = client.get(reverse("compositions")).content.decode()
    assert film.name in page
    assert "Hidden from alice" not in page


def test_without_compositions_the_page_says_how_to_begin(client, alice):
    client.force_login(alice)
    assert "Nothing here yet" in client.get(reverse("compositions")).content.decode()


def test_somebody_in_no_workspace_is_told_so(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("nina"))
    for page in ("compositions", "import-timeline", "runs"):
        assert "You are in no workspace yet" in client.get(reverse(page)).content.decode(), page


def test_a_new_composition_has_the_size_and_rate_that_were_chosen(client, alice, studio):
    client.force_login(alice)
    answer = client.post(reverse("compositions"), {**WANTED, "workspace": studio.pk})
    row = Composition.objects.get()
    state = store.read(row)
    assert answer.url == reverse("composition", args=[row.pk])
    assert (row.workspace, row.name, state.width, state.height) == (studio, "Trailer", 1080, 1920)
    assert state.fields()["fps"] == [30000, 1001]


@pytest.mark.parametrize("wrong", [{"name": ""}, {"size": "1x1"}, {"fps": "0/0"}])
def test_a_wrong_field_is_named_and_nothing_begins(client, alice, studio, wrong):
    client.force_login(alice)
    answer = client.post(reverse("compositions"), {**WANTED, "workspace": studio.pk, **wrong})
    assert answer.status_code == 400
    assert "field-error" in answer.content.decode()
    assert not Composition.objects.exists()


def test_nobody_begins_a_composition_in_a_foreign_workspace(client, alice, bob):
    client.force_login(alice)
    foreign = bob.workspaces.get()
    assert client.post(reverse("compositions"), {**WANTED, "workspace": foreign.pk}).status_code == 400
    assert not Composition.objects.exists()


def test_a_viewer_is_offered_no_form_and_begins_nothing(client, studio):
    client.force_login(factories.person("victor", studio, role="viewer"))
    assert "New composition" not in client.get(reverse("compositions")).content.decode()
    assert client.post(reverse("compositions"), {**WANTED, "workspace": studio.pk}).status_code == 400
    assert not Composition.objects.exists()


def test_beginning_wants_the_token(alice, studio):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post(reverse("compositions"), {**WANTED, "workspace": studio.pk}).status_code == 403
    assert not Composition.objects.exists()


def test_a_name_is_text_and_never_markup(client, alice, studio):
    factories.composition(studio, name="<script>alert(1)</script>")
    client.force_login(alice)
    page = client.get(reverse("compositions")).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_no_page_has_an_inline_script_or_style(client, alice, film):
    client.force_login(alice)
    for address in (reverse("compositions"), reverse("composition", args=[film.pk]), reverse("runs")):
        answer = client.get(address)
        page = answer.content.decode()
        assert "style=" not in page
        assert "hx-on" not in page
        assert page.count("<script") == page.count("<script src=")
        assert "unsafe" not in answer["Content-Security-Policy"]
