"""What a card says: exact, computed, and escaped."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from runs import actions, cards
from runs.models import Run
from runs.web.cards import Card, price_of
from tests import factories
from tests.factories import document
from tests.reels import reel
from tools import store

pytestmark = pytest.mark.django_db(transaction=True)
SWEEP = [{"tool": "deleteTrack", "params": {"trackId": "v1", "deleteItems": True}}]


@pytest.fixture
def page(client, alice):
    client.force_login(alice)
    return lambda run: client.get(reverse("run", args=[run.pk])).content.decode()


@pytest.mark.spec("K-16", "X-03")
def test_the_card_shows_steps_a_true_before_and_after_and_the_price(page, film, alice, propose):
    run = propose(film, alice)
    shown = page(run)
    assert "Removes 1 clip (outro.mp4)." in shown
    assert "setCompositionSize" in shown
    assert "1920 × 1080" in shown
    assert "1080 × 1920" in shown
    assert "outro.mp4: removed" in shown
    assert "Free" in shown
    assert f'value="{run.digest}"' in shown


@pytest.mark.spec("X-03")
def test_before_is_the_state_as_it_is_and_after_is_what_the_run_then_makes(film, alice, propose, client, form):
    run = propose(film, alice)
    promised = Card(run, alice).pictures
    actions.approve(run, alice, cards.card_of(run))
    film.refresh_from_db()
    from tools.web.facts import facts_of
    from tools.web.timeline import draw

    drawn = draw(store.read(film), span=promised.after.span, mini=True)
    assert [[c.id for c in lane.clips] for lane in drawn.lanes] == [
        [c.id for c in lane.clips] for lane in promised.after.lanes
    ]
    assert facts_of(store.read(film)) == promised.becomes


@pytest.mark.spec("K-13", "M-03")
def test_a_card_says_in_which_format_it_would_render(page, film, alice, propose):
    run = propose(film, alice, [{"tool": "render", "params": {"format": "webm"}}])
    assert "Make a file of the composition: “webm”." in page(run)


MADE = [
    {"tool": "generate.image", "params": {"prompt": "a red house"}},
    {"tool": "addItem", "params": {"trackId": "t0", "item": {"type": "image", "assetId": "@asset:step-1", "from": 50}}},
]


@pytest.mark.spec("X-03")
def test_what_is_not_made_yet_is_drawn_by_its_name_and_its_picture_is_not_asked_for(page, studio, alice, propose):
    run = propose(reel(studio), alice, MADE)
    seen = Card(run, alice).pictures
    new = next(layer for layer in seen.then.layers if layer.name == "a red house")
    assert new.poster is None
    assert (seen.before_is_there, seen.after_is_there) == (True, False)
    assert "/after/" not in page(run)


@pytest.mark.spec("X-03")
def test_a_composition_that_nothing_is_left_of_has_no_frame_to_ask_for(page, studio, alice, propose):
    row = reel(studio)
    ids = list(store.read(row).items)
    shown = page(propose(row, alice, [{"tool": "deleteItems", "params": {"ids": ids}}]))
    assert ("/frame/" in shown, "/after/" in shown) == (True, False)


def test_the_planners_words_are_labelled_and_never_markup(page, film, alice, propose):
    shown = page(propose(film, alice, summary="<script>alert(1)</script>"))
    assert "<script>alert" not in shown
    assert "&lt;script&gt;alert(1)" in shown
    assert "<b>trust me</b>" not in shown
    assert shown.count("not checked") >= 2


def test_names_in_the_composition_are_never_markup(page, studio, alice, propose):
    named = document()
    named["items"]["clip-d"]["name"] = named["items"]["clip-a"]["name"] = '"><script>alert(1)</script>'
    shown = page(propose(factories.composition(studio, items=named["items"]), alice))
    assert "<script>alert" not in shown
    assert "&lt;script&gt;alert(1)" in shown


@pytest.mark.spec("K-18")
def test_a_confirmation_is_a_box_of_its_own(page, film, alice, propose):
    shown = page(propose(film, alice, SWEEP))
    assert 'name="confirm" value="bulk_delete" required' in shown
    assert "takes away" in shown


def test_a_plan_that_cannot_run_shows_every_error_and_no_approve(page, film, alice, propose):
    wrong = [{"tool": "setVolume", "params": {"ids": ["logo"], "volumeDb": 900}}, {"tool": "nonsense", "params": {}}]
    run = propose(film, alice, wrong)
    shown = page(run)
    assert Card(run, alice).state == "invalid"
    assert len(run.preview["errors"]) >= 2
    assert shown.count("<li>step-") == len(run.preview["errors"])
    assert "Approve" not in shown


@pytest.mark.spec("K-20")
def test_what_looked_suspicious_is_said_in_words_and_offline_planning_too(page, film, alice, propose):
    run = propose(film, alice)
    run.preview |= {"safety": {"flags": ["prompt_injection", "<new>"]}, "degraded": "No answer in <b>time</b>."}
    run.save()
    shown = page(run)
    assert "talk the planner into something; &lt;new&gt;" in shown
    assert "No answer in &lt;b&gt;time" in shown


@pytest.mark.spec("D-11")
@pytest.mark.parametrize("status", ["denied", "expired", "superseded", "cancelled", "failed", "done"])
def test_a_card_that_is_over_offers_no_approval(page, film, alice, propose, status):
    run = propose(film, alice)
    Run.objects.update(status=status)
    shown = page(run)
    assert reverse("approve", args=[run.pk]) not in shown
    assert reverse("reject", args=[run.pk]) not in shown


def test_an_open_card_names_the_clips_that_it_touches_and_a_closed_one_none(film, alice, propose):
    run = propose(film, alice)
    assert Card(run, alice).touched == "clip-d:removed"
    Run.objects.update(status="denied")
    assert Card(Run.objects.get(), alice).touched == ""


@pytest.mark.spec("D-11")
def test_a_card_is_expired_when_its_time_is_over_though_nobody_has_looked(film, alice, propose):
    run = propose(film, alice)
    run.approvals.update(expires_at=timezone.now() - timedelta(seconds=1))
    card = Card(run, alice)
    assert (card.state, card.can_approve) == ("expired", False)


def test_a_run_that_was_taken_back_says_so(film, alice, propose):
    run = actions.approve(run := propose(film, alice), alice, cards.card_of(run))
    before = Card(run, alice)
    assert (before.state, before.can_undo) == ("done", True)
    actions.undo(run, alice)
    after = Card(Run.objects.get(pk=run.pk), alice)
    assert (after.state, after.can_undo) == ("undone", False)
    assert after.stamp != before.stamp


def test_the_author_sees_no_approve_where_another_must_decide(page, film, alice, propose):
    from runs.models import PolicyTier

    PolicyTier.objects.update(second_approver=True)
    shown = page(propose(film, alice))
    assert "Somebody other than you must approve" in shown
    assert ">Approve<" not in shown


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        ({}, "Free"),
        ({"low": 1, "expected": 1, "high": 1}, "1 credit"),
        ({"low": 4, "expected": 4, "high": 4}, "4 credits"),
        ({"low": 40, "expected": 160, "high": 320}, "40 to 320 credits, most likely 160"),
    ],
)
def test_a_price_is_said_in_credits(cost, said):
    assert price_of(cost) == said
