"""What differs between two states, and the sentence that says it."""

from __future__ import annotations

import pytest

from tests.tools.composition.documents import four_clips
from tools.composition import Composition, diff, evaluate, summarise

pytestmark = pytest.mark.spec("K-16", "E-01")
STATE = four_clips()


def after(*edits: tuple[str, dict], state: Composition = STATE) -> Composition:
    requests = [{"kind": "command", "op": op, "params": params} for op, params in edits]
    return evaluate(state, {"kind": "batch", "requests": requests}, tag="x").state


def said(*edits: tuple[str, dict], state: Composition = STATE) -> str:
    changed = after(*edits, state=state)
    return summarise(diff(state, changed), state, changed)


# --- the structure ----------------------------------------------------------------------------------------------------


def test_equal_states_have_no_difference_even_when_nothing_is_shared():
    assert diff(STATE, STATE) == {}
    assert diff(STATE, Composition.load(STATE.dump())) == {}


def test_a_change_names_the_innermost_field_with_what_it_was_and_what_it_is():
    changed = after(
        ("setTransform", {"ids": ["logo"], "opacity": 0.5}), ("setCompositionSize", {"width": 1080, "height": 1920})
    )
    assert diff(STATE, changed) == {
        "composition": {"width": {"from": 1920, "to": 1080}, "height": {"from": 1080, "to": 1920}},
        "items": {"changed": {"logo": {"transform.opacity": {"from": 1, "to": 0.5}}}},
    }


def test_what_comes_and_goes_is_given_whole():
    changed = after(("deleteItems", {"ids": ["clip-d"]}), ("addMarker", {"atFrame": 30, "name": "Here"}))
    found = diff(STATE, changed)
    assert found["items"] == {"removed": [STATE.item("clip-d")]}
    assert found["markers"] == {"added": [changed.markers[-1]]}


def test_tracks_tell_fields_and_order_but_not_the_items_they_hold():
    changed = after(("moveTrack", {"trackId": "v1", "index": 2}), ("renameTrack", {"trackId": "v2", "name": "Logos"}))
    found = diff(STATE, changed)["tracks"]
    assert found["changed"] == {"v2": {"name": {"from": "Overlay", "to": "Logos"}}}
    assert found["order"]["from"][:3] == ["v1", "v2", "v3"]
    assert found["order"]["to"][:3] == ["v2", "v3", "v1"]


def test_transitions_have_a_part_of_their_own_with_the_track_they_are_on():
    edit = ("addTransition", {"leftId": "clip-b", "rightId": "clip-c", "kind": "fade", "durationInFrames": 20})
    found = diff(STATE, after(edit))
    assert set(found) == {"transitions"}
    assert found["transitions"]["added"][0]["trackId"] == "v1"


def test_keyframes_are_one_value_and_not_taken_apart():
    edit = ("setKeyframes", {"id": "logo", "property": "x", "keyframes": [{"frame": 0, "value": 5}]})
    change = diff(STATE, after(edit))["items"]["changed"]["logo"]
    assert change == {"transform.x": {"from": 720, "to": {"kf": [{"f": 0, "v": 5, "e": "linear"}]}}}


def test_a_field_that_comes_or_goes_is_a_change_from_or_to_nothing():
    graded = after(("setColorGrade", {"ids": ["clip-a"], "grade": {"saturation": -1}}))
    assert diff(STATE, graded)["items"]["changed"]["clip-a"]["grade"] == {"from": None, "to": {"saturation": -1}}
    assert diff(graded, STATE)["items"]["changed"]["clip-a"]["grade"] == {"from": {"saturation": -1}, "to": None}


def test_with_the_patch_only_what_it_names_is_compared():
    edit = {"kind": "command", "op": "setVolume", "params": {"ids": ["music"], "volumeDb": -12}}
    result = evaluate(STATE, edit)
    assert diff(STATE, result.state, result.patch) == diff(STATE, result.state)
    elsewhere = [{"path": ["items", "vo", "name"], "old": "a", "new": "b"}]
    assert diff(STATE, result.state, elsewhere) == {}


# --- the sentence -----------------------------------------------------------------------------------------------------

MUTE = {"muted": True}
CUES = {"cues": [{"startMs": 0, "endMs": 900, "text": "One"}, {"startMs": 1000, "endMs": 1900, "text": "Two"}]}


@pytest.mark.parametrize(
    ("edits", "sentence"),
    [
        ([], "Changes nothing."),
        ([("deleteItems", {"ids": ["clip-d"]})], "Removes 1 clip (outro.mp4)."),
        ([("deleteItems", {"ids": ["title-1"]})], "Removes the title “Welcome”."),
        ([("deleteItems", {"ids": ["clip-a", "clip-b", "clip-c", "clip-d"]})], "Removes 4 clips."),
        ([("deleteItems", {"ids": ["clip-a", "clip-b", "music"]})], "Removes 2 clips (interview.mp4, broll-city.mp4) and 1 audio clip (theme.mp3)."),
        ([("deleteItems", {"ids": ["clip-b"], "ripple": True})], "Removes 1 clip (broll-city.mp4), moves broll-park.mp4 and outro.mp4 5 s earlier."),
        ([("setCompositionSize", {"width": 1080, "height": 1920})], "Resizes to 1080×1920."),
        ([("setCompositionSize", {"width": 1080, "height": 1920}), ("deleteItems", {"ids": ["clip-d"]}), ("addText", {"text": "Hello", "from": 690})], "Removes 1 clip (outro.mp4), resizes to 1080×1920, adds the title “Hello”."),
        ([("setBackgroundColor", {"color": "white"})], "Sets the background to #ffffff."),
        ([("setCompositionName", {"name": "Final cut"})], "Renames the composition to “Final cut”."),
        ([("setMasterAudio", {"volumeDb": -3, "muted": True, "fadeOutFrames": 60})], "Mutes the master audio, sets the master audio to −3 dB, fades the master audio out over 2 s."),
        ([("setColorGrade", {"grade": {"temperature": 0.2}})], "Grades the whole composition (temperature 0.2)."),
        ([("setColorGrade", {"grade": {"saturation": -1}, "ids": ["clip-a"]})], "Grades interview.mp4 (saturation −1)."),
        ([("setMetadata", {"path": "client", "value": "ACME"})], "Sets metadata.client."),
        ([("copyItems", {"ids": ["logo"]})], "Puts 1 item on the clipboard."),
        ([("addTrack", {"kind": "video", "name": "Captions"})], "Adds the track “Captions”."),
        ([("deleteTrack", {"trackId": "v3", "deleteItems": True})], "Removes the title “Welcome”, removes the track “Titles”."),
        ([("muteTrack", {"trackId": "a1"}), ("muteTrack", {"trackId": "a2"})], "Mutes the tracks “Music” and “Voice”."),
        ([("hideTrack", {"trackId": "v2"}), ("lockTrack", {"trackId": "a1"})], "Hides the track “Overlay”, locks the track “Music”."),
        ([("renameTrack", {"trackId": "v1", "name": "A-roll"})], "Renames the track “Main” to “A-roll”."),
        ([("setTrackVolume", {"trackId": "a1", "volumeDb": -6})], "Sets the volume of the track “Music” to −6 dB."),
        ([("moveTrack", {"trackId": "v1", "index": 1})], "Reorders the tracks."),
        ([("moveItems", {"ids": ["logo"], "from": 0})], "Moves logo.png to 0 s."),
        ([("trimItem", {"id": "clip-d", "edge": "end", "toFrame": 750})], "Trims outro.mp4 to 2 s."),
        ([("trimItem", {"id": "clip-d", "edge": "end", "toFrame": 840})], "Extends outro.mp4 to 5 s."),
        ([("slipItem", {"id": "clip-a", "deltaFrames": 30})], "Slips interview.mp4."),
        ([("splitItem", {"id": "clip-a", "atFrame": 120})], "Splits interview.mp4 at 4 s."),
        ([("removeRangesFromItem", {"id": "clip-a", "ranges": [{"from": 30, "to": 60}, {"from": 90, "to": 150}], "ripple": False})], "Cuts 3 s out of interview.mp4."),
        ([("setPlaybackRate", {"ids": ["clip-b"], "rate": 2})], "Plays broll-city.mp4 at 2×."),
        ([("setTransform", {"ids": ["logo"], "scale": 0.5, "rotation": -90})], "Sets the scale of logo.png to 50%, sets the rotation of logo.png to −90°."),
        ([("setTransform", {"ids": ["logo"], "x": 10, "flipH": True})], "Repositions logo.png to (10, −400), flips logo.png horizontally."),
        ([("setCrop", {"ids": ["logo"], "left": 0.2})], "Crops logo.png."),
        ([("setBlendMode", {"ids": ["logo"], "mode": "screen"})], "Sets the blend mode of logo.png to screen."),
        ([("setVolume", {"ids": ["music", "vo"], "volumeDb": -12})], "Sets the volume of theme.mp3 and voiceover.wav to −12 dB."),
        ([("setVolume", {"ids": ["clip-a", "clip-b", "clip-c", "clip-d"], **MUTE})], "Mutes 4 clips."),
        ([("setVolume", {"ids": ["clip-a", "clip-b", "clip-c", "music"], **MUTE})], "Mutes 4 items."),
        ([("setFades", {"ids": ["music"], "outFrames": 90})], "Fades theme.mp3 out over 3 s."),
        ([("setFades", {"ids": ["clip-a"], "inFrames": 15})], "Fades interview.mp4 in over 0.5 s."),
        ([("addEffect", {"ids": ["clip-a"], "kind": "blur"})], "Adds blur to interview.mp4."),
        ([("setMask", {"ids": ["clip-a"], "mask": {"shape": "ellipse"}})], "Masks interview.mp4."),
        ([("setChromaKey", {"ids": ["clip-a"], "color": "green"})], "Keys a colour out of interview.mp4."),
        ([("setText", {"id": "title-1", "text": "Good {0} morning"})], "Changes the text of “Welcome” to “Good {0} morning”."),
        ([("setTextStyle", {"ids": ["title-1"], "color": "yellow", "fontSize": 128})], "Restyles “Welcome” (size 128, colour #ffff00)."),
        ([("setKeyframes", {"id": "logo", "property": "opacity", "keyframes": [{"frame": 0, "value": 0}]})], "Animates the opacity of logo.png."),
        ([("addTransition", {"leftId": "clip-b", "rightId": "clip-c", "kind": "fade", "durationInFrames": 20})], "Adds a crossfade between broll-city.mp4 and broll-park.mp4."),
        ([("applyMotionPreset", {"ids": ["title-1"], "preset": "ken-burns"})], "Animates the position and scale of “Welcome”."),
        ([("addCaptions", CUES)], "Adds captions (2 cues)."),
        ([("addMarker", {"atFrame": 60})], "Adds the marker at 2 s."),
        ([("updateMarker", {"markerId": "m1", "patch": {"name": "Finale"}})], "Changes the marker “Finale” (name)."),
        ([("removeMarkers", {"markerIds": ["m1"]})], "Removes the marker “Act two”."),
        ([("updateAsset", {"assetId": "as-logo", "patch": {"name": "brand.png"}})], "Changes the asset brand.png (name)."),
        ([("updateItem", {"id": "logo", "patch": {"enabled": False}})], "Disables logo.png."),
        ([("updateItem", {"id": "logo", "patch": {"name": "Brand"}})], "Sets the name of logo.png to “Brand”."),
        ([("groupItems", {"ids": ["logo", "title-1"]})], "Groups logo.png and “Welcome”."),
        ([("reverseItem", {"id": "clip-a"})], "Reverses interview.mp4."),
        ([("setFps", {"fps": 25})], "Changes the frame rate to 25 fps."),
        ([("setStartTimecode", {"timecode": "01:00:00:00"})], "Starts the timecode at 01:00:00:00."),
        ([("updateMarker", {"markerId": "m1", "patch": {"atFrame": 60}})], "Moves the marker “Act two” to 2 s."),
    ],
)  # fmt: skip
def test_a_change_is_said_as_an_editor_would(edits: list, sentence: str):
    assert said(*edits) == sentence


def test_what_is_taken_back_is_said_too():
    moving = after(("applyMotionPreset", {"ids": ["title-1"], "preset": "ken-burns"}))
    assert (
        said(("clearKeyframes", {"id": "title-1"}), state=moving)
        == "Stops animating the position and scale of “Welcome”."
    )
    faded = after(
        ("addTransition", {"leftId": "clip-b", "rightId": "clip-c", "kind": "wipe-left", "durationInFrames": 20})
    )
    cut = ("removeTransition", {"transitionId": "transition-x-1-1"})
    assert said(cut, state=faded) == "Removes the wipe-left between broll-city.mp4 and broll-park.mp4."
    muted = after(("setVolume", {"ids": ["vo"], "muted": True}), ("hideTrack", {"trackId": "v2"}))
    unmute = ("setVolume", {"ids": ["vo"], "muted": False})
    assert (
        said(unmute, ("hideTrack", {"trackId": "v2", "hidden": False}), state=muted)
        == "Shows the track “Overlay”, unmutes voiceover.wav."
    )


def test_many_different_changes_of_one_kind_are_counted():
    moves = [
        ("moveItems", {"ids": [id], "deltaFrames": 900 - n * 100})
        for n, id in enumerate(("clip-d", "clip-c", "clip-b", "clip-a"))
    ]
    assert said(*moves) == "Moves 4 clips."


def test_a_long_text_is_cut_short():
    words = said(("setText", {"id": "title-1", "text": "word " * 40}))
    assert words.endswith("…”.")
    assert len(words) < 90


def test_captions_tell_how_many_cues_changed():
    state = after(("addCaptions", CUES))
    id = next(id for id, item in state.items.items() if item["type"] == "captions")
    cues = [cue["id"] for cue in state.item(id)["cues"]]
    assert (
        said(("updateCue", {"id": id, "cueId": cues[0], "patch": {"text": "Eins"}}), state=state)
        == "Changes 1 cue of Captions."
    )
    assert said(("mergeCues", {"id": id, "cueIds": cues}), state=state) == "Changes Captions from 2 cues to 1."


@pytest.mark.parametrize("name", ["a\u202egpj.4pm", "two\nlines\x1b[31m", "x" * 300])
def test_a_name_cannot_turn_the_words_around_it_or_run_on(name):
    document = STATE.dump()
    document["items"]["clip-d"]["name"] = name
    asset = {"kind": "image", "name": name, "width": 8, "height": 8}
    for edit in (("deleteItems", {"ids": ["clip-d"]}), ("addAsset", {"asset": asset})):
        sentence = said(edit, state=Composition.load(document))
        assert sentence.isprintable()
        assert len(sentence) < 120
