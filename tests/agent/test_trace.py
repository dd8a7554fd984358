"""The trace of a planning: complete, without a word of what was said, and the same digests for the same inputs."""

import pytest

from agent import actions
from agent.context import Background
from agent.interpret import interpret, system_prompt
from agent.messages import AssistantMessage, ToolCall, Usage, UserMessage, said
from agent.providers.base import ChatParams, Delta, ProviderError, Scene
from agent.trace import Recorder, inputs_digest, sha256
from runs.models import Run
from runs.tiers import file_tier, tier_of
from tests import factories
from tools.composition import Composition

SECRET_PLOT = "delete the clip of the surprise party"


class Model:
    """One tool call, then words; or nothing but a failure."""

    name = "vendor"

    def __init__(self, fails=False):
        self.fails, self.seen = fails, []

    def chat(self, params):
        self.seen.append(params)
        if self.fails:
            raise ProviderError("gone", kind="timeout")
        last = params.messages[-1].role == "toolResult"
        calls = [] if last else [ToolCall(name="deleteItems", arguments={"ids": ["clip-d"]})]
        return AssistantMessage(
            content=said("Deletes the surprise.") if last else [],
            tool_calls=calls,
            provider=self.name,
            model="vendor-9",
            usage=Usage(input=100, output=10, cache_read=50, reasoning=4, cost=0.5),
            stop_reason="stop" if last else "tool_use",
        )


@pytest.fixture
def state():
    return Composition.load(factories.document())


def trace_of(state, message=SECRET_PLOT, **wishes):
    return interpret(message, state=state, tier=file_tier(), **wishes).proposal.plan.trace


@pytest.mark.spec("K-24")
def test_every_turn_is_on_record_with_its_time_usage_and_calls(state):
    trace = trace_of(state, provider=Model())

    assert {"traceId", "spec", "task", "startedAt", "durationMs"} <= trace.keys()
    assert (trace["provider"], trace["model"], trace["spec"]["id"]) == ("vendor", "vendor-9", "agent.kernel")
    assert trace["usage"] == {
        "input": 200, "output": 20, "cacheRead": 100, "cacheWrite": 0, "reasoning": 8, "cost": 1.0
    }  # fmt: skip
    assert [(turn["stopReason"], turn["toolCalls"]) for turn in trace["turns"]] == [
        ("tool_use", ["deleteItems"]),
        ("stop", []),
    ]
    assert (trace["task"], trace["params"]["thinkingLevel"]) == ("agent-plan-tooluse", None)
    assert trace["durationMs"] >= max(turn["durationMs"] for turn in trace["turns"])


@pytest.mark.spec("K-24")
def test_no_word_of_it_is_kept_but_hashes_that_can_be_checked(state):
    model = Model()
    trace = trace_of(state, provider=model)

    assert "surprise" not in str(trace)
    assert "Test film" not in str(trace)
    assert trace["promptSha256"] == sha256(system_prompt(Scene(state), Background()))
    assert trace["inputsDigest"] == inputs_digest(model.seen[0].messages, model.seen[0].scene)


@pytest.mark.spec("K-24")
def test_the_same_inputs_have_the_same_digest_and_other_inputs_another(state):
    first, again = trace_of(state), trace_of(state)

    assert first["traceId"] != again["traceId"]
    assert (first["inputsDigest"], first["promptSha256"]) == (again["inputsDigest"], again["promptSha256"])
    others = [
        trace_of(state, "mute the music"),
        trace_of(state, selected=("clip-a",)),
        trace_of(state, playhead=7),
        trace_of(Composition.load(factories.document() | {"name": "Other"})),
    ]
    assert len({first["inputsDigest"], *(other["inputsDigest"] for other in others)}) == 5


@pytest.mark.spec("K-24", "K-20")
def test_the_words_are_kept_only_where_that_is_asked_for_and_without_secrets(state, settings):
    settings.AGENT_TRACE_CONTENT = True
    trace = trace_of(state, "delete the last clip, password=hunter2hunter2", provider=Model())

    content = trace["content"]
    assert content["messages"][-1]["text"].startswith("delete the last clip")
    assert content["systemPrompt"].startswith("You plan edits")
    assert content["answers"][0]["toolCalls"] == [["deleteItems", {"ids": ["clip-d"]}]]
    assert "hunter2" not in str(trace)


@pytest.mark.spec("K-24", "D-2")
def test_a_provider_that_failed_and_the_one_that_took_over_are_both_in_it(state):
    trace = trace_of(state, "delete the last clip", provider=Model(fails=True))

    assert [turn["provider"] for turn in trace["turns"]][:2] == ["vendor", "offline"]
    assert trace["turns"][0]["error"] == "timeout"
    assert trace["provider"] == "offline"


@pytest.mark.spec("K-24")
def test_the_run_keeps_the_trace_of_its_plan_and_the_approval_does_not_depend_on_it(film, alice):
    planned = actions.plan(
        alice, film.workspace, "delete the last clip", composition=film, tier=tier_of(alice, film.workspace)
    )

    row = Run.objects.get(pk=planned.run.pk)
    assert row.plan["trace"] == planned.proposal.plan.trace
    assert row.plan["trace"]["provider"] == "offline"
    assert planned.proposal.plan.model_copy(update={"trace": None}).digest == row.digest


def test_nothing_asked_is_no_trace():
    assert Recorder().trace() is None


@pytest.mark.spec("K-24", "K-02")
def test_a_plan_that_was_made_at_once_says_so():
    recorder = Recorder()
    recorder.watch(Model()).chat(ChatParams([UserMessage(content=said("go"))], answer_schema={"type": "object"}))

    assert recorder.trace()["task"] == "agent-plan"


@pytest.mark.spec("K-24")
def test_a_streamed_turn_is_on_record_like_a_whole_one(state):
    heard = []
    whole, streamed = trace_of(state, provider=Model()), trace_of(state, provider=Model(), listener=heard.append)
    changing = ("startedAt", "durationMs")
    assert [{key: fact for key, fact in turn.items() if key not in changing} for turn in whole["turns"]] == [
        {key: fact for key, fact in turn.items() if key not in changing} for turn in streamed["turns"]
    ]
    assert whole["usage"] == streamed["usage"]
    assert heard


@pytest.mark.spec("K-24")
def test_a_stream_that_stops_half_way_is_on_record_as_its_failure(state):
    class Cut(Model):
        def stream(self, params):
            yield Delta("text", "I will")
            raise ProviderError("gone", kind="malformed")

    trace = trace_of(state, provider=Cut(), listener=lambda item: None)
    first = trace["turns"][0]
    assert (first["provider"], first["error"]) == ("vendor", "malformed")
    assert trace["provider"] == "offline"
