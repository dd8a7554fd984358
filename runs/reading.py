"""The stored log as every door reads it: by whom, from a place on, in order, without a gap and none twice.

A *place* is text that a client keeps and brings back. In the log of one run it is the sequence of the last event that was
read. Over all runs of a composition one number would not do: rows are numbered when they are written and seen when they are
committed, so a smaller number can appear after a larger one. There a place says how far each run is read; see `Place`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Protocol
from uuid import UUID

from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Max, QuerySet
from django.utils import timezone

from runs.answers import EventRecord, ProgressRecord
from runs.models import Event, Run
from tools.access import Caller
from tools.models import ApiToken, Composition

A_READING = 200
SETTLED = timedelta(minutes=5)
BEGINNING = "0"
NEWEST = "now"
SEQUENCE = re.compile(r"[0-9]{1,10}")
PLACE = re.compile(r"[0-9]{1,18}(-[0-9a-f]{32}\.[0-9]{1,18})*")


class Gone(LookupError):
    """There is nothing to read any more for this reader: the row, the membership, the sign-in or the key has ended."""


class NoSuchPlace(ValueError):
    """A place that no log has given out."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads, and what they came in with: a key, or the session and the password that they signed in by."""

    caller: Caller
    session: SessionBase | None = None

    def check(self) -> None:
        """Raise `Gone` once that has ended. Reads rows: call it where rows are read."""
        if not (self._key_holds() if self.caller.token else self._sign_in_holds()):
            raise Gone

    def _key_holds(self) -> bool:
        living = ApiToken.objects.filter(revoked_at=None, expires_at__gt=timezone.now(), user__is_active=True)
        return self.caller.token is not None and living.filter(pk=self.caller.token.pk).exists()

    def _sign_in_holds(self) -> bool:
        user = self.caller.user
        if not User.objects.filter(pk=user.pk, is_active=True, password=user.password).exists():
            return False
        key = self.session.session_key if self.session is not None else None
        return self.session is None or key is None or self.session.exists(key)


@dataclass(frozen=True, slots=True)
class Told:
    """One event, and the place to go on from once it was told."""

    place: str
    event: EventRecord


@dataclass(frozen=True, slots=True)
class Reading:
    """What is new. `more`: there may be more at once; `under_way`: looking again soon is worth it; `ended`: the status of a
    run that is over, once its last event was told; `progress`: how far the steps under way are now, new or not."""

    told: list[Told]
    more: bool
    under_way: bool
    ended: str | None = None
    progress: Sequence[ProgressRecord] = ()


class Log(Protocol):
    """What can be followed. `read` raises `Gone`, or `NoSuchPlace`."""

    def read(self, after: str, most: int = A_READING) -> Reading: ...


@dataclass(frozen=True, slots=True)
class RunLog:
    """The events of one run; a place is a sequence."""

    reader: Reader
    run: UUID

    def read(self, after: str, most: int = A_READING) -> Reading:
        self.reader.check()
        # The status before the events: a run that is over has written its last one.
        run = self.reader.caller.rows(Run).filter(pk=self.run)
        status = run.values_list("status", flat=True).first()
        if status is None:
            raise Gone
        newer = Event.objects.filter(run=self.run, sequence__gt=_sequence(after)).order_by("sequence")
        told = [Told(str(row.sequence), EventRecord.of(row)) for row in newer[:most]]
        more = len(told) == most
        ended = status if status not in Run.TRANSITIONS and not more else None
        under_way = status in Run.UNDER_WAY
        return Reading(told, more, under_way, ended, ProgressRecord.of_all(run) if under_way else ())


@dataclass(frozen=True, slots=True)
class CompositionLog:
    """The events of all runs of a composition; it never ends by itself."""

    reader: Reader
    composition: UUID

    def read(self, after: str, most: int = A_READING) -> Reading:
        runs, place = self._runs(), Place.of(after)
        newer = Event.objects.filter(run__in=runs, pk__gt=place.floor).order_by("pk")
        for run, last in place.beyond.items():
            newer = newer.exclude(run=run, pk__lte=last)
        rows, told = list(newer[:most]), list[Told]()
        settled = _settled(runs) if rows else 0
        for row in rows:
            place = place.after(row, settled)
            told.append(Told(str(place), EventRecord.of(row)))
        under_way = runs.filter(status__in=Run.UNDER_WAY).exists()
        return Reading(told, len(rows) == most, under_way, progress=ProgressRecord.of_all(runs) if under_way else ())

    def newest(self) -> str:
        """The place after everything that there is now."""
        runs = self._runs()
        floor = _settled(runs)
        beyond = Event.objects.filter(run__in=runs, pk__gt=floor).order_by().values_list("run").annotate(Max("pk"))
        return str(Place(floor, dict(beyond)))

    def _runs(self) -> QuerySet[Run]:
        self.reader.check()
        if not self.reader.caller.rows(Composition).filter(pk=self.composition).exists():
            raise Gone
        return self.reader.caller.rows(Run).filter(composition=self.composition).order_by()


@dataclass(frozen=True, slots=True)
class Place:
    """How far the runs of a composition are read: all rows up to `floor`, and beyond it each run up to its own last row.

    Within a run rows are committed in the order of their numbers, since whoever writes one holds the run or loses to the
    unique constraint; so one number a run is exact. Only the floor rests on time: it stays SETTLED behind the clock, and no
    transaction that writes an event is open as long as that. So a place names the few runs of the last minutes.
    """

    floor: int = 0
    beyond: dict[UUID, int] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> Place:
        if not PLACE.fullmatch(text):
            raise NoSuchPlace(f"{text[:60]!r} is no place in this log. Begin at {BEGINNING}.")
        floor, *runs = text.split("-")
        pairs = (run.split(".") for run in runs)
        return cls(int(floor), {UUID(run): int(last) for run, last in pairs})

    def after(self, event: Event, settled: int) -> Place:
        """The place once an event was read, which comes in the order of the rows; rows up to `settled` come no more."""
        floor = max(self.floor, min(settled, event.pk))
        beyond = {**self.beyond, event.run_id: event.pk}
        return Place(floor, {run: last for run, last in beyond.items() if last > floor})

    def __str__(self) -> str:
        return "-".join([str(self.floor), *(f"{run.hex}.{last}" for run, last in self.beyond.items())])


def _settled(runs: QuerySet[Run]) -> int:
    old = Event.objects.filter(run__in=runs, created_at__lt=timezone.now() - SETTLED)
    return old.order_by().aggregate(newest=Max("pk"))["newest"] or 0


def _sequence(place: str) -> int:
    if not SEQUENCE.fullmatch(place):
        raise NoSuchPlace(f"{place[:60]!r} is no sequence of this run. Begin at {BEGINNING}.")
    return int(place)
