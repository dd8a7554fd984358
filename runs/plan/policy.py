"""Who must say yes: approval policies and the gates that no policy opens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from runs.plan.confirm import removed
from runs.plan.model import Limits, Plan, Step
from tools.registry.descriptors import ApiTool
from tools.registry.registry import Registry

Policy = Literal["auto", "guided", "manual"]


@dataclass(frozen=True, slots=True)
class Tier:
    """What a caller may plan: step classes, thresholds, the policy when none is named, and who else must say yes."""

    key: str
    rank: int
    classes: frozenset[str]
    default_policy: str
    limits: Limits
    second_approver: bool = False


def policy_named(name: str | None) -> Policy:
    """The policy of a name; an unknown one is guided, so that bad input never opens a gate."""
    known: tuple[Policy, ...] = get_args(Policy)
    return next((policy for policy in known if policy == name), "guided")


def gates(plan: Plan, policy: Policy, registry: Registry, diff: dict[str, Any] | None = None) -> list[str]:
    """Why a person must approve, one sentence a step; none when the plan may run unattended.

    `diff` is that of its preview: no edit that takes an item away as a side effect (a move over another) runs unattended.
    """
    why = [f"{step.id} ({step.tool}) {reason}" for step in plan.steps if (reason := _gate(step, policy, registry))]
    gone = removed(diff or {})
    return why or [f"{len(gone)} item{'s' if len(gone) > 1 else ''} would be taken away"] if gone else why


def _gate(step: Step, policy: Policy, registry: Registry) -> str | None:
    if step.step_class == "read":
        return None
    tool = registry.get(step.tool) if registry.has(step.tool) else None
    if not isinstance(tool, ApiTool):
        return "is unknown here"
    if tool.external:
        return "leaves the platform"
    if step.step_class == "generate":
        return "spends credits"
    if tool.destructive:
        return "takes something away"
    if tool.gated:
        return "brings in new material"
    return None if policy == "auto" else "changes the composition"
