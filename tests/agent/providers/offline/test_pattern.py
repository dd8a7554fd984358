"""The pattern language: what a pattern covers, and what it must not."""

from __future__ import annotations

import importlib
import pkgutil
from types import SimpleNamespace

import pytest

from agent.providers import offline
from agent.providers.offline.pattern import Effort, Reading, compile_pattern
from agent.providers.offline.pattern import match as matches
from agent.providers.offline.rule import Rule
from agent.providers.offline.tokens import read


def number(reading, at):
    if at < len(reading.tokens) and reading.tokens[at].kind == "number":
        yield at + 1, float(reading.tokens[at].norm)


def found(pattern: str, text: str):
    sentence = read(text)
    classes = {"cut": frozenset({("cut",), ("take", "out")})}
    reading = Reading(sentence, sentence.tokens, classes, {"number": number}, SimpleNamespace(memo={}, effort=Effort()))
    return [slots for _, slots in matches(pattern, reading)]


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("make it square|round", "make it round"),
        ("cut [off] it", "cut it"),
        ("cut [off] it", "cut off it"),
        ("<cut> it", "take out it"),
        ("(one / the other) way", "the other way"),
        ("cut clip", "cut the clip"),
    ],
)
def test_a_pattern_covers_the_whole_text(pattern: str, text: str) -> None:
    assert found(pattern, text)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [("cut it", "cut it now"), ("cut it", "please cut it"), ("cut =clip", "cut the clip"), ("cut {number}", "cut two")],
)
def test_a_pattern_does_not_pass_over_words(pattern: str, text: str) -> None:
    assert not found(pattern, text)


def test_a_slot_hands_over_its_meaning_under_its_name() -> None:
    assert found("cut {amount:number}", "cut 5") == [{"amount": 5.0}]


def test_a_bracket_that_does_not_close_is_refused() -> None:
    with pytest.raises((ValueError, IndexError)):
        compile_pattern("cut (this")


@pytest.mark.parametrize("pattern", ["cut [it|{number}]", "<cut>|drop it", "cut it|"])
def test_a_slot_among_words_is_refused_because_it_would_be_read_after_them(pattern: str) -> None:
    with pytest.raises(ValueError, match="write"):
        compile_pattern(pattern)


def patterns():
    for module in pkgutil.walk_packages(offline.__path__, f"{offline.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            for row in value if isinstance(value, tuple) else ():
                match row:
                    case Rule(pattern):
                        yield pattern
                    case (str(pattern), means) if callable(means):
                        yield pattern


def test_every_pattern_of_the_grammar_is_well_formed() -> None:
    assert len([compile_pattern(pattern) for pattern in patterns()]) > 1000
