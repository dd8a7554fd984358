"""What was said, made fit to send: every call has its one result directly behind it, and nothing stands alone.

Providers refuse a conversation for ever once a call has lost its result, so this runs before each send.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.messages import AssistantMessage, Message, ToolCall, ToolResultMessage, UserMessage, said

LOST = "No result was recorded for this call."


@dataclass(frozen=True, slots=True)
class Exchange:
    """A person's words, or a model's words with the results of its calls: one for each call, in the order of the calls."""

    message: UserMessage | AssistantMessage
    results: tuple[ToolResultMessage, ...] = ()


def paired(messages: Sequence[Message]) -> list[Exchange]:
    """The conversation as exchanges: a call without a result gets an error for one, a result without a call is left out.

    Of several results of one call the last counts; a model's message that says and calls nothing is left out.
    """
    return list(_exchanges(messages))


def _exchanges(messages: Sequence[Message]) -> Iterator[Exchange]:
    results = {m.tool_call_id: m for m in messages if isinstance(m, ToolResultMessage)}
    for message in messages:
        if isinstance(message, UserMessage):
            if message.content:
                yield Exchange(message)
        elif isinstance(message, AssistantMessage) and (message.content or message.tool_calls):
            yield Exchange(message, tuple(results.get(call.id) or _lost(call) for call in message.tool_calls))


def _lost(call: ToolCall) -> ToolResultMessage:
    return ToolResultMessage(tool_call_id=call.id, tool_name=call.name, content=said(LOST), is_error=True)


def wire_ids(message: AssistantMessage, provider: str) -> list[str]:
    """The ids of a message's calls as they go over the wire: the provider's own where the calls are its own, else ours.

    A provider that gave two calls of one message the same id gets ours for the second.
    """
    ids: list[str] = []
    for call in message.tool_calls:
        own = call.provider_id if message.provider == provider else None
        ids.append(own if own and own not in ids else call.id)
    return ids
