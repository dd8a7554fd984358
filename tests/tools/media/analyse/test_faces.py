"""Faces are found where the extra is installed; without it, or with another network than is meant, there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFilter

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
    passed = list[float]()
    looks = faces.measured(clips.film(tmp_path / "film.mp4"), "film.mp4", passed=passed.append)["looks"]
    assert [at for at, _ in looks] == [0, 0.2, 0.4, 0.6, 0.8]
    assert passed[-1] == 0.8
    assert all(found == [] for _, found in looks)
    Image.new("RGB", (64, 48)).save(tmp_path / "still.png")
    assert faces.measured(tmp_path / "still.png", "still.png") == {"looks": [[0.0, []]]}


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="only Linux lists the threads of a process")
def test_a_long_film_takes_no_more_than_a_short_one(tmp_path: Path):
    film = clips.encode(
        tmp_path / "film.mp4", "-f", "lavfi", "-i", "testsrc=size=640x360:rate=5:duration=12", *clips.H264
    )
    threads = set[int]()
    for _ in faces._pictures(film):
        threads.add(len(list(Path("/proc/self/task").iterdir())))
    assert max(threads) - min(threads) < 8  # of 60 pictures, on a machine of any size


def drawn_face(x: int, y: int, size: int = 180) -> Image.Image:
    """Somebody whose face is about as wide as `size` and has its middle there, on a picture of 640×360."""
    image, r = Image.new("RGB", (640, 360), "#8899aa"), size / 2
    pen = ImageDraw.Draw(image)
    pen.ellipse((x - r * 0.85, y - r * 1.2, x + r * 0.85, y + r * 0.6), fill="#3a2a1c")
    pen.rectangle((x - r * 0.3, y + r * 0.6, x + r * 0.3, y + r * 1.6), fill="#c9997a")
    pen.ellipse((x - r * 0.72, y - r, x + r * 0.72, y + r), fill="#e0b090")
    for eye in (x - r * 0.3, x + r * 0.3):
        pen.ellipse((eye - r * 0.16, y - r * 0.24, eye + r * 0.16, y - r * 0.08), fill="white")
        pen.ellipse((eye - r * 0.08, y - r * 0.24, eye + r * 0.08, y - r * 0.08), fill="#2a1a10")
        pen.line((eye - r * 0.2, y - r * 0.37, eye + r * 0.2, y - r * 0.37), fill="#3a2a1c", width=6)
    pen.polygon(((x, y - r * 0.1), (x - r * 0.12, y + r * 0.25), (x + r * 0.12, y + r * 0.25)), fill="#c99070")
    pen.ellipse((x - r * 0.3, y + r * 0.42, x + r * 0.3, y + r * 0.58), fill="#a04040")
    return image.filter(ImageFilter.GaussianBlur(r / 40))


def middle(look: list) -> tuple[float, float]:
    """Where the only face of a look has its middle, in shares of the picture."""
    [(left, top, width, height)] = look[1]
    return left + width / 2, top + height / 2


@pytest.mark.usefixtures("_network")
def test_a_face_is_found_where_it_is_though_the_film_was_held_upright(tmp_path: Path):
    drawn_face(420, 180).save(tmp_path / "face.png")
    [look] = faces.measured(tmp_path / "face.png", "face.png")["looks"]
    assert middle(look) == pytest.approx((420 / 640, 0.5), abs=0.03)
    drawn_face(420, 180).rotate(-90, expand=True).save(tmp_path / "lying.png")
    lying = clips.encode(tmp_path / "lying.mp4", "-loop", "1", "-t", "0.2", "-i", str(tmp_path / "lying.png"), *clips.H264)  # fmt: skip
    film = clips.encode(tmp_path / "film.mp4", "-display_rotation", "90", "-i", str(lying), "-c", "copy")
    [look, *_] = faces.measured(film, "film.mp4")["looks"]
    assert middle(look) == pytest.approx((420 / 640, 0.5), abs=0.03)


@pytest.mark.usefixtures("_network")
def test_a_sound_shows_nobody(tmp_path: Path):
    with pytest.raises(NothingInside):
        faces.measured(clips.tone(tmp_path / "tone.wav"), "tone.wav")
