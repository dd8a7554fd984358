"""The transitions of a cut on their way into a document: between neighbours with handles, else as fades, else not at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.composition import Composition
from tools.composition.model import end
from tools.composition.seams import longest_transition, reach
from tools.composition.timing import handles

from .cut import Seam
from .rates import frames_of
from .reports import Report, shortened

Record = dict[str, Any]
Placed = tuple[list[str], Seam]
"""A seam, and the tracks that its lane became."""


def join(document: Record, placed: list[Placed], report: Report) -> Record:
    """The document with its transitions, every rule of the engine kept."""
    state = Composition.load(document)
    pairs = [pair for ids, seam in placed for pair in _pairs_or_fades(state, document, ids, seam, report)]
    state = Composition.load(document)
    taken: dict[str, int] = {}
    for left, right, before, after, kind in sorted(pairs, key=lambda pair: pair[1]["from"]):
        if right["id"] in taken:
            report.lose(f"A second transition into “{shortened(right['name'])}”.")
        elif made := _transition(state, left, right, before, after, taken.get(left["id"], 0), report):
            taken[right["id"]] = reach(made)[1]
            track = next(track for track in document["tracks"] if track["id"] == left["trackId"])
            made |= {"id": f"transition-{len(taken)}", "leftId": left["id"], "rightId": right["id"], "kind": kind}
            track["transitions"].append(made)
    return Composition.load(document).dump()


Pair = tuple[Record, Record, int, int, str]


def _pairs_or_fades(state: Composition, document: Record, ids: list[str], seam: Seam, report: Report) -> Iterator[Pair]:
    """The neighbours that a seam lies between, with its frames before and after the cut; where there is only one
    neighbour, that one fades."""
    cut = frames_of(seam.at, state.fps)
    before, after = cut - frames_of(seam.at - seam.before, state.fps), frames_of(seam.at + seam.after, state.fps) - cut
    items = [[document["items"][id] for id in state.track(track)["items"]] for track in ids]
    lefts = {item["trackId"]: item for row in items for item in row if end(item) == cut}
    rights = {item["trackId"]: item for row in items for item in row if item["from"] == cut}
    both = [id for id in ids if id in lefts and id in rights]
    if before + after <= 0 or not (lefts or rights):
        report.lose(f"A transition at frame {cut} that joins nothing.")
    elif both:
        yield lefts[both[0]], rights[both[0]], before, after, seam.kind
    elif lefts:
        _fade_out(state, next(iter(lefts.values())), before, after)
    else:
        _fade_in(state, next(iter(rights.values())), before, after)


def _fade_out(state: Composition, item: Record, before: int, after: int) -> None:
    """Into nothing: the item is seen as long as the transition is, if there is room and source for it."""
    starts = [state.items[id]["from"] for id in state.track(item["trackId"])["items"]]
    room = min((start for start in starts if start > item["from"]), default=end(item) + after) - end(item)
    source = handles(item, state.asset_of(item), state.fps)[1]
    longer = min(after, room, after if source is None else source)
    item["durationInFrames"] += longer
    _fade(item, "out", before + longer)


def _fade_in(state: Composition, item: Record, before: int, after: int) -> None:
    """From nothing. What of it lies before the item's first frame is let go: the picture would be nearly black."""
    _fade(item, "in", after)


def _fade(item: Record, way: str, length: int) -> None:
    length = min(length, item["durationInFrames"])
    if item["type"] == "audio":
        item["audio"][f"fade{way.capitalize()}Frames"] = length
    else:
        item.setdefault("fades", {})[f"{way}Frames"] = length


def _transition(
    state: Composition, left: Record, right: Record, before: int, after: int, taken: int, report: Report
) -> Record | None:
    """Its length and alignment, as the handles allow; None where they allow none."""
    length, where = before + after, f"between “{shortened(left['name'])}” and “{shortened(right['name'])}”"
    alignment = "start" if before <= 0 else "end" if after <= 0 else "center"
    if alignment == "center" and before != length // 2:
        report.assume(f"The transition {where} lies in the middle of its cut now; it lay off it.")
    most = longest_transition(state, left, right, alignment, taken)
    if most < 1:
        report.lose(f"The transition {where}: there are no handles for it.")
        return None
    if most < length:
        report.lose(f"{length - most} frames of the transition {where}: there are handles for {most}.")
    return {"durationInFrames": min(length, most), "alignment": alignment}
