"""Spoken planning: a plan that can be said aloud and waits, a question that is asked, and never a change."""

import json
import re
from pathlib import Path

import pytest

from agent.interpret import interpret
from agent.voice import plan_creative_edit, told
from runs.models import Run
from runs.tiers import file_tier, tier_of
from tests import factories
from tools import store
from tools.composition import Composition
from tools.registry.descriptors import CostRange

SENTENCES = Path(__file__).parent / "providers" / "offline" / "sentences.jsonl"
SAYABLE = re.compile(r"[A-Za-zÀ-ÿ ,.?!:'’-]+")


@pytest.fixture
def state():
    return Composition.load(factories.document())


def proposal(state, message):
    return interpret(message, state=state, tier=file_tier()).proposal


@pytest.mark.spec("K-28")
def test_a_plan_is_told_in_one_breath_and_waits_for_an_approval(state):
    said = told(proposal(state, "delete the last clip and make it vertical"), state)

    assert said.summary == (
        "Here is the plan. Removes one clip, outro, resizes to one thousand eighty by one thousand nine hundred twenty. "
        "It costs nothing. Nothing happens until you approve it."
    )
    assert (said.ok, said.needs_approval, said.cost, said.question) == (True, True, CostRange(), None)


@pytest.mark.spec("K-28")
def test_a_question_comes_back_as_a_question_with_names_to_say(state):
    said = told(proposal(state, "mute the clip"), state)

    assert said.question.endswith("?")
    assert said.choices == ["interview", "broll-city", "broll-park", "outro"]
    assert said.summary.endswith("You can say: interview, broll-city, broll-park, or outro.")
    assert (said.needs_approval, said.cost) == (False, None)


@pytest.mark.spec("K-28")
def test_an_answer_is_an_answer(state):
    said = told(proposal(state, "how long is this?"), state)

    assert "twenty-six seconds" in said.summary
    assert not said.needs_approval


@pytest.mark.spec("K-28")
def test_credits_are_said_as_a_range(state):
    plan = proposal(state, "make it vertical")
    preview = plan.preview.model_copy(update={"cost": CostRange(low=2, expected=4, high=16, uncertain=True)})
    said = told(plan.model_copy(update={"preview": preview}), state)

    assert "It costs between two and sixteen credits." in said.summary
    assert said.cost.high == 16


@pytest.mark.spec("K-28")
def test_confirmations_are_said_before_the_yes(state):
    document = factories.document()
    clip = document["items"]["clip-d"]
    for n in range(30):
        id = f"extra-{n}"
        document["items"][id] = clip | {"id": id, "from": 780 + 90 * n}
        document["tracks"][0]["items"].append(id)
    many = Composition.load(document)

    assert "thirty-four" in told(proposal(many, "delete every clip"), many).summary


@pytest.mark.spec("K-28")
def test_a_plan_that_cannot_run_is_refused_by_name_and_asks_for_no_approval(state):
    said = told(proposal(state, "make it vertical").model_copy(
        update={"valid": False, "errors": ["step-1 (add.captions): nobody does that.", "step-2 (publish): no account."]}
    ), state)  # fmt: skip
    assert said.summary == "I cannot plan that. Add captions: nobody does that. Publish: no account."
    assert (said.ok, said.needs_approval) == (False, False)


@pytest.mark.spec("K-28")
def test_whatever_is_said_a_voice_can_say_it(state):
    ids = [id for id in [*state.items, *state.assets] if not id.isalpha()]
    for line in SENTENCES.read_text().splitlines()[::12]:
        said = told(proposal(state, json.loads(line)["say"]), state)
        assert SAYABLE.fullmatch(said.summary), said.summary
        assert not any(re.search(rf"(?<![\w-]){id}(?![\w-])", said.summary) for id in ids), said.summary
        assert len(said.summary) <= 800


@pytest.mark.spec("K-28")
def test_on_a_stored_composition_the_plan_is_on_record_and_nothing_runs(film, alice):
    before = store.read(film).dump()

    said = plan_creative_edit(
        alice, film.workspace, "delete the last clip", composition=film, tier=tier_of(alice, film.workspace)
    )

    run = Run.objects.get(pk=said.run_id)
    assert (run.status, said.needs_approval) == ("proposed", True)
    assert str(run.pk) not in said.summary
    film.refresh_from_db()
    assert (film.head, store.read(film).dump()) == (1, before)
