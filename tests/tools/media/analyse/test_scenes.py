"""Scenes begin where the picture is another one from one frame to the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import clips
from tools.media.analyse import scenes
from tools.media.refusals import NothingInside

pytestmark = pytest.mark.spec("M-05")


def test_hard_cuts_are_found_to_the_frame_and_a_slow_change_is_none(tmp_path: Path):
    parts = [
        f"color={colour}:s=160x90:r=25:d=1[{name}]" for name, colour in (("a", "red"), ("b", "white"), ("c", "navy"))
    ]
    graph = ";".join([*parts, "[a][b][c]concat=n=3,fade=out:st=2.2:d=0.8"])
    file = clips.encode(tmp_path / "cuts.mp4", "-f", "lavfi", "-i", graph, *clips.H264)
    passed: list[float] = []
    assert scenes.measured(file, "cuts.mp4", passed=passed.append) == {"cuts": [1.0, 2.0]}
    assert passed[-1] == pytest.approx(3, abs=0.1)


def test_a_sound_has_no_scenes(tmp_path: Path):
    with pytest.raises(NothingInside):
        scenes.measured(clips.tone(tmp_path / "tone.wav"), "tone.wav")
