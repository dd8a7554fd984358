"""What planning and execution are told and answer, in the words of every wire: the API's bodies are the terminal's --json."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from pydantic import ConfigDict, Field, StrictInt, StrictStr

from agent.actions import Planned
from agent.execute import approval_of
from runs.inline import Carried
from runs.models import Run, Step
from runs.plan.model import Proposal, Shape
from runs.recovery import Failure


class Context(Shape):
    """What the person has in front of them: selected items, and the playhead as a composition frame."""

    model_config = ConfigDict(extra="forbid", populate_by_name=False)

    selected_item_ids: list[StrictStr] = Field([], max_length=10_000)
    playhead: Annotated[StrictInt, Field(ge=0, le=2**31 - 1)] | None = None


class PlannedAnswer(Proposal):
    """A proposal; on a stored composition with the run that holds it, and `plan.approval` to send back to execute."""

    run_id: UUID | None = None


class StepDone(Shape):
    """A step of the plan and how it went."""

    id: str
    tool: str
    step_class: str = Field(alias="class")
    status: str
    sentence: str = ""
    error: str = ""


class ExecutedAnswer(Shape):
    """A run that is over; `status` is not `done` only while another hand is still carrying it out."""

    ok: bool
    run_id: UUID | None
    status: str
    steps: list[StepDone]
    summary: str
    persisted: bool | None = None
    revision: int | None = None
    state: dict[str, Any] | None = Field(None, description="Only for a composition that came with the request.")
    changed: bool | None = None
    warnings: list[str] | None = None


class FailedAnswer(Shape):
    """A plan that is not fit to run (PLAN_INVALID, with its errors), or a run that failed: nothing of it was applied."""

    code: str
    message: str
    error: str
    errors: list[str] = []
    run_id: UUID | None = None
    failure: Failure | None = None


def planned(outcome: Planned) -> dict[str, Any]:
    """The answer to a message about a stored composition."""
    told = outcome.proposal.wire()
    if outcome.run is not None:
        told["plan"]["approval"] = approval_of(outcome.run)
    return {**told, "runId": str(outcome.run.pk) if outcome.run else None}


def executed(run: Run) -> dict[str, Any]:
    """The answer to an approved plan on a stored composition."""
    steps = [
        StepDone.model_validate(
            {
                "id": step.key,
                "tool": step.tool,
                "class": step.step_class,
                "status": step.status,
                "sentence": step.sentence,
                "error": step.error,
            }
        )
        for step in run.steps.all()
    ]
    answer = ExecutedAnswer(
        ok=True,
        run_id=run.pk,
        status=run.status,
        steps=steps,
        summary=run.verdict,
        persisted=run.status == Run.Status.DONE,
        revision=run.result_revision,
    )
    return answer.model_dump(mode="json", by_alias=True, exclude={"state", "changed", "warnings"})


def carried(proposal: Proposal, outcome: Carried) -> dict[str, Any]:
    """The answer to an approved plan on a composition that is not stored here."""
    steps = [
        StepDone.model_validate({**step.wire(), "status": Step.Status.DONE, "error": ""})
        for step in proposal.plan.steps
    ]
    answer = ExecutedAnswer(
        ok=True,
        run_id=None,
        status=Run.Status.DONE,
        steps=steps,
        summary=proposal.preview.summary if proposal.preview else "",
        state=outcome.state.dump(),
        changed=outcome.changed,
        warnings=outcome.warnings,
    )
    return answer.model_dump(mode="json", by_alias=True, exclude={"persisted", "revision"})


def failed(run: Run) -> dict[str, Any]:
    """The answer of a run that failed."""
    answer = FailedAnswer(
        code="RUN_FAILED", message=run.verdict, error=run.verdict, run_id=run.pk, failure=Failure.of(run)
    )
    return answer.wire()
