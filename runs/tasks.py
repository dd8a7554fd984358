"""What the machine does in the background: today, carry out an approved run beside the server or at once."""

from __future__ import annotations

from threading import Thread
from uuid import UUID

from django.conf import settings
from django.db import connections

from runs import executor


def start(run_id: UUID, *, wait: bool = False) -> None:
    """Carry out a run: in a thread of its own, or before this returns (`RUNS_WORKER`, or `wait`)."""
    if wait or settings.RUNS_WORKER == "inline":
        executor.execute(run_id)
    else:
        Thread(target=_execute, args=(run_id,), name=f"run-{run_id}").start()


def _execute(run_id: UUID) -> None:
    try:
        executor.execute(run_id)
    finally:
        connections.close_all()
