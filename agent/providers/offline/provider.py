"""The offline planner as a provider: one turn of words in, tool calls or an answer out; deterministic, without a network."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from agent.messages import (
    AssistantMessage,
    Message,
    StopReason,
    ToolCall,
    ToolResultMessage,
    UserMessage,
    said,
    text_of,
)
from agent.providers.base import ChatParams

from .account import Outcome
from .understand import understand

NAME = "offline"
AGAIN = frozenset(
    {"again", "do it again", "do that again", "once more", "repeat that", "same again", "one more time", "repeat"}
)


class OfflineProvider:
    """Answers from the message and the scene alone, so that the same turn always gets the same answer."""

    name = NAME

    def chat(self, params: ChatParams) -> AssistantMessage:
        """Plan on a person's message; after the tools have answered, say again what was planned or found."""
        if params.messages and isinstance(params.messages[-1], ToolResultMessage):
            return _answer(_said_last(params))
        outcome = understand(params.scene, *spoken(params))
        return _answer(outcome.text, self._calls(params, outcome))

    def _calls(self, params: ChatParams, outcome: Outcome) -> list[ToolCall]:
        if outcome.kind == "question":
            choices = [{"id": item, "label": label} for item, label in outcome.choices]
            wanted: list[tuple[str, dict[str, Any]]] = [
                ("ask_user", {"question": outcome.text, "kind": "select_item", "choices": choices})
            ]
        elif outcome.kind == "lost" and params.scene.composition is not None:
            wanted = [("query", {"target": "composition"})]
        else:
            wanted = [(step.tool, step.arguments) for step in outcome.steps]
        return [ToolCall(id=_call_id(params, n), name=name, arguments=given) for n, (name, given) in enumerate(wanted)]


def _answer(text: str, calls: Sequence[ToolCall] = ()) -> AssistantMessage:
    stop: StopReason = "tool_use" if calls else "stop"
    words = said(text)
    return AssistantMessage(content=words, tool_calls=[*calls], api=NAME, provider=NAME, model=NAME, stop_reason=stop)


def spoken(params: ChatParams) -> tuple[str, Sequence[Message]]:
    """The person's last message and all before it; for "do it again" the one before."""
    heard = [(text_of(message), at) for at, message in enumerate(params.messages) if isinstance(message, UserMessage)]
    while len(heard) > 1 and heard[-1][0].strip().lower().rstrip(".!") in AGAIN:
        heard.pop()
    text, at = heard[-1] if heard else ("", 0)
    return text, params.messages[:at]


def _said_last(params: ChatParams) -> str:
    """The words that the tools were called with: they were chosen for the whole turn."""
    return next((text_of(one) for one in reversed(params.messages) if isinstance(one, AssistantMessage)), "")


def _call_id(params: ChatParams, number: int) -> str:
    """The same for the same turn, and no other's: from the scene's tag, the place in the conversation and the words."""
    seed = f"{params.scene.tag}\n{len(params.messages)}\n{number}\n{spoken(params)[0]}"
    return f"call_{hashlib.sha256(seed.encode()).hexdigest()[:32]}"
