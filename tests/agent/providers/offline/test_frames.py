"""Where no pattern fits, an action, a thing and values are read in any order, or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.providers.base import Scene
from agent.providers.offline.conditions import parted
from agent.providers.offline.frame_table import ACTIONS, FRAMES
from agent.providers.offline.frames import framed
from agent.providers.offline.pattern import Reading
from agent.providers.offline.rippling import unrippled
from agent.providers.offline.sketch import Sketch
from agent.providers.offline.slots import SLOTS
from agent.providers.offline.tokens import read
from agent.providers.offline.words import CLASSES
from tools.composition import Composition

DOCUMENT = json.loads((Path(__file__).parents[3] / "compositions" / "four-clips.json").read_text())
BEFORE = Composition.load(DOCUMENT)


def reading(say: str) -> Reading:
    sentence = read(say)
    return Reading(sentence, sentence.tokens, CLASSES, SLOTS, Sketch(Scene(BEFORE), BEFORE))


@pytest.mark.parametrize(
    "say",
    ["half speed on the park", "on the park half speed", "the park, half speed", "speed of the park at half"],
)
def test_the_order_of_action_thing_and_value_is_free(say):
    done = framed(reading(say))
    assert [(step.tool, step.arguments["ids"], step.arguments["rate"]) for step in done.steps] == [
        ("setPlaybackRate", ["clip-c"], 0.5)
    ]


@pytest.mark.parametrize(
    "say",
    [
        "the park half speed yesterday",  # a word that is left over
        "not the park half speed",  # a negation
        "half speed",  # no thing
        "the park 5 seconds",  # no action
        "mute and reverse the park",  # two actions
        "the park was half speed",  # a statement
    ],
)
def test_what_makes_no_one_sense_is_not_read(say):
    assert framed(reading(say)) is None


def test_every_frame_answers_to_an_action_that_has_words():
    assert {frame.action for frame in FRAMES if frame.action} <= set(ACTIONS)


@pytest.mark.parametrize(
    ("say", "holds"),
    [
        ("if the interview is longer than 8 seconds trim it", True),
        ("if the outro is not longer than 8 seconds trim it", True),
        ("unless the outro is longer than 8 seconds trim it", True),
        ("if the music is louder than 0 dB mute it", False),
        ("if the interview is longer than the city delete it", True),
        ("if there are more than 4 clips delete the last one", False),
        ("if the video is vertical mute the music", False),
    ],
)
def test_the_composition_decides_what_it_can(say, holds):
    decision, _, wish = parted(reading(say))
    assert decision.holds is holds
    assert wish


def test_what_the_composition_cannot_tell_stays_undecided():
    assert parted(reading("if it rains delete the outro")) is None


@pytest.mark.parametrize(
    "say",
    ["trim it to 5 seconds, ripple", "trim it to 5 seconds and push the rest down", "ripple trim it to 5 seconds"],
)
def test_words_about_the_rest_come_off_the_wish(say):
    assert [" ".join(token.norm for token in tokens) for tokens in unrippled(reading(say))] == ["trim it to 5 seconds"]
