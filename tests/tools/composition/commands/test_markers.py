"""Markers: put, changed, removed."""

from __future__ import annotations

import pytest

from tests.tools.composition.timeline import after, refusal, run
from tools.composition.errors import IdTaken, InvalidParameters, MarkerNotFound

pytestmark = pytest.mark.spec("E-02")


def test_a_marker_is_put_at_a_frame(film):
    result = run(film, "addMarker", atFrame=60, name="Cut here", color="red", durationInFrames=30, comment="please")
    marker = {"id": "marker-t-1", "atFrame": 60, "name": "Cut here", "color": "red", "durationInFrames": 30}
    assert result.state.markers[1] == {**marker, "comment": "please"}
    assert result.value == {"ids": ["marker-t-1"]}


def test_a_marker_has_the_id_that_it_is_given(film):
    assert after(film, "addMarker", atFrame=0, id="intro").markers[1]["id"] == "intro"
    assert type(refusal(film, "addMarker", atFrame=0, id="m1")) is IdTaken
    assert type(refusal(film, "addMarker", atFrame=0, id="clip-a")) is IdTaken


def test_a_marker_changes_what_it_is_told_and_keeps_the_rest(film):
    changed = after(film, "updateMarker", markerId="m1", patch={"atFrame": 600, "name": "Act three"})
    assert changed.markers == ({"id": "m1", "atFrame": 600, "name": "Act three", "color": "green"},)
    assert run(film, "updateMarker", markerId="m1", patch={"name": "Act two"}).state is film


def test_markers_go_all_or_none(film):
    assert after(film, "removeMarkers", markerIds=["m1", "m1"]).markers == ()
    assert type(refusal(film, "removeMarkers", markerIds=["m1", "ghost"])) is MarkerNotFound


@pytest.mark.parametrize(
    ("op", "params", "said"),
    [
        ("addMarker", {"atFrame": -1}, "atFrame"),
        ("addMarker", {"frame": 3}, "'atFrame'"),
        ("addMarker", {"atFrame": 3, "label": "x"}, "'name'"),
        ("updateMarker", {"markerId": "m1", "patch": {"frame": 3}}, "frame"),
    ],
)
def test_a_marker_that_cannot_be_is_refused(film, op, params, said):
    refused = refusal(film, op, **params)
    assert type(refused) is InvalidParameters
    assert said in str(refused)
