"""Files as cameras and screens make them are drawn as editors draw them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

from tests import clips
from tests.tools.media import scenes
from tests.tools.media.scenes import FILM, colour, counting, item, near, picture, scene
from tools.media import render
from tools.media.probe import look
from tools.media.sources import source

pytestmark = pytest.mark.spec("M-02")
H264 = ("-c:v", "libx264", "-preset", "ultrafast", "-qp", "4", "-pix_fmt", "yuv420p")
HALVES = "color=red:s=64x48:r=25:d=0.4[a];color=blue:s=32x48:r=25:d=0.4[b];[a][b]overlay=x=32"


def asset(path: Path) -> dict:
    return {**look(path), "name": path.name}


def shown(path: Path, frame: int = 1, size=(64, 48), **more) -> Image.Image:
    state = scene([item(look(path)["kind"], 0, 8, "it", **more)], assets={"it": asset(path)}, size=size)
    return picture(state, {"it": source(path)}, frame)


def test_a_turned_film_stands_upright(tmp_path: Path):
    flat = clips.encode(tmp_path / "flat.mp4", "-f", "lavfi", "-i", HALVES, *H264)
    turned = clips.encode(tmp_path / "turned.mp4", "-display_rotation", "90", "-i", str(flat), "-c", "copy")
    facts = look(turned)
    assert (facts["width"], facts["height"]) == (48, 64)
    drawn = shown(turned, size=(48, 64))
    assert near(drawn.getpixel((24, 56))[:3], "#fe0000", by=14)
    assert near(drawn.getpixel((24, 8))[:3], "#0000fe", by=14)


def test_pixels_that_are_not_square_are_drawn_square(tmp_path: Path):
    wide = clips.encode(tmp_path / "wide.mp4", "-f", "lavfi", "-i", HALVES, "-vf", "setsar=2", *H264)
    drawn = shown(wide, size=(128, 96))
    assert near(drawn.getpixel((10, 48))[:3], "#fe0000", by=14)
    assert near(drawn.getpixel((64, 10))[:3], "#000000")  # 128×48, so bars above and below


def test_odd_sizes(tmp_path: Path):
    odd = clips.encode(tmp_path / "odd.webm", "-f", "lavfi", "-i", "color=red:s=33x31:r=25:d=0.4", "-c:v", "libvpx", "-b:v", "1M")  # fmt: skip
    assert near(shown(odd).getpixel((32, 24))[:3], "#fe0000", by=14)
    state = scene([item("video", 0, 8, "it")], assets={"it": asset(odd)}, size=(34, 30))
    made = render.render(state, {"it": source(odd)}, tmp_path / "a.mp4", cache=tmp_path / "cache", height=15)
    assert made.frames == 8


def test_an_uneven_pace_is_played_by_its_clock(tmp_path: Path):
    """Frames at 0, 1, 2, 3 and then 10, 20, 30 twenty-fifths of a second: each stays until the next one is due."""
    even = counting(tmp_path / "even.mkv", "25", 50, "64x48", "-c:v", "ffv1")
    wanted = "lt(n,4)+eq(n,10)+eq(n,20)+eq(n,30)"
    uneven = clips.encode(
        tmp_path / "uneven.mkv", "-i", str(even.path), "-vf", f"select='{wanted}'", "-fps_mode", "passthrough", "-c:v", "ffv1"
    )  # fmt: skip
    state = scene([item("video", 0, 30, "it")], assets={"it": {**FILM, "vfr": True}})
    found = [colour(state, {"it": source(uneven)}, frame)[0] for frame in (2, 5, 9, 10, 15, 25)]
    assert found == [pytest.approx(4 * number * 255 / 219, abs=3) for number in (2, 3, 3, 10, 10, 20)]
    made = render.render(state, {"it": source(uneven)}, tmp_path / "a.mp4", cache=tmp_path / "cache")
    assert scenes.numbers(made.path)[:30] == [0, 1, 2, *[3] * 7, *[10] * 10, *[20] * 10]


@pytest.mark.parametrize(("native", "expected"), [("50", [0, 2, 4, 6]), ("12.5", [0, 0, 1, 1])])
def test_other_rates_are_met_frame_by_frame(tmp_path: Path, native, expected):
    film = counting(tmp_path / "film.mp4", native, 20)
    state = scene([item("video", 0, 8, "it")], assets={"it": {**FILM, "durationSeconds": 0.4}})
    made = render.render(state, {"it": film}, tmp_path / "a.mp4", cache=tmp_path / "cache")
    assert scenes.numbers(made.path)[:4] == [pytest.approx(n, abs=1) if native == "12.5" else n for n in expected]


def test_see_through_webm_is_not_black(tmp_path: Path):
    glass = clips.encode(
        tmp_path / "glass.webm", "-f", "lavfi", "-i", "color=red@0.5:s=64x48:r=25:d=0.4,format=yuva420p",
        "-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p", "-auto-alt-ref", "0",
    )  # fmt: skip
    sources = {"it": source(glass)}
    assert sources["it"].traits.alpha
    assert sources["it"].traits.decoder == "libvpx-vp9"
    state = scene([scenes.solid(0, 8, "#0000ff")], [item("video", 0, 8, "it")], assets={"it": asset(glass)})
    assert near(colour(state, sources, 1), (127, 0, 127), by=12)


def test_high_dynamic_range_is_brought_down_and_tagged_as_what_it_is_then(tmp_path: Path):
    hdr = clips.encode(
        tmp_path / "hdr.mp4", "-f", "lavfi", "-i", "color=0x808080:s=64x48:r=25:d=0.4,format=yuv420p10le", "-c:v", "libx265",
        "-preset", "ultrafast", "-x265-params", "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc",
        "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc",
    )  # fmt: skip
    sources = {"it": source(hdr)}
    assert sources["it"].traits.hdr
    state = scene([item("video", 0, 8, "it")], assets={"it": asset(hdr)})
    level = colour(state, sources, 1)
    assert max(level) - min(level) < 12
    assert 90 < level[0] < 235  # half of PQ's scale is about 100 cd/m², which is a bright grey and not a dull one
    made = render.render(state, sources, tmp_path / "a.mp4", cache=tmp_path / "cache")
    assert source(made.path).traits.matrix == "bt709"
    assert not source(made.path).traits.hdr


def test_a_photo_stands_upright_and_its_profile_of_pixels_does_not_matter(tmp_path: Path):
    photo = Image.new("RGB", (64, 48), "red")
    photo.paste("blue", (32, 0, 64, 48))
    turned = photo.transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[0x0112] = 6  # turn it clockwise to see it right
    turned.save(tmp_path / "turned.jpg", exif=exif, quality=95)
    assert near(shown(tmp_path / "turned.jpg").getpixel((10, 24))[:3], "#fe0000", by=14)
    for name, mode in (
        ("grey.png", "L"),
        ("palette.png", "P"),
        ("ink.jpg", "CMYK"),
        ("web.webp", "RGB"),
        ("deep.png", "I;16"),
    ):
        image = Image.new("RGB", (64, 48), "white").convert("L" if mode == "I;16" else mode)
        (Image.new("I;16", (64, 48), 65535) if mode == "I;16" else image).save(tmp_path / name)
        assert near(shown(tmp_path / name).getpixel((32, 24))[:3], "#ffffff", by=8), name


def test_names_of_any_kind_do_no_harm(tmp_path: Path):
    plain = counting(tmp_path / "plain.mp4")
    for name in ("-i evil.mp4", "a'b;[c]:d,%03d.mp4", "ünï 日本.mp4"):
        os.link(plain.path, tmp_path / name)
        state = scene([item("video", 0, 8, "it")], [item("text", 0, 8, text="'; [x] %{n} \\")], assets={"it": FILM})
        made = render.render(state, {"it": source(tmp_path / name)}, tmp_path / "out.mp4", cache=tmp_path / "cache")
        assert made.frames == 8
        (tmp_path / name).unlink()


def test_a_stand_in_is_read_for_a_small_picture_and_the_file_itself_for_a_large_one(tmp_path: Path):
    red, blue = (
        clips.encode(tmp_path / f"{name}.mp4", "-f", "lavfi", "-i", f"color={name}:s={size}:r=25:d=0.4", *H264)
        for name, size in (("red", "128x96"), ("blue", "64x48"))
    )
    sources = {"it": source(red, proxy=blue)}
    state = scene([item("video", 0, 8, "it")], assets={"it": asset(red)}, size=(1280, 960))
    small, large = (
        Image.open(__import__("io").BytesIO(render.still(state, sources, 1, height=height))).getpixel((20, 20))
        for height in (96, None)
    )
    assert small[2] > 200
    assert large[0] > 200


def test_a_source_that_ends_a_little_early_holds_its_last_frame(tmp_path: Path):
    film = counting(tmp_path / "film.mp4", "25", 20)
    state = scene([item("video", 0, 20, "it", at=10), item("video", 20, 10, "it", at=19)], assets={"it": {**FILM, "durationSeconds": 1.2}})  # fmt: skip
    made = render.render(state, {"it": film}, tmp_path / "a.mp4", cache=tmp_path / "cache")
    assert scenes.numbers(made.path) == [*range(10, 20), *[19] * 20]
