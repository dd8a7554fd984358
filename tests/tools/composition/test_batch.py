"""Requests: atomic batches, ids that follow from tags, the same object when nothing changed, and one description."""

from __future__ import annotations

import json

import pytest

from tests.tools.composition.timeline import after, line, run
from tools.composition import EngineError, Limits, apply_patch, describe, evaluate, invert
from tools.composition.commands import COMMANDS

DELETE = {"kind": "command", "op": "deleteItems", "params": {"ids": ["clip-b"], "ripple": True}}
RESIZE = {"kind": "command", "op": "setCompositionSize", "params": {"width": 1080, "height": 1920}}
TITLE = {"kind": "command", "op": "addText", "params": {"text": "Hello"}}


def batch(*requests, **more) -> dict:
    return {"kind": "batch", "requests": list(requests), **more}


@pytest.mark.spec("E-01", "E-03")
def test_a_batch_does_everything_at_once(film):
    result = evaluate(film, batch(DELETE, RESIZE, TITLE), tag="run7")
    assert line(result.state, "v1") == "clip-a 0-300, clip-c 300-540, clip-d 540-630"
    assert (result.state.width, result.state.height) == (1080, 1920)
    assert result.value == [None, None, {"ids": ["text-run7-3-1"], "trackId": "v2"}]
    assert apply_patch(result.state, invert(result.patch)) == film


@pytest.mark.spec("E-03")
def test_a_batch_that_fails_leaves_everything_and_says_which_request_it_was(film, document):
    impossible = {"kind": "command", "op": "deleteItems", "params": {"ids": ["nobody"]}}
    with pytest.raises(EngineError) as refused:
        evaluate(film, batch(DELETE, RESIZE, impossible))
    assert (refused.value.index, refused.value.code) == (2, "item_not_found")
    assert film.dump() == document


@pytest.mark.spec("E-03")
def test_a_later_request_sees_what_an_earlier_one_did(film):
    split = {"kind": "command", "op": "splitItem", "params": {"id": "clip-a", "atFrame": 100}, "tag": "cut"}
    delete = {"kind": "command", "op": "deleteItems", "params": {"ids": ["video-cut-1"]}}
    assert line(evaluate(film, batch(split, delete)).state, "v1").startswith("clip-a 0-100, clip-b 300")


@pytest.mark.spec("E-03")
@pytest.mark.parametrize(
    "request_",
    [
        {"kind": "command", "op": "setCompositionSize", "params": {"width": 1920, "height": 1080.0}},
        {"kind": "command", "op": "closeGaps", "params": {"trackId": "v1"}},
        {"kind": "command", "op": "renameTrack", "params": {"trackId": "v1", "name": "Main"}},
        {"kind": "query", "target": "items"},
        batch(),
        batch(
            {"kind": "command", "op": "muteTrack", "params": {"trackId": "a1"}},
            {"kind": "command", "op": "muteTrack", "params": {"trackId": "a1", "muted": False}},
        ),
    ],
)
def test_an_unchanged_state_is_the_same_object(film, request_):
    result = evaluate(film, request_)
    assert result.state is film
    assert result.patch == []


def test_what_an_edit_does_not_touch_is_shared(film):
    edited = after(film, "renameTrack", trackId="v2", name="Logos")
    assert edited.items is film.items
    assert edited.tracks[0] is film.tracks[0]


@pytest.mark.spec("E-03")
def test_the_same_tag_gives_the_same_ids_and_another_tag_others(film):
    one, same, other = (evaluate(film, TITLE, tag=tag) for tag in ("a", "a", "b"))
    assert one.state == same.state
    assert (one.value["ids"], other.value["ids"]) == (["text-a-1"], ["text-b-1"])
    assert evaluate(film, {**TITLE, "tag": "own"}, tag="a").value["ids"] == ["text-own-1"]
    assert evaluate(one.state, TITLE, tag="a").value["ids"] == ["text-a-2"]
    assert evaluate(film, TITLE).value != evaluate(film, TITLE).value


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (None, "invalid_request"),
        ({}, "invalid_request"),
        ({"kind": "undo"}, "invalid_request"),
        ({"kind": "command", "op": "deleteItem"}, "unknown_command"),
        ({"kind": "command", "op": ["x"]}, "unknown_command"),
        ({"kind": "command", "op": "addText", "params": []}, "invalid_parameters"),
        ({"kind": "command", "op": "addText", "parameters": {}}, "invalid_request"),
        ({**TITLE, "tag": "a b"}, "invalid_request"),
        ({"kind": "batch"}, "invalid_request"),
        (batch(batch()), "invalid_request"),
    ],
)
def test_what_is_not_a_request_is_refused(film, request_, code):
    with pytest.raises(EngineError) as refused:
        evaluate(film, request_)
    assert refused.value.code == code


def test_a_misspelt_command_gets_a_suggestion(film):
    with pytest.raises(EngineError, match="Did you mean 'deleteItems'"):
        evaluate(film, {"kind": "command", "op": "deleteItem"})


@pytest.mark.spec("E-02")
@pytest.mark.parametrize("noun", ["items", "tracks"])
def test_a_document_that_would_grow_too_large_is_refused(film, noun):
    limits = Limits(**{noun: len(getattr(film, noun))})
    op = {"items": "addText", "tracks": "addTrack"}[noun]
    with pytest.raises(EngineError) as refused:
        evaluate(film, {"kind": "command", "op": op, "params": {"text": "x"} if noun == "items" else {}}, limits=limits)
    assert refused.value.code == "limit_exceeded"


@pytest.mark.spec("E-06")
def test_describe_says_everything_about_every_command(film):
    said = describe()
    assert json.loads(json.dumps(said)) == said
    assert list(said["commands"]) == [command.op for command in COMMANDS]
    assert len(said["commands"]) >= 47
    for name, command in said["commands"].items():
        assert command["description"].endswith("."), name
        assert command["parameters"]["additionalProperties"] is False, name
    assert evaluate(film, {"kind": "describe"}).value == said


@pytest.mark.spec("E-02")
def test_the_destructive_commands_are_those_of_the_vocabulary():
    said = describe()["commands"]
    assert {name for name, command in said.items() if command["destructive"]} == {
        "deleteTrack",
        "deleteAsset",
        "deleteItems",
        "cutItems",
        "removeRangesFromItem",
        "rippleDeleteRange",
    }
    assert said["addAsset"]["gated"]


def test_no_function_of_a_command_is_reached_by_two_names():
    assert len({command.op for command in COMMANDS}) == len(COMMANDS)


def test_an_edit_of_a_track_out_of_order_keeps_the_order_of_time(film):
    moved = run(film, "moveItems", ids=["clip-a"], from_=780).state
    assert line(moved, "v1") == "clip-b 300-450, clip-c 450-690, clip-d 690-780, clip-a 780-1080"
