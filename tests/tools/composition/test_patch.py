"""Patches: small, reversible, and refused where the document has moved on."""

from __future__ import annotations

import json

import pytest

from tests.tools.composition.timeline import after, line, run
from tools.composition import PatchConflict, apply_patch, invert


@pytest.mark.spec("E-04")
def test_a_patch_says_only_what_changed(film):
    patch = run(film, "updateItem", id="logo", patch={"transform": {"scale": 0.1}}).patch
    assert patch == [{"path": ["items", "logo", "transform", "scale"], "old": 0.2, "new": 0.1}]
    assert invert(patch) == [{"path": ["items", "logo", "transform", "scale"], "old": 0.1, "new": 0.2}]


@pytest.mark.spec("E-04")
def test_a_patch_survives_being_stored(film):
    result = run(film, "deleteTrack", trackId="v1", deleteItems=True)
    stored = json.loads(json.dumps(result.patch))
    assert apply_patch(result.state, invert(stored)) == film
    assert apply_patch(film, stored) == result.state


@pytest.mark.spec("E-04")
def test_an_older_edit_can_be_taken_back_under_a_later_one_elsewhere(film):
    older = run(film, "deleteItems", ids=["clip-b"])
    later = after(older.state, "addMarker", atFrame=30, name="Here")
    undone = apply_patch(later, invert(older.patch))
    assert line(undone, "v1") == line(film, "v1")
    assert [marker["name"] for marker in undone.markers] == ["Act two", "Here"]


@pytest.mark.spec("E-04")
@pytest.mark.parametrize(
    ("op", "params"),
    [
        ("updateItem", {"id": "logo", "patch": {"transform": {"scale": 0.5}}}),
        ("deleteItems", {"ids": ["logo"]}),
    ],
)
def test_an_edit_that_a_later_one_wrote_over_is_not_taken_back(film, op, params):
    older = run(film, "updateItem", id="logo", patch={"transform": {"scale": 0.1}})
    later = after(older.state, op, **params)
    before = later.dump()
    with pytest.raises(PatchConflict) as refused:
        apply_patch(later, invert(older.patch))
    assert refused.value.conflicts[0]["path"] == ["items", "logo", "transform", "scale"]
    assert later.dump() == before


@pytest.mark.spec("E-04")
def test_taking_back_into_an_occupied_place_is_a_conflict(film):
    older = run(film, "deleteItems", ids=["clip-b"])
    later = after(older.state, "moveItems", ids=["clip-d"], from_=320)
    with pytest.raises(PatchConflict) as refused:
        apply_patch(later, invert(older.patch))
    assert "overlap" in refused.value.conflicts[0]["problem"]


@pytest.mark.spec("E-04")
def test_taking_back_a_track_that_has_been_filled_is_a_conflict(film):
    older = run(film, "addTrack", kind="video", index=5)
    later = after(older.state, "moveItems", ids=["logo"], trackId="track-t-1")
    with pytest.raises(PatchConflict):
        apply_patch(later, invert(older.patch))


@pytest.mark.spec("E-04")
def test_a_track_comes_back_to_its_place_among_tracks_that_have_moved(film):
    older = run(film, "deleteTrack", trackId="v2", deleteItems=True)
    later = after(older.state, "addTrack", kind="video", name="New", index=0)
    undone = apply_patch(later, invert(older.patch))
    assert [track["name"] for track in undone.tracks] == ["New", "Main", "Overlay", "Titles", "Music", "Voice"]


@pytest.mark.spec("E-04")
def test_true_is_not_one(film):
    first = after(film, "setMetadata", path="flag", value=1)
    second = run(first, "setMetadata", path="flag", value=True)
    assert second.state is not first
    assert second.state.fields()["metadata"]["flag"] is True
    assert apply_patch(second.state, invert(second.patch)).fields()["metadata"]["flag"] is not True


def test_an_empty_patch_gives_the_same_object(film):
    assert apply_patch(film, []) is film
