"""The invariants: a document that breaks one does not load, and an edit that would break one is refused."""

from __future__ import annotations

import copy
import math

import pytest

from tests.tools.composition.timeline import after, refusal, run
from tools.composition import Composition, InvalidComposition, Limits


@pytest.mark.spec("E-01")
def test_loading_and_dumping_is_the_identity(document):
    untouched = copy.deepcopy(document)
    film = Composition.load(document)
    assert film.dump() == document == untouched
    assert Composition.load(film.dump()) == film


@pytest.mark.spec("E-03")
def test_a_state_shares_nothing_with_the_document_it_came_from_or_went_to(document):
    film = Composition.load(document)
    document["items"]["clip-a"]["from"] = 7
    film.dump()["items"]["clip-a"]["transform"]["x"] = 7
    assert film.item("clip-a")["from"] == film.item("clip-a")["transform"]["x"] == 0


def test_a_document_is_always_written_in_the_same_order(document):
    film = Composition.load(document)
    assert list(film.dump()["items"]) == [id for track in document["tracks"] for id in track["items"]]
    assert list(film.dump()["assets"]) == sorted(document["assets"])


def test_what_a_later_version_wrote_is_kept(document):
    document["items"]["logo"]["sparkle"] = {"deep": [1, 2]}
    document["workflow"] = "x"
    assert Composition.load(document).dump() == document


def _set(document, path, value):
    *way, last = path
    for step in way:
        document = document[step]
    document[last] = value


BROKEN = [
    (("fps",), [0, 1], "fps"),
    (("width",), 1921, "width"),
    (("height",), 8, "height"),
    (("background",), "nocolour", "background"),
    (("schema",), 2, "schema"),
    (("tracks",), {}, "tracks must be a list"),
    (("items",), [], "items must be an object"),
    (("items", "clip-a"), "x", "clip-a"),
    (("items", "clip-a", "type"), "hologram", "hologram"),
    (("items", "clip-a", "from"), -1, "from"),
    (("items", "clip-a", "from"), 0.5, "from"),
    (("items", "clip-a", "durationInFrames"), 0, "durationInFrames"),
    (("items", "clip-a", "durationInFrames"), 301, "overlap"),
    (("items", "clip-a", "durationInFrames"), "300", "durationInFrames"),
    (("items", "clip-a", "assetId"), "as-nothing", "as-nothing"),
    (("items", "clip-a", "assetId"), "as-theme", "audio asset"),
    (("items", "clip-a", "trackId"), "v2", "clip-a"),
    (("items", "clip-a", "id"), "clip-z", "clip-z"),
    (("items", "clip-a", "sourceIn", "frame"), 6000, "past the end of its source"),
    (("items", "clip-a", "rate"), [1, 0], "rate"),
    (("items", "clip-a", "transform", "opacity"), 2, "opacity"),
    (("items", "clip-a", "transform", "scale"), {"kf": []}, "scale"),
    (("items", "clip-a", "transform", "x"), {"kf": [{"f": 5, "v": 0, "e": "linear"}, {"f": 5, "v": 1, "e": "linear"}]}, "keyframes of x"),
    (("items", "clip-a", "grade"), {"lutAssetId": "as-nothing"}, "as-nothing"),
    (("items", "title-1", "text"), "x" * 70_000, "text"),
    (("tracks", 0, "items"), ["clip-a", "clip-b", "clip-c"], "clip-d"),
    (("tracks", 0, "items"), ["clip-a", "clip-c", "clip-b", "clip-d"], "order of time"),
    (("tracks", 1, "items"), ["logo", "logo"], "2 tracks"),
    (("tracks", 1, "items"), ["logo", "clip-a"], "not an item of it"),
    (("tracks", 0, "kind"), "audio", "audio track"),
    (("tracks", 1, "id"), "v1", "2 tracks 'v1'"),
    (("tracks", 0, "transitions"), [{"id": "x", "leftId": "clip-a", "rightId": "clip-c", "kind": "fade", "durationInFrames": 9, "alignment": "center"}], "neighbours"),
    (("tracks", 0, "transitions"), [{"id": "x", "leftId": "clip-a", "rightId": "clip-b", "kind": "fade", "durationInFrames": 9, "alignment": "center"}], "handles for 1"),
    (("markers",), [{"id": "m", "atFrame": 1}, {"id": "m", "atFrame": 2}], "2 markers 'm'"),
    (("metadata",), {"x": math.nan}, "plain JSON"),
    (("metadata",), {"x": object()}, "plain JSON"),
    (("metadata",), {"x": "\0"}, "NUL"),
    (("items", "title-1", "text"), "\udfff", "half a character"),
]  # fmt: skip


@pytest.mark.spec("E-02")
@pytest.mark.parametrize(("path", "value", "said"), BROKEN)
def test_a_document_that_breaks_a_rule_does_not_load(document, path, value, said):
    _set(document, path, value)
    with pytest.raises(InvalidComposition, match=said):
        Composition.load(document)


@pytest.mark.parametrize("nonsense", [None, [], "x", 5, {}, {"tracks": []}])
def test_nonsense_does_not_load(nonsense):
    with pytest.raises(InvalidComposition):
        Composition.load(nonsense)


def test_all_problems_are_listed_at_once(document):
    document["items"]["clip-a"]["from"] = -1
    document["items"]["clip-b"]["durationInFrames"] = 0
    with pytest.raises(InvalidComposition) as refused:
        Composition.load(document)
    assert len(refused.value.problems) == 2


@pytest.mark.spec("E-02")
def test_a_document_above_its_caps_does_not_load(document):
    with pytest.raises(InvalidComposition, match="more than 7 items"):
        Composition.load(document, Limits(items=7))


@pytest.mark.spec("E-02")
def test_loops_freezes_and_stills_may_be_longer_than_their_source(document):
    for more in ({"loop": True}, {"freeze": True}):
        long = copy.deepcopy(document)
        long["items"]["clip-d"] |= {"durationInFrames": 9_000} | more
        assert Composition.load(long)
    document["items"]["logo"]["durationInFrames"] = 90_000
    assert Composition.load(document)


# --- transitions follow their neighbours ------------------------------------------------------------------------------


@pytest.fixture
def faded(document) -> Composition:
    document["items"]["clip-c"]["sourceIn"]["frame"] = 30
    document["tracks"][0]["transitions"] = [
        {"id": "x", "leftId": "clip-b", "rightId": "clip-c", "kind": "fade", "durationInFrames": 40, "alignment": "center"}
    ]  # fmt: skip
    return Composition.load(document)


@pytest.mark.spec("E-02")
@pytest.mark.parametrize(
    ("op", "params"),
    [
        ("deleteItems", {"ids": ["clip-b"]}),
        ("moveItems", {"ids": ["clip-c", "clip-d"], "deltaFrames": 5}),
        ("trimItem", {"id": "clip-b", "edge": "end", "toFrame": 440}),
        ("insertGap", {"atFrame": 450, "durationInFrames": 10}),
    ],
)
def test_a_transition_whose_neighbours_no_longer_touch_is_dropped_with_a_warning(faded, op, params):
    result = run(faded, op, **params)
    assert result.state.track("v1")["transitions"] == []
    assert result.warnings == [
        "The fade between broll-city.mp4 and broll-park.mp4 is gone, because they no longer touch."
    ]


@pytest.mark.spec("E-02")
def test_a_transition_shrinks_to_the_handles_that_are_left(faded):
    result = run(faded, "slipItem", id="clip-c", deltaFrames=-20)
    assert result.state.track("v1")["transitions"][0]["durationInFrames"] == 21
    assert "21 frames now" in result.warnings[0]


@pytest.mark.spec("E-02")
def test_two_transitions_share_a_clip_without_meeting_in_it(document):
    document["items"]["clip-c"]["sourceIn"]["frame"] = document["items"]["clip-b"]["sourceIn"]["frame"] = 100
    document["tracks"][0]["transitions"] = [
        {"id": id, "leftId": left, "rightId": right, "kind": "fade", "durationInFrames": 80, "alignment": "center"}
        for id, left, right in (("y", "clip-b", "clip-c"), ("x", "clip-a", "clip-b"))
    ]
    faded = Composition.load(document)
    short = after(faded, "trimItem", id="clip-b", edge="end", toFrame=350, ripple=True)
    assert {one["id"]: one["durationInFrames"] for one in short.track("v1")["transitions"]} == {"x": 80, "y": 21}
    document["tracks"][0]["transitions"][0]["durationInFrames"] = 150
    document["items"]["clip-b"]["durationInFrames"] = 90
    with pytest.raises(InvalidComposition):
        Composition.load(document)


@pytest.mark.spec("E-02")
def test_a_cut_has_one_transition(faded):
    document = faded.dump()
    document["tracks"][0]["transitions"] *= 2
    with pytest.raises(InvalidComposition, match="two transitions"):
        Composition.load(document)


def test_a_transition_stays_while_its_neighbours_move_together(faded):
    moved = after(faded, "deleteItems", ids=["clip-a"], ripple=True)
    assert moved.track("v1")["transitions"] == faded.track("v1")["transitions"]


@pytest.mark.spec("E-02")
def test_a_rate_that_asks_for_more_source_than_there_is_is_refused(film):
    assert refusal(film, "setFps", fps=25, keep="frames").code == "source_exceeded"
