"""Words that are to go from what is said, as people ask for it; titles are not what is said."""

from __future__ import annotations

import pytest

from agent.providers.base import Scene
from agent.providers.offline.understand import understand
from tests import factories
from tools.composition import Composition

pytestmark = pytest.mark.spec("S-11", "D-2")
SENTENCES = {
    "cut the word banana": {"say": "banana"},
    "please remove where I say banana from the video": {"say": "banana"},
    "delete the part where she says good bye": {"say": "good bye"},
    "cut out the words “so, you know”": {"say": "so, you know"},
    "remove every time I say banana": {"say": "banana", "which": 0},
    "cut the last time he says banana": {"say": "banana", "which": -1},
    "cut the word banana (every time)": {"say": "banana", "which": 0},
    "cut the word “banana” (the second time)": {"say": "banana", "which": 2},
    "cut the word um": {"say": "um"},
    "cut the word okay (every time)": {"say": "okay", "which": 0},
    "cut out every um": {"say": "um", "which": 0},
    "remove all the ums from the video": {"say": "um", "which": 0},
    "delete where I say actually": {"say": "actually"},
}


def steps(said: str, document=None) -> list[tuple[str, dict]]:
    state = Composition.load(document or factories.document())
    return [(step.tool, step.arguments) for step in understand(Scene(state), said).steps]


@pytest.mark.parametrize("said", SENTENCES)
def test_words_are_cut_by_name(said):
    assert steps(said) == [("cut.words", SENTENCES[said])]


def test_it_goes_with_other_wishes():
    assert [tool for tool, _ in steps("cut the word banana and make it vertical")] == [
        "cut.words",
        "setCompositionSize",
    ]


@pytest.mark.parametrize("said", ["delete the word Hello from the title", "don't cut the word banana"])
def test_words_on_the_screen_and_what_is_not_to_be_done_are_left(said):
    assert steps(said) == []
