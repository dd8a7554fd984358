"""The routes of compositions: list, keep, read, history, and edits by a person's own hand."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tools import edits, history, store
from tools.api import shapes
from tools.api.door import Door
from tools.api.reading import document
from tools.api.route import route
from tools.models import Composition

MOST_LISTED = 200


class Compositions(Door):
    @route(
        "compositions",
        "list_compositions",
        "List the compositions that you can see.",
        answers=shapes.CompositionList,
    )
    def get(self, request: Request) -> Response:
        rows = self.caller.rows(Composition)[:MOST_LISTED]
        return Response({"compositions": [_line(row).wire() for row in rows]})

    @route(
        "compositions",
        "create_composition",
        "Keep a document as a new composition.",
        takes=shapes.NewComposition,
        answers={201: shapes.CompositionDetail},
        refuses=(403, 404),
    )
    def post(self, request: Request) -> Response:
        body = self.read(shapes.NewComposition)
        document(body.document, "document")
        row = edits.create(
            self.workspace(body.workspace_id), body.document, by=self.caller.user, ceiling=self.caller.ceiling
        )
        return Response(detail(row), status=201)


class CompositionRead(Door):
    @route(
        "compositions",
        "read_composition",
        "Read a composition: its document and its revision.",
        answers=shapes.CompositionDetail,
        refuses=(404,),
    )
    def get(self, request: Request, id: str) -> Response:
        return Response(detail(self.caller.row(Composition, id)))


class CompositionHistory(Door):
    @route(
        "compositions",
        "read_history",
        "Read what was changed, newest first.",
        answers=shapes.History,
        refuses=(404,),
    )
    def get(self, request: Request, id: str) -> Response:
        row = self.caller.row(Composition, id)
        stands = history.standing(row)
        lines = [_revision(one, stands.get(one.number)) for one in row.revisions.select_related("author")[:MOST_LISTED]]
        return Response({"revision": row.head, "revisions": lines})


class Evaluate(Door):
    @route(
        "compositions",
        "evaluate",
        "Ask the engine: query, describe, a command, or a batch that happens whole or not at all.",
        takes=shapes.EngineRequest,
        answers=shapes.Evaluated,
        refuses=(403, 404, 409, 412, 422),
    )
    def post(self, request: Request, id: str) -> Response:
        row = self.caller.row(Composition, id)
        body = self.read(shapes.EngineRequest)
        edited = edits.perform(
            row, body.request(), by=self.caller.user, ceiling=self.caller.ceiling, approved=body.approved, expected=body.revision
        )  # fmt: skip
        key = "values" if body.kind == "batch" else "value"
        told = {"revision": edited.revision, "changed": edited.changed, "warnings": edited.warnings}
        return Response({key: edited.value, **told})


class Undo(Door):
    @route(
        "compositions",
        "undo",
        "Take the newest change back.",
        answers=shapes.Moved,
        refuses=(403, 404, 409),
    )
    def post(self, request: Request, id: str) -> Response:
        row = self.caller.row(Composition, id)
        return Response(_moved(row, edits.undo(row, by=self.caller.user, ceiling=self.caller.ceiling)))


class Redo(Door):
    @route(
        "compositions",
        "redo",
        "Bring the change that was taken back last again.",
        answers=shapes.Moved,
        refuses=(403, 404, 409),
    )
    def post(self, request: Request, id: str) -> Response:
        row = self.caller.row(Composition, id)
        return Response(_moved(row, edits.redo(row, by=self.caller.user, ceiling=self.caller.ceiling)))


def _line(row: Composition) -> shapes.CompositionLine:
    return shapes.CompositionLine(
        id=row.pk, name=row.name, workspace_id=row.workspace_id, revision=row.head, updated_at=row.updated_at
    )


def detail(row: Composition) -> dict[str, Any]:
    """A composition with its document, as the API answers it."""
    document = store.read(row).dump()
    able = {"canUndo": history.can_undo(row), "canRedo": history.can_redo(row)}
    return {**_line(row).wire(), **able, "document": document}


def _revision(row: Any, stands: bool | None) -> dict[str, Any]:
    return shapes.RevisionLine(
        number=row.number,
        kind=row.kind,
        summary=row.summary,
        takes_back=row.takes_back,
        stands=stands,
        run_id=row.run_id,
        author=row.author.get_username() if row.author else None,
        created_at=row.created_at,
    ).wire()


def _moved(row: Composition, saved: store.Saved) -> dict[str, Any]:
    summary = saved.revision.summary if saved.revision else ""
    return {"revision": row.head, "changed": saved.revision is not None, "summary": summary}
