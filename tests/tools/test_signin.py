"""A sign-in link: one person, one use, for a while."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User, update_last_login
from django.contrib.auth.tokens import default_token_generator
from django.utils import timezone

from tools import signin
from tools.signin import make_link, person_of

pytestmark = [pytest.mark.spec("X-04"), pytest.mark.django_db]


@pytest.fixture
def link(alice: User) -> tuple[str, str]:
    return parts(alice)


def parts(user: User) -> tuple[str, str]:
    base, uid, token = make_link(user, "https://films.example").removesuffix("/").rsplit("/", 2)
    assert base == "https://films.example/sign-in/link"
    return uid, token


def test_it_names_its_person_until_it_is_used(alice, link):
    assert person_of(*link) == alice
    assert person_of(*link) == alice  # looking does not use it up
    update_last_login(None, alice)
    assert person_of(*link) is None


def test_it_dies_even_when_the_last_sign_in_was_this_second(alice):
    now = timezone.now().replace(microsecond=1)
    User.objects.update(last_login=now)
    alice.refresh_from_db()
    link = parts(alice)
    User.objects.update(last_login=now + timedelta(microseconds=500))
    assert person_of(*link) is None


def test_it_grows_old(link, settings, monkeypatch):
    later = datetime.now() + timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT + 1)  # noqa: DTZ005  (as Django counts)
    monkeypatch.setattr(signin.TOKENS, "_now", lambda: later)
    assert person_of(*link) is None


def test_it_dies_with_a_new_password_and_with_the_account(alice, link):
    alice.is_active = False
    alice.save()
    assert person_of(*link) is None
    alice.is_active = True
    alice.set_password("another")
    alice.save()
    assert person_of(*link) is None


@pytest.mark.parametrize(
    "uid", ["", "!!", "MQ", "OTk5OTk5", "/x", "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkw", "\udcff"]
)
def test_a_link_that_was_made_up_names_nobody(alice, link, uid):
    assert person_of(uid, "abc-def") is None
    assert person_of(link[0], "") is None
    assert person_of(link[0], link[1][:-1] + "0" * (link[1][-1] != "0") + "1" * (link[1][-1] == "0")) is None


def test_it_is_for_one_person_and_for_signing_in_only(alice, bob, link):
    assert person_of(parts(bob)[0], link[1]) is None
    assert not default_token_generator.check_token(alice, link[1])
    assert person_of(link[0], default_token_generator.make_token(alice)) is None
