"""Faces are found where the extra is installed; without it, or with another network than is meant, there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests import clips
from tools.media.analyse import faces
from tools.media.refusals import NothingInside

pytestmark = pytest.mark.spec("M-05")


def test_without_the_extra_there_is_no_network(monkeypatch):
    monkeypatch.setattr(faces, "find_spec", lambda name: None)
    assert faces.network() is None


def test_another_network_is_not_run(monkeypatch):
    monkeypatch.setattr(faces, "_digest", lambda path: "another")
    assert faces.network() is None


@pytest.fixture
def _network():
    if faces.network() is None:
        pytest.skip("the extra “faces” is not installed")


@pytest.mark.usefixtures("_network")
def test_where_nobody_is_there_are_looks_without_faces(tmp_path: Path):
    looks = faces.measured(clips.film(tmp_path / "film.mp4"), "film.mp4")["looks"]
    assert [at for at, _ in looks] == [0, 0.2, 0.4, 0.6, 0.8]
    assert all(found == [] for _, found in looks)
    Image.new("RGB", (64, 48)).save(tmp_path / "still.png")
    assert faces.measured(tmp_path / "still.png", "still.png") == {"looks": [[0.0, []]]}


@pytest.mark.usefixtures("_network")
def test_a_sound_shows_nobody(tmp_path: Path):
    with pytest.raises(NothingInside):
        faces.measured(clips.tone(tmp_path / "tone.wav"), "tone.wav")
