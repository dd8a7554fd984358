"""A conversation as the page shows it: what the person said, what came back, and the cards in between."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from django.contrib.auth.models import User
from pydantic import TypeAdapter

from agent.messages import AssistantMessage, Message, UserMessage, text_of
from agent.models import Entry, Session
from runs.models import Run
from runs.web.cards import Card, deck, flags_of
from tools.models import Composition

MOST_ENTRIES = 120
_message: TypeAdapter[Message] = TypeAdapter(Message)


@dataclass(frozen=True, slots=True)
class Bubble:
    """One thing on the page. An `agent` bubble may hold an answer, a question with choices, or a card; what was asked
    cannot be answered any more once it has `passed`."""

    id: int
    speaker: Literal["person", "agent"]
    text: str
    when: datetime
    card: Card | None = None
    question: dict[str, Any] | None = None
    asked: str = ""
    degraded: str = ""
    flags: str = ""
    passed: bool = False


def session_of(user: User, composition: Composition) -> Session | None:
    """The person's conversation about a composition; looking at a page begins none."""
    return Session.objects.of(user).filter(composition=composition).order_by("created_at").first()


def bubbles(session: Session | None, viewer: User, after: int = 0) -> list[Bubble]:
    """What was said since an entry, oldest first; a model's calls and their results stay behind the scenes."""
    if session is None:
        return []
    rows = list(session.entries.filter(kind="message", pk__gt=after).order_by("-pk")[:MOST_ENTRIES])
    cards = _cards(rows, viewer)
    shown = [bubble for entry in reversed(rows) if (bubble := _bubble(entry, cards))]
    return [replace(bubble, passed=bubble is not shown[-1]) for bubble in shown]


def _cards(entries: Iterable[Entry], viewer: User) -> dict[Any, Card]:
    ids = [entry.run_id for entry in entries if entry.run_id]
    return {card.run.pk: card for card in deck(Run.objects.of(viewer).filter(pk__in=ids), viewer)}


def _bubble(entry: Entry, cards: dict[Any, Card]) -> Bubble | None:
    message = _message.validate_python(entry.data["message"])
    if isinstance(message, UserMessage):
        return Bubble(entry.pk, "person", text_of(message), entry.created_at)
    shown = entry.data.get("shown")
    card = cards.get(entry.run_id)
    if not isinstance(shown, dict) or not (isinstance(message, AssistantMessage) or card or shown.get("question")):
        return None
    return _answer(entry, message, shown, card)


def _answer(entry: Entry, message: Message, shown: dict[str, Any], card: Card | None) -> Bubble:
    words = shown.get("answer") or (text_of(message) if isinstance(message, AssistantMessage) else "")
    return Bubble(
        id=entry.pk,
        speaker="agent",
        text="" if card or shown.get("question") else words,
        when=entry.created_at,
        card=card,
        question=shown.get("question"),
        asked=shown.get("asked") or "",
        degraded=shown.get("degraded") or "",
        flags=flags_of(shown.get("flags") or []),
    )
