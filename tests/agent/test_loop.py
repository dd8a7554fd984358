"""THE loop with a scripted model: reads run, changes are only written down, faults are fed back, and it always ends."""

import json

import pytest

from agent.loop import CAP_REACHED, turn
from agent.messages import AssistantMessage, ToolCall, ToolResultMessage, UserMessage, said, text_of
from agent.providers.base import Delta, ProviderError, Scene
from agent.toolbox import Toolbox
from tests import factories
from tools.catalog import TOOLS
from tools.composition import Composition


class Scripted:
    """A model that says what it was told to, turn by turn, and remembers what it was asked."""

    name = "scripted"

    def __init__(self, *turns):
        self.turns, self.asked = list(turns), []

    def chat(self, params):
        self.asked.append(params)
        answer = self.turns.pop(0) if len(self.turns) > 1 else self.turns[0]
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, str):
            return AssistantMessage(content=said(answer))
        return AssistantMessage(
            tool_calls=[
                call if isinstance(call, ToolCall) else ToolCall(name=call[0], arguments=call[1]) for call in answer
            ]
        )


@pytest.fixture
def state():
    return Composition.load(factories.document())


def run(state, *turns, max_turns=8):
    model = Scripted(*turns)
    toolbox = Toolbox(TOOLS, state)
    turned = turn(
        model,
        [UserMessage(content=said("go"))],
        toolbox,
        system_prompt=lambda seen: "plan",
        scene=lambda: Scene(state),
        max_turns=max_turns,
    )
    return turned, model


def results(turned) -> list[ToolResultMessage]:
    return [message for message in turned.messages if isinstance(message, ToolResultMessage)]


@pytest.mark.spec("D-1")
def test_reads_run_and_changes_are_only_written_down(state):
    before = state.dump()

    turned, _ = run(
        state,
        [("query", {"target": "items", "where": {"type": "text"}, "select": ["id"]})],
        [("deleteItems", {"ids": ["clip-d"]}), ("generate.image", {"prompt": "a sunset"})],
        "Deletes the outro and makes a picture.",
    )

    found, queued, made = results(turned)
    assert json.loads(text_of(found))["rows"] == [{"id": "title-1"}]
    assert json.loads(text_of(queued)) == {"queued": True, "step": "step-1"}
    assert json.loads(text_of(made)) == {"queued": True, "step": "step-2", "asset": "@asset:step-2"}
    assert turned.steps == [
        {"tool": "deleteItems", "params": {"ids": ["clip-d"]}},
        {"tool": "generate.image", "params": {"prompt": "a sunset"}},
    ]
    assert turned.words == "Deletes the outro and makes a picture."
    assert state.dump() == before


@pytest.mark.spec("K-15")
def test_what_a_call_will_make_is_named_in_its_answer_whatever_was_read_or_refused_before_it(state):
    turned, model = run(
        state,
        [("query", {"target": "items"}), ("deleteItems", {}), ("generate.voice", {"text": "Hello."})],
        [("addItem", {"item": {"type": "audio", "assetId": "@asset:step-1"}, "from": 0})],
        "Says hello.",
    )

    *_, made, placed = results(turned)
    assert json.loads(text_of(made)) == {"queued": True, "step": "step-1", "asset": "@asset:step-1"}
    assert made in model.asked[1].messages
    assert json.loads(text_of(placed)) == {"queued": True, "step": "step-2"}


@pytest.mark.spec("D-3")
def test_a_wire_name_is_written_down_as_the_tool_it_means(state):
    turned, _ = run(state, [("generate_image", {"prompt": "x"})], "ok")
    assert turned.steps[0]["tool"] == "generate.image"


@pytest.mark.spec("D-5", "D-12", "S-09")
@pytest.mark.parametrize(
    ("call", "names"),
    [
        (("deleteItems", {}), "“ids” is missing"),
        (("setTextStyle", {"ids": ["title-1"], "align": "left"}), "Did you mean “alignment”"),
        (("deletItems", {"ids": ["a"]}), "Did you mean deleteItems"),
        (("query", {"target": "nonsense"}), "target"),
        (ToolCall(name="deleteItems", arguments_error="“ids” was cut off"), "“ids” was cut off"),
    ],
)
def test_a_faulty_call_becomes_an_error_that_names_the_argument_and_the_loop_goes_on(state, call, names):
    turned, model = run(state, [call], [("muteTrack", {"trackId": "a1"})], "Done.")

    refused = results(turned)[0]
    assert refused.is_error
    assert names in text_of(refused)
    assert turned.steps == [{"tool": "muteTrack", "params": {"trackId": "a1"}}]
    assert refused in model.asked[1].messages


@pytest.mark.spec("D-4")
@pytest.mark.parametrize(("wish", "turns"), [(6, 6), (8, 8), (50, 8)])
def test_the_loop_ends_at_its_cap_and_says_so(state, wish, turns):
    turned, model = run(state, [("query", {"target": "items"})], max_turns=wish)

    assert len(model.asked) == turns
    assert turned.words == text_of(turned.messages[-1]) == CAP_REACHED == "Reached maximum iteration limit"


def test_a_question_drops_the_steps_around_it(state):
    ask = {"question": "Which clip?", "choices": [{"id": "clip-a", "label": "interview"}]}

    turned, model = run(state, [("deleteItems", {"ids": ["clip-d"]}), ("ask_user", ask)], "never said")

    assert (turned.question, turned.steps, len(model.asked)) == (ask, [], 1)


def test_every_call_has_its_result_in_the_order_of_the_calls(state):
    turned, _ = run(state, [("query", {"target": "tracks"}), ("nonsense", {}), ("muteTrack", {"trackId": "a1"})], "ok")

    calls = turned.messages[0].tool_calls
    assert [result.tool_call_id for result in results(turned)] == [call.id for call in calls]
    assert len({call.id for call in calls}) == 3


def test_a_read_that_nothing_carries_out_is_an_error_result(state, monkeypatch):
    monkeypatch.setitem(TOOLS._tools, "describe", TOOLS.get("describe").model_copy(update={"ready": False}))
    turned, _ = run(state, [("describe", {})], "ok")
    assert results(turned)[0].is_error
    assert turned.steps == []


@pytest.mark.spec("D-1", "K-17")
def test_what_costs_credits_is_written_down_and_never_done_while_planning(state):
    turned, _ = run(state, [("transcribe_video", {})], "ok")
    assert [step["tool"] for step in turned.steps] == ["transcribe_video"]


def test_a_read_gives_at_most_fifty_rows():
    document = factories.document()
    document["markers"] = [{"id": f"m{n}", "atFrame": n, "name": "x", "color": "green"} for n in range(90)]

    turned, _ = run(Composition.load(document), [("query", {"target": "markers", "limit": 200})], "ok")

    assert len(json.loads(text_of(results(turned)[0]))["rows"]) == 50


def test_a_provider_that_fails_is_the_callers_to_handle(state):
    with pytest.raises(ProviderError, match="gone"):
        run(state, ProviderError("gone"))


class Cut(Scripted):
    """A model whose stream announces a deletion and stops before its end."""

    def stream(self, params):
        self.asked.append(params)
        yield Delta("text", "I delete it.")
        raise ProviderError("cut", kind="malformed")


@pytest.mark.spec("D-12")
def test_a_stream_that_stops_half_way_runs_nothing_and_hands_nothing_out(state):
    before, heard = state.dump(), []
    with pytest.raises(ProviderError, match="cut"):
        turn(
            Cut(),
            [UserMessage(content=said("go"))],
            Toolbox(TOOLS, state),
            system_prompt=lambda seen: "plan",
            scene=lambda: Scene(state),
            listener=heard.append,
        )
    assert heard == [Delta("text", "I delete it.")]
    assert state.dump() == before


@pytest.mark.spec("D-5")
def test_a_read_that_breaks_is_an_error_result_and_the_loop_goes_on(state, monkeypatch):
    def breaks(self, name, arguments):
        raise ZeroDivisionError

    monkeypatch.setattr(Toolbox, "read", breaks)
    turned, _ = run(state, [("query", {"target": "items"}), ("muteTrack", {"trackId": "a1"})], "Done.")
    assert [result.is_error for result in results(turned)] == [True, False]
    assert (turned.words, len(turned.steps)) == ("Done.", 1)


@pytest.mark.spec("D-5")
def test_of_too_many_calls_in_one_answer_the_rest_is_refused_each(state):
    turned, _ = run(state, [("muteTrack", {"trackId": "a1"})] * 70, "Done.")
    assert [result.is_error for result in results(turned)] == [False] * 64 + [True] * 6
    assert len(turned.steps) == 64
