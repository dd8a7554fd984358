"""The account of a workspace as every door tells it: what is left, what is held, and every movement with what it left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from django.db.models import F, QuerySet, Sum, Window

from runs.models import Account, LedgerEntry
from runs.plan.model import Shape

COLUMNS = ("when", "kind", "credits", "left", "run", "step", "attempt", "who", "note")


class AccountLine(Shape):
    """`balance` can be spent; `reserved` is held for steps under way and is no part of it."""

    workspace_id: UUID
    workspace: str
    balance: int
    reserved: int

    @classmethod
    def of(cls, row: Account) -> Self:
        return cls(
            workspace_id=row.workspace_id, workspace=row.workspace.name, balance=row.balance, reserved=row.reserved
        )


class EntryLine(Shape):
    """One movement; `credits` has the sign that it has in the balance, `left` is the balance after it."""

    id: int
    workspace_id: UUID
    kind: str
    credits: int
    left: int
    run_id: UUID | None
    step: str
    attempt: int
    who: str | None
    note: str
    created_at: datetime

    @classmethod
    def of(cls, row: Any) -> Self:
        return cls(
            id=row.pk, workspace_id=row.account.workspace_id, kind=row.kind, credits=row.credits, left=row.left,
            run_id=row.run_id, step=row.step, attempt=row.attempt, note=row.note, created_at=row.created_at,
            who=row.who.get_username() if row.who else None,
        )  # fmt: skip


def entries(accounts: Iterable[Account]) -> QuerySet[LedgerEntry]:
    """The movements of accounts, newest first, each with the balance that it left."""
    left = Window(Sum("credits"), partition_by=F("account"), order_by=F("pk").asc())
    rows = LedgerEntry.objects.filter(account__in=list(accounts)).annotate(left=left)
    return rows.select_related("account", "who", "run").order_by("-pk")


def rows(account: Account) -> Iterator[tuple[object, ...]]:
    """The statement as a table, its heads first."""
    yield COLUMNS
    for row in entries([account]).iterator(chunk_size=500):
        line = EntryLine.of(row)
        when = f"{line.created_at:%Y-%m-%d %H:%M:%S}"
        attempt = (line.run_id, line.step, line.attempt or None)
        yield (when, line.kind, line.credits, line.left, *attempt, line.who, line.note)
