"""What may hang on an addition, in any order: where in time, how long, where on the picture, how it looks, how it moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .pattern import Reading, Row, phrases
from .sketch import Sketch, end_of
from .text_style import Change
from .times import Span, When

SPANS_OF = "over|on|during|across|throughout|for|under|underneath|behind|beneath|below|in"
FORS: tuple[Row, ...] = (
    ("for [about] {dur} [long]", lambda s, m: ("length", m["dur"])),
    ("lasting|lasts [for] {dur}", lambda s, m: ("length", m["dur"])),
    ("that|which lasts|last|stays|stay [for|up|on] {dur}", lambda s, m: ("length", m["dur"])),
    ("[that|which] [is|are] {dur} long", lambda s, m: ("length", m["dur"])),
    ("with [a] duration|length of {dur}", lambda s, m: ("length", m["dur"])),
    ("for|over|during|in|on {span}", lambda s, m: ("span", m["span"])),
    ("{span}", lambda s, m: ("span", m["span"])),
    ("(for|over|during|across [the] whole|entire|full|complete [video|time|thing|composition|duration|timeline|movie|film|length|show|spot|piece|sequence|runtime|edit|way] / throughout [the] [whole|entire] [video|thing|composition] / the whole time / all the way through / from start to end|finish / from the start to the end)", lambda s, m: ("span", Span(0, s.state.end))),
    ("until|till|up [to] {point}", lambda s, m: ("until", m["point"].frame)),
    (f"{SPANS_OF} {{things}} {{at}}", lambda s, m: ("within", (_of(s, m["things"]), m["at"]))),
    (f"{SPANS_OF} {{things}}", lambda s, m: ("span", _of(s, m["things"]))),
    ("on top of {things}", lambda s, m: ("span", _of(s, m["things"]))),
    ("as long as {things}", lambda s, m: ("span", _of(s, m["things"]))),
    ("{at}", lambda s, m: ("at", m["at"])),
    ("{spot}", lambda s, m: ("spot", m["spot"])),
    ("{look}", lambda s, m: ("look", m["look"])),
    ("on|to {track}", lambda s, m: ("track", m["track"])),
    ("that|which|and fades|fade|fading in [and] [out]", lambda s, m: ("motion", "fade-in")),
    ("with [a] [{dur}] fade in", lambda s, m: ("motion", "fade-in")),
    ("that|which slides|slide in", lambda s, m: ("motion", "slide-in")),
    ("that|which pops|pop [in|up]", lambda s, m: ("motion", "pop")),
)  # fmt: skip
MOD = phrases(FORS)


@dataclass(slots=True)
class Mods:
    """The adjuncts found: frames for `start`, `length` and `until`, looks in the order spoken."""

    at: When | None = None
    length: int | None = None
    span: Span | None = None
    until: int | None = None
    spot: tuple[int | None, int | None] | None = None
    track: str | None = None
    motion: str | None = None
    looks: list[Change] = field(default_factory=list)

    def placed(self, usual: int, begin: int = 0) -> tuple[int, int]:
        """(from, duration) in frames: as said, else from `begin` for the usual length."""
        if self.span and self.at and self.span.start <= self.at.frame < self.span.end:
            return self.at.frame, self.length or self.span.end - self.at.frame
        if self.span:
            return self.span.start, self.length or self.span.end - self.span.start
        start = self.at.frame if self.at else begin
        if self.until is not None and self.until > start:
            return start, self.until - start
        return start, self.length or usual


def mods(reading: Reading, at: int) -> Iterator[tuple[int, Mods]]:
    """A slot: as many adjuncts as can be read, also none; an adjunct of a kind comes once, looks as often as you like."""
    yield from ((end, _gather(found)) for end, found in _some(reading, at, ()))


def _some(
    reading: Reading, at: int, found: tuple[tuple[str, Any], ...]
) -> Iterator[tuple[int, tuple[tuple[str, Any], ...]]]:
    if at < len(reading.tokens):
        start = at
        while found and start < len(reading.tokens) and reading.tokens[start].norm in ("and", ",", "but"):
            start += 1
        for end, (kind, value) in MOD(reading, start):
            if value is not None and (kind == "look" or all(kind != known for known, _ in found)):
                yield from _some(reading, end, (*found, (kind, value)))
    yield at, found


def _gather(found: tuple[tuple[str, Any], ...]) -> Mods:
    gathered = Mods()
    for kind, value in found:
        if kind == "look":
            gathered.looks.append(value)
        elif kind == "within":
            gathered.span, gathered.at = value
        else:
            setattr(gathered, kind, value)
    return gathered


def _of(sight: Sketch, things: Any) -> Span | None:
    if not things.ids or (things.one and len(things.ids) > 1):
        return None
    items = [sight.state.items[item] for item in things.ids]
    return Span(min(item["from"] for item in items), max(map(end_of, items)))


def looks(reading: Reading, at: int) -> Iterator[tuple[int, list[Change]]]:
    """A slot: one or more changes of style, joined by "and" or commas."""
    look = reading.slots["look"]
    for end, first in look(reading, at):
        after = end
        while after < len(reading.tokens) and reading.tokens[after].norm in ("and", ",", "but", "with", "also", "in"):
            after += 1
        for start in dict.fromkeys((after, end)):
            for last, rest in looks(reading, start):
                yield last, [first, *rest]
        yield end, [first]
