"""A turn of ours as the body of a Messages request: turns alternate, results come first and all together, ids go back as they came."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from agent.messages import (
    AssistantMessage,
    Block,
    ImageBlock,
    TextBlock,
    ToolCall,
    ToolResultMessage,
    UserMessage,
)
from agent.providers.base import ChatParams
from agent.providers.dialect import plain_object
from agent.providers.pairing import Exchange, paired, wire_ids
from tools.registry.registry import wire_name

from .profile import profile_of

NAME = "anthropic"
CACHED = {"cache_control": {"type": "ephemeral"}}
OPENING = "Go on from here."

Json = dict[str, Any]


def body(params: ChatParams, model: str) -> Json:
    """The request's body. Raises `ThinkingUnsupported` for a level that the model has not."""
    profile = profile_of(model)
    exchanges = paired(params.messages)
    made: Json = {"model": model, "messages": _messages(exchanges, model)}
    made |= profile.thinking(model, params.thinking_level, params.max_output_tokens or profile.most_tokens)
    if params.system_prompt:
        # Tools come before the system prompt in the cached prefix, so one mark keeps both.
        made["system"] = [{"type": "text", "text": params.system_prompt, **CACHED}]
    if tools := _tools(params, exchanges):
        made["tools"] = tools
    if params.answer_schema and profile.formats:
        form = {"type": "json_schema", "schema": params.answer_schema}
        made["output_config"] = {**made.get("output_config", {}), "format": form}
    return made


def _tools(params: ChatParams, exchanges: Sequence[Exchange]) -> list[Json]:
    """The declarations. Calls in the conversation need one each, even where nothing may be called any more."""
    declared = [
        {"name": wire_name(tool.name), "description": tool.description, "input_schema": plain_object(tool.parameters)}
        for tool in params.tools
    ]
    if declared:
        return declared
    called = (call for ex in exchanges if isinstance(ex.message, AssistantMessage) for call in ex.message.tool_calls)
    return [{"name": name, "input_schema": {"type": "object"}} for name in dict.fromkeys(map(_name, called))]


def _messages(exchanges: Sequence[Exchange], model: str) -> list[Json]:
    """Turns of user and assistant that alternate and begin with the user."""
    turns: list[Json] = []
    for role, content in _turns(exchanges, model):
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += content
        else:
            turns.append({"role": role, "content": content})
    if turns and turns[0]["role"] == "assistant":
        turns.insert(0, {"role": "user", "content": [{"type": "text", "text": OPENING}]})
    return turns


def _turns(exchanges: Sequence[Exchange], model: str) -> Iterable[tuple[str, list[Json]]]:
    for exchange in exchanges:
        message = exchange.message
        if isinstance(message, UserMessage):
            yield "user", _blocks(message.content) or [{"type": "text", "text": "(no words)"}]
            continue
        ids = wire_ids(message, NAME)
        if content := _said(message, ids, model):
            yield "assistant", content
        if exchange.results:
            yield "user", [_result(result, id_) for result, id_ in zip(exchange.results, ids, strict=True)]


def _said(message: AssistantMessage, ids: Sequence[str], model: str) -> list[Json]:
    """What the model said: its own blocks unchanged where this model said them, else words and calls."""
    kept = message.echoed(NAME, model).get("content")
    if not kept:
        called = (_call(call, id_) for call, id_ in zip(message.tool_calls, ids, strict=True))
        return [*_blocks(message.content), *called]
    calls = iter(zip(message.tool_calls, ids, strict=True))
    return [_call(*next(calls)) if block.get("type") == "tool_use" else block for block in kept]


def _call(call: ToolCall, id_: str) -> Json:
    return {"type": "tool_use", "id": id_, "name": _name(call), "input": call.arguments}


def _name(call: ToolCall) -> str:
    return wire_name(call.name)


def _result(result: ToolResultMessage, id_: str) -> Json:
    made: Json = {"type": "tool_result", "tool_use_id": id_}
    if content := _blocks(result.content):
        made["content"] = content
    return {**made, "is_error": True} if result.is_error else made


def _blocks(content: Sequence[Block]) -> list[Json]:
    """Words and images. Blank words are refused on this wire and say nothing, so they are left out."""
    return [_block(block) for block in content if isinstance(block, ImageBlock) or block.text.strip()]


def _block(block: TextBlock | ImageBlock) -> Json:
    if isinstance(block, TextBlock):
        return {"type": "text", "text": block.text}
    return {"type": "image", "source": {"type": "base64", "media_type": block.mime_type, "data": block.data}}
