"""The planner behind the provider's door: calls on a person's turn, words after the tools, the same each time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.messages import AssistantMessage, Message, ToolResultMessage, UserMessage, said, text_of
from agent.providers.base import ChatParams, Scene
from agent.providers.offline import OfflineProvider, provider
from agent.providers.offline.pattern import Effort
from tools.composition import Composition

DOCUMENT = json.loads((Path(__file__).parents[3] / "compositions" / "four-clips.json").read_text())
STATE = Composition.load(DOCUMENT)


def turn(*texts: str, scene: Scene | None = None) -> tuple[AssistantMessage, ChatParams]:
    messages = [UserMessage(content=said(text)) for text in texts]
    params = ChatParams(messages=messages, scene=scene or Scene(STATE, tag="t"))
    return OfflineProvider().chat(params), params


def after_tools(params: ChatParams, answer: AssistantMessage) -> AssistantMessage:
    results = [
        ToolResultMessage(tool_call_id=call.id, tool_name=call.name, content=said('{"queued": true}'))
        for call in answer.tool_calls
    ]
    return OfflineProvider().chat(ChatParams(messages=[*params.messages, answer, *results], scene=params.scene))


@pytest.mark.spec("D-2")
def test_a_wish_becomes_tool_calls_in_the_order_said() -> None:
    answer, _ = turn("delete the last clip, make it vertical and add captions")
    assert [call.name for call in answer.tool_calls] == ["deleteItems", "setCompositionSize", "add.captions"]
    assert answer.stop_reason == "tool_use"
    assert "outro.mp4" in text_of(answer)


def test_after_the_tools_have_answered_it_only_speaks() -> None:
    answer, params = turn("delete the last clip")
    ending = after_tools(params, answer)
    assert ending.tool_calls == []
    assert ending.stop_reason == "stop"
    assert "outro.mp4" in text_of(ending)


def test_a_question_of_fact_is_answered_without_a_tool() -> None:
    answer, _ = turn("how long is the video?")
    assert answer.tool_calls == []
    assert "26 seconds (780 frames at 30 fps)" in text_of(answer)


@pytest.mark.spec("K-09")
def test_what_is_ambiguous_becomes_one_question_with_real_choices() -> None:
    answer, _ = turn("delete the clip")
    [call] = answer.tool_calls
    assert call.name == "ask_user"
    assert call.arguments["kind"] == "select_item"
    assert {choice["id"] for choice in call.arguments["choices"]} == {"clip-a", "clip-b", "clip-c", "clip-d"}


def test_the_answer_to_the_question_is_the_selection() -> None:
    answer, _ = turn("delete the clip", scene=Scene(STATE, ("clip-b",), tag="t"))
    assert [call.arguments for call in answer.tool_calls] == [{"ids": ["clip-b"]}]


def test_what_is_not_understood_becomes_one_safe_read_and_an_honest_sentence() -> None:
    answer, params = turn("frobnicate the quux sideways")
    assert [(call.name, call.arguments) for call in answer.tool_calls] == [("query", {"target": "composition"})]
    ending = after_tools(params, answer)
    assert ending.tool_calls == []
    assert "did not understand" in text_of(ending)


def test_with_nothing_open_it_says_so() -> None:
    answer, _ = turn("delete the last clip", scene=Scene())
    assert answer.tool_calls == []
    assert "Nothing is open" in text_of(answer)


def test_the_same_turn_gets_the_same_answer() -> None:
    first, _ = turn("duplicate the logo and move it to the left")
    second, _ = turn("duplicate the logo and move it to the left")
    assert first.tool_calls == second.tool_calls
    assert first.content == second.content


def test_the_ids_of_two_turns_differ() -> None:
    first, _ = turn("delete the logo")
    second, _ = turn("delete the logo", scene=Scene(STATE, tag="u"))
    assert first.tool_calls[0].id != second.tool_calls[0].id


def test_do_it_again_means_the_wish_before() -> None:
    answer, _ = turn("duplicate the logo", "do it again")
    assert [call.name for call in answer.tool_calls] == ["duplicateItems"]


def test_planning_leaves_the_composition_as_it_was() -> None:
    before = json.dumps(STATE.dump(), sort_keys=True)
    turn("delete everything and make it square")
    assert json.dumps(STATE.dump(), sort_keys=True) == before


def test_a_later_step_names_what_an_earlier_one_will_make() -> None:
    answer, _ = turn("add a title that says Hello and make it yellow")
    add, style = answer.tool_calls
    assert add.name == "addText"
    assert style.arguments == {"ids": ["text-t-1-1"], "color": "#ffff00"}


def test_a_very_long_message_is_read_only_so_far() -> None:
    answer, _ = turn("delete the last clip and " + "blah " * 5000)
    assert len(answer.tool_calls) <= 1


@pytest.mark.spec("D-2")
def test_a_message_is_understood_once_however_many_turns_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    answer, params = turn("delete the last clip")
    monkeypatch.setattr(provider, "understand", lambda *_: pytest.fail("read again"))
    assert text_of(after_tools(params, answer)) == text_of(answer)


@pytest.mark.spec("D-2")
@pytest.mark.parametrize(
    "piece",
    ["delete the clip ", "a, ", "if the interview is long ", "fade mute hide delete cut split trim ", "delte teh intreview ", "the "],
)  # fmt: skip
def test_a_long_hostile_message_takes_no_more_than_its_effort(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All the readings of a message, as typed and with its slips mended, share what one may take."""
    spent, spend = [0], Effort.spend

    def counted(effort: Effort) -> None:
        spent[0] += 1
        spend(effort)

    monkeypatch.setattr(Effort, "spend", counted)
    answer, _ = turn(piece * (4000 // len(piece)))
    assert spent[0] <= Effort().left + 1
    assert {call.name for call in answer.tool_calls} <= {"query"}
    assert len(text_of(answer)) < 400


@pytest.mark.spec("D-2")
def test_what_comes_after_the_last_clause_that_is_read_is_said_to_be_left_out() -> None:
    answer, _ = turn("delete the logo. " + "Thanks. " * 80 + "Mute the music.")
    assert [call.name for call in answer.tool_calls] == ["deleteItems"]
    assert "I left out “Thanks. Thanks." in text_of(answer)


def conversation(*said_before: str, now: str, state: Composition = STATE) -> AssistantMessage:
    """What is answered to the last of several messages, whose plans went on record and were not carried out."""
    messages: list[Message] = []
    for text in (*said_before, now):
        messages.append(UserMessage(content=said(text)))
        params = ChatParams(messages=messages, scene=Scene(state, tag="t"))
        answer = OfflineProvider().chat(params)
        messages.append(answer)
    return answer


@pytest.mark.spec("K-07", "K-09")
@pytest.mark.parametrize("words", ["make that one black and white", "make these black and white", "turn this one grey"])
def test_which_one_is_asked_where_nothing_was_named_before(words: str) -> None:
    answer, _ = turn(words)
    assert [call.name for call in answer.tool_calls] == ["ask_user"]
    assert "clip-a" in {choice["id"] for choice in answer.tool_calls[0].arguments["choices"]}


@pytest.mark.spec("K-07")
@pytest.mark.parametrize(
    "before",
    [
        ["fade out the park clip"],
        ["mute the music", "how long is the park clip?"],
        ["which one is the park clip", "make it vertical"],
        ["trim the city and the park clip by a second", "hide the park clip"],
    ],
)
def test_that_one_is_what_the_conversation_named_last(before: list[str]) -> None:
    answer = conversation(*before, now="make that one black and white")
    assert [call.arguments["ids"] for call in answer.tool_calls] == [["clip-c"]]


@pytest.mark.spec("K-07")
def test_what_was_named_and_is_gone_is_asked_for() -> None:
    raw = json.loads(json.dumps(DOCUMENT))
    raw["items"].pop("clip-d")
    raw["tracks"][0]["items"].remove("clip-d")
    messages: list[Message] = [UserMessage(content=said("delete the last clip")), turn("delete the last clip")[0]]
    messages.append(UserMessage(content=said("make that one black and white")))
    scene = Scene(Composition.load(raw), tag="t")
    assert [call.name for call in OfflineProvider().chat(ChatParams(messages, scene=scene)).tool_calls] == ["ask_user"]


@pytest.mark.spec("K-07")
def test_the_colour_of_it_is_that_of_the_whole_whatever_was_named_before() -> None:
    answer = conversation("fade out the park clip", now="make it warmer")
    assert [call.arguments for call in answer.tool_calls] == [{"grade": {"temperature": 0.2}}]


@pytest.mark.spec("K-09")
def test_a_thing_with_an_endless_text_is_offered_by_the_beginning_of_it() -> None:
    raw = json.loads(json.dumps(DOCUMENT))
    raw["items"]["title-1"]["text"] = "Once\nupon a time " * 300
    answer, _ = turn("delete it", scene=Scene(Composition.load(raw), tag="t"))
    [label] = [one["label"] for one in answer.tool_calls[0].arguments["choices"] if one["id"] == "title-1"]
    assert label == "“Once upon a time Once upon a time Once…” (0:00–0:03)"


@pytest.mark.spec("D-2")
def test_what_is_to_be_left_alone_is_named_in_the_order_of_time() -> None:
    answer, _ = turn("do not touch the clips, delete the outro and the interview")
    assert "interview.mp4 (0:00–0:10), outro.mp4 (0:23–0:26)" in text_of(answer)
