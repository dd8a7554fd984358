"""What was spent and what became of the plans, summed by the database, for those who run the installation."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from django.db.models import Count, OuterRef, Subquery, Sum
from django.db.models.functions import TruncDate
from django.utils import timezone

from runs.models import LedgerEntry, Run, Step

SPENT = LedgerEntry.objects.filter(kind__in=(LedgerEntry.Kind.CHARGE, LedgerEntry.Kind.REFUND)).order_by()
"""What was charged, and given back, in every workspace; a lazy query that each figure runs anew."""


def spent_by_tool() -> dict[str, int]:
    """{tool: credits}; what was given back is not counted."""
    of_step = Step.objects.filter(run=OuterRef("run"), key=OuterRef("step")).order_by().values("tool")[:1]
    rows = SPENT.annotate(tool=Subquery(of_step)).values_list("tool").annotate(credits=Sum("credits"))
    return {tool or "": -credits for tool, credits in rows}


def spent_by_day(days: int = 30) -> list[tuple[date, int]]:
    """(day, credits) of the last days, oldest first and none left out; a day on which more was given back is negative."""
    today = timezone.now().date()
    first = today - timedelta(days=days - 1)
    rows = SPENT.annotate(day=TruncDate("created_at")).filter(day__gte=first).values_list("day")
    spent = {day: -credits for day, credits in rows.annotate(credits=Sum("credits"))}
    return [(day, spent.get(day, 0)) for day in (first + timedelta(days=number) for number in range(days))]


def outcomes() -> Iterator[tuple[str, int]]:
    """(status, runs) in the order of a run's life, those that no run has left out."""
    counts = dict(Run.objects.order_by().values_list("status").annotate(runs=Count("pk")))
    return ((label, counts[status]) for status, label in Run.Status.choices if status in counts)
