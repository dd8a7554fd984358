"""Everything that a card says about a plan, computed from server facts: bound, validated, priced, gated, previewed."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from runs.plan.bind import bind
from runs.plan.confirm import confirm
from runs.plan.expand import Expanded, expand
from runs.plan.model import Plan, Proposal
from runs.plan.policy import Tier, gates, policy_named
from runs.plan.preview import preview
from runs.plan.validate import Facts, validate
from tools import store
from tools.catalog import TOOLS
from tools.composition import Composition


def assess(
    plan: Plan,
    state: Composition | None,
    tier: Tier,
    *,
    selected: Sequence[str] = (),
    policy: str | None = None,
    workspace: UUID | None = None,
) -> Proposal:
    """The proposal that a plan comes to on this state. Nothing is written, and nothing in the plan is believed.

    `workspace` owns the files that verbs listen to and look at. A plan in which nothing is left to do is an answer.
    """
    bound = bind(plan, state, selected)
    expanded = Expanded(bound.plan) if bound.unresolved else expand(bound.plan, state, TOOLS, store.limits(), workspace)
    plan, said, found = expanded.plan, expanded.said, expanded.found
    if asks := expanded.question:
        known = {"safety": plan.safety, "degraded": plan.degraded}
        return Proposal(plan=plan, needs_clarification=True, question=asks, errors=[asks.question], **known)
    if said and not plan.steps:
        answer = " ".join(said)
        return Proposal(plan=plan, answer=answer, found=found, errors=said, safety=plan.safety, degraded=plan.degraded)
    refused = validate(plan, TOOLS, classes=tier.classes, limits=tier.limits, facts=Facts())
    errors = [*bound.unresolved, *expanded.faults, *refused]
    shown = None
    if state is not None and not bound.unresolved and len(plan.steps) <= tier.limits.max_steps:
        plan, shown = preview(plan, state, TOOLS, store.limits())
        errors += [shown.summary] if not shown.ok and not errors else []
        shown = shown.model_copy(update={"warnings": [*said, *shown.warnings]})
    diff = shown.diff if shown else None
    asked = confirm(plan, TOOLS, tier.limits, diff)
    plan = plan.model_copy(update={"confirmations": asked})
    return Proposal(
        plan=plan,
        valid=not errors,
        errors=errors,
        degraded=plan.degraded,
        safety=plan.safety,
        confirmations=plan.confirmations,
        preview=shown,
        gates=gates(plan, policy_named(policy or tier.default_policy), TOOLS, diff),
        needs_clarification=bound.question is not None,
        question=bound.question,
    )
