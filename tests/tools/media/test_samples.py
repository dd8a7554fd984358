"""The sample clips are real media, the same every time, with pauses in what is said."""

from __future__ import annotations

import hashlib
from array import array
from pathlib import Path

import pytest
from PIL import Image

from tools.media import samples
from tools.media.probe import look
from tools.media.samples import pictures, sounds

SIZE = (160, 90)


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> list[Path]:
    return samples.make(tmp_path_factory.mktemp("samples"), SIZE)


def test_each_is_what_it_seems(made: list[Path]):
    facts = {path.name: look(path) for path in made}
    kinds = {name: (fact["kind"], fact["hasAudio"], fact.get("durationSeconds")) for name, fact in facts.items()}
    theme = kinds.pop("theme.mp3")
    assert kinds == {
        "interview.mp4": ("video", True, 14),
        "broll-city.mp4": ("video", False, 8),
        "broll-park.mp4": ("video", True, 11),
        "outro.mp4": ("video", True, 6),
        "logo.png": ("image", False, None),
        "voiceover.wav": ("audio", True, 14),
    }
    assert theme[:2] == ("audio", True)
    assert theme[2] == pytest.approx(32, abs=0.1)
    films = [fact for fact in facts.values() if fact["kind"] == "video"]
    assert {(fact["width"], fact["height"], tuple(fact["fps"]), fact["vfr"]) for fact in films} == {
        (*SIZE, (30, 1), False)
    }


def test_they_are_the_same_every_time(made: list[Path], tmp_path: Path):
    again = samples.make(tmp_path, SIZE)
    assert [_hash(path) for path in again] == [_hash(path) for path in made]


def _hash(path: Path) -> tuple[str, str]:
    return path.name, hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_voice_speaks_and_pauses():
    heard = array("h", sounds.voice(14))
    assert len(heard) == 14 * sounds.RATE
    frame = sounds.RATE // 10
    loud = [max(heard[at : at + frame]) > 1000 for at in range(0, len(heard), frame)]
    pauses = "".join("s" if one else "." for one in loud).count("s...")
    assert 4 <= pauses <= 12
    assert 0.3 < sum(loud) / len(loud) < 0.8


def test_the_logo_has_nothing_around_it():
    logo = pictures.logo(100)
    assert logo.getpixel((1, 1))[3] == 0
    assert logo.getpixel((20, 50))[3] == 255


def test_scenes_differ_and_fill_their_canvas():
    scenes = [paint(240, 90) for paint in (pictures.interview, pictures.city, pictures.park, pictures.outro)]
    assert {scene.size for scene in scenes} == {(240, 90)}
    assert len({scene.tobytes() for scene in scenes}) == 4
    assert all(isinstance(scene, Image.Image) and scene.mode == "RGB" for scene in scenes)
