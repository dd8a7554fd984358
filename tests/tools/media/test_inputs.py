"""Files as cameras and screens make them are drawn as editors draw them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

from tests import clips
from tests.tools.media import scenes
from tests.tools.media.scenes import FILM, colour, counting, item, near, picture, scene
from tools.media import render, stills
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


@pytest.mark.parametrize(
    ("options", "corner"),
    [
        (("-display_rotation", "180"), (1, 1)),
        (("-display_rotation", "270"), (1, 0)),
        (("-display_hflip",), (1, 0)),
        (("-display_vflip",), (0, 1)),
        (("-display_rotation", "90", "-display_hflip"), (1, 1)),
        (("-display_rotation", "270", "-display_hflip"), (0, 0)),
    ],
)
def test_a_film_is_turned_and_mirrored_alike_in_a_render_and_in_its_poster(tmp_path: Path, options, corner):
    """Red in its top left corner as it is stored; `corner`: where that is seen, 1 for right and 1 for below."""
    painted = "color=blue:s=64x48:r=25:d=0.4[a];color=red:s=32x24:r=25:d=0.4[b];[a][b]overlay"
    flat = clips.encode(tmp_path / "flat.mp4", "-f", "lavfi", "-i", painted, *H264)
    film = clips.encode(tmp_path / "film.mp4", *options, "-i", str(flat), "-c", "copy")
    upright = look(film)["width"], look(film)["height"]
    stills.draw_poster(film, tmp_path / "poster.jpg")
    for drawn in (shown(film, size=upright), Image.open(tmp_path / "poster.jpg")):
        red = {(x, y): drawn.getpixel((int((x + 0.5) * drawn.width / 2), int((y + 0.5) * drawn.height / 2)))[0] > 128 for x in (0, 1) for y in (0, 1)}  # fmt: skip
        assert [place for place, there in red.items() if there] == [corner]


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


@pytest.mark.parametrize("suffix", ["mp4", "mkv"])
def test_every_window_shows_the_same_frames_of_a_film_at_another_rate(tmp_path: Path, suffix):
    """At 60, every other frame of 24 is due half-way between two."""
    film = counting(tmp_path / f"film.{suffix}", "24", 50)
    state = scene([item("video", 0, 40, "it", at=7, fps=[24, 1])], assets={"it": FILM}, fps=60)
    made = render.render(state, {"it": film}, tmp_path / "a.mp4", cache=tmp_path / "cache")
    alone = [round(colour(state, {"it": film}, frame)[0] * 219 / 255 / scenes.STEP) for frame in range(40)]
    assert scenes.numbers(made.path) == alone
    assert alone[:11] == [7, 7, 7, 8, 8, 9, 9, 9, 10, 10, 11]


@pytest.mark.parametrize("more", [{}, {"reverse": True}, {"freeze": True}, {"loop": True}])
@pytest.mark.parametrize(("at", "first"), [(0, True), (5, True), (60, False), (70, False)])
def test_a_picture_that_begins_late_and_ends_early_is_held_while_its_sound_goes_on(tmp_path: Path, at, first, more):
    """The film is seen from 0.6 to 2.2 seconds, and heard from 0 to 3."""
    film = clips.encode(
        tmp_path / "film.mkv", "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=3", "-itsoffset", "0.6", "-f", "lavfi", "-i",
        "color=red:s=64x48:r=25:d=0.8[a];color=blue:s=64x48:r=25:d=0.8[b];[a][b]concat", "-map", "1:v", "-map", "0:a", *H264, "-c:a", "aac",
    )  # fmt: skip
    state = scene([item("video", 0, 4, "it", at=at, **more)], assets={"it": asset(film)})
    made = render.render(state, {"it": source(film)}, tmp_path / "a.mp4", cache=tmp_path / "cache")
    assert made.frames == 4
    if "loop" not in more:
        assert near(colour(state, {"it": source(film)}, 2), "#fe0000" if first else "#0000fe", by=14)


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


def high(target: Path, transfer: str, colour: str = "0x808080") -> Path:
    """A film of one colour in high dynamic range, whose white is that of paper: 203 cd/m²."""
    linear = "format=gbrpf32le,setparams=colorspace=gbr:color_primaries=bt709:color_trc=bt709:range=pc,zscale=t=linear:npl=203"
    coded = f"zscale=p=bt2020,zscale=t={transfer}:m=bt2020nc:r=tv:npl=203,format=yuv420p10le"
    return clips.encode(
        target, "-f", "lavfi", "-i", f"color={colour}:s=64x48:r=25:d=0.4,format=rgb24", "-vf", f"{linear},{coded}", "-c:v",
        "libx265", "-preset", "ultrafast", "-qp", "2", "-x265-params", f"log-level=none:colorprim=bt2020:transfer={transfer}:colormatrix=bt2020nc",
        "-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc",
    )  # fmt: skip


@pytest.mark.parametrize("transfer", ["smpte2084", "arib-std-b67"])
def test_high_dynamic_range_is_brought_down_and_tagged_as_what_it_is_then(tmp_path: Path, transfer):
    levels = []
    for number, grey in enumerate(("0x404040", "0x808080", "0xffffff")):
        film = high(tmp_path / f"{number}.mp4", transfer, grey)
        sources = {"it": source(film)}
        assert sources["it"].traits.hdr
        state = scene([item("video", 0, 8, "it")], assets={"it": asset(film)})
        levels.append(colour(state, sources, 1))
        stills.draw_poster(film, tmp_path / "poster.jpg")
        assert near(Image.open(tmp_path / "poster.jpg").getpixel((32, 24)), levels[-1], by=6)
    dark, middle, white = levels
    assert near(dark, "#404040", by=6)
    assert near(middle, "#808080", by=6)
    assert min(white) > 215  # paper is white, and there is room above it for what shines
    made = render.render(state, sources, tmp_path / "a.mp4", cache=tmp_path / "cache")
    assert source(made.path).traits.matrix == "bt709"
    assert not source(made.path).traits.hdr


def test_a_colour_is_keyed_out_of_high_dynamic_range(tmp_path: Path):
    green = high(tmp_path / "green.mp4", "arib-std-b67", "0x00b140")
    key = {"color": "#00b140", "threshold": 0.3, "softness": 0.1}
    state = scene([scenes.solid(0, 8, "#0000ff")], [item("video", 0, 8, "it", chromaKey=key)], assets={"it": asset(green)})  # fmt: skip
    assert near(colour(state, {"it": source(green)}, 1), "#0000ff")


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
