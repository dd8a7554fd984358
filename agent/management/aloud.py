"""What a model says while it plans, for a person who waits at a terminal; a file or a pipe gets the answer alone."""

from __future__ import annotations

import sys
from argparse import Namespace

from django.conf import settings

from agent.messages import AssistantMessage
from agent.providers.base import Delta, Listener


def thinking_aloud(o: Namespace) -> Listener | None:
    """Who hears a planning: nobody where nobody looks, and the offline planner has nothing to say before it is done."""
    looks = sys.stdout.isatty() and not o.json
    return Aloud() if looks and settings.LLM_PROVIDER != "offline" else None


class Aloud:
    """Prints the pieces as they come; thoughts and words stand apart, and so do turns that said something."""

    def __init__(self) -> None:
        self._kind = ""

    def __call__(self, item: Delta | AssistantMessage) -> None:
        kind = item.kind if isinstance(item, Delta) else ""
        if self._kind not in ("", kind):
            sys.stdout.write("\n\n")
        if isinstance(item, Delta):
            sys.stdout.write(plain(item.text))
        self._kind = kind
        sys.stdout.flush()


def plain(text: str) -> str:
    """The text without what could move a terminal's cursor or turn its writing around: a model may repeat anything."""
    return "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")
