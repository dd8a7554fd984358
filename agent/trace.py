"""The trace of one planning: which model, which inputs (as digests), how long, how many tokens; enough to run it again.

Nothing of what was said is in it: inputs are digested and prompts hashed, unless `AGENT_TRACE_CONTENT` asks for the
(redacted) words themselves. A plan carries its trace, and so does the run that holds the plan.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from django.conf import settings

from agent.messages import AssistantMessage, Message, Usage, text_of
from agent.providers.base import (
    ChatParams,
    Delta,
    Provider,
    ProviderError,
    Scene,
    ThinkingUnsupported,
    streamed,
)
from agent.redact import redacted

SPEC = {"id": "agent.kernel", "version": "1.0.0"}
LOOP, AT_ONCE = "agent-plan-tooluse", "agent-plan"


class Recorder:
    """Writes down every turn of the providers it watches, in the order in which they come."""

    def __init__(self) -> None:
        self.id = uuid4().hex
        self.started = time.time_ns()
        self.turns: list[dict[str, Any]] = []
        self.usage = Usage()
        self._first: ChatParams | None = None
        self._task = LOOP
        self._answers: list[Message] = []

    def watch(self, provider: Provider) -> Provider:
        """The same provider, every turn of it on record."""
        return Watched(provider, self)

    def note(self, params: ChatParams, turn: dict[str, Any], answer: AssistantMessage | None = None) -> None:
        """Keep one turn; `turn` is what it was like, `answer` what came back."""
        self._first = self._first or params
        self._task = AT_ONCE if params.answer_schema else LOOP
        self.turns.append(turn)
        if answer is not None:
            self.usage = _sum(self.usage, answer.usage)
            self._answers.append(answer)

    def trace(self) -> dict[str, Any] | None:
        """Everything so far as plain JSON; None while no provider was asked. Provider and model are the last that answered
        (or were asked), the task is how that one planned: by calling tools, or at once."""
        if self._first is None:
            return None
        answered = [turn for turn in self.turns if "error" not in turn] or self.turns
        return {
            "traceId": self.id,
            "spec": SPEC,
            "task": self._task,
            "provider": answered[-1]["provider"],
            "model": answered[-1]["model"],
            "params": _params(self._first),
            "inputsDigest": inputs_digest(self._first.messages, self._first.scene),
            "promptSha256": sha256(self._first.system_prompt),
            "startedAt": _when(self.started),
            "durationMs": _ms(self.started, time.time_ns()),
            "usage": usage(self.usage),
            "turns": self.turns,
            **({"content": self._words()} if settings.AGENT_TRACE_CONTENT else {}),
        }

    def _words(self) -> dict[str, Any]:
        assert self._first is not None
        return {
            "systemPrompt": self._first.system_prompt,
            "messages": [{"role": one.role, "text": text_of(redacted(one))} for one in self._first.messages],
            "answers": [{"text": text_of(one), "toolCalls": _calls(one)} for one in map(redacted, self._answers)],
        }


class Watched:
    """A provider that tells a recorder of every turn, whole or streamed."""

    def __init__(self, provider: Provider, recorder: Recorder) -> None:
        self.provider, self.recorder, self.name = provider, recorder, provider.name

    def chat(self, params: ChatParams) -> AssistantMessage:
        with self._noting(params) as note:
            answer = self.provider.chat(params)
            note(answer)
        return answer

    def stream(self, params: ChatParams) -> Iterator[Delta | AssistantMessage]:
        with self._noting(params) as note:
            for item in streamed(self.provider, params):
                if isinstance(item, AssistantMessage):
                    note(item)
                yield item

    @contextmanager
    def _noting(self, params: ChatParams) -> Iterator[Callable[[AssistantMessage], None]]:
        """Around one turn: its answer is noted by who is inside, its failure here. What was never sent is no turn."""
        began = time.time_ns()

        def note(answer: AssistantMessage) -> None:
            names = [call.name for call in answer.tool_calls]
            facts = {"stopReason": answer.stop_reason, "toolCalls": names, "usage": usage(answer.usage)}
            self.recorder.note(params, self._turn(began, answer.model, **facts), answer)

        try:
            yield note
        except ThinkingUnsupported:
            raise
        except ProviderError as error:
            self.recorder.note(params, self._turn(began, getattr(self.provider, "model", ""), error=error.kind))
            raise

    def _turn(self, began: int, model: str, **facts: Any) -> dict[str, Any]:
        times = {"startedAt": _when(began), "durationMs": _ms(began, time.time_ns())}
        return {"provider": self.name, "model": str(model or self.name), **times, **facts}


def inputs_digest(messages: Sequence[Message], scene: Scene) -> str:
    """SHA-256 of what was asked about what: the same words on the same scene always have the same digest.

    Of the composition it takes its own fields, its tracks, and every item's place in time: what a run's base revision
    names exactly, and cheap at thousands of items.
    """
    said = [[one.role, text_of(one), _calls(one)] for one in messages]
    state = scene.composition
    seen = state and [
        sorted(state.fields().items()),
        state.tracks,
        [[item["id"], item["from"], item["durationInFrames"]] for item in state.in_order()],
    ]
    return sha256(json.dumps([said, seen, scene.selected, scene.playhead], sort_keys=True, separators=(",", ":")))


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def usage(tokens: Usage) -> dict[str, Any]:
    """Token counts as JSON says them."""
    return {
        "input": tokens.input, "output": tokens.output, "cacheRead": tokens.cache_read, "cacheWrite": tokens.cache_write,
        "reasoning": tokens.reasoning, "cost": tokens.cost,
    }  # fmt: skip


def _sum(one: Usage, other: Usage) -> Usage:
    return Usage(**{name: getattr(one, name) + getattr(other, name) for name in Usage.model_fields})


def _calls(message: Message) -> list[list[Any]]:
    calls = message.tool_calls if isinstance(message, AssistantMessage) else ()
    return [[call.name, call.arguments] for call in calls]


def _params(asked: ChatParams) -> dict[str, Any]:
    return {
        "thinkingLevel": asked.thinking_level, "maxOutputTokens": asked.max_output_tokens,
        "maxTurns": settings.AGENT_MAX_TOOL_TURNS, "tools": len(asked.tools),
    }  # fmt: skip


def _when(nanoseconds: int) -> str:
    return datetime.fromtimestamp(nanoseconds / 1e9, UTC).isoformat()


def _ms(began: int, ended: int) -> float:
    return round((ended - began) / 1e6, 3)
