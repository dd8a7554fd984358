"""A plan as it is carried out: stretch by stretch, each ending where something leaves the composition.

In a stretch everything that is made comes first, then all edits at once, then at most one delivery. The plan's order is
kept across deliveries, so a run that stops has left the composition as it was, or as it was at a delivery.
"""

from __future__ import annotations

from dataclasses import dataclass

from runs.plan.model import Plan, Step
from tools.registry.descriptors import ApiTool, Phase
from tools.registry.registry import Registry


@dataclass(frozen=True, slots=True)
class Stretch:
    """What is made, what is edited with it, and what is delivered then; each may be missing."""

    made: list[Step]
    edits: list[Step]
    delivered: Step | None = None

    @property
    def changes(self) -> list[Step]:
        """The steps that the composition sees, in the order in which it does."""
        return [*self.made, *self.edits]

    @property
    def steps(self) -> list[Step]:
        return [*self.changes, *([self.delivered] if self.delivered else [])]


def stretches(plan: Plan, registry: Registry) -> list[Stretch]:
    """The stretches of a plan, in order; none for a plan without steps."""
    found, made, edits = list[Stretch](), list[Step](), list[Step]()
    for step in plan.steps:
        phase = phase_of(step, registry)
        if phase == "deliver":
            found.append(Stretch(made, edits, step))
            made, edits = [], []
        elif phase == "produce":
            made.append(step)
        else:
            edits.append(step)
    return [*found, Stretch(made, edits)] if made or edits else found


def phase_of(step: Step, registry: Registry) -> Phase:
    """When a step has its turn. The engine's own reads go with its edits; a paid reading is something that is made."""
    if step.kind != "capability":
        return "apply"
    tool = registry.get(step.tool) if registry.has(step.tool) else None
    return "deliver" if isinstance(tool, ApiTool) and tool.phase == "deliver" else "produce"
