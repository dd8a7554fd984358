"""THE loop: a provider's turn, the tools it calls, their results, until it is done. In it nothing is ever changed.

Reads run; every other call is written down as a step and answered with its name, `{"queued": true, "step": "step-1"}`, and
with that of the asset which it makes. A call that fails, or whose arguments cannot be read or do not fit, becomes an error
result that names the argument, and the loop goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import structlog

from agent.messages import AssistantMessage, Message, ToolCall, ToolResultMessage, said, text_of
from agent.providers.base import ChatParams, Listener, Provider, Scene, ThinkingLevel, ToolSchema, answered
from tools.composition import EngineError
from tools.registry.descriptors import ToolClass
from tools.registry.registry import ToolNotFound

log = structlog.get_logger()

HARD_CAP = 8
CAP_REACHED = "Reached maximum iteration limit"
MOST_RESULT = 20_000
MOST_CALLS = 64
TOO_MANY = f"One answer may call {MOST_CALLS} tools, and this call was one more. Nothing was done for it."
BROKE = "This could not be read here. Go on without it."
ASK = "ask_user"


class Tools(Protocol):
    """What the loop needs of a toolbox."""

    def schemas(self) -> list[ToolSchema]: ...
    def name_of(self, name: str) -> str: ...
    def class_of(self, name: str) -> ToolClass: ...
    def makes(self, name: str) -> bool: ...
    def faults(self, name: str, arguments: dict[str, Any]) -> list[str]: ...
    def read(self, name: str, arguments: dict[str, Any]) -> Any: ...


@dataclass(slots=True)
class Turned:
    """What a prompt came to: the new messages, the steps that were written down, the last words, a question if any."""

    messages: list[Message] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)
    words: str = ""
    question: dict[str, Any] | None = None


def turn(
    provider: Provider,
    history: Sequence[Message],
    tools: Tools,
    *,
    system_prompt: Callable[[Scene], str],
    scene: Callable[[], Scene],
    max_turns: int = HARD_CAP,
    thinking: ThinkingLevel | None = None,
    listener: Listener | None = None,
) -> Turned:
    """Run a prompt to its end. `history` ends with the user's message; `scene` is read anew before every turn, and the
    system prompt is written from it. A `listener` hears each answer while it is made; calls are read only when it is whole.

    Raises the provider's `ProviderError`; what was written down until then is not handed out.
    """
    turned = Turned()
    for _ in range(min(max_turns, HARD_CAP)):
        seen = scene()
        params = ChatParams([*history, *turned.messages], system_prompt(seen), tools.schemas(), seen, thinking)
        answer = answered(provider, params, listener)
        turned.messages.append(answer)
        turned.words = text_of(answer) or turned.words
        if not answer.tool_calls:
            return turned
        turned.messages += [_answered(call, tools, turned) for call in answer.tool_calls[:MOST_CALLS]]
        turned.messages += [_refused(call, TOO_MANY) for call in answer.tool_calls[MOST_CALLS:]]
        if turned.question:
            turned.steps.clear()
            return turned
    turned.words = CAP_REACHED
    turned.messages.append(AssistantMessage(content=said(CAP_REACHED), provider=provider.name))
    return turned


def _answered(call: ToolCall, tools: Tools, turned: Turned) -> ToolResultMessage:
    if call.arguments_error:
        return _refused(call, f"The arguments could not be read: {call.arguments_error}")
    try:
        name = tools.name_of(call.name)
        if found := tools.faults(name, call.arguments):
            return _refused(call, " ".join(found))
        if name == ASK:
            turned.question = call.arguments
            return _result(call, {"asked": True})
        if tools.class_of(name) == "read":
            return _result(call, tools.read(name, call.arguments))
    except (ToolNotFound, EngineError) as error:
        return _refused(call, str(error))
    except Exception:  # a tool that breaks is the model's to get round, and ours to mend
        log.exception("tool_broke", tool=call.name)
        return _refused(call, BROKE)
    turned.steps.append({"tool": name, "params": call.arguments})
    return _result(call, written_down(len(turned.steps), name, tools))


def written_down(number: int, name: str, tools: Tools) -> dict[str, Any]:
    """What a call is answered that became this step, counted from 1: later calls name the asset that it makes by it."""
    answer = {"queued": True, "step": f"step-{number}"}
    return {**answer, "asset": f"@asset:step-{number}"} if tools.makes(name) else answer


def _result(call: ToolCall, value: Any) -> ToolResultMessage:
    text = json.dumps(value, ensure_ascii=False, default=str)[:MOST_RESULT]
    return ToolResultMessage(tool_call_id=call.id, tool_name=call.name, content=said(text))


def _refused(call: ToolCall, reason: str) -> ToolResultMessage:
    return ToolResultMessage(
        tool_call_id=call.id, tool_name=call.name, content=said(reason[:MOST_RESULT]), is_error=True
    )
