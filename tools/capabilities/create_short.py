"""create.short: the best parts of a composition, each as a composition of its own in another shape, with captions.

The plan says which parts, to the frame. A short is a copy: the composition that it comes from stays as it is.
"""

from __future__ import annotations

from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

import numpy as np
from numpy.typing import NDArray

from tools import analysis, store
from tools.analysis import CannotAnalyse, NotYet
from tools.capabilities.add_captions import captions
from tools.capabilities.auto_reframe import reframed, size_of
from tools.capabilities.cut_silences import silences
from tools.capabilities.footage import Shot, expanding, heard
from tools.capabilities.order import Delivered, Deliverer, HandFailed, Order
from tools.capabilities.transcribe import transcript
from tools.composition import Composition, EngineError, evaluate
from tools.media.analyse.cues import SENTENCE, Spoken
from tools.media.analyse.levels import read
from tools.media.analyse.shorts import best
from tools.media.analyse.silence import Rule
from tools.models import Composition as Row
from tools.registry.expansion import CannotExpand, Expansion, Occasion, Part

USUAL_SECONDS = 30
SHAPE = "9:16"


@expanding
def expand(params: dict[str, Any], occasion: Occasion) -> Expansion | None:
    """The parts to take; None for the call that makes one."""
    if "fromFrame" in params:
        return None
    state, aspect = occasion.state, params.get("aspect", SHAPE)
    size_of(aspect, state)
    shots = heard(occasion, None)
    words = transcript(shots, state)
    loud, breaks = _heard(shots, state)
    length = round(params.get("durationSeconds", USUAL_SECONDS) * state.fps)
    found = best(loud, sorted({*breaks, *_sentences(words, state)}), max(1, length), params.get("count", 1))
    parts = tuple(_part(n, span, aspect, words, state) for n, span in enumerate(found, 1))
    fewer = params.get("count", 1) - len(parts)
    return Expansion(
        parts, f"There is room for {len(parts)} that do not overlap, not {len(parts) + fewer}." if fewer else ""
    )


def _part(number: int, span: tuple[int, int], aspect: str, words: list[Spoken], state: Composition) -> Part:
    start, stop = (frame / float(state.fps) for frame in span)
    said = " ".join(word.text for word in words if start <= word.start / 1000 < stop)
    title = f"{state.name}, short {number}"
    about = f": “{said[:60].rsplit(' ', 1)[0]}…”" if said else ""
    told = f"Makes a {aspect} short of {start:.1f}–{stop:.1f} s ({stop - start:.1f} s){about}."
    params = {"fromFrame": span[0], "toFrame": span[1], "aspect": aspect, "name": title, "captions": bool(words)}
    return Part("create.short", params, told)


def _heard(shots: list[Shot], state: Composition) -> tuple[NDArray[np.bool_], list[int]]:
    """For each frame whether something is heard, and the frames in the middle of pauses."""
    levels = analysis.read((shot.asset for shot in shots), "levels")
    loud, breaks = np.zeros(state.end, dtype=bool), []
    for shot in shots:
        start, stop = shot.item["from"], shot.item["from"] + shot.frames
        quiet = np.zeros(shot.frames, dtype=bool)
        for first, last in silences(shot, read(levels[shot.asset.pk]), state, Rule()):
            quiet[first:last] = True
            breaks += [start + first, start + last]
        loud[start:stop] |= ~quiet
        breaks += [start, stop]
    return loud, breaks


def _sentences(words: list[Spoken], state: Composition) -> list[int]:
    """The frames between sentences."""
    ends = [(one, other) for one, other in zip(words, words[1:], strict=False) if SENTENCE.search(one.text)]
    return [round((one.end + other.start) / 2000 * float(state.fps)) for one, other in ends]


# --- the step ---------------------------------------------------------------------------------------------------------


def deliver(order: Order) -> Delivered:
    if found := find(order):
        return found
    row = Row.objects.filter(workspace=order.workspace, pk=order.composition or _id(order)).first()
    if row is None:
        raise HandFailed("The composition that it is made from is gone.", "bad_param")
    try:
        document = short(store.read(row, order.revision), order.params, order.workspace)
    except (EngineError, CannotAnalyse, NotYet, CannotExpand) as refusal:
        raise HandFailed(f"The short could not be made: {refusal}", "bad_param") from None
    return _delivered(store.create(row.workspace, document, id=_id(order)))


def find(order: Order) -> Delivered | None:
    made = Row.objects.filter(workspace=order.workspace, pk=_id(order)).first()
    return _delivered(made) if made else None


def short(state: Composition, params: dict[str, Any], workspace: UUID) -> dict[str, Any]:
    """The document of a part of a composition: cut out, captioned, and framed anew."""
    start, stop = params["fromFrame"], params["toFrame"]
    edits = [("setCompositionName", {"name": params.get("name", f"{state.name}, short")})]
    edits += [("rippleDeleteRange", {"fromFrame": stop, "toFrame": state.end})] if stop < state.end else []
    edits += [("rippleDeleteRange", {"fromFrame": 0, "toFrame": start})] if start else []
    state = _edited(state, edits, "cut")
    occasion = Occasion(state, state, workspace, 1)
    words = transcript(heard(occasion, None), state) if params.get("captions") else []
    parts, _ = reframed(params.get("aspect", SHAPE), occasion)
    state = _edited(state, [(part.tool, part.params) for part in parts], "frame")
    if words and not any(item["type"] == "captions" for item in state.items.values()):
        state = _edited(state, [("addCaptions", {"cues": captions(words, state)})], "words")
    return state.dump()


def _edited(state: Composition, edits: list[tuple[str, dict[str, Any]]], tag: str) -> Composition:
    requests = [{"kind": "command", "op": op, "params": params} for op, params in edits]
    return evaluate(state, {"kind": "batch", "requests": requests}, tag=tag, limits=store.limits()).state


def _id(order: Order) -> UUID:
    return uuid5(NAMESPACE_OID, order.key)


def _delivered(made: Row) -> Delivered:
    return Delivered(f"“{made.name}”", {"compositionId": str(made.pk)})


HAND = Deliverer(deliver, find)
