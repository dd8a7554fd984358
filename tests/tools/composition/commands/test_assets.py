"""Assets: added, known better, put in place of one another, and deleted with care."""

from __future__ import annotations

import pytest

from tests.tools.composition.timeline import after, lines, refusal, run
from tools.composition import diff, summarise


@pytest.mark.spec("E-02")
def test_an_added_asset_says_what_it_holds(film):
    result = run(
        film, "addAsset", asset={"kind": "audio", "name": "rain.mp3", "storageKey": "k", "durationSeconds": 8.5}
    )
    assert result.value == {"ids": ["asset-t-1"]}
    assert result.state.assets["asset-t-1"] == {
        "id": "asset-t-1",
        "kind": "audio",
        "name": "rain.mp3",
        "storageKey": "k",
        "durationSeconds": 8.5,
        "hasVideo": False,
        "hasAudio": True,
    }


def test_an_asset_keeps_an_id_of_its_own_unless_it_is_taken(film):
    asset = {"kind": "image", "name": "x.png", "id": "as-new"}
    assert run(film, "addAsset", asset=asset).value == {"ids": ["as-new"]}
    assert refusal(film, "addAsset", asset=asset | {"id": "as-city"}).code == "id_taken"


@pytest.mark.spec("E-02")
def test_what_is_known_of_an_asset_can_change_but_its_items_must_still_fit(film):
    assert (
        after(film, "updateAsset", assetId="as-city", patch={"durationSeconds": 5}).assets["as-city"]["durationSeconds"]
        == 5
    )
    assert refusal(film, "updateAsset", assetId="as-city", patch={"durationSeconds": 4}).code == "source_exceeded"
    assert refusal(film, "updateAsset", assetId="as-city", patch={"id": "x"}).code == "invalid_parameters"
    assert refusal(film, "updateAsset", assetId="nobody", patch={"name": "x"}).code == "asset_not_found"


@pytest.mark.spec("E-02")
def test_another_asset_takes_an_items_place_and_keeps_its_timing(film):
    item = after(film, "replaceItemAsset", id="clip-b", assetId="as-park").item("clip-b")
    assert item == film.item("clip-b") | {"assetId": "as-park", "name": "broll-park.mp4"}


def test_without_its_timing_an_item_takes_all_of_the_new_source(film):
    item = after(film, "replaceItemAsset", id="clip-d", assetId="as-city", keepTiming=False).item("clip-d")
    assert item["durationInFrames"] == 360


def test_an_in_point_beyond_the_new_source_goes_back_to_its_start(film):
    late = after(film, "slipItem", id="clip-a", deltaFrames=500)
    item = after(late, "replaceItemAsset", id="clip-a", assetId="as-city").item("clip-a")
    assert item["sourceIn"] == {"frame": 0, "fps": [30, 1]}


def test_a_still_in_place_of_a_video_has_no_sound(film):
    still = after(film, "replaceItemAsset", id="clip-b", assetId="as-logo")
    assert (still.item("clip-b")["type"], "audio" in still.item("clip-b")) == ("image", False)
    again = after(still, "replaceItemAsset", id="clip-b", assetId="as-city")
    assert again == film


@pytest.mark.parametrize(("id", "asset_id"), [("clip-b", "as-theme"), ("music", "as-logo"), ("title-1", "as-city")])
def test_an_asset_of_the_wrong_kind_is_refused(film, id, asset_id):
    assert refusal(film, "replaceItemAsset", id=id, assetId=asset_id).code == "wrong_item_type"


@pytest.mark.spec("E-02")
def test_an_asset_in_use_is_deleted_only_with_its_items(film):
    error = refusal(film, "deleteAsset", assetId="as-vo")
    assert (error.code, error.details["ids"]) == ("in_use", ["vo"])
    gone = after(film, "deleteAsset", assetId="as-vo", deleteItems=True)
    assert "as-vo" not in gone.assets
    assert lines(gone)["a2"] == ""


@pytest.mark.spec("E-02")
def test_a_table_that_grades_is_deleted_only_with_a_yes_and_leaves_no_grade_that_names_it(film):
    there = run(film, "addAsset", asset={"kind": "lut", "name": "teal.cube", "id": "as-lut"}).state
    graded = after(there, "setColorGrade", grade={"lutAssetId": "as-lut", "contrast": 0.2})
    graded = after(graded, "setColorGrade", grade={"lutAssetId": "as-lut"}, ids=["clip-a"])
    said = [
        summarise(diff(there, one), there, one)
        for one in (after(there, "setColorGrade", grade={"lutAssetId": "as-lut"}), graded)
    ]
    assert said[0] == "Grades the whole composition (look-up table “teal.cube”)."
    assert said[1].count("look-up table “teal.cube”") == 2
    refused = refusal(graded, "deleteAsset", assetId="as-lut")
    assert (refused.code, "the whole composition, clip-a" in refused.message) == ("in_use", True)
    bare = after(graded, "deleteAsset", assetId="as-lut", deleteItems=True)
    assert (bare.head["grade"], bare.item("clip-a")["grade"]) == ({"contrast": 0.2}, {})
    assert set(bare.items) == set(film.items)
    type(film).load(bare.dump())


@pytest.mark.spec("E-02")
def test_only_a_look_up_table_grades_and_it_is_no_clip(film):
    there = run(film, "addAsset", asset={"kind": "lut", "name": "teal.cube", "id": "as-lut"}).state
    refused = refusal(there, "setColorGrade", grade={"lutAssetId": "as-city"})
    assert "no look-up table" in refused.message
    assert "cannot show the lut asset" in refusal(there, "replaceItemAsset", id="clip-b", assetId="as-lut").message
    assert (
        refusal(there, "addItem", item={"type": "video", "assetId": "as-lut"}, trackId="v2").code == "wrong_item_type"
    )
