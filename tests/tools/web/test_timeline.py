"""The drawing of a timeline: to scale, in the order of editors, with what a plan does marked."""

from __future__ import annotations

import pytest

from tests.factories import document
from tools.composition import Composition
from tools.web.facts import facts_of, shape_of
from tools.web.frame import sketch
from tools.web.timeline import draw, span_of


@pytest.fixture
def state() -> Composition:
    return Composition.load(document())


def clips(drawing):
    return {clip.id: clip for lane in drawing.lanes for clip in lane.clips}


def test_clips_are_drawn_to_scale(state):
    drawn = clips(draw(state, span=1560))
    assert (drawn["clip-a"].x, drawn["clip-a"].width) == ("0.0000%", f"{100 * 300 / 1560:.4f}%")
    assert drawn["clip-b"].x == drawn["clip-a"].width


def test_pictures_come_from_the_top_layer_down_and_sound_below(state):
    assert [lane.id for lane in draw(state).lanes] == ["v3", "v2", "v1", "a1", "a2"]


def test_every_item_of_a_drawing_fits_its_span(state):
    drawing = draw(state)
    assert drawing.span >= state.end
    assert all(float(c.x[:-1]) + float(c.width[:-1]) <= 100.01 for c in clips(drawing).values())


@pytest.mark.spec("M-04")
def test_no_tick_is_so_near_the_end_that_its_time_is_cut_off(state):
    at = [float(tick.x[:-1]) for tick in draw(state, span=1810).ticks]
    assert at[0] == 0
    assert 80 < at[-1] <= 95


def test_two_states_share_the_scale_of_the_longer(state):
    longer = document()
    longer["items"]["music"]["durationInFrames"] = 2000
    assert span_of(state, Composition.load(longer)) >= 2000


def test_a_mark_is_on_its_clip_and_on_no_other(state):
    drawn = clips(draw(state, marks={"clip-d": "removed"}))
    assert [id for id, clip in drawn.items() if clip.mark] == ["clip-d"]


def test_fades_are_shares_of_their_clip():
    faded = document()
    faded["items"]["music"]["audio"]["fadeOutFrames"] = 78
    music = clips(draw(Composition.load(faded)))["music"]
    assert (music.fade_in, music.fade_from, music.fade_out) == ("", "90.000%", "10.000%")


def test_a_waveform_lies_where_its_sound_is_heard():
    heard = document()
    asset = "11111111-1111-4111-8111-111111111111"
    heard["assets"][asset] = heard["assets"].pop("as-vo") | {"id": asset, "durationSeconds": 24}
    heard["items"]["vo"] |= {"assetId": asset, "sourceIn": {"frame": 90, "fps": [30, 1]}}
    wave = clips(draw(Composition.load(heard)))["vo"].wave
    assert (wave.x, wave.width) == ("-25.000%", "200.000%")


def test_a_track_tells_whether_it_is_hidden_muted_or_locked():
    switched = document()
    switched["tracks"][0] |= {"hidden": True, "locked": True}
    lane = next(lane for lane in draw(Composition.load(switched)).lanes if lane.id == "v1")
    assert (lane.hidden, lane.muted, lane.locked) == (True, False, True)


def test_an_empty_composition_can_be_drawn():
    empty = document() | {"items": {}, "markers": []}
    for track in empty["tracks"]:
        track["items"] = []
    state = Composition.load(empty)
    assert draw(state).end == 0
    assert sketch(state, 100).layers == []
    assert facts_of(state).duration == "00:00:00:00"


@pytest.mark.parametrize(
    ("width", "height", "said"), [(1920, 1080, "16:9"), (1080, 1350, "4:5"), (1998, 1080, "1.85:1")]
)
def test_a_shape_is_said_as_people_say_it(width, height, said):
    assert shape_of(width, height) == said


def test_a_frame_holds_what_is_on_screen_then_and_nothing_else(state):
    assert [layer.id for layer in sketch(state, 10).layers] == ["clip-a", "title-1"]
    assert [layer.id for layer in sketch(state, 650).layers] == ["clip-c", "logo"]


def test_a_hidden_track_and_a_disabled_item_are_not_in_the_frame():
    switched = document()
    switched["tracks"][2]["hidden"] = True
    switched["items"]["clip-a"]["enabled"] = False
    assert sketch(Composition.load(switched), 10).layers == []


def test_an_animated_property_is_drawn_as_it_is_at_that_frame():
    moved = document()
    keyframes = [{"f": 0, "v": 0, "e": "linear"}, {"f": 20, "v": 1, "e": "linear"}]
    moved["items"]["clip-a"]["transform"]["opacity"] = {"kf": keyframes}
    assert sketch(Composition.load(moved), 5).layers[0].opacity == "0.250"


@pytest.mark.parametrize(
    ("grade", "said"),
    [
        (None, ""),
        ({"saturation": -1}, "saturate(0)"),
        ({"exposure": 1, "contrast": 0.5}, "contrast(1.5) brightness(2)"),
    ],
)
def test_a_grade_is_seen_in_the_sketch(grade, said):
    graded = document()
    graded["items"]["clip-a"]["grade"] = grade
    assert sketch(Composition.load(graded), 5).layers[0].look == said


def test_a_marker_that_a_plan_adds_is_marked(state):
    assert [pin.mark for pin in draw(state, marks={"m1": "added"}, mini=True).pins] == ["added"]


@pytest.mark.spec("M-04")
def test_a_title_is_called_by_its_own_words_for_those_who_hear_the_page(state):
    [title] = [clip for clip in clips(draw(state)).values() if clip.kind == "text"]
    assert title.label.startswith(f"{title.name}, text, 00:00:00:00 to ")
