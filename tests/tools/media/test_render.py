"""What is rendered is exact to the frame and the sample, the same every time, kept in pieces, and can be stopped."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import av
import pytest
from PIL import Image

from tests.tools.media import scenes
from tests.tools.media.scenes import FILM, TONE, counting, item, scene, solid, sounding
from tools.media import pieces, render
from tools.media.sources import Source, source

NTSC = Fraction(30000, 1001)
pytestmark = pytest.mark.spec("M-03")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory) -> dict[str, Source]:
    folder = tmp_path_factory.mktemp("sources")
    return {
        "film": counting(folder / "film.mp4"),
        "ntsc": counting(folder / "ntsc.mp4", "30000/1001", 56),
        "tone": sounding(folder / "tone.wav"),
    }


@pytest.mark.parametrize("rate", ["24000/1001", "25", "30000/1001", "60"])
def test_frames_and_samples_are_exact_at_every_rate(shelf, tmp_path: Path, rate: str):
    fps = Fraction(rate)
    state = scene([item("video", 0, 13, "film"), item("video", 13, 8, "film", at=20)], [item("audio", 0, 21, "tone")], assets={"film": FILM, "tone": TONE}, fps=fps)  # fmt: skip
    made = render.render(state, shelf, tmp_path / "out.mp4", cache=tmp_path / "cache")
    assert (made.frames, made.samples) == (21, round(21 * 48000 / fps))
    assert scenes.times(made.path) == [pytest.approx(n / fps, abs=1e-9) for n in range(21)]
    heard = render.render(state, shelf, tmp_path / "out.wav", "wav", cache=tmp_path / "cache")
    assert scenes.samples(heard.path).shape == (2, round(21 * 48000 / fps))


@pytest.mark.parametrize("order", ["ascending", "descending", "random"])
def test_a_hundred_cuts_at_2997_show_exactly_their_frames(shelf, tmp_path: Path, order):
    cuts = sorted(random.Random(7).choices(range(50), k=100), reverse=order == "descending")
    if order == "random":
        random.Random(8).shuffle(cuts)
    row = [item("video", 3 * n, 3, "ntsc", at=cut, fps=[30000, 1001]) for n, cut in enumerate(cuts)]
    state = scene(row, [item("audio", 0, 60, "tone")], assets={"ntsc": {**FILM, "fps": [30000, 1001]}, "tone": {**TONE, "durationSeconds": 20}}, fps=NTSC)  # fmt: skip
    made = render.render(state, shelf, tmp_path / "cuts.mp4", cache=tmp_path / "cache")
    assert scenes.numbers(made.path) == [cut + n for cut in cuts for n in range(3)]
    assert scenes.times(made.path) == [pytest.approx(n / NTSC, abs=1e-9) for n in range(300)]
    assert made.samples == round(300 * 48000 / NTSC)
    assert made.pieces > 1


def test_the_same_composition_makes_the_same_bytes(shelf, tmp_path: Path):
    state = scene([item("video", 0, 20, "film")], [item("text", 2, 15, text="Hello")], [item("audio", 0, 20, "tone")], assets={"film": FILM, "tone": TONE})  # fmt: skip
    for form in ("mp4", "webm", "gif", "wav", "png"):
        one, other = (
            render.render(state, shelf, tmp_path / f"{name}.{form}", form, cache=tmp_path / name) for name in ("a", "b")
        )
        assert one.path.read_bytes() == other.path.read_bytes(), form
        assert other.made == other.pieces


def test_after_an_edit_only_what_changed_is_made_again(shelf, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(pieces, "PIECE_SECONDS", 1)
    blocks = [solid(25 * n, 25, colour) for n, colour in enumerate(("#ff0000", "#00ff00", "#0000ff", "#ffffff"))]
    first = render.render(scene(blocks), {}, tmp_path / "a.mp4", cache=tmp_path / "cache")
    assert (first.pieces, first.made) == (4, 4)
    blocks[2]["color"] = "#ffff00"
    second = render.render(scene(blocks), {}, tmp_path / "b.mp4", cache=tmp_path / "cache")
    assert (second.pieces, second.made) == (4, 1)
    assert scenes.times(second.path) == [Fraction(n, 25) for n in range(100)]


@pytest.mark.parametrize("cuts", [[2, 20, 40], [20, 1, 2, 30], [1, 1, 1, 20]])
def test_short_pieces_between_long_ones_move_no_frame(tmp_path: Path, monkeypatch, cuts):
    """A piece of a few frames is encoded without pictures that wait for later ones, which the next one has again."""
    ends = [sum(cuts[: n + 1]) for n in range(len(cuts))]
    parts = [range(stop - length, stop) for length, stop in zip(cuts, ends, strict=True)]
    monkeypatch.setattr(render, "of_picture", lambda state, window: parts)
    moving = {"scale": 0.5, "x": {"kf": [{"f": 0, "v": -32, "e": "linear"}, {"f": ends[-1], "v": 32, "e": "linear"}]}}
    made = render.render(scene([solid(0, ends[-1], "#ffffff", transform=moving)]), {}, tmp_path / "a.mp4", cache=tmp_path / "cache")  # fmt: skip
    assert scenes.times(made.path) == [Fraction(n, 25) for n in range(ends[-1])]


def test_what_is_cancelled_leaves_no_file_and_goes_on_from_its_pieces(shelf, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(pieces, "PIECE_SECONDS", 1)
    state = scene([solid(25 * n, 25, f"#0000{n}0") for n in range(4)])

    class Unwanted(Exception):
        pass

    def check() -> None:
        if len(list((tmp_path / "cache").rglob("*.mp4"))) == 2:
            raise Unwanted

    with pytest.raises(Unwanted):
        render.render(state, {}, tmp_path / "out" / "a.mp4", cache=tmp_path / "cache", check=check)
    assert list((tmp_path / "out").iterdir()) == []
    made = render.render(state, {}, tmp_path / "out" / "a.mp4", cache=tmp_path / "cache")
    assert made.made == 2
    assert len(scenes.times(made.path)) == 100


def test_progress_counts_the_frames_up_to_the_last(shelf, tmp_path: Path):
    told: list[tuple[int, int, str]] = []
    state = scene([item("video", 0, 40, "film")], assets={"film": FILM})
    render.render(state, shelf, tmp_path / "a.mp4", cache=tmp_path / "cache", tell=lambda *said: told.append(said))
    frames = [said for said in told if said[2] == "frames"]
    assert frames == sorted(frames)
    assert frames[-1] == (40, 40, "frames")
    assert [said for said in told if said not in frames][-1:] == [(2, 2, "seconds")]


def test_a_missing_file_is_refused_by_name_and_greyed_in_a_still(shelf, tmp_path: Path):
    state = scene([item("video", 0, 10, "gone")], assets={"gone": {**FILM, "name": "Harbour.mov"}})
    with pytest.raises(render.MediaMissing, match="Harbour.mov"):
        render.render(state, shelf, tmp_path / "a.mp4", cache=tmp_path / "cache")
    assert list(tmp_path.glob("*.mp4")) == []
    assert scenes.near(scenes.colour(state, shelf, 3), "#3a3f47")


def test_an_empty_timeline_is_refused(tmp_path: Path):
    with pytest.raises(render.NothingToRender):
        render.render(scene([]), {}, tmp_path / "a.mp4", cache=tmp_path / "cache")


def test_what_is_silent_has_no_track_of_sound(shelf, tmp_path: Path):
    state = scene([item("video", 0, 10, "film")], assets={"film": {**FILM, "hasAudio": True}})
    made = render.render(state, shelf, tmp_path / "a.mp4", cache=tmp_path / "cache")
    with av.open(str(made.path)) as container:
        assert [stream.type for stream in container.streams] == ["video"]
        assert container.streams.video[0].codec_context.pix_fmt == "yuv420p"


def test_a_webm_stays_see_through_where_nothing_is(tmp_path: Path):
    state = scene([solid(0, 5, "#ff0000", transform={"crop": {"left": 0.5, "right": 0, "top": 0, "bottom": 0}})], background="#00000000")  # fmt: skip
    made = render.render(state, {}, tmp_path / "a.webm", "webm", cache=tmp_path / "cache")
    assert source(made.path).traits.alpha
    over = scene([solid(0, 5, "#0000ff")], [item("video", 0, 5, "made")], assets={"made": FILM})
    sources = {"made": source(made.path)}
    assert scenes.near(scenes.colour(over, sources, 2, x=10), "#0000ff", by=12)
    assert scenes.near(scenes.colour(over, sources, 2, x=54), "#ff0000", by=12)


def test_a_gif_moves_and_a_png_is_one_frame(shelf, tmp_path: Path):
    state = scene([item("video", 0, 40, "film")], assets={"film": FILM})
    told = list[tuple[int, int, str]]()
    gif = render.render(
        state, shelf, tmp_path / "a.gif", "gif", cache=tmp_path / "cache", tell=lambda *said: told.append(said)
    )
    assert told[-1] == (2, 2, "seconds")
    with av.open(str(gif.path)) as container:
        assert sum(1 for _ in container.decode(video=0)) == 32  # 1.6 s at 20 frames a second
    png = render.render(state, shelf, tmp_path / "a.png", "png", cache=tmp_path / "cache", window=range(10, 11))
    assert png.frames == 1
    assert Image.open(png.path).convert("L").getpixel((5, 5)) == pytest.approx(40 * 255 / 219, abs=2)  # frame 10


def test_the_cache_keeps_no_more_than_it_may(shelf, tmp_path: Path, monkeypatch):
    monkeypatch.setattr("tools.media.cache.RECENT", 0.0)
    for colour in ("#ff0000", "#00ff00", "#0000ff"):
        render.render(scene([solid(0, 5, colour)]), {}, tmp_path / "a.mp4", cache=tmp_path / "cache", cache_bytes=1)
    assert len([path for path in (tmp_path / "cache").rglob("*") if path.is_file()]) == 0
