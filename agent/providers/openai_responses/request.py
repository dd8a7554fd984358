"""A turn of ours as the body of a Responses request: a list of items, in which reasoning stands before the call it led to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from agent.messages import AssistantMessage, ImageBlock, TextBlock, ToolResultMessage, UserMessage, text_of
from agent.providers.base import ChatParams
from agent.providers.dialect import plain_object
from agent.providers.openai_compatible.profile import Profile
from agent.providers.openai_compatible.request import data_url, result_text, sent_name
from agent.providers.pairing import paired, wire_ids

NAME = "openai-responses"

Json = dict[str, Any]


def body(model: str, profile: Profile, params: ChatParams) -> Json:
    """The request. Raises `ThinkingUnsupported` for a level that the model has not."""
    sent: Json = {"model": model, "input": list(_items(model, params)), "store": False}
    if params.system_prompt:
        sent["instructions"] = params.system_prompt
    if params.tools:
        sent["tools"] = [
            {
                "type": "function",
                "name": sent_name(tool.name),
                "description": tool.description,
                "parameters": plain_object(tool.parameters),
                "strict": False,  # it is true where it is left out, and then every parameter is required
            }
            for tool in params.tools
        ]
    effort = profile.effort(model, params.thinking_level, tools=False)
    if effort:
        sent["reasoning"] = {"effort": effort}
    if profile.levels and effort != "none":
        sent["include"] = ["reasoning.encrypted_content"]
    if params.max_output_tokens:
        sent["max_output_tokens"] = params.max_output_tokens
    if params.answer_schema:
        sent["text"] = {
            "format": {"type": "json_schema", "name": "answer", "schema": params.answer_schema, "strict": False}
        }
    return sent


def _items(model: str, params: ChatParams) -> Iterator[Json]:
    for exchange in paired(params.messages):
        if isinstance(exchange.message, UserMessage):
            yield {"role": "user", "content": [_part(block) for block in exchange.message.content]}
            continue
        ids = wire_ids(exchange.message, NAME)
        yield from exchange.message.echoed(NAME, model).get("output") or _written(exchange.message, ids)
        for id, result in zip(ids, exchange.results, strict=True):
            yield {"type": "function_call_output", "call_id": id, "output": _output(result)}


def _part(block: TextBlock | ImageBlock) -> Json:
    if isinstance(block, TextBlock):
        return {"type": "input_text", "text": block.text}
    return {"type": "input_image", "image_url": data_url(block), "detail": "auto"}


def _written(message: AssistantMessage, ids: list[str]) -> Iterator[Json]:
    """A turn whose items are not at hand, as another provider's, written anew."""
    if words := text_of(message):
        yield {"role": "assistant", "content": words}
    for call, id in zip(message.tool_calls, ids, strict=True):
        arguments = json.dumps(call.arguments, ensure_ascii=False)
        yield {"type": "function_call", "call_id": id, "name": sent_name(call.name), "arguments": arguments}


def _output(result: ToolResultMessage) -> str | list[Json]:
    images = [_part(block) for block in result.content if isinstance(block, ImageBlock)]
    return [{"type": "input_text", "text": result_text(result)}, *images] if images else result_text(result)
