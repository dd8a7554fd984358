"""A true before and after: the plan is run on the immutable state in memory, and the difference is what the card shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from runs.plan.model import Plan, Preview, Step
from runs.plan.price import price
from tools.composition import Composition, EngineError, Limits, Result, diff, evaluate, summarise
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


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A dry run: the state after it, the difference, what each step did in a sentence, and the engine's warnings."""

    after: Composition
    diff: dict[str, Any]
    sentences: dict[str, str]
    warnings: list[str]


def rehearse(plan: Plan, state: Composition, limits: Limits) -> Rehearsal:
    """Run the plan's edits on the immutable state, step by step, nothing kept; raises `StepRefused` naming the step."""
    after, sentences, warnings, patch = state, dict[str, str](), list[str](), list[dict[str, Any]]()
    for step, request in zip(*compile_batch(plan), strict=True):
        before = after
        try:
            result = evaluate(before, request, limits=limits)
        except EngineError as error:
            raise StepRefused(step, error) from error
        after = result.state
        warnings += result.warnings
        patch += result.patch
        sentences[step.id] = _said(step, before, result)
    return Rehearsal(after, diff(state, after, patch), sentences, warnings)


def _said(step: Step, before: Composition, result: Result) -> str:
    if step.step_class == "read":
        return "Looks things up."
    return summarise(diff(before, result.state, result.patch), before, result.state)


def preview(plan: Plan, state: Composition, registry: Registry, limits: Limits) -> tuple[Plan, Preview]:
    """The plan with a sentence at each step, and what the card shows: the exact difference, a sentence, the price.

    A step that the engine refuses gives a preview that is not ok and says why.
    """
    cost = price(plan, registry)
    described = {step.id: _described(step, registry) for step in plan.steps if step.kind == "capability"}
    chained = list(described.values())
    try:
        rehearsal = rehearse(plan, state, limits)
    except StepRefused as refusal:
        return plan, Preview(ok=False, summary=str(refusal), chained=chained, cost=cost)
    edits = [summarise(rehearsal.diff, state, rehearsal.after)] if rehearsal.diff or not chained else []
    told = {**described, **rehearsal.sentences}
    steps = [step.model_copy(update={"sentence": told.get(step.id, "")}) for step in plan.steps]
    shown = Preview(
        ok=True,
        summary=" ".join([*edits, *chained]),
        diff=rehearsal.diff,
        chained=chained,
        cost=cost,
        warnings=rehearsal.warnings,
    )
    return plan.model_copy(update={"steps": steps}), shown


def _described(step: Step, registry: Registry) -> str:
    tool = registry.get(step.tool) if registry.has(step.tool) else None
    what = tool.description if isinstance(tool, ApiTool) else step.tool
    subject = (
        step.params.get("prompt") or step.params.get("text") or step.params.get("platform") or step.params.get("brief")
    )
    return f"{what.rstrip('.')}: “{subject}”." if subject else what
