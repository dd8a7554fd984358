"""POST /api/agent/execute: a plan that a person approved becomes a changed composition, once."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from agent import wire
from agent.api.shapes import ExecuteAsked
from agent.execute import execute, execute_inline
from runs.actions import ApprovalStale
from runs.api.door import RunsDoor
from runs.models import Run
from tools.api.reading import document
from tools.api.route import route
from tools.models import Composition

UNDER_WAY = (Run.Status.APPROVED, Run.Status.RUNNING)


class Execute(RunsDoor):
    @route(
        "agent",
        "execute",
        "Run an approved plan as one atomic edit. The same approval sent twice is one run.",
        takes=ExecuteAsked,
        answers={200: wire.ExecutedAnswer, 202: wire.ExecutedAnswer, 422: wire.FailedAnswer},
        refuses=(402, 403, 404, 409, 412),
        limit="execute",
    )
    def post(self, request: Request) -> Response:
        asked = self.read(ExecuteAsked)
        if asked.composition_id is None:
            return Response(self._inline(asked))
        return self._stored(asked, self.caller.row(Composition, asked.composition_id))

    def handle_exception(self, exc: Exception) -> Response:
        response = super().handle_exception(exc)
        response.data["error"] = response.data["message"]
        return response

    def _stored(self, asked: ExecuteAsked, composition: Composition) -> Response:
        tier = self.tier(composition.workspace, asked.policy)
        run = execute(
            self.caller.user,
            composition,
            asked.plan,
            tier=tier,
            approved=asked.approved,
            confirm=asked.confirm,
            policy=asked.approval_policy,
            selected=asked.context.selected_item_ids,
        )
        return _answer(run)

    def _inline(self, asked: ExecuteAsked) -> dict[str, Any]:
        proposal, carried = execute_inline(
            asked.plan,
            document(asked.state or {}, "state"),
            tier=self.tier_anywhere(asked.policy),
            approved=asked.approved,
            confirm=asked.confirm,
            policy=asked.approval_policy,
            selected=asked.context.selected_item_ids,
        )
        return wire.carried(proposal, carried)


def _answer(run: Run) -> Response:
    if run.status == Run.Status.DONE:
        return Response(wire.executed(run))
    if run.status in UNDER_WAY:
        return Response(wire.executed(run), status=202)
    if run.status == Run.Status.FAILED:
        return Response(wire.failed(run), status=422)
    if run.status == Run.Status.PROPOSED:
        raise ApprovalStale("The composition changed after the approval. Look at the new card and decide on that.", run)
    raise ApprovalStale(f"This run is {run.status}. Ask again to plan anew.", run)
