"""The limits as the API answers them: who they count, for what, and how a refusal reads."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from runs.models import Run
from tools.models import ApiToken

pytestmark = [pytest.mark.django_db, pytest.mark.spec("A-12", "K-32", "A-11")]

LIMITS = {
    "plan": (30, 60), "execute": (30, 60), "ask": (60, 60), "chat": (30, 60), "recipe": (20, 60), "stream": (20, 60),
    "sign_in": (20, 3600),
}  # fmt: skip


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def test_the_numbers_are_those_of_the_source(settings):
    assert settings.RATES == LIMITS


@pytest.mark.parametrize(
    ("scope", "path"),
    [
        ("plan", "/api/agent/plan"),
        ("plan", "/api/agent/speak"),
        ("execute", "/api/agent/execute"),
        ("ask", "/api/agent/ask"),
        ("chat", "/api/agent/chat"),
        ("execute", "/api/runs/{run}/approve"),
    ],
)
def test_a_route_with_a_limit_refuses_what_is_too_much_before_it_does_anything(
    browser, film, alice, settings, scope, path
):
    run = Run.objects.create(workspace=film.workspace, composition=film, author=alice, digest="x", base_revision=1)
    settings.RATES = {**settings.RATES, scope: (2, 60)}
    path = path.format(run=run.pk)
    body = {"message": "mute everything", "compositionId": str(film.pk)}

    answers = [browser.post(path, body, content_type="application/json") for _ in range(3)]

    assert [answer.status_code == 429 for answer in answers] == [False, False, True]
    told = answers[2].json()
    assert told["code"] == "RATE_LIMITED"
    assert told["message"].startswith("That was too often: 2 in 1 minute is the most. Try again in ")
    assert told["details"] == {"retryAfter": int(answers[2]["Retry-After"])}
    before = Run.objects.count()
    browser.post(path, body, content_type="application/json")
    assert Run.objects.count() == before


def test_a_stream_is_opened_so_often_and_the_pages_of_the_log_are_read_freely(browser, film, settings):
    settings.RATES = {**settings.RATES, "stream": (1, 60)}
    path = f"/api/agent/compositions/{film.pk}/events"
    opened = [browser.get(path, headers={"Accept": "text/event-stream"}).status_code for _ in range(2)]
    assert opened == [200, 429]
    assert [browser.get(path, headers={"Accept": "application/json"}).status_code for _ in range(3)] == [200] * 3


def test_a_person_has_one_count_whatever_they_come_with_and_others_have_their_own(browser, alice, bob, film, settings):
    settings.RATES = {**settings.RATES, "ask": (2, 60)}
    day = timezone.now() + timedelta(days=1)
    keys = [ApiToken.issue(film.workspace, alice, name, day)[1] for name in ("laptop", "server")]
    body = {"question": "how long is this?", "compositionId": str(film.pk)}

    def ask(client, **named):
        return client.post("/api/agent/ask", body, content_type="application/json", **named).status_code

    assert [ask(Client(), headers={"Authorization": f"Bearer {key}"}) for key in keys] == [200, 200]
    assert ask(browser) == 429
    assert ask(Client(REMOTE_ADDR="10.0.0.7"), headers={"Authorization": f"Bearer {keys[0]}"}) == 429
    stranger = Client()
    stranger.force_login(bob)
    assert ask(stranger) == 404
