"""Edit decision lists: rates inferred or said, drop-frame, speed and dissolves exact, and another reader's opinion."""

from __future__ import annotations

from fractions import Fraction

import opentimelineio as otio
import pytest

from tests.tools.media.interchange.cuts import back, cut, out, shelf_of, told
from tools.composition.errors import TrackNotFound
from tools.media.interchange import InterchangeError, NothingInIt, Places, Report, TooMuch, Unreadable
from tools.media.interchange.formats import writer_of_track

pytestmark = pytest.mark.spec("M-06")
NTSC = Fraction(30000, 1001)


def listing(*events: str, fcm: str = "NON-DROP FRAME") -> str:
    return "\n".join(["TITLE: T", f"FCM: {fcm}", *events])


def event(times: str, reel: str = "TAPE", channel: str = "V", how: str = "C", number: int = 1) -> str:
    return f"{number:03d}  {reel}  {channel}  {how}  {times}"


def seam(alignment: str, length: int = 15, kind: str = "fade") -> dict:
    return {
        "id": "x",
        "leftId": "c1",
        "rightId": "c2",
        "kind": kind,
        "durationInFrames": length,
        "alignment": alignment,
    }


@pytest.mark.parametrize("fps", [(24, 1), (25, 1), (24000, 1001), (30000, 1001), (30, 1), (50, 1)])
def test_cuts_speeds_and_held_frames_come_back_at_every_rate(fps):
    state = cut({}, {"rate": [2, 1], "from": 40}, {"rate": [1, 2]}, {"reverse": True}, {"freeze": True}, fps=fps)
    text, report = out(state, "edl")
    document, _ = back(text, "edl", shelf_of(state), Fraction(*fps))
    assert told(document) == told(state.dump())
    assert report.lost == []


@pytest.mark.parametrize("drop", [True, False])
def test_drop_frame_timecode_comes_back_over_the_minutes_that_leave_numbers_out(drop):
    clips = [{"durationInFrames": length, "freeze": True} for length in (1799, 1, 2, 16_200)]
    state = cut(*clips, fps=(30000, 1001), dropFrame=drop, startFrame=107_892 if drop else 108_000)
    text, _ = out(state, "edl")
    assert ("01:00:59;29" in text, "01:01:00;02" in text) == (drop, drop)
    document, _ = back(text, "edl", fps=NTSC)
    assert [(item[1], item[2]) for item in told(document)] == [(item[1], item[2]) for item in told(state.dump())]
    assert (document["dropFrame"], document["startFrame"]) == (drop, state.head["startFrame"])


@pytest.mark.parametrize("alignment", ["center", "start", "end"])
def test_a_dissolve_shows_the_same_frames_though_its_cut_lies_at_its_start(alignment):
    state = cut({}, {"assetId": "as-b"}, transitions=[seam(alignment)])
    document, _ = back(out(state, "edl")[0], "edl", shelf_of(state), Fraction(30))
    before = {"center": 7, "start": 0, "end": 15}[alignment]
    assert [item[1:4] for item in told(document)] == [
        (0, 30 - before, Fraction(10)),
        (30 - before, 30 + before, Fraction(300 - before, 30)),
    ]
    [made] = document["tracks"][0]["transitions"]
    assert (made["kind"], made["durationInFrames"], made["alignment"]) == ("fade", 15, "start")


def test_another_reader_finds_the_same_cut():
    state = cut({}, {"assetId": "as-b"}, {"from": 100}, fps=(24, 1))
    timeline = otio.adapters.read_from_string(out(state, "edl")[0], "cmx_3600", rate=24)
    clips = list(timeline.tracks[0].find_clips())
    assert [clip.range_in_parent().start_time.value for clip in clips] == [0, 30, 100]
    assert [clip.source_range.start_time.value for clip in clips] == [300, 300, 300]


def test_reels_are_eight_plain_signs_and_each_file_s_own():
    state = cut({}, {"assetId": "as-b"})
    document = state.dump()
    document["assets"]["as-a"] |= {"name": "Überblick Halle (1) 2026.mov"}
    document["assets"]["as-b"] |= {"name": "berblick-halle-10.mov"}
    text, _ = out(type(state).load(document), "edl")
    reels = [line.split()[1] for line in text.split("\n") if line[:3].isdigit()]
    assert reels == ["BERBLICK", "BERBLIC2"]
    assert "* SOURCE FILE: media/Überblick Halle (1) 2026.mov" in text


@pytest.mark.parametrize(
    ("last", "fps"),
    [("00:00:01:23", 24), ("00:00:01:24", 25), ("00:00:01:29", 30), ("00:00:01:49", 50), ("00:00:01:59", 60)],
)
def test_the_rate_is_the_slowest_that_has_every_frame_number(last, fps):
    document, report = back(listing(event(f"00:00:00:00 {last} 00:00:00:00 {last}")), "edl")
    assert document["fps"] == [fps, 1]
    assert any(f"taken to be {fps} fps" in sentence for sentence in report.assumed)


def test_the_rate_makes_sources_as_long_as_their_edits():
    """Seven frames over the second at 30, which no other rate makes equal."""
    document, _ = back(listing(event("00:00:00:20 00:00:01:10 00:00:00:00 00:00:00:20")), "edl")
    assert document["fps"] == [30, 1]


def test_a_rate_that_is_said_is_held_and_what_breaks_it_is_refused():
    text = listing(event("00:00:00:00 00:00:01:24 00:00:00:00 00:00:01:24"))
    assert back(text, "edl", fps=Fraction(30))[0]["fps"] == [30, 1]
    with pytest.raises(Unreadable, match="frame 24"):
        back(text, "edl", fps=Fraction(24))


def test_drop_frame_means_29_97():
    document, _ = back(listing(event("01:00:00;00 01:00:01;00 01:00:00;00 01:00:01;00"), fcm="DROP FRAME"), "edl")
    assert (document["fps"], document["dropFrame"], document["startFrame"]) == ([30000, 1001], True, 107_892)


def test_a_fade_from_and_to_black_is_the_clip_s_own():
    text = listing(
        event("00:00:00:00 00:00:00:00 00:00:00:00 00:00:00:00", reel="BL"),
        event("00:00:10:00 00:00:12:00 00:00:00:00 00:00:02:00", how="D 012"),
        event("00:00:12:00 00:00:12:00 00:00:02:00 00:00:02:00", number=2),
        event("00:00:00:00 00:00:01:00 00:00:02:00 00:00:03:00", reel="BL", how="D 024", number=2),
    )
    document, _ = back(text, "edl", fps=Fraction(24))
    [item] = document["items"].values()
    assert (item["from"], item["durationInFrames"], item["fades"]) == (0, 72, {"inFrames": 12, "outFrames": 24})


def test_sound_and_pictures_of_one_event_are_two_clips_and_not_heard_twice():
    document, _ = back(listing(event("00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00", channel="B")), "edl")
    assert [(track["kind"], len(track["items"])) for track in document["tracks"]] == [("video", 1), ("audio", 1)]
    assert document["items"]["clip-1"]["audio"]["muted"] is True


def test_source_timecode_is_counted_from_the_hour_where_the_file_is_there():
    state = cut({})
    text = listing(event("01:00:04:05 01:00:05:05 00:00:00:00 00:00:01:00"), "* FROM CLIP NAME: a.mov")
    document, report = back(text, "edl", shelf_of(state), Fraction(30))
    assert told(document) == [("video", 0, 30, Fraction(125, 30), 1, True)]
    assert document["items"]["clip-1"]["assetId"] == "as-a"
    assert report.lost == []


def test_clips_that_overlap_lie_on_further_tracks_and_not_on_ever_more():
    one = event("00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00")
    document, report = back(listing(one, one), "edl")
    assert [track["id"] for track in document["tracks"]] == ["v1", "v2"]
    assert "Clips of the track “V1” overlap: they lie on 2 tracks here." in report.assumed
    with pytest.raises(TooMuch, match="200 tracks"):
        back(listing(*[one] * 201), "edl")


def test_what_an_edl_cannot_hold_is_named():
    text = {
        "type": "text",
        "text": "Hi",
        "style": {},
        "assetId": None,
        "sourceIn": None,
        "rate": None,
        "audio": None,
        "name": "Title",
    }
    state = cut({"grade": {"exposure": 1}}, text, {"enabled": False, "name": "spare"}, {"transform": {"scale": 2}})
    _, report = out(state, "edl")
    assert report.lost == [
        "“Title” (text) has no place in an EDL.",
        "“c1” goes into an EDL without grade.",
        "“c4” goes into an EDL without place and size.",
        "“spare”: an EDL cannot switch a clip off, so it is left out.",
    ]


def test_a_track_that_is_not_there_or_is_empty_is_refused():
    with pytest.raises(TrackNotFound):
        writer_of_track("v9")(cut({}), Places(), Report())
    with pytest.raises(NothingInIt):
        out(cut(), "edl")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "001",
        listing(event("00:00:00:00 00:00:01:00 00:00:00:00")),
        listing(event("00:00:99:00 00:00:01:00 00:00:00:00 00:00:01:00")),
        listing(event("00:00:00:99 00:00:01:00 00:00:00:00 00:00:01:00")),
        listing(event("00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00", channel="X")),
        listing(event("00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00", how="D 010"), "M2 TAPE 1e9 00:00:00:00 x")
        + "\n9",
    ],
)
def test_what_is_no_list_is_refused_in_a_sentence(text):
    with pytest.raises(InterchangeError) as refusal:
        back(text, "edl")
    assert str(refusal.value).endswith(".")


def test_where_a_list_begins_and_where_cuts_went_is_said():
    seam = {"id": "x", "leftId": "c1", "rightId": "c2", "kind": "fade", "durationInFrames": 8, "alignment": "center"}
    _, report = out(cut({"from": 9}, {"assetId": "as-b"}, transitions=[seam]), "edl")
    assert "The 9 frames before the first clip: an EDL begins with it." in report.lost
    assert "1 cut went to where the transition over it begins." in report.assumed
    assert any("size of the picture" in sentence for sentence in report.assumed)
