"""An approved plan becomes a changed composition, stretch by stretch: make, edit as ONE batch, deliver.

Every write is a transaction of its own that asks for the lease, so whoever dies leaves rows that say how far the run is, and
the next worker goes on from there. Up to the first delivery the composition is as it was, or as the card said it would be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID

import structlog
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from runs import dispatch, ledger
from runs.cards import reassess, reopen
from runs.deed import Deed, Status
from runs.events import Happening, record, record_all
from runs.lease import Lease
from runs.models import Approval, Run
from runs.plan.model import Plan, Step
from runs.plan.preview import StepRefused, compile_batch, rehearse
from runs.plan.stretches import Stretch
from runs.recovery import KNOWN, OutOfCredits, StepFailed, reason_of, report
from runs.refusals import CompositionGone, CompositionMoved, NothingCarriesOut
from tools import store
from tools.away import AWAY, anew
from tools.capabilities import HANDS
from tools.capabilities.order import Halted
from tools.composition import Composition, EngineError
from tools.models import Revision, Workspace

log = structlog.get_logger()

MOST_HANDS = 20
"""How many hands may take a run up before a database that fails it is no reason any more to try again."""


def execute(run_id: UUID) -> Run:
    """Carry out an approved run, or carry on with one whose worker is gone.

    Ends `done`, `failed`, `cancelled` or `paused`, or back at `proposed` when its effect would no longer be the approved one. A
    run that is in other hands, or not to be carried out, is left alone; so is one whose turn has not come.
    """
    deed = _taken_up(run_id)
    if deed is not None:
        _see_through(deed)
    return Run.objects.select_related("composition", "workspace", "author").get(pk=run_id)


@transaction.atomic
def _taken_up(run_id: UUID) -> Deed | None:
    lease = Lease.take(run_id)
    if lease is None:
        return None
    run = lease.hold()
    deed = Deed(run, Plan.model_validate(run.plan), lease)
    if _twin_is_at_work(deed):
        transaction.set_rollback(True)  # as if nobody had looked: the sweep finds it again
        return None
    resumed: Happening = (
        "agent_recovery",
        {"action": "resume", "kind": "transient", "step": None, "attempt": run.epoch},
    )
    record_all(run, [resumed if lease.again else deed.start()])
    return deed


def _twin_is_at_work(deed: Deed) -> bool:
    """Whether another run of the same plan is being carried out. The two make the same assets, so they take turns, and the
    second finds what the first has made and paid."""
    run = deed.run
    if not any(stretch.made for stretch in deed.stretches):
        return False
    Workspace.objects.select_for_update(no_key=True).get(pk=run.workspace_id)  # one of the two looks first
    twins = Run.objects.filter(workspace=run.workspace_id, status=Run.Status.RUNNING, lease_until__gt=Now())
    return twins.filter(plan__tag=deed.plan.tag).exclude(pk=run.pk).exists()


def _see_through(deed: Deed) -> None:
    """Carry it out and say how it ended. While the database is away nobody can say anything: the run is left as its rows
    are, for the next hand; unless so many hands have left it that it must be the run."""
    try:
        with deed.lease.in_hand():
            _carry_out_and_end(deed)
    except AWAY as away:
        log.exception("run_left", run=str(deed.run.pk))
        anew()
        if deed.lease.epoch < MOST_HANDS:
            deed.lease.give_back()
        else:
            with suppress(Halted):
                _fail(deed, away)


def _carry_out_and_end(deed: Deed) -> None:
    try:
        _carry_out_or_stop(deed)
    except Halted as halted:
        _halted(deed, halted)
    except AWAY:
        raise
    except Exception as error:
        if not isinstance(error, (OutOfCredits, StepFailed, *KNOWN)):
            log.exception("run_failed", run=str(deed.run.pk))
        with suppress(Halted):  # another hand has it: what becomes of it is for that one to say
            _pause(deed, error) if isinstance(error, OutOfCredits) else _fail(deed, error)


def _carry_out_or_stop(deed: Deed) -> None:
    try:
        _carry_out(deed)
    except Halted as halted:
        if halted.why == "cancelled":
            dispatch.account_for(deed, billed=halted.billed)
        raise


def _carry_out(deed: Deed) -> None:
    for step in deed.plan.steps:
        if not is_carried_out(step):
            raise StepFailed(step, NothingCarriesOut())
    for number, stretch in enumerate(deed.stretches):
        for step in stretch.made:
            dispatch.carry_out(deed, step)
        if stretch.changes and number >= deed.run.stretch and not _apply(deed, number, stretch):
            return
        if stretch.delivered is not None:
            dispatch.carry_out(deed, stretch.delivered)
    if deed.run.status == Run.Status.RUNNING:
        _finish(deed)


def is_carried_out(step: Step) -> bool:
    """Whether something here does what the step says: the engine, or a hand."""
    return step.kind != "capability" or step.tool in HANDS


@transaction.atomic
def _apply(deed: Deed, number: int, stretch: Stretch) -> bool:
    """All edits of a stretch as one batch and one revision, and the end of the run with them when nothing is left to do.
    False when the run is a proposal again, because its effect would no longer be the approved one."""
    run = deed.run = deed.lease.wanted()
    if run.composition is None:
        raise CompositionGone(run)
    # From here on the run looks at the composition as it is held, not as it was when the worker took the run up.
    head = run.composition = store.locked(run.composition)
    made = deed.assets()
    if head.head != _expected(run) and not _same(deed, number, made):
        return False
    batch = compile_batch(deed.plan, stretch.changes, made, store.read(head))
    try:
        saved = store.apply(head, batch.requests, tag=deed.plan.tag, author=run.author, run_id=run.pk)
    except EngineError as error:
        raise _at_its_step(error, batch.steps) from error
    run.stretch = number + 1
    run.result_revision = saved.revision.number if saved.revision else run.result_revision
    Run.objects.filter(pk=run.pk).update(stretch=run.stretch, result_revision=run.result_revision)
    run.steps.filter(key__in=[step.id for step in stretch.edits]).update(status=Status.DONE, finished_at=timezone.now())
    ticks = deed.ticks(run, stretch.edits, Status.DONE)
    over = stretch is deed.stretches[-1] and stretch.delivered is None
    record_all(run, [*ticks, _ended(deed, run)] if over else ticks)
    return True


def _expected(run: Run) -> int | None:
    """The revision that the rest of the plan was made for: the card's, or the one that the run has made itself."""
    return run.result_revision or run.base_revision


def _same(deed: Deed, number: int, made: Mapping[str, dict[str, Any]]) -> bool:
    """Somebody else has changed the composition: whether what is left still has the effect that was approved. Before the
    first edit a fresh card is opened when it has not; later there is no way back, and `CompositionMoved` is raised."""
    run = deed.run
    assert run.composition is not None
    if number == 0:
        fresh = reassess(run)
        if fresh is not None:
            ledger.release(run)
            reopen(run, fresh, "The composition changed after the approval.")
        return fresh is None
    left = [step for stretch in deed.stretches[number:] for step in stretch.changes]
    before, now = store.read(run.composition, _expected(run)), store.read(run.composition)
    if _effect(deed, left, made, before) != _effect(deed, left, made, now):
        raise CompositionMoved(run)
    return True


def _effect(deed: Deed, steps: Sequence[Step], made: Mapping[str, dict[str, Any]], state: Composition) -> Any:
    """The difference that steps make to a state; None where the engine refuses them."""
    try:
        return rehearse(deed.plan, state, steps, made, store.limits()).diff
    except StepRefused:
        return None


def _at_its_step(error: EngineError, steps: Sequence[Step]) -> Exception:
    placed = error.index is not None and error.index < len(steps)
    return StepFailed(steps[error.index or 0], error) if placed else error


# --- How a run ends ---------------------------------------------------------------------------------------------------


@transaction.atomic
def _finish(deed: Deed) -> None:
    run = deed.lease.hold()
    record_all(run, [_ended(deed, run)])


def _ended(deed: Deed, run: Run) -> Happening:
    """Close a run that has done everything, inside the caller's transaction; what its log says then."""
    _close(run, Run.Status.DONE, verdict=_verdict(run))
    ledger.release(run)
    total = len(deed.plan.steps)
    return "agent_done", {"index": total, "total": total, "revision": run.result_revision, "verdict": run.verdict}


def _verdict(run: Run) -> str:
    """What the run did, in the words of its revisions and deliveries."""
    changes = Revision.objects.filter(composition=run.composition_id, run_id=run.pk, kind=Revision.Kind.EDIT)
    said = list(changes.order_by("number").values_list("summary", flat=True))
    rows = run.steps.filter(status=Status.DONE).exclude(outcome={})
    said += [f"{step.tool}: {where}." for step in rows if (where := str(step.outcome.get("where", "")).rstrip("."))]
    return " ".join(said) or "Nothing had to change."


def _close(run: Run, status: str, **fields: Any) -> None:
    run.move(status, finished_at=timezone.now(), lease_owner="", lease_until=None, **fields)
    run.approvals.filter(status=Approval.Status.APPROVED).update(status=Approval.Status.CONSUMED)


def _fail(deed: Deed, error: Exception) -> None:
    """Close the run with the report that a person gets."""
    with transaction.atomic():
        run = deed.lease.hold()
        if isinstance(error, StepFailed):
            dispatch.close(run, error.step, billed=error.billed)
        told = report(run, deed.plan, error)
        _close(run, Run.Status.FAILED, verdict=told.message, failure=told.wire())
        ledger.release(run)
        run.steps.exclude(status=Status.DONE).exclude(key=told.failed_step or "").update(status=Status.SKIPPED)
        if isinstance(error, StepFailed):
            reason = reason_of(error.failure)
            run.steps.filter(key=error.step.id).update(status=Status.FAILED, error=reason)
            record_all(run, deed.ticks(run, [error.step], Status.FAILED, reason))
        record(run, "agent_error", step=told.failed_step, error=told.message, failure=told.wire())


def _pause(deed: Deed, short: OutOfCredits) -> None:
    """Put the run aside until there is money; what is done stays done, and nothing stays reserved."""
    with transaction.atomic():
        run = deed.lease.hold()
        dispatch.close(run, short.step, billed=short.billed)
        run.steps.filter(status=Status.RUNNING).update(status=Status.PENDING)
        run.move(Run.Status.PAUSED, verdict=str(short), waits_for=short.needs, lease_owner="", lease_until=None)
        told = {
            "step": short.step.id, "tool": short.step.tool, "kind": "quota", "action": "pause", "reason": str(short),
            "needs": short.needs,
        }  # fmt: skip
        record_all(run, [("agent_recovery", told)])


def _halted(deed: Deed, halted: Halted) -> None:
    if halted.why != "cancelled":
        deed.lease.give_back()
        return
    with suppress(Halted), transaction.atomic():
        cancelled(deed.lease.hold())


def cancelled(run: Run, by: User | None = None) -> None:
    """Close a run that somebody has cancelled, inside the transaction of whoever holds it."""
    done = run.steps.filter(status=Status.DONE).count()
    undo = " Undo takes its edits back." if run.result_revision else " Nothing in the composition was changed."
    verdict = (
        f"Cancelled after {done} of {run.steps.count()} steps.{undo}"
        if done
        else "Cancelled before it changed anything."
    )
    _close(run, Run.Status.CANCELLED, verdict=verdict)
    ledger.release(run)
    run.steps.exclude(status=Status.DONE).update(status=Status.SKIPPED)
    record(run, "agent_cancelled", verdict=verdict, **({"by": by.get_username()} if by else {}))
