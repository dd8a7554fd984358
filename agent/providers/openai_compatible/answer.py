"""What a Chat Completions server answers, whole or in chunks, as a message of ours; an answer without its end is an error.

Servers differ most in how they stream calls. A piece belongs to the call with its id, else to the one at its index, else to
the latest; a new id or a new name at an index that is taken opens a new call. Nothing is read before the end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.messages import AssistantMessage, StopReason, ToolCall, Usage, said
from agent.providers.base import Delta, ProviderError, ToolSchema
from agent.providers.calling import cut_off, keepable
from agent.providers.failures import refusal
from agent.providers.reading import calls, count, whole
from tools.providers.events import Event

from .request import NAME, sent_name
from .thoughts import Words, put_together

API = "openai-completions"
STOPS: dict[str, StopReason] = {
    "tool_calls": "tool_use", "function_call": "tool_use",
    "length": "length", "max_tokens": "length", "model_length": "length",
}  # fmt: skip
FILTERED = frozenset({"content_filter", "safety", "recitation", "blocklist", "prohibited_content", "spii"})
BROKEN = re.compile(r"error|malformed|abort|insufficient_system_resource")
"""Whatever else ends an answer is a stop, and a good one."""
REASONING = ("reasoning_content", "reasoning")
UNNAMED = "the call names no tool."

Json = dict[str, Any]


@dataclass(slots=True)
class _Call:
    """A call while its pieces come in: argument text, or an object from a server that sends one."""

    id: str = ""
    index: int | None = None
    name: str = ""
    text: str = ""
    given: Any = None
    extra: Any = None


@dataclass(slots=True)
class Answer:
    """An answer while it comes in; `finish` is the reason for its end, "" until then."""

    tools: Sequence[ToolSchema]
    finish: str = ""
    _words: Words = field(default_factory=Words)
    _details: list[Json] = field(default_factory=list)
    _reasoning: dict[str, str] = field(default_factory=dict)
    _calls: list[_Call] = field(default_factory=list)
    _usage: Json = field(default_factory=dict)

    def take(self, event: Event) -> Iterator[Delta]:
        """Take an event in and give what of it can be shown. Raises `ProviderError` for an error or for junk."""
        try:
            chunk = json.loads(event.data)
            if not isinstance(chunk, dict):
                raise ValueError("a chunk is an object")
        except (ValueError, RecursionError):
            if self.finish:
                return
            raise unreadable("a piece of it is no JSON object") from None
        if event.name == "error" and not self.finish:
            raise refusal(chunk)
        yield from self._chunk(chunk)

    def take_whole(self, answer: Any) -> None:
        """Take an answer in that came in one piece; its end need not be marked, it was there."""
        if not isinstance(answer, dict):
            raise unreadable("it is no JSON object")
        list(self._chunk(answer))
        list(self._words.end())
        if not any(isinstance(choice, dict) for choice in answer.get("choices") or ()):
            raise unreadable("it holds no choice")
        self.finish = self.finish or "stop"

    def message(self, model: str) -> AssistantMessage:
        """The message. Raises `ProviderError` when the answer has not come to its end, or to a bad one."""
        if not self.finish:
            raise unreadable("it stopped before its end")
        if self.finish.lower() in FILTERED:
            raise ProviderError("The vendor's filter kept the answer back.", kind="filtered")
        if BROKEN.search(self.finish.lower()):
            raise unreadable(f"it ended with “{self.finish[:40]}”")
        read = [self._read(call) for call in self._calls]
        if self.finish in ("tool_calls", "function_call") and not read:
            raise unreadable("it announces a tool call and holds none")
        found = [call for calls in read for call in calls]
        stop = STOPS.get(self.finish, "tool_use" if found else "stop")
        if stop == "length" and found:
            found[-1] = cut_off(found[-1])
        return AssistantMessage(
            content=said(whole(self._words.said)),
            tool_calls=found,
            api=API,
            provider=NAME,
            model=model,
            usage=usage_of(self._usage),
            stop_reason=stop,
            echo=self._echo(read),
        )

    def _chunk(self, chunk: Json) -> Iterator[Delta]:
        if not self.finish and (chunk.get("error") or chunk.get("object") == "error"):
            raise refusal(chunk)
        choices = [one for one in chunk.get("choices") or () if isinstance(one, dict) and not one.get("index")]
        for told in (chunk.get("usage"), (chunk.get("x_groq") or {}).get("usage"), *(c.get("usage") for c in choices)):
            self._usage = told if isinstance(told, dict) else self._usage
        if self.finish or not choices:
            return
        if choices[0].get("error"):
            raise refusal(choices[0])
        delta, message = choices[0].get("delta") or {}, choices[0].get("message") or {}
        yield from self._delta(delta or message, whole=not delta)
        self.finish = str(choices[0].get("finish_reason") or "")
        if self.finish:
            yield from self._words.end()

    def _delta(self, delta: Json, *, whole: bool) -> Iterator[Delta]:
        for kind, text in [*_texts(delta.get("content")), ("text", delta.get("refusal"))]:
            if isinstance(text, str) and text:
                yield from self._words.take(text) if kind == "text" else [Delta("thinking", text)]
        yield from self._thinking(delta, whole=whole)
        legacy = delta.get("function_call")
        for piece in [*(delta.get("tool_calls") or ()), *([{"function": legacy}] if legacy else ())]:
            if isinstance(piece, dict):
                self._piece(piece, piece.get("function") or {}, whole=whole)

    def _thinking(self, delta: Json, *, whole: bool) -> Iterator[Delta]:
        """The first field of reasoning that says something; `reasoning_details` say it again, signed, or alone."""
        details = [one for one in delta.get("reasoning_details") or () if isinstance(one, dict)]
        for detail in details:
            put_together(self._details, detail, whole=whole)
        for name in REASONING:
            if isinstance(text := delta.get(name), str) and text:
                self._reasoning[name] = self._reasoning.get(name, "") + text
                yield Delta("thinking", text)
                return
        for detail in details:
            if isinstance(text := detail.get("text") or detail.get("summary"), str):
                yield Delta("thinking", text)

    def _piece(self, piece: Json, function: Json, *, whole: bool) -> None:
        id, index, name = str(piece.get("id") or ""), piece.get("index"), str(function.get("name") or "")
        call = None if whole else self._open(id, index, name)
        if call is None:
            call = _Call(index=index)
            self._calls.append(call)
        call.id, call.name = call.id or id, call.name or name
        arguments = function.get("arguments")
        if isinstance(arguments, str):
            call.text += arguments
        elif arguments is not None:
            call.given = arguments
        call.extra = piece.get("extra_content") or call.extra

    def _open(self, id: str, index: int | None, name: str) -> _Call | None:
        """The call that a piece goes on with; None when it begins one."""
        latest_first = self._calls[::-1]
        call = next((one for one in latest_first if id and one.id == id and index in (None, one.index)), None)
        if call is None:
            beside = latest_first if index is None else [one for one in latest_first if one.index == index]
            call = beside[0] if beside and not (id and beside[0].id) else None
        return None if call is None or (name and call.name and call.name != name) else call

    def _read(self, call: _Call) -> list[ToolCall]:
        tool = next((tool for tool in self.tools if call.name in (tool.name, sent_name(tool.name))), None)
        if not call.name:
            return [ToolCall(name="unknown", arguments_error=UNNAMED, provider_id=call.id or None)]
        raw = call.text if call.text or call.given is None else call.given
        return calls(tool.name if tool else call.name, raw, tool.parameters if tool else None, call.id or None)

    def _echo(self, read: list[list[ToolCall]]) -> Json | None:
        """What the server wants back of its reasoning, and what stood beside its calls."""
        echo: Json = {}
        if self._details:
            echo["reasoning"] = {"reasoning_details": self._details}
        elif self._reasoning:
            echo["reasoning"] = {name: whole(text) for name, text in self._reasoning.items()}
        if self._words.thought:
            echo["thought"] = whole(self._words.thought)
        if any(call.extra for call in self._calls):
            pairs = zip(self._calls, read, strict=True)
            echo["extra_content"] = [call.extra if n == 0 else None for call, made in pairs for n in range(len(made))]
        return echo if echo and keepable(echo) else None


def _texts(content: Any) -> Iterator[tuple[str, Any]]:
    """The pieces of text in `content`, which is text, a list of parts, or nothing."""
    if isinstance(content, list):
        for part in content:
            if isinstance(part, dict) and isinstance(part.get("thinking"), list):
                yield from (("thinking", text) for _, text in _texts(part["thinking"]))
            elif isinstance(part, dict):
                yield "text", part.get("text")
    else:
        yield "text", content


def usage_of(told: Json) -> Usage:
    """Tokens as Chat Completions counts them: what was cached is part of the prompt there, and stands beside it here."""
    prompt, made = told.get("prompt_tokens_details") or {}, told.get("completion_tokens_details") or {}
    read, written = count(prompt.get("cached_tokens")), count(prompt.get("cache_write_tokens"))
    read = read or count(told.get("prompt_cache_hit_tokens"))
    cost = told.get("cost")
    return Usage(
        input=max(0, count(told.get("prompt_tokens")) - read - written),
        output=count(told.get("completion_tokens")),
        cache_read=read,
        cache_write=written,
        reasoning=count(made.get("reasoning_tokens")),
        cost=cost if isinstance(cost, float | int) and 0 < cost < 1e6 else 0.0,
    )


def unreadable(why: str) -> ProviderError:
    return ProviderError(f"The model's answer could not be read: {why}.", retryable=True, kind="malformed")
