"""Is the plan fit to run? Every reason against it at once, each naming its step; none is ever thrown."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from runs.plan import chain
from runs.plan.model import Limits, Plan, Step
from runs.plan.price import price
from tools.registry.arguments import faults
from tools.registry.descriptors import ApiTool
from tools.registry.registry import Registry, ToolNotFound

TOOL_MIN_PLAN: dict[str, str] = {}
"""The subscription that a tool asks for. Empty until a tool's own route really enforces one."""
PLAN_RANK = ("free", "pro", "enterprise")


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known about the caller's means; None is unknown, and the unknown is never held against a plan."""

    subscription: str | None = None


def validate(
    plan: Plan, registry: Registry, *, classes: AbstractSet[str], limits: Limits, facts: Facts | None = None
) -> list[str]:
    """The reasons why the plan must not run, empty when it may. `classes` are those that the caller's tier allows."""
    if not plan.steps:
        return ["The plan has no steps."]
    reasons = []
    if len(plan.steps) > limits.max_steps:
        reasons.append(f"The plan has {len(plan.steps)} steps; at most {limits.max_steps} are allowed.")
    for step in plan.steps:
        reasons += [
            f"{step.id} ({step.tool}): {reason}" for reason in _against(step, registry, classes, facts or Facts())
        ]
    reasons += chain.faults(plan, registry)
    high = price(plan, registry).high
    if high > limits.max_plan_credits:
        reasons.append(f"The plan may cost {high} credits; at most {limits.max_plan_credits} are allowed.")
    return reasons


def _against(step: Step, registry: Registry, classes: AbstractSet[str], facts: Facts) -> Iterable[str]:
    if step.step_class not in classes:
        yield f"your tier allows {' and '.join(sorted(classes)) or 'nothing'}, not {step.step_class}."
    try:
        tool = registry.get(step.tool)
    except ToolNotFound as missing:
        yield str(missing)
        return
    yield from faults(tool.input_schema, step.params, tool.meant)
    if isinstance(tool, ApiTool):
        if not tool.ready:
            yield "nothing here can carry it out yet. Leave it out of the request, or do it by hand."
        if tool.meter_reason and not tool.price.credits:
            yield "nobody knows what it costs, so nothing is spent on it."
        yield from _infeasible(tool, facts)


def _infeasible(tool: ApiTool, facts: Facts) -> Iterable[str]:
    needed = TOOL_MIN_PLAN.get(tool.name)
    if needed and facts.subscription in PLAN_RANK and PLAN_RANK.index(facts.subscription) < PLAN_RANK.index(needed):
        yield f"it needs the {needed} plan."
