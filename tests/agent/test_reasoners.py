"""The three reasoners: the loop; one call for the whole plan where a model calls nothing; and an honest answer left alone."""

import json
import os
from pathlib import Path

import pytest

from agent.interpret import interpret
from agent.messages import AssistantMessage, ToolCall, ToolResultMessage, UserMessage, said, text_of
from agent.oneshot import NoPlan, prompt, schema, signature, spoken
from agent.providers.base import ProviderError, ThinkingUnsupported
from agent.reasoners import claims, names, reason
from agent.toolbox import Toolbox
from runs.tiers import file_tier
from tests import factories
from tools.catalog import TOOLS
from tools.composition import Composition
from tools.registry.registry import Registry

SNAPSHOT = Path(__file__).parent / "prompts" / "oneshot.txt"
pytestmark = pytest.mark.spec("K-02")

CLAIM = "I've deleted the last clip."
DELETE = {"tool": "deleteItems", "params": '{"ids": ["@last"]}'}


def plan(*steps, answer="Deletes the outro.", question=""):
    return json.dumps({"steps": list(steps), "question": question, "answer": answer})


class Talker:
    """A model that never calls a tool: it says these things one after another, and remembers what it was asked."""

    name = "talker"

    def __init__(self, *answers):
        self.answers, self.asked = list(answers), []

    def chat(self, params):
        self.asked.append(params)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, AssistantMessage):
            return answer
        return AssistantMessage(content=said(answer), provider="talker", model="m", echo={"parts": [1]})


@pytest.fixture
def state():
    return Composition.load(factories.document())


@pytest.fixture
def tools(state):
    return Toolbox(TOOLS, state)


def think(state, *answers, message="delete the last clip"):
    """The proposal, the kept messages and the model, for a model that answers like this."""
    model = Talker(*answers)
    interpreted = interpret(message, state=state, tier=file_tier(), provider=model)
    return interpreted.proposal, interpreted.messages, model


# --- When the model is asked again ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "It is 26 seconds long.",
        "I can't do that: there is no audio track.",
        "I have no access to the file itself.",
        "The music starts at frame 0 and is not muted.",
        "Shall I delete the outro?",
        "I will need to know which clip you mean.",
    ],
)
def test_an_honest_answer_stays_an_answer_and_costs_one_call(state, words):
    before = state.dump()
    proposal, _, model = think(state, words, plan(DELETE))
    assert (proposal.answer, proposal.plan.steps, proposal.degraded) == (words, [], None)
    assert len(model.asked) == 1
    assert state.dump() == before


@pytest.mark.parametrize(
    "words",
    [
        CLAIM,
        "Done!",
        "Deleted the last clip.",
        "I'll go ahead and remove the outro now.",
        "Let me delete the last clip for you.",
        'deleteItems({"ids": ["clip-d"]})',
        '<tool_call>{"name": "deleteItems", "arguments": {"ids": ["clip-d"]}}</tool_call>',
        '```json\n{"steps": []}\n```',
    ],
)
def test_words_that_claim_a_change_or_hold_a_call_are_asked_for_the_plan(state, words):
    proposal, _, model = think(state, words, plan(DELETE))
    assert proposal.valid
    assert [step.params for step in proposal.plan.steps] == [{"ids": ["clip-d"]}]
    assert (proposal.plan.summary, proposal.degraded) == ("Deletes the outro.", None)
    assert len(model.asked) == 2


@pytest.mark.spec("K-15")
def test_a_plan_in_one_answer_places_what_it_makes(state):
    made = {"tool": "generate.image", "params": '{"prompt": "a harbour"}'}
    item = '{"item": {"type": "image", "assetId": "@asset:step-1"}, "from": 0}'
    proposal, kept, _ = think(state, CLAIM, plan(made, {"tool": "addItem", "params": item}))

    assert (proposal.valid, proposal.errors) == (True, [])
    assert [item["name"] for item in proposal.preview.diff["items"]["added"]] == ["a harbour"]
    first, second = [json.loads(text_of(message)) for message in kept if isinstance(message, ToolResultMessage)]
    assert first == {"queued": True, "step": "step-1", "asset": "@asset:step-1"}
    assert second == {"queued": True, "step": "step-2"}


def test_a_model_that_calls_tools_is_never_asked_again(state):
    call = AssistantMessage(tool_calls=[ToolCall(name="query", arguments={"target": "items"})])
    proposal, _, model = think(state, call, CLAIM)
    assert proposal.answer == CLAIM
    assert len(model.asked) == 2


def test_an_answer_that_only_names_a_tool_stays_when_there_is_nothing_to_plan(state):
    words = "You could use deleteItems for that."
    assert think(state, words, plan(answer="Nothing to do."))[0].answer == words
    assert think(state, words, "no JSON")[0].answer == words


def test_a_claim_without_a_deed_is_replaced_by_the_honest_answer(state):
    proposal, _, _ = think(state, CLAIM, plan(answer="There is nothing to delete."))
    assert (proposal.answer, proposal.plan.steps) == ("There is nothing to delete.", [])


def test_a_claim_that_never_becomes_a_plan_is_planned_offline_and_says_so(state):
    proposal, _, model = think(state, CLAIM, "no JSON")
    assert [step.tool for step in proposal.plan.steps] == ["deleteItems"]
    assert "could not be understood (it called no tool and gave no plan that could be read" in proposal.degraded
    assert len(model.asked) == 3


@pytest.mark.parametrize(
    "refusal",
    [
        "The model's server answered 400: registry.ollama.ai/library/gemma:2b does not support tools",
        "The model's server answered 404: No endpoints found that support tool use.",
        "The model's server answered 400: Function calling is not enabled; tools are not supported",
    ],
)
def test_a_model_that_takes_no_tools_is_asked_for_the_plan_at_once(state, refusal):
    proposal, _, model = think(state, ProviderError(refusal, kind="request"), plan(DELETE))
    assert proposal.valid
    assert (proposal.degraded, len(model.asked)) == (None, 2)
    assert model.asked[1].tools == ()


def test_any_other_failure_is_not_asked_again(state):
    proposal, _, model = think(state, ProviderError("The server answered 500."), plan(DELETE))
    assert "answered 500" in proposal.degraded
    assert len(model.asked) == 1


# --- What the model is told -------------------------------------------------------------------------------------------


def test_the_prompt_holds_every_tool_that_can_be_a_step_the_items_and_what_is_known(tools):
    told = prompt(tools, lambda scene: "What is known now.", None)
    for tool in TOOLS:
        assert (f"\n- {tool.name}(" in told) == (TOOLS.class_of(tool.name) != "read"), tool.name
    assert "What is known now." in told
    assert '"id": "clip-d"' in told
    assert "ask_user" not in told


def test_the_prompt_is_the_one_on_record(state):
    few = Registry(TOOLS.get(name) for name in ("query", "deleteItems", "addTrack", "generate.image"))
    told = prompt(Toolbox(few, state), lambda scene: "What is known now.", None)
    if os.environ.get("UPDATE_SNAPSHOTS"):
        SNAPSHOT.write_text(told)
    assert told == SNAPSHOT.read_text()


def test_the_prompt_is_a_fraction_of_the_schemas(tools):
    assert len(prompt(tools, lambda scene: "", None)) < 25_000


def test_a_tool_is_told_as_a_signature(tools):
    told = {tool.name: signature(tool) for tool in tools.schemas()}
    assert told["deleteItems"].startswith("deleteItems(ids: list of string")
    assert told["addTrack"] == "addTrack(kind?: video|audio, name?: string, index?: integer)"


def test_the_schema_is_closed_and_needs_everything_so_that_every_provider_can_hold_a_model_to_it(tools):
    def objects(part):
        if part.get("type") == "object":
            yield part
            for inner in part["properties"].values():
                yield from objects(inner)
        elif part.get("type") == "array":
            yield from objects(part["items"])

    for part in objects(schema(tools)):
        assert part["required"] == list(part["properties"])
        assert part["additionalProperties"] is False


def test_the_history_goes_along_as_words_alone():
    call = ToolCall(name="query")
    history = [
        UserMessage(content=said("what is there")),
        AssistantMessage(content=said("I look."), tool_calls=[call], echo={"parts": []}),
        ToolResultMessage(tool_call_id=call.id, tool_name="query", content=said("[]")),
        AssistantMessage(tool_calls=[ToolCall(name="describe")]),
        UserMessage(content=said("delete it")),
    ]
    told = spoken(history)
    assert [(one.role, text_of(one)) for one in told] == [
        ("user", "what is there"),
        ("assistant", "I look."),
        ("user", "delete it"),
    ]
    assert not any(getattr(one, "tool_calls", None) or getattr(one, "echo", None) for one in told)


# --- How strictly it is read ------------------------------------------------------------------------------------------


@pytest.mark.spec("D-12")
@pytest.mark.parametrize(
    ("first", "says"),
    [
        ("Here you are: " + plan(DELETE), "JSON"),
        (plan(DELETE) + plan(DELETE), "JSON"),
        ("[]", "object"),
        ('{"steps": "none"}', "steps"),
        ('{"steps": [], "answer": "x", "approve": true}', "approve"),
        (plan({"tool": "deleteItems", "params": '{"ids": ["@la'}), "“ids”"),
        (plan({"tool": "deleteItems", "params": ""}), "“ids” is missing"),
        (plan({"tool": "deleteItems", "params": '{"id": "clip-d"}'}), "Did you mean “ids”"),
        (plan({"tool": "deletItems", "params": "{}"}), "Did you mean deleteItems"),
        (plan({"tool": "query", "params": '{"target": "items"}'}), "only a change"),
        (plan({"tool": "ask_user", "params": '{"question": "?"}'}), "only a change"),
        (AssistantMessage(content=said(plan(DELETE)), stop_reason="length"), "cut off"),
    ],
)
def test_an_answer_that_does_not_fit_is_sent_back_once_with_what_is_wrong(tools, first, says):
    model = Talker(CLAIM, first, plan(DELETE))
    turned = run(model, tools)
    assert says in text_of(model.asked[2].messages[-1])
    assert turned.steps == [{"tool": "deleteItems", "params": {"ids": ["@last"]}}]


@pytest.mark.spec("D-12")
def test_an_answer_that_never_fits_is_no_plan(tools):
    with pytest.raises(NoPlan, match="“ids” is missing"):
        run(Talker(CLAIM, plan(DELETE, {"tool": "deleteItems", "params": "{}"})), tools)


@pytest.mark.parametrize(
    "written", [plan(DELETE), f"```json\n{plan(DELETE)}\n```", plan({**DELETE, "params": {"ids": ["@last"]}})]
)
def test_a_fence_around_it_and_parameters_as_an_object_are_taken(tools, written):
    assert run(Talker(CLAIM, written), tools).steps == [{"tool": "deleteItems", "params": {"ids": ["@last"]}}]


def test_a_question_stands_alone(state):
    proposal, _, _ = think(state, CLAIM, plan(DELETE, question="Which clip?"))
    assert (proposal.needs_clarification, proposal.question.question) == (True, "Which clip?")
    assert proposal.plan.steps == []


def test_the_conversation_keeps_calls_with_results_as_the_loop_would_have_left_them(state):
    _, messages, _ = think(state, CLAIM, plan(DELETE))
    asked, called, result, closing = messages
    assert (asked.role, text_of(closing)) == ("user", "Deletes the outro.")
    assert [call.name for call in called.tool_calls] == ["deleteItems"]
    assert result.tool_call_id == called.tool_calls[0].id
    assert CLAIM not in str(messages)
    assert all(getattr(message, "echo", None) is None for message in messages)


@pytest.mark.spec("K-24")
def test_the_trace_says_which_reasoner_planned(state):
    assert think(state, CLAIM, plan(DELETE))[0].plan.trace["task"] == "agent-plan"
    assert think(state, "It is 26 seconds long.")[0].plan.trace["task"] == "agent-plan-tooluse"
    assert think(state, CLAIM, "no JSON")[0].plan.trace["task"] == "agent-plan-tooluse"


def test_what_the_words_claim_is_told_from_what_they_say(tools):
    assert claims(CLAIM, tools)
    assert not claims("The outro was deleted by an earlier run.", tools)
    assert names("use generate_image", tools)
    assert not names("You can render and publish it.", tools)


def run(model, tools):
    return reason(
        model,
        [UserMessage(content=said("delete the last clip"))],
        tools,
        system_prompt=lambda scene: "plan",
        grounding=lambda scene: "",
        scene=lambda: None,
    )


@pytest.mark.spec("A-02", "K-24")
@pytest.mark.parametrize("level", ["", "high"])
def test_every_way_of_planning_thinks_as_hard_as_the_setting_says(state, settings, level):
    settings.LLM_THINKING = level
    proposal, _, model = think(state, CLAIM, plan(DELETE))
    assert [params.thinking_level for params in model.asked] == [level or None] * 2
    assert proposal.plan.trace["params"]["thinkingLevel"] == (level or None)


@pytest.mark.spec("A-02", "K-24")
def test_a_model_without_that_level_plans_without_it_and_the_trace_says_so(state, settings):
    class Thoughtless(Talker):
        def chat(self, params):
            if params.thinking_level:
                raise ThinkingUnsupported("m", params.thinking_level, "it takes none")
            return super().chat(params)

    settings.LLM_THINKING = "high"
    model = Thoughtless("It is 26 seconds long.")
    trace = interpret("how long is it?", state=state, tier=file_tier(), provider=model).proposal.plan.trace
    assert (trace["provider"], trace["params"]["thinkingLevel"], len(trace["turns"])) == ("talker", None, 1)
