"""What a plan may cost, in credits, from the one price table: the registry. A price that comes with a plan is ignored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runs.plan.model import Plan
from tools.registry.descriptors import ApiTool, CostRange
from tools.registry.registry import Registry


def price_of(tool: str, params: dict[str, Any], registry: Registry) -> CostRange:
    """What one call costs; an unknown tool costs nothing because it never runs."""
    found = registry.get(tool) if registry.has(tool) else None
    return found.price.of(params) if isinstance(found, ApiTool) else CostRange()


def price(plan: Plan, registry: Registry) -> CostRange:
    """The plan's range: lowest, expected and highest, uncertain if any step is."""
    return total(price_of(step.tool, step.params, registry) for step in plan.steps)


def total(ranges: Iterable[CostRange]) -> CostRange:
    return sum(ranges, CostRange())


def unpriced(plan: Plan, registry: Registry) -> list[str]:
    """The steps whose price nobody knows: of a tool that is not there, or that is metered and has no price."""
    return [f"{step.id} ({step.tool})" for step in plan.steps if not _priced(step.tool, registry)]


def _priced(name: str, registry: Registry) -> bool:
    tool = registry.get(name) if registry.has(name) else None
    return tool is not None and not (isinstance(tool, ApiTool) and tool.meter_reason and not tool.price.credits)
