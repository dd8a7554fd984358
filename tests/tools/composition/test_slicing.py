"""Pieces of an item: put together again they are the whole, frame by frame and word by word."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools.composition.timeline import after, refusal
from tools.composition import Composition
from tools.composition.curves import cut, value_at
from tools.composition.timing import source_in, source_out

EASINGS = st.sampled_from(["linear", "hold", "ease-in", "ease-out", "ease-in-out", [0.3, 0.1, 0.6, 0.9]])


@st.composite
def tracks(draw) -> list[dict]:
    frames = sorted(draw(st.sets(st.integers(0, 100), min_size=1, max_size=6)))
    return [{"f": frame, "v": draw(st.integers(-50, 50)), "e": draw(EASINGS)} for frame in frames]


@pytest.mark.spec("E-02")
@settings(max_examples=80, deadline=None, derandomize=True)
@given(tracks(), st.integers(0, 99), st.integers(1, 100))
def test_a_piece_of_a_curve_runs_as_the_whole_does(keys, start, length):
    piece = cut(keys, start, start + length)
    for frame in range(length):
        value = value_at(piece["kf"], frame) if isinstance(piece, dict) else piece
        assert value == pytest.approx(value_at(keys, start + frame), abs=1e-3)
    if isinstance(piece, dict):
        frames = [key["f"] for key in piece["kf"]]
        assert frames == sorted(set(frames))
        assert set(frames) <= set(range(length))


def test_a_colour_changes_by_its_channels():
    keys = [{"f": 0, "v": "#ff0000", "e": "linear"}, {"f": 10, "v": "#0000ff", "e": "linear"}]
    assert value_at(keys, 5) == "#800080"


@pytest.mark.spec("E-02")
@pytest.mark.parametrize(
    ("source_fps", "rate"), [([30, 1], [1, 1]), ([25, 1], [1, 1]), ([24000, 1001], [3, 2]), ([60, 1], [1, 3])]
)
@pytest.mark.parametrize("at", [1, 7, 149])
@pytest.mark.parametrize("reverse", [False, True])
def test_the_sources_of_two_halves_meet_exactly(document, source_fps, rate, at, reverse):
    clip = document["items"]["clip-b"] | {"sourceIn": {"frame": 5, "fps": source_fps}, "rate": rate, "reverse": reverse}
    document["items"]["clip-b"] = clip
    document["assets"]["as-city"] |= {"fps": source_fps}
    film = Composition.load(document)
    halves = after(film, "splitItem", id="clip-b", atFrame=300 + at)
    first, second = halves.item("clip-b"), halves.item("video-t-1")
    assert first["durationInFrames"] + second["durationInFrames"] == 150
    early, late = (second, first) if reverse else (first, second)
    assert source_in(early) == source_in(clip)
    assert source_out(early, film.fps) == source_in(late)
    assert source_out(late, film.fps) == source_out(clip, film.fps)


def test_a_source_offset_keeps_the_sources_own_rate_where_it_can(document):
    document["assets"]["as-city"]["fps"] = [25, 1]
    document["items"]["clip-b"]["sourceIn"] = {"frame": 0, "fps": [25, 1]}
    film = Composition.load(document)
    assert after(film, "splitItem", id="clip-b", atFrame=306).item("video-t-1")["sourceIn"] == {
        "frame": 5,
        "fps": [25, 1],
    }
    odd = after(film, "splitItem", id="clip-b", atFrame=307).item("video-t-1")["sourceIn"]
    assert Fraction(odd["frame"], odd["fps"][0]) == Fraction(7, 30)


@pytest.mark.spec("E-02")
def test_a_split_gives_each_half_its_own_fade_and_none_at_the_cut(document):
    document["items"]["clip-a"]["audio"] |= {"fadeInFrames": 30, "fadeOutFrames": 60}
    document["items"]["clip-a"]["fades"] = {"inFrames": 10, "outFrames": 200}
    halves = after(Composition.load(document), "splitItem", id="clip-a", atFrame=180)
    first, second = halves.item("clip-a"), halves.item("video-t-1")
    assert (first["audio"]["fadeInFrames"], first["audio"]["fadeOutFrames"]) == (30, 0)
    assert (second["audio"]["fadeInFrames"], second["audio"]["fadeOutFrames"]) == (0, 60)
    assert (first["fades"], second["fades"]) == ({"inFrames": 10, "outFrames": 0}, {"inFrames": 0, "outFrames": 120})


@pytest.mark.spec("E-02")
def test_a_split_divides_keyframes_at_the_value_they_have_there(document):
    ramp = [{"f": 0, "v": 0, "e": "linear"}, {"f": 100, "v": 1, "e": "linear"}]
    document["items"]["logo"]["transform"]["opacity"] = {"kf": ramp}
    halves = after(Composition.load(document), "splitItem", id="logo", atFrame=650)
    assert halves.item("logo")["transform"]["opacity"]["kf"][-1] == {"f": 49, "v": 0.49, "e": "linear"}
    assert halves.item("image-t-1")["transform"]["opacity"]["kf"] == [
        {"f": 0, "v": 0.5, "e": "linear"},
        {"f": 50, "v": 1, "e": "linear"},
    ]


def _captioned(document) -> Composition:
    words = [{"t": "Good", "startMs": 0, "endMs": 400}, {"t": "morning", "startMs": 600, "endMs": 1400}]
    cues = [
        {"id": "c1", "startMs": 0, "endMs": 1400, "text": "Good morning", "words": words},
        {"id": "c2", "startMs": 2000, "endMs": 2500, "text": "everyone"},
    ]
    title = document["items"]["title-1"]
    del title["text"]
    document["items"]["title-1"] = title | {"type": "captions", "cues": cues}
    return Composition.load(document)


@pytest.mark.spec("E-02")
def test_a_split_divides_captions_word_by_word(document):
    halves = after(_captioned(document), "splitItem", id="title-1", atFrame=15)
    assert [(cue["id"], cue["startMs"], cue["endMs"], cue["text"]) for cue in halves.item("title-1")["cues"]] == [
        ("c1", 0, 500, "Good")
    ]
    assert [(cue["id"], cue["startMs"], cue["endMs"], cue["text"]) for cue in halves.item("captions-t-1")["cues"]] == [
        ("cue-t-1", 0, 900, "morning"),
        ("c2", 1500, 2000, "everyone"),
    ]


def test_a_trim_of_captions_keeps_what_is_heard_when_it_was(document):
    trimmed = after(_captioned(document), "trimItem", id="title-1", edge="start", toFrame=45)
    assert [(cue["id"], cue["startMs"], cue["endMs"]) for cue in trimmed.item("title-1")["cues"]] == [("c2", 500, 1000)]


def test_another_speed_spreads_keyframes_over_the_new_length(document):
    ramp = [{"f": 0, "v": 0, "e": "linear"}, {"f": 149, "v": 1, "e": "linear"}]
    document["items"]["clip-b"]["transform"]["opacity"] = {"kf": ramp}
    fast = after(Composition.load(document), "setPlaybackRate", ids=["clip-b"], rate=2)
    assert [key["f"] for key in fast.item("clip-b")["transform"]["opacity"]["kf"]] == [0, 74]


@pytest.mark.spec("E-02")
def test_a_split_hands_the_transition_out_of_an_item_to_its_second_half(document):
    fade = {
        "id": "x",
        "leftId": "clip-a",
        "rightId": "clip-b",
        "kind": "fade",
        "durationInFrames": 1,
        "alignment": "end",
    }
    document["items"]["clip-b"]["sourceIn"]["frame"] = 30
    document["tracks"][0]["transitions"] = [fade]
    halves = after(Composition.load(document), "splitItem", id="clip-a", atFrame=100)
    assert halves.track("v1")["transitions"] == [fade | {"leftId": "video-t-1"}]


def test_an_edit_that_would_need_more_source_than_there_is_says_how_much_there_is(film):
    error = refusal(film, "trimItem", id="clip-c", edge="start", toFrame=410)
    assert error.code == "source_exceeded"
    assert "1.00 s" in error.hint
