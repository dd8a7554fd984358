"""Slips become the words that were meant; ordinary words stay what they are."""

from __future__ import annotations

import pytest

from agent.providers.offline.spelling import mended

NAMES = frozenset({"interview", "park", "theme"})


@pytest.mark.parametrize(
    ("slip", "word"),
    [("delet", "delete"), ("lats", "last"), ("intervew", "interview"), ("prak", "park"), ("yelow", "yellow"), ("vertcal", "vertical"), ("teh", "the")],
)  # fmt: skip
def test_a_slip_is_mended(slip: str, word: str) -> None:
    assert mended(slip, NAMES) == word


@pytest.mark.parametrize(
    "word", ["funnier", "weather", "deleted", "mate", "hello", "interview", "lovely", "story", "cat"]
)
def test_an_ordinary_word_stays(word: str) -> None:
    assert mended(word, NAMES) == word
