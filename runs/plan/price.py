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
