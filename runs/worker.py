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

log = structlog.get_logger()

P = ParamSpec("P")
R = TypeVar("R")

GLANCE = 0.5
"""Seconds between two looks at whether the worker is to stop."""


class Worker:
    """Threads over one queue of run ids. The queue may hold a run twice, or one that is over: whoever takes it up looks."""

    def __init__(self, execute: Callable[[UUID], object], sweep: Callable[[], list[UUID]]) -> None:
        self._execute, self._sweep = execute, sweep
        self._rung: SimpleQueue[UUID] = SimpleQueue()
        self._stopping = Event()
        self._threads: list[Thread] = []
        self._lock = Lock()

    def start(self) -> None:
        """Begin to work; again is nothing new."""
        with self._lock:
            if self._threads:
                return
            self._stopping.clear()
            work = [self._sweeps, *[self._carries_out] * settings.RUNS_THREADS]
            self._threads = [Thread(target=one, daemon=True, name=f"worker-{n}") for n, one in enumerate(work)]
            for thread in self._threads:
                thread.start()

    def ring(self, run_id: UUID) -> None:
        """There is a run to carry out."""
        self._rung.put(run_id)
        self.start()

    def stop(self, seconds: float) -> bool:
        """Take up no more, ask the hands that are at work to give their runs back, and wait so long for them. Whether all
        have ended; a run whose thread is still at it is taken up by another worker when its lease is over."""
        self._stopping.set()
        lease.halt_all()
        until = monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))
        ended = not any(thread.is_alive() for thread in self._threads)
        with self._lock:
            self._threads = []
        return ended

    def _carries_out(self) -> None:
        while not self._stopping.is_set():
            try:
                run_id = self._rung.get(timeout=GLANCE)
            except Empty:
                continue
            self._safely(self._execute, run_id)

    def _sweeps(self) -> None:
        while not self._stopping.is_set():
            for run_id in self._safely(self._sweep) or ():
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
