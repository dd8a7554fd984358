"""Compositions at rest: read one, change it under a lock as ONE revision.

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
from tools.composition import Composition, Limits, apply_patch, diff, evaluate, summarise
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
        revision = append(head, models.Revision.Kind.EDIT, before, result.state, result.patch, author, run_id)
    composition.refresh_from_db()
    return Saved(result.state, revision, result.value, tuple(result.warnings))


def locked(composition: models.Composition, expected: int | None = None) -> models.Composition:
    """The row, held until the transaction ends (SQLite's IMMEDIATE transaction already holds the file)."""
    head = models.Composition.objects.select_for_update().get(pk=composition.pk)
    if expected is not None and head.head != expected:
        raise RevisionMoved(expected, head.head)
    return head


def _row_name(state: Composition) -> str:
    """The name as lists show it: the document may hold a longer one than the row."""
    return (state.name or "Untitled")[: models.NAME_LENGTH]


def append(
    head: models.Composition,
    kind: str,
    before: Composition,
    after: Composition,
    patch: Patch,
    author: User | None,
    run_id: UUID | None,
    takes_back: int | None = None,
) -> models.Revision:
    """Save a change as the next revision, inside the caller's transaction, whose lock the head is under."""
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
