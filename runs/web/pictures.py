"""The before and after of a plan as two drawings on one scale: what goes is struck, what comes or changes stands out.

The frames are sketches, drawn at once; a page lays the stills over them that it asks for one by one (`runs.web.stills`), so
that neither planning nor a card waits for a renderer.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from runs.models import Run
from runs.plan.model import Plan
from runs.plan.preview import StepRefused, foreseen
from tools import store
from tools.catalog import TOOLS
from tools.composition import Composition, diff
from tools.models import Asset
from tools.web.drawing import Drawing
from tools.web.facts import Facts, facts_of
from tools.web.frame import Frame, sketch
from tools.web.timeline import draw, span_of


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two states side by side. `reshaped` when the canvas itself is another; `after` is None for a plan that cannot run.
    `before_is_there` and `after_is_there` say whether there is a frame to be rendered, or only its sketch."""

    before: Drawing
    after: Drawing | None
    was: Facts
    becomes: Facts | None
    first: Frame
    then: Frame | None
    before_is_there: bool = False
    after_is_there: bool = False
    legend: tuple[str, ...] = ()
    differs: bool = True

    @property
    def reshaped(self) -> bool:
        return self.becomes is not None and (self.was.size, self.was.fps) != (self.becomes.size, self.becomes.fps)


def comparison(run: Run) -> Comparison | None:
    """The dry run of the plan in force on the revision that it was made for; None where there is no composition."""
    if run.composition is None or run.base_revision is None:
        return None
    before = store.read(run.composition, run.base_revision)
    try:
        after = after_of(run, before)
    except StepRefused:
        return Comparison(draw(before, mini=True), None, facts_of(before), None, sketch(before, 0), None)
    return compare(before, after, _unmade(run, before, after))


def _unmade(run: Run, before: Composition, after: Composition) -> Set[str]:
    """The assets that a plan brings and that there are not: it is to make them."""
    brought = set(after.assets) - set(before.assets)
    if not brought:
        return brought
    there = Asset.objects.filter(workspace=run.workspace_id).named(brought)
    return brought - {str(id) for id in there.values_list("pk", flat=True)}


def after_of(run: Run, before: Composition) -> Composition:
    """What the plan in force makes of a state, in a dry run. Raises StepRefused."""
    return foreseen(Plan.model_validate(run.plan), before, TOOLS, store.limits()).after


def compare(before: Composition, after: Composition, unmade: Set[str]) -> Comparison:
    """Both states drawn to the scale of the longer one; the frame is the first that the change can be seen in."""
    difference, span = diff(before, after), span_of(before, after)
    at = _moment(difference, before, after)
    gone, come = _marks(difference, "removed"), _marks(difference, "added")
    seen = {*gone.values(), *come.values()}
    first, then = sketch(before, at), sketch(after, at, unmade)
    return Comparison(
        before=draw(before, span=span, marks=gone, mini=True),
        after=draw(after, span=span, marks=come, mini=True),
        was=facts_of(before),
        becomes=facts_of(after),
        first=first,
        then=then,
        before_is_there=before.end > 0 and first.whole,
        after_is_there=after.end > 0 and then.whole,
        legend=tuple(mark for mark in ("removed", "added", "changed") if mark in seen),
        differs=bool(difference),
    )


def _marks(difference: dict[str, Any], side: str) -> dict[str, str]:
    """Ids and what happens to them: `removed` is seen before, `added` after, and what changes on both sides."""
    marks: dict[str, str] = {}
    for collection in ("items", "tracks", "transitions", "markers"):
        part = difference.get(collection, {})
        marks |= {record["id"]: side for record in part.get(side, [])}
        marks |= dict.fromkeys(part.get("changed", {}), "changed")
    return marks


def _moment(difference: dict[str, Any], before: Composition, after: Composition) -> int:
    """The first frame at which a plan shows: in the middle of the earliest item that it touches."""
    part = difference.get("items", {})
    touched = [*part.get("added", []), *part.get("removed", [])]
    touched += [state.items[id] for id in part.get("changed", {}) for state in (after, before) if id in state.items]
    seen = [item for item in touched if item["type"] != "audio"]
    if not seen:
        return 0
    first = min(seen, key=lambda item: int(item["from"]))
    return int(first["from"]) + min(int(first["durationInFrames"]) // 2, round(after.fps))
