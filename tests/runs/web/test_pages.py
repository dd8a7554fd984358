"""The list of runs, one run's page, and undo and redo of a composition."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from runs import actions, cards
from runs.models import Approval
from tests import factories
from tools import store

pytestmark = pytest.mark.django_db(transaction=True)
HX = {"HX-Request": "true"}


def shorten(film):
    film.refresh_from_db()
    store.apply(film, [{"kind": "command", "op": "deleteItems", "params": {"ids": ["clip-d"]}}])


def head(film) -> int:
    film.refresh_from_db()
    return film.head


def test_the_list_keeps_to_ones_own_workspaces(client, film, alice, bob, propose):
    propose(film, alice)
    client.force_login(bob)
    assert "shorten it" not in client.get(reverse("runs")).content.decode()
    client.force_login(alice)
    assert "shorten it" in client.get(reverse("runs")).content.decode()


def test_the_list_can_be_kept_to_one_status(client, film, alice, propose):
    propose(film, alice)
    client.force_login(alice)
    rows = {
        status: client.get(reverse("runs"), {"status": status}).context["page"].object_list
        for status in ("proposed", "done", "nonsense")
    }
    assert [len(rows[status]) for status in ("proposed", "done", "nonsense")] == [1, 0, 1]


def test_a_run_has_its_log_on_its_page(client, film, alice, propose):
    run = actions.approve(run := propose(film, alice), alice, cards.card_of(run))
    client.force_login(alice)
    page = client.get(reverse("run", args=[run.pk])).content.decode()
    for kind in run.events.values_list("kind", flat=True):
        assert kind in page


@pytest.mark.spec("K-12")
def test_what_scrolls_can_be_scrolled_by_keys_and_its_links_differ_when_heard(client, film, alice, propose):
    run = propose(film, alice)
    actions.approve(run, alice, cards.card_of(run))
    client.force_login(alice)
    page = client.get(reverse("composition", args=[film.pk])).content.decode()
    assert '<ol class="changes" tabindex="0" aria-label=' in page
    assert 'id="flow" tabindex="0" role="group" aria-label=' in page
    assert 'its run<span class="visually-hidden"> (revision 2)</span>' in page
    assert '<a href="#latest">Chat</a>' in page, "to the newest words, not to the oldest"


@pytest.mark.spec("X-02")
def test_only_what_another_can_still_decide_on_is_said_to_wait(client, film, alice, studio, propose):
    client.force_login(factories.person("ed", studio, role="editor"))

    def waits() -> bool:
        return "A plan by alice waits" in client.get(reverse("composition", args=[film.pk])).content.decode()

    propose(film, alice, [{"tool": "deleteItems", "params": {"ids": ["clip-z"]}}])
    assert not waits()
    propose(film, alice)
    assert waits()
    Approval.objects.update(expires_at=timezone.now())
    assert not waits()


@pytest.mark.spec("K-12")
def test_undo_and_redo_from_the_page(client, film, alice):
    shorten(film)
    client.force_login(alice)
    answer = client.post(reverse("composition-undo", args=[film.pk]), headers=HX).content.decode()
    assert "outro.mp4" in answer
    assert 'id="history"' in answer
    assert "clip-d" in store.read(film, head(film)).items
    client.post(reverse("composition-redo", args=[film.pk]), headers=HX)
    assert "clip-d" not in store.read(film, head(film)).items


def test_undo_without_anything_to_undo_says_so(client, film, alice):
    client.force_login(alice)
    answer = client.post(reverse("composition-undo", args=[film.pk]), headers=HX)
    assert answer.status_code == 409
    assert "nothing to undo" in answer.content.decode()
    assert head(film) == 1


def test_without_scripts_undo_leads_back_to_the_page_with_its_message(client, film, alice):
    client.force_login(alice)
    answer = client.post(reverse("composition-undo", args=[film.pk]), follow=True)
    assert answer.redirect_chain == [(reverse("composition", args=[film.pk]), 302)]
    assert "nothing to undo" in answer.content.decode()


@pytest.mark.parametrize("act", ["composition-undo", "composition-redo"])
def test_history_is_moved_by_members_who_may_with_a_token(client, film, alice, bob, studio, act):
    shorten(film)
    address = reverse(act, args=[film.pk])
    client.force_login(bob)
    assert client.post(address).status_code == 404
    assert client.post(reverse(act, args=[uuid4()])).status_code == 404
    client.force_login(factories.person("victor", studio, role="viewer"))
    assert client.post(address, headers=HX).status_code == 409
    client.force_login(alice)
    assert client.get(address).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post(address).status_code == 403
    assert head(film) == 2
