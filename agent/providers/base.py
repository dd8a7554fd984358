"""What every model behind the loop looks like: one call with messages, tools and the scene, one assistant message back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from agent.messages import AssistantMessage, Message
from tools.composition import Composition


@dataclass(frozen=True, slots=True)
class Scene:
    """What the person is looking at while they speak.

    `composition` is the document as stored at this moment (None: nothing is open), `selected` the ids of the selected
    items, `playhead` a composition frame. `tag` makes the ids of things that the plan creates: the k-th recorded step
    (from 1) uses the tag `f"{tag}-{k}"`, in planning, in the preview and in the execution alike.
    """

    composition: Composition | None = None
    selected: tuple[str, ...] = ()
    playhead: int | None = None
    tag: str = "plan"


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """A tool as a model sees it, in no provider's dialect: its dotted name, a sentence, JSON Schema parameters."""

    name: str
    description: str
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ChatParams:
    messages: Sequence[Message]
    system_prompt: str = ""
    tools: Sequence[ToolSchema] = ()
    scene: Scene = field(default_factory=Scene)


class ProviderError(Exception):
    """A provider could not answer; the message is one clean line without a secret."""

    def __init__(self, message: str, *, retryable: bool = False) -> None:
        super().__init__(message)
        self.retryable = retryable


class Provider(Protocol):
    """An adapter. `chat` answers one turn; it raises `ProviderError` and nothing else."""

    name: str

    def chat(self, params: ChatParams) -> AssistantMessage: ...
