"""Questions about a composition: what is asked for comes back, in a stable order, and a slip is an error that helps."""

from __future__ import annotations

import pytest

from tests.tools.composition.documents import four_clips
from tools.composition import EngineError, describe, evaluate
from tools.composition.errors import InvalidParameters

pytestmark = pytest.mark.spec("E-05", "K-11")


def ask(target: str, **question):
    return evaluate(STATE, {"kind": "query", "target": target, **question}).value


def ids(target: str, **question) -> list[str]:
    return [row["id"] for row in ask(target, **question)["rows"]]


STATE = four_clips()


def captioned():
    cues = [
        {"startMs": 0, "endMs": 1000, "text": "One two", "words": [{"t": "One", "startMs": 0, "endMs": 400}]},
        {"startMs": 1200, "endMs": 2000, "text": "Three"},
    ]
    edits = [
        ("addCaptions", {"cues": cues, "from": 30}),
        ("setKeyframes", {"id": "logo", "property": "opacity", "keyframes": [{"frame": 0, "value": 0}, {"frame": 9, "value": 1}]}),
        ("addTransition", {"leftId": "clip-b", "rightId": "clip-c", "kind": "fade", "durationInFrames": 20}),
    ]  # fmt: skip
    requests = [{"kind": "command", "op": op, "params": params} for op, params in edits]
    return evaluate(STATE, {"kind": "batch", "requests": requests}, tag="x").state


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ({"type": "video"}, ["clip-a", "clip-b", "clip-c", "clip-d"]),
        ({"type": {"ne": "video"}}, ["title-1", "music", "vo", "logo"]),
        ({"durationInFrames": {"lt": 150}}, ["title-1", "clip-d"]),
        ({"durationInFrames": {"lte": 150}}, ["title-1", "clip-b", "logo", "clip-d"]),
        ({"from": {"gt": 600}}, ["clip-d"]),
        ({"from": {"gte": 600}}, ["logo", "clip-d"]),
        ({"id": {"in": ["vo", "logo"]}}, ["vo", "logo"]),
        ({"type": {"nin": ["video", "audio"]}}, ["title-1", "logo"]),
        ({"name": {"contains": "BROLL"}}, ["clip-b", "clip-c"]),
        ({"assetName": {"startsWith": "inter"}}, ["clip-a"]),
        ({"durationSeconds": {"between": [5, 8]}}, ["clip-b", "clip-c", "logo"]),
        ({"text": {"exists": True}}, ["title-1"]),
        ({"transform": {"exists": False}}, ["music", "vo"]),
        ({"audio.volumeDb": -6}, ["music"]),
        ({"end": 780}, ["music", "clip-d"]),
        ({"trackName": "Overlay"}, ["logo"]),
        ({"trackKind": "audio", "trackIndex": 4}, ["vo"]),
        ({"hasAudio": False, "type": "video"}, ["clip-b"]),
        ({"gapBefore": {"gt": 0}}, ["vo", "logo"]),
        ({"sourceOut": 360}, ["clip-a", "vo"]),
        ({"startTimecode": "00:00:15:00"}, ["clip-c"]),
        ({"atFrame": 620}, ["music", "clip-c", "logo"]),
        ({"atFrame": {"between": [60, 89]}, "type": "text"}, ["title-1"]),
        ({"atFrame": {"between": [90, 200]}, "type": "text"}, []),
        ({"or": [{"id": "vo"}, {"id": "logo"}]}, ["vo", "logo"]),
        ({"and": [{"type": "video"}, {"not": {"from": 0}}]}, ["clip-b", "clip-c", "clip-d"]),
        ({"not": {"or": [{"type": "video"}, {"not": {"not": {"type": "audio"}}}]}}, ["title-1", "logo"]),
        ({"groupId": None, "type": "text"}, ["title-1"]),
        ({}, ["clip-a", "title-1", "music", "vo", "clip-b", "clip-c", "logo", "clip-d"]),
    ],
)
def test_conditions_choose_items(where: dict, found: list[str]):
    assert ids("items", where=where) == found


def test_rows_are_what_the_document_holds_unless_fields_are_selected():
    assert ask("items", where={"id": "logo"})["rows"] == [STATE.item("logo")]
    selected = ask("items", where={"id": "logo"}, select=["id", "transform.scale", "end", "text"])["rows"]
    assert selected == [{"id": "logo", "transform.scale": 0.2, "end": 750, "text": None}]


def test_a_row_can_be_scribbled_on_without_harm():
    ask("items", where={"id": "logo"})["rows"][0]["transform"]["x"] = 99
    assert STATE.item("logo")["transform"]["x"] == 720


@pytest.mark.parametrize(
    ("order_by", "found"),
    [
        ("durationInFrames", ["clip-d", "title-1", "clip-b", "logo", "clip-c", "clip-a", "vo", "music"]),
        ("-durationInFrames", ["music", "vo", "clip-a", "clip-c", "clip-b", "logo", "clip-d", "title-1"]),
        (
            {"field": "id", "direction": "desc"},
            ["vo", "title-1", "music", "logo", "clip-d", "clip-c", "clip-b", "clip-a"],
        ),
        (["type", "-from"], ["vo", "music", "logo", "title-1", "clip-d", "clip-c", "clip-b", "clip-a"]),
        ("text", ["title-1", "clip-a", "clip-b", "clip-c", "clip-d", "logo", "music", "vo"]),
        ("-text", ["title-1", "clip-a", "clip-b", "clip-c", "clip-d", "logo", "music", "vo"]),
    ],
)
def test_order_is_stable_goes_by_id_in_a_tie_and_puts_what_has_no_value_last(order_by, found: list[str]):
    assert ids("items", orderBy=order_by) == found


def test_limit_and_offset_page_through_the_rows_and_total_counts_them_all():
    page = ask("items", orderBy="id", limit=3, offset=6)
    assert [row["id"] for row in page["rows"]] == ["title-1", "vo"]
    assert page["total"] == 8


@pytest.mark.parametrize(
    ("aggregate", "answer"),
    [
        ("count", {"count": 4}),
        ({"count": True, "sum": "durationInFrames"}, {"count": 4, "sum": 780}),
        ({"avg": "durationInFrames"}, {"avg": 195}),
        ({"min": ["from", "durationInFrames"]}, {"min": {"from": 0, "durationInFrames": 90}}),
        ({"max": "end"}, {"max": 780}),
    ],
)
def test_aggregates_answer_in_the_shape_of_the_question(aggregate, answer: dict):
    assert ask("items", where={"type": "video"}, aggregate=aggregate) == {"aggregate": answer}


def test_aggregates_of_nothing_are_honest():
    nothing = ask("items", where={"type": "gif"}, aggregate={"count": True, "sum": "end", "avg": "end", "max": "end"})
    assert nothing == {"aggregate": {"count": 0, "sum": 0, "avg": None, "max": None}}


def test_groups_come_in_the_order_of_their_values():
    grouped = ask("items", aggregate={"count": True, "max": "end"}, groupBy="trackIndex")
    assert grouped["aggregate"][0] == {"trackIndex": 0, "count": 4, "max": 780}
    assert [group["trackIndex"] for group in grouped["aggregate"]] == [0, 1, 2, 3, 4]
    by_two = ask("items", where={"trackIndex": 0}, aggregate="count", groupBy=["type", "hasAudio"])["aggregate"]
    assert by_two == [{"type": "video", "hasAudio": False, "count": 1}, {"type": "video", "hasAudio": True, "count": 3}]


@pytest.mark.parametrize(
    ("target", "select", "rows"),
    [
        ("composition", ["name", "durationInFrames", "durationSeconds", "itemCount"], [[STATE.name, 780, 26.0, 8]]),
        ("tracks", ["id", "index", "itemCount", "end"], [["v1", 0, 4, 780], ["v2", 1, 1, 750], ["v3", 2, 1, 90], ["a1", 3, 1, 780], ["a2", 4, 1, 390]]),
        ("markers", ["name", "startSeconds", "startTimecode"], [["Act two", 15.0, "00:00:15:00"]]),
        ("gaps", ["trackName", "from", "durationInFrames", "afterId"], [["Overlay", 0, 600, "logo"], ["Voice", 0, 30, "vo"]]),
        ("transitions", [], []),
        ("cues", [], []),
        ("words", [], []),
        ("keyframes", [], []),
    ],
)  # fmt: skip
def test_every_target_can_be_asked(target: str, select: list[str], rows: list[list]):
    assert [list(row.values()) for row in ask(target, **({"select": select} if select else {}))["rows"]] == rows


def test_assets_count_their_uses():
    assert ask("assets", where={"itemCount": 0})["total"] == 0
    assert ask("assets", where={"kind": "image"}, select=["name", "itemCount"])["rows"] == [
        {"name": "logo.png", "itemCount": 1}
    ]


def test_captions_transitions_and_keyframes_are_rows_too():
    state = captioned()

    def rows(target: str, select: list[str]) -> list[list]:
        value = evaluate(state, {"kind": "query", "target": target, "select": select}).value
        return [list(row.values()) for row in value["rows"]]

    assert rows("cues", ["text", "from", "end", "durationMs"]) == [["One two", 30, 60, 1000], ["Three", 66, 90, 800]]
    assert (
        evaluate(state, {"kind": "query", "target": "items", "where": {"text": {"contains": "three"}}}).value["total"]
        == 1
    )
    assert rows("words", ["text", "cueId", "endMs"]) == [["One", "cue-x-1-1", 400]]
    assert rows("transitions", ["leftId", "cutFrame", "from", "end"]) == [["clip-b", 450, 440, 460]]
    assert rows("keyframes", ["property", "frame", "atFrame", "value"]) == [
        ["opacity", 0, 600, 0],
        ["opacity", 9, 609, 1],
    ]


@pytest.mark.parametrize(
    ("question", "said", "listed"),
    [
        ({"target": "item"}, "'item'", "items"),
        ({"target": ["items"]}, "target", "items"),
        ({"target": "items", "where": {"lenght": 3}}, "'lenght'", "durationInFrames"),
        ({"target": "items", "where": {"from": {"more": 3}}}, "'more'", "gte"),
        ({"target": "items", "where": {"from": "early"}}, "where.from", ""),
        ({"target": "items", "where": {"enabled": {"eq": 1}}}, "where.enabled", ""),
        ({"target": "items", "where": {"type": ["video"]}}, "where.type", '"in"'),
        ({"target": "items", "where": {"from": {"between": [1]}}}, "where.from.between", ""),
        ({"target": "items", "where": {"atFrame": {"gt": 1}}}, "atFrame", ""),
        ({"target": "items", "where": {"and": []}}, "where.and", ""),
        ({"target": "items", "where": [1]}, "where", ""),
        ({"target": "items", "where": {"not": {"not": {"not": {"not": {"not": {"id": "vo"}}}}}}}, "4 deep", ""),
        ({"target": "items", "select": ["nmae"]}, "'nmae'", "name"),
        ({"target": "items", "select": []}, "select", ""),
        ({"target": "items", "orderBy": "start"}, "'start'", "from"),
        ({"target": "items", "orderBy": {"field": "from", "direction": "down"}}, "down", ""),
        ({"target": "items", "limit": 201}, "limit", ""),
        ({"target": "items", "limit": 0}, "limit", ""),
        ({"target": "items", "limit": True}, "limit", ""),
        ({"target": "items", "offset": -1}, "offset", ""),
        ({"target": "items", "aggregate": {"total": "end"}}, "'total'", "sum"),
        ({"target": "items", "aggregate": {"sum": "name"}}, "not a number", ""),
        ({"target": "items", "aggregate": {"sum": True}}, "aggregate.sum", "end"),
        ({"target": "items", "groupBy": "nothing", "aggregate": "count"}, "'nothing'", "type"),
        ({"target": "items", "filter": {}}, "'filter'", "where"),
        ({"target": "items", "op": "deleteItems", "params": {}}, "'op'", "where"),
    ],
)
def test_a_slip_is_refused_by_name_and_the_valid_names_are_listed(question: dict, said: str, listed: str):
    with pytest.raises(EngineError) as refusal:
        evaluate(STATE, {"kind": "query", **question})
    assert isinstance(refusal.value, InvalidParameters)
    assert said in refusal.value.message
    assert listed in refusal.value.hint


def test_a_query_is_described_with_its_fields_and_operators():
    described = describe()["query"]
    assert described["targets"]["items"]["fields"]["transform.opacity"] == "number"
    assert described["targets"]["items"]["fields"]["startTimecode"] == "string"
    assert "between" in described["operators"]
    assert described["parameters"]["additionalProperties"] is False
    assert set(described["targets"]) == set(described["parameters"]["properties"]["target"]["enum"])
