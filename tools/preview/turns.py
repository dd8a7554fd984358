"""How many may draw at once in this process, and what is said to those who would have to wait too long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

STILLS = BoundedSemaphore(2)
FILMS = BoundedSemaphore(1)
GLANCE = 0.2
"""Seconds between two looks at whether the turn is still wanted."""


class Busy(Exception):
    """As many as may are drawing already."""

    code = "PREVIEW_BUSY"

    def __init__(self) -> None:
        super().__init__("The server is busy drawing for others. Try again in a moment.")


@contextmanager
def turn(of: BoundedSemaphore, check: Callable[[], None]) -> Iterator[None]:
    """Wait for a turn; what `check()` raises ends the waiting."""
    while not of.acquire(timeout=GLANCE):
        check()
    try:
        yield
    finally:
        of.release()
