"""The distributed engine, for those who run several machines: Celery, woken over a broker. `RUNS_WORKER=celery` uses it.

    celery -A runs.queue worker --concurrency 4       as many as you like
    celery -A runs.queue beat                         one: it rings for the sweep

A message carries a run's id and nothing else. It may be lost, doubled or late: the rows say what there is to do.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Timer
from typing import Any
from uuid import UUID

import structlog

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

log = structlog.get_logger()

SWEPT = "runs.swept"
CARRY_OUT, ATTEND = "runs.carry_out", "runs.attend"
"""What a worker is woken for: a run, or media that came in."""
TO_END = signal.SIGUSR2
"""How a worker tells its processes that it ends; SIGTERM would kill them, and SIGUSR1 is Celery's own."""


@cache
def engine() -> Any:
    """The Celery application of this process; raises `ImportError` naming the extra where Celery is not installed."""
    try:
        from celery import Celery
        from celery.signals import worker_process_init, worker_shutting_down
    except ImportError:
        raise ImportError("RUNS_WORKER=celery needs the extra: uv sync --extra celery") from None
    from django.conf import settings

    app = Celery("greenlight", broker=settings.CELERY_BROKER_URL)
    app.conf.update(
        task_ignore_result=True,
        worker_prefetch_multiplier=1,
        broker_connection_retry_on_startup=True,
        # A worker that kept unanswered messages for later would die of the restart of its Redis: the client gives them back
        # over the connection that is gone.
        broker_transport_options={
            "max_retries": 1,
            "socket_timeout": 5,
            "socket_connect_timeout": 5,
            "ack_emulation": False,
        },
        beat_schedule={"sweep": {"task": "runs.sweep", "schedule": float(settings.RUNS_SWEEP_SECONDS)}},
        beat_schedule_filename=str(settings.DATA_DIR / "celerybeat"),
    )
    worker_shutting_down.connect(_stop_hands)
    worker_process_init.connect(_listen)
    app.task(name=CARRY_OUT)(carry_out)
    app.task(name=ATTEND)(attend)
    app.task(name="runs.sweep")(sweep)
    return app


def ring(run_id: UUID, task: str = CARRY_OUT) -> None:
    """Wake a worker for a run, or for media. Whatever keeps a ring from arriving is said in the log, and the next sweep
    finds it: the approval has been given, and is not to look as if it had failed."""
    try:
        engine().send_task(task, args=[str(run_id)], retry=False)
    except Exception as error:
        log.warning("ring_lost", run=str(run_id), reason=type(error).__name__)


def carry_out(run_id: str) -> None:
    """What a worker does when it is woken for a run."""
    from runs import executor

    executor.execute(UUID(run_id))


def attend(id: str) -> None:
    """What a worker does when it is woken for media."""
    from tools.ingest import work

    work.do(UUID(id))


def sweep() -> None:
    """What a worker does when beat wakes it."""
    from runs import tasks
    from tools.ingest import work

    _told()
    for run_id in tasks.sweep():
        ring(run_id)
    for id in work.waiting():
        ring(id, ATTEND)


def _told() -> None:
    """Leave word that somebody swept. Nobody stops working because the cache cannot be reached."""
    from django.conf import settings
    from django.core.cache import cache as shared

    with suppress(Exception):
        shared.set(SWEPT, True, timeout=60 + 2 * settings.RUNS_SWEEP_SECONDS)


def _stop_hands(**_: Any) -> None:
    """A worker that is told to stop has its hands give back what they hold: those of its processes, and its own."""
    from billiard import active_children

    for process in active_children():
        os.kill(process.pid, TO_END)
    _give_back()


def _listen(**_: Any) -> None:
    """In a process of a worker: hear that it is to end."""
    signal.signal(TO_END, lambda *_: _give_back())


def _give_back() -> None:
    """Ask the hands of this process, and do it for them where they do not listen within SHUTDOWN_SECONDS."""
    from django.conf import settings

    from runs import lease
    from tools import jobs

    lease.halt_all()
    jobs.halt_all()
    late = Timer(settings.SHUTDOWN_SECONDS, lease.give_back_all)
    late.daemon = True
    late.start()


def works() -> bool | None:
    """Whether beat and a worker are there: they have swept lately. None where no cache is shared that could tell."""
    from django.conf import settings
    from django.core.cache import cache as shared

    return bool(shared.get(SWEPT)) if settings.REDIS_URL else None


def __getattr__(name: str) -> Any:
    """`celery -A runs.queue` looks for `app`; whoever does not run Celery never loads it."""
    if name in ("app", "celery"):
        # The script `celery` has the project on its path only while it finds this file.
        sys.path.append(str(Path(__file__).resolve().parents[1]))
        return engine()
    raise AttributeError(name)
