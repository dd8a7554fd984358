"""What the Responses API answers, whole or in events, as a message of ours; only a terminal event is an end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from agent.messages import AssistantMessage, ToolCall, Usage, said
from agent.providers.base import Delta, ProviderError, ToolSchema
from agent.providers.calling import cut_off, keepable
from agent.providers.failures import refusal
from agent.providers.openai_compatible.answer import unreadable
from agent.providers.openai_compatible.request import sent_name
from agent.providers.reading import calls, count, whole
from tools.providers.events import Event

from .request import NAME

API = "openai-responses"
DELTAS: dict[str, Literal["text", "thinking"]] = {
    "response.output_text.delta": "text",
    "response.refusal.delta": "text",
    "response.reasoning_text.delta": "thinking",
    "response.reasoning_summary_text.delta": "thinking",
}
ENDS = frozenset({"response.completed", "response.incomplete", "response.failed"})

Json = dict[str, Any]


@dataclass(slots=True)
class Answer:
    """An answer while it comes in. `ended` once the response is there as it became."""

    tools: Sequence[ToolSchema]
    ended: bool = False
    _response: Json = field(default_factory=dict)
    _items: dict[int, Json] = field(default_factory=dict)

    def take(self, event: Event) -> Iterator[Delta]:
        """Take an event in and give what of it can be shown. Raises `ProviderError` for an error or for junk."""
        if self.ended or event.data.strip() == "[DONE]":
            return
        try:
            told = json.loads(event.data)
        except (ValueError, RecursionError):
            raise unreadable("a piece of it is no JSON") from None
        kind = told.get("type") or event.name
        if kind == "error" or (told.get("error") and kind not in ENDS):
            raise refusal(told)
        if kind in DELTAS and isinstance(told.get("delta"), str) and told["delta"]:
            yield Delta(DELTAS[kind], told["delta"])
        elif kind == "response.output_item.done":
            self._items[int(told.get("output_index", len(self._items)))] = told["item"]
        elif kind in ENDS:
            self.take_whole(told["response"])
        elif told.get("object") == "response":  # the whole answer in place of a stream
            self.take_whole(told)

    def take_whole(self, response: Any) -> None:
        """Take in the response as it became."""
        if not isinstance(response, dict):
            raise unreadable("it is no JSON object")
        self._response, self.ended = response, True

    def message(self, model: str) -> AssistantMessage:
        """The message. Raises `ProviderError` when the answer has not come to its end, or to a bad one."""
        if not self.ended:
            raise unreadable("it stopped before its end")
        cut = self._is_cut()
        items = self._output()
        read = [self._call(item) for item in items if item.get("type") == "function_call"]
        found = [call for calls in read for call in calls]
        if cut and found and items[-1].get("type") == "function_call":
            found[-1] = cut_off(found[-1])
        return AssistantMessage(
            content=said(whole("".join(_words(items)))),
            tool_calls=found,
            api=API,
            provider=NAME,
            model=model,
            usage=_usage(self._response.get("usage") or {}),
            stop_reason="length" if cut else ("tool_use" if found else "stop"),
            echo=_echo(items) if not cut and len(found) == len(read) else None,
        )

    def _is_cut(self) -> bool:
        """Whether the answer ran out of tokens. Raises `ProviderError` for every end that is no good one."""
        status = self._response.get("status")
        if self._response.get("error") or status == "failed":
            raise refusal(self._response)
        if status == "completed":
            return False
        reason = (self._response.get("incomplete_details") or {}).get("reason")
        if status == "incomplete" and reason == "content_filter":
            raise ProviderError("The vendor's filter kept the answer back.", kind="filtered")
        if status != "incomplete":
            raise unreadable(f"its status is {status!r}")
        return True

    def _output(self) -> list[Json]:
        """The items; those of the stream where the last event leaves them out."""
        listed = self._response.get("output") or [item for _, item in sorted(self._items.items())]
        return [item for item in listed if isinstance(item, dict)]

    def _call(self, item: Json) -> list[ToolCall]:
        name = str(item.get("name") or "unknown")
        tool = next((tool for tool in self.tools if name in (tool.name, sent_name(tool.name))), None)
        schema = tool.parameters if tool else None
        return calls(tool.name if tool else name, item.get("arguments"), schema, str(item.get("call_id") or "") or None)


def _words(items: list[Json]) -> Iterator[str]:
    for item in items:
        for part in (item.get("content") or ()) if item.get("type") == "message" else ():
            if isinstance(part, dict):
                yield str(part.get("text") or part.get("refusal") or "")


def _echo(items: list[Json]) -> Json | None:
    """The items as they came, where reasoning is among them and can be given back. Nulls are left out: as input they are
    refused. Reasoning that is not encrypted is known to the vendor only by an id that it has not kept."""
    reasoning = [item for item in items if item.get("type") == "reasoning"]
    if not reasoning or not all(item.get("encrypted_content") for item in reasoning):
        return None
    echo = {"output": [{key: value for key, value in item.items() if value is not None} for item in items]}
    return echo if keepable(echo) else None


def _usage(told: Json) -> Usage:
    """Tokens as the Responses API counts them: what was cached is part of the input there, and stands beside it here."""
    sent, made = told.get("input_tokens_details") or {}, told.get("output_tokens_details") or {}
    read, written = count(sent.get("cached_tokens")), count(sent.get("cache_write_tokens"))
    return Usage(
        input=max(0, count(told.get("input_tokens")) - read - written),
        output=count(told.get("output_tokens")),
        cache_read=read,
        cache_write=written,
        reasoning=count(made.get("reasoning_tokens")),
    )
