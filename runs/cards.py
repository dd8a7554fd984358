"""The card in force of a run: what a person saw, what they may decide on, and when a fresh one takes its place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from runs import ledger
from runs.assess import assess
from runs.events import record
from runs.models import Approval, Run, Step
from runs.plan.confirm import confirm
from runs.plan.model import Plan, Proposal
from runs.plan.policy import Tier
from runs.plan.price import price
from runs.plan.validate import validate
from runs.tiers import tier_of_run
from tools import store
from tools.catalog import TOOLS
from tools.registry.descriptors import CostRange


@dataclass(frozen=True, slots=True)
class Card:
    """What the person saw when they decided: version, plan digest and base revision, as printed on the card."""

    version: int
    digest: str
    base_revision: int | None


def card_of(run: Run) -> Card:
    """The card in force of a run."""
    return Card(run.version, run.digest, run.base_revision)


def facts_of(proposal: Proposal) -> dict[str, Any]:
    """What a card shows besides the plan, as rows keep it."""
    facts = proposal.wire()
    return {key: facts[key] for key in ("preview", "confirmations", "safety", "gates", "errors", "valid", "degraded")}


def open_card(run: Run, plan: Plan, reason: str = "") -> None:
    """Show a new card: its steps as rows, an approval to decide on, an event. Inside the caller's transaction."""
    write_steps(run, plan)
    run.approvals.create(
        version=run.version,
        digest=run.digest,
        base_revision=run.base_revision,
        expires_at=timezone.now() + timedelta(hours=settings.APPROVAL_LIFETIME_HOURS),
    )
    record(run, "agent_plan", version=run.version, digest=run.digest, baseRevision=run.base_revision, reason=reason)


def write_steps(run: Run, plan: Plan) -> None:
    """The steps of the plan in force as rows, in plan order, each with what was spent on it under an earlier card."""
    spent = {}
    if run.version > 1:
        run.steps.all().delete()
        spent = ledger.spent(run)
    run.steps.bulk_create(
        Step(
            run=run,
            position=position,
            key=step.id,
            tool=step.tool,
            step_class=step.step_class,
            params=step.params,
            sentence=step.sentence,
            credits=spent.get(step.id, 0),
        )
        for position, step in enumerate(plan.steps, 1)
    )


def reopen(run: Run, proposal: Proposal, reason: str) -> None:
    """Put a fresh card in force: a new version of the same run, its older cards superseded."""
    run.approvals.filter(status__in=("pending", "approved")).update(status=Approval.Status.SUPERSEDED)
    Run.objects.filter(pk=run.pk).update(
        status=Run.Status.PROPOSED,
        version=run.version + 1,
        plan=proposal.plan.wire(),
        preview=facts_of(proposal),
        digest=proposal.plan.digest,
        base_revision=run.composition.head if run.composition else None,
        lease_owner="",
        lease_until=None,
    )
    run.refresh_from_db()
    open_card(run, proposal.plan, reason)


def reassess(run: Run, tier: Tier | None = None) -> Proposal | None:
    """What the plan would do to the composition as it is now, in the tier of its author or the one given: None if that is
    what the card says, else a fresh proposal."""
    assert run.composition is not None
    selected = run.context.get("selectedItemIds") or ()
    plan = Plan.model_validate(run.plan)
    state, tier = store.read(run.composition), tier or tier_of_run(run)
    proposal = assess(plan, state, tier, selected=selected, workspace=run.workspace_id)
    shown = (run.preview.get("preview") or {}).get("diff")
    same = proposal.valid and proposal.preview is not None and proposal.preview.diff == shown
    return None if same and not terms_moved(run, tier) else proposal


def terms_moved(run: Run, tier: Tier) -> bool:
    """Whether the price table, the tools or the tier have moved, so that the card's price, its confirmations or its
    fitness to run are no longer right. No dry run: this is asked at every approval."""
    plan = Plan.model_validate(run.plan)
    preview = run.preview.get("preview") or {}
    now = [asked.wire() for asked in confirm(plan, TOOLS, tier.limits, preview.get("diff"))]
    shown = CostRange.model_validate(preview.get("cost") or {})
    if now != run.preview.get("confirmations", []) or price(plan, TOOLS) != shown:
        return True
    return bool(run.preview.get("valid") and validate(plan, TOOLS, classes=tier.classes, limits=tier.limits))


def expire(run: Run) -> None:
    """Close a card whose time is over; expired is a state of its own and never a no."""
    late = run.approvals.late().filter(version=run.version)
    if late.update(status=Approval.Status.EXPIRED) and run.move(Run.Status.EXPIRED, finished_at=timezone.now()):
        record(run, "agent_expired")
