"""An approved plan becomes a changed composition: bound again, compared with what was approved, applied as ONE batch.

Whatever goes wrong before the last line of the transaction leaves the composition exactly as it was.
"""

from __future__ import annotations

from uuid import UUID

import structlog
from django.db import transaction
from django.utils import timezone

from runs import ledger
from runs.cards import reassess, reopen
from runs.events import Happening, record, record_all
from runs.models import Approval, Run
from runs.models import Step as StepRow
from runs.plan.model import Plan, Step
from runs.plan.preview import compile_batch
from runs.plan.price import price
from runs.refusals import CompositionGone, NothingCarriesOut
from tools import store
from tools.catalog import TOOLS
from tools.composition import EngineError

log = structlog.get_logger()

KNOWN = (EngineError, store.StoreError, CompositionGone, NothingCarriesOut)
"""What a run may fail with whose words are for the person who approved it."""


def execute(run_id: UUID) -> Run:
    """Carry out an approved run. Ends `done`, `failed`, or back at `proposed` when its effect would no longer be the
    approved one; a run that is not approved (another worker has it, or it was cancelled) is left alone.

    The move to `running`, the edits, their revision and their events are one transaction: whoever dies in the middle
    leaves the run approved and the composition as it was.
    """
    run = Run.objects.select_related("composition", "workspace", "author").get(pk=run_id)
    plan = Plan.model_validate(run.plan)
    try:
        with transaction.atomic():
            if run.move(Run.Status.RUNNING):
                _apply(run, plan)
    except KNOWN as error:
        _fail(run, plan, error)
    except Exception as error:
        log.exception("run_failed", run=str(run.pk))
        _fail(run, plan, error)
    run.refresh_from_db()
    return run


def _apply(run: Run, plan: Plan) -> None:
    if run.composition is None:
        raise CompositionGone(run)
    for step in plan.steps:
        if not is_carried_out(step):
            raise NothingCarriesOut(step)
    # From here on the run looks at the composition as it is held, not as it was when the worker took the run up.
    head = run.composition = store.locked(run.composition)
    if head.head != run.base_revision and _put_back(run):
        return
    saved = store.apply(head, compile_batch(plan)[1], tag=plan.tag, author=run.author, run_id=run.pk)
    verdict = saved.revision.summary if saved.revision else "Nothing had to change."
    number = saved.revision.number if saved.revision else None
    moment, total = timezone.now(), len(plan.steps)
    run.steps.update(status=StepRow.Status.DONE, finished_at=moment)
    run.move(Run.Status.DONE, verdict=verdict, result_revision=number, finished_at=moment)
    run.approvals.filter(status=Approval.Status.APPROVED).update(status=Approval.Status.CONSUMED)
    ledger.release(run)
    meter = _meter(run, plan)
    ticks = [_tick(plan, index, StepRow.Status.DONE, meter) for index in range(1, total + 1)]
    start: Happening = ("agent_start", {"index": 0, "total": total, "summary": plan.summary})
    done: Happening = ("agent_done", {"index": total, "total": total, "revision": number, "verdict": verdict})
    record_all(run, [start, *ticks, done])


def is_carried_out(step: Step) -> bool:
    """Whether something here does what the step says. The engine's steps are; the verbs beyond it have no hand yet."""
    return step.kind != "capability"


def _put_back(run: Run) -> bool:
    fresh = reassess(run)
    if fresh is not None:
        ledger.release(run)
        reopen(run, fresh, "The composition changed after the approval.")
    return fresh is not None


def _meter(run: Run, plan: Plan) -> dict[str, int | None]:
    """The live meter, in credits; a plan that costs nothing has no budget and asks no account."""
    left = ledger.available(run.workspace) if price(plan, TOOLS).high else None
    return {"creditsSpent": run.credits, "budgetRemaining": left}


def _tick(plan: Plan, index: int, status: str, meter: dict[str, int | None], error: str = "") -> Happening:
    """How the step at a place of the plan (from 1) went, as watchers are told."""
    step = plan.steps[index - 1]
    facts = {"id": step.id, "tool": step.tool, "class": step.step_class, "status": status, "sentence": step.sentence}
    return "agent_step", {"index": index, "total": len(plan.steps), "error": error, **facts, **meter}


def _fail(run: Run, plan: Plan, error: Exception) -> None:
    """Close the run with one clean line that names the step; what is not ours to tell stays in the log. A run that
    another hand has closed in the meantime stays as it is."""
    steps = compile_batch(plan)[0]
    place = error.index if isinstance(error, EngineError) else None
    step = steps[place] if place is not None and place < len(steps) else None
    reason = str(error).splitlines()[0] if isinstance(error, KNOWN) else "An unexpected error; the server's log has it."
    where = f"{step.id} ({step.tool}): " if step else ""
    verdict = f"{where}{reason} Nothing was changed."
    with transaction.atomic():
        if not run.move(Run.Status.FAILED, verdict=verdict, finished_at=timezone.now()):
            return
        ledger.release(run)
        run.steps.exclude(key=step.id if step else "").update(status=StepRow.Status.SKIPPED)
        if step:
            run.steps.filter(key=step.id).update(status=StepRow.Status.FAILED, error=reason)
            place = plan.steps.index(step) + 1
            record_all(run, [_tick(plan, place, StepRow.Status.FAILED, _meter(run, plan), reason)])
        run.approvals.filter(status=Approval.Status.APPROVED).update(status=Approval.Status.CONSUMED)
        record(run, "agent_error", step=step.id if step else None, error=verdict)
