"""`@asset:step-3`: what an earlier step makes, named before it is made, in any parameter of a later one.

The asset's id is known from the plan alone, so that the preview and the run speak of the same asset; the internal
`addAsset` that brings it into the composition goes into the batch of its own stretch.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from runs.plan.model import Plan, Step
from tools.registry.descriptors import ApiTool
from tools.registry.registry import Registry

TOKEN = re.compile(r"@asset:(step-\d+)", re.ASCII)


def asset_id(plan: Plan, step: Step) -> str:
    """The id of what a step makes: the same as long as its parameters are, in every run of this plan."""
    params = json.dumps(step.params, sort_keys=True, separators=(",", ":"))
    return str(uuid5(NAMESPACE_OID, f"{plan.tag}:{step.id}:{hashlib.sha256(params.encode()).hexdigest()}"))


def expected(plan: Plan, registry: Registry) -> dict[str, dict[str, Any]]:
    """The assets that a plan will make, as their document lists them, by the step that makes each."""
    return {
        step.id: {**tool.expects(step.params), "id": asset_id(plan, step)}
        for step in plan.steps
        if (tool := _maker(step, registry)) is not None and tool.expects is not None
    }


def filled(value: Any, ids: Mapping[str, str]) -> Any:
    """A parameter with every token that is known replaced by the asset's id, however deep it lies."""
    match value:
        case str():
            token = TOKEN.fullmatch(value)
            return ids.get(token[1], value) if token else value
        case list():
            return [filled(one, ids) for one in value]
        case dict():
            return {key: filled(one, ids) for key, one in value.items()}
    return value


def mentioned(value: Any) -> Iterator[str]:
    """The steps whose assets a parameter names."""
    match value:
        case str():
            if token := TOKEN.fullmatch(value):
                yield token[1]
        case list():
            for one in value:
                yield from mentioned(one)
        case dict():
            for one in value.values():
                yield from mentioned(one)


def faults(plan: Plan, registry: Registry) -> Iterator[str]:
    """One sentence for every token that names no asset of an earlier step."""
    makers, before = {step.id for step in plan.steps if _maker(step, registry)}, set[str]()
    for step in plan.steps:
        for named in dict.fromkeys(mentioned(step.params)):
            if (why := _against(named, plan, makers, before)) is not None:
                yield f"{step.id} ({step.tool}): “@asset:{named}” {why}"
        before.add(step.id)


def _against(named: str, plan: Plan, makers: set[str], before: set[str]) -> str | None:
    if named not in {step.id for step in plan.steps}:
        return f"names a step that is not there; the plan has {len(plan.steps)}."
    if named not in before:
        return "names a step that comes later. Put the step that makes it first."
    return None if named in makers else "names a step that makes no asset."


def _maker(step: Step, registry: Registry) -> ApiTool | None:
    tool = registry.get(step.tool) if registry.has(step.tool) else None
    return tool if isinstance(tool, ApiTool) and tool.makes else None
