"""What is heard is kept with a margin, what is not is a range of whole frames, and levels are those of the file."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tests import clips
from tools.media.analyse import levels
from tools.media.analyse.silence import Rule, runs, silent
from tools.media.refusals import NothingInside, Unreadable

FPS = Fraction(10)
pytestmark = pytest.mark.spec("M-05")


def heard(pattern: str) -> np.ndarray:
    """Loudness of frames: # is loud, . is silent."""
    return np.array([-10.0 if sign == "#" else -90.0 for sign in pattern])


@pytest.mark.parametrize(
    ("pattern", "ranges"),
    [
        ("####......####", [(6, 8)]),  # two frames stay on either side
        ("####.....####", []),  # one frame would be left: not worth a cut
        ("......####", [(0, 4)]),  # one margin at the edge
        ("####......", [(6, 10)]),
        ("##########", []),
        ("..........", [(0, 10)]),
        ("##......#......##", [(4, 6), (11, 13)]),
    ],
)
def test_silences_are_what_is_left_between_what_is_heard(pattern: str, ranges):
    assert silent(heard(pattern), FPS, Rule()) == ranges


def test_a_pause_shorter_than_was_asked_for_is_none():
    pattern = heard("##.......##..............##")
    assert silent(pattern, FPS, Rule()) == [(4, 7), (13, 23)]
    assert silent(pattern, FPS, Rule(least_pause=1)) == [(13, 23)]


def test_the_threshold_decides_what_is_loud():
    pattern = np.array([-10.0] * 5 + [-40.0] * 10 + [-10.0] * 5)
    assert silent(pattern, FPS, Rule()) == [(7, 13)]
    assert silent(pattern, FPS, Rule(threshold_db=-45)) == []


def test_runs_are_from_the_first_up_to_the_one_after_the_last():
    assert runs(np.array([True, True, False, True])) == [(0, 2), (3, 4)]
    assert runs(np.array([], dtype=bool)) == []


def test_levels_are_those_of_the_file(tmp_path: Path):
    source = "aevalsrc='if(between(t,0.5,1),0.5*sin(2*PI*440*t),0)':s=44100:d=2"
    file = clips.encode(tmp_path / "tone.wav", "-f", "lavfi", "-i", source)
    passed: list[float] = []
    found = levels.read(levels.measured(file, "tone.wav", passed=passed.append))
    assert passed[-1] == pytest.approx(2, abs=0.1)
    assert len(found) == pytest.approx(200, abs=1)
    assert set(found[:49]) == {levels.QUIETEST}
    assert all(abs(level / -2 + 6) <= 0.5 for level in found[52:98]), "half of full scale is 6 dB below it"
    assert set(found[102:190]) == {levels.QUIETEST}


def test_a_sound_that_is_only_on_one_side_or_turned_round_is_heard(tmp_path: Path):
    source = "aevalsrc='0.5*sin(2*PI*440*t)|-0.5*sin(2*PI*440*t)':s=48000:d=1"
    file = clips.encode(tmp_path / "sides.wav", "-f", "lavfi", "-i", source)
    assert max(levels.read(levels.measured(file, "sides.wav"))[5:90]) / -2 > -10


def test_a_file_without_sound_is_refused(tmp_path: Path):
    with pytest.raises(NothingInside):
        levels.measured(clips.silent(tmp_path / "mute.mp4"), "mute.mp4")
    (tmp_path / "no.mp4").write_bytes(b"nothing")
    with pytest.raises(Unreadable):
        levels.measured(tmp_path / "no.mp4", "no.mp4")


def test_loudness_is_the_highest_level_of_each_frame():
    row = np.full(100, levels.QUIETEST, dtype=np.uint8)
    row[34] = 20  # at 0.34 s
    found = levels.loudness(row, Fraction(0), Fraction(1, 25), 30)
    assert [frame for frame, db in enumerate(found) if db == -10] == [8]
    assert levels.loudness(row, Fraction(1, 4), Fraction(2, 25), 3).tolist() == [-127.5, -10.0, -127.5]
    assert levels.loudness(row, Fraction(5), Fraction(1, 25), 2).tolist() == [-127.5, -127.5], (
        "after the end of the file"
    )
