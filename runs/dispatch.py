"""One step beyond the engine: reserve, call, settle. Nobody waits for a network inside a transaction.

The call carries the same idempotency key at every try, and its charge is on record (as a reservation) before it. A worker
that dies in the middle leaves a row that says `running`; the next one takes up the same attempt, so nothing is paid twice,
and asks a deliverer what became of it before it delivers again.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar
from uuid import UUID

import structlog
from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from runs import ledger
from runs.deed import Deed, Status
from runs.events import record_all
from runs.headway import Tally
from runs.models import Run
from runs.plan.chain import asset_id, filled
from runs.plan.model import Step
from runs.plan.price import price_of
from runs.recovery import OutOfCredits, StepFailed, reason_of
from runs.refusals import CreditsShort, ForeignPlan
from tools import ingest
from tools.away import AWAY, anew
from tools.capabilities import HANDS
from tools.capabilities.order import Delivered, Deliverer, Halted, Hand, HandFailed, Made, Maker, Order
from tools.catalog import TOOLS
from tools.models import Asset

log = structlog.get_logger()

Answer = TypeVar("Answer")

GLANCE = 0.2
"""Seconds between two looks, while a try is waited for, at whether the run is still wanted."""
UNSEEN = "It was being delivered when its worker died, and nobody can tell whether it arrived. Look there first."


def carry_out(deed: Deed, step: Step) -> None:
    """Make or deliver what a step says; at once when it is done already.

    Raises `StepFailed`, `OutOfCredits`, or `Halted` when the run was cancelled or is no longer ours.
    """
    row = deed.row(step)
    if row.status == Status.DONE:
        return
    hand = HANDS[step.tool]
    if isinstance(hand, Maker) and (asset := _made_before(deed, step)):
        _found(deed, step, asset)
        return
    unseen = row.status == Status.RUNNING
    for tries in range(1, settings.RUNS_STEP_TRIES + 1):
        attempt = _begin(deed, step)
        try:
            with _order(deed, step) as order:
                _put_on_record(deed, step, attempt, _asked(hand, order, unseen))
            return
        except HandFailed as failure:
            _failed(deed, step, failure, tries)
        except Halted as halted:
            raise _stopped(deed, step, halted) from halted
        unseen = True


def _begin(deed: Deed, step: Step) -> int:
    """Put on record that the step is called and hold the most that it may cost; the number of the attempt."""
    most = price_of(step.tool, step.params, TOOLS).high
    try:
        with transaction.atomic():
            run = deed.lease.wanted()
            attempt = ledger.attempt(run, step.id)
            if most:
                ledger.reserve(run, step.id, attempt, most)
            begun = {"status": Status.RUNNING, "tries": models.F("tries") + 1, "error": "", "headway": None}
            run.steps.filter(key=step.id).update(**begun)
            record_all(run, deed.ticks(run, [step], Status.RUNNING))
    except CreditsShort as short:
        raise OutOfCredits(step, str(short), short.needed) from short
    return attempt


@contextmanager
def _order(deed: Deed, step: Step) -> Iterator[Order]:
    """The order of a step, in a folder of its own, with the lease kept while it is carried out and makes headway."""
    folder = Path(tempfile.mkdtemp(prefix="greenlight-"))
    ids = {made: str(asset["id"]) for made, asset in deed.assets().items()}
    tally = Tally(deed.lease, step.id)
    try:
        with deed.lease.kept(settings.RUNS_STEP_SECONDS, settings.RUNS_STEP_MOST_SECONDS, tally.keep) as check:
            yield Order(
                tool=step.tool,
                params=filled(step.params, ids),
                key=f"{deed.run.pk}:{asset_id(deed.plan, step)}",
                workspace=deed.run.workspace_id,
                folder=folder,
                composition=deed.run.composition_id,
                revision=deed.run.result_revision or deed.run.base_revision,
                check=check,
                tell=tally.tell,
            )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _asked(hand: Hand, order: Order, unseen: bool) -> Made | Delivered:
    """What the hand answers. A delivery whose last try nobody saw the end of is looked for before it is repeated."""
    order.check()
    if isinstance(hand, Maker):
        ingest.admit(order.workspace, f"what {order.tool} makes")
        return _said(hand.make, order)
    return (_found_out(hand, order) if unseen else None) or _said(hand.deliver, order)


def _found_out(hand: Deliverer, order: Order) -> Delivered | None:
    """What an earlier try has delivered; raises `HandFailed` where nobody can tell."""
    if hand.find is None:
        raise HandFailed(UNSEEN, "unknown", billed=True)
    return _said(hand.find, order)


def _said(ask: Callable[[Order], Answer], order: Order) -> Answer:
    """The answer of a hand; whatever breaks in it is a failure of its step."""
    try:
        return ask(order)
    except (HandFailed, Halted, *AWAY):
        raise
    except Exception as error:
        log.exception("hand_broke", tool=order.tool)
        raise HandFailed(reason_of(error), "unknown") from error


def _put_on_record(deed: Deed, step: Step, attempt: int, outcome: Made | Delivered) -> None:
    """Keep what a call came to, and wait for a database that is away: nobody else knows of it, and it may be paid for."""
    kept: Asset | Delivered | None = None
    until = monotonic() + settings.RUNS_STEP_SECONDS
    while True:
        anew()  # the session of before may have ended during the call
        try:
            if kept is None:
                kept = _file(deed, step, outcome) if isinstance(outcome, Made) else outcome
            if deed.row(step).status != Status.DONE:  # a commit that was not heard of may have gone through
                _keep(deed, step, attempt, outcome, kept)
            return
        except AWAY as away:
            if monotonic() > until:
                raise
            log.warning("not_on_record_yet", run=str(deed.run.pk), step=step.id, error=type(away).__name__)
        deed.lease.ours()
        sleep(GLANCE)


def _file(deed: Deed, step: Step, made: Made) -> Asset:
    """What was made as an asset whose files are in their place and whose row is not saved yet."""
    with transaction.atomic():
        deed.lease.hold()  # a hand that has lost its run must not write over the files of the next one
    said = {"tool": step.tool, "params": step.params, "run": str(deed.run.pk), "step": step.id}
    return ingest.ready(deed.run.workspace, UUID(asset_id(deed.plan, step)), made, said, deed.run.pk)


def _keep(deed: Deed, step: Step, attempt: int, outcome: Made | Delivered, kept: Asset | Delivered) -> None:
    """Charge what it cost, keep what it came to and say so: all at once."""
    cost = price_of(step.tool, step.params, TOOLS)
    with transaction.atomic():
        run = deed.lease.hold()
        if cost.high:
            actual = cost.expected if outcome.credits is None else outcome.credits
            ledger.settle(run, step.id, attempt, max(0, min(actual, cost.high)))
        if isinstance(kept, Asset):
            kept.save(force_insert=True)
        _done(deed, run, step, _facts(kept))


def _made_before(deed: Deed, step: Step) -> Asset | None:
    try:
        return deed.asset(step)
    except ForeignPlan as foreign:
        raise StepFailed(step, foreign) from foreign


def _found(deed: Deed, step: Step, asset: Asset) -> None:
    """What was made for an earlier card of this plan is paid already."""
    with transaction.atomic():
        run = deed.lease.hold()
        ledger.release(run, step.id)
        _done(deed, run, step, _facts(asset))


def _done(deed: Deed, run: Run, step: Step, facts: dict[str, Any]) -> None:
    done = {"status": Status.DONE, "outcome": facts, "error": "", "headway": None, "finished_at": timezone.now()}
    run.steps.filter(key=step.id).update(**done)
    record_all(run, deed.ticks(run, [step], Status.DONE))


def _facts(kept: Asset | Delivered) -> dict[str, Any]:
    if isinstance(kept, Delivered):
        return {**kept.facts, "where": kept.where}
    return {"assetId": str(kept.pk), "name": kept.name, "placeholder": bool(kept.provenance.get("placeholder"))}


def _failed(deed: Deed, step: Step, failure: HandFailed, tries: int) -> None:
    """Wait for the next try, or raise what ends the run or pauses it.

    The attempt stays open until whoever catches it closes it with the run, in one transaction: a worker that died between
    the two would begin a new attempt, and pay or send what this one has paid or sent.
    """
    if failure.kind == "transient" and tries < settings.RUNS_STEP_TRIES and _repeatable(HANDS[step.tool]):
        wait = failure.wait if failure.wait is not None else settings.RUNS_BACKOFF_SECONDS * 4 ** (tries - 1)
        _say(deed, step, failure, "retry", tries, wait)
        _wait(deed, wait)
        return
    if failure.kind == "quota":
        raise OutOfCredits(step, str(failure), billed=failure.billed) from failure
    raise StepFailed(step, failure, tries) from failure


def _repeatable(hand: Hand) -> bool:
    """Whether asking again does no harm: a deliverer that cannot tell what it has delivered may have delivered it."""
    return isinstance(hand, Maker) or hand.find is not None


def _stopped(deed: Deed, step: Step, halted: Halted) -> Exception:
    """What a call that was ended from here comes to. A step whose run is no longer ours is left as it is, and so is a
    cancelled one whose hand can still tell what became of it: see `account_for`."""
    if halted.why in ("stuck", "late"):
        return StepFailed(step, HandFailed(_overdue(halted.why), "unknown", billed=halted.billed))
    hand = HANDS[step.tool]
    if halted.why == "cancelled" and (isinstance(hand, Maker) or hand.find is None):
        with transaction.atomic():
            run = deed.lease.hold()
            close(run, step, billed=halted.billed)
            run.steps.filter(key=step.id).update(status=Status.PENDING)
    return halted


def _overdue(why: str) -> str:
    if why == "stuck":
        return f"It made no headway for {settings.RUNS_STEP_SECONDS} seconds."
    return f"It took longer than {settings.RUNS_STEP_MOST_SECONDS} seconds."


def close(run: Run, step: Step, *, billed: bool) -> None:
    """Close the attempt of a step that came to nothing, inside the caller's transaction: charged where its provider has
    taken the money, else let go."""
    cost = price_of(step.tool, step.params, TOOLS)
    if billed and cost.high:
        ledger.settle(run, step.id, ledger.attempt(run, step.id), cost.expected)
    ledger.release(run, step.id)


def account_for(deed: Deed, *, billed: bool) -> None:
    """Before a cancelled run is closed: keep and charge what has left the house though no worker saw it arrive.

    Raises `StepFailed` when nobody can tell, and `Halted` when another hand has the run.
    """
    under_way = set(deed.run.steps.filter(status=Status.RUNNING).values_list("key", flat=True))
    for step in deed.plan.steps:
        hand = HANDS.get(step.tool)
        if step.id not in under_way or not isinstance(hand, Deliverer):
            continue
        try:
            with _order(deed, step) as order:
                found = _found_out(hand, replace(order, check=deed.lease.ours))
        except HandFailed as failure:
            raise StepFailed(step, failure) from failure
        if found:
            _keep(deed, step, ledger.attempt(deed.run, step.id), found, found)
        elif billed:
            with transaction.atomic():
                close(deed.lease.hold(), step, billed=True)


def _say(deed: Deed, step: Step, failure: HandFailed, action: str, tries: int, wait: float) -> None:
    with transaction.atomic():
        run = deed.lease.hold()
        told = {
            "step": step.id, "tool": step.tool, "kind": failure.kind, "action": action, "attempt": tries, "wait": wait,
            "reason": reason_of(failure),
        }  # fmt: skip
        record_all(run, [("agent_recovery", told)])


def _wait(deed: Deed, seconds: float, nap: Callable[[float], None] = sleep) -> None:
    """Wait for the next try and keep the lease meanwhile; raises `Halted`."""
    until = monotonic() + seconds
    with deed.lease.kept(seconds + settings.RUNS_STEP_SECONDS) as check:
        while (left := until - monotonic()) > 0:
            check()
            nap(min(left, GLANCE))
