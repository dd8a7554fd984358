"""Where the stories are played: a database and a folder of the harness's own, and a forked process for every act."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.chaos.tape import TAPE, wire
from benchmarks.databases import fresh

MOST_TRIES = 12
"""How often an act is begun again. Whoever needs more is caught in a circle."""
LEASE, SWEEP = 3, 1
REDIS = "redis://127.0.0.1:6379/13"
MEMORY = "/dev/shm"
"""Files may lie in memory where there is such a folder: processes are killed here, and never the machine."""


@contextmanager
def raised(database: str) -> Iterator[Path]:
    """Django on a fresh database, with the verbs of the stories. The folder that all files are in."""
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None
    settings = {
        "RUNS_LEASE_SECONDS": LEASE,
        "RUNS_SWEEP_SECONDS": SWEEP,
        "RUNS_BACKOFF_SECONDS": 0,
        "WORKSPACE_START_CREDITS": 0,
        "DATABASE_POOL": 0,  # a pool has threads, and they do not outlive a fork
    }
    broker = os.environ.get("REDIS_URL") or REDIS
    with fresh(
        database,
        memory,
        REDIS_URL="",
        CELERY_BROKER_URL=broker,
        **{name: str(value) for name, value in settings.items()},
    ) as folder:
        os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
        prepared()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        try:
            yield folder
        finally:
            part()
            shutil.rmtree(folder, ignore_errors=True)


def prepared() -> None:
    """Django in this process, with the verbs of the stories."""
    import django

    django.setup()
    import structlog

    from benchmarks.chaos import hands

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    hands.take_on()
    if book := os.environ.get("CHAOS_BOOK"):
        hands.WORLD.path, hands.WORLD.seconds = Path(book), float(os.environ["CHAOS_SECONDS"])


def wired(folder: Path) -> None:
    """Every point in its place. Nobody is rung for: the stories say when a worker begins."""
    from benchmarks.chaos import hands
    from runs import tasks
    from tools import ingest

    taking = import_module(ingest.ready.__module__)
    hands.PICTURE.update(taking.probe(hands.drawn(folder), "Picture", poster=folder / "poster.png"))
    tasks.start = lambda *_, **__: None
    wire()
    taking.probe = hands.look


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a story: its scene, the points that were passed, how many processes were killed, what broke."""

    scene: Any
    points: list[str]
    kills: int
    broke: list[str]


def play(story: Any, folder: Path, kills: Collection[int] = ()) -> Played:
    """Play a story in a world of its own, killed at these points."""
    from benchmarks.chaos import hands, stories

    scene = stories.begin(story)
    hands.WORLD.path, tape = folder / f"{scene.run_id}.world", folder / f"{scene.run_id}.tape"
    died, broke = 0, list[str]()
    for act in story.acts:
        known, deaths = (Path(os.devnull), ()) if act in stories.CALM else (tape, kills)
        for _ in range(MOST_TRIES):
            signal_, wrong = _in_a_process(partial(act, scene), known, deaths)
            died += bool(signal_)
            broke += [f"the act “{act.__name__}” broke: {wrong}"] if wrong else []
            if not signal_:
                break
        else:
            broke.append(f"the act “{act.__name__}” never came to an end")
    return Played(scene, tape.read_text().splitlines(), died, broke)


def _in_a_process(work: Callable[[], None], tape: Path, kills: Collection[int]) -> tuple[int, str]:
    """Do something in a process of its own: the signal that ended it, and what went wrong in its own words."""
    part()
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        os.close(reads)
        _as_a_child(work, tape, kills, writes)
    os.close(writes)
    with os.fdopen(reads) as told:
        wrong = told.read()
    return os.WTERMSIG(status) if os.WIFSIGNALED(status := os.waitpid(child, 0)[1]) else 0, wrong


def _as_a_child(work: Callable[[], None], tape: Path, kills: Collection[int], told: int) -> None:
    from tools import store

    try:
        store.RECENT.clear()
        TAPE.load(tape, kills)
        work()
    except BaseException as error:
        trace = traceback.extract_tb(error.__traceback__)[-1]
        os.write(told, f"{type(error).__name__}: {error} ({Path(trace.filename).name}:{trace.lineno})".encode())
    finally:
        part()
        sys.stdout.flush()
        os._exit(0)


def part() -> None:
    """A connection that two processes share is no connection."""
    from django.db import connections

    connections.close_all()
