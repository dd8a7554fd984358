"""A plan carried out on a composition that is not stored here: a file at the terminal, a document in a request."""

from __future__ import annotations

from dataclasses import dataclass

from runs.plan.model import Plan
from runs.plan.preview import compile_batch
from tools import store
from tools.composition import Composition, evaluate


@dataclass(frozen=True, slots=True)
class Carried:
    """The state after the plan, and whether it differs from the one before."""

    state: Composition
    changed: bool
    warnings: list[str]


def carry_out(plan: Plan, state: Composition) -> Carried:
    """Apply an approved plan as one atomic batch; raises the engine's error, its `index` naming the engine step."""
    batch = compile_batch(plan, plan.steps, {}, state)
    result = evaluate(state, {"kind": "batch", "requests": batch.requests}, tag=plan.tag, limits=store.limits())
    return Carried(result.state, result.state is not state, list(result.warnings))
