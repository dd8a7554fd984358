"""POST /api/agent/plan: a proposal with its card, a question or an answer; never a change."""

from __future__ import annotations

import pytest

from runs.models import Run
from tests import factories
from tools import store

URL = "/api/agent/plan"
SENTENCE = "delete the last clip and make it vertical"


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def post(client, **body):
    return client.post(URL, body, content_type="application/json")


@pytest.mark.spec("K-01", "K-32")
def test_a_sentence_about_a_stored_composition_becomes_a_plan_on_record_and_changes_nothing(browser, film):
    before = store.read(film).dump()
    answer = post(browser, message=SENTENCE, compositionId=str(film.pk))
    body = answer.json()
    assert answer.status_code == 200
    assert body["valid"]
    assert [step["tool"] for step in body["plan"]["steps"]] == ["deleteItems", "setCompositionSize"]
    run = Run.objects.get(pk=body["runId"])
    assert body["plan"]["approval"] == {"runId": str(run.pk), "version": 1, "digest": run.digest, "baseRevision": 1}
    film.refresh_from_db()
    assert film.head == 1
    assert store.read(film).dump() == before


@pytest.mark.spec("K-32")
def test_a_sentence_about_a_composition_in_the_request_leaves_no_row(browser):
    body = post(browser, message=SENTENCE, state=factories.document()).json()
    assert body["valid"]
    assert body["preview"]["diff"]
    assert "approval" not in body["plan"]
    assert not Run.objects.exists()


@pytest.mark.spec("K-01")
def test_idle_talk_is_answered_and_puts_nothing_on_record(browser, film):
    body = post(browser, message="hello", compositionId=str(film.pk)).json()
    assert body["answer"]
    assert body["runId"] is None
    assert not Run.objects.exists()


@pytest.mark.spec("K-32")
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"message": ""}, "message"),
        ({"message": "   "}, "message"),
        ({"message": "x" * 4001}, "message"),
        ({"message": 7}, "message"),
        ({}, "message"),
        ({"message": "hi", "colour": "red"}, "colour"),
        ({"message": "hi", "context": {"selected": []}}, "context.selected"),
        ({"message": "hi", "context": {"selectedItemIds": "i3"}}, "context.selectedItemIds"),
        ({"message": "hi", "context": {"playhead": -1}}, "context.playhead"),
        ({"message": "hi", "context": {"playhead": "7"}}, "context.playhead"),
        ({"message": "hi", "policy": 3}, "policy"),
        ({"message": "hi", "approvalPolicy": ["auto"]}, "approvalPolicy"),
        ({"message": "hi", "state": []}, "state"),
        ({"message": "hi", "state": {"name": "no composition"}}, "state"),
    ],
)
def test_a_malformed_request_names_its_field(browser, body, field):
    answer = post(browser, **({"state": factories.document()} | body))
    told = answer.json()
    assert answer.status_code == 400
    assert told["code"] == "INVALID_REQUEST"
    assert field in {fault["field"] for fault in told["details"]}
    assert f"“{field}”" in told["message"]


@pytest.mark.spec("K-32")
def test_both_or_neither_of_composition_and_state_is_refused(browser, film):
    for subject in ({}, {"compositionId": str(film.pk), "state": factories.document()}):
        answer = post(browser, message="hi", **subject)
        assert answer.status_code == 400
        assert "either “compositionId” or “state”" in answer.json()["message"]


@pytest.mark.spec("D-13")
@pytest.mark.parametrize("id", ["no-uuid", "00000000-0000-0000-0000-000000000000", ""])
def test_an_unknown_or_malformed_composition_is_not_found(browser, id):
    answer = post(browser, message="hi", compositionId=id)
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


@pytest.mark.spec("K-32")
@pytest.mark.parametrize(
    "body", [b"{", b'{"message": NaN}', b'"\\ud800"', b'{"message": "\\u0000"}', b"[" * 5000, b"[1]"]
)
def test_json_that_cannot_be_kept_is_refused(browser, body):
    answer = browser.post(URL, body, content_type="application/json")
    assert answer.status_code == 400
    assert set(answer.json()) >= {"code", "message"}


@pytest.mark.spec("K-19")
@pytest.mark.parametrize(
    ("wish", "valid"), [("readonly", False), ("editor", True), ("__proto__", True), ("root", True)]
)
def test_a_caller_can_only_lower_its_own_tier(browser, film, wish, valid):
    body = post(browser, message=SENTENCE, compositionId=str(film.pk), policy=wish).json()
    assert body["valid"] is valid
    assert bool(body["errors"]) is not valid


@pytest.mark.spec("K-19")
def test_nobody_can_raise_their_tier(client, studio, film):
    client.force_login(factories.person("vera", studio, role="viewer"))
    body = post(client, message=SENTENCE, compositionId=str(film.pk), policy="full").json()
    assert not body["valid"]


@pytest.mark.spec("K-17")
def test_an_unknown_approval_policy_opens_no_gate(browser, film):
    for policy, gated in (("auto", False), ("__proto__", True), ("guided", True)):
        body = post(browser, message="make it vertical", compositionId=str(film.pk), approvalPolicy=policy).json()
        assert bool(body["gates"]) is gated


@pytest.mark.spec("K-09")
@pytest.mark.parametrize("stored", [True, False])
def test_a_question_is_answered_by_the_same_message_with_the_choice_selected(browser, film, stored):
    subject = {"compositionId": str(film.pk)} if stored else {"state": factories.document()}
    asked = post(browser, message="delete the clip", **subject).json()

    assert (asked["needsClarification"], asked["valid"], asked["plan"]["steps"]) == (True, False, [])
    choices = [choice["id"] for choice in asked["question"]["choices"]]
    assert 0 < len(choices) <= 6
    assert set(choices) <= set(store.read(film).items)
    assert not Run.objects.exists()

    planned = post(browser, message="delete the clip", context={"selectedItemIds": [choices[1]]}, **subject).json()
    assert planned["valid"]
    assert planned["question"] is None
    assert [step["params"]["ids"] for step in planned["plan"]["steps"]] == [[choices[1]]]
    assert Run.objects.exists() is stored


@pytest.mark.spec("K-24")
def test_the_plan_carries_its_trace_without_the_words(browser, film):
    trace = post(browser, message=SENTENCE, compositionId=str(film.pk)).json()["plan"]["trace"]
    assert trace["provider"] == "offline"
    assert len(trace["promptSha256"]) == len(trace["inputsDigest"]) == 64
    assert "vertical" not in str(trace)
