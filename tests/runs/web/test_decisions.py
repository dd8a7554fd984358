"""Deciding on a card from a page: once, on the card that was seen, by somebody who may."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from runs.models import Run
from tests import factories
from tools import store

pytestmark = pytest.mark.django_db(transaction=True)
HX = {"HX-Request": "true"}
SWEEP = [{"tool": "deleteTrack", "params": {"trackId": "v1", "deleteItems": True}}]


def state(film):
    film.refresh_from_db()
    return film.head, store.read(film).dump()


@pytest.fixture
def alices(client, alice) -> Client:
    client.force_login(alice)
    return client


@pytest.mark.spec("K-17", "D-9")
def test_approving_runs_the_plan_and_shows_the_finished_card(alices, film, alice, propose, form):
    run = propose(film, alice)
    answer = alices.post(reverse("approve", args=[run.pk]), form(run, page="composition"), headers=HX)
    run.refresh_from_db()
    assert (answer.status_code, run.status) == (200, "done")
    assert "Undo this run" in answer.content.decode()
    assert state(film)[0] == 2


def test_the_answer_brings_the_timeline_to_the_page_it_was_pressed_on(alices, film, alice, propose, form):
    run = propose(film, alice)
    here = {**HX, "HX-Current-URL": f"http://testserver{reverse('composition', args=[film.pk])}"}
    answer = alices.post(
        reverse("approve", args=[run.pk]), form(run, page="composition"), headers=here
    ).content.decode()
    for panel in ("timeline", "history", "facts", "strip", "film"):
        assert f'id="{panel}"' in answer
    assert answer.count('hx-swap-oob="true"') == 6


def test_the_answer_brings_the_log_to_the_run_s_own_page(alices, film, alice, propose, form):
    run = propose(film, alice)
    answer = alices.post(reverse("approve", args=[run.pk]), form(run), headers=HX).content.decode()
    assert 'id="log" aria-label="Log of events" hx-swap-oob="true"' in answer
    assert "agent_done" in answer
    assert 'id="timeline"' not in answer


def test_without_scripts_a_decision_leads_back_to_the_composition(alices, film, alice, propose, form):
    run = propose(film, alice)
    answer = alices.post(reverse("approve", args=[run.pk]), form(run, page="composition"))
    assert answer.url == f"{reverse('composition', args=[film.pk])}#card-{run.pk}"


@pytest.mark.spec("K-17")
def test_a_double_click_is_one_run(alices, film, alice, propose, form):
    run = propose(film, alice)
    shown = form(run)
    assert [alices.post(reverse("approve", args=[run.pk]), shown, headers=HX).status_code for _ in range(2)] == [
        200,
        200,
    ]
    assert state(film)[0] == 2


@pytest.mark.spec("D-10")
@pytest.mark.parametrize(
    "wrong", [{"version": "2"}, {"digest": "0" * 64}, {"base_revision": "9"}, {"version": "x"}, {"digest": ""}]
)
def test_a_card_that_is_not_the_one_in_force_is_409_with_the_fresh_card(alices, film, alice, propose, form, wrong):
    run, before = propose(film, alice), state(film)
    answer = alices.post(reverse("approve", args=[run.pk]), form(run) | wrong, headers=HX)
    assert answer.status_code == 409
    assert f'id="card-{run.pk}"' in answer.content.decode()
    assert "changed since this card was shown" in answer.content.decode()
    assert state(film) == before


@pytest.mark.spec("D-10")
def test_a_card_of_an_older_composition_is_409_and_says_that_it_is_fresh(alices, film, alice, propose, form):
    run = propose(film, alice)
    store.apply(film, [{"kind": "command", "op": "deleteItems", "params": {"ids": ["clip-d"]}}])
    before = state(film)
    answer = alices.post(reverse("approve", args=[run.pk]), form(run), headers=HX)
    assert answer.status_code == 409
    assert state(film) == before


@pytest.mark.spec("K-18")
def test_confirmations_must_be_ticked_one_by_one(alices, film, alice, propose, form):
    run, before = propose(film, alice, SWEEP), state(film)
    for confirm in ([], ["external"], ["on"]):
        answer = alices.post(reverse("approve", args=[run.pk]), form(run, confirm=confirm), headers=HX)
        assert answer.status_code == 412
    assert state(film) == before
    assert (
        alices.post(reverse("approve", args=[run.pk]), form(run, confirm=["bulk_delete"]), headers=HX).status_code
        == 200
    )


def test_a_plan_that_cannot_run_is_422(alices, film, alice, propose, form):
    run, before = propose(film, alice, [{"tool": "nonsense", "params": {}}]), state(film)
    assert alices.post(reverse("approve", args=[run.pk]), form(run), headers=HX).status_code == 422
    assert state(film) == before


@pytest.mark.spec("D-11")
def test_a_rejected_plan_is_final(alices, film, alice, propose, form):
    run, before = propose(film, alice), state(film)
    answer = alices.post(reverse("reject", args=[run.pk]), form(run), headers=HX)
    assert "Rejected" in answer.content.decode()
    assert alices.post(reverse("approve", args=[run.pk]), form(run), headers=HX).status_code == 409
    assert Run.objects.get().status == "denied"
    assert state(film) == before


@pytest.mark.spec("K-12")
def test_undo_takes_the_whole_run_back(alices, film, alice, propose, form):
    run, before = propose(film, alice), state(film)[1]
    alices.post(reverse("approve", args=[run.pk]), form(run), headers=HX)
    answer = alices.post(reverse("undo-run", args=[run.pk]), headers=HX)
    assert answer.status_code == 200
    assert "Done, and taken back" in answer.content.decode()
    assert state(film)[1] == before
    assert alices.post(reverse("undo-run", args=[run.pk]), headers=HX).status_code == 409


@pytest.mark.spec("K-12")
def test_an_undo_that_conflicts_says_with_what_and_loses_nothing(alices, film, alice, propose, form):
    run = propose(film, alice, [{"tool": "setCompositionSize", "params": {"width": 1080, "height": 1920}}])
    alices.post(reverse("approve", args=[run.pk]), form(run), headers=HX)
    film.refresh_from_db()
    store.apply(film, [{"kind": "command", "op": "setCompositionSize", "params": {"width": 720, "height": 1280}}])
    before = state(film)
    answer = alices.post(reverse("undo-run", args=[run.pk]), headers=HX)
    assert answer.status_code == 409
    assert "width" in answer.content.decode()
    assert state(film) == before


@pytest.mark.spec("D-13")
@pytest.mark.parametrize("act", ["approve", "reject", "undo-run", "run", "run-card"])
def test_a_foreign_and_an_unknown_run_do_not_exist(client, film, alice, bob, propose, form, act):
    run, before = propose(film, alice), state(film)
    client.force_login(bob)
    send = client.get if act in ("run", "run-card") else client.post
    assert send(reverse(act, args=[run.pk]), form(run)).status_code == 404
    assert send(reverse(act, args=[uuid4()]), form(run)).status_code == 404
    assert Run.objects.get().status == "proposed"
    assert state(film) == before


@pytest.mark.parametrize("act", ["approve", "reject", "undo-run"])
def test_looking_at_an_act_does_nothing(alices, film, alice, propose, form, act):
    run = propose(film, alice)
    assert alices.get(reverse(act, args=[run.pk]), form(run)).status_code == 405
    assert alices.head(reverse(act, args=[run.pk]), form(run)).status_code == 405
    assert Run.objects.get().status == "proposed"


@pytest.mark.parametrize("act", ["approve", "reject", "undo-run"])
def test_every_act_wants_the_token(film, alice, propose, form, act):
    run = propose(film, alice)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post(reverse(act, args=[run.pk]), form(run)).status_code == 403
    assert Run.objects.get().status == "proposed"


@pytest.mark.parametrize("act", ["approve", "reject"])
def test_a_viewer_may_look_and_not_decide(client, film, alice, studio, propose, form, act):
    run, before = propose(film, alice), state(film)
    client.force_login(factories.person("victor", studio, role="viewer"))
    assert "Reject" not in client.get(reverse("run", args=[run.pk])).content.decode()
    assert client.post(reverse(act, args=[run.pk]), form(run), headers=HX).status_code == 409
    assert Run.objects.get().status == "proposed"
    assert state(film) == before
