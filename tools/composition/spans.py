"""Ranges taken out of one item: which of its frames they are, the pieces that stay, and the gaps closed after."""

from __future__ import annotations

from fractions import Fraction

from . import timing
from .draft import Draft
from .errors import InvalidParameters
from .model import Record
from .slicing import divide, replace
from .timeline import move

Span = tuple[int, int]


def own_spans(item: Record, ranges: list[Span], unit: str, fps: Fraction) -> list[Span]:
    """The ranges in frames from the item's start: inside it, in order, without overlap. Raises InvalidParameters."""
    spans: list[Span] = []
    for start, stop in sorted(_in_item(item, one, unit, fps) for one in ranges):
        start, stop = max(0, start), min(item["durationInFrames"], stop)
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(stop, spans[-1][1]))
        elif start < stop:
            spans.append((start, stop))
    return spans


def take_out(draft: Draft, item: Record, spans: list[Span]) -> list[str]:
    """Take spans of its own frames out of an item; returns the ids of the pieces that stay, the first keeping its own."""
    start, kept = item["from"], []
    for first, last in spans:
        if item["from"] < start + first:
            kept.append(item["id"])
            item = divide(draft, item, start + first - item["from"])
        if start + last == item["from"] + item["durationInFrames"]:
            draft.remove(item["id"])
            return kept
        item = replace(draft, item, start + last - item["from"], item["durationInFrames"])
    return [*kept, item["id"]]


def close_up(draft: Draft, track_id: str, gone: list[Span]) -> None:
    """Close the gaps that spans of the timeline left on a track."""
    for item in draft.on_track(track_id):
        by = sum(stop - start for start, stop in gone if stop <= item["from"])
        if by:
            move(draft, item["id"], -by)


def _in_item(item: Record, span: Span, unit: str, fps: Fraction) -> Span:
    start, stop = span
    if stop <= start:
        raise InvalidParameters(f"A range must end after it starts; {start}–{stop} does not.", argument="ranges")
    if unit == "item":
        return start, stop
    if unit == "timeline":
        return start - item["from"], stop - item["from"]
    if "sourceIn" not in item:
        raise InvalidParameters(f"{item['name']!r} has no source to count frames of.", argument="unit")
    return _from_source(item, start, stop, fps)


def _from_source(item: Record, start: int, stop: int, fps: Fraction) -> Span:
    over, under = item["sourceIn"]["fps"]
    first, last = (
        round((Fraction(frame * under, over) - timing.source_in(item)) * fps / timing.rate(item))
        for frame in (start, stop)
    )
    length: int = item["durationInFrames"]
    return (length - last, length - first) if item.get("reverse") else (first, last)
