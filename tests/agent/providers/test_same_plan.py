"""One conversation in every vendor's words, whole and streamed: each adapter brings it to the same plan, and offline agrees."""

import json

import pytest

from agent.interpret import interpret
from agent.messages import AssistantMessage, ToolResultMessage, text_of
from agent.providers.base import Delta
from agent.providers.offline import OfflineProvider
from runs.tiers import file_tier
from tests import factories
from tests.agent.providers.vendors import ADAPTERS
from tests.agent.providers.wire import Wire, config, sse
from tools.composition import Composition

pytestmark = pytest.mark.spec("S-07", "D-1")

SENTENCE = "delete the last clip and make it vertical"
TURNS = [
    ("I look first.", [("query", {"target": "items", "where": {"type": "video"}, "select": ["id"]})]),
    ("", [("deleteItems", {"ids": ["clip-d"]}), ("setCompositionSize", {"width": 1080, "height": 1920})]),
    ("Deletes the outro and makes it vertical.", []),
]


def adapter(name, *, streamed=False):
    make, model, whole, events = ADAPTERS[name]
    wire = Wire(*(sse(*events(*turn)) if streamed else whole(*turn) for turn in TURNS))
    return make(config(name, model), door=wire.door()), wire


@pytest.fixture
def state():
    return Composition.load(factories.document())


def planned(state, provider, listener=None):
    """What a provider's conversation comes to: the plan without its random tag, and the messages."""
    interpreted = interpret(SENTENCE, state=state, tier=file_tier(), provider=provider, listener=listener)
    proposal = interpreted.proposal
    assert proposal.degraded is None
    steps = [(step.tool, step.params, step.step_class, step.est_credits) for step in proposal.plan.steps]
    return (proposal.valid, proposal.errors, steps, proposal.preview.summary), interpreted


EXPECTED = (
    True,
    [],
    [
        ("deleteItems", {"ids": ["clip-d"]}, "mutate", 0),
        ("setCompositionSize", {"width": 1080, "height": 1920}, "mutate", 0),
    ],
    "Removes 1 clip (outro.mp4), resizes to 1080×1920.",
)


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("name", ADAPTERS)
def test_the_same_conversation_comes_to_the_same_plan(state, name, streamed):
    provider, wire = adapter(name, streamed=streamed)
    plan, interpreted = planned(state, provider, [].append if streamed else None)

    assert plan == EXPECTED
    assert interpreted.proposal.plan.summary == "Deletes the outro and makes it vertical."
    assert len(wire.requests) == 3
    models = [message for message in interpreted.messages if isinstance(message, AssistantMessage)]
    assert [(m.provider, text_of(m), m.stop_reason) for m in models] == [
        (name, "I look first.", "tool_use"),
        (name, "", "tool_use"),
        (name, "Deletes the outro and makes it vertical.", "stop"),
    ]
    ids = [call.id for message in models for call in message.tool_calls]
    results = [message for message in interpreted.messages if isinstance(message, ToolResultMessage)]
    assert [result.tool_call_id for result in results] == ids
    assert len(set(ids)) == 3


@pytest.mark.parametrize("name", ADAPTERS)
def test_whoever_listens_hears_the_words_as_they_come_and_the_end_of_each_turn(state, name):
    provider, _ = adapter(name, streamed=True)
    heard = []
    _, interpreted = planned(state, provider, heard.append)
    told = "".join(piece.text if isinstance(piece, Delta) else "|" for piece in heard)
    assert told == "I look first.||Deletes the outro and makes it vertical.|"
    trace = interpreted.proposal.plan.trace
    assert [turn["stopReason"] for turn in trace["turns"]] == ["tool_use", "tool_use", "stop"]


@pytest.mark.parametrize("name", ADAPTERS)
def test_what_the_tools_answered_reaches_the_model_in_its_next_turn(state, name):
    provider, wire = adapter(name)
    planned(state, provider)
    first, second, third = (json.dumps(body) for body in wire.bodies)
    assert "clip-d" in second.split(SENTENCE)[1]
    assert third.count("queued") - first.count("queued") == 2
    assert "step-2" in third
    assert "step-2" not in second


@pytest.mark.spec("D-2")
def test_the_offline_planner_agrees(state):
    assert planned(state, OfflineProvider())[0] == EXPECTED


@pytest.mark.parametrize("after", ADAPTERS)
@pytest.mark.parametrize("before", ADAPTERS)
def test_a_conversation_can_go_on_with_any_other_provider(state, before, after):
    _, interpreted = planned(state, adapter(before)[0])
    stored = [type(message).model_validate_json(message.model_dump_json()) for message in interpreted.messages]

    provider, wire = adapter(after)
    interpret(SENTENCE, state=state, tier=file_tier(), provider=provider, history=stored)

    sent = json.dumps(wire.bodies[0])
    assert ("c2lnbmVk" in sent) == (before == after == "gemini")
    assert (sent.count("toolu_") > 0) == (before == after == "anthropic")
