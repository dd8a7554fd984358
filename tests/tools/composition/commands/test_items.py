"""Items: added with sensible defaults where they can be seen, changed, copied, grouped, detached and deleted."""

from __future__ import annotations

import pytest

from tests.tools.composition.timeline import after, line, lines, refusal, run


@pytest.mark.spec("E-02")
def test_an_added_clip_is_all_of_its_asset_after_the_last_on_the_lowest_track(film):
    result = run(film, "addItem", item={"type": "video", "assetId": "as-city"})
    assert result.value == {"ids": ["video-t-1"], "trackId": "v1"}
    assert line(result.state, "v1").endswith("clip-d 690-780, video-t-1 780-1140")
    assert result.state.item("video-t-1") == film.item("clip-b") | {
        "id": "video-t-1",
        "from": 780,
        "durationInFrames": 360,
    }


@pytest.mark.parametrize(
    ("item", "more", "track", "span"),
    [
        ({"type": "image", "assetId": "as-logo"}, {"from": 0}, "v2", (0, 150)),
        ({"type": "image", "assetId": "as-logo"}, {"from": 610}, "v3", (610, 760)),
        ({"type": "audio", "assetId": "as-vo"}, {"from": 500}, "a2", (500, 920)),
        ({"type": "video", "assetId": "as-city", "durationInFrames": 30}, {"from": 0, "trackId": "v2"}, "v2", (0, 30)),
        ({"type": "solid", "color": "red", "durationInFrames": 10}, {"from": 0}, "v2", (0, 10)),
        ({"type": "text", "text": "Hi", "from": 90}, {}, "v3", (90, 180)),
        ({"type": "video", "assetId": "as-city", "sourceIn": {"frame": 300, "fps": [30, 1]}}, {}, "v1", (780, 840)),
    ],
)
def test_an_added_item_lies_where_it_can_be_seen(film, item, more, track, span):
    added = after(film, "addItem", item=item, **more).item(f"{item['type']}-t-1")
    assert (added["trackId"], added["from"], added["from"] + added["durationInFrames"]) == (track, *span)


@pytest.mark.parametrize(
    ("item", "code"),
    [
        ({"type": "video"}, "invalid_parameters"),
        ({"type": "video", "assetId": "as-nothing"}, "asset_not_found"),
        ({"type": "video", "assetId": "as-theme"}, "wrong_item_type"),
        ({"type": "video", "assetId": "as-city", "durationInFrames": 361}, "source_exceeded"),
        ({"type": "video", "assetId": "as-city", "id": "clip-a"}, "id_taken"),
        ({"type": "video", "assetId": "as-city", "text": "x"}, "invalid_parameters"),
        ({"type": "text", "text": "x" * 70_000}, "invalid_parameters"),
        ({"type": "hologram"}, "invalid_parameters"),
        ({"assetId": "as-city"}, "invalid_parameters"),
    ],
)
def test_an_item_that_cannot_be_is_refused(film, item, code):
    assert refusal(film, "addItem", item=item).code == code


@pytest.mark.spec("E-02")
def test_added_text_is_three_seconds_of_the_usual_style_above_the_picture(film):
    result = run(film, "addText", text="Hello", from_=300)
    assert result.value == {"ids": ["text-t-1"], "trackId": "v3"}
    title = film.item("title-1") | {"id": "text-t-1", "text": "Hello", "from": 300}
    assert result.state.item("text-t-1") == title


def test_text_gets_a_track_of_its_own_where_nothing_above_the_picture_has_room(film):
    full = after(after(film, "addText", text="One", from_=0), "addText", text="Two", from_=600, trackId="v3")
    result = run(full, "addText", text="Three", from_=0, durationInFrames=700)
    assert [track["name"] for track in result.state.tracks] == [
        "Main",
        "Overlay",
        "Titles",
        "Video 4",
        "Music",
        "Voice",
    ]
    assert result.value["trackId"] == "track-t-1"


def test_text_avoids_a_locked_track(film):
    locked = after(film, "lockTrack", trackId="v3")
    assert run(locked, "addText", text="Hello", from_=300).value["trackId"] == "v2"


@pytest.mark.parametrize(
    ("position", "x", "y"),
    [("center", 0, 0), ("top", 0, -1), ("bottom", 0, 1), ("top-left", -1, -1), ("bottom-right", 1, 1)],
)
def test_text_stands_where_it_is_told_to_and_inside_the_canvas(film, position, x, y):
    transform = after(film, "addText", text="Hello", position=position).item("text-t-1")["transform"]
    signs = [(value > 0) - (value < 0) for value in (transform["x"], transform["y"])]
    assert signs == [x, y]
    assert abs(transform["x"]) < 960
    assert abs(transform["y"]) < 540


def test_text_can_stand_at_a_point(film):
    transform = after(film, "addText", text="Hello", position={"x": 12, "y": -7}).item("text-t-1")["transform"]
    assert (transform["x"], transform["y"]) == (12, -7)


@pytest.mark.spec("E-02")
def test_an_update_merges_objects_and_null_takes_away(film):
    graded = after(film, "updateItem", id="clip-a", patch={"grade": {"contrast": 0.2}, "transform": {"x": 9}})
    assert graded.item("clip-a")["transform"] == film.item("clip-a")["transform"] | {"x": 9}
    plain = after(graded, "updateItem", id="clip-a", patch={"grade": None, "transform": {"x": 0}})
    assert plain == film


@pytest.mark.parametrize(
    ("patch", "code"),
    [
        ({"from": 310}, "overlap"),
        ({"durationInFrames": 9_000}, "source_exceeded"),
        ({"assetId": "as-theme"}, "wrong_item_type"),
        ({"transform": None}, "invalid_parameters"),
        ({"transform": {"opacity": 3}}, "invalid_parameters"),
    ],
)
def test_an_update_that_breaks_a_rule_is_refused(film, patch, code):
    assert refusal(film, "updateItem", id="clip-d", patch=patch).code == code


@pytest.mark.spec("E-02")
def test_deleting_leaves_a_gap_unless_it_ripples(film):
    assert line(after(film, "deleteItems", ids=["clip-b"]), "v1") == "clip-a 0-300, clip-c 450-690, clip-d 690-780"
    closed = after(film, "deleteItems", ids=["clip-a", "clip-c"], ripple=True)
    assert line(closed, "v1") == "clip-b 0-150, clip-d 150-240"
    assert line(closed, "a1") == line(film, "a1")


@pytest.mark.spec("E-02", "E-03")
def test_deleting_many_is_all_or_nothing(film):
    assert refusal(film, "deleteItems", ids=["clip-a", "nobody"]).code == "item_not_found"


@pytest.mark.spec("E-02")
def test_copies_are_pasted_again_and_again(film):
    copied = after(film, "copyItems", ids=["clip-a", "music"])
    assert lines(copied) == lines(film)
    pasted = run(copied, "pasteItems", at=1000)
    assert pasted.value == {"ids": ["video-t-1", "audio-t-1"]}
    assert line(pasted.state, "v1").endswith("video-t-1 1000-1300")
    assert line(pasted.state, "a1").endswith("audio-t-1 1000-1780")
    assert line(after(pasted.state, "pasteItems", at=2000), "v1").endswith("video-t-2 2000-2300")


def test_cut_and_paste_moves(film):
    cut = after(film, "cutItems", ids=["title-1"])
    assert line(cut, "v3") == ""
    assert line(after(cut, "pasteItems", at=400), "v3") == "text-t-1 400-490"
    assert refusal(film, "pasteItems", at=400).code == "not_found"


def test_a_paste_finds_room_or_goes_where_it_is_told(film):
    copied = after(film, "copyItems", ids=["logo"])
    assert line(after(copied, "pasteItems", at=610), "v3") == "title-1 0-90, image-t-1 610-760"
    assert refusal(copied, "pasteItems", at=610, trackId="v2").code == "overlap"


@pytest.mark.spec("E-02")
def test_duplicates_follow_what_they_copy(film):
    assert line(after(film, "duplicateItems", ids=["logo"]), "v2") == "logo 600-750, image-t-1 750-900"
    assert (
        line(after(film, "duplicateItems", ids=["logo"], offsetFrames=-300), "v2") == "image-t-1 300-450, logo 600-750"
    )
    assert refusal(film, "duplicateItems", ids=["logo"], offsetFrames=-601).code == "out_of_range"


@pytest.mark.spec("E-02")
def test_a_group_is_a_mark_that_copies_renew(film):
    grouped = run(film, "groupItems", ids=["logo", "title-1"])
    assert grouped.state.item("logo")["groupId"] == grouped.value["groupId"] == "group-t-1"
    copies = after(grouped.state, "duplicateItems", ids=["logo", "title-1"], offsetFrames=1000)
    assert copies.item("image-t-1")["groupId"] == copies.item("text-t-1")["groupId"] == "group-t-2"
    assert after(grouped.state, "ungroupItems", ids=["logo"]) == film


@pytest.mark.spec("E-02")
def test_detached_audio_is_an_item_of_its_own_and_the_video_is_mute(film):
    result = run(film, "detachAudio", id="clip-a")
    video, sound = result.state.item("clip-a"), result.state.item("audio-t-1")
    assert (video["audio"]["muted"], sound["audio"]["muted"]) == (True, False)
    same = ("from", "durationInFrames", "assetId", "sourceIn", "rate")
    assert [sound[name] for name in same] == [video[name] for name in same]
    assert result.state.track(sound["trackId"])["kind"] == "audio"


@pytest.mark.parametrize("id", ["clip-b", "title-1", "music"])
def test_what_has_no_sound_of_a_video_has_none_to_detach(film, id):
    assert refusal(film, "detachAudio", id=id).code == "wrong_item_type"
