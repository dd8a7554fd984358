"""The routes of runs: the record, the log, and decisions that name the card they are about."""

from __future__ import annotations

import pytest

from runs import actions
from runs.assess import assess
from runs.models import Run
from runs.plan.normalise import normalise
from runs.tiers import tier_of
from tests import factories
from tools import store
from tools.catalog import TOOLS

pytestmark = pytest.mark.django_db(transaction=True)

DELETE = [{"tool": "deleteItems", "params": {"ids": ["clip-d"]}}]
WIPE = [{"tool": "deleteTrack", "params": {"trackId": "v1", "deleteItems": True}}]


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def proposed(film, by, steps=DELETE) -> Run:
    plan = normalise({"steps": steps}, TOOLS, message="shorten it", tag="ab12")
    tier = tier_of(by, film.workspace)
    film.refresh_from_db()
    proposal = assess(plan, store.read(film), tier)
    return actions.propose(film.workspace, by, proposal, composition=film, tier=tier, base_revision=film.head)


def card(run, **changes):
    return {"version": run.version, "digest": run.digest, "baseRevision": run.base_revision} | changes


def decide(client, run, what, **body):
    return client.post(f"/api/runs/{run.pk}/{what}", body, content_type="application/json")


def document(film):
    film.refresh_from_db()
    return store.read(film).dump()


@pytest.mark.spec("K-22", "K-32")
def test_a_run_is_read_with_its_plan_steps_decisions_and_events(browser, film, alice):
    run = proposed(film, alice)
    decide(browser, run, "approve", **card(run))
    told = browser.get(f"/api/agent/runs/{run.pk}").json()
    assert (told["status"], told["author"], told["resultRevision"]) == ("done", "alice", 2)
    assert [(step["tool"], step["class"], step["status"]) for step in told["steps"]] == [
        ("deleteItems", "mutate", "done")
    ]
    assert [(one["status"], one["decidedBy"]) for one in told["approvals"]] == [("consumed", "alice")]
    assert [event["event"] for event in told["events"]] == [
        "agent_plan",
        "agent_approved",
        "agent_start",
        "agent_step",
        "agent_done",
    ]
    assert told["plan"]["steps"][0]["params"] == {"ids": ["clip-d"]}


@pytest.mark.spec("K-32")
def test_runs_are_listed_newest_first_by_composition_and_at_most_two_hundred(browser, film, studio, alice):
    other = factories.composition(studio)
    first, second, third = proposed(film, alice), proposed(film, alice), proposed(other, alice)
    listed = browser.get("/api/agent/runs").json()["runs"]
    assert [line["id"] for line in listed] == [str(run.pk) for run in (third, second, first)]
    of_film = browser.get(f"/api/agent/runs?compositionId={film.pk}&limit=1").json()["runs"]
    assert [line["id"] for line in of_film] == [str(second.pk)]
    assert browser.get("/api/agent/runs?limit=5000").status_code == 200


@pytest.mark.spec("K-32")
@pytest.mark.parametrize(
    ("query", "code"), [("limit=0", 400), ("limit=many", 400), ("colour=red", 400), ("compositionId=x", 404)]
)
def test_a_list_that_cannot_be_asked_for_is_refused(browser, query, code):
    assert browser.get(f"/api/agent/runs?{query}").status_code == code


@pytest.mark.spec("K-23")
def test_a_client_that_comes_back_reads_only_what_it_missed(browser, film, alice):
    run = proposed(film, alice)
    first = browser.get(f"/api/runs/{run.pk}/events").json()
    decide(browser, run, "approve", **card(run))
    rest = browser.get(f"/api/runs/{run.pk}/events?after={first['last']}").json()
    assert [event["sequence"] for event in first["events"]] == [1]
    assert [event["sequence"] for event in rest["events"]] == [2, 3, 4, 5]
    assert rest["status"] == "done"
    assert browser.get(f"/api/runs/{run.pk}/events?after={rest['last']}").json()["events"] == []


@pytest.mark.spec("D-11", "K-32")
def test_approving_the_same_card_twice_is_one_run_and_one_revision(browser, film, alice):
    run = proposed(film, alice)
    answers = [decide(browser, run, "approve", **card(run)) for _ in range(2)]
    assert [(answer.status_code, answer.json()["id"]) for answer in answers] == [(200, str(run.pk))] * 2
    film.refresh_from_db()
    assert film.head == 2


@pytest.mark.spec("D-10", "D-11")
@pytest.mark.parametrize("change", [{"version": 2}, {"digest": "0" * 64}, {"baseRevision": 7}])
@pytest.mark.parametrize("what", ["approve", "reject"])
def test_a_decision_on_another_card_is_stale_and_carries_the_one_in_force(browser, film, alice, what, change):
    run, before = proposed(film, alice), document(film)
    answer = decide(browser, run, what, **card(run, **change))
    assert (answer.status_code, answer.json()["code"]) == (409, "APPROVAL_STALE")
    assert answer.json()["details"]["approval"] == {"runId": str(run.pk), **card(run)}
    run.refresh_from_db()
    assert run.status == "proposed"
    assert document(film) == before


@pytest.mark.spec("K-18")
def test_a_confirmation_is_a_json_true(browser, film, alice):
    run, before = proposed(film, alice, WIPE), document(film)
    assert decide(browser, run, "approve", **card(run)).json()["code"] == "CONFIRMATION_REQUIRED"
    assert decide(browser, run, "approve", **card(run), confirm="true").status_code == 400
    assert document(film) == before
    assert decide(browser, run, "approve", **card(run), confirm=True).json()["status"] == "done"


@pytest.mark.spec("K-32")
@pytest.mark.parametrize(
    ("body", "field"), [({}, "version"), ({"version": "1", "digest": "x"}, "version"), ({"version": 1}, "digest")]
)
def test_a_decision_names_its_card(browser, film, alice, body, field):
    run = proposed(film, alice)
    answer = decide(browser, run, "approve", **body)
    assert answer.status_code == 400
    assert answer.json()["details"][0]["field"] == field


@pytest.mark.spec("D-11")
def test_a_denied_run_stays_denied(browser, film, alice):
    run = proposed(film, alice)
    assert decide(browser, run, "reject", **card(run)).json()["status"] == "denied"
    assert decide(browser, run, "approve", **card(run)).status_code == 409
    assert decide(browser, run, "cancel").status_code == 409


@pytest.mark.spec("K-12")
def test_a_run_is_undone_with_one_request_and_only_once(browser, film, alice):
    before = document(film)
    run = proposed(film, alice)
    decide(browser, run, "approve", **card(run))
    answer = decide(browser, run, "undo")
    assert (answer.status_code, answer.json()["revision"]) == (200, 3)
    assert document(film) == before
    assert decide(browser, run, "undo").status_code == 409


@pytest.mark.spec("K-12")
def test_an_undo_that_a_later_change_forbids_says_what_conflicts(browser, film, alice):
    run = proposed(film, alice, [{"tool": "setCompositionSize", "params": {"width": 1080, "height": 1920}}])
    decide(browser, run, "approve", **card(run))
    film.refresh_from_db()
    store.apply(
        film, [{"kind": "command", "op": "setCompositionSize", "params": {"width": 720, "height": 1280}}], author=alice
    )
    before = document(film)
    answer = decide(browser, run, "undo")
    assert (answer.status_code, answer.json()["code"]) == (409, "UNDO_CONFLICT")
    assert "width" in answer.json()["details"]["conflicts"]
    assert document(film) == before


@pytest.mark.spec("K-12")
def test_a_run_that_changed_nothing_has_nothing_to_undo(browser, film, alice):
    answer = decide(browser, proposed(film, alice), "undo")
    assert (answer.status_code, answer.json()["code"]) == (409, "NOTHING_TO_UNDO")


@pytest.mark.spec("K-19")
@pytest.mark.parametrize("what", ["approve", "reject", "undo", "cancel"])
def test_a_viewer_reads_a_run_and_decides_nothing(client, film, studio, alice, what):
    run, before = proposed(film, alice), document(film)
    client.force_login(factories.person("vera", studio, role="viewer"))
    assert client.get(f"/api/agent/runs/{run.pk}").status_code == 200
    answer = decide(client, run, what, **card(run))
    assert (answer.status_code, answer.json()["code"]) == (403, "TIER_FORBIDS")
    run.refresh_from_db()
    assert run.status == "proposed"
    assert document(film) == before
