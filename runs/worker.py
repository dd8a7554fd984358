"""The worker beside the server: a few threads that carry runs out, and one that sweeps. It starts with the server, or with
the first run, and dies with it: what it was doing then is taken up by the next."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from time import monotonic
from typing import ParamSpec, TypeVar
from uuid import UUID

import structlog
from django.conf import settings
from django.db import connections

from runs import lease
from tools.away import anew

log = structlog.get_logger()

P = ParamSpec("P")
R = TypeVar("R")

GLANCE = 0.5
"""Seconds between two looks at whether the worker is to stop."""
LATELY = 60.0
"""Seconds, beside the pauses between sweeps, after which a sweeper that has not come round is no longer at work."""


class Worker:
    """Threads over one queue of ids. The queue may hold one twice, or one that is over: whoever takes it up looks.

    `execute` carries one out, `sweep` finds those that nobody is on, `halt` asks the hands at work to give theirs back;
    `threads` names the setting that says how many they are.
    """

    def __init__(
        self,
        execute: Callable[[UUID], object],
        sweep: Callable[[], list[UUID]],
        halt: Callable[[], None] = lease.halt_all,
        threads: str = "RUNS_THREADS",
    ) -> None:
        self._execute, self._sweep, self._halt, self._setting = execute, sweep, halt, threads
        self._rung: SimpleQueue[UUID] = SimpleQueue()
        self._stopping = Event()
        self._threads: list[Thread] = []
        self._swept = monotonic()
        self._lock = Lock()

    def start(self) -> None:
        """Begin to work; again is nothing new."""
        with self._lock:
            if self._threads:
                return
            self._stopping.clear()
            self._swept = monotonic()
            work = [self._sweeps, *[self._carries_out] * getattr(settings, self._setting)]
            self._threads = [Thread(target=one, daemon=True, name=f"worker-{n}") for n, one in enumerate(work)]
            for thread in self._threads:
                thread.start()

    def ring(self, run_id: UUID) -> None:
        """There is one to carry out."""
        self._rung.put(run_id)
        self.start()

    def stop(self, seconds: float) -> bool:
        """Take up no more, ask the hands that are at work to give their runs back, and wait so long for them. Whether all
        have ended."""
        self.halt()
        until = monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))
        ended = not any(thread.is_alive() for thread in self._threads)
        with self._lock:
            self._threads = []
        return ended

    def halt(self) -> None:
        """Take up no more, and ask for what is in hand."""
        self._stopping.set()
        self._halt()

    def works(self) -> bool:
        """Whether its threads are there, and the one that sweeps comes round. One that carries something out may take long."""
        lately = monotonic() - self._swept < LATELY + 2 * settings.RUNS_SWEEP_SECONDS
        return bool(self._threads) and lately and all(thread.is_alive() for thread in self._threads)

    def _carries_out(self) -> None:
        while not self._stopping.is_set():
            try:
                run_id = self._rung.get(timeout=GLANCE)
            except Empty:
                continue
            self._safely(self._execute, run_id)

    def _sweeps(self) -> None:
        while not self._stopping.is_set():
            self._swept = monotonic()
            found = self._safely(self._sweep) or ()
            for run_id in found if self._rung.empty() else ():  # else most of them are rung for already
                self._rung.put(run_id)
            self._stopping.wait(settings.RUNS_SWEEP_SECONDS)

    def _safely(self, work: Callable[P, R], *given: P.args, **named: P.kwargs) -> R | None:
        """Whatever happens to one run, the thread goes on."""
        try:
            return work(*given, **named)
        except Exception:
            log.exception("worker_stumbled")
            return None
        finally:
            connections.close_all()


class Crew:
    """Workers that begin and end together."""

    def __init__(self, *workers: Worker) -> None:
        self.workers = workers

    def start(self) -> None:
        for worker in self.workers:
            worker.start()

    def works(self) -> bool:
        return all(worker.works() for worker in self.workers)

    def stop(self, seconds: float) -> bool:
        """Stop all of them within so many seconds; whether all have ended. What is in hand still is given back."""
        until = monotonic() + seconds
        for worker in self.workers:
            worker.halt()
        ended = [worker.stop(max(0.0, until - monotonic())) for worker in self.workers]
        lease.give_back_all()
        anew()
        return all(ended)
