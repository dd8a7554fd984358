"""Work that rows wait for: whoever has a hand free takes a row for a while, and does what it waits for.

The rows are the truth. A hold that is not renewed runs out, so a worker that dies costs time and nothing else; and a row
whose workers have died several times is left alone, because what is in it may be what they die of.
"""

from __future__ import annotations

from datetime import timedelta
from time import monotonic
from typing import Any, Generic, TypeVar
from uuid import UUID, uuid4

from django.db import models
from django.utils import timezone

HELD = timedelta(seconds=30)
RENEWED = 5.0
"""Seconds between two looks at whether the row is still ours."""
MOST_TRIES = 3


class Lost(Exception):
    """The work is no longer ours to do: its row is gone, another hand has it, or this process is to end."""


class Job(models.Model):
    """A row that waits for something to be done; which of them do, their state says."""

    holder: models.UUIDField[UUID | None, UUID | None] = models.UUIDField(null=True, editable=False)
    held_until = models.DateTimeField(null=True, editable=False)
    tries = models.PositiveSmallIntegerField(default=0, editable=False)
    done = models.FloatField(default=0, editable=False, help_text="The part of the work that is done, 0 to 1.")

    class Meta:
        abstract = True


J = TypeVar("J", bound=Job)
Q = models.Q

_hands: set[Hand[Any]] = set()


def free() -> Q:
    """Whom no hand is on."""
    return Q(held_until=None) | Q(held_until__lte=timezone.now())


def waiting(rows: models.QuerySet[J], most: int = 100) -> list[UUID]:
    """The ids of rows to be taken up, in their order."""
    return list(rows.filter(free(), tries__lt=MOST_TRIES).values_list("pk", flat=True)[:most])


def given_up(rows: models.QuerySet[J]) -> models.QuerySet[J]:
    """Rows whose workers have died too often."""
    return rows.filter(free(), tries__gte=MOST_TRIES)


def take(rows: models.QuerySet[J], id: UUID) -> Hand[J] | None:
    """Take up one of these rows; None where it is not among them (any more), or in other hands."""
    mine = uuid4()
    wanted = rows.filter(free(), pk=id, tries__lt=MOST_TRIES)
    if not wanted.update(holder=mine, held_until=timezone.now() + HELD, tries=models.F("tries") + 1, done=0):
        return None
    row = rows.filter(pk=id, holder=mine).first()
    return Hand(row, mine) if row else None


def halt_all() -> None:
    """Have every hand of this process let go at its next check."""
    for hand in list(_hands):
        hand.halted = True


class Hand(Generic[J]):
    """A row in our hands. Use it as a context: whatever ends the work, the row is free again afterwards."""

    def __init__(self, row: J, holder: UUID) -> None:
        self.row, self.holder = row, holder
        self.halted = False
        self._looked = monotonic()
        self._done = 0.0

    def __enter__(self) -> Hand[J]:
        _hands.add(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        """A worker that was told to stop, or whose work was lost, has not failed at it."""
        _hands.discard(self)
        again = {"tries": models.F("tries") - 1} if kind is not None and issubclass(kind, Lost) else {}
        self._mine().update(holder=None, held_until=None, **again)

    def check(self) -> None:
        """Say that the work goes on; raises Lost when it is to end. Cheap, to be called often."""
        if self.halted:
            raise Lost
        if monotonic() - self._looked > RENEWED:
            self._looked = monotonic()
            if not self._mine().update(held_until=timezone.now() + HELD, done=self._done):
                raise Lost

    def progress(self, part: float) -> None:
        """How much is done; written with the next renewal."""
        self._done = part

    def settle(self, **fields: Any) -> None:
        """Write what came of the work; raises Lost when it is no longer ours, and writes nothing."""
        if not self._mine().update(**fields):
            raise Lost

    def _mine(self) -> models.QuerySet[J]:
        manager: models.Manager[J] = type(self.row)._default_manager
        return manager.filter(pk=self.row.pk, holder=self.holder)
