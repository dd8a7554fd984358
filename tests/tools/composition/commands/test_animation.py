"""Keyframes and motions by name."""

from __future__ import annotations

import pytest

from tests.tools.composition.timeline import after, refusal, run
from tools.composition import describe
from tools.composition.errors import InvalidParameters, OutOfRange, WrongItemType
from tools.composition.properties import NAMES

pytestmark = pytest.mark.spec("E-02")


def track(state, id: str, name: str) -> list[tuple]:
    return [(key["f"], key["v"], key["e"]) for key in state.item(id)["transform"][name]["kf"]]


def test_keyframes_replace_a_number_and_come_out_in_order(film):
    keyframes = [{"frame": 30, "value": 1, "easing": "ease-out"}, {"frame": 0, "value": 0}]
    moving = after(film, "setKeyframes", id="logo", property="opacity", keyframes=keyframes)
    assert track(moving, "logo", "opacity") == [(0, 0, "linear"), (30, 1, "ease-out")]


def test_keyframes_merge_into_those_there_are_and_the_later_word_wins(film):
    first = after(
        film, "setKeyframes", id="logo", property="x", keyframes=[{"frame": 0, "value": 1}, {"frame": 9, "value": 2}]
    )
    more = [{"frame": 9, "value": 3, "easing": [0.1, 0, 0.9, 1]}, {"frame": 5, "value": 4, "easing": "hold"}]
    merged = after(first, "setKeyframes", id="logo", property="x", keyframes=more, mode="merge")
    assert track(merged, "logo", "x") == [(0, 1, "linear"), (5, 4, "hold"), (9, 3, [0.1, 0, 0.9, 1])]
    replaced = after(first, "setKeyframes", id="logo", property="x", keyframes=more)
    assert [frame for frame, _, _ in track(replaced, "logo", "x")] == [5, 9]


@pytest.mark.parametrize(
    ("id", "name", "value", "where"),
    [
        ("logo", "crop.left", 0.2, ("transform", "crop", "left")),
        ("music", "volumeDb", -20, ("audio", "volumeDb")),
        ("title-1", "color", "#ff0000", ("style", "color")),
        ("title-1", "fontSize", 20, ("style", "fontSize")),
        ("clip-a", "grade.exposure", 1.5, ("grade", "exposure")),
    ],
)
def test_a_property_is_animated_where_the_item_keeps_it(film, id, name, value, where):
    item = after(film, "setKeyframes", id=id, property=name, keyframes=[{"frame": 2, "value": value}]).item(id)
    for step in where:
        item = item[step]
    assert item == {"kf": [{"f": 2, "v": value, "e": "linear"}]}


def test_the_properties_described_are_the_properties_there_are():
    properties = describe()["commands"]["setKeyframes"]["parameters"]["properties"]
    assert sorted(properties["property"]["enum"]) == sorted(NAMES)


@pytest.mark.parametrize(
    ("params", "error", "said"),
    [
        ({"id": "logo", "property": "volumeDb", "keyframes": [{"frame": 0, "value": 0}]}, WrongItemType, "opacity"),
        ({"id": "logo", "property": "opacty", "keyframes": [{"frame": 0, "value": 0}]}, InvalidParameters, "'opacity'"),
        ({"id": "logo", "property": "x", "keyframes": []}, InvalidParameters, "keyframes"),
        ({"id": "logo", "property": "x", "keyframes": [{"frame": 150, "value": 0}]}, OutOfRange, "150"),
        ({"id": "logo", "property": "x", "keyframes": [{"frame": -1, "value": 0}]}, InvalidParameters, "frame"),
        ({"id": "logo", "property": "x", "keyframes": [{"frame": 0, "value": "red"}]}, InvalidParameters, "x"),
        ({"id": "title-1", "property": "color", "keyframes": [{"frame": 0, "value": 3}]}, InvalidParameters, "color"),
        ({"id": "logo", "property": "opacity", "keyframes": [{"frame": 0, "value": 3}]}, InvalidParameters, "opacity"),
        ({"id": "logo", "property": "x", "keyframes": [{"frame": 0, "v": 3}]}, InvalidParameters, "value"),
        ({"id": "logo", "property": "x", "keyframes": [{"frame": 0, "value": 3, "easing": "bouncy"}]}, InvalidParameters, "easing"),
    ],
)  # fmt: skip
def test_keyframes_that_cannot_be_are_refused(film, params, error, said):
    refused = refusal(film, "setKeyframes", **params)
    assert type(refused) is error
    assert said in str(refused)


MOTIONS = {
    # preset: (property, what it does at 30 frames per second to a title of 90 frames)
    "fade-in": ("opacity", [(0, 0, "ease-out"), (15, 1, "linear")]),
    "fade-out": ("opacity", [(74, 1, "ease-in"), (89, 0, "linear")]),
    "slide-in": ("x", [(0, -1920, "ease-out"), (15, 0, "linear")]),
    "pop": ("scale", [(0, 0.01, "ease-out"), (10, 1.1, "ease-in-out"), (15, 1, "linear")]),
    "ken-burns": ("scale", [(0, 1, "linear"), (89, 1.15, "linear")]),
}


@pytest.mark.parametrize("preset", MOTIONS)
def test_a_motion_is_made_of_keyframes_that_end_in_the_place_there_was(film, preset):
    name, keys = MOTIONS[preset]
    assert track(after(film, "applyMotionPreset", ids=["title-1"], preset=preset), "title-1", name) == keys


def test_a_motion_takes_as_long_as_it_is_given_within_the_item(film):
    short = after(film, "applyMotionPreset", ids=["title-1"], preset="fade-in", durationInFrames=6)
    assert track(short, "title-1", "opacity")[-1][0] == 6
    long = after(film, "applyMotionPreset", ids=["title-1"], preset="fade-in", durationInFrames=900)
    assert track(long, "title-1", "opacity")[-1][0] == 89


def test_a_pulse_beats_through_the_item_and_ends_at_rest(film):
    beats = track(after(film, "applyMotionPreset", ids=["title-1"], preset="pulse"), "title-1", "scale")
    assert [value for _, value, _ in beats] == [1, 1.08, 1, 1.08, 1]


def test_a_fade_in_and_a_fade_out_live_together(film):
    faded = film
    for preset in ("fade-out", "fade-in"):
        faded = after(faded, "applyMotionPreset", ids=["title-1"], preset=preset)
    assert [(frame, value) for frame, value, _ in track(faded, "title-1", "opacity")] == [
        (0, 0),
        (15, 1),
        (74, 1),
        (89, 0),
    ]


def test_a_motion_comes_back_to_the_look_that_the_item_has(film):
    dim = after(film, "setTransform", ids=["logo"], opacity=0.4)
    assert track(after(dim, "applyMotionPreset", ids=["logo"], preset="fade-in"), "logo", "opacity")[-1][1] == 0.4
    popped = after(film, "applyMotionPreset", ids=["logo"], preset="pop")
    assert track(popped, "logo", "scale")[-1][1] == 0.2


@pytest.mark.parametrize("preset", [*MOTIONS, "pulse"])
def test_clearing_a_motion_leaves_the_look_that_there_was(film, preset):
    moving = after(film, "applyMotionPreset", ids=["title-1"], preset=preset)
    assert after(moving, "clearKeyframes", id="title-1").item("title-1") == film.item("title-1")


def test_clearing_what_does_not_move_changes_nothing(film):
    assert run(film, "clearKeyframes", id="title-1", property="opacity").state is film
    assert type(refusal(film, "clearKeyframes", id="title-1", property="volumeDb")) is WrongItemType


def test_sound_has_no_motion_and_one_frame_is_too_short_for_it(film):
    assert type(refusal(film, "applyMotionPreset", ids=["music"], preset="fade-in")) is WrongItemType
    blink = after(film, "trimItem", id="title-1", edge="end", toFrame=1)
    assert type(refusal(blink, "applyMotionPreset", ids=["title-1"], preset="fade-in")) is OutOfRange
