"""A conversation as the page shows it: what the person said, what came back, and the cards in between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import TypeAdapter

from agent.messages import AssistantMessage, Message, UserMessage, text_of
from agent.models import Entry, Session
from runs.models import Run
from runs.web.cards import Card, deck, flags_of
from tools.models import Asset, Composition

MOST_ENTRIES = 120
_message: TypeAdapter[Message] = TypeAdapter(Message)


@dataclass(frozen=True, slots=True)
class Bubble:
    """One thing on the page. An `agent` bubble may hold an answer, a question with choices, or a card; what was asked
    cannot be answered any more once it has `passed`. `transcripts`: the files whose transcripts it shows."""

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
    transcripts: tuple[UUID, ...] = ()
    language: str = ""


def session_of(user: User, composition: Composition) -> Session | None:
    """The person's conversation about a composition; looking at a page begins none."""
    return Session.objects.of(user).filter(composition=composition).order_by("created_at").first()


def bubbles(session: Session | None, viewer: User, after: int = 0) -> list[Bubble]:
    """What was said since an entry, oldest first; a model's calls and their results stay behind the scenes."""
    if session is None:
        return []
    rows = list(session.entries.filter(kind="message", pk__gt=after).order_by("-pk")[:MOST_ENTRIES])
    cards, heard = _cards(rows, viewer), _heard(rows, session)
    shown = [bubble for entry in reversed(rows) if (bubble := _bubble(entry, cards, heard))]
    return [replace(bubble, passed=bubble is not shown[-1]) for bubble in shown]


def _heard(entries: Sequence[Entry], session: Session) -> dict[int, tuple[UUID, ...]]:
    """The files whose transcripts an entry shows, those of them that are still there; each in its newest entry only."""
    told = {entry.pk: (entry.data.get("shown") or {}).get("transcripts") or () for entry in entries}
    rows = Asset.objects.filter(workspace=session.workspace_id).named(id for ids in told.values() for id in ids)
    left, found = {str(id): id for id in rows.values_list("pk", flat=True)}, {}
    for entry in sorted(told, reverse=True):
        found[entry] = tuple(left.pop(id) for id in told[entry] if id in left)
    return found


def _cards(entries: Iterable[Entry], viewer: User) -> dict[Any, Card]:
    ids = [entry.run_id for entry in entries if entry.run_id]
    return {card.run.pk: card for card in deck(Run.objects.of(viewer).filter(pk__in=ids), viewer)}


def _bubble(entry: Entry, cards: dict[Any, Card], heard: dict[int, tuple[UUID, ...]]) -> Bubble | None:
    message = _message.validate_python(entry.data["message"])
    if isinstance(message, UserMessage):
        return Bubble(entry.pk, "person", text_of(message), entry.created_at)
    shown = entry.data.get("shown")
    card = cards.get(entry.run_id)
    if not isinstance(shown, dict) or not (isinstance(message, AssistantMessage) or card or shown.get("question")):
        return None
    return _answer(entry, message, shown, card, heard[entry.pk])


def _answer(
    entry: Entry, message: Message, shown: dict[str, Any], card: Card | None, heard: tuple[UUID, ...]
) -> Bubble:
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
        transcripts=heard,
        language=shown.get("language") or "",
    )
