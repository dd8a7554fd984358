"""What generateContent answers, whole or in pieces, as a message of ours; only an answer with a good end counts as one."""

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

API = "gemini-generate-content"
STOPS: dict[str, StopReason] = {
    "STOP": "stop",
    "FUNCTION_CALL": "stop",  # gateways' word for a stop with calls; the vendor says STOP
    "MAX_TOKENS": "length",
    "CONTINUATION": "length",
}
UNSIGNED = "MISSING_THOUGHT_SIGNATURE"
MALFORMED = frozenset({"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MALFORMED_RESPONSE"})

Json = dict[str, Any]


class Unsigned(ProviderError):
    """The server misses or rejects a thought signature: the same turn may pass without any of those that were kept."""


class Folding:
    """The pieces of an answer, folded into its parts, its end and its usage. A whole answer is one piece."""

    def __init__(self) -> None:
        self.parts: list[Json] = []
        self.finish, self.why = "", ""
        self.usage: Json = {}

    def feed(self, events: Iterable[Event]) -> Iterator[Delta]:
        """Take the events in and give what of them can be shown at once. Raises `ProviderError` for an error among them."""
        for event in events:
            if event.data.strip() in ("", "[DONE]"):
                continue
            try:
                piece = json.loads(event.data)
            except (ValueError, RecursionError):
                if self.finish:  # after the end nothing counts
                    return
                raise unreadable("a piece of it is no JSON") from None
            yield from self.take(piece)

    def take(self, piece: Any) -> Iterator[Delta]:
        """One piece: a response, or an error in its place."""
        if not isinstance(piece, dict):
            raise unreadable("it is no object")
        if "error" in piece:
            raise refusal(piece)
        if isinstance(usage := piece.get("usageMetadata"), dict):
            self.usage = usage  # cumulative: the last one counts
        if blocked := (piece.get("promptFeedback") or {}).get("blockReason"):
            raise ProviderError(f"The model's server blocked the request ({blocked}).", kind="filtered")
        candidates = piece.get("candidates") or [{}]
        candidate = candidates[0]
        for part in (candidate.get("content") or {}).get("parts") or ():
            yield from self._add(part)
        self.finish = str(candidate.get("finishReason") or self.finish)
        self.why = str(candidate.get("finishMessage") or self.why)

    def _add(self, part: Json) -> Iterator[Delta]:
        text, thought = part.get("text"), bool(part.get("thought"))
        if isinstance(text, str) and text:
            yield Delta("thinking" if thought else "text", text)
        last = self.parts[-1] if self.parts else {}
        if _is_words(part) and _is_words(last) and bool(last.get("thought")) == thought:
            last["text"] += text
        elif part.get("text") != "" or len(part) > 1:  # an empty text counts only for the signature on it
            self.parts.append(dict(part))

    def message(self, model: str, tools: Mapping[str, ToolSchema]) -> AssistantMessage:
        """The message. Raises `ProviderError` for an answer without an end, or with one that is no good."""
        self._judge()
        calls = [_call(part["functionCall"], tools) for part in self.parts if "functionCall" in part]
        stop = STOPS[self.finish]
        if self.finish == "FUNCTION_CALL" and not calls:
            raise unreadable("it announces a tool call and holds none")
        if stop == "length" and calls and "functionCall" in self.parts[-1]:
            calls[-1] = cut_off(calls[-1])
        words = (part["text"] for part in self.parts if isinstance(part.get("text"), str) and not part.get("thought"))
        signed = any("thoughtSignature" in part for part in self.parts)
        return AssistantMessage(
            content=said(whole("".join(words))),
            tool_calls=calls,
            api=API,
            provider=NAME,
            model=model,
            usage=_usage(self.usage),
            stop_reason="tool_use" if calls and stop == "stop" else stop,
            echo={"parts": self.parts} if signed and keepable(self.parts) else None,
        )

    def _judge(self) -> None:
        why = f": {' '.join(self.why.split())}" if self.why else ""
        if not self.finish:
            raise unreadable("it stopped before its end")
        if self.finish == UNSIGNED:
            raise Unsigned(f"The model's server misses a thought signature{why}.", kind="request")
        if self.finish in MALFORMED:
            raise unreadable(f"it ended with {self.finish}{why}")
        if self.finish not in STOPS:
            raise ProviderError(f"The model's answer was kept back ({self.finish}{why}).", kind="filtered")


def _is_words(part: Json) -> bool:
    """Whether the part is text and nothing else: one that is signed stays a part of its own."""
    return isinstance(part.get("text"), str) and set(part) <= {"text", "thought"}


def _call(asked: Any, tools: Mapping[str, ToolSchema]) -> ToolCall:
    if not isinstance(asked, dict) or not asked.get("name") or asked.get("willContinue"):
        raise unreadable("a tool call in it is not whole")
    return one_call(str(asked["name"]), asked.get("args"), tools, str(asked.get("id") or "") or None)


def _usage(usage: Json) -> Usage:
    cached, thought = count(usage.get("cachedContentTokenCount")), count(usage.get("thoughtsTokenCount"))
    prompt = count(usage.get("promptTokenCount")) + count(usage.get("toolUsePromptTokenCount"))
    return Usage(
        input=max(prompt - cached, 0),
        output=count(usage.get("candidatesTokenCount")) + thought,
        cache_read=cached,
        reasoning=thought,
    )


def as_unsigned(error: ProviderError) -> ProviderError:
    """The error as `Unsigned` where its words are about a thought signature."""
    words = str(error).lower().replace("_", " ")
    if "thought signature" in words or "thoughtsignature" in words:
        return Unsigned(str(error), kind=error.kind)
    return error


def unreadable(why: str) -> ProviderError:
    """An answer that cannot be used, though asking again may well bring a good one."""
    return ProviderError(f"The model's answer could not be read: {why}.", retryable=True, kind="malformed")
