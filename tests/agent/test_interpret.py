"""From words to a proposal: what a model said becomes a card, a question or an answer, and a model that fails is replaced."""

import pytest

from agent.context import Background
from agent.interpret import interpret
from agent.messages import AssistantMessage, ToolCall, said, text_of
from agent.providers import UnknownProvider, provider_named
from agent.providers.base import ProviderError
from runs.tiers import file_tier
from tests import factories
from tools.composition import Composition

LONG_AGO = {"ids": ["@last"]}


class Model:
    """Answers every prompt with the same calls, then with the same words."""

    name = "model"

    def __init__(self, *calls, words="Done.", fails=None):
        self.calls, self.words, self.fails, self.asked = calls, words, fails, []

    def chat(self, params):
        self.asked.append(params)
        if self.fails:
            raise ProviderError(self.fails)
        if self.calls and params.messages[-1].role == "user":
            return AssistantMessage(
                tool_calls=[ToolCall(name=name, arguments=arguments) for name, arguments in self.calls]
            )
        return AssistantMessage(content=said(self.words))


@pytest.fixture
def state():
    return Composition.load(factories.document())


def ask(state, message="go", **wishes):
    return interpret(message, state=state, tier=wishes.pop("tier", file_tier()), **wishes).proposal


@pytest.mark.spec("K-01")
def test_a_models_calls_become_a_bound_priced_and_previewed_plan(state):
    before = state.dump()

    proposal = ask(
        state, provider=Model(("deleteItems", LONG_AGO), ("setCompositionSize", {"width": 1080, "height": 1920}))
    )

    assert proposal.valid
    assert [step.params for step in proposal.plan.steps] == [{"ids": ["clip-d"]}, {"width": 1080, "height": 1920}]
    assert proposal.preview.summary == "Removes 1 clip (outro.mp4), resizes to 1080×1920."
    assert proposal.plan.summary == "Done."
    assert state.dump() == before


@pytest.mark.spec("K-01")
def test_words_without_a_call_are_an_answer(state):
    proposal = ask(state, provider=Model(words="It is 26 seconds long."))

    assert (proposal.answer, proposal.plan.steps, proposal.valid) == ("It is 26 seconds long.", [], False)
    assert proposal.errors == []


@pytest.mark.spec("K-09")
def test_a_models_question_stands_alone(state):
    choices = [{"id": "clip-a", "label": "interview"}]
    model = Model(("deleteItems", LONG_AGO), ("ask_user", {"question": "Which?", "choices": choices}))

    proposal = ask(state, provider=model)

    assert (proposal.needs_clarification, proposal.question.choices[0].id) == (True, "clip-a")
    assert (proposal.plan.steps, proposal.valid) == ([], False)


@pytest.mark.spec("K-20")
def test_what_a_model_offers_to_choose_is_clean_and_short(state):
    key = "ghp_" + "aB3dE5gH7j" * 4
    choices = [{"id": "clip-a", "label": f"the one with {key}"}, {"id": "clip-b", "label": "very " * 500}]
    question = ask(state, provider=Model(("ask_user", {"question": "Which?", "choices": choices}))).question

    assert question.choices[0].label == "the one with [redacted]"
    assert len(question.choices[1].label) <= 200


@pytest.mark.spec("K-09")
def test_choices_are_things_only_if_all_of_them_are_there(state):
    def kind(*ids):
        choices = [{"id": id, "label": id} for id in ids]
        return ask(state, provider=Model(("ask_user", {"question": "Which?", "choices": choices}))).question.kind

    assert (kind("clip-a", "v1"), kind("clip-a", "ghost"), kind()) == ("select_item", "select_words", "free_text")


@pytest.mark.spec("K-09")
def test_an_unresolved_reference_becomes_a_question(state):
    proposal = ask(state, provider=Model(("deleteItems", {"ids": ["@selected"]})))

    assert proposal.needs_clarification
    assert {choice.id for choice in proposal.question.choices} <= set(state.items)
    assert proposal.plan.steps == []


@pytest.mark.spec("K-20")
def test_a_secret_reaches_neither_the_model_nor_the_plan(state):
    model = Model(("muteTrack", {"trackId": "a1"}))

    interpreted = interpret("mute the music, my password=hunter2hunter2", state=state, tier=file_tier(), provider=model)

    assert "hunter2" not in str(model.asked)
    assert "hunter2" not in interpreted.proposal.model_dump_json()
    assert "hunter2" not in text_of(interpreted.messages[0])
    assert interpreted.proposal.safety.flags == ["secret_redacted"]


@pytest.mark.spec("K-19")
def test_a_lower_tier_gets_the_plan_with_the_reason_why_not(state):
    proposal = ask(state, provider=Model(("muteTrack", {"trackId": "a1"})), tier=file_tier("readonly"))

    assert not proposal.valid
    assert proposal.errors == ["step-1 (muteTrack): your tier allows read, not mutate."]


@pytest.mark.spec("D-2")
def test_a_provider_that_fails_is_replaced_by_the_offline_planner_and_the_card_says_so(state):
    proposal = ask(state, "delete the last clip", provider=Model(fails="gone, password=hunter2hunter2"))

    assert proposal.valid
    assert proposal.plan.steps[0].params["ids"] == ["clip-d"]
    assert "planned offline" in proposal.degraded
    assert "hunter2" not in proposal.degraded


@pytest.mark.spec("D-2")
def test_an_unknown_provider_degrades_too(state, settings):
    settings.LLM_PROVIDER = "nobody"

    assert "Unknown LLM provider: nobody" in ask(state, "delete the last clip").degraded
    with pytest.raises(UnknownProvider, match="Unknown LLM provider: nobody"):
        provider_named("nobody")


def test_without_a_composition_there_is_an_honest_answer():
    proposal = ask(None, "delete the last clip")

    assert proposal.answer
    assert proposal.plan.steps == []


@pytest.mark.spec("D-2")
def test_the_offline_planner_plans_the_sentence_of_the_readme(state):
    proposal = ask(state, "delete the last clip, make it vertical and add a title card that says Hello")

    assert proposal.valid
    assert [step.tool for step in proposal.plan.steps] == ["deleteItems", "setCompositionSize", "addText"]
    assert "Hello" in proposal.preview.summary


@pytest.mark.spec("K-22")
def test_the_model_remembers_what_was_asked_and_done_before_without_its_secrets(state):
    model = Model(words="As last time.")

    ask(
        state,
        "like last time",
        provider=model,
        background=Background(transcript=[("make it vertical, password=hunter2hunter2", "Resizes to 1080×1920.")]),
    )

    prompt = model.asked[0].system_prompt
    assert "asked: “make it vertical" in prompt
    assert "did: “Resizes to 1080×1920.”" in prompt
    assert "hunter2" not in prompt
