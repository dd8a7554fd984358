"""POST /api/agent/execute: nothing without an approval, nothing stale or forged, and once for all repeats."""

from __future__ import annotations

import copy
from threading import Barrier, Thread

import pytest
from django.db import connections
from django.test import Client

from runs.cards import reopen
from runs.models import PolicyTier, Run
from runs.plan.model import Plan, Proposal
from tests import factories
from tools import store
from tools.composition import EngineError, diff
from tools.models import Composition

pytestmark = pytest.mark.django_db(transaction=True)

PLAN = "/api/agent/plan"
URL = "/api/agent/execute"
DELETE = {"steps": [{"tool": "deleteItems", "params": {"ids": ["clip-d"]}}]}
RESIZE = {"steps": [{"tool": "setCompositionSize", "params": {"width": 1080, "height": 1920}}]}
WIPE = {"steps": [{"tool": "deleteTrack", "params": {"trackId": "v1", "deleteItems": True}}]}


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def post(client, url=URL, **body):
    return client.post(url, body, content_type="application/json")


def planned(client, film, message="delete the last clip and make it vertical"):
    return post(client, PLAN, message=message, compositionId=str(film.pk)).json()


def document(film):
    film.refresh_from_db()
    return store.read(film).dump()


@pytest.mark.spec("K-32", "K-11", "K-16")
def test_an_approved_plan_is_one_revision_that_does_what_the_card_showed(browser, film):
    before = store.read(film)
    told = planned(browser, film)
    answer = post(browser, plan=told["plan"], compositionId=str(film.pk), approved=True)
    body = answer.json()
    assert answer.status_code == 200
    assert body["ok"]
    assert body["persisted"]
    assert (body["runId"], body["revision"]) == (told["runId"], 2)
    assert [(step["id"], step["status"]) for step in body["steps"]] == [("step-1", "done"), ("step-2", "done")]
    assert "state" not in body
    film.refresh_from_db()
    assert (film.head, film.revisions.count()) == (2, 2)
    assert diff(before, store.read(film)) == told["preview"]["diff"]


@pytest.mark.spec("K-32", "D-11")
def test_the_same_approved_plan_sent_twice_is_one_run(browser, film):
    told = planned(browser, film)
    answers = [post(browser, plan=told["plan"], compositionId=str(film.pk), approved=True) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert len({answer.json()["runId"] for answer in answers}) == 1
    film.refresh_from_db()
    assert (Run.objects.count(), film.head) == (1, 2)


@pytest.mark.spec("K-32", "D-11")
def test_the_same_approved_plan_sent_at_the_same_moment_is_one_run(browser, film, alice):
    body = {"plan": planned(browser, film)["plan"], "compositionId": str(film.pk), "approved": True}
    start, answers = Barrier(4), []

    def send():
        client = Client()
        client.force_login(alice)
        start.wait()
        answers.append(post(client, **body))
        connections.close_all()

    threads = [Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {(answer.status_code, answer.json()["runId"]) for answer in answers} == {
        (200, body["plan"]["approval"]["runId"])
    }
    film.refresh_from_db()
    assert (Run.objects.count(), film.head) == (1, 2)


@pytest.mark.spec("K-32")
def test_a_run_that_another_hand_is_still_carrying_out_says_so(browser, film, monkeypatch):
    monkeypatch.setattr("agent.execute.PATIENCE", 0)
    monkeypatch.setattr("runs.tasks.start", lambda *args, **kwargs: None)
    plan = planned(browser, film)["plan"]
    answer = post(browser, plan=plan, compositionId=str(film.pk), approved=True)
    assert (answer.status_code, answer.json()["status"], answer.json()["persisted"]) == (202, "approved", False)


@pytest.mark.spec("D-10", "K-32")
def test_a_run_that_went_back_to_the_card_says_so_with_the_fresh_card(browser, film, monkeypatch):
    plan = planned(browser, film)["plan"]

    def overtaken(run_id, **kwargs):
        run = Run.objects.get(pk=run_id)
        reopen(
            run, Proposal(plan=Plan.model_validate(run.plan), valid=True), "The composition changed after the approval."
        )

    monkeypatch.setattr("runs.tasks.start", overtaken)
    answer = post(browser, plan=plan, compositionId=str(film.pk), approved=True)
    assert (answer.status_code, answer.json()["code"]) == (409, "APPROVAL_STALE")
    assert answer.json()["details"]["approval"]["version"] == 2
    film.refresh_from_db()
    assert film.head == 1


@pytest.mark.spec("K-17", "K-32")
@pytest.mark.parametrize("policy", [None, "auto", "manual", "whatever"])
def test_a_plan_that_takes_something_away_wants_an_approval_under_every_policy(browser, film, policy):
    before = document(film)
    body = {"plan": DELETE, "compositionId": str(film.pk), "confirm": True}
    answer = post(browser, **body, **({"approvalPolicy": policy} if policy else {}))
    assert answer.status_code == 412
    assert answer.json()["code"] == "APPROVAL_REQUIRED"
    assert answer.json()["error"] == answer.json()["message"]
    assert document(film) == before
    assert not Run.objects.exists()


@pytest.mark.spec("K-17")
def test_a_plain_edit_runs_unapproved_only_under_auto(browser, film):
    assert post(browser, plan=RESIZE, compositionId=str(film.pk)).status_code == 412
    assert post(browser, plan=RESIZE, compositionId=str(film.pk), approvalPolicy="auto").status_code == 200


@pytest.mark.spec("K-18", "K-32")
def test_a_plan_with_confirmations_wants_a_second_yes(browser, film):
    before = document(film)
    answer = post(browser, plan=WIPE, compositionId=str(film.pk), approved=True)
    assert (answer.status_code, answer.json()["code"]) == (412, "CONFIRMATION_REQUIRED")
    assert document(film) == before
    assert post(browser, plan=WIPE, compositionId=str(film.pk), approved=True, confirm=True).status_code == 200
    assert not [track for track in document(film)["tracks"] if track["id"] == "v1"]


@pytest.mark.spec("K-32")
@pytest.mark.parametrize("field", ["approved", "confirm"])
@pytest.mark.parametrize("value", ["false", "true", 1, 0, None, [], "yes"])
def test_a_yes_is_a_json_true_and_nothing_else(browser, film, field, value):
    before = document(film)
    body = {"plan": DELETE, "compositionId": str(film.pk), "approved": True, "confirm": True}
    answer = post(browser, **(body | {field: value}))
    assert answer.status_code == 400
    assert answer.json()["details"][0]["field"] == field
    assert document(film) == before


@pytest.mark.spec("D-10", "K-32")
def test_a_card_whose_effect_has_changed_is_answered_with_the_card_now_in_force(browser, film, alice):
    told = planned(browser, film)
    store.apply(film, [{"kind": "command", "op": "deleteItems", "params": {"ids": ["clip-d"]}}], author=alice)
    before = document(film)
    answer = post(browser, plan=told["plan"], compositionId=str(film.pk), approved=True)
    details = answer.json()["details"]
    assert (answer.status_code, answer.json()["code"]) == (409, "APPROVAL_STALE")
    assert details["approval"]["version"] == 2
    assert details["approval"]["baseRevision"] == 2
    assert details["proposal"]["plan"]["approval"] == details["approval"]
    assert document(film) == before


@pytest.mark.spec("D-10")
def test_a_card_whose_effect_is_unchanged_runs_though_the_composition_moved(browser, film, alice):
    told = planned(browser, film, "make it vertical")
    store.apply(film, [{"kind": "command", "op": "muteTrack", "params": {"trackId": "v1"}}], author=alice)
    answer = post(browser, plan=told["plan"], compositionId=str(film.pk), approved=True)
    assert (answer.status_code, answer.json().get("revision")) == (200, 3)


@pytest.mark.spec("D-10", "D-7")
def test_an_approval_covers_exactly_the_steps_that_were_shown(browser, film):
    before = document(film)
    told = planned(browser, film)
    forged = copy.deepcopy(told["plan"])
    forged["steps"][0]["params"]["ids"] = ["clip-a", "clip-b"]
    answer = post(browser, plan=forged, compositionId=str(film.pk), approved=True, confirm=True)
    assert (answer.status_code, answer.json()["code"]) == (409, "APPROVAL_STALE")
    assert document(film) == before


@pytest.mark.spec("D-10", "D-11")
@pytest.mark.parametrize("change", [{"version": 2}, {"version": 10**30}, {"baseRevision": 9}, {"digest": "0" * 64}])
def test_an_approval_that_names_another_card_is_stale(browser, film, change):
    before = document(film)
    plan = planned(browser, film)["plan"]
    answer = post(
        browser,
        plan=plan | {"approval": plan["approval"] | change},
        compositionId=str(film.pk),
        approved=True,
        confirm=True,
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "APPROVAL_STALE")
    assert document(film) == before


@pytest.mark.spec("D-11")
def test_a_card_that_was_denied_cannot_be_approved(browser, film):
    before = document(film)
    plan = planned(browser, film)["plan"]
    card = {name: value for name, value in plan["approval"].items() if name != "runId"}
    assert post(browser, f"/api/runs/{plan['approval']['runId']}/reject", **card).status_code == 200
    answer = post(browser, plan=plan, compositionId=str(film.pk), approved=True, confirm=True)
    assert answer.status_code == 409
    assert document(film) == before


@pytest.mark.spec("K-03", "K-05", "D-7")
@pytest.mark.parametrize(
    "claim",
    [
        {"class": "read"},
        {"kind": "studio", "targetStudio": "image"},
        {"reversible": True, "class": "read", "estCredits": -5},
        {"estCredits": 0, "class": "generate"},
    ],
)
def test_what_a_client_claims_about_a_step_opens_no_gate(browser, film, claim):
    before = document(film)
    plan = {"steps": [DELETE["steps"][0] | claim], "confirmations": [], "estCredits": 0, "gates": [], "valid": True}
    answer = post(browser, plan=plan, compositionId=str(film.pk), approvalPolicy="auto")
    assert (answer.status_code, answer.json()["code"]) == (412, "APPROVAL_REQUIRED")
    assert document(film) == before


@pytest.mark.spec("K-05")
def test_a_read_cannot_carry_a_command(browser, film):
    before = document(film)
    smuggled = {
        "tool": "query",
        "params": {"target": "items", "kind": "command", "op": "deleteItems", "params": {"ids": ["clip-a"]}},
    }
    answer = post(browser, plan={"steps": [smuggled]}, compositionId=str(film.pk), approvalPolicy="auto")
    assert answer.status_code in (200, 422)
    assert document(film) == before


@pytest.mark.spec("K-06", "K-32")
def test_a_plan_that_is_not_fit_to_run_lists_every_reason(browser, film):
    before = document(film)
    steps = [{"tool": "setCompositionSize", "params": {"width": "wide"}}, {"tool": "fly", "params": {}}]
    answer = post(browser, plan={"steps": steps}, compositionId=str(film.pk), approved=True, confirm=True)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, "PLAN_INVALID")
    assert any("step-1" in error for error in told["details"]["errors"])
    assert any("step-2" in error for error in told["details"]["errors"])
    assert document(film) == before


@pytest.mark.spec("K-05", "K-32")
@pytest.mark.parametrize(
    "plan",
    [{}, {"steps": "all"}, {"steps": [7]}, {"steps": [{"params": {}}]}, {"steps": [], "approval": {"runId": "x"}}, []],
)
def test_a_plan_of_no_shape_is_refused_by_field(browser, film, plan):
    answer = post(browser, plan=plan, compositionId=str(film.pk), approved=True)
    assert answer.status_code == 400
    assert answer.json()["details"][0]["field"].startswith("plan")


@pytest.mark.spec("K-19")
@pytest.mark.parametrize("wish", ["readonly", "__proto__"])
def test_a_tier_can_be_lowered_and_a_word_that_is_none_changes_nothing(browser, film, wish):
    answer = post(browser, plan=RESIZE, compositionId=str(film.pk), approved=True, policy=wish)
    assert answer.status_code == (422 if wish == "readonly" else 200)


@pytest.mark.spec("K-19")
def test_a_viewer_cannot_run_the_plan_of_somebody_else(browser, client, studio, film):
    plan = planned(browser, film)["plan"]
    before = document(film)
    client.force_login(factories.person("vera", studio, role="viewer"))
    answer = post(client, plan=plan, compositionId=str(film.pk), approved=True, confirm=True)
    assert answer.status_code == 422
    assert document(film) == before


@pytest.mark.spec("K-19")
def test_a_tier_that_wants_a_second_approver_refuses_the_author(browser, client, studio, film):
    PolicyTier.objects.filter(key="full").update(second_approver=True)
    plan = planned(browser, film)["plan"]
    assert post(browser, plan=plan, compositionId=str(film.pk), approved=True).status_code == 403
    client.force_login(factories.person("carol", studio))
    assert post(client, plan=plan, compositionId=str(film.pk), approved=True).status_code == 200


@pytest.mark.spec("K-30", "K-32")
def test_a_run_that_fails_says_why_and_leaves_everything_as_it_was(browser, film, monkeypatch):
    before = document(film)

    def refuse(*args, **kwargs):
        raise EngineError("The engine is on strike.", index=0)

    plan = planned(browser, film)["plan"]
    monkeypatch.setattr(store, "apply", refuse)
    answer = post(browser, plan=plan, compositionId=str(film.pk), approved=True)
    told = answer.json()
    assert answer.status_code == 422
    assert told["runId"] == plan["approval"]["runId"]
    assert told["failure"]["failedStep"] == "step-1"
    assert "on strike" in told["error"]
    assert document(film) == before


@pytest.mark.spec("K-32", "K-16")
def test_a_plan_on_a_composition_in_the_request_answers_the_changed_state(browser):
    state = factories.document()
    told = post(browser, PLAN, message="make it vertical", state=state).json()
    answer = post(browser, plan=told["plan"], state=state, approved=True)
    body = answer.json()
    assert answer.status_code == 200
    assert (body["ok"], body["runId"], body["changed"]) == (True, None, True)
    assert (body["state"]["width"], body["state"]["height"]) == (1080, 1920)
    assert "persisted" not in body
    assert not Run.objects.exists()


@pytest.mark.spec("K-17", "K-32")
def test_the_gates_stand_for_a_composition_in_the_request_too(browser):
    assert post(browser, plan=DELETE, state=factories.document()).status_code == 412
    assert post(browser, plan=WIPE, state=factories.document(), approved=True).status_code == 412
    assert post(browser, plan={"steps": []}, state=factories.document(), approved=True).status_code == 422


@pytest.mark.spec("D-13")
def test_a_run_is_executed_on_its_own_composition_only(browser, film, studio):
    other = factories.composition(studio)
    plan = planned(browser, film)["plan"]
    answer = post(browser, plan=plan, compositionId=str(other.pk), approved=True)
    assert answer.status_code == 404
    assert Composition.objects.get(pk=other.pk).head == 1
