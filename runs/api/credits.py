"""GET /api/credits: what is left in the workspaces that a caller can see, and where it went."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from runs import ledger
from runs.api import shapes
from runs.api.door import RunsDoor
from runs.statement import AccountLine, EntryLine, entries, with_left
from tools.api.route import route
from tools.models import Workspace


class Credits(RunsDoor):
    @route(
        "runs",
        "read_credits",
        "Read what is left in your workspaces and every movement of it, newest first.",
        asks=shapes.CreditsAsked,
        answers=shapes.Credits,
        refuses=(404,),
    )
    def get(self, request: Request) -> Response:
        asked = self.asked(shapes.CreditsAsked)
        one = asked.workspace_id
        seen = self.caller.rows(Workspace) if one is None else [self.caller.row(Workspace, one)]
        accounts = [ledger.account_of(workspace) for workspace in seen]
        rows = entries(accounts) if asked.before is None else entries(accounts).filter(pk__lt=asked.before)
        page = [EntryLine.of(row) for row in with_left(rows[: asked.limit])]
        more = page[-1].id if len(page) == asked.limit else None
        told = [AccountLine.of(account) for account in accounts]
        return Response(shapes.Credits(accounts=told, entries=page, next=more).wire())
