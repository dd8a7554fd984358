"""Who carries a run out: one hand at a time, for as long as it shows that it is alive.

A lease is a row's owner, end and epoch. Whoever takes a run up raises its epoch, and every later write asks for that epoch:
a hand that was thought dead and comes back can read, and write nothing. Leases end by the database's clock, which is the same
for all machines.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from math import inf
from os import getpid
from threading import Event, Thread
from time import monotonic
from typing import Any, Literal
from uuid import UUID

import structlog
from django.conf import settings
from django.db import connection, models
from django.db.models.functions import Now

from runs.models import Run
from tools.capabilities.order import Halted

log = structlog.get_logger()

BEAT = 1.0
"""Seconds between two looks at whether the run is still wanted and still ours."""

Why = Literal["cancelled", "lost", "stuck", "late"]

_held: set[Lease] = set()
"""The leases that a hand of this process is working under."""


def halt_all() -> None:
    """Have every hand of this process give its run back at its next check."""
    for lease in list(_held):
        lease.halt("lost")


def give_back_all() -> None:
    """Give back what hands of this process did not listen and hold still: it ends now, and another goes on at once."""
    for lease in list(_held):
        lease.give_back()


@dataclass(slots=True, eq=False)
class Lease:
    """A run in our hands. `again` when it was under way before: another hand began it and has not ended it."""

    run_id: UUID
    epoch: int
    again: bool
    _why: Why | None = field(default=None)
    _moved: float = field(default_factory=monotonic)

    @classmethod
    def take(cls, run_id: UUID) -> Lease | None:
        """Take a run up, inside the caller's transaction; None when it is not to be carried out, or in other hands."""
        waiting = Run.objects.filter(pk=run_id).waiting()
        ours: dict[str, Any] = {
            "status": Run.Status.RUNNING, "lease_owner": _ourselves(), "lease_until": _until(), "epoch": models.F("epoch") + 1
        }  # fmt: skip
        fresh = waiting.filter(status=Run.Status.APPROVED).update(**ours)
        if not fresh and not waiting.update(**ours):
            return None
        return cls(run_id, Run.objects.values_list("epoch", flat=True).get(pk=run_id), again=not fresh)

    def hold(self) -> Run:
        """The run's row, held until the transaction ends, and the lease renewed; raises `Halted` when it is lost."""
        mine = Run.objects.select_for_update(of=("self",)).filter(pk=self.run_id, epoch=self.epoch)
        run = mine.select_related("composition", "workspace", "author").filter(status=Run.Status.RUNNING).first()
        if run is None:
            raise Halted("lost")
        self.renew()
        return run

    def wanted(self) -> Run:
        """The same, before something new is begun: raises `Halted` too when somebody asked to cancel."""
        run = self.hold()
        if run.cancel_asked_at is not None:
            raise Halted("cancelled")
        return run

    def renew(self) -> bool:
        """Show that we are alive; false when the run is no longer ours. In a transaction nobody else takes it up until that
        ends."""
        return bool(self._mine().update(lease_until=_until()))

    def give_back(self) -> None:
        """Let another hand take the run up at once, if it is still ours and under way."""
        self._mine().update(lease_until=None, lease_owner="")

    @contextmanager
    def in_hand(self) -> Iterator[None]:
        """What a hand does with the run, which ends when this process is told to end."""
        _held.add(self)
        try:
            yield
        finally:
            _held.discard(self)

    @contextmanager
    def kept(
        self, still: float, most: float = inf, also: Callable[[], None] = lambda: None
    ) -> Iterator[Callable[[], None]]:
        """Keep the lease while a hand works, and give it the `check` that it must call; `also` is done at each beat.

        The hand may go on for `still` seconds after it last `moved`, and for `most` seconds altogether.
        """
        done, self._moved = Event(), monotonic()
        ends = (done, still, monotonic() + most, also)
        beating = Thread(target=self._beat, args=ends, daemon=True, name=f"lease-{self.run_id}")
        if not connection.in_atomic_block:  # else a thread with a connection of its own would see nothing of it
            beating.start()
        try:
            yield self.check
        finally:
            done.set()
            if beating.ident:
                beating.join()

    def check(self) -> None:
        """Raise `Halted` when somebody asked to cancel, nothing moves, the time is over, or another hand has the run."""
        if self._why:
            raise Halted(self._why)

    def ours(self) -> None:
        """The same, and a wish to cancel can wait."""
        if self._why != "cancelled":
            self.check()

    def moved(self) -> None:
        """The hand has made headway."""
        self._moved = monotonic()

    def halt(self, why: Why) -> None:
        """End what the hand is doing at its next check."""
        self._why = self._why or why

    def _beat(self, done: Event, still: float, end: float, also: Callable[[], None]) -> None:
        renewed = monotonic()
        while not self._why and not done.wait(BEAT):
            now = monotonic()
            if now > end:
                self.halt("late")
            elif now - self._moved > still:
                self.halt("stuck")
            try:
                if not self._why and now - renewed > settings.RUNS_LEASE_SECONDS / 3:
                    self.renew()
                    renewed = now
                also()
                self._look()
            except Exception as error:  # the database is away: once it is back, the next beat shows whose the run is
                log.warning("lease_not_kept", run=str(self.run_id), error=type(error).__name__)
                connection.close()
        connection.close()

    def _look(self) -> None:
        asked = self._mine().values_list("cancel_asked_at").first()
        if asked is None:
            self.halt("lost")
        elif asked[0] is not None:
            self.halt("cancelled")

    def _mine(self) -> models.QuerySet[Run]:
        return Run.objects.filter(pk=self.run_id, epoch=self.epoch, status=Run.Status.RUNNING)


def _until() -> Any:
    return Now() + timedelta(seconds=settings.RUNS_LEASE_SECONDS)


def _ourselves() -> str:
    return f"{socket.gethostname()[:80]}:{getpid()}"
