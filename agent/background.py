"""What is known beside the composition, read from the rows of one workspace: each read alone, and hostile text left out."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from typing import TypeVar

import structlog
from django.conf import settings
from django.db import DatabaseError, connection, transaction

from agent.context import Background
from agent.redact import INJECTION
from runs.models import Account
from tools.models import Composition, KnowledgeNote, PublishAccount, Workspace

log = structlog.get_logger()

MOST_NOTES = 3
MOST_READ = 200
HOSTILE_NOTE = "kb:prompt_injection"
HOSTILE_VOICE = "brand_voice:prompt_injection"
T = TypeVar("T")
Pair = tuple[str, str]


def gather(workspace: Workspace, composition: Composition | None, message: str) -> Background:
    """The background of one message. A read that fails is logged and its section is absent; nothing here stops a plan."""
    voice = _alone("brand_voice", lambda: _voice(workspace), "")
    nothing: list[Pair] = []
    notes = _alone("notes", lambda: _notes(workspace), nothing)
    past = _alone("transcript", lambda: _past(composition), nothing)
    nowhere: list[str] = []
    accounts = _alone("accounts", lambda: _accounts(workspace), nowhere)
    left = _alone("credits", lambda: _credits(workspace), None)
    calm = [note for note in notes if not suspicion(" ".join(note))]
    flags = [HOSTILE_NOTE] * (len(calm) < len(notes)) + [HOSTILE_VOICE] * bool(suspicion(voice))
    return Background(
        brand_voice="" if suspicion(voice) else voice,
        accounts=[name for name in accounts if not suspicion(name)],
        credits=left,
        notes=nearest(calm, message)[:MOST_NOTES],
        transcript=past,
        flags=flags,
    )


def suspicion(text: str) -> str:
    """The words with which a text tries to talk the agent into something, if it does. Such a text is left out whole: no
    quoting makes it safe."""
    found = INJECTION.search(re.sub(r"\s+", " ", text))
    return found[0] if found else ""


def nearest(notes: list[Pair], message: str) -> list[Pair]:
    """The notes by how many words they share with the message; the newest first among equals."""
    asked = _words(message)
    return sorted(notes, key=lambda note: -len(asked & _words(" ".join(note))))


def _words(text: str) -> set[str]:
    return {word.rstrip("s") for word in re.findall(r"\w{4,}", text.lower())}


def _voice(workspace: Workspace) -> str:
    return Workspace.objects.values_list("brand_voice", flat=True).get(pk=workspace.pk)


def _credits(workspace: Workspace) -> int | None:
    """What can be spent. To look opens no account: one that is not there yet would hold what a workspace begins with."""
    known = Account.objects.filter(workspace=workspace).values_list("balance", flat=True).first()
    return settings.WORKSPACE_START_CREDITS if known is None else known


def _accounts(workspace: Workspace) -> list[str]:
    """Where it can be published to, by name and platform; what an account is reached with is nothing for a planner."""
    return [str(account) for account in PublishAccount.objects.connected(workspace).only("name", "platform")]


def _past(composition: Composition | None) -> list[Pair]:
    return composition.runs.transcript() if composition else []


def _notes(workspace: Workspace) -> list[Pair]:
    return list(KnowledgeNote.objects.filter(workspace=workspace).values_list("title", "text")[:MOST_READ])


def _alone(section: str, read: Callable[[], T], otherwise: T) -> T:
    try:
        # Where a transaction is open, a failed statement must not spoil it; where none is, none is needed to read.
        with transaction.atomic() if connection.in_atomic_block else nullcontext():
            return read()
    except (DatabaseError, ValueError, LookupError, Workspace.DoesNotExist):
        log.exception("background_section_failed", section=section)
        return otherwise
