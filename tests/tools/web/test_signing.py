"""Signing in and out from a browser."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tools.signin import make_link

pytestmark = [pytest.mark.django_db, pytest.mark.spec("X-04")]


def address(person) -> str:
    return make_link(person, base="")


def test_a_name_and_a_password_sign_in(client, alice):
    answer = client.post(reverse("sign-in"), {"username": "alice", "password": "alice-password"})
    assert answer.status_code == 302
    assert answer.url == reverse("compositions")


def test_a_wrong_password_says_so_and_signs_nobody_in(client, alice):
    answer = client.post(reverse("sign-in"), {"username": "alice", "password": "nope"})
    assert "correct username and password" in answer.content.decode()
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("door", ["/sign-in/", "/admin/login/"])
def test_a_password_is_not_guessed_by_trying_on(client, alice, settings, door):
    settings.RATES = {**settings.RATES, "sign_in": (2, 3600)}
    alice.is_staff = True
    alice.save()

    def attempt(password, name="alice", **where):
        return client.post(door, {"username": name, "password": password}, **where)

    attempt("one")
    attempt("two", name="Alice")
    answer = attempt("alice-password")
    assert "That was too often: 2 in 1 hour is the most" in answer.content.decode()
    if door == "/sign-in/":
        assert (answer.status_code, 0 < int(answer["Retry-After"]) <= 2 * 3600) == (429, True)
    assert "_auth_user_id" not in client.session

    assert "too often" not in attempt("one", name="bob").content.decode()
    attempt("alice-password", REMOTE_ADDR="10.0.0.7")
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_looking_at_a_link_signs_nobody_in(client, alice):
    answer = client.get(address(alice))
    assert "Continue as alice" in answer.content.decode()
    assert client.head(address(alice)).status_code == 200
    assert "_auth_user_id" not in client.session


def test_the_button_signs_in_once(client, alice):
    link = address(alice)
    assert client.post(link).url == reverse("compositions")
    assert client.session["_auth_user_id"] == str(alice.pk)
    again = Client().post(link)
    assert again.status_code == 410
    assert "has been used" in again.content.decode()


def test_a_forged_link_is_a_friendly_page(client, alice):
    answer = client.post("/sign-in/link/bm90/forged/")
    assert answer.status_code == 410
    assert "_auth_user_id" not in client.session


def test_the_button_wants_its_token(alice):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(address(alice)).status_code == 403
    assert "_auth_user_id" not in strict.session


def test_signing_out_is_a_post(client, alice):
    client.force_login(alice)
    assert client.get(reverse("sign-out")).status_code == 405
    assert "_auth_user_id" in client.session
    client.post(reverse("sign-out"))
    assert "_auth_user_id" not in client.session


def test_a_stranger_is_sent_to_the_sign_in_page_and_back(client, film):
    page = reverse("composition", args=[film.pk])
    assert client.get(page).url == f"{reverse('sign-in')}?next={page}"
    fragment = client.get(page, headers={"HX-Request": "true"})
    assert fragment["HX-Redirect"] == reverse("sign-in")


def test_a_stale_form_from_a_fragment_gets_a_notice_and_changes_no_card(alice):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    answer = strict.post(reverse("compositions"), headers={"HX-Request": "true"})
    body = answer.content.decode()
    assert answer.status_code == 403
    assert 'hx-swap-oob="beforeend"' in body
    assert "Reload the page" in body
    assert "<html" not in body
    assert "<html" in strict.post(reverse("compositions")).content.decode()
