"""Posters and waveforms: what a person would see, small, and never from a file that is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests import clips
from tools.media import refusals, stills
from tools.media.probe import probe

pytestmark = pytest.mark.spec("M-01", "M-02")

HALVES = ("-f", "lavfi", "-i", "color=red:size=64x48:rate=25:duration=1", "-f", "lavfi", "-i", "color=blue:size=64x48:rate=25:duration=1")  # fmt: skip


def colour(path: Path, x: float = 0.5, y: float = 0.5) -> str:
    """The strongest of red, green and blue at a place of the picture."""
    with Image.open(path) as image:
        assert image.format == "JPEG"
        pixel = image.convert("RGB").getpixel((int(x * (image.width - 1)), int(y * (image.height - 1))))
    return max(zip(pixel, ("red", "green", "blue"), strict=True))[1]


@pytest.fixture(scope="module")
def red_then_blue(tmp_path_factory) -> Path:
    target = tmp_path_factory.mktemp("halves") / "halves.mp4"
    return clips.encode(target, *HALVES, "-filter_complex", "[0][1]concat", *clips.H264)


@pytest.mark.parametrize(("at", "seen"), [(0, "red"), (0.9, "red"), (1.1, "blue"), (1.96, "blue"), (99, "blue")])
def test_a_poster_shows_the_moment_asked_for(red_then_blue: Path, tmp_path: Path, at: float, seen: str):
    stills.poster(red_then_blue, tmp_path / "poster.jpg", at=at)
    assert colour(tmp_path / "poster.jpg") == seen


def test_a_poster_of_a_turned_film_is_upright(tmp_path: Path):
    flat = clips.encode(
        tmp_path / "flat.mp4", "-f", "lavfi", "-i", "color=red:size=64x48:duration=1", "-vf", "drawbox=w=32:h=48:c=blue:t=fill", *clips.H264
    )  # fmt: skip
    assert colour(_poster(flat), x=0.1) == "blue"
    turned = clips.encode(tmp_path / "turned.mp4", "-display_rotation:v:0", "-90", "-i", str(flat), "-c", "copy")
    poster = _poster(turned)
    with Image.open(poster) as image:
        assert image.size == (48, 64)
    assert (colour(poster, y=0.1), colour(poster, y=0.9)) == ("blue", "red")


def _poster(source: Path) -> Path:
    target = source.with_suffix(".jpg")
    stills.poster(source, target)
    return target


def test_a_poster_is_at_most_480_wide_and_keeps_its_shape(tmp_path: Path):
    wide = clips.encode(
        tmp_path / "wide.mp4", "-f", "lavfi", "-i", "color=red:size=1920x1080:duration=0.2", *clips.H264
    )
    with Image.open(_poster(wide)) as image:
        assert image.size == (480, 270)
    narrow = clips.silent(tmp_path / "narrow.mp4", "-vf", "setsar=1/2")
    with Image.open(_poster(narrow)) as image:
        assert image.size == (32, 48)


def test_a_poster_of_a_photo_lies_on_dark_paper(tmp_path: Path):
    logo = tmp_path / "logo.png"
    Image.new("RGBA", (800, 400), (255, 0, 0, 0)).save(logo)
    with Image.open(_poster(logo)) as image:
        assert image.size == (480, 240)
        assert max(image.getpixel((5, 5))) < 60


def test_the_poster_of_a_sound_is_high_where_it_is_loud(tone: Path, tmp_path: Path):
    faded = clips.encode(tmp_path / "faded.wav", "-i", str(tone), "-af", "volume=8,volume=enable='gt(t,0.5)':volume=0")
    probe(faded, poster=tmp_path / "poster.jpg")
    assert colour(tmp_path / "poster.jpg", x=0.2, y=0.4) == "green"
    with Image.open(tmp_path / "poster.jpg") as image:
        assert image.size == (480, 270)
        assert max(image.getpixel((400, 60))) < 60


def test_a_refused_file_leaves_no_picture(tone: Path, tmp_path: Path):
    words = tmp_path / "words.mp4"
    words.write_text("no film")
    for source, refusal in ((words, refusals.NotMedia), (tone, refusals.NothingInside)):
        with pytest.raises(refusal, match=source.name):
            stills.poster(source, tmp_path / "out.jpg")
        assert not (tmp_path / "out.jpg").exists()
