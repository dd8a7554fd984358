"""A turn of ours as the body of a generateContent request: parts go back as they came, results in one content of their own."""

from __future__ import annotations

import base64
import json
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
    text_of,
)
from agent.providers.base import ChatParams, ProviderError, ToolSchema
from agent.providers.dialect import for_gemini
from agent.providers.pairing import Exchange, paired
from tools.registry.registry import wire_name

from .profile import signs, thinking

NAME = "gemini"
OPENING = "Go on from here."
UNSIGNED = base64.b64encode(b"skip_thought_signature_validator").decode()
"""What a call carries that this model did not sign: the vendor's last resort for foreign and lost history."""

Json = dict[str, Any]


def body(params: ChatParams, model: str, *, trusted: bool = True) -> Json:
    """The request's body. Not `trusted`, no signature that we kept is sent, for a server that rejected one of them.

    Raises `ThinkingUnsupported`, and `ProviderError` for an image of a kind that is not taken.
    """
    made: Json = {"contents": _contents(paired(params.messages), model, trusted)}
    if params.system_prompt:
        made["systemInstruction"] = {"parts": [{"text": params.system_prompt}]}
    if params.tools:
        made["tools"] = [{"functionDeclarations": [_declaration(tool) for tool in params.tools]}]
    if config := _generation(params, model):
        made["generationConfig"] = config
    return made


def _declaration(tool: ToolSchema) -> Json:
    declared: Json = {"name": wire_name(tool.name), "description": tool.description}
    parameters = for_gemini(tool.parameters)
    return {**declared, "parameters": parameters} if parameters else declared


def _generation(params: ChatParams, model: str) -> Json:
    config: Json = {}
    if params.max_output_tokens:
        config["maxOutputTokens"] = params.max_output_tokens
    if how := thinking(model, params.thinking_level):
        config["thinkingConfig"] = how
    if params.answer_schema and not params.tools:
        config |= {"responseMimeType": "application/json", "responseSchema": for_gemini(params.answer_schema)}
    return config


def _contents(exchanges: Sequence[Exchange], model: str, trusted: bool) -> list[Json]:
    """Contents that begin with the user's. What the model said twice in a row is one content; a user's may follow a user's."""
    contents: list[Json] = []
    for role, parts in _turns(exchanges, model, trusted):
        if role == "model" and contents and contents[-1]["role"] == role:
            contents[-1]["parts"] += parts
        else:
            contents.append({"role": role, "parts": parts})
    if contents and contents[0]["role"] == "model":
        contents.insert(0, {"role": "user", "parts": [{"text": OPENING}]})
    return contents


def _turns(exchanges: Sequence[Exchange], model: str, trusted: bool) -> Iterable[tuple[str, list[Json]]]:
    for exchange in exchanges:
        message = exchange.message
        if isinstance(message, UserMessage):
            yield "user", _parts(message.content) or [{"text": "(no words)"}]
            continue
        if parts := _said(message, model, trusted):
            yield "model", parts
        if exchange.results:
            results = list(zip(exchange.results, message.tool_calls, strict=True))
            yield "user", [_response(result, call, message) for result, call in results]
            if pictures := [part for result in exchange.results for part in _pictures(result)]:
                yield "user", pictures


def _said(message: AssistantMessage, model: str, trusted: bool) -> list[Json]:
    """What the model said: its own parts unchanged where this model said them, else words and calls."""
    if trusted and (kept := message.echoed(NAME, model).get("parts")):
        calls = iter(message.tool_calls)
        return [_sound(part, next(calls)) if "functionCall" in part else part for part in kept]
    called: list[Json] = [{"functionCall": _call(call, message)} for call in message.tool_calls]
    if called and signs(model):
        called[0]["thoughtSignature"] = UNSIGNED
    return [*_parts(message.content), *called]


def _sound(part: Json, call: ToolCall) -> Json:
    """The part as it came, but for arguments that no server would take back."""
    return {**part, "functionCall": {**part["functionCall"], "args": {}}} if call.arguments_error else part


def _call(call: ToolCall, message: AssistantMessage) -> Json:
    return {**_id(call, message), "name": wire_name(call.name), "args": call.arguments}


def _response(result: ToolResultMessage, call: ToolCall, message: AssistantMessage) -> Json:
    told = {"error" if result.is_error else "output": _value(text_of(result))}
    return {"functionResponse": {**_id(call, message), "name": wire_name(call.name), "response": told}}


def _id(call: ToolCall, message: AssistantMessage) -> Json:
    """The id that the vendor gave the call; it gives one only sometimes."""
    return {"id": call.provider_id} if call.provider_id and message.provider == NAME else {}


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _pictures(result: ToolResultMessage) -> list[Json]:
    images = [block for block in result.content if isinstance(block, ImageBlock)]
    return [{"text": f"What {result.tool_name} shows:"}, *_parts(images)] if images else []


def _parts(content: Sequence[Block]) -> list[Json]:
    return [_part(block) for block in content if isinstance(block, ImageBlock) or block.text]


def _part(block: TextBlock | ImageBlock) -> Json:
    if isinstance(block, TextBlock):
        return {"text": block.text}
    if block.mime_type == "image/gif":
        raise ProviderError("Gemini takes no GIF; send a PNG, JPEG or WebP.", kind="unsupported")
    return {"inlineData": {"mimeType": block.mime_type, "data": block.data}}
