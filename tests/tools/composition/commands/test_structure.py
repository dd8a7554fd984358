"""Splits, moves, trims, ripples, speed and layers, as tables of before and after."""

from __future__ import annotations

import pytest

from tests.tools.composition.timeline import after, line, lines, refusal, run, sources
from tools.composition import Composition

V1 = "clip-a 0-300, clip-b 300-450, clip-c 450-690, clip-d 690-780"


def test_the_film_is_as_the_tables_say(film):
    assert lines(film) == {
        "v1": V1,
        "v2": "logo 600-750",
        "v3": "title-1 0-90",
        "a1": "music 0-780",
        "a2": "vo 30-390",
    }
    assert sources(film, "v1") == "clip-a 60, clip-b 0, clip-c 30, clip-d 0"


EDITS = [
    # op, params, track, what the track holds, where its sources begin
    ("splitItem", {"id": "clip-a", "atFrame": 120}, "v1", "clip-a 0-120, video-t-1 120-300, clip-b 300-450, clip-c 450-690, clip-d 690-780", "clip-a 60, video-t-1 180, clip-b 0, clip-c 30, clip-d 0"),
    ("moveItems", {"ids": ["logo"], "deltaFrames": -60}, "v2", "logo 540-690", None),
    ("moveItems", {"ids": ["logo"], "from": 10}, "v2", "logo 10-160", None),
    ("moveItems", {"ids": ["clip-d"], "from": 250, "mode": "overwrite"}, "v1", "clip-a 0-250, clip-d 250-340, clip-b 340-450, clip-c 450-690", "clip-a 60, clip-d 0, clip-b 40, clip-c 30"),
    ("moveItems", {"ids": ["clip-d"], "from": 100, "mode": "overwrite"}, "v1", "clip-a 0-100, clip-d 100-190, video-t-1 190-300, clip-b 300-450, clip-c 450-690", "clip-a 60, clip-d 0, video-t-1 250, clip-b 0, clip-c 30"),
    ("moveItems", {"ids": ["clip-d"], "from": 250, "mode": "insert"}, "v1", "clip-a 0-250, clip-d 250-340, video-t-1 340-390, clip-b 390-540, clip-c 540-780", "clip-a 60, clip-d 0, video-t-1 310, clip-b 0, clip-c 30"),
    ("moveItems", {"ids": ["clip-d", "clip-b"], "trackId": "v3", "deltaFrames": 0}, "v3", "title-1 0-90, clip-b 300-450, clip-d 690-780", None),
    ("trimItem", {"id": "clip-a", "edge": "end", "toFrame": 240}, "v1", "clip-a 0-240, clip-b 300-450, clip-c 450-690, clip-d 690-780", None),
    ("trimItem", {"id": "clip-a", "edge": "end", "toFrame": 240, "ripple": True}, "v1", "clip-a 0-240, clip-b 240-390, clip-c 390-630, clip-d 630-720", None),
    ("trimItem", {"id": "clip-a", "edge": "end", "toFrame": 330, "ripple": True}, "v1", "clip-a 0-330, clip-b 330-480, clip-c 480-720, clip-d 720-810", None),
    ("trimItem", {"id": "clip-c", "edge": "start", "toFrame": 500}, "v1", "clip-a 0-300, clip-b 300-450, clip-c 500-690, clip-d 690-780", "clip-a 60, clip-b 0, clip-c 80, clip-d 0"),
    ("trimItem", {"id": "clip-c", "edge": "start", "toFrame": 500, "ripple": True}, "v1", "clip-a 0-300, clip-b 300-450, clip-c 450-640, clip-d 640-730", "clip-a 60, clip-b 0, clip-c 80, clip-d 0"),
    ("slipItem", {"id": "clip-a", "deltaFrames": -30}, "v1", V1, "clip-a 30, clip-b 0, clip-c 30, clip-d 0"),
    ("slideItem", {"id": "clip-b", "deltaFrames": -20}, "v1", "clip-a 0-280, clip-b 280-430, clip-c 430-690, clip-d 690-780", "clip-a 60, clip-b 0, clip-c 10, clip-d 0"),
    ("rollEdit", {"leftId": "clip-b", "rightId": "clip-c", "deltaFrames": -15}, "v1", "clip-a 0-300, clip-b 300-435, clip-c 435-690, clip-d 690-780", "clip-a 60, clip-b 0, clip-c 15, clip-d 0"),
    ("removeRangesFromItem", {"id": "clip-a", "ranges": [{"from": 30, "to": 60}, {"from": 90, "to": 120}]}, "v1", "clip-a 0-30, video-t-1 30-60, video-t-2 60-240, clip-b 240-390, clip-c 390-630, clip-d 630-720", "clip-a 60, video-t-1 120, video-t-2 180, clip-b 0, clip-c 30, clip-d 0"),
    ("removeRangesFromItem", {"id": "clip-a", "ranges": [[0, 30], [270, 300]], "ripple": False}, "v1", "clip-a 30-270, clip-b 300-450, clip-c 450-690, clip-d 690-780", "clip-a 90, clip-b 0, clip-c 30, clip-d 0"),
    ("removeRangesFromItem", {"id": "clip-c", "ranges": [{"from": 0, "to": 60}], "unit": "media"}, "v1", "clip-a 0-300, clip-b 300-450, clip-c 450-660, clip-d 660-750", "clip-a 60, clip-b 0, clip-c 60, clip-d 0"),
    ("removeRangesFromItem", {"id": "clip-c", "ranges": [{"from": 600, "to": 700}], "unit": "timeline"}, "v1", "clip-a 0-300, clip-b 300-450, clip-c 450-600, clip-d 600-690", None),
    ("removeRangesFromItem", {"id": "clip-b", "ranges": [{"from": 0, "to": 150}]}, "v1", "clip-a 0-300, clip-c 300-540, clip-d 540-630", None),
    ("setPlaybackRate", {"ids": ["clip-b"], "rate": 2}, "v1", "clip-a 0-300, clip-b 300-375, clip-c 450-690, clip-d 690-780", None),
    ("setPlaybackRate", {"ids": ["clip-b", "clip-c"], "rate": 2, "ripple": True}, "v1", "clip-a 0-300, clip-b 300-375, clip-c 375-495, clip-d 495-585", None),
    ("setPlaybackRate", {"ids": ["clip-c"], "rate": 0.5, "ripple": True}, "v1", "clip-a 0-300, clip-b 300-450, clip-c 450-930, clip-d 930-1020", None),
    ("freezeFrame", {"id": "clip-a", "atFrame": 150, "durationInFrames": 60}, "v1", "clip-a 0-150, video-t-1 150-210, video-t-2 210-360, clip-b 360-510, clip-c 510-750, clip-d 750-840", "clip-a 60, video-t-1 210, video-t-2 210, clip-b 0, clip-c 30, clip-d 0"),
    ("freezeFrame", {"id": "clip-b", "atFrame": 300, "durationInFrames": 30}, "v1", "clip-a 0-300, video-t-1 300-330, clip-b 330-480, clip-c 480-720, clip-d 720-810", None),
    ("rippleDeleteRange", {"fromFrame": 100, "toFrame": 350, "trackIds": ["v1"]}, "v1", "clip-a 0-100, clip-b 100-200, clip-c 200-440, clip-d 440-530", "clip-a 60, clip-b 50, clip-c 30, clip-d 0"),
    ("insertGap", {"atFrame": 350, "durationInFrames": 25, "trackIds": ["v1"]}, "v1", "clip-a 0-300, clip-b 300-350, video-t-1 375-475, clip-c 475-715, clip-d 715-805", "clip-a 60, clip-b 0, video-t-1 50, clip-c 30, clip-d 0"),
]  # fmt: skip


@pytest.mark.spec("E-02")
@pytest.mark.parametrize(("op", "params", "track", "held", "begun"), EDITS)
def test_an_edit_leaves_the_track_as_an_editor_would(film, op, params, track, held, begun):
    edited = after(film, op, **params)
    assert line(edited, track) == held
    if begun:
        assert sources(edited, track) == begun
    others = {"v1", "v2", "v3", "a1", "a2"} - {
        track,
        film.item(params.get("id", params.get("ids", ["logo"])[0]))["trackId"],
    }
    assert {id: line(edited, id) for id in others} == {id: line(film, id) for id in others}


REFUSED = [
    ("splitItem", {"id": "clip-a", "atFrame": 0}, "out_of_range", "strictly inside"),
    ("splitItem", {"id": "clip-a", "atFrame": 300}, "out_of_range", "1 to 299"),
    ("splitItem", {"id": "nobody", "atFrame": 3}, "item_not_found", "nobody"),
    ("moveItems", {"ids": ["clip-a"], "deltaFrames": 1}, "overlap", "broll-city.mp4"),
    ("moveItems", {"ids": ["clip-a"], "deltaFrames": -1}, "out_of_range", "Frame 0"),
    ("moveItems", {"ids": ["clip-a"]}, "invalid_parameters", "deltaFrames"),
    ("moveItems", {"ids": ["clip-a"], "deltaFrames": 1, "from": 2}, "invalid_parameters", "not both"),
    ("moveItems", {"ids": ["music"], "trackId": "v2", "deltaFrames": 0}, "wrong_track_kind", "kind audio"),
    ("trimItem", {"id": "clip-d", "edge": "end", "toFrame": 871}, "source_exceeded", "outro.mp4"),
    ("trimItem", {"id": "clip-b", "edge": "start", "toFrame": 299}, "source_exceeded", "before its source"),
    ("trimItem", {"id": "clip-a", "edge": "end", "toFrame": 0}, "out_of_range", "1 frame"),
    ("slipItem", {"id": "clip-a", "deltaFrames": -61}, "source_exceeded", "2.00 s"),
    ("slipItem", {"id": "title-1", "deltaFrames": 5}, "wrong_item_type", "text"),
    ("rollEdit", {"leftId": "clip-a", "rightId": "clip-c", "deltaFrames": 5}, "not_neighbours", "cut"),
    ("slideItem", {"id": "clip-b", "deltaFrames": -300}, "out_of_range", "1 frame"),
    ("removeRangesFromItem", {"id": "clip-a", "ranges": [{"from": 400, "to": 500}]}, "out_of_range", "unit"),
    ("removeRangesFromItem", {"id": "clip-a", "ranges": [{"from": 9, "to": 9}]}, "invalid_parameters", "after it starts"),
    ("setPlaybackRate", {"ids": ["clip-b"], "rate": 0.5}, "overlap", "broll-park.mp4"),
    ("setPlaybackRate", {"ids": ["clip-b"], "rate": 11}, "invalid_parameters", "rate"),
    ("setPlaybackRate", {"ids": ["logo"], "rate": 2}, "wrong_item_type", "image"),
    ("freezeFrame", {"id": "music", "atFrame": 5, "durationInFrames": 5}, "wrong_item_type", "frames to freeze"),
    ("rippleDeleteRange", {"fromFrame": 10, "toFrame": 10}, "out_of_range", "after"),
    ("setItemLayer", {"id": "music", "to": "front"}, "wrong_item_type", "sound"),
    ("setItemLayer", {"id": "logo", "to": "v9"}, "track_not_found", "v9"),
]  # fmt: skip


@pytest.mark.spec("E-02", "E-03")
@pytest.mark.parametrize(("op", "params", "code", "said"), REFUSED)
def test_a_refused_edit_names_the_refusal_and_changes_nothing(film, op, params, code, said):
    error = refusal(film, op, **params)
    assert (error.code, said in str(error)) == (code, True), str(error)


@pytest.mark.spec("E-02")
def test_many_ids_are_all_or_nothing(film):
    assert refusal(film, "splitItem", ids=["clip-a", "clip-b"], atFrame=120).code == "out_of_range"
    assert refusal(film, "reverseItem", ids=["clip-a", "title-1"]).code == "wrong_item_type"
    both = after(film, "reverseItem", ids=["clip-a", "clip-b"])
    assert [both.item(id)["reverse"] for id in ("clip-a", "clip-b")] == [True, True]


@pytest.mark.spec("E-02")
def test_id_and_ids_together_are_refused(film):
    assert refusal(film, "reverseItem", id="clip-a", ids=["clip-b"]).code == "invalid_parameters"
    assert refusal(film, "reverseItem").code == "invalid_parameters"


def test_reversing_twice_is_as_before(film):
    assert after(after(film, "reverseItem", id="clip-a"), "reverseItem", id="clip-a") == film


def test_a_reversed_clip_is_cut_from_the_other_end_of_its_source(film):
    halves = after(after(film, "reverseItem", id="clip-a"), "splitItem", id="clip-a", atFrame=100)
    # Played backwards, the first 100 frames are the last 100 of the source span 60-360.
    assert sources(halves, "v1").startswith("clip-a 260, video-t-1 60,")


def test_a_trim_there_and_back_loses_no_frame(film):
    short = after(film, "trimItem", id="clip-c", edge="start", toFrame=500)
    assert after(short, "trimItem", id="clip-c", edge="start", toFrame=450) == film


def test_a_ripple_through_everything_takes_the_markers_along(film):
    edited = after(film, "rippleDeleteRange", fromFrame=300, toFrame=450)
    assert lines(edited) == {
        "v1": "clip-a 0-300, clip-c 300-540, clip-d 540-630",
        "v2": "logo 450-600",
        "v3": "title-1 0-90",
        "a1": "music 0-300, audio-t-1 300-630",
        "a2": "vo 30-300",
    }
    assert edited.markers[0]["atFrame"] == 300


def test_a_ripple_through_everything_leaves_locked_tracks_and_says_so(film):
    result = run(after(film, "lockTrack", trackId="a1"), "rippleDeleteRange", fromFrame=300, toFrame=450)
    assert line(result.state, "a1") == "music 0-780"
    assert result.warnings == ["Track Music is locked and stays as it is."]


def test_a_locked_track_refuses_edits(film):
    locked = after(film, "lockTrack", trackId="v1")
    for op, params in (
        ("splitItem", {"id": "clip-a", "atFrame": 9}),
        ("moveItems", {"ids": ["logo"], "trackId": "v1", "from": 900}),
        ("deleteItems", {"ids": ["clip-a"]}),
        ("deleteTrack", {"trackId": "v1", "deleteItems": True}),
        ("rippleDeleteRange", {"fromFrame": 0, "toFrame": 9, "trackIds": ["v1"]}),
        ("closeGaps", {"trackId": "v1"}),
    ):
        assert refusal(locked, op, **params).code == "track_locked", op
    assert after(locked, "lockTrack", trackId="v1", locked=False) == film


def test_layers_find_room_or_make_a_track(film: Composition):
    front = run(film, "setItemLayer", id="logo", to="front")
    assert front.state is film, "nothing lies before it"
    covered = after(film, "moveItems", ids=["title-1"], from_=620)
    assert run(covered, "setItemLayer", id="logo", to="front").value == {"trackId": "track-t-1"}
    back = after(film, "setItemLayer", id="logo", to="back")
    assert [track["id"] for track in back.tracks][:2] == ["track-t-1", "v1"]
    assert line(after(film, "setItemLayer", id="logo", to="forward"), "v3") == "title-1 0-90, logo 600-750"
    assert line(after(film, "setItemLayer", id="logo", to="v3"), "v3") == "title-1 0-90, logo 600-750"
