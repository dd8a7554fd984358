"""The examples on the page: each fits the composition, and the planner that is always there understands it."""

from __future__ import annotations

import pytest

from agent.interpret import interpret
from agent.providers.offline import OfflineProvider
from agent.web.suggestions import suggestions
from runs.tiers import file_tier
from tests.factories import document
from tools.composition import Composition


def shaped(**changes) -> Composition:
    return Composition.load(document() | changes)


def empty() -> Composition:
    bare = document() | {"items": {}, "markers": []}
    for track in bare["tracks"]:
        track["items"] = []
    return Composition.load(bare)


@pytest.mark.parametrize("state", [shaped(), shaped(width=1080, height=1920), empty()], ids=["wide", "tall", "empty"])
def test_every_example_can_be_carried_out_or_is_answered(state, settings):
    said = suggestions(state)
    assert said
    for sentence in said:
        proposal = interpret(sentence, state=state, tier=file_tier(), provider=OfflineProvider()).proposal
        assert proposal.valid or proposal.answer, (sentence, proposal.errors, proposal.question)
        assert proposal.plan.steps or "long" in sentence, sentence


def test_a_tall_picture_is_not_offered_to_be_made_vertical():
    assert not any("vertical" in sentence for sentence in suggestions(shaped(width=1080, height=1920)))
