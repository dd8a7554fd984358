"""Time as people say it, in composition frames: durations, instants, spans, and places between things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .pattern import Found, Reading, Row, Slot, phrases
from .sketch import Sketch
from .tokens import words

ORDER = ("f", "ms", "s", "min", "h")
SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0, "h": 3600.0}
UNIT = {
    "frames": "f", "frame": "f", "f": "f", "fr": "f", "ms": "ms", "millisecond": "ms", "milliseconds": "ms", "msec": "ms",
    "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "min", "mins": "min", "minute": "min",
    "minutes": "min", "m": "min", "h": "h", "hour": "h", "hours": "h",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class When:
    """An instant. `frame` counts from the start of the composition; `loose` ones ("at 4 seconds") may be meant within an item."""

    frame: int
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """Frames from `start` up to, not including, `end`."""

    start: int
    end: int
    loose: bool = False


def frames(sight: Sketch, seconds: float) -> int:
    """Seconds to the nearest frame."""
    return round(seconds * float(sight.state.fps))


def unit(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    if at < len(reading.tokens) and (name := UNIT.get(reading.tokens[at].norm)):
        yield at + 1, name


def measure(sight: Sketch, amount: float, name: str) -> int:
    """An amount of a unit (`f` frames, otherwise a key of SECONDS) in frames."""
    return round(amount) if name == "f" else frames(sight, amount * SECONDS[name])


def clock(reading: Reading, at: int) -> Iterator[tuple[int, int]]:
    """A slot: "0:12", "1:02:03", "00:00:04:12" (the last part frames), as frames."""
    if at < len(reading.tokens) and reading.tokens[at].kind == "clock":
        parts = [float(part) for part in reading.tokens[at].norm.replace(";", ":").split(":")]
        sight: Sketch = reading.sight
        extra = int(parts.pop()) if len(parts) == 4 else 0
        yield at + 1, frames(sight, sum(part * 60**k for k, part in enumerate(reversed(parts)))) + extra


def _sum(sight: Sketch, found: Found) -> int | None:
    if ORDER.index(found["unit"]) <= ORDER.index(found["unit2"]):
        return None
    return measure(sight, found["number"], found["unit"]) + measure(sight, found["more"], found["unit2"])


ONES = words("first last final opening next another one half")


def lone(reading: Reading, at: int) -> Iterator[tuple[int, int]]:
    """A slot: "second" in "the first second", "frame" in "the last frame"."""
    tokens = reading.tokens
    if 0 < at < len(tokens) and tokens[at - 1].norm in ONES and tokens[at].norm in ("second", "minute", "frame", "sec"):
        yield at + 1, measure(reading.sight, 1, UNIT[tokens[at].norm])


DURATIONS: tuple[Row, ...] = (
    ("{number} {unit} [and] {more:number} {unit2:unit}", _sum),
    ("{number} {unit} and a half", lambda s, m: measure(s, m["number"] + 0.5, m["unit"])),
    ("{number} {unit}", lambda s, m: measure(s, m["number"], m["unit"])),
    ("{clock}", lambda s, m: m["clock"]),
    ("{lone}", lambda s, m: m["lone"]),
)
# Where only a time makes sense, a bare number is seconds.
AMOUNTS: tuple[Row, ...] = (("{dur}", lambda s, m: m["dur"]), ("{number}", lambda s, m: frames(s, m["number"])))

# So much more than there is: "2 more seconds", "another second", "a second longer".
EXTRAS: tuple[Row, ...] = (
    ("{number} more|extra|additional|further {unit}", lambda s, m: measure(s, m["number"], m["unit"])),
    ("another|extra {dur}", lambda s, m: m["dur"]),
    ("another|extra {lone}", lambda s, m: m["lone"]),
    ("{dur} more|longer|extra", lambda s, m: m["dur"]),
)

INSTANTS: tuple[Row, ...] = (
    ("[the] {dur} [mark|in|into|point] [of|into|in] [the] [whole] [video|composition|timeline]", lambda s, m: When(m["dur"], True)),
    ("frame [number] {number}", lambda s, m: When(round(m["number"]), True)),
    ("second|sec {number}", lambda s, m: When(frames(s, m["number"]), True)),
    ("minute {number}", lambda s, m: When(frames(s, m["number"] * 60), True)),
    ("{dur} after|past {things}", lambda s, m: _off(_edge(s, m["things"], "end"), m["dur"])),
    ("{dur} before {things}", lambda s, m: _off(_edge(s, m["things"], "start"), -m["dur"])),
    ("{dur} after|past {when}", lambda s, m: When(m["when"].frame + m["dur"])),
    ("{dur} before {when}", lambda s, m: When(max(0, m["when"].frame - m["dur"]))),
    ("{dur} from|before [the] end [of] [the] [video]", lambda s, m: When(max(0, s.state.end - m["dur"]))),
    ("[very] start|beginning|top|front|head|opening [of] [the] [whole] [video|composition|timeline|edit|film]", lambda s, m: When(0)),
    ("[very] end|ending|tail [of] [the] [whole] [video|composition|timeline|edit|film]", lambda s, m: When(s.state.end)),
    ("middle|midpoint|halfway [point] [through|of] [the] [whole] [video|composition|timeline|edit|film]", lambda s, m: When(s.state.end // 2)),
    ("[very] start|beginning|head of {things}", lambda s, m: _edge(s, m["things"], "start")),
    ("{things} starts|start|begins|begin|beginning", lambda s, m: _edge(s, m["things"], "start")),
    ("{things} 's start|beginning", lambda s, m: _edge(s, m["things"], "start")),
    ("[very] end|tail of {things}", lambda s, m: _edge(s, m["things"], "end")),
    ("{things} ends|end|ending|finishes|stops", lambda s, m: _edge(s, m["things"], "end")),
    ("{things} 's end", lambda s, m: _edge(s, m["things"], "end")),
    ("middle|midpoint|halfway|center|centre [point] [of|through] {things}", lambda s, m: _edge(s, m["things"], "middle")),
    ("playhead|cursor|current|scrubber [time|position|frame|playhead]", lambda s, m: _here(s)),
    ("where|when {when}", lambda s, m: m["when"]),
    ("marker", lambda s, m: _marker(s, "")),
    ("[the] {marker} [marker]", lambda s, m: m["marker"]),
    ("marker [called|named] {marker}", lambda s, m: m["marker"]),
    ("cut|boundary|border|transition between {left:things} and {right:things}", lambda s, m: _edge(s, m["right"], "start")),
)  # fmt: skip

BEGINNINGS: tuple[Row, ...] = (
    ("{things} [starts|start|begins|begin|does|do]", lambda s, m: _edge(s, m["things"], "start")),
)

# An adjunct: an instant with the word that ties it to its verb.
ATS: tuple[Row, ...] = (
    ("at|on|from|to|@ [exactly|around|about] {when}", lambda s, m: m["when"]),
    ("starting|beginning|start|begin|appearing [at|from|on] {when}", lambda s, m: m["when"]),
    ("in [the] middle [of] [the] [whole] [video|timeline|composition]", lambda s, m: When(s.state.end // 2)),
    ("in [the] beginning [of] [the] [whole] [video|timeline|composition]", lambda s, m: When(0)),
    ("{dur} in|into [the] [whole] [video|timeline|composition]", lambda s, m: When(m["dur"], True)),
    ("in {dur}", lambda s, m: When(m["dur"], True)),
    ("after {dur}", lambda s, m: When(m["dur"], True)),
    ("[right|just|immediately|directly] after {things}", lambda s, m: _edge(s, m["things"], "end")),
    ("[right|just|immediately|directly] before {things}", lambda s, m: _edge(s, m["things"], "start")),
    ("after {when}", lambda s, m: m["when"]),
    ("[right|exactly|just] when|as|where|once {when}", lambda s, m: m["when"]),
    ("[right|exactly|just] when|as|where|once {things} comes|come|shows|pops in|up|on", lambda s, m: _edge(s, m["things"], "start")),
    ("{share} [of the way] in|into|through|along [the] [whole] [video|timeline|composition]", lambda s, m: _share(m["share"], 0, s.state.end)),
    ("{share} [of the way] into|through|along {things}", lambda s, m: _along(s, m["things"], m["share"])),
    ("halfway [through] [the] [whole] [video|timeline|composition]", lambda s, m: When(s.state.end // 2)),
    ("halfway through {things}", lambda s, m: _edge(s, m["things"], "middle")),
    ("between {left:things} and {right:things}", lambda s, m: _edge(s, m["right"], "start")),
    ("[right] here", lambda s, m: _here(s)),
    ("{dur} before|from|to [the] end [of] [the] [video]", lambda s, m: When(max(0, s.state.end - m["dur"]))),
    ("{dur} after {things}", lambda s, m: _off(_edge(s, m["things"], "end"), m["dur"])),
    ("{dur} before {things}", lambda s, m: _off(_edge(s, m["things"], "start"), -m["dur"])),
    ("{dur} after {when}", lambda s, m: When(m["when"].frame + m["dur"])),
    ("{dur} before {when}", lambda s, m: When(max(0, m["when"].frame - m["dur"]))),
)  # fmt: skip

SPANS: tuple[Row, ...] = (
    ("from {a:point} to|until|till|through|thru|and {b:point}", lambda s, m: _span(m["a"], m["b"])),
    ("between {a:point} and|to {b:point}", lambda s, m: _span(m["a"], m["b"])),
    ("[from|between|seconds|second] {a:number} to|and|until|through {b:number} {unit}", lambda s, m: _numbers(s, m)),
    ("seconds {a:number} to|and|until|through {b:number}", lambda s, m: _numbers(s, {**m, "unit": "s"})),
    ("frames {a:number} to|and|until|through {b:number}", lambda s, m: _numbers(s, {**m, "unit": "f"})),
    ("{a:point} to|until|through|thru {b:point}", lambda s, m: _span(m["a"], m["b"])),
    ("first {dur} [of] [the] [whole|entire] [video|composition|timeline|edit|film|thing|movie]", lambda s, m: Span(0, min(m["dur"], s.state.end))),
    ("last|final {dur} [of] [the] [whole|entire] [video|composition|timeline|edit|film|thing|movie]", lambda s, m: Span(max(0, s.state.end - m["dur"]), s.state.end)),
    ("first {part} [of] [the] [whole|entire] [video|composition|timeline|edit|film|thing|movie]", lambda s, m: Span(0, round(s.state.end * m["part"]))),
    ("second|last|final {part} [of] [the] [whole|entire] [video|composition|timeline|edit|film|thing|movie]", lambda s, m: Span(s.state.end - round(s.state.end * m["part"]), s.state.end)),
    ("middle|center|centre {dur} [of] [the] [whole|entire] [video|composition|timeline|edit|film|thing|movie]", lambda s, m: _middle(s, m["dur"])),
    ("middle third [of] [the] [whole|entire] [video|composition|timeline]", lambda s, m: Span(round(s.state.end / 3), round(s.state.end * 2 / 3))),
)  # fmt: skip

PARTS: tuple[Row, ...] = (
    ("half", lambda s, m: None if s.pieces else 0.5),
    ("third", lambda s, m: None if s.pieces else 1 / 3),
    ("quarter", lambda s, m: 0.25),
    ("fifth", lambda s, m: 0.2),
    ("{number} %|percent", lambda s, m: m["number"] / 100),
)


def _edge(sight: Sketch, things: Any, edge: str) -> When | None:
    items = [sight.state.items[item] for item in things.ids]
    if not items or (things.one and len(items) > 1):
        return None
    start = min(item["from"] for item in items)
    end = max(item["from"] + item["durationInFrames"] for item in items)
    return When({"start": start, "end": end, "middle": (start + end) // 2}[edge])


def _share(share: float, start: int, end: int) -> When | None:
    """So far into a stretch of frames; None past its end."""
    return When(start + round((end - start) * share)) if 0 < share < 1 else None


def _along(sight: Sketch, things: Any, share: float) -> When | None:
    start, end = _edge(sight, things, "start"), _edge(sight, things, "end")
    return _share(share, start.frame, end.frame) if start and end else None


def _off(when: When | None, frames: int) -> When | None:
    """So much later or earlier; None stays None."""
    return when and When(max(0, when.frame + frames))


def _here(sight: Sketch) -> When | None:
    return None if sight.scene.playhead is None else When(sight.scene.playhead)


def _marker(sight: Sketch, name: str) -> When | None:
    markers = sight.state.markers
    return When(markers[0]["atFrame"]) if len(markers) == 1 and not name else None


def marker(reading: Reading, at: int) -> Iterator[tuple[int, When]]:
    """A slot: a marker by its name, quoted or not."""
    for held in reading.sight.state.markers:
        words = (held.get("name") or "").lower().replace("-", " ").split()
        if not words or at >= len(reading.tokens):
            continue
        if reading.tokens[at].kind == "quote" and reading.raw(at, at + 1).lower().split() == words:
            yield at + 1, When(held["atFrame"])
        elif [token.norm for token in reading.tokens[at : at + len(words)]] == words:
            yield at + len(words), When(held["atFrame"])


def _span(a: When, b: When) -> Span | None:
    return Span(a.frame, b.frame, a.loose and b.loose) if a.frame < b.frame else None


def _middle(sight: Sketch, length: int) -> Span | None:
    start = (sight.state.end - length) // 2
    return Span(start, start + length) if start >= 0 else None


def _numbers(sight: Sketch, found: Found) -> Span | None:
    start, end = (measure(sight, found[key], found["unit"]) for key in "ab")
    return Span(start, end, True) if start < end else None


def ats(reading: Reading, at: int) -> Iterator[tuple[int, list[When]]]:
    """A slot: one or more instants: "at 2s, 4s and 6s"."""
    yield from _listed(reading, at)
    if [token.norm for token in reading.tokens[at : at + 1]] in (["to"], ["from"]):
        return
    for end, first in reading.slots["at"](reading, at):
        yield from _more(reading, end, [first])


def _listed(reading: Reading, at: int) -> Iterator[tuple[int, list[When]]]:
    """ "at 3, 5 and 7 seconds": one unit for all."""
    amounts: list[float] = []
    norms = [token.norm for token in reading.tokens]
    place = at + 1
    while norms[at : at + 1] == ["at"] and place < len(norms):
        if norms[place] in ("and", ","):
            place += 1
        elif (name := UNIT.get(norms[place])) and len(amounts) > 1:
            yield place + 1, [When(measure(reading.sight, amount, name), True) for amount in amounts]
            return
        else:
            end, value = next(iter(reading.slots["number"](reading, place)), (place, 0.0))
            if end == place:
                return
            amounts.append(value)
            place = end


def _more(reading: Reading, at: int, found: list[When]) -> Iterator[tuple[int, list[When]]]:
    start = at
    while start < len(reading.tokens) and reading.tokens[start].norm in ("and", ","):
        start += 1
    if start > at:
        for kind in ("at", "point"):
            for end, when in reading.slots[kind](reading, start):
                yield from _more(reading, end, [*found, when])
    yield at, found


SLOTS: dict[str, Slot] = {
    "ats": ats, "unit": unit, "lone": lone, "clock": clock, "dur": phrases(DURATIONS), "amount": phrases(AMOUNTS), "extra": phrases(EXTRAS), "when": phrases(INSTANTS),
    "point": phrases((*INSTANTS, ("{clock}", lambda s, m: When(m["clock"], True)), ("{number}", lambda s, m: When(frames(s, m["number"]), True)))),
    "at": phrases(ATS), "span": phrases(SPANS), "part": phrases(PARTS), "beginning": phrases(BEGINNINGS), "marker": marker,
}  # fmt: skip
