"""Which of several: by order (first, second to last, every other) or by measure (longest, loudest)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tools.composition import Composition

from .numbers import WORDS, counted, ordinal

MEASURES: dict[str, tuple[str, bool]] = {
    "longest": ("length", True), "shortest": ("length", False), "loudest": ("volume", True), "quietest": ("volume", False),
    "biggest": ("size", True), "largest": ("size", True), "smallest": ("size", False), "earliest": ("from", False),
    "latest": ("from", True), "newest": ("from", True),
}  # fmt: skip
ENDS = {"first": 1, "opening": 1, "initial": 1, "last": -1, "final": -1, "closing": -1}


@dataclass(frozen=True, slots=True)
class Selector:
    """`picks` are positions (negative from the end) in time order, or in order of `measure` when there is one."""

    picks: tuple[int, ...] = ()
    many: bool = False
    measure: str = ""
    descending: bool = False
    step: tuple[int, int] | None = None
    middle: bool = False
    bare: bool = False

    def then(self, other: Selector) -> Selector:
        """ "second longest": the position of the first in the order of the second."""
        if other.measure:
            return replace(other, picks=self.picks, many=self.many)
        return replace(self, picks=_spread(self, len(other.picks) or 1), many=True) if other.bare else other

    def take(self, state: Composition, ids: list[str]) -> list[str]:
        """The chosen of these ids, which are in time order; [] when a position does not exist."""
        order = (
            sorted(ids, key=lambda i: measure(state, i, self.measure), reverse=self.descending) if self.measure else ids
        )
        if self.step:
            return order[self.step[0] :: self.step[1]]
        if self.middle:
            return order[len(order) // 2 : len(order) // 2 + 1]
        if self.many and self.picks and self.picks[0] in (0, -1):
            return [order[pick] for pick in self.picks if -len(order) <= pick < len(order)]
        if any(not -len(order) <= pick < len(order) for pick in self.picks):
            return []
        return [order[pick] for pick in self.picks]


def _spread(selector: Selector, count: int) -> tuple[int, ...]:
    return tuple(range(count)) if selector.picks[:1] == (0,) else tuple(range(-count, 0))


def measure(state: Composition, item_id: str, name: str) -> Any:
    """What items are compared by."""
    item = state.items[item_id]
    audio, look = item.get("audio") or {}, item.get("transform") or {}
    value = {
        "length": item["durationInFrames"],
        "from": item["from"],
        "volume": -1000 if audio.get("muted") else audio.get("volumeDb", -1000),
        "size": look.get("scale", 1),
    }[name]
    return value if isinstance(value, (int, float)) else 0


def selector(words: list[str]) -> tuple[Selector, int] | None:
    """The selector at the front of these words and how many of them it takes."""
    word = words[0]
    after = [other for other in words[1:5] if other != "the"][:3] if word != "the" else []
    if word in MEASURES:
        name, descending = MEASURES[word]
        return Selector(picks=(0,), measure=name, descending=descending), 1
    if word == "one" and after[:2] in (["before", "last"], ["to", "last"]):
        return Selector(picks=(-2,)), 3
    if word == "penultimate":
        return Selector(picks=(-2,)), 1
    if word == "middle":
        return Selector(middle=True), 1
    if word in ("odd", "even"):
        return Selector(step=(0 if word == "odd" else 1, 2), many=True), 1
    place = ordinal(word) or (2 if word == "next" and after[:2] == ["to", "last"] else None)
    if place and after[:1] == ["last"]:
        return Selector(picks=(-place,)), 2
    if place and after[:2] in (["to", "last"], ["from", "last"], ["from", "end"], ["before", "last"]):
        return Selector(picks=(-place,)), 3
    if place and after == ["from", "the", "end"]:
        return Selector(picks=(-place,)), 4
    if word == "last" and after[:2] == ["but", "one"]:
        return Selector(picks=(-2,)), 3
    if word in ENDS:
        return _end(ENDS[word], after)
    if place:
        return Selector(picks=(place - 1,)), 1
    return _counted(word, after)


def _end(sign: int, after: list[str]) -> tuple[Selector, int]:
    count = _count(after[0]) if after else None
    if count:
        return Selector(picks=tuple(range(count)) if sign > 0 else tuple(range(-count, 0)), many=True), 2
    return Selector(picks=(0 if sign > 0 else -1,)), 1


def _counted(word: str, after: list[str]) -> tuple[Selector, int] | None:
    """ "two longest clips", and "every other" read as "other" by the caller's "every"."""
    count = _count(word)
    if count and after and after[0] in MEASURES:
        name, descending = MEASURES[after[0]]
        return Selector(picks=tuple(range(count)), many=True, measure=name, descending=descending), 2
    if count and after:
        return Selector(picks=tuple(range(count)), many=True, bare=True), 1
    return None


def _count(word: str) -> int | None:
    if word.isdigit():
        return counted(word) or None
    return WORDS.get(word) or {"couple": 2, "few": 3}.get(word)
