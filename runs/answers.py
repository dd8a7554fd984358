"""A run as every door tells it: one line of a list, the whole record, its events, and why it failed."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, Self
from uuid import UUID

from django.db.models import QuerySet
from pydantic import Field

from runs.headway import Headway
from runs.models import Approval, Event, Run, Step
from runs.plan.model import Shape
from runs.recovery import Failure


class StepRecord(Shape):
    """A step of the plan in force, and how it went."""

    id: str
    tool: str
    step_class: str = Field(alias="class")
    params: dict[str, Any]
    sentence: str
    status: str
    credits: int
    tries: int
    outcome: dict[str, Any] = Field(description="The asset that was made, or where to it was delivered.")
    error: str
    progress: Headway | None = Field(description="How far a step under way is; null where its hand has not said.")
    finished_at: datetime | None

    @classmethod
    def of(cls, row: Step) -> Self:
        return cls.model_validate({
            "id": row.key, "tool": row.tool, "class": row.step_class, "params": row.params, "sentence": row.sentence,
            "status": row.status, "credits": row.credits, "tries": row.tries, "outcome": row.outcome, "error": row.error,
            "progress": Headway.at(row), "finishedAt": row.finished_at,
        })  # fmt: skip


class StepProgress(Headway):
    """How far a step is, in figures and in words."""

    id: str
    tool: str
    said: str


class ProgressRecord(Shape):
    """How far a run under way is with its step. It is no event: it has no sequence, and only the newest is ever told."""

    run_id: UUID
    event: Literal["agent_progress"] = "agent_progress"
    data: StepProgress

    @classmethod
    def of_all(cls, runs: QuerySet[Run]) -> list[Self]:
        """One for each of these runs whose step has said how far it is."""
        rows = Step.objects.filter(run__in=runs.filter(status=Run.Status.RUNNING), status=Step.Status.RUNNING)
        return [cls.of(row, far) for row in rows.order_by("run", "position") if (far := Headway.at(row))]

    @classmethod
    def of(cls, row: Step, far: Headway) -> Self:
        data = StepProgress(id=row.key, tool=row.tool, said=far.words, done=far.done, of=far.of, unit=far.unit)
        return cls(run_id=row.run_id, data=data)


class ApprovalRecord(Shape):
    """A card that was shown, and what was decided on it, by whom and when."""

    version: int
    digest: str
    base_revision: int | None
    status: str
    confirmed: bool
    expires_at: datetime
    decided_by: str | None
    decided_at: datetime | None

    @classmethod
    def of(cls, row: Approval) -> Self:
        return cls(
            version=row.version,
            digest=row.digest,
            base_revision=row.base_revision,
            status=row.status,
            confirmed=row.confirmed,
            expires_at=row.expires_at,
            decided_by=row.decided_by.get_username() if row.decided_by else None,
            decided_at=row.decided_at,
        )


class EventRecord(Shape):
    """One thing that happened; `sequence` has no gaps, and a client that comes back asks for what is after its last."""

    run_id: UUID
    sequence: int
    event: str
    data: dict[str, Any]
    created_at: datetime

    @classmethod
    def of(cls, row: Event) -> Self:
        return cls(run_id=row.run_id, sequence=row.sequence, event=row.kind, data=row.data, created_at=row.created_at)


class RunLine(Shape):
    """A run in a list."""

    id: UUID
    composition_id: UUID | None
    message: str
    summary: str
    status: str
    tier: str
    author: str | None
    step_count: int
    credits: int
    verdict: str
    base_revision: int | None
    result_revision: int | None
    created_at: datetime
    finished_at: datetime | None

    @classmethod
    def of(cls, row: Run) -> Self:
        return cls.model_validate(_line(row))


class RunRecord(RunLine):
    """Everything on record: the plan in force, what its card said, the card itself, every step, decision and event."""

    version: int
    digest: str
    cancel_asked_at: datetime | None
    waits_for: int | None = Field(
        description="Paused: the credits that must be there to go on; null: a provider's quota."
    )
    failure: Failure | None
    plan: dict[str, Any]
    card: dict[str, Any] = Field(description="preview, confirmations, gates, safety and errors, as they were shown")
    steps: list[StepRecord]
    approvals: list[ApprovalRecord]
    events: list[EventRecord]

    @classmethod
    def of(cls, row: Run) -> Self:
        return cls.model_validate({
            **_line(row), "version": row.version, "digest": row.digest, "plan": row.plan, "card": row.preview,
            "cancelAskedAt": row.cancel_asked_at, "waitsFor": row.waits_for,
            "failure": Failure.of(row) if row.status == Run.Status.FAILED else None,
            "steps": [StepRecord.of(step) for step in row.steps.all()],
            "approvals": [ApprovalRecord.of(one) for one in row.approvals.select_related("decided_by")],
            "events": [EventRecord.of(event) for event in row.events.all()],
        })  # fmt: skip


def _line(row: Run) -> dict[str, Any]:
    plan = row.plan if isinstance(row.plan, dict) else {}
    return {
        "id": row.pk, "composition_id": row.composition_id, "message": row.message, "summary": plan.get("summary", ""),
        "status": row.status, "tier": row.tier, "author": row.author.get_username() if row.author else None,
        "step_count": len(plan.get("steps", [])), "credits": row.credits, "verdict": row.verdict,
        "base_revision": row.base_revision, "result_revision": row.result_revision, "created_at": row.created_at,
        "finished_at": row.finished_at,
    }  # fmt: skip
