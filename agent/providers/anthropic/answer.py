"""What a Messages server answers, whole or in events, as a message of ours; an answer without its end is an error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from agent.messages import AssistantMessage, StopReason, ToolCall, Usage, said
from agent.providers.base import Delta, ProviderError, ToolSchema
from agent.providers.calling import cut_off, keepable, one_call
from agent.providers.failures import refusal
from agent.providers.reading import count, whole
from tools.providers.events import Event

from .request import NAME

API = "anthropic-messages"
STOPS: dict[str, StopReason] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "tool_use",
    "max_tokens": "length",
    "pause_turn": "length",
    "model_context_window_exceeded": "length",
}

Json = dict[str, Any]


def message_of(answer: Any, model: str, tools: Mapping[str, ToolSchema]) -> AssistantMessage:
    """The message in a whole answer. Raises `ProviderError` for an error, a refusal, or an answer that is none."""
    if not isinstance(answer, dict) or not isinstance(content := answer.get("content"), list):
        raise _unreadable("it holds no content") if not _is_error(answer) else refusal(answer)
    reason = answer.get("stop_reason")
    if reason == "refusal":
        raise ProviderError("The model declined to answer.", kind="filtered")
    if reason not in STOPS:
        raise _unreadable(f"it has no end that is known here (stop_reason {reason!r})")
    blocks = [block for block in content if isinstance(block, dict)]
    calls = [_call(block, tools) for block in blocks if block.get("type") == "tool_use"]
    if reason == "tool_use" and not calls:
        raise _unreadable("it announces a tool call and holds none")
    if STOPS[reason] == "length" and blocks and blocks[-1].get("type") == "tool_use":
        calls[-1] = cut_off(calls[-1])
    return AssistantMessage(
        content=said(whole("".join(str(block.get("text") or "") for block in blocks if block.get("type") == "text"))),
        tool_calls=calls,
        api=API,
        provider=NAME,
        model=model,
        usage=_usage(answer.get("usage")),
        stop_reason="tool_use" if calls and STOPS[reason] == "stop" else STOPS[reason],
        echo={"content": blocks} if _signed(blocks) and keepable(blocks) else None,
    )


def _signed(blocks: list[Json]) -> bool:
    """Whether something of it must go back unchanged: thinking carries a signature, plain or redacted."""
    return any(block.get("type") in ("thinking", "redacted_thinking") for block in blocks)


def _call(block: Json, tools: Mapping[str, ToolSchema]) -> ToolCall:
    return one_call(str(block.get("name") or ""), block.get("input"), tools, str(block.get("id") or "") or None)


def _usage(usage: Any) -> Usage:
    if not isinstance(usage, dict):
        return Usage()
    details = usage.get("output_tokens_details")
    return Usage(
        input=count(usage.get("input_tokens")),
        output=count(usage.get("output_tokens")),
        cache_read=count(usage.get("cache_read_input_tokens")),
        cache_write=count(usage.get("cache_creation_input_tokens")),
        reasoning=count(details.get("thinking_tokens")) if isinstance(details, dict) else 0,
    )


class Folding:
    """The events of a stream, folded into the answer that would have come whole."""

    def __init__(self) -> None:
        self.answer: Json = {"content": [], "usage": {}}
        self._blocks: dict[int, Json] = {}
        self._inputs: dict[int, str] = {}
        self._open: set[int] = set()
        self._ended = False

    def feed(self, events: Iterable[Event]) -> Iterator[Delta]:
        """Take the events in and give what of them can be shown at once. Raises `ProviderError` for an error among them."""
        for event in events:
            if event.data.strip() in ("", "[DONE]"):
                continue
            if self._ended:
                return
            try:
                data = json.loads(event.data)
            except (ValueError, RecursionError):
                raise _unreadable("an event of it is no JSON") from None
            if not isinstance(data, dict):
                raise _unreadable("an event of it is no object")
            yield from self._take(data.get("type") or event.name, data)

    def whole(self) -> Json:
        """The answer. Raises `ProviderError` when the stream stopped before its end."""
        if not self._ended and not self.answer.get("stop_reason"):
            raise _unreadable("it stopped before its end")
        if self._open and self.answer.get("stop_reason") not in ("max_tokens", "model_context_window_exceeded"):
            raise _unreadable("it ended inside a block")
        for index, text in self._inputs.items():
            if text:  # none at all is the empty input that the block began with
                self._blocks[index]["input"] = text
        if self._blocks:
            self.answer["content"] = [self._blocks[index] for index in sorted(self._blocks)]
        return self.answer

    def _take(self, kind: str, data: Json) -> Iterator[Delta]:
        if kind == "error" or _is_error(data):
            raise refusal(data)
        if kind == "message":  # the whole answer in place of a stream
            self.answer, self._ended = data, True
        elif kind == "message_start":
            self._count(data.get("message"))
        elif kind == "content_block_start":
            self._begin(_index(data), data.get("content_block"))
        elif kind == "content_block_delta":
            yield from self._add(_index(data), data.get("delta"))
        elif kind == "content_block_stop":
            self._open.discard(_index(data))
        elif kind == "message_delta":
            self._count(data)
            reason = (data.get("delta") or {}).get("stop_reason")
            self.answer["stop_reason"] = reason or self.answer.get("stop_reason")
        elif kind == "message_stop":
            self._ended = True

    def _begin(self, index: int, block: Any) -> None:
        if not isinstance(block, dict):
            raise _unreadable("a block of it is no object")
        self._blocks[index] = dict(block)
        self._open.add(index)
        if block.get("type") == "tool_use":
            self._inputs[index] = ""

    def _add(self, index: int, delta: Any) -> Iterator[Delta]:
        block = self._blocks.get(index)
        if block is None or not isinstance(delta, dict):
            raise _unreadable("a piece of it belongs to no block")
        kind = delta.get("type")
        if kind == "input_json_delta":
            self._inputs[index] = self._inputs.get(index, "") + str(delta.get("partial_json") or "")
        elif kind == "text_delta":
            block["text"] = str(block.get("text") or "") + str(delta.get("text") or "")
            yield Delta("text", str(delta.get("text") or ""))
        elif kind == "thinking_delta":
            block["thinking"] = str(block.get("thinking") or "") + str(delta.get("thinking") or "")
            yield Delta("thinking", str(delta.get("thinking") or ""))
        elif kind == "signature_delta":
            block["signature"] = str(block.get("signature") or "") + str(delta.get("signature") or "")

    def _count(self, told: Any) -> None:
        """Usage is cumulative: what is told last counts, figure by figure."""
        usage = told.get("usage") if isinstance(told, dict) else None
        if isinstance(usage, dict):
            self.answer["usage"] |= {key: value for key, value in usage.items() if value is not None}


def _index(data: Json) -> int:
    index = data.get("index")
    if not isinstance(index, int):
        raise _unreadable("a piece of it has no index")
    return index


def _is_error(answer: Any) -> bool:
    return isinstance(answer, dict) and (answer.get("type") == "error" or bool(answer.get("error")))


def _unreadable(why: str) -> ProviderError:
    return ProviderError(f"The model's answer could not be read: {why}.", retryable=True, kind="malformed")
