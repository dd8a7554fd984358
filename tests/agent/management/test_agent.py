"""manage.py agent: the same bodies as the API, on a file with no database at all, or on a stored composition."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from agent.messages import AssistantMessage, ToolCall, text_of
from runs.models import Run
from tests import factories
from tools import store
from tools.composition import Composition, diff

FILM = str(factories.FOUR_CLIPS)
SENTENCE = "delete the last clip and make it vertical"


def said(*args) -> str:
    out = io.StringIO()
    call_command("agent", *args, stdout=out)
    return out.getvalue()


def told(*args):
    return json.loads(said(*args, "--json"))


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(told("plan", SENTENCE, "--manifest", FILM)))
    return path


@pytest.mark.spec("K-32", "K-16")
def test_a_file_is_planned_and_changed_without_a_database_as_the_preview_said(plan):
    card = json.loads(plan.read_text())
    done = told("execute", str(plan), "--manifest", FILM, "--approve")
    before, after = Composition.load(factories.document()), Composition.load(done["state"])
    assert (done["ok"], done["runId"], done["changed"]) == (True, None, True)
    assert diff(before, after) == card["preview"]["diff"]


@pytest.mark.spec("K-32")
def test_the_json_is_the_body_that_the_api_answers(client, alice):
    client.force_login(alice)
    body = {"message": SENTENCE, "state": factories.document()}
    over_http = client.post("/api/agent/plan", body, content_type="application/json").json()
    at_terminal = told("plan", SENTENCE, "--manifest", FILM)
    for answer in (over_http, at_terminal):
        assert answer["plan"].pop("tag")
        assert answer["plan"].pop("trace")
    assert over_http == at_terminal


@pytest.mark.spec("K-17", "K-18")
def test_a_refusal_names_the_flag_that_is_missing(plan, tmp_path):
    with pytest.raises(CommandError, match="--approve"):
        said("execute", str(plan), "--manifest", FILM)
    wipe = tmp_path / "wipe.json"
    wipe.write_text(json.dumps({"steps": [{"tool": "deleteTrack", "params": {"trackId": "v1", "deleteItems": True}}]}))
    with pytest.raises(CommandError, match="--confirm"):
        said("execute", str(wipe), "--manifest", FILM, "--approve")
    assert said("execute", str(wipe), "--manifest", FILM, "--approve", "--confirm")


@pytest.mark.spec("K-32")
def test_the_plan_alone_is_enough_and_the_result_can_be_kept(plan, tmp_path):
    alone = tmp_path / "alone.json"
    alone.write_text(json.dumps(json.loads(plan.read_text())["plan"]))
    said("execute", str(alone), "--manifest", FILM, "--approve", "--out", str(tmp_path / "after.json"))
    after = json.loads((tmp_path / "after.json").read_text())
    assert (after["width"], after["height"]) == (1080, 1920)
    assert json.loads(factories.FOUR_CLIPS.read_text()) == factories.document()


@pytest.mark.spec("K-19")
def test_a_lower_tier_may_look_and_not_touch(plan):
    assert not told("plan", SENTENCE, "--manifest", FILM, "--tier", "readonly")["valid"]
    with pytest.raises(CommandError, match="tier"):
        said("execute", str(plan), "--manifest", FILM, "--approve", "--tier", "readonly")


@pytest.mark.spec("K-07")
def test_the_context_carries_the_selection(tmp_path):
    context = tmp_path / "context.json"
    context.write_text('{"selectedItemIds": ["clip-b"], "playhead": 12}')
    step = {"tool": "deleteItems", "params": {"ids": ["@selected"]}}
    path = tmp_path / "plan.json"
    path.write_text(json.dumps({"steps": [step]}))
    done = told("execute", str(path), "--manifest", FILM, "--context", str(context), "--approve")
    assert "clip-b" not in done["state"]["items"]


@pytest.mark.spec("K-32")
@pytest.mark.parametrize(
    ("content", "why"),
    [("{", "not JSON"), ("[]", "list"), ('{"plan": 7}', "int"), ("{}", "steps"), ('{"steps": [7]}', "step-1")],
)
def test_a_file_that_is_no_plan_is_refused_in_one_line(tmp_path, content, why):
    path = tmp_path / "plan.json"
    path.write_text(content)
    with pytest.raises(CommandError, match=why) as refusal:
        said("execute", str(path), "--manifest", FILM, "--approve")
    assert "\n" not in str(refusal.value)


@pytest.mark.spec("K-32")
def test_a_file_that_is_not_there_or_no_composition_is_refused_by_name(tmp_path):
    with pytest.raises(CommandError, match=r"nowhere\.json: no such file"):
        said("plan", "hi", "--manifest", str(tmp_path / "nowhere.json"))
    (tmp_path / "odd.json").write_text('{"items": 7}')
    with pytest.raises(CommandError, match=r"odd\.json: This is not a valid composition"):
        said("plan", "hi", "--manifest", str(tmp_path / "odd.json"))
    (tmp_path / "context.json").write_text('{"selected": []}')
    with pytest.raises(CommandError, match="selected"):
        said("plan", "hi", "--manifest", FILM, "--context", str(tmp_path / "context.json"))


@pytest.mark.parametrize("message", ["", "  ", "x" * 4001])
def test_a_message_has_words_and_an_end(message):
    with pytest.raises(CommandError, match="characters"):
        said("plan", message, "--manifest", FILM)


@pytest.mark.spec("K-01")
def test_a_message_in_no_known_encoding_is_refused_in_one_line():
    with pytest.raises(CommandError, match="encoding"):
        said("plan", "delete \udcff the last clip", "--manifest", FILM)


@pytest.mark.spec("K-22", "K-32")
@pytest.mark.django_db(transaction=True)
def test_a_stored_composition_is_planned_on_record_and_changed_once(film, alice, tmp_path):
    answer = told("plan", SENTENCE, "--composition", str(film.pk))
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(answer))
    for _ in range(2):
        done = told("execute", str(path), "--composition", str(film.pk), "--user", "alice", "--approve")
        assert (done["runId"], done["revision"], done["persisted"]) == (answer["runId"], 2, True)
    film.refresh_from_db()
    assert (film.head, Run.objects.count(), store.read(film).width) == (2, 1, 1080)


@pytest.mark.spec("D-13")
@pytest.mark.django_db
def test_the_composition_of_somebody_else_is_not_there(film, bob):
    for id in (str(film.pk), "no-id"):
        with pytest.raises(CommandError, match="nothing with that id"):
            said("plan", "hi", "--composition", id, "--user", "bob")


@pytest.mark.spec("X-04")
@pytest.mark.django_db
def test_where_there_are_several_users_the_terminal_asks_which(film, bob):
    with pytest.raises(CommandError, match="--user NAME"):
        said("plan", "hi", "--composition", str(film.pk))


@pytest.mark.spec("K-09")
def test_a_question_has_numbered_choices_and_is_answered_by_number_or_id():
    asked = said("plan", "delete the clip", "--manifest", FILM)
    assert "  2. broll-city.mp4" in asked
    assert "--answer N" in asked
    for answer in ("2", "clip-b"):
        planned = told("plan", "delete the clip", "--manifest", FILM, "--answer", answer)
        assert planned["valid"]
        assert [step["params"]["ids"] for step in planned["plan"]["steps"]] == [["clip-b"]]


@pytest.mark.spec("K-09")
@pytest.mark.parametrize(
    ("message", "answer", "why"),
    [("mute the clip", "9", "there are 4 choices"), ("mute the clip", "0", "there are 4 choices"),
     ("mute the clip", "music", "there are 4 choices"), ("delete the last clip", "1", "no question")],
)  # fmt: skip
def test_an_answer_that_fits_no_question_is_refused(message, answer, why):
    with pytest.raises(CommandError, match=why):
        said("plan", message, "--manifest", FILM, "--answer", answer)


@pytest.mark.spec("K-09")
@pytest.mark.django_db(transaction=True)
def test_on_a_stored_composition_only_the_answered_plan_is_on_record(film, alice):
    planned = told("plan", "mute the clip", "--composition", str(film.pk), "--answer", "1")
    assert [str(run.pk) for run in Run.objects.all()] == [planned["runId"]]


@pytest.mark.spec("K-26")
def test_a_question_is_answered_at_the_terminal():
    assert "26 seconds" in said("ask", "how long is this?", "--manifest", FILM)
    assert told("ask", "how many clips are there?", "--manifest", FILM)["intent"] == "count"
    with pytest.raises(SystemExit):
        said("ask", "delete the last clip", "--manifest", FILM)


@pytest.mark.spec("K-26")
@pytest.mark.django_db(transaction=True)
def test_the_runs_are_asked_about_at_the_terminal(film, alice):
    answer = told("ask", "what did you do last?", "--composition", str(film.pk))
    assert (answer["intent"], answer["data"]) == ("lastRun", {"last": None})


@pytest.mark.spec("K-28")
@pytest.mark.django_db(transaction=True)
def test_a_plan_is_spoken_at_the_terminal(film, alice):
    assert said("speak", "delete the last clip", "--manifest", FILM).startswith("Here is the plan. Removes one clip")
    spoken = told("speak", "delete the last clip", "--composition", str(film.pk))
    assert spoken["needs_approval"] is True
    assert store.read(film).dump()["items"].keys() >= {"clip-d"}
    assert str(Run.objects.get().pk) == spoken["run_id"]


@pytest.mark.spec("K-09")
def test_an_answer_in_words_is_added_to_the_message(monkeypatch):
    class Unsure:
        name = "unsure"

        def chat(self, params):
            heard.append(text_of(params.messages[0]))
            choices = [{"id": "tall", "label": "vertical"}, {"id": "square", "label": "square"}]
            asking = ToolCall(name="ask_user", arguments={"question": "Which shape?", "choices": choices})
            return AssistantMessage(tool_calls=[asking])

    heard: list[str] = []
    monkeypatch.setattr("agent.interpret.provider_named", lambda name: Unsure())
    said("plan", "change the shape", "--manifest", FILM, "--answer", "2")
    assert heard == ["change the shape", "change the shape (square)"]
