"""Questions about what is heard on the timeline, answered by listening to its media."""

from __future__ import annotations

from tools.capabilities.inspect_media import look
from tools.registry.expansion import CannotExpand

from . import facts
from .pattern import Found
from .sketch import Sketch


def silence(sketch: Sketch, found: Found) -> str:
    """How much of what sounds is silent, and where."""
    asked = {"what": "silences", **({"ids": sketch.ids(found["things"])} if "things" in found else {})}
    try:
        told = look(asked, sketch.state, sketch.scene.workspace)
    except CannotExpand as refusal:
        return str(refusal)
    spans = [(row["from"], row["to"]) for row in told["rows"]]
    if not spans:
        return "There is no silence that is worth a cut."
    frames = sum(stop - start for start, stop in spans)
    where = facts.listed([f"{sketch.clock(start)}–{sketch.clock(stop)}" for start, stop in spans])
    many = f"{told['total']} silences" if told["total"] > 1 else "1 silence"
    return f"There {'are' if told['total'] > 1 else 'is'} {many}, {facts.span(sketch, frames)} in all: {where}."
