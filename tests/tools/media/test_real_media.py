"""Real files of cameras, screens and phones, rendered."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.conf import settings

from tests.tools.media import scenes
from tests.tools.media.scenes import item, picture, samples, scene
from tools.media import render
from tools.media.probe import look
from tools.media.sources import source

pytestmark = [pytest.mark.samples, pytest.mark.spec("M-02", "M-03")]


@pytest.fixture(scope="module")
def folder() -> Path:
    folder = Path(os.environ.get("GREENLIGHT_SAMPLES", settings.BASE_DIR.parent / "shared" / "samples")) / "media"
    if not folder.is_dir():
        pytest.skip(f"there is no folder {folder}; GREENLIGHT_SAMPLES names another")
    return folder


def rendered(path: Path, target: Path, frames: int = 12, at: int = 0):
    """The first frames of a file on a small canvas, and the composition."""
    facts = look(path)
    kind = facts["kind"]
    row = [item(kind, 0, frames, "it", at=at)]
    state = scene(row, assets={"it": facts}, size=(160, 90), fps="30000/1001")
    sources = {"it": source(path)}
    return render.render(state, sources, target, "wav" if kind == "audio" else "mp4", cache=target.parent / "cache"), state, sources  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [
        "example.mp4", "big_buck_bunny_0_30.webm", "chaplin.mp4", "fire2.mp4", "mov_text.mp4", "no_duration.webm",
        "SAR-2by3.mp4", "smpte-2997.mp4", "testsrc.mp4", "transparent.webm", "-video-with-dash-.mp4",
    ],
)  # fmt: skip
def test_every_film_renders_exactly_as_long_as_it_was_cut(folder, tmp_path, name):
    made, state, sources = rendered(folder / name, tmp_path / "out.mp4")
    assert made.frames == 12
    assert len(scenes.times(made.path)) == 12
    assert made.samples in (0, round(12 * 48000 * 1001 / 30000))


@pytest.mark.parametrize("name", ["aac.m4a", "mono.mp3", "new-commentary.mp3", "rain.mp3"])
def test_every_sound_is_cut_to_the_sample(folder, tmp_path, name):
    made, _, _ = rendered(folder / name, tmp_path / "out.wav", frames=30)
    assert samples(made.path).shape == (2, round(30 * 48000 * 1001 / 30000))


def test_a_photo_and_a_see_through_film_are_drawn(folder, tmp_path):
    _, state, sources = rendered(folder / "vacation_2017.jpg", tmp_path / "out.mp4")
    assert len(set(picture(state, sources, 5).convert("L").tobytes())) > 50
    path = folder / "transparent.webm"
    over = scene([scenes.solid(0, 5, "#0000ff")], [item("video", 0, 5, "it")], assets={"it": look(path)})
    assert scenes.near(scenes.colour(over, {"it": source(path)}, 2, x=12, y=2), "#0000ff", by=12)
