"""What a person changes by their own hand, without a plan: within their tier, and nothing is taken away without a yes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from tools import history, store
from tools.access import require
from tools.catalog import TOOLS
from tools.composition import Composition as State
from tools.composition import EngineError, evaluate
from tools.models import Composition, Workspace
from tools.registry.descriptors import ApiTool


class YesRequired(Exception):
    """The request takes something away and was not approved."""

    code = "APPROVAL_REQUIRED"


@dataclass(frozen=True, slots=True)
class Edited:
    """What a request came to: its value (a batch has a list), the revision now at the head, and whether that is new."""

    value: Any
    revision: int
    changed: bool
    warnings: list[str]


def perform(
    composition: Composition,
    request: dict[str, Any],
    *,
    by: User,
    ceiling: str | None = None,
    approved: bool = False,
    expected: int | None = None,
) -> Edited:
    """Evaluate one engine request on a stored composition; what it changes is saved as ONE revision.

    `ceiling` is a tier that lowers the person's own. Raises `TierForbids`, `YesRequired`, `RevisionMoved` when `expected`
    is no longer the head, or the engine's error; then nothing is changed.
    """
    ops = commands_in(request)
    require(by, composition.workspace, ["mutate"] if ops else ["read"], ceiling)
    _hold(ops, approved)
    return _write(composition, request, by, expected) if ops else _read(composition, request, expected)


def on_document(state: State, request: dict[str, Any], *, approved: bool = False) -> tuple[Edited, State]:
    """The same on a document that is not stored here, and the state it leads to."""
    _hold(commands_in(request), approved)
    result = evaluate(state, request, limits=store.limits())
    return Edited(result.value, 0, result.state is not state, list(result.warnings)), result.state


def _hold(ops: list[str], approved: bool) -> None:
    doomed = [op for op in ops if _destructive(op)]
    if doomed and not approved:
        raise YesRequired(
            f"{', '.join(doomed)} takes something away and wants your yes (“approved”: true, or --approve)."
        )


def commands_in(request: dict[str, Any]) -> list[str]:
    """The commands that a request holds, its batch included; none when it only reads."""
    inner = request.get("requests") if request.get("kind") == "batch" else [request]
    each = inner if isinstance(inner, list) else []
    return [
        str(one.get("op")) for one in each if isinstance(one, dict) and one.get("kind") not in ("query", "describe")
    ]


def _destructive(op: str) -> bool:
    tool = TOOLS.get(op) if TOOLS.has(op) else None
    return isinstance(tool, ApiTool) and tool.destructive


def _read(composition: Composition, request: dict[str, Any], expected: int | None) -> Edited:
    if expected not in (None, composition.head):
        raise store.RevisionMoved(expected or 0, composition.head)
    result = evaluate(store.read(composition), request, limits=store.limits())
    return Edited(result.value, composition.head, False, list(result.warnings))


def _write(composition: Composition, request: dict[str, Any], by: User, expected: int | None) -> Edited:
    single = request.get("kind") != "batch"
    if not single:
        evaluate(store.read(composition), {**request, "requests": []})  # the engine's own word on the envelope
    requests = [request] if single else request["requests"]
    try:
        saved = store.apply(composition, requests, tag=request.get("tag"), expected=expected, author=by)
    except EngineError as error:
        error.index = None if single else error.index
        raise
    head = saved.revision.number if saved.revision else composition.head
    return Edited(saved.value[0] if single else saved.value, head, saved.revision is not None, list(saved.warnings))


def create(workspace: Workspace, document: dict[str, Any], *, by: User, ceiling: str | None = None) -> Composition:
    """Keep a document as a new composition; raises `TierForbids` or `InvalidComposition`."""
    require(by, workspace, ["mutate"], ceiling)
    return store.create(workspace, document, by)


def undo(composition: Composition, *, by: User, ceiling: str | None = None) -> store.Saved:
    """Take the newest change back; raises `TierForbids`, `NothingToTakeBack` or `Conflict`."""
    require(by, composition.workspace, ["mutate"], ceiling)
    return history.undo(composition, by)


def redo(composition: Composition, *, by: User, ceiling: str | None = None) -> store.Saved:
    """Bring the change that was taken back last again; raises `TierForbids` or `NothingToTakeBack`."""
    require(by, composition.workspace, ["mutate"], ceiling)
    return history.redo(composition, by)
