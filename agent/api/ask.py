"""POST /api/agent/ask: a question about a composition or its runs, answered from what is there; nothing is changed."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from agent.api.shapes import AskAsked
from agent.providers.base import Scene
from agent.questions import AskedAnswer, asked
from runs.api.door import RunsDoor
from tools import store
from tools.api.reading import document
from tools.api.route import route
from tools.beside import beside
from tools.models import Composition


class Ask(RunsDoor):
    @route(
        "agent",
        "ask",
        "Answer a question about a composition or the runs on it; {ok: false, reason} where only a planner can.",
        takes=AskAsked,
        answers=AskedAnswer,
        refuses=(404,),
        limit="ask",
    )
    def post(self, request: Request) -> Response:
        body = self.read(AskAsked)
        row = None if body.composition_id is None else self.caller.row(Composition, body.composition_id)
        state = document(body.state or {}, "state") if row is None else store.read(row)
        selected, playhead = tuple(body.context.selected_item_ids), body.context.playhead
        workspace = row.workspace_id if row else None
        scene = Scene(state, selected, playhead, workspace=workspace, beside=beside(workspace, state))
        return Response(asked(body.question, scene, row.runs.all() if row else None).wire())
