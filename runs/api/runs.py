"""The routes of runs: what is on record, what is happening, and a person's decision."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from runs import actions
from runs.answers import RunLine, RunRecord
from runs.api import shapes
from runs.api.door import RunsDoor
from runs.models import Run
from tools.api.route import route
from tools.models import Composition


class Runs(RunsDoor):
    @route(
        "runs",
        "list_runs",
        "List the runs that you can see, newest first.",
        asks=shapes.RunsAsked,
        answers=shapes.RunList,
        refuses=(404,),
    )
    def get(self, request: Request) -> Response:
        asked = self.asked(shapes.RunsAsked)
        rows = self.caller.rows(Run).select_related("author")
        if asked.composition_id is not None:
            rows = rows.filter(composition=self.caller.row(Composition, asked.composition_id))
        page = [RunLine.of(row) for row in rows[: min(asked.limit, shapes.MOST_LISTED)]]
        return Response(
            shapes.RunList(runs=page, credits=Run.objects.filter(pk__in=rows.values("pk")).credits()).wire()
        )


class RunRead(RunsDoor):
    @route(
        "runs",
        "read_run",
        "Read the whole record of a run: plan, card, steps, decisions, events.",
        answers=RunRecord,
        refuses=(404,),
    )
    def get(self, request: Request, id: str) -> Response:
        return Response(RunRecord.of(self.caller.row(Run, id)).wire())


class Approve(RunsDoor):
    @route(
        "runs",
        "approve_run",
        "Approve the card that you were shown, once; the run starts.",
        takes=shapes.ApprovalGiven,
        answers=RunRecord,
        refuses=(402, 403, 404, 409, 412, 422),
        limit="execute",
    )
    def post(self, request: Request, id: str) -> Response:
        run, given = self.run_to_decide(id), self.read(shapes.ApprovalGiven)
        return Response(RunRecord.of(actions.approve(run, self.caller.user, given.card, confirm=given.confirm)).wire())


class Reject(RunsDoor):
    @route(
        "runs",
        "reject_run",
        "Deny the card that you were shown; final.",
        takes=shapes.Decision,
        answers=RunRecord,
        refuses=(403, 404, 409),
    )
    def post(self, request: Request, id: str) -> Response:
        run, given = self.run_to_decide(id), self.read(shapes.Decision)
        return Response(RunRecord.of(actions.reject(run, self.caller.user, given.card)).wire())


class Cancel(RunsDoor):
    @route(
        "runs",
        "cancel_run",
        "Stop a run that is approved, under way or paused; what is under way stops at the next safe place.",
        answers=RunRecord,
        refuses=(403, 404, 409),
    )
    def post(self, request: Request, id: str) -> Response:
        return Response(RunRecord.of(actions.cancel(self.run_to_decide(id), self.caller.user)).wire())


class Resume(RunsDoor):
    @route(
        "runs",
        "resume_run",
        "Go on with a paused run.",
        answers=RunRecord,
        refuses=(402, 403, 404, 409),
    )
    def post(self, request: Request, id: str) -> Response:
        return Response(RunRecord.of(actions.resume(self.run_to_decide(id), self.caller.user)).wire())


class Undo(RunsDoor):
    @route(
        "runs",
        "undo_run",
        "Take back everything that a run changed, as one new revision.",
        answers=shapes.TakenBack,
        refuses=(403, 404, 409),
    )
    def post(self, request: Request, id: str) -> Response:
        run = self.run_to_decide(id)
        saved = actions.undo(run, self.caller.user)
        number, summary = (saved.revision.number, saved.revision.summary) if saved.revision else (None, "")
        return Response(shapes.TakenBack(run_id=run.pk, revision=number, summary=summary).wire())
