"""Captions can be read: two lines, not too fast, not too short, broken where a sentence breaks, when it is said."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.media.analyse.cues import LEAST_MS, LINE, MOST_MS, Spoken, cues, heard, text
from tools.media.analyse.levels import QUIETEST

pytestmark = pytest.mark.spec("M-05")


def say(words: str, start: int = 0, each: int = 300) -> list[Spoken]:
    return [Spoken(word, start + n * each, start + (n + 1) * each - 20) for n, word in enumerate(words.split())]


def test_a_sentence_is_a_caption_and_a_pause_begins_another():
    spoken = [*say("Hello there."), *say("This is it", 700), *say("after a breath", 3000)]
    assert [(cue["startMs"], cue["text"]) for cue in cues(spoken)] == [
        (0, "Hello there."),
        (700, "This is it"),
        (3000, "after a breath"),
    ]


def test_a_long_sentence_is_cut_at_a_comma_near_its_middle():
    spoken = say(
        "You are allowed to use this voice for any purpose that you like, including commercial uses of every kind there is."
    )
    said = [cue["text"].replace("\n", " ") for cue in cues(spoken)]
    assert said == [
        "You are allowed to use this voice for any purpose that you like,",
        "including commercial uses of every kind there is.",
    ]


def test_a_short_word_stays_long_enough_to_be_read_and_makes_room_for_the_next():
    assert cues([Spoken("No.", 0, 100)])[0]["endMs"] == LEAST_MS
    first, second = cues([Spoken("No.", 0, 100), Spoken("Yes.", 500, 700)])
    assert (first["endMs"], second["startMs"]) == (420, 500)


def test_a_word_that_was_stretched_over_a_pause_is_cut_short():
    [cue] = cues([Spoken("Well", 0, 60_000)])
    assert cue["endMs"] <= 2_000


def test_scripts_without_spaces_are_written_without_them():
    assert text([Spoken("今日", 0, 1), Spoken("は", 1, 2)]) == "今日は"
    assert text([Spoken("so", 0, 1), Spoken("so", 1, 2)]) == "so so"


def test_words_begin_and_end_where_something_is_heard():
    levels = np.full(300, QUIETEST, dtype=np.uint8)
    levels[120:160] = 20
    said = [{"t": "Banana", "start": 1.0, "end": 1.9}, {"t": "lost", "start": 2.0, "end": 2.5}]
    assert heard(said, levels) == [{"t": "Banana", "start": 1.2, "end": 1.6}, said[1]]


@given(
    st.lists(
        st.tuples(st.text("abcdefgh,.!", min_size=1, max_size=14), st.integers(40, 900), st.integers(0, 1500)),
        max_size=60,
    )
)
def test_whatever_is_said_the_captions_are_in_order_and_readable(spoken):
    at, words = 0, []
    for word, length, pause in spoken:
        words.append(Spoken(word, at, at + length))
        at += length + pause
    made = cues(words)
    assert " ".join(cue["text"].replace("\n", " ") for cue in made) == " ".join(word for word, _, _ in spoken)
    for one, other in zip(made, made[1:], strict=False):
        assert one["startMs"] < one["endMs"] <= other["startMs"]
    for cue in made:
        lines = cue["text"].split("\n")
        assert len(lines) <= 2
        assert all(len(line) <= LINE for line in lines)
        assert cue["endMs"] - cue["startMs"] <= MOST_MS
        assert all(cue["startMs"] <= word["startMs"] < word["endMs"] <= cue["endMs"] for word in cue["words"])
