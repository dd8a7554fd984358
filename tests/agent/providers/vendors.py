"""A turn (words, and calls as (name, arguments)) in each vendor's words: whole, and as the events of a stream."""

from __future__ import annotations

import json

from agent.providers.anthropic import Anthropic
from agent.providers.gemini import Gemini
from agent.providers.openai_compatible import OpenAICompatible
from agent.providers.openai_responses import OpenAIResponses


def chat_whole(words, calls):
    asked = [
        {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        for n, (name, arguments) in enumerate(calls)
    ]
    message = {"role": "assistant", "content": words or None, **({"tool_calls": asked} if asked else {})}
    return {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if asked else "stop"}]}


def chat_events(words, calls):
    choice = chat_whole(words, calls)["choices"][0]
    yield {"choices": [{"index": 0, "delta": {"role": "assistant", "content": words[:4]}}]}
    yield {"choices": [{"index": 0, "delta": {"content": words[4:]}}]}
    for n, call in enumerate(choice["message"].get("tool_calls", ())):
        text = call["function"]["arguments"]
        begun = {**call, "index": n, "function": {"name": call["function"]["name"], "arguments": text[:7]}}
        yield {"choices": [{"index": 0, "delta": {"tool_calls": [begun]}}]}
        yield {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": n, "function": {"arguments": text[7:]}}]}}]}
    yield {"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]}
    yield "data: [DONE]"


def responses_whole(words, calls):
    spoken = (
        [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": words}]}] if words else []
    )
    asked = [
        {
            "type": "function_call",
            "id": f"fc_{n}",
            "call_id": f"call_{n}",
            "name": name,
            "arguments": json.dumps(arguments),
        }
        for n, (name, arguments) in enumerate(calls)
    ]
    return {"object": "response", "status": "completed", "error": None, "output": [*spoken, *asked]}


def responses_events(words, calls):
    whole = responses_whole(words, calls)
    if words:
        yield {"type": "response.output_text.delta", "output_index": 0, "delta": words}
    for n, item in enumerate(whole["output"]):
        yield {"type": "response.output_item.done", "output_index": n, "item": item}
    yield {"type": "response.completed", "response": whole}


def gemini_whole(words, calls):
    parts = [{"text": words}] if words else []
    parts += [{"functionCall": {"name": name, "args": arguments}} for name, arguments in calls]
    if calls:
        parts[bool(words)]["thoughtSignature"] = "c2lnbmVk"
    return {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}]}


def gemini_events(words, calls):
    for part in gemini_whole(words, calls)["candidates"][0]["content"]["parts"]:
        yield {"candidates": [{"content": {"role": "model", "parts": [part]}}]}
    yield {"candidates": [{"content": {}, "finishReason": "STOP"}]}


def anthropic_whole(words, calls):
    blocks = [{"type": "text", "text": words}] if words else []
    blocks += [
        {"type": "tool_use", "id": f"toolu_{n}", "name": name, "input": arguments}
        for n, (name, arguments) in enumerate(calls)
    ]
    return {"type": "message", "content": blocks, "stop_reason": "tool_use" if calls else "end_turn", "usage": {}}


def anthropic_events(words, calls):
    whole = anthropic_whole(words, calls)
    yield {"type": "message_start", "message": {"usage": {"input_tokens": 9}}}
    for n, block in enumerate(whole["content"]):
        if block["type"] == "text":
            yield {"type": "content_block_start", "index": n, "content_block": {"type": "text", "text": ""}}
            yield {"type": "content_block_delta", "index": n, "delta": {"type": "text_delta", "text": block["text"]}}
        else:
            text = json.dumps(block["input"])
            yield {"type": "content_block_start", "index": n, "content_block": {**block, "input": {}}}
            for piece in ("", text[:7], text[7:]):
                delta = {"type": "input_json_delta", "partial_json": piece}
                yield {"type": "content_block_delta", "index": n, "delta": delta}
        yield {"type": "content_block_stop", "index": n}
    yield {"type": "message_delta", "delta": {"stop_reason": whole["stop_reason"]}, "usage": {"output_tokens": 9}}
    yield {"type": "message_stop"}


ADAPTERS = {
    "openai-compatible": (OpenAICompatible, "llama-4", chat_whole, chat_events),
    "openai-responses": (OpenAIResponses, "gpt-6", responses_whole, responses_events),
    "gemini": (Gemini, "gemini-3.1-pro", gemini_whole, gemini_events),
    "anthropic": (Anthropic, "claude-opus-5", anthropic_whole, anthropic_events),
}
