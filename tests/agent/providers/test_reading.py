"""Reading what a model wrote: arguments are one JSON object or an error, and never become empty on the way."""

from __future__ import annotations

import pytest

from agent.providers.reading import calls, count, whole

TAKES = {"type": "object", "properties": {"id": {"type": "string"}}}
NOTHING = {"type": "object", "properties": {}}
pytestmark = pytest.mark.spec("S-07", "D-12")


@pytest.mark.parametrize("raw", ['{"id": "a"}', {"id": "a"}, ' {"id":"a"}\n', '"{\\"id\\": \\"a\\"}"'])
def test_text_an_object_and_an_object_quoted_once_too_often_are_read_alike(raw):
    (call,) = calls("deleteItems", raw, TAKES, "call_9")
    assert (call.arguments, call.arguments_error, call.provider_id) == ({"id": "a"}, None, "call_9")
    assert call.id != "call_9"


@pytest.mark.parametrize("raw", ["", "  ", None])
def test_nothing_at_all_is_no_arguments_only_for_a_tool_without_parameters(raw):
    (call,) = calls("describe", raw, NOTHING)
    assert (call.arguments, call.arguments_error) == ({}, None)
    (call,) = calls("deleteItems", raw, TAKES)
    assert "empty" in call.arguments_error


def test_an_empty_object_is_an_empty_object():
    assert calls("deleteItems", "{}", TAKES)[0].arguments_error is None


@pytest.mark.parametrize(
    "raw",
    [
        '{"id": "a"', '{"id": "a",}', "{'id': 'a'}", '```json\n{"id": "a"}\n```', "[]", '"a"', "7", "null", ["a"], 7,
        '{"n": NaN}', '{"n": 1e999}', {"n": float("inf")}, '{"id": "\\ud800"}', '{"id": "\\u0000"}', '{"id": "a"} ok',
        '{"id": "a"}{"id": ', '{"a":' * 3000,
    ],
)  # fmt: skip
def test_what_is_no_object_is_an_error_and_never_repaired(raw):
    (call,) = calls("deleteItems", raw, TAKES, "call_9")
    assert call.arguments_error
    assert (call.arguments, call.provider_id) == ({}, "call_9")


def test_a_backslash_that_only_looks_like_a_nul_is_kept():
    assert calls("x", '{"id": "\\\\u0000"}', TAKES)[0].arguments == {"id": "\\u0000"}


def test_whole_objects_one_behind_the_other_are_as_many_calls_with_ids_of_their_own():
    first, second = calls("deleteItems", '{"id": "a"}\n{"id": "b"}', TAKES, "call_9")
    assert (first.arguments, second.arguments) == ({"id": "a"}, {"id": "b"})
    assert (first.provider_id, second.provider_id) == ("call_9", None)
    assert first.id != second.id


def test_an_empty_object_among_others_never_runs_with_nothing():
    (call,) = calls("deleteItems", '{}{"id": "a"}', TAKES)
    assert "one of them is empty" in call.arguments_error
    assert len(calls("describe", "{}{}", NOTHING)) == 2


def test_half_characters_are_put_together_and_nuls_left_out():
    assert whole("\ud83d" + "\ude00 a\0b \ud83d") == "😀 ab �"


@pytest.mark.parametrize(("value", "tokens"), [(3, 3), (0, 0), (None, 0), (-1, 0), ("7", 0), (True, 0), (2.5, 0)])
def test_tokens_are_counted_as_far_as_they_make_sense(value, tokens):
    assert count(value) == tokens


@pytest.mark.parametrize(
    ("raw", "argument"),
    [('{"ids": ["a"', "“ids”"), ('{"width": 10, "height": ', "“height”"), ('{"a\\"b": x}', 'a\\"b')],
)
def test_the_error_names_the_argument_at_which_it_was_broken(raw, argument):
    assert argument in calls("deleteItems", raw, TAKES)[0].arguments_error
