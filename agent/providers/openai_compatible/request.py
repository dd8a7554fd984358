"""A turn of ours as the body of a Chat Completions request: results follow their calls, and ids go back as they came."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

from agent.messages import AssistantMessage, ImageBlock, TextBlock, ToolCall, ToolResultMessage, UserMessage, text_of
from agent.providers.base import ChatParams
from agent.providers.dialect import plain_object
from agent.providers.pairing import Exchange, paired, wire_ids
from tools.registry.registry import wire_name

from .profile import Profile, answer_format

NAME = "openai-compatible"
MOST_NAME = 64

Json = dict[str, Any]


def body(model: str, profile: Profile, params: ChatParams, *, stream: bool = False) -> Json:
    """The request. Raises `ThinkingUnsupported` for a level that the model has not."""
    sent: Json = {"model": model, "messages": list(_messages(model, profile, params))}
    if params.tools:
        sent["tools"] = [
            {"type": "function", "function": {
                "name": sent_name(tool.name), "description": tool.description, "parameters": plain_object(tool.parameters)
            }}
            for tool in params.tools
        ]  # fmt: skip
    if effort := profile.effort(model, params.thinking_level, tools=bool(params.tools)):
        sent["reasoning_effort"] = effort
    if params.max_output_tokens:
        sent[profile.token_field] = params.max_output_tokens
    if params.answer_schema and profile.formats:
        sent["response_format"] = answer_format(profile.formats, params.answer_schema)
    if stream:
        sent["stream"] = True
    if stream and profile.usage_in_stream:
        sent["stream_options"] = {"include_usage": True}
    return sent


def sent_name(name: str) -> str:
    """A tool's name as the wire takes it, also one that a model made up."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", wire_name(name))[:MOST_NAME] or "unknown"


def _messages(model: str, profile: Profile, params: ChatParams) -> Iterator[Json]:
    if params.system_prompt:
        yield {"role": profile.system_role, "content": params.system_prompt}
    for exchange in paired(params.messages):
        if isinstance(exchange.message, UserMessage):
            yield {"role": "user", "content": _content(exchange.message)}
        else:
            yield from _turn(model, profile, exchange.message, exchange)


def _content(message: UserMessage) -> str | list[Json]:
    """Plain text where there is only text: not every server takes parts."""
    if not any(isinstance(block, ImageBlock) for block in message.content):
        return text_of(message)
    return [_part(block) for block in message.content]


def _part(block: TextBlock | ImageBlock) -> Json:
    if isinstance(block, TextBlock):
        return {"type": "text", "text": block.text}
    return {"type": "image_url", "image_url": {"url": data_url(block)}}


def data_url(image: ImageBlock) -> str:
    return f"data:{image.mime_type};base64,{image.data}"


def _turn(model: str, profile: Profile, message: AssistantMessage, exchange: Exchange) -> Iterator[Json]:
    """A model's turn, its results directly behind it, and then what they show: results are text on this wire."""
    echo = message.echoed(NAME, model)
    ids = [_id(id, profile) for id in wire_ids(message, NAME)]
    thought = echo.get("thought", "") if message.tool_calls else ""
    sent: Json = {"role": "assistant", "content": thought + text_of(message) or (None if message.tool_calls else "")}
    if message.tool_calls:
        sent |= {profile.reasoning_needed: ""} if profile.reasoning_needed else {}
        sent |= echo.get("reasoning", {})
        extras = echo.get("extra_content") or [None] * len(ids)
        sent["tool_calls"] = [
            _call(call, id, extra) for call, id, extra in zip(message.tool_calls, ids, extras, strict=True)
        ]
    yield sent
    for id, result in zip(ids, exchange.results, strict=True):
        yield {"role": "tool", "tool_call_id": id, "content": result_text(result)}
    if images := [block for result in exchange.results for block in result.content if isinstance(block, ImageBlock)]:
        yield {"role": "user", "content": [_part(image) for image in images]}


def _call(call: ToolCall, id: str, extra: Any) -> Json:
    function = {"name": sent_name(call.name), "arguments": json.dumps(call.arguments, ensure_ascii=False)}
    sent = {"id": id, "type": "function", "function": function}
    return {**sent, "extra_content": extra} if extra else sent


def result_text(result: ToolResultMessage) -> str:
    """A result in words; never none at all, which some servers refuse."""
    words = text_of(result)
    if not words:
        words = "See the image." if result.content else "Done, nothing to tell."
    return f"Error: {words}" if result.is_error else words


def _id(id: str, profile: Profile) -> str:
    if not profile.short_ids or re.fullmatch(r"[A-Za-z0-9]{9}", id):
        return id
    return hashlib.sha256(id.encode()).hexdigest()[:9]
