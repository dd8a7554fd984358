"""Compositions at rest: read one, change it under a lock as ONE revision, take a change back, bring it again.

A composition is a log. Each `Revision` holds a patch, and every `SNAPSHOT_EVERY` patches the whole document
is kept beside one; so saving a small edit never writes a large document. Documents that were just read or written are
remembered by their revision, which never changes.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tools import models
from tools.composition import (
    Composition,
    Limits,
    PatchConflict,
    apply_patch,
    diff,
    evaluate,
    invert,
    summarise,
)
from tools.composition.patch import Patch
from tools.wakeups import wake_on_commit

SNAPSHOT_EVERY = 50
REMEMBERED = 64


class StoreError(Exception):
    """A refusal of the store; `code` is stable, the message says what to do."""

    code = "STORE_ERROR"


class RevisionMoved(StoreError):
    """The composition is no longer at the revision that the caller looked at."""

    code = "REVISION_MOVED"

    def __init__(self, expected: int, found: int) -> None:
        super().__init__(
            f"The composition has moved on from revision {expected} to {found}. Look at it again and retry."
        )
        self.expected, self.found = expected, found


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


@dataclass(frozen=True, slots=True)
class Saved:
    """What a change came to: the new state, its revision (None when nothing changed) and what the requests returned."""

    state: Composition
    revision: models.Revision | None
    value: Any = None
    warnings: tuple[str, ...] = ()


def limits() -> Limits:
    """The engine's caps with this installation's settings."""
    return Limits(items=settings.COMPOSITION_MAX_ITEMS)


class _Recent:
    """The documents used last, by composition and revision. States are immutable, so threads may share them."""

    def __init__(self) -> None:
        self._states: OrderedDict[tuple[UUID, int], Composition] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[UUID, int]) -> Composition | None:
        with self._lock:
            if key in self._states:
                self._states.move_to_end(key)
            return self._states.get(key)

    def put(self, key: tuple[UUID, int], state: Composition) -> None:
        with self._lock:
            self._states[key] = state
            self._states.move_to_end(key)
            while len(self._states) > REMEMBERED:
                self._states.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._states.clear()


RECENT = _Recent()


def create(
    workspace: models.Workspace, document: dict[str, Any], author: User | None = None, id: UUID | None = None
) -> models.Composition:
    """Keep a document as a new composition, with an id of its own or this one; raises `InvalidComposition` with everything
    that is wrong in it."""
    state = Composition.load(document, limits=limits())
    with transaction.atomic():
        row = models.Composition.objects.create(workspace=workspace, name=_row_name(state), id=id or uuid4())
        row.revisions.create(
            number=1, kind=models.Revision.Kind.CREATE, summary="Created.", snapshot=state.dump(), author=author
        )
    return row


def read(composition: models.Composition, number: int | None = None) -> Composition:
    """The state of a composition at a revision, the newest when none is named."""
    number = number or composition.head
    key = (composition.pk, number)
    state = RECENT.get(key)
    if state is None:
        state = _rebuild(composition, number)
        RECENT.put(key, state)
    return state


def _rebuild(composition: models.Composition, number: int) -> Composition:
    log = composition.revisions.filter(number__lte=number)
    base = log.exclude(snapshot=None).latest("number")
    state = Composition.restore(base.snapshot)
    for patch in log.filter(number__gt=base.number).order_by("number").values_list("patch", flat=True):
        state = apply_patch(state, patch)
    return state


def apply(
    composition: models.Composition,
    requests: list[dict[str, Any]],
    *,
    tag: str | None = None,
    expected: int | None = None,
    author: User | None = None,
    run_id: UUID | None = None,
) -> Saved:
    """Carry out requests as one atomic batch and save what they change as ONE revision.

    Raises `RevisionMoved` when `expected` is no longer the head, or the engine's own error, its `index` naming the
    request; in both cases nothing is written.
    """
    with transaction.atomic():
        head = locked(composition, expected)
        before = read(head)
        result = evaluate(before, {"kind": "batch", "requests": requests}, tag=tag, limits=limits())
        if result.state is before:
            return Saved(before, None, result.value, tuple(result.warnings))
        revision = _append(head, models.Revision.Kind.EDIT, before, result.state, result.patch, author, run_id)
    composition.refresh_from_db()
    return Saved(result.state, revision, result.value, tuple(result.warnings))


def locked(composition: models.Composition, expected: int | None = None) -> models.Composition:
    """The row, held until the transaction ends (SQLite's IMMEDIATE transaction already holds the file)."""
    head = models.Composition.objects.select_for_update().get(pk=composition.pk)
    if expected is not None and head.head != expected:
        raise RevisionMoved(expected, head.head)
    return head


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
    """The newest undo since the last edit that no redo has answered: undos and redos nest like brackets."""
    answered = 0
    for number, kind in head.revisions.order_by("-number").values_list("number", "kind"):
        if kind == models.Revision.Kind.REDO:
            answered += 1
        elif kind != models.Revision.Kind.UNDO:
            return None
        elif answered:
            answered -= 1
        else:
            return head.revisions.get(number=number)
    return None


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
    revision = _append(head, kind, before, after, patch, author, target.run_id, takes_back=target.number)
    return Saved(after, revision)


def _place(op: dict[str, Any], state: Composition) -> str:
    """Where a patch met something else, as a person knows it: “outro.mp4 from”, “width”."""
    collection, *rest = op["path"]
    if collection == "items" and rest and rest[0] in state.items:
        rest[0] = f"“{state.items[rest[0]].get('name') or rest[0]}”"
    return " ".join(str(part) for part in (rest or [collection]))


def _row_name(state: Composition) -> str:
    """The name as lists show it: the document may hold a longer one than the row."""
    return (state.name or "Untitled")[: models.NAME_LENGTH]


def _append(
    head: models.Composition,
    kind: str,
    before: Composition,
    after: Composition,
    patch: Patch,
    author: User | None,
    run_id: UUID | None,
    takes_back: int | None = None,
) -> models.Revision:
    number = head.head + 1
    revision = head.revisions.create(
        number=number,
        kind=kind,
        summary=summarise(diff(before, after, patch), before, after),
        patch=patch,
        snapshot=after.dump() if number % SNAPSHOT_EVERY == 0 else None,
        takes_back=takes_back,
        run_id=run_id,
        author=author,
    )
    name = _row_name(after)
    models.Composition.objects.filter(pk=head.pk).update(head=number, name=name, updated_at=timezone.now())
    head.head, head.name = number, name
    key = (head.pk, number)
    transaction.on_commit(lambda: RECENT.put(key, after))
    wake_on_commit(head.workspace_id)
    return revision
