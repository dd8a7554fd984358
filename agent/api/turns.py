"""A conversation as a client of POST /api/agent/chat keeps it, and its way to our messages and back."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from django.core import signing
from pydantic import (
    BeforeValidator,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    StringConstraints,
    ValidationError,
    field_validator,
    model_validator,
)

from agent.messages import (
    AssistantMessage,
    Block,
    ImageBlock,
    Message,
    TextBlock,
    ToolCall,
    ToolResultMessage,
    UserMessage,
    now_ms,
    text_of,
)
from agent.wire import Context
from tools.api.reading import Body
from tools.api.shapes import Problem, Told

MOST_MESSAGES = 500
SALT = "agent.chat.echo"

Id = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=200)]


class Part(Body):
    """A piece of a message: text, or an image as base64."""

    type: Literal["text", "image"]
    text: StrictStr | None = None
    data: StrictStr | None = None
    mime_type: StrictStr | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        try:
            self.block()
        except ValidationError as error:
            first = error.errors()[0]
            name = {"mime_type": "mimeType"}.get(str(first["loc"][0]), first["loc"][0])
            raise ValueError(f"{name}: {first['msg'].removeprefix('Value error, ')}") from None
        return self

    def block(self) -> Block:
        if self.type == "text":
            return TextBlock.model_validate({"text": self.text})
        return ImageBlock.model_validate({"data": self.data, "mime_type": self.mime_type})


def _parts(content: Any) -> Any:
    return ([{"type": "text", "text": content}] if content else []) if isinstance(content, str) else content


class Call(Body):
    """A tool call as it was answered: with `args`, or with `error` where the model's arguments could not be read."""

    id: Id
    name: Id
    args: dict[str, Any] = {}
    error: StrictStr | None = None


class Turn(Body):
    """One message. `toolCalls` and `echo` belong to an assistant's, as they were answered; `toolCallId`, `toolName` and
    `isError` to a toolResult."""

    role: Literal["user", "assistant", "toolResult"]
    content: Annotated[
        list[Part], BeforeValidator(_parts, json_schema_input_type=str | list[Part]), Field(max_length=50)
    ]
    id: StrictStr | None = None
    timestamp: Annotated[StrictInt, Field(gt=0)] | None = None
    tool_calls: list[Call] | None = None
    echo: StrictStr | None = Field(None, description="Sent back as it was answered; the model's vendor wants it.")
    tool_call_id: Id | None = None
    tool_name: Id | None = None
    is_error: StrictBool = False

    @model_validator(mode="after")
    def _of_its_role(self) -> Self:
        if self.role == "toolResult" and self.tool_call_id is None:
            raise ValueError("a toolResult has a toolCallId")
        if self.role != "assistant" and (self.tool_calls or self.echo):
            raise ValueError("only an assistant has toolCalls and echo")
        if self.role == "user" and not self.content:
            raise ValueError("a user's message has content")
        self.signed()
        return self

    def signed(self) -> dict[str, Any]:
        """The echo as we gave it; raises `ValueError` for one that is not ours."""
        try:
            return dict(signing.loads(self.echo, salt=SALT)) if self.echo else {}
        except signing.BadSignature:
            raise ValueError("the echo is not as it was answered; send it unchanged or leave it out") from None

    def message(self) -> Message:
        """The message in our own words."""
        content, at = [part.block() for part in self.content], self.timestamp or now_ms()
        match self.role:
            case "user":
                return UserMessage(content=content, timestamp=at)
            case "assistant":
                calls, echo = self._calls(), self.signed()
                return AssistantMessage(content=content, timestamp=at, tool_calls=calls, **echo.get("message", {}))
        name = self.tool_name or "tool"
        return ToolResultMessage(
            tool_call_id=self.tool_call_id or "", tool_name=name, content=content, is_error=self.is_error, timestamp=at
        )

    def _calls(self) -> list[ToolCall]:
        ids = self.signed().get("ids", {})
        return [
            ToolCall(id=call.id, name=call.name, arguments=call.args, arguments_error=call.error, provider_id=ids.get(call.id))
            for call in self.tool_calls or ()
        ]  # fmt: skip


class ChatContext(Context):
    """What the person has in front of them; the composition, where one is stored."""

    composition_id: StrictStr | None = Field(None, description="A stored composition.")


class ChatAsked(Body):
    messages: list[Turn] = Field(min_length=1, max_length=MOST_MESSAGES)
    context: ChatContext = ChatContext()

    @field_validator("messages")
    @classmethod
    def _open(cls, messages: list[Turn]) -> list[Turn]:
        if messages[-1].role == "assistant":
            raise ValueError("the last message is a user's or a toolResult")
        return messages


class CallTold(Told):
    """A tool that the model wants to use. Where its arguments could not be read there are no `args` but an `error`: do not
    run it, send the error back as its result."""

    id: str
    name: str
    args: dict[str, Any] | None = None
    error: str | None = None


class ChatAnswer(Told):
    """One turn: words, and the calls that the client is to run. `echo` goes back with the message."""

    content: str
    tool_calls: list[CallTold] | None = None
    echo: str | None = None


class ProviderProblem(Problem):
    """The model could not answer; the log has more under `correlationId`."""

    error: str
    correlation_id: str


def told(message: AssistantMessage) -> dict[str, Any]:
    """The answer on the wire; what there is none of is left out."""
    calls = [
        CallTold(id=call.id, name=call.name, error=call.arguments_error)
        if call.arguments_error
        else CallTold(id=call.id, name=call.name, args=call.arguments)
        for call in message.tool_calls
    ]
    answer = ChatAnswer(content=text_of(message), tool_calls=calls or None, echo=_echo(message))
    return answer.model_dump(mode="json", by_alias=True, exclude_none=True)


def _echo(message: AssistantMessage) -> str | None:
    """What the vendor wants back, signed, so that a client cannot put anything else in its place."""
    if message.echo is None:
        return None
    kept = {"provider": message.provider, "model": message.model, "echo": message.echo}
    ids = {call.id: call.provider_id for call in message.tool_calls}
    return signing.dumps({"message": kept, "ids": ids}, salt=SALT, compress=True)
