"""POST /api/agent/speak: words in, a plan that a voice can say out; it waits for an approval, and nothing is changed."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from agent.api.shapes import PlanAsked
from agent.interpret import interpret
from agent.voice import Spoken, plan_creative_edit, told
from runs.api.door import RunsDoor
from tools.api.reading import document
from tools.api.route import route
from tools.models import Composition


class Speak(RunsDoor):
    @route(
        "agent",
        "speak",
        "Plan what was said, told for a voice: a summary, its cost and needs_approval, or a question to ask.",
        takes=PlanAsked,
        answers=Spoken,
        refuses=(404,),
        limit="plan",
    )
    def post(self, request: Request) -> Response:
        body = self.read(PlanAsked)
        said = self._inline(body) if body.composition_id is None else self._stored(body, body.composition_id)
        return Response(said.wire())

    def _stored(self, body: PlanAsked, id: str) -> Spoken:
        row = self.caller.row(Composition, id)
        return plan_creative_edit(
            self.caller.user,
            row.workspace,
            body.message,
            composition=row,
            tier=self.tier(row.workspace, body.policy),
            selected=body.context.selected_item_ids,
            playhead=body.context.playhead,
            policy=body.approval_policy,
        )

    def _inline(self, body: PlanAsked) -> Spoken:
        state = document(body.state or {}, "state")
        proposal = interpret(
            body.message,
            state=state,
            tier=self.tier_anywhere(body.policy),
            selected=body.context.selected_item_ids,
            playhead=body.context.playhead,
            policy=body.approval_policy,
        ).proposal
        return told(proposal, state)
