"""What a model says while it plans, for a person who waits at a terminal; a file or a pipe gets the answer alone."""

from __future__ import annotations

import sys
from argparse import Namespace

from django.conf import settings

from agent.messages import AssistantMessage, text_of
from agent.providers.base import Delta, Listener


def thinking_aloud(o: Namespace) -> Listener | None:
    """Who hears a planning: nobody where nobody looks, and the offline planner has nothing to say before it is done."""
    looks = sys.stdout.isatty() and not o.json
    return tell if looks and settings.LLM_PROVIDER != "offline" else None


def tell(item: Delta | AssistantMessage) -> None:
    """Print a piece as it comes, and end the line with a turn that said something."""
    if isinstance(item, Delta):
        sys.stdout.write(plain(item.text))
    elif text_of(item):
        sys.stdout.write("\n\n")
    sys.stdout.flush()


def plain(text: str) -> str:
    """The text without what could move a terminal's cursor or turn its writing around: a model may repeat anything."""
    return "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")
