"""POST /api/agent/plan: words in, a proposal out; nothing is changed."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from agent import actions
from agent.api.shapes import PlanAsked
from agent.interpret import interpret
from agent.wire import PlannedAnswer, planned
from runs.api.door import RunsDoor
from tools.api.reading import document
from tools.api.route import route
from tools.models import Composition


class Plan(RunsDoor):
    @route(
        "agent",
        "plan",
        "Plan what a message asks for: steps, exact preview, price, or an answer, or a question; that is answered by "
        "sending the same message again with the id of the choice in context.selectedItemIds (or, where the question's "
        "kind is select_words, with the words of the choice).",
        takes=PlanAsked,
        answers=PlannedAnswer,
        refuses=(404,),
        limit="plan",
    )
    def post(self, request: Request) -> Response:
        asked = self.read(PlanAsked)
        return Response(
            self._inline(asked) if asked.composition_id is None else self._stored(asked, asked.composition_id)
        )

    def _stored(self, asked: PlanAsked, id: str) -> dict[str, object]:
        composition = self.caller.row(Composition, id)
        outcome = actions.plan(
            self.caller.user,
            composition.workspace,
            asked.message,
            composition=composition,
            tier=self.tier(composition.workspace, asked.policy),
            selected=asked.context.selected_item_ids,
            playhead=asked.context.playhead,
            policy=asked.approval_policy,
        )
        return planned(outcome)

    def _inline(self, asked: PlanAsked) -> dict[str, object]:
        interpreted = interpret(
            asked.message,
            state=document(asked.state or {}, "state"),
            tier=self.tier_anywhere(asked.policy),
            selected=asked.context.selected_item_ids,
            playhead=asked.context.playhead,
            policy=asked.approval_policy,
        )
        return interpreted.proposal.wire()
