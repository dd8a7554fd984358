"""Which way each character runs, and in what order pieces are drawn: Unicode's rules for text of two directions, without
the marks that override them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
CLOSING = {"(": ")", "[": "]", "{": "}", "«": "»", "‹": "›", "「": "」", "『": "』"}
_SENSES = {"L": "l", "R": "r", "AL": "r", "EN": "n", "AN": "a", "ES": "s", "CS": "c", "ET": "t"}


def backward(text: str, direction: str) -> bool:
    """Whether a paragraph runs from right to left: as it is told to, or as its first letter does."""
    if direction != "auto":
        return direction == "rtl"
    first = next((sense for one in text if (sense := unicodedata.bidirectional(one)) in ("L", "R", "AL")), "L")
    return first != "L"


def levels(parts: Sequence[str], base: int) -> list[int]:
    """Each part's level in a paragraph of level `base`: even ones run to the right, odd ones to the left, and numbers
    within right-to-left text lie one deeper."""
    around = "r" if base else "l"
    senses = _numbers(_arabic([unicodedata.bidirectional(part[0]) for part in parts]))
    senses = _after_latin(senses, around)
    senses = ["n" if sense == "a" else sense for sense in senses]
    senses = _neighbours(_brackets(parts, senses, around), around)
    if base:
        return [1 if sense == "r" else 2 for sense in senses]
    return [{"l": 0, "r": 1, "n": 2}[sense] for sense in senses]


def visual(found: Sequence[tuple[int, T]]) -> list[T]:
    """From left to right: what has a level, turned around level by level from the deepest."""
    order = list(found)
    for level in range(max((one[0] for one in order), default=0), 0, -1):
        at = 0
        while at < len(order):
            stop = at
            while stop < len(order) and order[stop][0] >= level:
                stop += 1
            order[at:stop] = reversed(order[at:stop])
            at = max(stop, at + 1)
    return [one for _, one in order]


def _arabic(kinds: Sequence[str]) -> list[str]:
    """What each is in short: l, r, n for a number, a for an Arabic one, which any number after an Arabic letter is."""
    senses, strong = [], ""
    for kind in kinds:
        strong = kind if kind in ("L", "R", "AL") else strong
        senses.append("a" if kind == "EN" and strong == "AL" else _SENSES.get(kind, ""))
    return senses


def _numbers(senses: Sequence[str]) -> list[str]:
    """One sign between two digits of a kind, and all signs of currency or percent beside one that is not Arabic, are part of
    the number."""
    own = ["", *senses, ""]
    inside = range(1, len(own) - 1)
    for at in inside:
        before, after = own[at - 1], own[at + 1]
        if own[at] in ("s", "c"):
            own[at] = before if before == after and (before == "n" or before + own[at] == "ac") else ""
    for way, beside in ((inside, -1), (reversed(inside), 1)):
        for at in way:
            own[at] = "n" if own[at] == "t" and own[at + beside] == "n" else own[at]
    return ["" if sense == "t" else sense for sense in own[1:-1]]


def _after_latin(senses: Sequence[str], around: str) -> list[str]:
    """Numbers after a left-to-right letter, or at the start of such a paragraph, belong to it."""
    own, strong = list(senses), around
    for at, sense in enumerate(own):
        own[at] = "l" if sense == "n" and strong == "l" else sense
        strong = sense if sense in ("l", "r") else strong
    return own


def _brackets(parts: Sequence[str], senses: Sequence[str], around: str) -> list[str]:
    """A pair of brackets runs with the paragraph if anything in it does, else with what is in it and before it."""
    own = list(senses)
    for start, stop in sorted(_pairs(parts)):
        inside = {_strong(sense) for sense in own[start + 1 : stop] if sense}
        if not inside:
            continue
        before = next((_strong(sense) for sense in reversed(own[:start]) if sense), around)
        own[start] = own[stop] = around if around in inside or before == around else before
    return own


def _pairs(parts: Sequence[str]) -> list[tuple[int, int]]:
    open_, found = list[tuple[str, int]](), []
    for at, part in enumerate(parts):
        if part in CLOSING:
            open_.append((CLOSING[part], at))
        elif any(part == wanted for wanted, _ in open_):
            while open_:
                wanted, start = open_.pop()
                if wanted == part:
                    found.append((start, at))
                    break
    return found


def _neighbours(senses: Sequence[str], around: str) -> list[str]:
    """What has no direction goes with what is on both sides of it where they agree, else with the paragraph."""
    own, at = list(senses), 0
    while at < len(own):
        if own[at]:
            at += 1
            continue
        stop = next((index for index in range(at, len(own)) if own[index]), len(own))
        sides = {_strong(own[at - 1]) if at else around, _strong(own[stop]) if stop < len(own) else around}
        own[at:stop] = [sides.pop() if len(sides) == 1 else around] * (stop - at)
        at = stop
    return own


def _strong(sense: str) -> str:
    return "r" if sense == "n" else sense
