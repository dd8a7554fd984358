"""A run that is being carried out: its lease, its plan in stretches, and what its rows say of it so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from runs import ledger
from runs.events import Happening
from runs.lease import Lease
from runs.models import Run
from runs.models import Step as StepRow
from runs.plan.chain import asset_id
from runs.plan.model import Plan, Step
from runs.plan.price import price
from runs.plan.stretches import Stretch, stretches
from runs.refusals import ForeignPlan
from tools.catalog import TOOLS
from tools.models import Asset

Status = StepRow.Status


@dataclass
class Deed:
    """One run in our hands. What may change under us (rows) is read when it is asked for."""

    run: Run
    plan: Plan
    lease: Lease

    @cached_property
    def stretches(self) -> list[Stretch]:
        return stretches(self.plan, TOOLS)

    def row(self, step: Step) -> StepRow:
        """The step's row as it is now."""
        return StepRow.objects.get(run=self.run.pk, key=step.id)

    def asset(self, step: Step) -> Asset | None:
        """What the step has made: in this run, or for an earlier card of the same plan. Raises `ForeignPlan` when it was
        made elsewhere: a client brought the plan of another workspace."""
        row = Asset.objects.filter(pk=asset_id(self.plan, step)).first()
        if row is not None and row.workspace_id != self.run.workspace_id:
            raise ForeignPlan
        return row

    def assets(self) -> dict[str, dict[str, Any]]:
        """The assets that the plan's steps have made so far, as a document lists them."""
        ids = {step.id: asset_id(self.plan, step) for step in self.plan.steps if step.kind == "capability"}
        rows = {str(row.pk): row for row in Asset.objects.filter(workspace=self.run.workspace_id, pk__in=ids.values())}
        return {step: rows[id].document() for step, id in ids.items() if id in rows}

    def start(self) -> Happening:
        return "agent_start", {"index": 0, "total": len(self.plan.steps), "summary": self.plan.summary}

    def ticks(self, run: Run, steps: Sequence[Step], status: str, error: str = "") -> list[Happening]:
        """How steps went, as watchers are told, with the live meter in credits."""
        total, meter = len(self.plan.steps), self._meter(run)
        return [
            ("agent_step", {
                "index": step.number, "total": total, "id": step.id, "tool": step.tool, "class": step.step_class,
                "status": status, "sentence": step.sentence, "error": error, **meter,
            })
            for step in steps
        ]  # fmt: skip

    def _meter(self, run: Run) -> dict[str, int | None]:
        """The live meter; a plan that costs nothing has no budget and asks no account."""
        left = ledger.available(run.workspace) if price(self.plan, TOOLS).high else None
        return {"creditsSpent": run.credits, "budgetRemaining": left}
