"""What the model says of a picture is what is drawn: each property by the colour of a pixel at a frame."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageStat

from tests import clips
from tests.tools.media import scenes
from tests.tools.media.scenes import FILM, colour, counting, item, near, picture, scene, solid
from tools.media import render
from tools.media.compile import compile
from tools.media.sources import Source, source

pytestmark = pytest.mark.spec("M-03")
RED, GREEN, BLUE, WHITE, GREY = "#ff0000", "#00ff00", "#0000ff", "#ffffff", "#808080"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory) -> dict[str, Source]:
    folder = tmp_path_factory.mktemp("pictures")
    halves = Image.new("RGB", (64, 48), RED)
    halves.paste(BLUE, (32, 0, 64, 48))
    halves.save(folder / "halves.png")
    square = Image.new("RGBA", (40, 40), (0, 255, 0, 128))
    square.save(folder / "glass.png")
    return {
        "film": counting(folder / "film.mp4"),
        "halves": source(folder / "halves.png"),
        "glass": source(folder / "glass.png"),
    }


HALVES = {"halves": {"kind": "image", "hasVideo": True, "width": 64, "height": 48}}
GLASS = {"glass": {"kind": "image", "hasVideo": True, "width": 40, "height": 40}}


def block(**transform) -> dict:
    """A white block over the whole canvas."""
    return solid(0, 10, WHITE, transform=transform)


def luma(frame: int) -> int:
    """The grey of a counting film's frame."""
    return round(4 * frame * 255 / 219)


def test_an_empty_frame_is_the_background():
    assert near(colour(scene([], [solid(5, 5, RED)], background="#123456"), {}, 0), "#123456")


def test_upper_tracks_lie_over_lower_ones_and_hidden_or_disabled_ones_are_not_seen():
    assert near(colour(scene([solid(0, 5, RED)], [solid(0, 5, BLUE)]), {}, 1), BLUE)
    assert near(colour(scene([solid(0, 5, RED)], [solid(0, 5, BLUE), {"track": {"hidden": True}}]), {}, 1), RED)
    assert near(colour(scene([solid(0, 5, RED)], [solid(0, 5, BLUE, enabled=False)]), {}, 1), RED)


def test_place_scale_and_anchor():
    small = scene([block(scale=0.5, x=16, y=12)])
    drawn = picture(small, {}, 0)
    assert near(drawn.getpixel((40, 30))[:3], WHITE)
    assert near(drawn.getpixel((24, 18))[:3], "#000000")
    corner = picture(scene([block(scale=0.5, anchor=[0, 0])]), {}, 0)
    assert near(corner.getpixel((50, 40))[:3], WHITE)
    assert near(corner.getpixel((20, 10))[:3], "#000000")


def test_rotation_turns_clockwise_about_the_anchor(shelf):
    turned = picture(scene([item("image", 0, 5, "halves", transform={"rotation": 90})], assets=HALVES), shelf, 0)
    assert near(turned.getpixel((32, 10))[:3], RED, by=10)
    assert near(turned.getpixel((32, 38))[:3], BLUE, by=10)
    assert near(turned.getpixel((2, 24))[:3], "#000000")


def test_flips(shelf):
    plain, flipped = (
        colour(scene([item("image", 0, 5, "halves", transform={"flipH": flip})], assets=HALVES), shelf, 0, x=10)
        for flip in (False, True)
    )
    assert near(plain, RED)
    assert near(flipped, BLUE)


def test_crop_cuts_off_and_leaves_the_rest_where_it_was(shelf):
    crop = {"left": 0.25, "right": 0, "top": 0, "bottom": 0}
    drawn = picture(scene([item("image", 0, 5, "halves", transform={"crop": crop})], assets=HALVES), shelf, 0)
    assert near(drawn.getpixel((8, 24))[:3], "#000000")
    assert near(drawn.getpixel((22, 24))[:3], RED)
    assert near(drawn.getpixel((50, 24))[:3], BLUE)


@pytest.mark.parametrize(("fit", "inside", "corner"), [("contain", 24, "#000000"), ("cover", 24, GREEN), ("stretch", 24, GREEN), ("none", 24, "#000000")])  # fmt: skip
def test_fit(shelf, tmp_path: Path, fit, inside, corner):
    Image.new("RGB", (40, 40), GREEN).save(tmp_path / "square.png")
    assets = {"square": {"kind": "image", "hasVideo": True, "width": 40, "height": 40}}
    state = scene([item("image", 0, 5, "square", transform={"fit": fit})], assets=assets)
    drawn = picture(state, {"square": source(tmp_path / "square.png")}, 0)
    assert near(drawn.getpixel((32, inside))[:3], GREEN)
    assert near(drawn.getpixel((3, 3))[:3], corner)


def test_opacity_and_fades():
    assert near(colour(scene([solid(0, 10, RED)], [block(opacity=0.5)]), {}, 0), (255, 128, 128))
    faded = scene([solid(0, 20, WHITE, fades={"inFrames": 10, "outFrames": 10})])
    assert [near(colour(faded, {}, frame), (level,) * 3) for frame, level in ((0, 0), (5, 128), (10, 255), (15, 128))] == [True] * 4  # fmt: skip


def test_a_see_through_picture_lets_through(shelf):
    state = scene([solid(0, 5, RED)], [item("image", 0, 5, "glass")], assets=GLASS)
    assert near(colour(state, shelf, 0), (127, 128, 0), by=8)
    assert near(colour(state, shelf, 0, x=2), RED)


# The formulas of the W3C's compositing levels, on a backdrop of 64 and a source of 192.
BLENDED = {
    "multiply": 48, "screen": 208, "overlay": 96, "darken": 64, "lighten": 192, "add": 255, "difference": 128,
    "soft-light": 95, "hard-light": 161, "color-dodge": 255, "color-burn": 3, "exclusion": 160,
}  # fmt: skip


@pytest.mark.parametrize("mode", BLENDED)
def test_blend_modes(mode):
    state = scene([solid(0, 5, "#404040")], [solid(0, 5, "#c0c0c0", blend=mode, transform={"scale": 0.5})])
    by = 14 if mode == "soft-light" else 6
    assert near(colour(state, {}, 0), (BLENDED[mode],) * 3, by)
    assert near(colour(state, {}, 0, x=4), "#404040")


def test_a_mask_shows_what_is_inside_and_inverted_what_is_not():
    mask = {"shape": "ellipse", "width": 0.5, "height": 0.5}
    for inverted, middle, corner in ((False, WHITE, "#000000"), (True, "#000000", WHITE)):
        state = scene([solid(0, 5, WHITE, mask={**mask, "invert": inverted})])
        assert near(colour(state, {}, 0), middle)
        assert near(colour(state, {}, 0, x=4), corner)


def test_a_key_makes_its_colour_see_through(shelf, tmp_path: Path):
    sheet = Image.new("RGB", (64, 48), "#00b140")
    sheet.paste(RED, (0, 0, 32, 48))
    sheet.save(tmp_path / "green.png")
    state = scene([solid(0, 5, BLUE)], [item("image", 0, 5, "green", chromaKey={"color": "#00b140"})], assets={"green": HALVES["halves"]})  # fmt: skip
    sources = {"green": source(tmp_path / "green.png")}
    assert near(colour(state, sources, 0, x=50), BLUE, by=10)
    assert near(colour(state, sources, 0, x=10), RED, by=10)


# --- time -------------------------------------------------------------------------------------------------------------


def keys(*pairs, e="linear"):
    return {"kf": [{"f": f, "v": v, "e": e} for f, v in pairs]}


def test_keyframes_move_scale_turn_fade_and_colour_half_way():
    moved = scene([solid(0, 21, WHITE, transform={"scale": 0.25, "x": keys((0, -24), (20, 24))})])
    assert near(colour(moved, {}, 10), WHITE)
    assert near(colour(moved, {}, 0), "#000000")
    grown = scene([solid(0, 21, WHITE, transform={"scale": keys((0, 0.1), (20, 0.9))})])
    assert [near(colour(grown, {}, frame, x=20), WHITE) for frame in (0, 20)] == [False, True]
    faint = scene([solid(0, 21, WHITE, transform={"opacity": keys((0, 0), (20, 1))})])
    assert near(colour(faint, {}, 10), GREY)
    held = scene([solid(0, 21, WHITE, transform={"opacity": keys((0, 0), (20, 1), e="hold")})])
    assert near(colour(held, {}, 19), "#000000")
    painted = scene([solid(0, 21, keys((0, RED), (20, BLUE)))])
    assert near(colour(painted, {}, 10), (128, 0, 128), by=8)
    cropped = scene([solid(0, 21, WHITE, transform={"crop": {"left": keys((0, 0), (20, 0.5)), "right": 0, "top": 0, "bottom": 0}})])  # fmt: skip
    assert [near(colour(cropped, {}, 10, x=x), WHITE) for x in (10, 22)] == [False, True]


def test_turning_and_growing_at_once():
    state = scene([solid(0, 21, WHITE, transform={"scale": keys((0, 0.2), (20, 0.6)), "rotation": keys((0, 0), (20, 90))})])  # fmt: skip
    late = picture(state, {}, 20)  # 38×29 turned upright: narrow and high
    assert near(late.getpixel((32, 24 + 16))[:3], WHITE)
    assert near(late.getpixel((32 + 17, 24))[:3], "#000000")


EASED = {"opacity": keys((0, 0), (19, 1), e="ease-in-out")}
PANNED = {"scale": 0.5, "x": keys((0, -32), (19, 32))}
GROWN = {"scale": keys((0, 0.1), (19, 1)), "anchor": [0, 0], "x": -32, "y": -24}
CROPPED = {"crop": {"left": keys((0, 0), (19, 1)), "right": 0.3, "top": keys((0, 1), (9, 0)), "bottom": 0}}
BRIGHTER = {"exposure": keys((0, -4), (19, 4)), "temperature": 1}


@pytest.mark.parametrize(
    "row",
    [
        [solid(0, 20, WHITE, transform=EASED)],
        [solid(0, 20, WHITE, transform=PANNED)],
        [solid(0, 20, WHITE, transform=GROWN)],
        [solid(0, 10, WHITE, transform=GROWN), {"transition": "dip-white", "length": 9}, solid(10, 10, RED)],
        [solid(0, 20, WHITE, transform=CROPPED)],
        [solid(0, 20, GREY, grade=BRIGHTER)],
    ],
)
def test_a_whole_render_moves_as_its_stills_do(tmp_path: Path, row):
    state = scene(row)
    made = render.render(state, {}, tmp_path / "a.mp4", cache=tmp_path / "cache")
    stills = [ImageStat.Stat(picture(state, {}, frame).convert("L")).mean[0] for frame in range(20)]
    assert scenes.lumas(made.path) == [pytest.approx(level, abs=2) for level in stills]


@pytest.mark.parametrize("fps", ["25", "60", "30000/1001"])
def test_a_grade_over_everything_is_that_of_each_frame_whatever_was_joined(tmp_path: Path, fps):
    joint = {"transition": "slide-left", "length": 1}
    row = [solid(0, 7, GREY), solid(7, 1, GREY), joint, solid(8, 5, GREY), joint, solid(13, 7, GREY)]
    state = scene(row, fps=fps, grade={"lift": keys((0, -1), (9, 1), (19, -1))})
    made = render.render(state, {}, tmp_path / "a.mp4", cache=tmp_path / "cache")
    stills = [ImageStat.Stat(picture(state, {}, frame).convert("L")).mean[0] for frame in range(20)]
    assert scenes.lumas(made.path) == [pytest.approx(level, abs=2) for level in stills]


def test_what_is_cropped_off_altogether_is_not_seen():
    for crop in ({"left": 1}, {"left": 0.6, "right": 0.4}, {"left": keys((0, 1), (9, 1)), "bottom": 0.5}):
        state = scene([block(crop={"left": 0, "right": 0, "top": 0, "bottom": 0, **crop})])
        assert near(colour(state, {}, 5), "#000000")


@pytest.mark.parametrize("scale", [0.5, 1, 2])
def test_a_block_of_any_size_is_cropped(scale):
    state = scene([block(scale=scale, crop={"left": 0.5, "right": 0, "top": 0, "bottom": 0})])
    assert [near(colour(state, {}, 1, x=x), WHITE) for x in (26, 36)] == [False, True]


def test_pixels_stay_square_where_a_block_is_rounded_unevenly(tmp_path: Path):
    """A block of 9.6 by 4.8 pixels is drawn as 10 by 4."""
    row = [solid(0, 2, WHITE), solid(2, 2, RED, transform={"scale": 0.3, "x": 1})]
    made = render.render(scene(row, size=(32, 16)), {}, tmp_path / "a.mp4", cache=tmp_path / "cache")
    assert made.frames == 4
    assert (source(made.path).traits.width, source(made.path).traits.height) == (32, 16)


def test_a_border_lasts_no_longer_than_its_picture(shelf, tmp_path: Path):
    """A picture is read at 25 frames a second, and is two frames at 50."""
    border = [{"id": "e", "kind": "border", "params": {"width": 4}}]
    row = [item("video", 0, 1, "film", effects=border), solid(1, 3, RED)]
    made = render.render(scene(row, assets={"film": FILM}, fps=50), shelf, tmp_path / "a.mp4", cache=tmp_path / "cache")
    assert made.frames == 4


def test_see_through_colours_stay_so_under_effects_grades_and_masks():
    """Half of white on red, whatever is done to it that needs its colours alone."""
    looks = [
        {"grade": {"exposure": 1}},
        {"effects": [{"id": "e", "kind": "pixelate", "params": {"size": 4}}, {"id": "f", "kind": "sepia", "params": {"amount": 0}}]},
        {"effects": [{"id": "e", "kind": "mirror", "params": {}}], "mask": {"shape": "rectangle"}},
        {"effects": [{"id": "e", "kind": "glow", "params": {"amount": 0}}]},
        {"blend": "screen"},
    ]  # fmt: skip
    for look in looks:
        state = scene([solid(0, 5, RED)], [solid(0, 5, "#ffffff80", **look)])
        assert near(colour(state, {}, 2), (255, 128, 128)), look


def test_a_mask_over_letters_does_not_depend_on_the_window():
    grown = {"fontSize": keys((0, 8), (9, 30))}
    state = scene([item("text", 0, 10, text="HHH", style=grown, mask={"shape": "rectangle", "width": 0.5})])
    white = ImageStat.Stat(picture(state, {}, 1).convert("L")).mean[0]
    whole = ImageStat.Stat(picture(scene([item("text", 0, 10, text="HHH", style=grown)]), {}, 1).convert("L")).mean[0]
    assert white == pytest.approx(whole, abs=1)  # half of the sheet of the largest letters holds all of the small ones


def test_lines_are_broken_alike_in_every_window_of_what_grows():
    grown = {"scale": keys((0, 0.5), (9, 3))}
    state = scene([item("text", 0, 10, text="one two three", style={"fontSize": 10}, transform=grown)])
    first, whole = (compile(state, {}, 0, count, sounds=False).files for count in (1, 10))
    assert first == {name: content for name, content in whole.items() if name.endswith(".png")}


@pytest.mark.parametrize("fit", ["none", "contain"])
def test_a_block_is_as_large_in_a_small_picture(fit):
    state = scene([solid(0, 5, WHITE, transform={"fit": fit, "scale": 0.5})], size=(128, 96))
    small = Image.open(BytesIO(render.still(state, {}, 1, height=48, form="png"))).convert("L")
    assert ImageStat.Stat(small).mean[0] == pytest.approx(255 / 4, abs=2)


def test_nothing_changes_where_values_differ_by_less_than_is_drawn():
    state = scene([solid(0, 5, WHITE, transform={"opacity": keys((0, 0.5), (4, 0.500001))})])
    assert near(colour(state, {}, 2), GREY)
    assert compile(state, {}, 0, 5, sounds=False).script.count("sendcmd") == 0


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({}, [5, 6, 7, 14]),
        ({"rate": [2, 1]}, [5, 7, 9, 23]),
        ({"rate": [1, 2]}, [5, 5, 6, 9]),
        ({"reverse": True}, [14, 13, 12, 5]),
        ({"freeze": True}, [5, 5, 5, 5]),
    ],
)
def test_speed_direction_and_freeze_show_the_right_frames(shelf, fields, shown):
    state = scene([item("video", 0, 10, "film", at=5, **fields)], assets={"film": FILM})
    found = [colour(state, shelf, frame)[0] for frame in (0, 1, 2, 9)]
    assert found == [pytest.approx(luma(number), abs=3) for number in shown]


def test_a_loop_begins_again(shelf):
    state = scene([item("video", 0, 120, "film", at=40, loop=True)], assets={"film": FILM})
    assert [colour(state, shelf, frame)[0] for frame in (9, 10, 60)] == [
        pytest.approx(luma(n), abs=3) for n in (49, 0, 0)
    ]


def test_a_gif_goes_on_for_as_long_as_it_is_shown(tmp_path: Path):
    frames = [Image.new("RGB", (16, 16), shade) for shade in (RED, BLUE)]
    frames[0].save(tmp_path / "two.gif", save_all=True, append_images=frames[1:], duration=200, loop=0)
    assets = {
        "two": {"kind": "gif", "hasVideo": True, "durationSeconds": 0.4, "width": 16, "height": 16, "fps": [5, 1]}
    }
    state = scene([item("gif", 0, 50, "two", fps=[5, 1])], assets=assets)
    sources = {"two": source(tmp_path / "two.gif")}
    assert [near(colour(state, sources, frame), shade, by=12) for frame, shade in ((1, RED), (6, BLUE), (11, RED), (36, BLUE))] == [True] * 4  # fmt: skip


# --- transitions ------------------------------------------------------------------------------------------------------


def cut(kind: str, alignment: str = "center"):
    return scene([solid(0, 20, RED), {"transition": kind, "length": 10, "alignment": alignment}, solid(20, 20, BLUE)])


def test_a_fade_is_half_and_half_in_the_middle_and_neither_moves_a_cut():
    assert near(colour(cut("fade"), {}, 20), (128, 0, 128), by=8)
    assert near(colour(cut("fade"), {}, 14), RED)
    assert near(colour(cut("fade"), {}, 25), BLUE)
    assert near(colour(cut("fade", "start"), {}, 25), (128, 0, 128), by=8)
    assert near(colour(cut("fade", "end"), {}, 15), (128, 0, 128), by=8)


@pytest.mark.parametrize(
    ("kind", "left", "right"),
    [
        ("wipe-left", RED, BLUE), ("wipe-right", BLUE, RED), ("slide-left", RED, BLUE), ("slide-right", BLUE, RED),
    ],
)  # fmt: skip
def test_wipes_and_slides_come_from_their_side(kind, left, right):
    drawn = picture(cut(kind), {}, 20)
    assert near(drawn.getpixel((4, 24))[:3], left)
    assert near(drawn.getpixel((60, 24))[:3], right)


def test_dips_go_through_their_colour():
    assert max(colour(cut("dip-black"), {}, 20)) < 40
    assert min(colour(cut("dip-white"), {}, 20)) > 215


@pytest.mark.parametrize("kind", ["wipe-up", "wipe-down", "slide-up", "slide-down", "zoom", "blur"])
def test_every_other_kind_leads_from_one_to_the_other(kind):
    assert near(colour(cut(kind), {}, 14), RED)
    assert near(colour(cut(kind), {}, 26), BLUE)
    assert colour(cut(kind), {}, 20)


def test_handles_feed_a_transition_on_both_sides(shelf):
    left, right = item("video", 0, 20, "film", at=0), item("video", 20, 20, "film", at=10)
    state = scene([left, {"transition": "fade", "length": 10}, right], assets={"film": FILM})
    # In the middle, frame 20 of the left (beyond its end) and frame 10 of the right.
    assert colour(state, shelf, 20)[0] == pytest.approx((luma(20) + luma(10)) / 2, abs=5)
    assert colour(state, shelf, 15)[0] == pytest.approx(luma(15), abs=3)


# --- colour and effects -----------------------------------------------------------------------------------------------


def graded(grade, shade=GREY):
    return colour(scene([solid(0, 5, shade, grade=grade)]), {}, 0)


@pytest.mark.parametrize("name", ["exposure", "brightness", "gamma", "lift", "gain", "shadows", "highlights"])
def test_each_value_of_a_grade_lights_up_or_down(name):
    shade = {"shadows": "#303030", "highlights": "#d0d0d0"}.get(name, GREY)
    before = graded({}, shade)[0]
    assert graded({name: 0.5}, shade)[0] > before + 8
    assert graded({name: -0.5}, shade)[0] < before - 8


def test_contrast_saturation_temperature_and_tint():
    assert graded({"contrast": 0.5}, "#c0c0c0")[0] > 0xC8
    assert graded({"contrast": 0.5}, "#404040")[0] < 0x38
    assert near(graded({"saturation": -1}, RED), (graded({"saturation": -1}, RED)[0],) * 3)
    warm, cold = graded({"temperature": 0.8}), graded({"temperature": -0.8})
    assert warm[0] > warm[2] + 20
    assert cold[2] > cold[0] + 20
    magenta = graded({"tint": 0.8})
    assert magenta[0] > magenta[1] + 10


def test_a_vignette_darkens_the_corners():
    state = scene([solid(0, 5, WHITE, grade={"vignette": 0.8})])
    assert colour(state, {}, 0, x=1, y=1)[0] < colour(state, {}, 0)[0] - 40


def test_a_grade_moves_with_its_keyframes_and_leaves_what_is_see_through(shelf):
    state = scene([solid(0, 5, BLUE)], [item("image", 0, 21, "glass", grade={"exposure": keys((0, 0), (20, -4))})], assets=GLASS)  # fmt: skip
    early, late = colour(state, shelf, 0), colour(state, shelf, 20)
    assert early[1] > late[1] + 40
    assert near(colour(state, shelf, 2, x=2), BLUE)


def test_the_grade_of_the_whole_composition_lies_over_everything():
    state = scene([solid(0, 5, RED)], grade={"saturation": -1})
    found = colour(state, {}, 0)
    assert max(found) - min(found) < 8


def test_a_look_up_table_is_applied(tmp_path: Path):
    rows = [f"{1 - r} {1 - g} {1 - b}" for b in (0, 1) for g in (0, 1) for r in (0, 1)]
    (tmp_path / "invert.cube").write_text("LUT_3D_SIZE 2\n" + "\n".join(rows) + "\n")
    state = scene([solid(0, 5, RED, grade={"lutAssetId": "lut"})], assets={"lut": {"kind": "lut"}})
    table = Source(tmp_path / "invert.cube", source(clips.silent(tmp_path / "any.mp4")).traits)
    assert near(colour(state, {"lut": table}, 0), "#00ffff", by=10)


def effect(kind, **params):
    return [{"id": "e", "kind": kind, "params": params}]


def test_effects_on_colour():
    def shown(shade, *effects):
        return colour(scene([solid(0, 5, shade, effects=[*effects])]), {}, 0)

    assert near(shown(RED, *effect("invert")), "#00ffff", by=8)
    assert max(shown(RED, *effect("grayscale"))) - min(shown(RED, *effect("grayscale"))) < 8
    sepia = shown(GREY, *effect("sepia"))
    assert sepia[0] > sepia[1] > sepia[2]
    assert near(shown("#707070", *effect("posterize", levels=2)), "#000000")


def test_effects_on_shape(shelf):
    def drawn(*effects, asset="halves", **transform):
        state = scene([item("image", 0, 5, asset, effects=[*effects], transform=transform)], assets=HALVES | GLASS)
        return picture(state, shelf, 0)

    assert near(drawn(*effect("mirror")).getpixel((60, 24))[:3], RED, by=10)
    assert near(drawn(*effect("rounded-corners", radius=20)).getpixel((1, 1))[:3], "#000000")
    assert near(drawn(*effect("rounded-corners", radius=20)).getpixel((32 - 4, 1))[:3], RED)
    assert near(drawn(*effect("border", width=6, color=WHITE)).getpixel((2, 24))[:3], WHITE, by=10)
    blurred = drawn(*effect("blur", radius=20)).getpixel((32, 24))
    assert 60 < blurred[0] < 200
    assert 60 < blurred[2] < 200
    pixels = drawn(*effect("pixelate", size=64)).getpixel((4, 4))
    assert pixels[2] > 60


def test_a_shadow_falls_beside_and_nothing_moves():
    state = scene([solid(0, 5, WHITE)], [solid(0, 5, RED, transform={"scale": 0.5}, effects=effect("drop-shadow", x=12, y=0, blur=0, opacity=1))])  # fmt: skip
    drawn = picture(state, {}, 0)
    assert near(drawn.getpixel((18, 24))[:3], RED, by=8)
    assert near(drawn.getpixel((52, 24))[:3], "#000000", by=8)
    assert near(drawn.getpixel((12, 24))[:3], WHITE, by=8)


@pytest.mark.parametrize("kind", ["sharpen", "grain", "glow"])
def test_the_other_effects_change_the_picture_and_keep_its_shape(shelf, kind):
    plain, changed = (
        picture(scene([item("image", 0, 5, "halves", effects=effects)], assets=HALVES), shelf, 0)
        for effects in ([], effect(kind))
    )
    assert plain.tobytes() != changed.tobytes()
    assert changed.getpixel((10, 24))[0] > 150
