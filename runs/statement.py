"""The account of a workspace as every door tells it: what is left, what is held, and every movement with what it left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from django.db.models import QuerySet, Sum

from runs.models import Account, LedgerEntry
from runs.plan.model import Shape

LINE = ("kind", "credits", "step", "attempt", "note", "created_at", "who__username", "account__workspace")
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
    """The movements of accounts, newest first."""
    rows = LedgerEntry.objects.filter(account__in=list(accounts)).select_related("account", "who", "run")
    return rows.only("account", "who", "run__message", *LINE).order_by("-pk")


def with_left(rows: Iterable[LedgerEntry]) -> Iterator[Any]:
    """Movements, newest first and none of an account left out between two of it, each with the balance after it as `left`.

    One sum an account, and from there on down: a page costs the same however many movements there are."""
    left: dict[int, int] = {}
    for row in rows:
        account = row.account_id
        if account not in left:
            until = LedgerEntry.objects.filter(account=account, pk__lte=row.pk)
            left[account] = until.aggregate(sum=Sum("credits"))["sum"]
        told: Any = row
        told.left = left[account]
        left[account] -= row.credits
        yield told


def rows(account: Account) -> Iterator[tuple[object, ...]]:
    """The statement as a table, its heads first."""
    yield COLUMNS
    for row in with_left(entries([account]).iterator(chunk_size=500)):
        line = EntryLine.of(row)
        when = f"{line.created_at:%Y-%m-%d %H:%M:%S}"
        attempt = (line.run_id, line.step, line.attempt or None)
        yield (when, line.kind, line.credits, line.left, *attempt, line.who, line.note)
