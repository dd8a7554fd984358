"""The door for questions of fact: answered from the document, in words, and never with a change."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.ask import answer
from agent.providers.base import Scene
from tools.composition import Composition

STATE = Composition.load(json.loads((Path(__file__).parents[1] / "compositions" / "four-clips.json").read_text()))
SCENE = Scene(STATE, tag="t")


@pytest.mark.spec("K-26")
@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("how long is the video?", ["26 seconds (780 frames at 30 fps)"]),
        ("how many clips are there?", ["4"]),
        ("which clip is the longest?", ["interview.mp4"]),
        ("what size is it?", ["1920×1080"]),
        ("where is the logo?", ["Overlay", "0:20"]),
        ("how loud is the music?", ["-6 dB"]),
        ("what comes after the interview?", ["broll-city.mp4"]),
        ("what is the name of this project?", [STATE.name]),
        ("how lnog is the viedo?", ["26 seconds"]),
    ],
)
def test_a_question_of_fact_is_answered(question: str, words: list[str]) -> None:
    found = answer(question, SCENE)
    assert found.ok, found
    assert [word for word in words if word not in found.text] == []


@pytest.mark.spec("K-26")
@pytest.mark.parametrize("question", ["delete the last clip", "what is the meaning of life?", "who won the game?", ""])
def test_what_is_no_question_of_fact_is_left_to_the_planner(question: str) -> None:
    found = answer(question, SCENE)
    assert not found.ok
    assert found.reason == "unsupported"


def test_the_selection_is_part_of_the_scene() -> None:
    assert "outro.mp4" in answer("what is selected?", Scene(STATE, ("clip-d",))).text
    assert "3 seconds" in answer("how long is this clip?", Scene(STATE, ("clip-d",))).text


def test_with_nothing_open_there_is_nothing_to_answer() -> None:
    found = answer("how long is it?", Scene())
    assert not found.ok
    assert found.reason == "nothing open"


def test_a_question_about_one_of_several_names_them() -> None:
    assert "interview.mp4" in answer("how long is the clip?", SCENE).text
