"""POST /api/agent/ask and /speak: answers and spoken plans; reads only, and a plan on record at most."""

from __future__ import annotations

import pytest

from runs.models import Run
from tests import factories
from tools import store

URL, SPEAK = "/api/agent/ask", "/api/agent/speak"


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def post(client, url, **body):
    return client.post(url, body, content_type="application/json")


@pytest.mark.spec("K-26")
@pytest.mark.parametrize(
    ("question", "intent", "words"),
    [
        ("how long is this?", "duration", "26 seconds"),
        ("which clip is the longest?", "extreme", "interview"),
        ("how long is track 2", "trackDuration", "25 seconds"),
        ("what is under the playhead?", "underPlayhead", "do not know where"),
        ("are there captions?", "captions", "no captions"),
        ("how many clips are there?", "count", "4"),
        ("what size is it?", "size", "1920"),
        ("what is muted?", "muted", "Nothing"),
        ("how much did this cost?", "cost", "Nothing has been spent"),
        ("what did you do last?", "lastRun", "Nothing yet"),
        ("did you change anything?", "lastRun", "Nothing yet"),
        ("what did the last run do", "lastRun", "Nothing yet"),
    ],
)
def test_a_question_is_answered_with_what_it_is_about_and_figures(browser, film, question, intent, words):
    body = post(browser, URL, question=question, compositionId=str(film.pk)).json()

    assert body.keys() == {"ok", "intent", "answer", "data"}
    assert body["ok"]
    assert body["intent"] == intent
    assert words in body["answer"]
    assert not Run.objects.exists()


@pytest.mark.spec("K-26")
def test_the_figures_are_those_of_the_composition(browser):
    data = post(browser, URL, question="how long is this?", state=factories.document()).json()["data"]
    assert data == {
        "name": "Test film", "frames": 780, "seconds": 26.0, "fps": 30.0, "width": 1920, "height": 1080,
        "tracks": 5, "items": 8, "assets": 7,
    }  # fmt: skip


@pytest.mark.spec("K-26")
@pytest.mark.parametrize("question", ["delete the last clip", "why?", "how much would it cost to add music"])
def test_what_is_no_question_of_ours_is_left_to_the_planner(browser, film, question):
    before = store.read(film).dump()
    answer = post(browser, URL, question=question, compositionId=str(film.pk))
    assert (answer.status_code, answer.json()) == (200, {"ok": False, "reason": "unsupported"})
    assert store.read(film).dump() == before


@pytest.mark.spec("K-26")
def test_a_document_has_no_runs_to_ask_about(browser):
    body = post(browser, URL, question="what did you do last?", state=factories.document()).json()
    assert body == {"ok": False, "reason": "unsupported"}


@pytest.mark.spec("K-26", "D-13")
def test_the_runs_and_compositions_of_others_cannot_be_asked_about(client, bob, film):
    client.force_login(bob)
    for url, body in ((URL, {"question": "how long is this?"}), (SPEAK, {"message": "mute it"})):
        assert post(client, url, compositionId=str(film.pk), **body).status_code == 404
        assert post(client, url, compositionId="no-id", **body).status_code == 404


@pytest.mark.spec("K-26")
@pytest.mark.parametrize(
    ("body", "field"),
    [({}, "question"), ({"question": " "}, "question"), ({"question": 7}, "question"),
     ({"question": "x" * 4001}, "question"), ({"question": "hi", "policy": "full"}, "policy")],
)  # fmt: skip
def test_a_malformed_question_names_its_field(browser, body, field):
    answer = post(browser, URL, state=factories.document(), **body)
    assert answer.status_code == 400
    assert field in {fault["field"] for fault in answer.json()["details"]}


def test_somebody_who_is_not_signed_in_gets_no_answer(client, film):
    for url in (URL, SPEAK):
        assert post(client, url, question="how long?", compositionId=str(film.pk)).status_code in (401, 403)


@pytest.mark.spec("K-28")
def test_a_spoken_plan_waits_on_record_and_changes_nothing(browser, film):
    before = store.read(film).dump()
    body = post(browser, SPEAK, message="delete the last clip", compositionId=str(film.pk)).json()

    assert body["needs_approval"] is True
    assert body["cost"]["high"] == 0
    assert body["summary"].startswith("Here is the plan. Removes one clip, outro.")
    assert Run.objects.get().pk.hex == body["run_id"].replace("-", "")
    assert store.read(film).dump() == before


@pytest.mark.spec("K-28", "K-09")
def test_a_spoken_question_is_a_question(browser):
    body = post(browser, SPEAK, message="mute the clip", state=factories.document()).json()
    assert body["question"].endswith("?")
    assert body["choices"]
    assert (body["needs_approval"], body["run_id"]) == (False, None)


@pytest.mark.spec("K-28")
def test_a_tier_that_may_not_is_told_so_aloud(browser, film):
    body = post(browser, SPEAK, message="mute the music", compositionId=str(film.pk), policy="readonly").json()
    assert not body["ok"]
    assert body["summary"].startswith("I cannot plan that.")
