"""The points at which a process may die: a tape that counts them as they are passed, and kills where it was told to."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Collection
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

POINTS = {
    # point: (owner, name, when)
    "decided, not committed": ("runs.actions", "_decide", "after"),
    "approved, nobody rung": ("runs.tasks", "start", "before"),
    "cancel asked": ("runs.actions", "cancel", "after"),
    "lease taken, not committed": ("runs.lease:Lease", "take", "after"),
    "taken up": ("runs.executor", "_taken_up", "after"),
    "before the reserve": ("runs.dispatch", "_begin", "before"),
    "reserved, not committed": ("runs.ledger", "reserve", "after"),
    "before the call": ("runs.dispatch", "_asked", "before"),
    "in the call, before it counts": ("benchmarks.chaos.hands", "knock", "after"),
    "in the call, after it counts": ("benchmarks.chaos.hands", "leave", "before"),
    "after the call": ("runs.dispatch", "_asked", "after"),
    "file copied": ("benchmarks.chaos.hands", "look", "before"),
    "file placed": ("tools.ingest", "ready", "after"),
    "charged, not committed": ("runs.ledger", "settle", "after"),
    "step kept": ("runs.dispatch", "_keep", "after"),
    "failure on its way": ("runs.dispatch", "_failed", "before"),
    "retry on record": ("runs.dispatch", "_say", "after"),
    "before the batch": ("runs.executor", "_apply", "before"),
    "batch made, not committed": ("tools.store", "apply", "after"),
    "batch in": ("runs.executor", "_apply", "after"),
    "event written, not committed": ("runs.events", "wake_on_commit", "before"),
    "before the end": ("runs.executor", "_finish", "before"),
    "failing": ("runs.executor", "_fail", "before"),
    "failed": ("runs.executor", "_fail", "after"),
    "pausing": ("runs.executor", "_pause", "before"),
    "paused": ("runs.executor", "_pause", "after"),
    "halting": ("runs.executor", "_halted", "before"),
    "card reopened, not committed": ("runs.executor", "reopen", "after"),
    "woken": ("runs.tasks", "go_on", "after"),
    "credits moved, not committed": ("runs.ledger", "_move", "after"),
    "granted": ("runs.ledger", "grant", "after"),
    "one revision taken back, not committed": ("tools.history", "undo", "after"),
    "undone": ("runs.actions", "undo", "after"),
    "before a commit": ("django.db.backends.base.base:BaseDatabaseWrapper", "_commit", "before"),
    "after a commit": ("django.db.backends.base.base:BaseDatabaseWrapper", "_commit", "after"),
}  # fmt: skip
"""Every point by its name: before or after which function. One that is gone stops the harness, by name."""


class Tape:
    """The points that a story has passed so far, in a file that outlives whoever is killed."""

    def __init__(self) -> None:
        self._path, self._kills, self.count = Path(os.devnull), frozenset[int](), 0

    def load(self, path: Path, kills: Collection[int]) -> None:
        """Go on after what is on the file already; kill at these places, counted from one."""
        self._path, self._kills = path, frozenset(kills)
        self.count = len(self.passed())

    def passed(self) -> list[str]:
        return self._path.read_text().splitlines() if self._path.exists() else []

    def point(self, name: str) -> None:
        """Pass a point, or die there."""
        self.count += 1
        with self._path.open("a") as file:
            file.write(f"{name}\n")
        if self.count in self._kills:
            os.kill(os.getpid(), signal.SIGKILL)


TAPE = Tape()


def wire() -> None:
    """Put every point in its place."""
    for name, (owner, function, when) in POINTS.items():
        module, _, inside = owner.partition(":")
        found = import_module(module)
        found = getattr(found, inside) if inside else found
        setattr(found, function, _pointed(found, function, name, when))


def _pointed(owner: Any, function: str, name: str, when: str) -> Any:
    work: Callable[..., Any] = getattr(owner, function)  # a class method comes bound, and stays so

    @wraps(work)
    def passing(*given: Any, **named: Any) -> Any:
        if when == "before":
            TAPE.point(name)
        result = work(*given, **named)
        if when == "after":
            TAPE.point(name)
        return result

    return staticmethod(passing) if hasattr(work, "__self__") else passing
