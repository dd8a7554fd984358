"""What the machine does in the background: carry out approved runs, and sweep up what was left lying.

The rows are the truth; a queue only wakes somebody who reads them. A ring that is lost costs the time to the next sweep.
"""

from __future__ import annotations

from time import sleep
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import F

from runs import cards, executor, queue
from runs.events import record_all
from runs.models import Approval, Run
from runs.worker import Crew, Worker
from tools import jobs
from tools.ingest import work

log = structlog.get_logger()

MOST_SWEPT = 100
GLANCE = 0.2
"""Seconds between two looks at whether it is a run's turn."""


def start(run_id: UUID, *, wait: bool = False) -> None:
    """Have a run carried out: before this returns (`wait`), or by whom RUNS_WORKER says."""
    if wait or settings.RUNS_WORKER == "inline":
        while _still_to_do(executor.execute(run_id)):
            sleep(GLANCE)
    elif settings.RUNS_WORKER == "thread":
        WORKER.ring(run_id)
    else:
        queue.ring(run_id)


def _still_to_do(run: Run) -> bool:
    """Whether its turn has not come; or its hand had to leave it, where no other will come by."""
    left = run.status == Run.Status.RUNNING and run.lease_until is None and settings.RUNS_WORKER == "inline"
    return left or run.status == Run.Status.APPROVED


def attend(id: UUID) -> None:
    """Have media attended to that came in (`tools.ingest.work`), by whom RUNS_WORKER says."""
    if settings.RUNS_WORKER == "inline":
        work.do(id)
    elif settings.RUNS_WORKER == "thread":
        MEDIA_WORKER.ring(id)
    else:
        queue.ring(id, queue.ATTEND)


def sweep() -> list[UUID]:
    """Close cards whose time is over, wake runs that waited for credits, and find every run that no hand is on: one whose
    ring was lost, or whose worker has died. The runs to carry out, oldest first."""
    _expire_cards()
    _wake_paused()
    return list(
        Run.objects.waiting().order_by("created_at").values_list("pk", flat=True)[:MOST_SWEPT]
    )  # fmt: skip


def _expire_cards() -> None:
    for run_id in list(Approval.objects.late().values_list("run", flat=True)[:MOST_SWEPT]):
        with transaction.atomic():
            cards.expire(Run.objects.select_for_update(of=("self",)).get(pk=run_id))


def _wake_paused() -> None:
    """A top-up continues what waited for it; what waits for a provider's quota, a person continues."""
    able = Run.objects.filter(status=Run.Status.PAUSED, waits_for__lte=F("workspace__account__balance"))
    for run in able.order_by("created_at")[:MOST_SWEPT]:
        go_on(run)


@transaction.atomic
def go_on(run: Run) -> bool:
    """Put a paused run back to those that are under way; false when it is not paused (any more)."""
    went = run.move(Run.Status.RUNNING, waits_for=None, verdict="")
    if went:
        record_all(
            run, [("agent_recovery", {"step": None, "kind": "quota", "action": "resume", "attempt": run.epoch + 1})]
        )
    return went


WORKER = Worker(executor.execute, sweep)
"""The worker of this process. It begins with the server, or with the first run that is rung for."""
MEDIA_WORKER = Worker(work.do, work.waiting, halt=jobs.halt_all, threads="MEDIA_THREADS")
"""Another, so that no run waits for a film to be encoded."""
CREW = Crew(WORKER, MEDIA_WORKER)
"""All that works beside a server."""
