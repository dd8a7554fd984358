"""A true before and after: the plan is run on the immutable state in memory, and the difference is what the card shows."""

from __future__ import annotations

from typing import Any

from runs.plan.model import Plan, Preview, Step
from runs.plan.price import price
from tools.composition import Composition, EngineError, Limits, diff, evaluate, summarise
from tools.registry.descriptors import ApiTool
from tools.registry.registry import Registry

READ_FIELDS = ("target", "where", "select", "orderBy", "limit", "offset", "aggregate", "groupBy")


class StepRefused(Exception):
    """The engine refuses a step; `step` is the plan's step, the message the engine's own words."""

    def __init__(self, step: Step, error: EngineError) -> None:
        hint = f" {error.hint}" if error.hint else ""
        super().__init__(f"{step.id} ({step.tool}): {error.message}{hint}")
        self.step, self.error = step, error


def compile_batch(plan: Plan) -> tuple[list[Step], list[dict[str, Any]]]:
    """The engine steps of a plan and, place by place, the requests they become.

    A read keeps only the fields of a question, so that its parameters cannot carry a command past its class. Every
    command carries the tag of its step's number, so that the dry run and the deed make the same ids.
    """
    steps = [step for step in plan.steps if step.kind == "engine"]
    return steps, [_request(plan, step) for step in steps]


def _request(plan: Plan, step: Step) -> dict[str, Any]:
    if step.tool == "describe":
        return {"kind": "describe"}
    if step.step_class == "read":
        return {"kind": "query", **{key: step.params[key] for key in READ_FIELDS if key in step.params}}
    return {"kind": "command", "op": step.tool, "params": step.params, "tag": f"{plan.tag}-{step.number}"}


def dry_run(plan: Plan, state: Composition, limits: Limits) -> Composition:
    """The state after the plan's edits, nothing kept; raises `StepRefused` naming the step."""
    steps, requests = compile_batch(plan)
    if not requests:
        return state
    try:
        return evaluate(state, {"kind": "batch", "requests": requests}, tag=plan.tag, limits=limits).state
    except EngineError as error:
        raise StepRefused(steps[error.index or 0], error) from error


def preview(plan: Plan, state: Composition, registry: Registry, limits: Limits) -> Preview:
    """What the card shows: the exact difference, a sentence, the price. A refused step gives a preview that is not ok."""
    cost = price(plan, registry)
    chained = [_described(step, registry) for step in plan.steps if step.kind == "capability"]
    try:
        after = dry_run(plan, state, limits)
    except StepRefused as refusal:
        return Preview(ok=False, summary=str(refusal), chained=chained, cost=cost)
    difference = diff(state, after)
    sentence = summarise(difference, state, after)
    return Preview(ok=True, summary=" ".join([sentence, *chained] if difference or not chained else chained), diff=difference, chained=chained, cost=cost)


def _described(step: Step, registry: Registry) -> str:
    tool = registry.get(step.tool) if registry.has(step.tool) else None
    what = tool.description if isinstance(tool, ApiTool) else step.tool
    subject = step.params.get("prompt") or step.params.get("text") or step.params.get("platform") or step.params.get("brief")
    return f"{what.rstrip('.')}: “{subject}”." if subject else what
