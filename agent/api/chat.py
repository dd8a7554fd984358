"""POST /api/agent/chat: one turn of the model for a client that runs its own loop."""

from __future__ import annotations

from uuid import uuid4

import structlog
from rest_framework.request import Request
from rest_framework.response import Response

from agent.api.turns import ChatAnswer, ChatAsked, ChatContext, ProviderProblem, told
from agent.background import gather
from agent.chat import answer
from agent.context import Background
from agent.messages import Message, UserMessage, text_of
from agent.providers.base import ProviderError, Scene
from agent.providers.config import MissingSetting
from agent.redact import redact
from tools import store
from tools.api.door import Door
from tools.api.errors import Refusal
from tools.api.route import route
from tools.models import Composition

log = structlog.get_logger()


class Chat(Door):
    @route(
        "agent",
        "chat",
        "One turn of the model: its words, and the tool calls that the client is to run. Nothing is changed or kept.",
        takes=ChatAsked,
        answers={200: ChatAnswer, 502: ProviderProblem},
        refuses=(404,),
        limit="chat",
    )
    def post(self, request: Request) -> Response:
        asked = self.read(ChatAsked)
        messages = [turn.message() for turn in asked.messages]
        scene, background = self._seen(asked.context, messages)
        try:
            return Response(told(answer(messages, scene, background)))
        except ProviderError as error:
            raise refused(error) from None

    def _seen(self, context: ChatContext, messages: list[Message]) -> tuple[Scene, Background]:
        selected = tuple(context.selected_item_ids)
        if context.composition_id is None:
            return Scene(None, selected, context.playhead), Background()
        row = self.caller.row(Composition, context.composition_id)
        words = next((text_of(message) for message in reversed(messages) if isinstance(message, UserMessage)), "")
        return Scene(store.read(row), selected, context.playhead), gather(row.workspace, row, words)


def refused(error: ProviderError) -> Refusal:
    """The 502 of a model that could not answer; what it says is clean, and the log has the same under its id."""
    id, reason = uuid4().hex[:12], redact(str(error))
    log.warning("provider_failed", correlation=id, kind=error.kind, reason=reason)
    details = {"missing": error.missing} if isinstance(error, MissingSetting) else {"retryable": error.retryable}
    code = f"PROVIDER_{error.kind.upper()}"
    return Refusal(502, code, reason, details, error="LLM provider error", correlationId=id)
