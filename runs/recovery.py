"""Why a step failed, what to do about it, and the report that a person gets: one clean line, what is done, two fixes.

transient   the same call may well work in a moment      → retry
quota       money is missing, here or at the provider    → pause
bad_param   as it stands it can never work               → replan
unknown     nobody can tell                              → fail

A database that is away (`tools.away`) is none of these: nothing can be said of the run then, and the next hand goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Self

from runs.models import Run
from runs.models import Step as StepRow
from runs.plan.model import Plan, Shape, Step
from runs.refusals import CompositionGone, CompositionMoved, ForeignPlan, NothingCarriesOut
from tools.capabilities.order import FailureKind, HandFailed
from tools.composition import EngineError
from tools.store import StoreError

Action = Literal["retry", "pause", "replan", "fail"]
ACTIONS: dict[FailureKind, Action] = {
    "transient": "retry", "quota": "pause", "bad_param": "replan", "unknown": "fail"
}  # fmt: skip
KNOWN = (EngineError, StoreError, CompositionGone, CompositionMoved, ForeignPlan, NothingCarriesOut, HandFailed)
"""What a run may fail with whose words are for the person who approved it."""

FIXES: dict[FailureKind, tuple[str, str]] = {
    "transient": (
        "Wait a little and plan again.",
        "If it keeps failing, ask an administrator to look at the provider.",
    ),
    "quota": ("Ask an administrator for credits.", "Plan again with less."),
    "bad_param": ("Leave {step} out and plan again.", "Put right what is named here, and plan again."),
    "unknown": ("Plan again.", "If it fails again, ask an administrator to look into the server's log."),
}


class StepFailed(Exception):
    """A step that came to nothing for good, after so many tries; `failure` says why."""

    def __init__(self, step: Step, failure: Exception, tries: int = 1) -> None:
        super().__init__(str(failure))
        self.step, self.failure, self.tries = step, failure, tries
        self.billed = isinstance(failure, HandFailed) and failure.billed


class OutOfCredits(Exception):
    """A step that waits for money. `needs` are the credits that must be there, None for a quota of the provider."""

    def __init__(self, step: Step, reason: str, needs: int | None = None, *, billed: bool = False) -> None:
        super().__init__(reason)
        self.step, self.needs, self.billed = step, needs, billed


class Failure(Shape):
    """Why a run failed, as it is kept and as every door tells it."""

    message: str
    failed_step: str | None
    kind: FailureKind
    action: Action
    attempts: int = 1
    completed_steps: list[str] = []
    not_applied: list[str] = []
    fixes: list[str]

    @classmethod
    def of(cls, row: Run) -> Self:
        """What was put on record; a run that failed before reports were kept has its verdict alone."""
        if isinstance(row.failure, dict):
            return cls.model_validate(row.failure)
        return cls(message=row.verdict, failed_step=None, kind="unknown", action="fail", fixes=list(FIXES["unknown"]))


def report(run: Run, plan: Plan, failed: StepFailed | Exception) -> Failure:
    """What is to be said of a run that fails, from its rows as they are now."""
    step = failed.step if isinstance(failed, StepFailed) else None
    failure = failed.failure if isinstance(failed, StepFailed) else failed
    kind, done = kind_of(failure), _done(run, plan)
    left = [one.id for one in plan.steps if one.id not in done and one is not step]
    where = f"{step.id} ({step.tool}): " if step else ""
    return Failure(
        message=f"{where}{reason_of(failure)} {_outcome(run, done, left)}",
        failed_step=step.id if step else None,
        kind=kind,
        action=ACTIONS[kind],
        attempts=failed.tries if isinstance(failed, StepFailed) else 1,
        completed_steps=done,
        not_applied=left,
        fixes=[fix.format(step=where.rstrip(": ") or "what failed") for fix in FIXES[kind]],
    )


def kind_of(failure: Exception) -> FailureKind:
    """The kind of a failure: a hand says its own; what the engine or the store refuses can never work as it stands."""
    if isinstance(failure, HandFailed):
        return failure.kind
    return "bad_param" if isinstance(failure, KNOWN) else "unknown"


def reason_of(failure: Exception) -> str:
    """The reason in one clean line; what is not ours to tell stays in the log."""
    if isinstance(failure, KNOWN):
        return (str(failure).strip().splitlines() or ["It failed without a word."])[0]
    return "An unexpected error; the server's log has it."


def _done(run: Run, plan: Plan) -> list[str]:
    done = set(run.steps.filter(status=StepRow.Status.DONE).values_list("key", flat=True))
    return [step.id for step in plan.steps if step.id in done]


def _outcome(run: Run, done: Sequence[str], left: Sequence[str]) -> str:
    if not done:
        return "Nothing was changed."
    rest = f" Not done: {', '.join(left)}." if left else ""
    edits = "Undo takes the edits back." if run.result_revision else "Nothing in the composition was changed."
    return f"Done before: {', '.join(done)}.{rest} {edits}"
