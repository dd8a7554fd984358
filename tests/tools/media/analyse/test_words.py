"""A cut of words rests in the pauses beside them: all of the word goes, and nothing of its neighbours."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.media.analyse.levels import QUIETEST
from tools.media.analyse.words import cuts, runs, saying, within, written

pytestmark = pytest.mark.spec("S-11", "M-05")
RATES = [Fraction(25), Fraction(30000, 1001), Fraction(24000, 1001), Fraction(60000, 1001)]


def words(*said: tuple[str, float, float]):
    return written({"words": [{"t": text, "start": start, "end": end} for text, start, end in said]})


SAID = words(("Hello,", 0.5, 1.0), ("I", 1.0, 1.1), ("say", 1.5, 2.0), ("banana.", 2.0, 2.5), ("Banana!", 9.0, 9.5))


def edges(*places: int) -> list[tuple[float, float]]:
    return [(float(cut.start), float(cut.end)) for cut in cuts(SAID, runs(places))]


def test_a_cut_takes_a_margin_of_the_pause_and_at_most_half_of_it():
    assert edges(1) == [(1.0, pytest.approx(1.2))], "no pause before, so it begins where the neighbour ends"
    assert edges(4) == [(pytest.approx(8.9), pytest.approx(9.6))], "of a long pause it takes only the margin"
    assert edges(2) == [(pytest.approx(1.4), 2.0)]
    near = words(("a", 0, 1), ("b", 1.1, 2), ("c", 2.06, 3))
    assert [(float(c.start), float(c.end)) for c in cuts(near, [range(1, 2)])] == [
        (pytest.approx(1.05), pytest.approx(2.03))
    ]


def test_neighbours_go_in_one_cut_with_the_pause_between_them():
    assert edges(3, 4, 0) == [(pytest.approx(0.4), 1.0), (2.0, pytest.approx(9.6))]


def test_runs_that_were_named_one_by_one_leave_a_long_pause_between_them_alone():
    apart, said = [range(3, 4), range(4, 5)], words(("no,", 0, 0.3), ("no", 0.5, 0.9), ("maybe", 0.9, 2))
    assert [(float(cut.start), float(cut.end)) for cut in cuts(SAID, apart)] == [
        (2.0, pytest.approx(2.6)),
        (pytest.approx(8.9), pytest.approx(9.6)),
    ]
    assert [(cut.first, cut.last) for cut in cuts(said, [range(0, 1), range(1, 2)])] == [(0, 2)]


def test_where_words_overlap_the_one_that_stays_is_whole():
    said = words(("one", 0, 1.2), ("two", 1.0, 2.1), ("three", 2.0, 3))
    [cut] = cuts(said, runs([1]))
    assert (cut.soonest, cut.start, cut.end, cut.latest) == (Fraction("1.2"), Fraction("1.2"), 2, 2)


@given(
    st.lists(st.tuples(st.integers(0, 300), st.integers(20, 900)), min_size=2, max_size=9),
    st.data(),
    st.sampled_from(RATES),
    st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(1001, 1000)]),
    st.integers(0, 900),
)
def test_whole_frames_never_reach_into_a_neighbour_and_leave_less_than_a_frame_of_the_word(
    gaps, data, fps, rate, start
):
    at, said = 0, []
    for pause, length in gaps:
        said.append((str(len(said)), (at + pause) / 1000, (at + pause + length) / 1000))
        at += pause + length
    spoken = words(*said)
    chosen = data.draw(st.sets(st.integers(0, len(said) - 1), min_size=1))
    begins, step = Fraction(start, 1000), rate / fps
    for cut in cuts(spoken, runs(chosen)):
        first, last = cut.frames(begins, step)
        shown = (begins + first * step, begins + last * step)
        for place, word in enumerate(spoken):
            if place not in chosen and first < last:
                assert not (shown[0] < Fraction(str(word.stop)) and shown[1] > Fraction(str(word.onset)))
        assert shown[0] - Fraction(str(spoken[cut.first].onset)) < step
        assert Fraction(str(spoken[cut.last - 1].stop)) - shown[1] < step


def test_a_word_is_meant_by_its_middle_and_however_it_is_written():
    assert within(SAID, [(2.0, 2.5), (0.7, 0.8)]) == [0, 3]
    assert within(SAID, [(3, 4)]) == []
    assert within(SAID, [(0, 20), (1.0, 1.1)]) == [0, 1, 2, 3, 4]
    assert saying(SAID, "BANANA") == [range(3, 4), range(4, 5)]
    assert saying(SAID, "say “banana”") == [range(2, 4)]
    assert saying(SAID, "ban") == saying(SAID, "…") == []
    assert saying(words(("ice", 0, 1), ("cream", 1, 2), ("na", 2, 3), ("na", 3, 4), ("na", 4, 5)), "ice-cream") == [
        range(2)
    ]
    assert saying(words(("na", 2, 3), ("na", 3, 4), ("na", 4, 5)), "na na") == [range(2)], "no word goes twice"


def test_a_word_begins_and_ends_with_its_sound():
    levels = np.full(400, QUIETEST, dtype=np.uint8)
    levels[120:150] = 20
    [word] = written({"words": [{"t": "long", "start": 0.9, "end": 2.0}]}, levels)
    assert (word.start, word.end, word.onset, word.stop) == (0.9, 2.0, 1.2, 1.5)
    [word] = written({"words": [{"t": "short", "start": 1.3, "end": 1.35}]}, levels)
    assert (word.onset, word.stop) == (1.2, 1.5), "the engine let it begin too late and end too early"


def test_sound_goes_with_a_word_up_to_a_silence_that_is_near_and_never_into_another_word():
    said = {"words": [{"t": "one", "start": 1.0, "end": 1.2}, {"t": "two", "start": 1.6, "end": 1.8}]}

    def spans(*loud: tuple[int, int]) -> list[tuple[float, float]]:
        levels = np.full(400, QUIETEST, dtype=np.uint8)
        for start, stop in loud:
            levels[start:stop] = 20
        return [(word.onset, word.stop) for word in written(said, levels)]

    assert spans((100, 130), (155, 230)) == [(1.0, 1.3), (1.55, 2.3)], "a pause lies between them"
    assert spans((100, 180)) == [(1.0, 1.2), (1.6, 1.8)], "no pause, so nobody knows whose the sound is"
    assert spans((100, 124), (130, 140), (160, 180)) == [(1.0, 1.4), (1.6, 1.8)], "a stop within a word is no pause"
    assert spans((100, 120), (160, 300)) == [(1.0, 1.2), (1.6, 1.8)], "what goes on for long is something else"
    assert spans((100, 120), (160, 400))[1] == (1.6, 1.8)


def test_words_that_touch_part_where_the_lips_are_closed():
    said = {"words": [{"t": "say", "start": 1.0, "end": 1.3}, {"t": "banana", "start": 1.3, "end": 2.0}]}
    levels = np.full(400, QUIETEST, dtype=np.uint8)
    levels[100:200] = 30
    assert [(word.onset, word.stop) for word in written(said, levels)] == [(1.0, 1.3), (1.3, 2.0)]
    levels[137:139] = [80, 95]
    assert [(word.onset, word.stop) for word in written(said, levels)] == [(1.0, 1.385), (1.385, 2.0)]
    levels[137:139], levels[145] = 30, 95
    assert written(said, levels)[0].stop == 1.3, "that is too far away"
