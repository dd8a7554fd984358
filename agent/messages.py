"""What is said between a person, a model and the tools: the one set of types that sessions, loop, providers and API share."""

from __future__ import annotations

import base64
import binascii
import time
from typing import Annotated, Any, Literal
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, field_validator

MAX_IMAGE_BYTES = 5_000_000

StopReason = Literal["stop", "tool_use", "length", "error", "aborted"]


def now_ms() -> int:
    """Milliseconds since the epoch, the unit of every timestamp here."""
    return time.time_ns() // 1_000_000


class Wire(BaseModel):
    """A value that crosses a boundary: immutable, and strict about names it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class TextBlock(Wire):
    type: Literal["text"] = "text"
    text: str


class ImageBlock(Wire):
    """An image as base64, at most `MAX_IMAGE_BYTES` once decoded."""

    type: Literal["image"] = "image"
    data: str
    mime_type: Literal["image/png", "image/jpeg", "image/webp", "image/gif"]

    @field_validator("data")
    @classmethod
    def _decodes(cls, data: str) -> str:
        try:
            size = len(base64.b64decode(data, validate=True))
        except binascii.Error as error:
            raise ValueError("image data is not valid base64") from error
        if not 0 < size <= MAX_IMAGE_BYTES:
            raise ValueError(f"an image holds 1 to {MAX_IMAGE_BYTES} bytes; this one holds {size}")
        return data


Block = Annotated[TextBlock | ImageBlock, Field(discriminator="type")]


class Usage(Wire):
    """Tokens of one provider turn; `cost` in US dollars where the provider states it.

    `input` counts what was read afresh, `cache_read` and `cache_write` stand beside it, and the three add up to the prompt.
    `output` counts everything that was made, `reasoning` being the part of it that was thought.
    """

    input: int = Field(default=0, ge=0)
    output: int = Field(default=0, ge=0)
    cache_read: int = Field(default=0, ge=0)
    cache_write: int = Field(default=0, ge=0)
    reasoning: int = Field(default=0, ge=0)
    cost: float = Field(default=0.0, ge=0)


def new_call_id() -> str:
    """An id of ours, unique for ever: a provider's own ids repeat between turns."""
    return f"call_{uuid4().hex}"


class ToolCall(Wire):
    """A model's wish to use a tool. `arguments_error` says why the arguments could not be read; such a call never runs."""

    id: str = Field(default_factory=new_call_id, min_length=1)
    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    arguments_error: str | None = None
    provider_id: str | None = None


class UserMessage(Wire):
    role: Literal["user"] = "user"
    content: list[Block]
    timestamp: int = Field(default_factory=now_ms, gt=0)


class AssistantMessage(Wire):
    """A turn of a model. `echo` is what its vendor wants back byte for byte (signatures, encrypted reasoning); it goes only to
    the same `provider` and `model`, see `echoed`, and nobody else reads it."""

    role: Literal["assistant"] = "assistant"
    content: list[Block] = Field(default_factory=list)
    tool_calls: list[ToolCall] = Field(default_factory=list)
    api: str = ""
    provider: str = ""
    model: str = ""
    usage: Usage = Field(default_factory=Usage)
    stop_reason: StopReason = "stop"
    error_message: str | None = None
    echo: dict[str, Any] | None = None
    timestamp: int = Field(default_factory=now_ms, gt=0)

    def echoed(self, provider: str, model: str) -> dict[str, Any]:
        """What this provider and model want back of the turn; empty for a turn that another one made."""
        return (self.echo or {}) if (self.provider, self.model) == (provider, model) else {}


class ToolResultMessage(Wire):
    role: Literal["toolResult"] = "toolResult"
    tool_call_id: str = Field(min_length=1)
    tool_name: str
    content: list[Block]
    details: Any = None
    usage: Usage | None = None
    added_tool_names: list[str] | None = None
    is_error: bool = False
    timestamp: int = Field(default_factory=now_ms, gt=0)


Message = Annotated[UserMessage | AssistantMessage | ToolResultMessage, Field(discriminator="role")]


def text_of(message: UserMessage | AssistantMessage | ToolResultMessage) -> str:
    """The words of a message, images left out."""
    return "\n".join(block.text for block in message.content if isinstance(block, TextBlock))


def said(text: str) -> list[Block]:
    """Content that is only words; none at all when there are none."""
    return [TextBlock(text=text)] if text else []
