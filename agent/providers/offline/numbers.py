"""Numbers as people write them: figures, words, halves, percentages and multiples."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from .pattern import Reading, Row, Slot, phrases

UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety hundred"
WORDS: dict[str, int] = {word: n for n, word in enumerate(UNITS.split())}
WORDS |= {word: (n + 2) * 10 for n, word in enumerate(TENS.split())}
ORDINALS = {
    word: n + 1
    for n, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
        ]
    )
}
ENDINGS = ("st", "nd", "rd", "th")


LARGEST = 10**9
"""The largest number that a message can mean: frames, seconds and pixels stay far below it."""
MOST_COUNTED = 100_000
"""The most things that can be counted off, so that “the first billion clips” fills no memory."""


def counted(text: str) -> int | None:
    """How many things "3" means, None when it is no whole number or more than can be counted off."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 and int(text) <= MOST_COUNTED else None


def figure(text: str) -> float | None:
    """The value of one written number ("3", "-1.5", "30000/1001"), None when it is not one or too large to be one."""
    try:
        value = float(Fraction(text))
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return value if abs(value) <= LARGEST else None


def number(reading: Reading, at: int) -> Iterator[tuple[int, float]]:
    """A slot: "3", "three", "twenty five", "one and a half", "half a", "a couple of"."""
    norms = [token.norm for token in reading.tokens[at : at + 4]]
    if not norms:
        return
    if reading.tokens[at].kind == "number" and (value := figure(norms[0])) is not None:
        if norms[1:4] == ["and", "a", "half"]:
            yield at + 4, value + 0.5
        yield at + 1, value
    elif norms[0] in WORDS:
        value = float(WORDS[norms[0]])
        if norms[1:4] == ["and", "a", "half"]:
            yield at + 4, value + 0.5
        if value >= 20 and len(norms) > 1 and 0 < WORDS.get(norms[1], 0) < 10:
            yield at + 2, value + WORDS[norms[1]]
        yield at + 1, value
    else:
        yield from _loose(norms, at)


def in_figures(reading: Reading, at: int) -> Iterator[tuple[int, float]]:
    """A slot: a number in figures: where "one" and "a" are no amount."""
    if at < len(reading.tokens) and reading.tokens[at].kind == "number":
        yield from number(reading, at)


LOOSE: tuple[tuple[tuple[str, ...], float], ...] = (
    (("a", "couple", "of"), 2), (("a", "couple"), 2), (("couple", "of"), 2), (("a", "few"), 3), (("a", "dozen"), 12),
    (("half", "a"), 0.5), (("half", "an"), 0.5), (("a", "half"), 0.5), (("half",), 0.5), (("a", "quarter", "of", "a"), 0.25),
    (("a",), 1), (("an",), 1),
)  # fmt: skip


def _loose(norms: list[str], at: int) -> Iterator[tuple[int, float]]:
    for words, value in LOOSE:
        if tuple(norms[: len(words)]) == words:
            yield at + len(words), value


def ordinal(norm: str) -> int | None:
    """1 for "first" and "1st", None when it is no ordinal."""
    if norm in ORDINALS:
        return ORDINALS[norm]
    return int(norm[:-2]) if norm.endswith(ENDINGS) and norm[:-2].isdigit() else None


def _share(scale: float) -> Any:
    return lambda sight, found: found["number"] * scale


# A fraction of the whole: "50%", "fifty percent", "half", "a third".
SHARES: tuple[Row, ...] = (
    ("{number} %|percent|pct|procent", _share(0.01)),
    ("{number} per cent", _share(0.01)),
    ("half|halfway", lambda sight, found: 0.5),
    ("a|one third", lambda sight, found: 1 / 3),
    ("{number}", lambda sight, found: found["number"] if 0 < found["number"] < 1 else None),
    ("two thirds", lambda sight, found: 2 / 3),
    ("a|one quarter", lambda sight, found: 0.25),
    ("three quarters", lambda sight, found: 0.75),
    ("a|one fifth", lambda sight, found: 0.2),
    ("a|one eighth", lambda sight, found: 0.125),
    ("a|one tenth", lambda sight, found: 0.1),
)

# A multiple of what is there: "2x", "twice", "three times", "double".
MULTIPLES: tuple[Row, ...] = (
    ("{number} x|times", lambda sight, found: found["number"]),
    ("x {number}", lambda sight, found: found["number"]),
    ("by a factor of {number}", lambda sight, found: found["number"]),
    ("twice|double", lambda sight, found: 2.0),
    ("triple|thrice", lambda sight, found: 3.0),
    ("quadruple", lambda sight, found: 4.0),
    ("half|halve", lambda sight, found: 0.5),
    ("quarter", lambda sight, found: 0.25),
)

HALVES: tuple[Row, ...] = (
    ("half", lambda sight, found: 0.5),
    ("a third", lambda sight, found: 1 / 3),
    ("a quarter", lambda sight, found: 0.25),
)

SLOTS: dict[str, Slot] = {
    "halves": phrases(HALVES),
    "number": number,
    "figure": in_figures,
    "share": phrases(SHARES),
    "multiple": phrases(MULTIPLES),
}
