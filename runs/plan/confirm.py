"""What wants an explicit yes on top of the approval, computed on the bound plan so that no splitting slips past."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runs.plan.model import Confirmation, Limits, Plan
from runs.plan.price import price
from tools.registry.descriptors import ApiTool
from tools.registry.registry import Registry


def confirm(plan: Plan, registry: Registry, limits: Limits, diff: dict[str, Any] | None = None) -> list[Confirmation]:
    """The confirmations of a plan: a large deletion, leaving the platform, many generations, a high spend.

    `diff` is that of its preview: what goes counts as deleted though no step names it (a range of time, for one).
    """
    found = [
        _bulk_delete(plan, registry, limits, removed(diff or {})),
        _external(plan, registry),
        _bulk_generate(plan, limits),
    ]
    found.append(_high_spend(plan, registry, limits))
    return [confirmation for confirmation in found if confirmation]


def removed(diff: dict[str, Any]) -> list[str]:
    """The ids of the items that a difference takes away."""
    return [item["id"] for item in diff.get("items", {}).get("removed", [])]


def _bulk_delete(plan: Plan, registry: Registry, limits: Limits, gone: Iterable[str]) -> Confirmation | None:
    doomed = set(gone)
    sweeping = False
    for step in plan.steps:
        if not _is(registry, step.tool, "destructive"):
            continue
        doomed.update(str(id) for key in ("ids", "id") for id in _listed(step.params.get(key)))
        sweeping = sweeping or bool(step.params.get("deleteItems"))
    if sweeping:
        return Confirmation(
            kind="bulk_delete", message="Deletes a track or an asset with everything on it.", count=len(doomed)
        )
    if len(doomed) > limits.max_bulk_delete:
        return Confirmation(kind="bulk_delete", message=f"Deletes {len(doomed)} items.", count=len(doomed))
    return None


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _external(plan: Plan, registry: Registry) -> Confirmation | None:
    leaving = [step.id for step in plan.steps if _is(registry, step.tool, "external")]
    if not leaving:
        return None
    return Confirmation(kind="external", message="Leaves the platform and cannot be called back.", count=len(leaving))


def _bulk_generate(plan: Plan, limits: Limits) -> Confirmation | None:
    count = sum(step.step_class == "generate" for step in plan.steps)
    if count <= limits.max_unconfirmed_generations:
        return None
    return Confirmation(kind="bulk_generate", message=f"Makes {count} things that cannot be unmade.", count=count)


def _high_spend(plan: Plan, registry: Registry, limits: Limits) -> Confirmation | None:
    cost = price(plan, registry)
    spend = cost.high if cost.uncertain else cost.expected
    if spend < limits.confirm_credits:
        return None
    return Confirmation(kind="high_spend", message=f"May spend {spend} credits.", count=spend)


def _is(registry: Registry, name: str, trait: str) -> bool:
    tool = registry.get(name) if registry.has(name) else None
    return isinstance(tool, ApiTool) and bool(getattr(tool, trait))
