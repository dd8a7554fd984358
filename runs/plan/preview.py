"""A true before and after: the plan is run on the immutable state in memory, and the difference is what the card shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runs.plan.chain import expected, filled
from runs.plan.model import Plan, Preview, Step
from runs.plan.price import price
from runs.plan.stretches import stretches
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


@dataclass(frozen=True, slots=True)
class Batch:
    """Requests to the engine and, place by place, the steps of the plan that they carry out."""

    steps: list[Step]
    requests: list[dict[str, Any]]


def compile_batch(plan: Plan, steps: Sequence[Step], made: Mapping[str, dict[str, Any]], state: Composition) -> Batch:
    """What these steps ask of the engine. `made` are the assets of the plan's steps, as a document lists them.

    A step that makes an asset becomes the `addAsset` that brings it in, unless it is there already. A read keeps only the
    fields of a question, so that its parameters cannot carry a command past its class. Every command carries the tag of
    its step's number, so that the dry run and the deed make the same ids.
    """
    ids = {step: str(asset["id"]) for step, asset in made.items()}
    batch = Batch([], [])
    for step in steps:
        if step.kind == "engine":
            request = _request(plan, step, ids)
        elif step.id in made and ids[step.id] not in state.assets:
            request = _command(plan, step, "addAsset", {"asset": made[step.id]})
        else:
            continue
        batch.steps.append(step)
        batch.requests.append(request)
    return batch


def _request(plan: Plan, step: Step, ids: Mapping[str, str]) -> dict[str, Any]:
    if step.tool == "describe":
        return {"kind": "describe"}
    params = filled(step.params, ids)
    if step.step_class == "read":
        return {"kind": "query", **{key: params[key] for key in READ_FIELDS if key in params}}
    return _command(plan, step, step.tool, params)


def _command(plan: Plan, step: Step, op: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "command", "op": op, "params": params, "tag": f"{plan.tag}-{step.number}"}


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A dry run: the state after it, the difference, what each step did in a sentence, and the engine's warnings."""

    after: Composition
    diff: dict[str, Any]
    sentences: dict[str, str]
    warnings: list[str]


def rehearse(
    plan: Plan, state: Composition, steps: Sequence[Step], made: Mapping[str, dict[str, Any]], limits: Limits
) -> Rehearsal:
    """Run steps of a plan on the immutable state, one by one, nothing kept; raises `StepRefused` naming the step.

    `made` are the assets that its steps have made, or will make as far as one can tell.
    """
    batch = compile_batch(plan, steps, made, state)
    after, sentences, warnings, patch = state, dict[str, str](), list[str](), list[dict[str, Any]]()
    for step, request in zip(batch.steps, batch.requests, strict=True):
        before = after
        try:
            result = evaluate(before, request, limits=limits)
        except EngineError as error:
            raise StepRefused(step, error) from error
        after = result.state
        warnings += result.warnings
        patch += result.patch
        if step.kind == "engine":
            sentences[step.id] = _said(step, before, result)
    return Rehearsal(after, diff(state, after, patch), sentences, warnings)


def foreseen(plan: Plan, state: Composition, registry: Registry, limits: Limits) -> Rehearsal:
    """The rehearsal of a whole plan in the order in which it will be carried out; raises `StepRefused`."""
    steps = [step for stretch in stretches(plan, registry) for step in stretch.changes]
    return rehearse(plan, state, steps, expected(plan, registry), limits)


def _said(step: Step, before: Composition, result: Result) -> str:
    if step.step_class == "read":
        return "Looks things up."
    return summarise(diff(before, result.state, result.patch), before, result.state)


def preview(plan: Plan, state: Composition, registry: Registry, limits: Limits) -> tuple[Plan, Preview]:
    """The plan with a sentence at each step, and what the card shows: the exact difference, a sentence, the price.

    A step that the engine refuses gives a preview that is not ok and says why.
    """
    cost = price(plan, registry)
    described = {step.id: step.found or _described(step, registry) for step in plan.steps if step.kind == "capability"}
    chained = list(described.values())
    try:
        rehearsal = foreseen(plan, state, registry, limits)
    except StepRefused as refusal:
        return plan, Preview(ok=False, summary=str(refusal), chained=chained, cost=cost)
    edits = [summarise(rehearsal.diff, state, rehearsal.after)] if rehearsal.diff or not chained else []
    told = {**described, **rehearsal.sentences}
    steps = [step.model_copy(update={"sentence": step.found or told.get(step.id, "")}) for step in plan.steps]
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
    subject = next(filter(None, map(step.params.get, ("prompt", "text", "platform", "brief", "format"))), None)
    return f"{what.rstrip('.')}: “{subject}”." if subject else what
