"""Taking a change back and bringing it again: a revision more, made by reading a patch backwards.

An undo names the revision that it takes back, and a redo the undo; which edits still stand follows from the log alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tools import models
from tools.composition import Composition, PatchConflict, apply_patch, invert
from tools.store import Saved, StoreError, append, locked, read


class NothingToTakeBack(StoreError):
    code = "NOTHING_TO_TAKE_BACK"


class Conflict(StoreError):
    """A later change touched what would be taken back; `conflicts` says where."""

    code = "UNDO_CONFLICT"

    def __init__(self, number: int, conflicts: list[str], later: list[str]) -> None:
        because = f" Later changes: {'; '.join(later)}." if later else ""
        super().__init__(
            f"Revision {number} cannot be taken back: {', '.join(conflicts[:5])} changed since.{because}"
            " Take the later changes back first."
        )
        self.number, self.conflicts = number, conflicts


def undo(composition: models.Composition, author: User | None = None, number: int | None = None) -> Saved:
    """Take back a revision (the newest that still stands when none is named) by a new one.

    Raises `NothingToTakeBack`, or `Conflict` naming what a later change did to the same things.
    """
    with transaction.atomic():
        head = locked(composition)
        target = _named(head, number) if number else _undoable(head)
        if target is None:
            raise NothingToTakeBack("There is nothing to undo.")
        saved = _take_back(head, target, models.Revision.Kind.UNDO, author)
    composition.refresh_from_db()
    return saved


def redo(composition: models.Composition, author: User | None = None) -> Saved:
    """Bring the last undone change again; raises `NothingToTakeBack` when there is none or an edit came since."""
    with transaction.atomic():
        head = locked(composition)
        target = _redoable(head)
        if target is None:
            raise NothingToTakeBack("There is nothing to redo.")
        saved = _take_back(head, target, models.Revision.Kind.REDO, author)
    composition.refresh_from_db()
    return saved


def can_undo(composition: models.Composition) -> bool:
    return _undoable(composition) is not None


def can_redo(composition: models.Composition) -> bool:
    return _redoable(composition) is not None


def within_reach(composition: models.Composition) -> set[int]:
    """The revisions that Undo, or Redo until an edit comes, could take back."""
    return {number for number, stands in standing(composition).items() if stands} | set(_unanswered(composition))


def standing(composition: models.Composition) -> dict[int, bool]:
    """For every edit of the log, whether it still stands (it was not taken back, or was brought again)."""
    stands: dict[int, bool] = {}
    undone_by: dict[int, int] = {}
    for number, kind, takes_back in composition.revisions.order_by("number").values_list(
        "number", "kind", "takes_back"
    ):
        if kind == models.Revision.Kind.EDIT:
            stands[number] = True
        elif kind == models.Revision.Kind.UNDO and takes_back:
            stands[takes_back] = False
            undone_by[number] = takes_back
        elif kind == models.Revision.Kind.REDO and takes_back:
            stands[undone_by[takes_back]] = True
    return stands


def _undoable(head: models.Composition) -> models.Revision | None:
    numbers = [number for number, stands in standing(head).items() if stands]
    return head.revisions.get(number=max(numbers)) if numbers else None


def _redoable(head: models.Composition) -> models.Revision | None:
    newest = next(_unanswered(head), None)
    return head.revisions.get(number=newest) if newest else None


def _unanswered(head: models.Composition) -> Iterator[int]:
    """The undos since the last edit that no redo has answered, the newest first: undos and redos nest like brackets."""
    answered = 0
    for number, kind in head.revisions.order_by("-number").values_list("number", "kind"):
        if kind == models.Revision.Kind.REDO:
            answered += 1
        elif kind != models.Revision.Kind.UNDO:
            return
        elif answered:
            answered -= 1
        else:
            yield number


def _named(head: models.Composition, number: int) -> models.Revision:
    if not standing(head).get(number):
        raise NothingToTakeBack(f"Revision {number} is no change that still stands.")
    return head.revisions.get(number=number)


def _take_back(head: models.Composition, target: models.Revision, kind: str, author: User | None) -> Saved:
    before = read(head)
    patch = invert(target.patch)
    try:
        after = apply_patch(before, patch)
    except PatchConflict as conflict:
        later = head.revisions.filter(number__gt=target.number, kind=models.Revision.Kind.EDIT).order_by("number")
        summaries = [text.rstrip(".") for text in later.values_list("summary", flat=True)[:3]]
        raise Conflict(target.number, [_place(op, before) for op in conflict.conflicts], summaries) from conflict
    revision = append(head, kind, before, after, patch, author, target.run_id, takes_back=target.number)
    return Saved(after, revision)


def _place(op: dict[str, Any], state: Composition) -> str:
    """Where a patch met something else, as a person knows it: “outro.mp4 from”, “width”."""
    collection, *rest = op["path"]
    if collection == "items" and rest and rest[0] in state.items:
        rest[0] = f"“{state.items[rest[0]].get('name') or rest[0]}”"
    return " ".join(str(part) for part in (rest or [collection]))
