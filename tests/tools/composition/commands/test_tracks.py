"""Tracks: added in their place, ordered, switched, deleted, and closed up."""

from __future__ import annotations

import pytest

from tests.tools.composition.timeline import after, line, refusal, run


def _order(state) -> list[str]:
    return [track["id"] for track in state.tracks]


@pytest.mark.spec("E-02")
@pytest.mark.parametrize(
    ("params", "order"),
    [
        ({}, ["v1", "v2", "v3", "track-t-1", "a1", "a2"]),
        ({"kind": "audio"}, ["v1", "v2", "v3", "a1", "a2", "track-t-1"]),
        ({"index": 0}, ["track-t-1", "v1", "v2", "v3", "a1", "a2"]),
    ],
)
def test_a_new_track_lies_on_top_of_its_kind_unless_told(film, params, order):
    assert _order(after(film, "addTrack", **params)) == order


def test_a_place_beyond_the_tracks_is_refused(film):
    assert refusal(film, "addTrack", index=6).code == "out_of_range"
    assert refusal(film, "moveTrack", trackId="v1", index=5).code == "out_of_range"


@pytest.mark.spec("E-02")
def test_a_track_with_items_is_deleted_only_with_them(film):
    error = refusal(film, "deleteTrack", trackId="v1")
    assert (error.code, "4 items" in error.message) == ("not_empty", True)
    gone = after(film, "deleteTrack", trackId="v1", deleteItems=True)
    assert _order(gone) == ["v2", "v3", "a1", "a2"]
    assert "clip-a" not in gone.items


@pytest.mark.spec("E-02")
@pytest.mark.parametrize(
    ("op", "params", "field", "value"),
    [
        ("renameTrack", {"name": "Film"}, "name", "Film"),
        ("muteTrack", {}, "muted", True),
        ("hideTrack", {}, "hidden", True),
        ("lockTrack", {}, "locked", True),
        ("setTrackVolume", {"volumeDb": -6}, "volumeDb", -6),
    ],
)
def test_a_track_is_switched(film, op, params, field, value):
    track = after(film, op, trackId="a1", **params).track("a1")
    assert track == film.track("a1") | {field: value}
    assert refusal(film, op, trackId="nobody", **params).code == "track_not_found"


@pytest.mark.spec("E-02")
def test_a_track_moves_among_tracks(film):
    assert _order(after(film, "moveTrack", trackId="v3", index=0)) == ["v3", "v1", "v2", "a1", "a2"]


@pytest.mark.spec("E-02")
@pytest.mark.parametrize(
    ("span", "held"),
    [
        ({}, "clip-b 0-150, clip-d 150-240"),
        ({"fromFrame": 300}, "clip-b 300-450, clip-d 450-540"),
        ({"fromFrame": 100, "toFrame": 200}, "clip-b 200-350, clip-d 590-680"),
        ({"fromFrame": 500, "toFrame": 600}, "clip-b 300-450, clip-d 590-680"),
    ],
)
def test_gaps_are_closed_within_a_span(film, span, held):
    holes = after(film, "deleteItems", ids=["clip-a", "clip-c"])
    assert line(after(holes, "closeGaps", trackId="v1", **span), "v1") == held


def test_closing_no_gaps_changes_nothing(film):
    assert run(film, "closeGaps", trackId="v1").state is film
