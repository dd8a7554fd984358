"""Random blows: several runs at once, and a worker that is killed, or whose database sessions are ended, again and again at no
particular moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from random import Random
from time import monotonic, sleep

from django.conf import settings
from django.db import connection

from benchmarks.chaos import crew, hands, stage, stories
from benchmarks.chaos.stories import Scene, Story
from runs import lease, tasks
from runs.models import Run

CALL = 0.15
"""Seconds that a call takes, so that most kills hit one."""
BEAT = CALL / 10
"""Seconds between two beats of a lease here, so that a kill may hit what a step says of its headway."""
SOON, MOST_SECONDS = 20.0, 180.0
AT_MOST = 0.6
"""Seconds that a worker lives at most, from its first call on."""

Start = Callable[[], int]
"""Begins a worker; the id of its process group."""


def storm(story: Story, count: int, kills: int, start: Start, random: Random) -> tuple[list[Scene], int]:
    """Have so many plays of a story carried out at once by workers that die so many times, and then by one that lives; the
    plays, and how many workers died at work."""
    scenes, died = _approved(story, count), 0
    for _ in range(kills * 2):
        if died == kills or not _under_way(scenes):
            break
        worker, before = start(), _calls()
        at_work = _until(lambda before=before: _calls() > before or not _under_way(scenes), SOON)
        sleep(random.uniform(0, AT_MOST))
        died += bool(at_work and _under_way(scenes))
        _end(worker)
    _seen_through(scenes, start())
    return scenes, died


def cut_off(story: Story, count: int, blows: int, random: Random) -> tuple[list[Scene], int]:
    """The same by one worker that lives, while PostgreSQL ends every session but ours so many times; how many sessions."""
    scenes, ended = _approved(story, count), 0
    worker = thread_worker()
    for _ in range(blows):
        sleep(random.uniform(0, AT_MOST))
        ended += _end_sessions() if _under_way(scenes) else 0
    _seen_through(scenes, worker)
    return scenes, ended


def _approved(story: Story, count: int) -> list[Scene]:
    scenes = [stories.begin(story) for _ in range(count)]
    for scene in scenes:
        stories.approve(scene)
        crew.ring(scene.run_id)
    return scenes


def _seen_through(scenes: list[Scene], worker: int) -> None:
    _until(lambda: not _under_way(scenes), MOST_SECONDS)
    _end(worker)
    for scene in scenes:
        stories.undo(scene)


def _end_sessions() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


def _under_way(scenes: list[Scene]) -> bool:
    return Run.objects.filter(pk__in=[scene.run_id for scene in scenes], status__in=Run.UNDER_WAY).exists()


def _calls() -> int:
    return hands.WORLD.count("asked").total()


def _until(so: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is so, for so many seconds at most; whether it is."""
    until = monotonic() + seconds
    while not so():
        if monotonic() > until:
            return False
        sleep(0.05)
    return True


def thread_worker() -> int:
    """A process that does what the worker beside a server does."""
    stage.part()
    if child := os.fork():
        return child
    os.setpgid(0, 0)
    hands.WORLD.seconds, lease.BEAT = CALL, BEAT
    settings.RUNS_WORKER = "thread"
    tasks.WORKER.start()
    while True:
        sleep(60)


def celery_worker() -> int:
    """The distributed engine with a beat of its own."""
    engine = [sys.executable, "-m", "celery", "-A", "benchmarks.chaos.crew"]
    command = [*engine, "worker", "-B", "-c", "2", "-l", "ERROR"]
    told = {"CHAOS_BOOK": str(hands.WORLD.path), "CHAOS_SECONDS": str(CALL), "RUNS_WORKER": "celery"}
    schedule = str(hands.WORLD.path.with_suffix(".beat"))
    return subprocess.Popen(
        [*command, "-s", schedule], env={**os.environ, **told}, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ).pid  # fmt: skip


WORKERS: list[tuple[str, Start, int]] = [("a thread worker", thread_worker, 12), ("a celery worker", celery_worker, 4)]
"""Which workers there are, and how often each is killed."""
BLOWS = 20
"""How often all sessions are ended."""


def _end(group: int) -> None:
    """SIGKILL, to the worker and to whatever it has begun."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:  # it has not got as far as to have a group
        os.kill(group, signal.SIGKILL)
    os.waitpid(group, 0)
