"""How far a step under way is: told by its hand as often as it likes, kept in the step's own row once in a while.

It is no event: the log tells what happened, and must not grow with the frames of a film. The row is written in place, at the
beats of the lease and under its epoch, so a hand that has lost its run writes nothing; every door reads the row beside the
log, and whoever comes back sees the newest.
"""

from __future__ import annotations

from typing import Self

import structlog
from django.db import Error, transaction
from pydantic import Field

from runs.lease import Lease
from runs.models import Step
from runs.plan.model import Shape
from runs.wording import how_far
from tools.capabilities.order import Unit

log = structlog.get_logger()


class Headway(Shape):
    """So many frames, seconds or bytes are done, of so many."""

    done: int
    of: int = Field(description="0: nobody knows.")
    unit: Unit

    @classmethod
    def at(cls, row: Step) -> Self | None:
        """How far a step is; None for one that is not under way, or has told nothing."""
        return cls.model_validate(row.headway) if row.headway and row.status == Step.Status.RUNNING else None

    @property
    def words(self) -> str:
        return how_far(self.done, self.of, self.unit)

    def worth_telling(self, before: Headway | None) -> bool:
        """Whether it differs by a hundredth, or is the last."""
        if before is None or (self.of, self.unit) != (before.of, before.unit):
            return True
        return self != before and (self.done == self.of or abs(self.done - before.done) * 100 >= self.of)


class Tally:
    """What the hand of a step has told, and what of it is on record."""

    def __init__(self, lease: Lease, step: str) -> None:
        self._lease, self._step = lease, step
        self._told: Headway | None = None
        self._kept: Headway | None = None

    def tell(self, done: int, of: int, unit: Unit) -> None:
        """Take note of how far it is. Saying the same again is no headway."""
        told = Headway(done=min(done, of) if of else done, of=of, unit=unit)
        if told != self._told:
            self._told = told
            self._lease.moved()

    def keep(self) -> None:
        """Put the newest on record, if it is worth it and the run is ours. A step never fails for want of this."""
        told = self._told
        if told is None or not told.worth_telling(self._kept):
            return
        try:
            with transaction.atomic():
                if self._lease.renew():
                    mine = Step.objects.filter(run=self._lease.run_id, key=self._step, status=Step.Status.RUNNING)
                    mine.update(headway=told.wire())
            self._kept = told
        except Error:
            log.warning("headway_not_kept", run=str(self._lease.run_id), step=self._step)
