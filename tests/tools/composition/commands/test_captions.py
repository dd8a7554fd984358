"""Captions: cues in milliseconds, from a list or from SRT text."""

from __future__ import annotations

import pytest

from tests.tools.composition.timeline import after, refusal, run
from tools.composition.errors import (
    CueNotFound,
    InvalidParameters,
    NotNeighbours,
    OutOfRange,
    WrongItemType,
    WrongTrackKind,
)

pytestmark = pytest.mark.spec("E-02")

WORDS = [{"t": "Welcome", "startMs": 0, "endMs": 600}, {"t": "back", "startMs": 600, "endMs": 1000}]
CUES = [
    {"startMs": 2000, "endMs": 3010, "text": "the third one"},
    {"startMs": 0, "endMs": 1000, "text": "Welcome back", "words": WORDS},
    {"startMs": 1000, "endMs": 1900, "text": "to the film of the year"},
]


@pytest.fixture
def spoken(film):
    """Captions of three cues, cue-t-1 to cue-t-3, from frame 30."""
    return after(film, "addCaptions", cues=CUES, **{"from": 30})


def cues(state) -> list[tuple]:
    return [(cue["startMs"], cue["endMs"], cue["text"]) for cue in state.item("captions-t-1")["cues"]]


def test_captions_are_an_item_as_long_as_their_cues_in_order_of_time(film, spoken):
    item = spoken.item("captions-t-1")
    assert (item["type"], item["from"], item["durationInFrames"]) == ("captions", 30, 91)
    assert cues(spoken) == [
        (0, 1000, "Welcome back"),
        (1000, 1900, "to the film of the year"),
        (2000, 3010, "the third one"),
    ]
    assert [cue["id"] for cue in item["cues"]] == ["cue-t-1", "cue-t-2", "cue-t-3"]
    assert spoken.track(item["trackId"])["kind"] == "video"


def test_captions_lie_above_the_pictures(spoken):
    order = [track["id"] for track in spoken.tracks]
    assert order.index(spoken.item("captions-t-1")["trackId"]) > order.index("v1")


def test_captions_come_from_srt_too_with_a_style(film):
    srt = "1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nBye\n"
    result = run(film, "addCaptions", srt=srt, style={"color": "yellow"})
    assert cues(result.state) == [(1000, 2500, "Hello"), (3000, 4000, "Bye")]
    assert result.state.item("captions-t-1")["style"]["color"] == "#ffff00"
    assert result.value == {"ids": ["captions-t-1"], "cueIds": ["cue-t-1", "cue-t-2"]}


def test_new_words_drop_the_times_of_the_old_ones(spoken):
    changed = after(spoken, "updateCue", id="captions-t-1", cueId="cue-t-1", patch={"text": "Hello again"})
    assert "words" not in changed.item("captions-t-1")["cues"][0]
    moved = after(spoken, "updateCue", id="captions-t-1", cueId="cue-t-1", patch={"endMs": 900})
    assert moved.item("captions-t-1")["cues"][0]["words"] == WORDS


def test_a_cue_is_split_at_its_words(spoken):
    result = run(spoken, "splitCue", id="captions-t-1", cueId="cue-t-1", atMs=700)
    left, right = result.state.item("captions-t-1")["cues"][:2]
    assert (left["text"], right["text"]) == ("Welcome", "back")
    assert (left["endMs"], right["startMs"]) == (700, 700)
    assert right["words"] == [{"t": "back", "startMs": 700, "endMs": 1000}]
    assert result.value["cueIds"] == [right["id"]]


def test_a_cue_without_word_times_is_split_in_proportion(spoken):
    split = after(spoken, "splitCue", id="captions-t-1", cueId="cue-t-2", atMs=1450)
    assert cues(split)[1:3] == [(1000, 1450, "to the film"), (1450, 1900, "of the year")]


def test_neighbours_are_merged_and_come_apart_no_other_way(spoken):
    merged = after(spoken, "mergeCues", id="captions-t-1", cueIds=["cue-t-2", "cue-t-1"])
    assert cues(merged)[0] == (0, 1900, "Welcome back to the film of the year")
    assert merged.item("captions-t-1")["cues"][0]["id"] == "cue-t-1"
    refused = refusal(spoken, "mergeCues", id="captions-t-1", cueIds=["cue-t-1", "cue-t-3"])
    assert type(refused) is NotNeighbours


def test_cues_shift_with_their_words_and_never_before_the_item(spoken):
    result = run(spoken, "shiftCaptions", id="captions-t-1", byMs=250)
    assert cues(result.state)[0][:2] == (250, 1250)
    assert result.state.item("captions-t-1")["cues"][0]["words"][1] == {"t": "back", "startMs": 850, "endMs": 1250}
    assert "ends before 1 of its cues" in result.warnings[0]
    assert after(result.state, "shiftCaptions", id="captions-t-1", byMs=-250).dump() == spoken.dump()
    assert type(refusal(spoken, "shiftCaptions", id="captions-t-1", byMs=-1)) is OutOfRange


def test_captions_are_styled(spoken):
    styled = after(spoken, "setCaptionStyle", id="captions-t-1", fontSize=64, background="none").item("captions-t-1")
    assert styled["style"]["fontSize"] == 64
    assert "background" not in styled["style"]


@pytest.mark.parametrize(
    ("op", "params", "error", "said"),
    [
        ("addCaptions", {}, InvalidParameters, "cues or srt"),
        ("addCaptions", {"cues": CUES, "srt": "1"}, InvalidParameters, "cues or srt"),
        ("addCaptions", {"cues": []}, InvalidParameters, "cues"),
        ("addCaptions", {"cues": [{"startMs": 5, "endMs": 5, "text": ""}]}, InvalidParameters, "end after it starts"),
        ("addCaptions", {"cues": [{"start": 5, "endMs": 9, "text": ""}]}, InvalidParameters, "cues.0"),
        ("addCaptions", {"cues": [{"startMs": 0.5, "endMs": 9, "text": ""}]}, InvalidParameters, "cues.0"),
        ("addCaptions", {"cues": CUES, "trackId": "a1"}, WrongTrackKind, "audio"),
        ("updateCue", {"id": "captions-t-1", "cueId": "x", "patch": {"text": "a"}}, CueNotFound, "'x'"),
        ("updateCue", {"id": "title-1", "cueId": "x", "patch": {"text": "a"}}, WrongItemType, "cues"),
        ("updateCue", {"id": "captions-t-1", "cueId": "cue-t-1", "patch": {"endMs": 0}}, InvalidParameters, "cue-t-1"),
        ("splitCue", {"id": "captions-t-1", "cueId": "cue-t-2", "atMs": 1000}, OutOfRange, "1000"),
        ("mergeCues", {"id": "captions-t-1", "cueIds": ["cue-t-1"]}, InvalidParameters, "cueIds"),
        ("mergeCues", {"id": "captions-t-1", "cueIds": ["cue-t-1", "cue-t-1"]}, NotNeighbours, "neighbours"),
        ("setCaptionStyle", {"id": "title-1", "fontSize": 12}, WrongItemType, "cues"),
        ("setCaptionStyle", {"id": "captions-t-1"}, InvalidParameters, "nothing to set"),
    ],
)
def test_captions_that_cannot_be_are_refused(spoken, op, params, error, said):
    refused = refusal(spoken, op, **params)
    assert type(refused) is error
    assert said in str(refused)
