"""A recorded server in place of a vendor's: it gives its answers one after another and remembers what it was asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx

from agent.messages import AssistantMessage, ToolResultMessage, UserMessage, said
from agent.providers.base import ChatParams, ToolSchema
from agent.providers.config import ProviderConfig
from tools.providers.http import Http

RECORDINGS = Path(__file__).parent / "recordings"
KEY = "sk-very-secret-value-1234567890"

QUERY = ToolSchema("query", "Look things up.", {
    "type": "object", "properties": {"target": {"type": "string"}}, "required": ["target"],
})  # fmt: skip
DELETE = ToolSchema("deleteItems", "Delete items.", {
    "type": "object", "properties": {"ids": {"type": "array", "items": {"type": "string"}}}, "required": ["ids"],
})  # fmt: skip
PICTURE = ToolSchema(
    "generate.image", "Make a picture.", {"type": "object", "properties": {"prompt": {"type": "string"}}}
)
DESCRIBE = ToolSchema("describe", "What there is.", {"type": "object", "properties": {}, "additionalProperties": False})
TOOLS = (QUERY, DELETE, PICTURE, DESCRIBE)
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def recording(name: str) -> Any:
    """The JSON of a recording."""
    return json.loads((RECORDINGS / name).read_text())


def sse(*events: dict[str, Any] | str) -> httpx.Response:
    """A stream of events, each an object, or a line as it stands."""
    lines = [event if isinstance(event, str) else f"data: {json.dumps(event)}" for event in events]
    return httpx.Response(
        200, text="".join(f"{line}\n\n" for line in lines), headers={"content-type": "text/event-stream"}
    )


class Wire:
    """Answers are names of recordings, objects, whole responses or exceptions; the last one is given for ever."""

    def __init__(self, *answers: Any) -> None:
        self.answers, self.requests = list(answers), list[httpx.Request]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, str):
            kind = "text/event-stream" if answer.endswith(".sse") else "application/json"
            return httpx.Response(200, content=(RECORDINGS / answer).read_bytes(), headers={"content-type": kind})
        return answer if isinstance(answer, httpx.Response) else httpx.Response(200, json=answer)

    def door(self) -> Http:
        return Http(secrets=[KEY], transport=httpx.MockTransport(self), sleep=lambda seconds: None)

    @property
    def bodies(self) -> list[Any]:
        """What was sent, request by request."""
        return [json.loads(request.content) for request in self.requests]


def config(provider: str, model: str, base_url: str = "") -> ProviderConfig:
    return ProviderConfig(provider, model, KEY, base_url)


def params(*messages: Any, **more: Any) -> ChatParams:
    """A turn with the given messages (text is a person's), all the tools above unless `tools` says otherwise."""
    listed = [UserMessage(content=said(message)) if isinstance(message, str) else message for message in messages]
    return ChatParams(listed or [UserMessage(content=said("go"))], **{"tools": TOOLS, **more})


def results(message: AssistantMessage, *texts: str, is_error: bool = False) -> list[ToolResultMessage]:
    """The results of a message's calls, in order."""
    return [
        ToolResultMessage(tool_call_id=call.id, tool_name=call.name, content=said(text), is_error=is_error)
        for call, text in zip(message.tool_calls, texts, strict=True)
    ]
