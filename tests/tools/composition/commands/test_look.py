"""Place, crop, blend, mask and key, as tables of what each command leaves in the item."""

from __future__ import annotations

import pytest

from tests.tools.composition.timeline import after, refusal, run
from tools.composition.errors import InvalidParameters, ItemNotFound, OutOfRange, TrackLocked, WrongItemType
from tools.composition.properties import at

pytestmark = pytest.mark.spec("E-02")


@pytest.mark.parametrize(
    ("op", "params", "id", "left"),
    [
        ("setTransform", {"ids": ["logo"], "x": -10, "scale": 0.5}, "logo", {"transform.x": -10, "transform.y": -400, "transform.scale": 0.5}),
        ("setTransform", {"ids": ["logo"], "flipH": True, "fit": "cover"}, "logo", {"transform.flipH": True, "transform.fit": "cover"}),
        ("setTransform", {"ids": ["logo"], "anchor": [0, 1], "rotation": 450}, "logo", {"transform.anchor": [0, 1], "transform.rotation": 450}),
        ("setTransform", {"ids": ["clip-a", "logo"], "opacity": 0.25}, "clip-a", {"transform.opacity": 0.25}),
        ("setCrop", {"ids": ["clip-a"], "left": 0.1, "top": 0.2}, "clip-a", {"transform.crop": {"left": 0.1, "right": 0, "top": 0.2, "bottom": 0}}),
        ("setBlendMode", {"ids": ["logo"], "mode": "multiply"}, "logo", {"blend": "multiply"}),
        ("setMask", {"ids": ["logo"], "mask": {"shape": "ellipse", "feather": 12}}, "logo", {"mask": {"shape": "ellipse", "feather": 12}}),
        ("setChromaKey", {"ids": ["clip-a"], "color": "#0f0", "threshold": 0.2}, "clip-a", {"chromaKey": {"color": "#00ff00", "threshold": 0.2}}),
    ],
)  # fmt: skip
def test_a_look_is_set_and_what_is_not_given_stays(film, op, params, id, left):
    item = after(film, op, **params).item(id)
    assert {path: at(item, tuple(path.split("."))) for path in left} == left


@pytest.mark.parametrize(
    ("alignment", "x", "y"),
    [
        ("left", -852, -400),
        ("right", 852, -400),
        ("top", 720, -432),
        ("bottom", 720, 432),
        ("center", 0, 0),
        ("horizontal-center", 0, -400),
        ("vertical-center", 720, 0),
        ("top-left", -852, -432),
        ("bottom-right", 852, 432),
    ],
)
def test_a_logo_of_216_pixels_is_aligned_with_the_canvas(film, alignment, x, y):
    transform = after(film, "alignItems", ids=["logo"], alignment=alignment).item("logo")["transform"]
    assert (transform["x"], transform["y"]) == (x, y)


def test_the_anchor_of_an_item_is_where_x_and_y_point(film):
    cornered = after(film, "setTransform", ids=["logo"], anchor=[0, 0])
    transform = after(cornered, "alignItems", ids=["logo"], alignment="top-left").item("logo")["transform"]
    assert (transform["x"], transform["y"]) == (-960, -540)


def test_items_are_aligned_with_the_box_around_them(film):
    aligned = after(film, "alignItems", ids=["logo", "title-1"], alignment="right", relativeTo="selection")
    assert aligned.item("logo")["transform"]["x"] == 720
    assert aligned.item("title-1")["transform"]["x"] > 500


def test_a_number_replaces_the_keyframes_of_a_property(film):
    moving = after(film, "setKeyframes", id="logo", property="x", keyframes=[{"frame": 0, "value": 5}])
    assert after(moving, "setTransform", ids=["logo"], x=7).item("logo")["transform"]["x"] == 7


def test_a_mask_and_a_key_are_taken_off_with_null(film):
    for op, params, field in (
        ("setMask", {"mask": {"width": 0.5}}, "mask"),
        ("setChromaKey", {"color": "green"}, "chromaKey"),
    ):
        put = after(film, op, ids=["clip-a"], **params)
        assert field in put.item("clip-a")
        taken = after(put, op, ids=["clip-a"], **dict.fromkeys(params))
        assert taken.item("clip-a") == film.item("clip-a")
        assert after(film, op, ids=["clip-a"], **dict.fromkeys(params)) is film


def test_what_is_set_already_changes_nothing(film):
    assert run(film, "setTransform", ids=["logo"], scale=0.2).state is film
    assert run(film, "alignItems", ids=["clip-a"], alignment="center").state is film


@pytest.mark.parametrize(
    ("op", "params", "error", "said"),
    [
        ("setTransform", {"ids": ["logo"]}, InvalidParameters, "nothing to set"),
        ("setTransform", {"ids": ["logo", "ghost"], "x": 1}, ItemNotFound, "ghost"),
        ("setTransform", {"ids": ["logo", "music"], "x": 1}, WrongItemType, "transform"),
        ("setTransform", {"ids": ["logo"], "opacity": 2}, InvalidParameters, "opacity"),
        ("setTransform", {"ids": ["logo"], "scale": 0}, InvalidParameters, "scale"),
        ("setTransform", {"ids": ["logo"], "x": "left"}, InvalidParameters, "x"),
        ("setTransform", {"ids": ["logo"], "flipH": 1}, InvalidParameters, "flipH"),
        ("setTransform", {"ids": ["logo"], "fit": "fill"}, InvalidParameters, "fit"),
        ("alignItems", {"ids": ["logo"], "alignment": "middle"}, InvalidParameters, "center"),
        ("alignItems", {"ids": ["logo"], "align": "left"}, InvalidParameters, "alignment"),
        ("setCrop", {"ids": ["clip-a"], "left": 0.6, "right": 0.4}, OutOfRange, "less than 1"),
        ("setBlendMode", {"ids": ["music"], "mode": "screen"}, WrongItemType, "blend"),
        ("setBlendMode", {"ids": ["logo"], "mode": "shiny"}, InvalidParameters, "mode"),
        ("setMask", {"ids": ["logo"], "mask": {"form": "ellipse"}}, InvalidParameters, "form"),
        ("setChromaKey", {"ids": ["title-1"], "color": "green"}, WrongItemType, "chromaKey"),
        ("setChromaKey", {"ids": ["clip-a"], "color": "greeen"}, InvalidParameters, "green"),
    ],
)
def test_a_look_that_cannot_be_is_refused_by_name(film, op, params, error, said):
    refused = refusal(film, op, **params)
    assert type(refused) is error
    assert said in str(refused)


def test_a_locked_track_keeps_its_looks(film):
    locked = after(film, "lockTrack", trackId="v2")
    assert type(refusal(locked, "setTransform", ids=["clip-a", "logo"], x=1)) is TrackLocked
