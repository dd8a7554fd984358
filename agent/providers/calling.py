"""What Anthropic's and Gemini's wires share: a call is one block of an answer, and blocks go back as they came."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent.messages import ToolCall
from agent.providers.arguments import read_arguments
from agent.providers.base import ToolSchema

CUT_OFF = "the answer was cut off inside this call, at its limit of tokens"


def one_call(name: str, raw: Any, tools: Mapping[str, ToolSchema], provider_id: str | None) -> ToolCall:
    """The call of a block, under the tool's own name. `tools` are the offered ones by their names on the wire."""
    arguments, error = read_arguments(raw)
    own = tools[name].name if name in tools else name
    return ToolCall(name=own, arguments=arguments, arguments_error=error, provider_id=provider_id)


def cut_off(call: ToolCall) -> ToolCall:
    """A call that stood last in an answer that ran out of tokens: it may lack its end even where it can be read."""
    return call.model_copy(update={"arguments": {}, "arguments_error": CUT_OFF})
