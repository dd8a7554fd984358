"""OpenTimelineIO: what we write is read as it was, the library reads it too, and others' files are read by their cut."""

from __future__ import annotations

import json
from fractions import Fraction

import opentimelineio as otio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tools.composition.documents import compositions, documents, four_clips
from tests.tools.composition.requests import commands
from tests.tools.media.interchange.cuts import back, cut, out, shelf_of, told
from tools.composition import Composition, EngineError, evaluate
from tools.media.interchange import InterchangeError, Shelf, Unreadable

pytestmark = pytest.mark.spec("M-06")
SOME = settings(
    max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
DISSOLVE = {"id": "x", "leftId": "c1", "rightId": "c2", "kind": "fade", "durationInFrames": 15, "alignment": "center"}


@st.composite
def rich(draw: st.DrawFn) -> Composition:
    """A composition whose items, cues and markers carry everything that they can, here and there."""
    document = draw(documents(most_tracks=4))
    some = draw(st.randoms(use_true_random=False)).random
    document["assets"]["as-look"] = {"id": "as-look", "name": "look.cube", "kind": "lut"}
    for item in document["items"].values():
        if item["type"] != "audio" and some() < 0.6:
            moving = {"kf": [{"f": 0, "v": -0.5, "e": [0.1, 0, 0.9, 1]}, {"f": 3, "v": 0.5, "e": "hold"}]}
            item["grade"] = {"lutAssetId": "as-look", "contrast": moving, "vignette": 0.3}
            item["mask"] = {"shape": "rectangle", "x": 0.4, "width": 0.5, "radius": 12, "feather": 3, "invert": True}
            item["blend"] = "multiply"
            item["transform"] |= {"anchor": [0.1, 0.9], "flipH": True, "fit": "cover", "rotation": moving}
        if "audio" in item and some() < 0.6:
            item["audio"] |= {"pan": -0.25, "volumeDb": {"kf": [{"f": 0, "v": -12, "e": "ease-in"}]}}
        if "style" in item and some() < 0.6:
            item["style"] |= {
                "fontStyle": "italic", "lineHeight": 1.5, "letterSpacing": 2, "direction": "rtl", "shadow": {"color": "#00000080", "x": 1, "y": 2, "blur": 3},
                "stroke": {"color": "#ff0000", "width": 3}, "background": {"color": "#000000b3", "padding": 12, "radius": 8},
            }  # fmt: skip
        for cue in item.get("cues", ()):
            cue |= {"speaker": "Ada", "styleId": "loud"} if some() < 0.6 else {}
    document["markers"] += [{"id": "mark", "atFrame": 7, "durationInFrames": 5, "name": "Büro", "color": "#ff0000", "comment": "a\nb"}]  # fmt: skip
    document["masterAudio"] |= {"volumeDb": -3, "fadeOutFrames": 12}
    document |= {"background": "#10203040", "metadata": {"other": {"kept": [1, {"a": None}]}}}
    return Composition.load(document)


@SOME
@given(rich())
def test_everything_that_a_composition_can_hold_comes_back(state):
    document, read = back(out(state, "otio")[0], "otio")
    assert document == state.dump()
    assert (read.lost, read.assumed) == ([], [])


@SOME
@given(st.data())
def test_the_round_trip_of_whatever_the_engine_makes_is_the_identity(data):
    state = data.draw(compositions())
    for _ in range(data.draw(st.integers(0, 4))):
        try:
            state = evaluate(state, data.draw(commands(state)), tag="t").state
        except EngineError:
            continue
    text, report = out(state, "otio")
    document, read = back(text, "otio")
    assert document == state.dump()
    assert (report.lost, read.lost, read.assumed) == ([], [], [])


@pytest.mark.parametrize("fps", [(24000, 1001), (30000, 1001), (60000, 1001), (25, 1), (1234, 57)])
def test_any_rate_comes_back_exactly(fps):
    state = cut(
        {"sourceIn": {"frame": 7, "fps": [50, 2]}, "rate": [3, 2]}, {"reverse": True}, fps=fps, startFrame=107_892
    )
    assert back(out(state, "otio")[0], "otio")[0] == state.dump()


def test_the_library_finds_the_same_cut_in_what_we_write():
    state = cut({}, {"rate": [2, 1]}, {"enabled": False, "from": 90}, fps=(30000, 1001), transitions=[DISSOLVE])
    timeline = otio.adapters.read_from_string(out(state, "otio")[0], "otio_json")
    clips = timeline.find_clips()
    assert [clip.range_in_parent().start_time.value for clip in clips] == [0, 30, 90]
    assert [clip.source_range.start_time.value for clip in clips] == [300, 300, 300]
    assert [clip.enabled for clip in clips] == [True, True, False]
    assert clips[1].effects[0].time_scalar == 2
    [seam] = [one for one in timeline.tracks[0] if isinstance(one, otio.schema.Transition)]
    assert (seam.in_offset.value, seam.out_offset.value) == (7, 8)
    assert clips[0].media_reference.target_url == "media/a.mov"


def test_a_cut_that_the_library_writes_is_read():
    rate = 30000 / 1001
    at = lambda frames: otio.opentime.RationalTime(frames, rate)  # noqa: E731
    span = lambda start, length: otio.opentime.TimeRange(at(start), at(length))  # noqa: E731
    media = otio.schema.ExternalReference("file:///films/a%20b.mov", span(1000, 500))
    clip = otio.schema.Clip("shot", media, span(1100, 60))
    clip.effects.append(otio.schema.LinearTimeWarp(time_scalar=-0.5))
    inner = otio.schema.Stack("scene", [otio.schema.Track("t", [otio.schema.Clip("inside", media, span(1000, 100))])])
    inner.source_range = span(10, 20)
    track = otio.schema.Track("V", [otio.schema.Gap(source_range=span(0, 12)), clip, inner])
    timeline = otio.schema.Timeline("theirs", tracks=[track], global_start_time=at(107_892))
    document, report = back(otio.adapters.write_to_string(timeline, "otio_json"), "otio")
    assert (document["fps"], document["startFrame"]) == ([30000, 1001], 107_892)
    second = Fraction(1001, 30000)
    assert told(document) == [
        ("video", 12, 60, 100 * second, Fraction(-1, 2), True),
        ("video", 72, 20, 10 * second, 1, True),
    ]
    assert "“scene” was a timeline of its own: it lies flat now." in report.assumed


def test_a_file_that_was_moved_elsewhere_keeps_what_only_we_know():
    state = cut({"grade": {"exposure": 1}}, {})
    file = json.loads(out(state, "otio")[0])
    clips = file["tracks"]["children"][0]["children"]
    clips.reverse()
    document, _ = back(json.dumps(file), "otio")
    assert [(item["id"], item["from"]) for item in sorted(document["items"].values(), key=lambda one: one["from"])] == [
        ("c2", 0),
        ("c1", 30),
    ]
    assert document["items"]["c1"]["grade"] == {"exposure": 1}


def test_our_metadata_is_not_believed_where_it_breaks_a_rule():
    file = json.loads(out(cut({}), "otio")[0])
    file["tracks"]["children"][0]["children"][0]["metadata"]["greenlight"]["assetId"] = "nobody"
    document, report = back(json.dumps(file), "otio")
    assert told(document) == [("video", 0, 30, Fraction(10), 1, True)]
    assert any("Another program changed this file" in sentence for sentence in report.assumed)


def test_media_are_the_workspace_s_by_content_and_else_offline():
    state = four_clips()
    text, _ = out(state, "otio", hashes={"as-park": "as-elsewhere"})
    elsewhere = shelf_of(cut({}))
    document, report = back(text, "otio", elsewhere)
    assert all(asset["offline"] for asset in document["assets"].values())
    assert "are not in this workspace" in report.lost[0]
    document, report = back(text, "otio", shelf_of(state))
    assert not any(asset.get("offline") for asset in document["assets"].values())
    assert report.lost == []


def test_a_foreign_id_is_never_linked():
    document, _ = back(out(four_clips(), "otio")[0], "otio", Shelf())
    assert {asset["offline"] for asset in document["assets"].values()} == {True}


@pytest.mark.parametrize(
    ("clip", "why"),
    [
        ({"duration": -3}, "cannot be below zero"),
        ({"duration": 1e300}, "further out than any timeline"),
        ({"rate": 0}, "rate"),
        ({"rate": -24}, "rate"),
        ({"start": -900_000_000}, "further out"),
    ],
)
def test_times_that_are_none_are_refused_by_name(clip, why):
    with pytest.raises(Unreadable, match=why):
        back(_theirs(**clip), "otio")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_are_none_are_refused(number):
    with pytest.raises(Unreadable, match="no number"):
        back(_theirs().replace("48", number), "otio")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        '{"OTIO_SCHEMA": "Timeline.1"}',
        '{"OTIO_SCHEMA": "Clip.2"}',
        "[" * 100_000,
        '{"a":' * 100_000,
    ],
)
def test_what_is_no_timeline_is_refused_in_a_sentence(text):
    with pytest.raises(InterchangeError) as refusal:
        back(text, "otio")
    assert str(refusal.value).endswith((".", ")."))


def test_timelines_within_timelines_end_somewhere():
    nest = {"OTIO_SCHEMA": "Clip.2", "source_range": _span(0, 24)}
    for _ in range(12):
        nest = {"OTIO_SCHEMA": "Stack.1", "children": [{"OTIO_SCHEMA": "Track.1", "children": [nest]}]}
    file = {"OTIO_SCHEMA": "Timeline.1", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [{"OTIO_SCHEMA": "Track.1", "children": [nest]}]}}  # fmt: skip
    with pytest.raises(InterchangeError, match="deep"):
        back(json.dumps(file), "otio")


def _span(start: float, length: float, rate: float = 24) -> dict:
    time = {"OTIO_SCHEMA": "RationalTime.1", "rate": rate}
    return {"OTIO_SCHEMA": "TimeRange.1", "start_time": {**time, "value": start}, "duration": {**time, "value": length}}


def _theirs(start: float = 0, duration: float = 48, rate: float = 24) -> str:
    clip = {"OTIO_SCHEMA": "Clip.2", "name": "shot", "source_range": _span(start, duration, rate)}
    track = {"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [clip]}
    return json.dumps({"OTIO_SCHEMA": "Timeline.1", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [track]}})
