"""What a person can do with a plan: put it on record, approve it, deny it, cancel it, and take back what it did.

Every decision is made on the server from server facts, by one conditional UPDATE, and no door has a way around it.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from runs import executor, ledger, tasks
from runs.cards import Card, card_of, expire, facts_of, open_card, reassess, reopen, terms_moved
from runs.events import record
from runs.models import Approval, Run
from runs.plan.model import Plan, Proposal
from runs.plan.policy import Tier
from runs.plan.price import price, unpriced
from runs.refusals import (
    ApprovalRequired,
    ApprovalStale,
    CompositionGone,
    ConfirmationRequired,
    CreditsShort,
    NothingToUndo,
    PlanInvalid,
    PriceUnknown,
    Refused,
    SecondApproverRequired,
)
from runs.tiers import tier_of_run
from tools import history, store
from tools.access import require
from tools.catalog import TOOLS
from tools.models import Composition, Membership, Revision, Workspace

__all__ = [
    "ApprovalRequired", "ApprovalStale", "CompositionGone", "ConfirmationRequired", "CreditsShort", "NothingToUndo",
    "PlanInvalid", "PriceUnknown", "Refused", "SecondApproverRequired", "approve", "cancel", "propose", "reject", "resume",
    "undo",
]  # fmt: skip

MOVED = "The composition changed since this card was shown."
NEW_TERMS = "The price, or what must be confirmed, changed since this card was shown."


def propose(
    workspace: Workspace,
    author: User,
    proposal: Proposal,
    *,
    composition: Composition | None,
    tier: Tier,
    base_revision: int | None,
    context: dict[str, Any] | None = None,
    session_id: UUID | None = None,
) -> Run:
    """Put a plan on record with its digest and base revision, and announce it. An older open card of the same
    conversation, or by the same person on the same composition, is superseded first."""
    plan = proposal.plan
    with transaction.atomic(savepoint=False):
        if composition is not None:
            _supersede(author, composition)
        run = Run.objects.create(
            workspace=workspace,
            composition=composition,
            author=author,
            session_id=session_id,
            message=plan.message,
            plan=plan.wire(),
            preview=facts_of(proposal),
            context=_seen(context or {}, composition),
            tier=tier.key,
            digest=plan.digest,
            base_revision=base_revision,
        )
        open_card(run, plan)
    return run


def _seen(context: dict[str, Any], composition: Composition | None) -> dict[str, Any]:
    """What the person had in front of them. A selection holds ids of this composition; whatever else is sent as one may
    be anything, and is not kept."""
    items = store.read(composition).items if composition else ()
    return context | {"selectedItemIds": [id for id in context.get("selectedItemIds") or () if id in items]}


def _supersede(author: User, composition: Composition) -> None:
    # Held until the transaction ends: of two plans of a person at the same moment, one comes after the other.
    list(Membership.objects.select_for_update().filter(user=author, workspace=composition.workspace_id))
    for old in Run.objects.filter(author=author, composition=composition, status=Run.Status.PROPOSED):
        if old.move(Run.Status.SUPERSEDED, verdict="A newer plan took its place.", finished_at=timezone.now()):
            old.approvals.filter(status=Approval.Status.PENDING).update(status=Approval.Status.SUPERSEDED)
            record(old, "agent_superseded")


def approve(run: Run, by: User, card: Card, *, confirm: bool = False, wait: bool = False) -> Run:
    """Approve the card that was shown, once, and start the run.

    With `wait` the run is over when this returns. A second approval of the same card (a double click, another tab) changes
    nothing and returns the same run. Raises `PlanInvalid`, `ConfirmationRequired` (412), `SecondApproverRequired` (403),
    `CreditsShort` (402), `PriceUnknown`, or `ApprovalStale` (409) with the card now in force when it is not the one shown.
    """
    _expire(run)
    with transaction.atomic():
        run = _held(run)
        shown = _shown(run, card)
        if shown and shown.status in (Approval.Status.APPROVED, Approval.Status.CONSUMED):
            return run
        _check_tier(run, by)
        _check_card(run, card)
        tier = tier_of_run(run)
        _check_may_run(run, by, confirm, tier)
        fresh, reason = _moved(run, tier)
        if fresh is None:
            _check_can_pay(run)
            _decide(run, card, Approval.Status.APPROVED, by, confirmed=confirm)
            run.move(Run.Status.APPROVED)
            record(
                run, "agent_approved", by=by.get_username(), version=card.version, digest=card.digest, confirmed=confirm
            )
            transaction.on_commit(lambda: tasks.start(run.pk, wait=wait))
        else:
            reopen(run, fresh, reason)
    if fresh is not None:
        raise ApprovalStale(f"{reason} Look at the new card and decide on that.", run)
    run.refresh_from_db()
    return run


def reject(run: Run, by: User, card: Card) -> Run:
    """Deny the card that was shown; final. Raises `ApprovalStale` when it is not the one in force or was decided."""
    _expire(run)
    with transaction.atomic():
        run = _held(run)
        shown = _shown(run, card)
        if shown and shown.status == Approval.Status.DENIED:
            return run
        _check_tier(run, by)
        _check_card(run, card)
        _decide(run, card, Approval.Status.DENIED, by)
        run.move(Run.Status.DENIED, verdict="Denied.", finished_at=timezone.now())
        record(run, "agent_denied", by=by.get_username(), version=card.version)
    return run


def _expire(run: Run) -> None:
    """In a transaction of its own: what follows may be refused, and an expiry stays an expiry."""
    if run.approvals.late().exists():
        with transaction.atomic():
            expire(_held(run))


def _held(run: Run) -> Run:
    """The run's row as it is now, held until the transaction ends: two decisions come one after the other."""
    whole = Run.objects.select_related("composition", "author", "workspace")
    return whole.select_for_update(of=("self",)).get(pk=run.pk)


def _shown(run: Run, card: Card) -> Approval | None:
    # Compared here and not by the database, which refuses to look for text that it could not hold.
    found = run.approvals.filter(version=card.version).first()
    return found if found and found.digest == card.digest else None


def _decide(run: Run, card: Card, status: str, by: User, **fields: Any) -> None:
    """One conditional UPDATE on everything that the card names; raises `ApprovalStale` when it is no longer open."""
    open_ = run.approvals.filter(
        version=card.version,
        digest=card.digest,
        base_revision=card.base_revision,
        status=Approval.Status.PENDING,
        expires_at__gt=timezone.now(),
    )
    if not open_.update(status=status, decided_by=by, decided_at=timezone.now(), **fields):
        raise ApprovalStale("This card has been decided on in the meantime.", run)


def _check_card(run: Run, card: Card) -> None:
    if card != card_of(run):
        raise ApprovalStale(
            "The plan has changed since this card was shown. Look at the new card and decide on that.", run
        )
    if run.status != Run.Status.PROPOSED:
        raise ApprovalStale(f"This plan is {run.status} and cannot be decided on. Ask again to plan anew.", run)


def _check_tier(run: Run, by: User) -> None:
    """Whoever decides on a plan has a tier that could run it; raises `TierForbids`."""
    require(by, run.workspace, {str(step["class"]) for step in run.plan["steps"]})


def _check_may_run(run: Run, by: User, confirm: bool, tier: Tier) -> None:
    facts = run.preview
    if not facts.get("valid"):
        raise PlanInvalid(facts.get("errors") or ["The plan is not fit to run."], run)
    if facts.get("confirmations") and not confirm:
        asked = " ".join(confirmation["message"] for confirmation in facts["confirmations"])
        raise ConfirmationRequired(f"This plan wants an explicit confirmation. {asked}", run)
    if tier.second_approver and by == run.author:
        raise SecondApproverRequired("In this tier somebody other than the author must approve.", run)


def _moved(run: Run, tier: Tier) -> tuple[Proposal | None, str]:
    """A fresh proposal, and why, if the plan would now do, cost or ask for something else than the card says."""
    if run.composition is None:
        raise CompositionGone(run)
    if run.composition.head != run.base_revision:
        return reassess(run, tier), MOVED
    return (reassess(run, tier), NEW_TERMS) if terms_moved(run, tier) else (None, "")


def _check_can_pay(run: Run) -> None:
    """The worst case of the plan against what the workspace has left; a plan that costs nothing asks no account."""
    plan = Plan.model_validate(run.plan)
    if unknown := unpriced(plan, TOOLS):
        raise PriceUnknown(f"Nobody knows what {', '.join(unknown)} costs, so it cannot run. Plan without it.", run)
    ledger.afford(run.workspace, price(plan, TOOLS).high, run)


def cancel(run: Run, by: User) -> Run:
    """Stop a run: at once while nobody is on it, else at the next place where that is safe; nothing is ever half done.

    Again is nothing new. Raises `Refused` once it is over.
    """
    _check_tier(run, by)
    with transaction.atomic():
        run = _held(run)
        if run.status not in (*Run.UNDER_WAY, Run.Status.PAUSED):
            raise Refused(f"This run is {run.status} and can no longer be cancelled.", run)
        if run.status == Run.Status.RUNNING:
            _ask_to_stop(run, by)
        else:
            executor.cancelled(run, by)
    return run


def _ask_to_stop(run: Run, by: User) -> None:
    if Run.objects.filter(pk=run.pk, cancel_asked_at=None).update(cancel_asked_at=timezone.now()):
        record(run, "agent_cancelling", by=by.get_username())
        transaction.on_commit(lambda: tasks.start(run.pk))  # nobody may be on it: then this hand closes it
    run.refresh_from_db()


def resume(run: Run, by: User) -> Run:
    """Go on with a run that waits for credits or for a provider's quota. Raises `CreditsShort` (402), or `Refused`."""
    _check_tier(run, by)
    with transaction.atomic():
        run = _held(run)
        if run.status != Run.Status.PAUSED:
            raise Refused(f"This run is {run.status}; only a paused one can be resumed.", run)
        ledger.afford(run.workspace, run.waits_for or 0, run)
        tasks.go_on(run)
        transaction.on_commit(lambda: tasks.start(run.pk))
    run.refresh_from_db()
    return run


def undo(run: Run, by: User) -> store.Saved:
    """Take back everything that the run changed; all of it, or nothing.

    Raises `NothingToUndo`, or the store's `Conflict` naming what a later change did to the same things.
    """
    _check_tier(run, by)
    if run.status in Run.UNDER_WAY:
        raise Refused("This run is still under way. Cancel it first, or wait for its end.", run)
    numbers = _standing(run)
    if run.composition is None or not numbers:
        raise NothingToUndo("This run changed nothing that could be taken back.", run)
    with transaction.atomic():
        for number in numbers:
            saved = history.undo(run.composition, by, number=number)
        record(run, "agent_undo", by=by.get_username(), revision=saved.revision.number if saved.revision else None)
    return saved


def _standing(run: Run) -> list[int]:
    """The revisions of a run that still stand, the newest first."""
    if run.composition is None:
        return []
    own = run.composition.revisions.filter(run_id=run.pk, kind=Revision.Kind.EDIT).order_by("-number")
    numbers = list(own.values_list("number", flat=True))
    stands = history.standing(run.composition) if numbers else {}
    return [number for number in numbers if stands.get(number)]
