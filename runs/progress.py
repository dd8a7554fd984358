"""How far a run is, in words and figures: its steps one by one, the meter, what it waits for, and why it failed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any
from uuid import UUID

from django.urls import reverse

from runs import ledger, wording
from runs.headway import Headway
from runs.models import Run, Step
from runs.recovery import Failure
from tools.catalog import TOOLS
from tools.models import Asset
from tools.registry.descriptors import ApiTool

BADGES = {"mutate": "edit", "generate": "makes", "read": "reads"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step came to: an asset that it made, or where it was delivered to. `placeholder`: a stand-in, made without
    a model. `render`: the id of a file that was rendered, which `name` is what people call."""

    asset: UUID | None = None
    name: str = ""
    where: str = ""
    placeholder: bool = False
    render: str = ""

    @property
    def address(self) -> str:
        """What was delivered, where it can be opened in a browser, or a rendered file downloaded."""
        if self.render:
            return reverse("render", args=[self.render])
        return self.where if self.where.startswith(("https://", "http://")) else ""


@dataclass(frozen=True, slots=True)
class Line:
    """A step as the card shows it: the server's sentence, what would be called, to the letter, and how it went."""

    key: str
    tool: str
    sentence: str
    badge: str
    takes_away: bool
    params: str
    status: str
    word: str
    error: str
    why: str
    tries: int
    credits: int
    outcome: Outcome | None
    headway: Headway | None


def lines_of(run: Run, steps: Iterable[Step], reasons: Mapping[str, str]) -> list[Line]:
    """The steps of a run in plan order; `reasons` are the planner's words by the id of the step."""
    rows = list(steps)
    names = _names(run, rows)
    return [_line(row, reasons.get(row.key, ""), names) for row in rows]


def _line(step: Step, why: str, names: Mapping[UUID, str]) -> Line:
    tool = TOOLS.get(step.tool) if TOOLS.has(step.tool) else None
    return Line(
        key=step.key,
        tool=step.tool,
        sentence=step.sentence or (tool.description if tool else "Nothing is known of this tool."),
        badge=BADGES.get(step.step_class, step.step_class),
        takes_away=isinstance(tool, ApiTool) and tool.destructive,
        params=json.dumps(step.params, indent=2, ensure_ascii=False),
        status=step.status,
        word=wording.STEP.get(step.status, step.status),
        error=step.error,
        why=why,
        tries=step.tries,
        credits=step.credits,
        outcome=_outcome(step, names),
        headway=Headway.at(step),
    )


def _outcome(step: Step, names: Mapping[UUID, str]) -> Outcome | None:
    told = step.outcome if isinstance(step.outcome, dict) else {}
    asset, where = _id(told.get("assetId")), str(told.get("where") or "")
    if asset is not None and asset in names:
        return Outcome(asset, names[asset], where, bool(told.get("placeholder")))
    render = PurePosixPath(str(told.get("file") or "")).name if step.tool == "render" else ""
    return Outcome(name=str(told.get("name") or ""), where=where, render=render) if where else None


def _names(run: Run, steps: Iterable[Step]) -> dict[UUID, str]:
    """The assets of the run's workspace that its steps made, by id."""
    ids = {id for step in steps if isinstance(step.outcome, dict) and (id := _id(step.outcome.get("assetId")))}
    rows = Asset.objects.filter(workspace=run.workspace_id, pk__in=ids) if ids else Asset.objects.none()
    return dict(rows.values_list("pk", "name"))


def _id(text: Any) -> UUID | None:
    try:
        return UUID(str(text))
    except ValueError:
        return None


class Progress:
    """A run that is under way, waits, or has failed. `ceiling` is the most that the plan may cost, in credits."""

    def __init__(self, run: Run, lines: list[Line], ceiling: int) -> None:
        self.run, self.lines, self.ceiling = run, lines, ceiling

    @property
    def total(self) -> int:
        return len(self.lines)

    @property
    def done(self) -> int:
        return sum(line.status == Step.Status.DONE for line in self.lines)

    @property
    def some(self) -> bool:
        """Whether anything was done, so that “nothing was changed” would not be the whole truth."""
        return bool(self.done or self.run.result_revision)

    @property
    def steps(self) -> str:
        return f"{self.done} of {self.total} step{'' if self.total == 1 else 's'} done"

    @cached_property
    def left(self) -> int:
        """What the workspace can still spend, in credits."""
        return ledger.available(self.run.workspace)

    @property
    def meter(self) -> str:
        """“12 of at most 40 credits spent, 960 left”; nothing for a plan that costs nothing."""
        if not self.ceiling:
            return ""
        return f"{self.run.credits} of at most {self.ceiling} credits spent, {self.left} left"

    @property
    def missing(self) -> int:
        """The credits that a paused run lacks; 0 when it waits for a provider, or when they are there."""
        return max(0, (self.run.waits_for or 0) - self.left)

    @cached_property
    def waits(self) -> str:
        """Why a paused run does not go on, in a sentence or two."""
        needed = self.run.waits_for
        if needed is None:
            told = self.run.events.filter(kind="agent_recovery", data__action="pause").order_by("-sequence").first()
            reason = str(told.data.get("reason") or "") if told else ""
            return reason or "The provider's own quota is used up."
        lack = f"{self.missing} are missing" if self.missing else "they are there now"
        return f"The next step needs {needed} credits and {self.left} are left: {lack}."

    @cached_property
    def failure(self) -> Failure:
        return Failure.of(self.run)

    @property
    def failed_line(self) -> Line | None:
        return next((line for line in self.lines if line.key == self.failure.failed_step), None)

    @property
    def not_applied(self) -> list[Line]:
        return [line for line in self.lines if line.key in self.failure.not_applied]
