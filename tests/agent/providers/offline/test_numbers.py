"""Numbers as people write them."""

import tracemalloc

import pytest

from agent.interpret import interpret
from agent.providers.offline.numbers import figure
from runs.tiers import file_tier
from tests import factories
from tools.composition import Composition


@pytest.mark.parametrize("text", ["1" * 4000, "9" * 400 + "/3", "1/0", "x"])
def test_what_is_no_number_or_larger_than_one_can_be_is_none(text):
    assert figure(text) is None


@pytest.mark.parametrize(
    "message",
    [
        "1" * 4000,
        f"move the first clip to {'9' * 400} seconds",
        f"delete the first {'9' * 400} clips",
        "delete the first 99999999999 clips",
        "delete clips 1 to 99999999999",
        "delete the first ² clips",
        "split the first clip into 99999999 equal parts",
        "split the first clip into 99999999999 equal parts",
    ],
)
def test_a_message_with_an_enormous_number_is_answered_and_fills_no_memory(message):
    state = Composition.load(factories.document())
    tracemalloc.start()
    interpreted = interpret(message, state=state, tier=file_tier())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 50_000_000
    assert isinstance(interpreted.proposal.plan.steps, list)
