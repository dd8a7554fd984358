"""What Anthropic's and Gemini's wires share: a call is one block of an answer, and blocks go back as they came."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from agent.messages import ToolCall
from agent.providers.base import ToolSchema
from agent.providers.reading import NUL, read, whole

CUT_OFF = "the answer was cut off inside this call, at its limit of tokens"


def read_arguments(raw: Any) -> tuple[dict[str, Any], str | None]:
    """The arguments of one call, and what is wrong with them (then they are empty, and the call must not run).

    Taken are one object, one object as JSON text, and nothing at all ("" or null).
    """
    found = read(raw, takes_nothing=True)
    if isinstance(found, str):
        return {}, found
    return (found[0], None) if len(found) == 1 else ({}, "they are several objects, not one.")


def one_call(name: str, raw: Any, tools: Mapping[str, ToolSchema], provider_id: str | None) -> ToolCall:
    """The call of a block, under the tool's own name. `tools` are the offered ones by their names on the wire."""
    arguments, error = read_arguments(raw)
    own = tools[name].name if name in tools else whole(name)
    return ToolCall(
        name=own, arguments=arguments, arguments_error=error, provider_id=provider_id and whole(provider_id)
    )


def cut_off(call: ToolCall) -> ToolCall:
    """A call that stood last in an answer that ran out of tokens: it may lack its end even where it can be read."""
    return call.model_copy(update={"arguments": {}, "arguments_error": CUT_OFF})


def keepable(value: Any) -> bool:
    """Whether a database keeps this JSON as it is: without NULs, halves of characters, and numbers that are none."""
    try:
        return not NUL.search(json.dumps(value, ensure_ascii=False, allow_nan=False).encode())
    except (ValueError, RecursionError):
        return False
