"""The two frames of a card are real ones: before at the plan's revision, after from its dry run, and nothing waits for them."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from runs import actions, cards
from runs.web import live
from runs.web.cards import Card
from tests.reels import lose, number, reel
from tools import preview, store

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.spec("X-03")]
# What begins with frame 0 of the film begins with frame 10.
TRIM = [{"tool": "slipItem", "params": {"id": "t0-0", "deltaFrames": 10}}]


@pytest.fixture
def row(studio):
    return reel(studio)


@pytest.fixture
def run(row, alice, propose):
    # shorter first, so that there is something to slip
    store.apply(row, [{"kind": "command", "op": "trimItem", "params": {"id": "t0-0", "edge": "end", "toFrame": 30}}])
    return propose(row, alice, TRIM)


def after(run, at, **query):
    return reverse("run-after", args=[run.pk, at], query={"plan": run.digest} | query)


def pictures_of(card):
    return [found.replace("&amp;", "&") for found in re.findall(r'class="side-still"[^>]*src="([^"]+)"', card)]


def test_a_card_shows_the_frame_before_and_the_same_frame_after(client, alice, run):
    client.force_login(alice)
    before, then = pictures_of(live.fragment(Card(run, alice)))
    shown = Card(run, alice).pictures.first.at
    assert number(client.get(before).content) == shown
    answer = client.get(then)
    assert (answer["Content-Type"], number(answer.content)) == ("image/jpeg", shown + 10)
    assert answer["Cache-Control"].startswith("private, max-age=")


def test_after_is_what_the_run_then_makes(client, alice, run, row):
    client.force_login(alice)
    promised = client.get(after(run, 5)).content
    actions.approve(run, alice, cards.card_of(run))
    row.refresh_from_db()
    assert preview.still(row.workspace_id, store.read(row), 5, preview.CARD) == promised


def test_neither_planning_nor_the_card_waits_for_a_renderer(row, alice, propose, monkeypatch):
    monkeypatch.setattr(preview, "still", lambda *given: pytest.fail("it was drawn"))
    monkeypatch.setattr("tools.media.ffmpeg.encode", lambda *given, **named: pytest.fail("it was encoded"))
    run = propose(row, alice, [{"tool": "muteTrack", "params": {"trackId": "t1", "muted": True}}])
    card = live.fragment(Card(run, alice))
    assert card.count('loading="lazy"') == 2
    assert "<svg" in card


def test_a_plan_that_is_not_in_force_has_no_picture(client, alice, run):
    client.force_login(alice)
    answer = client.get(after(run, 5, plan="another"))
    assert (answer.status_code, answer["Cache-Control"]) == (404, "no-store")
    assert client.get(reverse("run-after", args=[run.pk, 5]))["Cache-Control"] == "no-store"
    assert client.get(after(run, 5000)).status_code == 404


def test_missing_media_are_said_and_the_sketch_stays(client, alice, run, row):
    lose(row)
    client.force_login(alice)
    assert "not there" in client.get(after(run, 5)).content.decode()
    assert 'aria-label="Frame after at' in live.fragment(Card(run, alice))


@pytest.mark.spec("D-13")
def test_for_a_stranger_no_frame_of_a_run_exists(client, bob, run):
    client.force_login(bob)
    assert client.get(after(run, 5)).status_code == 404
    assert client.get(reverse("run-after", args=[uuid4(), 5])).status_code == 404
