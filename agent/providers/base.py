"""What every model behind the loop looks like: one call with messages, tools and the scene, one assistant message back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, runtime_checkable
from uuid import UUID

import structlog

from agent.messages import AssistantMessage, Message, text_of
from tools.composition import Composition

log = structlog.get_logger()

ThinkingLevel = Literal["off", "minimal", "low", "medium", "high", "xhigh", "max"]

Kind = Literal[
    "configuration",  # a setting is missing or names nothing
    "unsupported",  # this model cannot do what was asked of it
    "authentication",
    "rate_limit",
    "overloaded",  # the server is there and says that it cannot now
    "timeout",
    "network",
    "overflow",  # the conversation does not fit the model's window
    "filtered",  # the vendor's safety filter kept the answer back
    "malformed",  # an answer that cannot be read, or that ended before its end
    "request",  # the vendor refuses the request as it is
    "provider",  # anything else
]


@dataclass(frozen=True, slots=True)
class Scene:
    """What the person is looking at while they speak.

    `composition` is the document as stored at this moment (None: nothing is open), `selected` the ids of the selected
    items, `playhead` a composition frame, `workspace` whose media may be listened to and looked at (None: nobody's),
    `beside` its files that the composition does not list, by id, as documents list them: whatever shows one brings it in.
    `tag` makes the ids of things that the plan creates: the k-th recorded step (from 1) uses the tag `f"{tag}-{k}"`, in planning, in the preview and in the execution alike.
    """

    composition: Composition | None = None
    selected: tuple[str, ...] = ()
    playhead: int | None = None
    tag: str = "plan"
    workspace: UUID | None = None
    beside: Mapping[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def with_files(self) -> Composition | None:
        """The composition as if it listed every file that can be used in it."""
        if self.composition is None or not self.beside:
            return self.composition
        return replace(self.composition, assets=self.composition.assets.update(self.beside))


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """A tool as a model sees it, in no provider's dialect: its dotted name, a sentence, JSON Schema parameters."""

    name: str
    description: str
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ChatParams:
    """One turn. `answer_schema` asks for words that are JSON of that schema, where the wire can say so (else it is ignored:
    whoever asks says it in the prompt too, and reads the answer strictly). Without a `thinking_level` the vendor chooses."""

    messages: Sequence[Message]
    system_prompt: str = ""
    tools: Sequence[ToolSchema] = ()
    scene: Scene = field(default_factory=Scene)
    thinking_level: ThinkingLevel | None = None
    max_output_tokens: int | None = None
    answer_schema: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of an answer while it is being made: words, or thinking. Tool calls come only whole, with the message."""

    kind: Literal["text", "thinking"]
    text: str


class ProviderError(Exception):
    """A provider could not answer; the message is one clean line without a secret."""

    def __init__(self, message: str, *, retryable: bool = False, kind: Kind = "provider") -> None:
        super().__init__(message)
        self.retryable, self.kind = retryable, kind


class ThinkingUnsupported(ProviderError):
    """The model cannot think at the level that was asked for; the message says what it can."""

    def __init__(self, model: str, level: ThinkingLevel, can: str) -> None:
        super().__init__(f"{model} has no thinking level “{level}”; {can}.", kind="unsupported")


class Provider(Protocol):
    """An adapter. `chat` answers one turn; it raises `ProviderError` and nothing else."""

    name: str

    def chat(self, params: ChatParams) -> AssistantMessage: ...


@runtime_checkable
class StreamingProvider(Provider, Protocol):
    """An adapter that can tell an answer while it is being made; the last item is the whole message."""

    def stream(self, params: ChatParams) -> Iterator[Delta | AssistantMessage]: ...


def streamed(provider: Provider, params: ChatParams) -> Iterator[Delta | AssistantMessage]:
    """The answer in pieces, from any provider: one that cannot stream gives it in one piece."""
    if isinstance(provider, StreamingProvider):
        yield from provider.stream(params)
        return
    message = provider.chat(params)
    if words := text_of(message):
        yield Delta("text", words)
    yield message


Listener = Callable[[Delta | AssistantMessage], None]
"""Whoever wants to hear an answer while it is being made; the message ends a turn."""


def answered(provider: Provider, params: ChatParams, listener: Listener | None = None) -> AssistantMessage:
    """One turn. A level of thinking that the model has not is left out; only a `listener` makes the answer a stream.

    Raises `ProviderError`, also for a stream that stops half-way, of which nothing counts.
    """
    try:
        return _answered(provider, params, listener)
    except ThinkingUnsupported as error:
        log.info("thinking_left_out", reason=str(error))
        return _answered(provider, replace(params, thinking_level=None), listener)


def _answered(provider: Provider, params: ChatParams, listener: Listener | None) -> AssistantMessage:
    if listener is None:
        return provider.chat(params)
    for item in streamed(provider, params):
        listener(item)
        if isinstance(item, AssistantMessage):
            return item
    raise ProviderError("The model's answer stopped before its end.", retryable=True, kind="malformed")
