"""Where no pattern fits: an action, a thing and values in any order, read only if they make exactly one sense and no word is left over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from .core_phrase import Things
from .frame_table import ACTIONS, EXACT, FRAMES, IDLE, KINDS, NAMES, Frame
from .pattern import Found, Reading, phrases
from .sketch import Pass, Sketch
from .tokens import words

LONGEST = 14
# "nice fade in on the title" is no wish.
PRAISE = words("nice great good cool lovely awesome perfect beautiful sweet love amazing")
COVERS = 400
PHRASES: dict[tuple[str, ...], list[str]] = {}
for _action, _ways in ACTIONS.items():
    for _way in _ways:
        PHRASES.setdefault(tuple(_way.split()), []).append(_action)
WORDIEST = max(map(len, PHRASES))
EXACT_SLOTS = {kind: phrases(rows) for kind, rows in EXACT.items()}

# What a stretch of words was taken for: an action, a kind of value, or nothing.
Cover = tuple[tuple[str, Any], ...]


def framed(reading: Reading) -> Sketch | None:
    """The sketch after the one thing that these tokens can mean; None when they mean nothing, or more than one thing."""
    if not (1 if reading.sight.scene.selected else 2) <= len(reading.tokens) <= LONGEST:
        return None
    meant: dict[tuple[str, frozenset[str]], tuple[Frame, Found]] = {}
    for cover in islice(_covers(reading, 0, ()), COVERS):
        found = _with_thing(reading.sight, dict(cover))
        for frame in FRAMES:
            if frame.action == found.get("action", "") and _takes(frame, found):
                meant.setdefault((frame.action, frame.needs), (frame, found))
    done = [sketch for frame, found in meant.values() if (sketch := _built(reading.sight, frame, found)) is not None]
    return done[0] if done and all(other.steps == done[0].steps for other in done) else None


def _takes(frame: Frame, found: Found) -> bool:
    kinds = {NAMES.get(kind, kind) if kind in ("quote", "name") else kind for kind in found} - {"action"}
    needs = {"content" if kind in ("quote", "name") else kind for kind in frame.needs}
    return needs <= kinds <= needs | {"content" if kind in ("quote", "name") else kind for kind in frame.may}


def _with_thing(sight: Sketch, found: Found) -> Found:
    """What was spoken of just now, or is selected, stands for a thing that is not named."""
    ids = sight.mentioned or tuple(item for item in sight.scene.selected if item in sight.state.items)
    if "things" not in found and ids and not found.keys() & {"quote", "pair"}:
        things = Things(ids, "it")
        needing = any(
            frame.action == found.get("action", "") and _takes(frame, {**found, "things": things}) for frame in FRAMES
        )
        return {**found, "things": things} if needing else found
    return found


def _built(sight: Sketch, frame: Frame, found: Found) -> Sketch | None:
    trial = sight.fork()
    try:
        frame.build(trial, {NAMES.get(kind, kind): value for kind, value in found.items()} | found)
    except Pass:
        return None
    return trial if len(trial.steps) > len(sight.steps) else None


def _covers(reading: Reading, at: int, taken: Cover) -> Iterator[Cover]:
    """Every way to account for the words from `at` on: the longest stretches first, idle words last."""
    if at == len(reading.tokens):
        if taken:
            yield taken
        return
    known = {kind for kind, _ in taken}
    for end, kind, value in _stretches(reading, at):
        if kind not in known:
            yield from _covers(reading, end, (*taken, (kind, value)))
    if reading.tokens[at].kind in ("word", "mark") and reading.tokens[at].norm in IDLE:
        yield from _covers(reading, at + 1, taken)


def _stretches(reading: Reading, at: int) -> Iterator[tuple[int, str, Any]]:
    norms = tuple(token.norm for token in reading.tokens[at : at + WORDIEST])
    for length in range(len(norms), 0, -1):
        yield from ((at + length, "action", action) for action in PHRASES.get(norms[:length], ()))
    for kind in KINDS:
        slot = EXACT_SLOTS.get(kind) or reading.slots[kind]
        yield from ((end, kind, value) for end, value in slot(reading, at) if end > at)
    yield from ((end, "things", value) for end, value in reading.slots["things"](reading, at))
