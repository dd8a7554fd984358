"""A window cut where anything comes or goes: in each stretch the same items are seen, from the bottom track up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tools.composition import Composition
from tools.composition.model import Record, end
from tools.composition.seams import reach

# Transitions through a colour, in which only one of the two is seen at a time.
DIPS = {"dip-black": "#000000", "dip-white": "#ffffff"}
BACKWARD = 24
"""Frames that are played backward are held in memory; so many at a time, at the most."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An item, or two that are blended into each other by a transition which begins at `since`."""

    item: Record
    into: Record | None = None
    kind: str = ""
    since: int = 0
    length: int = 0

    @property
    def middle(self) -> int:
        """The frame of the composition in which the second half of a transition begins."""
        return self.since + (self.length + 1) // 2

    def reads(self, frame: int) -> Iterator[str]:
        """A name for each file that it opens; what is played backward opens it again and again."""
        for item in (self.item, self.into):
            if item and "assetId" in item:
                yield f"{item['id']}@{frame}" if item.get("reverse") else str(item["id"])


@dataclass(frozen=True, slots=True)
class Stretch:
    """Frames of the composition, and what is seen in all of them."""

    frames: range
    shown: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    stop: int
    shown: Shown


def stretches(state: Composition, window: range, kind: str = "video") -> list[Stretch]:
    """The stretches of a window: of what is seen, or with kind "audio" of what is heard."""
    spans = [span for track in state.tracks if counts(track, kind) for span in spans_of(state, track, window)]
    edges = {window.start, window.stop}
    for span in spans:
        edges |= {max(window.start, span.start), min(window.stop, span.stop), *_turns(span, window)}
    ordered = sorted(edges)
    coming = sorted(enumerate(spans), key=lambda one: one[1].start, reverse=True)
    here: dict[int, _Span] = {}
    found = []
    for start, stop in pairwise(ordered):
        while coming and coming[-1][1].start <= start:
            here.update([coming.pop()])
        here = {place: span for place, span in here.items() if stop <= span.stop}
        found.append(Stretch(range(start, stop), tuple(here[place].shown for place in sorted(here))))
    return found


def counts(track: Record, kind: str) -> bool:
    """Whether a track is seen, or heard: films lie on video tracks and sound as well."""
    return track["kind"] == "video" and not track["hidden"] if kind == "video" else not track["muted"]


def spans_of(state: Composition, track: Record, window: range) -> Iterator[_Span]:
    """What a track shows in a window: items, and where two are blended, both as one."""
    items = [state.items[id] for id in track["items"]]
    seams = {one["leftId"]: one for one in track["transitions"]}
    begin = {item["id"]: item["from"] for item in items}
    stop = {item["id"]: end(item) for item in items}
    for item in items:
        seam = seams.get(item["id"])
        other = state.find(seam["rightId"]) if seam else None
        if not seam or not other or not (_on(item) and _on(other)):
            continue
        before, after = reach(seam)
        stop[item["id"]], begin[other["id"]] = other["from"] - before, other["from"] + after
        blended = Shown(item, other, seam["kind"], other["from"] - before, before + after)
        if _meets(window, other["from"] - before, other["from"] + after):
            yield _Span(other["from"] - before, other["from"] + after, blended)
    for item in items:
        if _on(item) and _meets(window, begin[item["id"]], stop[item["id"]]):
            yield _Span(begin[item["id"]], stop[item["id"]], Shown(item))


def _on(item: Record) -> bool:
    return bool(item.get("enabled", True))


def _meets(window: range, start: int, stop: int) -> bool:
    return start < stop and start < window.stop and window.start < stop


def _turns(span: _Span, window: range) -> Iterator[int]:
    """Where a dip goes from one item to the other, and where something that is played backward is taken up anew: counted
    from its item, so that windows agree."""
    if span.shown.kind in DIPS and window.start < span.shown.middle < window.stop:
        yield span.shown.middle
    for item in (span.shown.item, span.shown.into):
        if item and item.get("reverse") and not item.get("freeze"):
            start, stop = max(span.start, window.start), min(span.stop, window.stop)
            first = item["from"] + (start - item["from"]) // BACKWARD * BACKWARD
            yield from (frame for frame in range(first, stop, BACKWARD) if start < frame)
