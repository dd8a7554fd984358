"""The canvas: size with and without refit, rate in time or frames, timecode, master sound, grade and metadata."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tools.composition.timeline import after, lines, refusal, run
from tools.composition import Composition
from tools.composition.model import end


@pytest.mark.spec("E-02")
def test_a_resize_leaves_transforms_alone_unless_asked(film):
    resized = after(film, "setCompositionSize", width=1080, height=1920)
    assert (resized.width, resized.height) == (1080, 1920)
    assert resized.items is film.items


@pytest.mark.spec("E-02")
@pytest.mark.parametrize(
    ("refit", "fit", "scales"),
    [("cover", "cover", (0.2, 1)), ("contain", "contain", (0.2, 1)), ("scale", "contain", (0.2, 0.5625))],
)
def test_a_refit_keeps_relative_places_and_fits_pictures(film, refit, fit, scales):
    resized = after(film, "setCompositionSize", width=1080, height=1920, refit=refit)
    assert resized.item("clip-a")["transform"]["fit"] == fit
    logo, title = resized.item("logo")["transform"], resized.item("title-1")["transform"]
    assert (logo["x"], logo["y"], logo["fit"]) == (405, -711.1111, "contain")
    assert (logo["scale"], title["scale"]) == scales


def test_a_refit_to_the_same_size_changes_nothing(film):
    assert run(film, "setCompositionSize", width=1920, height=1080, refit="scale").state is film


def test_a_refit_leaves_locked_tracks_and_says_so(film):
    locked = after(film, "lockTrack", trackId="v2")
    result = run(locked, "setCompositionSize", width=1080, height=1920, refit="cover")
    assert result.state.item("logo") == film.item("logo")
    assert result.warnings == ["What lies on locked tracks stays as it is."]


@pytest.mark.spec("E-02")
@pytest.mark.parametrize("fps", [24, 25, 29.97, 60, [24000, 1001]])
def test_another_rate_keeps_the_times_at_which_things_happen(film, fps):
    other = after(film, "setFps", fps=fps)
    for id, item in film.items.items():
        for frame in ("from", "durationInFrames"):
            was, now = item[frame] / film.fps, other.item(id)[frame] / other.fps
            assert abs(was - now) <= 1 / other.fps
    cuts = [other.item(id) for id in film.track("v1")["items"]]
    assert all(end(left) == right["from"] for left, right in zip(cuts, cuts[1:], strict=False))
    assert abs(Fraction(450, 30) - other.markers[0]["atFrame"] / other.fps) <= 1 / other.fps


def test_another_rate_never_runs_a_clip_past_the_end_of_its_source(document):
    document["items"]["clip-b"] |= {"durationInFrames": 149, "sourceIn": {"frame": 211, "fps": [30, 1]}}
    document["assets"]["as-city"]["durationSeconds"] = 12
    other = after(Composition.load(document), "setFps", fps=25)
    assert 123 <= other.item("clip-b")["durationInFrames"] <= 125


def test_another_rate_and_back_is_as_before_when_the_frames_allow(film):
    assert after(after(film, "setFps", fps=60), "setFps", fps=30) == film


@pytest.mark.spec("E-02")
def test_another_rate_can_keep_the_frames(film):
    assert lines(after(film, "setFps", fps=60, keep="frames")) == lines(film)


def test_drop_frame_goes_with_the_rate_that_has_it(film):
    ntsc = after(after(film, "setFps", fps=29.97, keep="frames"), "setStartTimecode", timecode="01:00:00;00")
    assert ntsc.fields()["dropFrame"] is True
    result = run(ntsc, "setFps", fps=60, keep="frames")
    assert result.state.fields()["dropFrame"] is False
    assert len(result.warnings) == 1


@pytest.mark.spec("E-02")
def test_the_start_timecode_is_a_frame(film):
    assert after(film, "setStartTimecode", timecode="01:00:00:10").fields()["startFrame"] == 108_010


@pytest.mark.parametrize(
    "params",
    [{"timecode": "01:00:00:30"}, {"timecode": "later"}, {"timecode": "01:00:00;00"}, {"timecode": "0:0:0:0", "dropFrame": True}],
)  # fmt: skip
def test_a_timecode_that_cannot_be_is_refused(film, params):
    assert refusal(film, "setStartTimecode", **params).code == "invalid_parameters"


@pytest.mark.spec("E-02")
@pytest.mark.parametrize(
    ("op", "params", "field", "value"),
    [
        ("setCompositionName", {"name": "Cut 2"}, "name", "Cut 2"),
        ("setBackgroundColor", {"color": "navy"}, "background", "#000080"),
        ("setMasterAudio", {"volumeDb": -3, "muted": True}, "masterAudio", {"volumeDb": -3, "muted": True, "fadeInFrames": 0, "fadeOutFrames": 0}),
        ("setColorGrade", {"grade": {"saturation": -1}}, "grade", {"saturation": -1}),
        ("setMetadata", {"path": "client.brief", "value": ["a", 1]}, "metadata", {"client": {"brief": ["a", 1]}}),
    ],
)  # fmt: skip
def test_a_field_of_the_composition_is_set(film, op, params, field, value):
    assert after(film, op, **params).fields() == film.fields() | {field: value}


@pytest.mark.spec("E-02")
def test_grades_merge_and_null_takes_them_away(film: Composition):
    once = after(film, "setColorGrade", grade={"contrast": 0.2}, ids=["clip-a", "logo"])
    twice = after(once, "setColorGrade", grade={"saturation": -1}, ids=["clip-a"])
    assert twice.item("clip-a")["grade"] == {"contrast": 0.2, "saturation": -1}
    assert twice.item("logo")["grade"] == {"contrast": 0.2}
    assert after(twice, "setColorGrade", grade=None, ids=["clip-a", "logo"]) == film
    assert refusal(film, "setColorGrade", grade={"saturation": -2}).code == "invalid_parameters"
    assert refusal(film, "setColorGrade", grade={"saturation": -1}, ids=["logo", "music"]).code == "wrong_item_type"


def test_metadata_is_taken_away_by_null_and_never_written_under_a_value(film):
    noted = after(film, "setMetadata", path="note", value="x")
    assert after(noted, "setMetadata", path="note", value=None) == film
    assert refusal(noted, "setMetadata", path="note.more", value=1).code == "invalid_parameters"
    assert refusal(noted, "setMetadata", path="note", value="x" * 70_000).code == "limit_exceeded"
