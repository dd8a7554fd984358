"""What a conversation named last: what "that one" means where nothing is selected and nothing was named since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agent.messages import AssistantMessage, Message, UserMessage, text_of

from .pattern import Exhausted, Reading
from .remarks import REFERRING
from .sketch import Sketch
from .slots import SLOTS
from .speech import without_fillers
from .things import spoken_of
from .tokens import read, words
from .words import CLASSES

MOST_TURNS = 4
MOST_WORDS = 40
POINTING = REFERRING | words("one ones same")
NAMING = ("id", "ids", "itemId", "itemIds")


def recalled(blank: Sketch, before: Sequence[Message]) -> tuple[str, ...]:
    """The items of the last turn that named any, the newest of `MOST_TURNS` first; none once they are gone.

    What was planned counts more than what was said: by now "the last clip" may be another one.
    """
    turns = 0
    for message in reversed(before):
        if turns == MOST_TURNS:
            break
        if isinstance(message, AssistantMessage):
            named = [item for call in message.tool_calls for item in _ids(call.arguments)]
        elif isinstance(message, UserMessage):
            turns += 1
            named = _said(blank, text_of(message))
        else:
            continue
        if named:
            return tuple(dict.fromkeys(item for item in named if item in blank.state.items))
    return ()


def _ids(arguments: dict[str, Any]) -> list[str]:
    """The ids that a call names; those of a step that makes something are not known yet."""
    values = [arguments.get(name) for name in NAMING]
    return [one for value in values for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]


def _said(blank: Sketch, text: str) -> list[str]:
    sentence = read(text[:400])
    try:
        return spoken_of(Reading(sentence, without_fillers(sentence.tokens)[:MOST_WORDS], CLASSES, SLOTS, blank))[-1:]
    except Exhausted:
        return []
