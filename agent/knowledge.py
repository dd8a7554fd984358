"""What a workspace tells its planner: how it sounds and what it knows, written by its owners, and what of it is left out."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from agent.background import MOST_READ, suspicion
from agent.redact import redact
from tools.models import KnowledgeNote, Membership, Workspace


class OwnersOnly(Exception):
    """Somebody who does not own the workspace wants to change what it tells its planner."""

    code = "OWNERS_ONLY"

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(f"Only an owner of {workspace} changes this. Ask one of them.")


class TooManyNotes(Exception):
    """The planner would never read another note."""

    code = "TOO_MANY_NOTES"

    def __init__(self) -> None:
        super().__init__(f"The planner reads {MOST_READ} notes and you have as many. Delete one, then add this.")


@dataclass(frozen=True, slots=True)
class Told:
    """A note, and the words for which the planner is not shown it (empty for one that it is)."""

    note: KnowledgeNote
    suspicion: str


def owns(user: User, workspace: Workspace) -> bool:
    return Membership.objects.filter(user=user, workspace=workspace, role=Membership.Role.OWNER).exists()


def notes(workspace: Workspace) -> list[Told]:
    """The notes that there are, the newest first."""
    return [Told(note, suspicion(f"{note.title} {note.text}")) for note in workspace.notes.all()]


def say_voice(user: User, workspace: Workspace, text: str) -> bool:
    """Keep the brand voice; true if a secret was taken out of it. Raises `OwnersOnly`."""
    _check(user, workspace)
    safe = redact(text)
    Workspace.objects.filter(pk=workspace.pk).update(brand_voice=safe)
    return safe != text


def keep_note(user: User, workspace: Workspace, title: str, text: str, *, note: KnowledgeNote | None = None) -> bool:
    """Add a note, or change one (or write it anew, where somebody deleted it meanwhile); true if a secret was taken out of
    it. Raises `OwnersOnly` or `TooManyNotes`."""
    _check(user, workspace)
    safe = {"title": redact(title)[:200], "text": redact(text)[:4000]}
    with transaction.atomic():
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        if note is None and workspace.notes.count() >= MOST_READ:
            raise TooManyNotes
        if note is None or not workspace.notes.filter(pk=note.pk).update(**safe):
            workspace.notes.create(**safe)
    return safe != {"title": title, "text": text}


def drop_note(user: User, note: KnowledgeNote) -> None:
    """Delete a note. Raises `OwnersOnly`."""
    _check(user, note.workspace)
    note.delete()


def _check(user: User, workspace: Workspace) -> None:
    if not owns(user, workspace):
        raise OwnersOnly(workspace)
