"""Cases through a planner, one after the other; a planner that fails a case is scored nothing for it, whoever took over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from agent.evals.cases import Case, film
from agent.evals.rubric import DIMENSIONS, FULL, Scores, scores
from agent.interpret import interpret
from agent.providers.base import Provider
from runs.plan.model import Proposal
from runs.tiers import file_tier


class Result(BaseModel):
    """One case: its scores, what was wanted, and what was planned for it."""

    name: str
    kind: str
    scores: Scores
    overall: float
    wanted: str
    planned: list[str]
    said: str
    failed: str | None = None


class Report(BaseModel):
    """A planner on all cases. `overall` and the means of the dimensions are from 0 to 1."""

    planner: str
    cases: int
    overall: float
    dimensions: dict[str, float]
    failed: int
    input_tokens: int
    output_tokens: int
    results: list[Result]

    def wire(self) -> dict[str, Any]:
        return self.model_dump(mode="json")


class Comparison(BaseModel):
    """Two planners on the same cases; `difference` is what the first has more than the second."""

    first: Report
    second: Report
    difference: dict[str, float]
    better: list[str]
    worse: list[str]

    def wire(self) -> dict[str, Any]:
        return self.model_dump(mode="json")


def evaluate(cases: Sequence[Case], planner: Provider) -> Report:
    """Plan every case with a provider and score the proposals. Nothing is executed."""
    proposals = [_planned(case, planner) for case in cases]
    results = [_result(case, proposal) for case, proposal in zip(cases, proposals, strict=True)]
    usages = [(proposal.plan.trace or {}).get("usage", {}) for proposal in proposals]
    return Report(
        planner=planner.name,
        cases=len(cases),
        overall=_mean([result.overall for result in results]),
        dimensions={name: _mean([getattr(one.scores, name) / FULL for one in results]) for name in DIMENSIONS},
        failed=sum(result.failed is not None for result in results),
        input_tokens=sum(
            usage.get("input", 0) + usage.get("cacheRead", 0) + usage.get("cacheWrite", 0) for usage in usages
        ),
        output_tokens=sum(usage.get("output", 0) for usage in usages),
        results=results,
    )


def compare(first: Report, second: Report) -> Comparison:
    """Which planner is better, by how much, and on which cases."""
    other = {result.name: result.overall for result in second.results}
    gap = {name: round(first.dimensions[name] - second.dimensions[name], 4) for name in DIMENSIONS}
    return Comparison(
        first=first,
        second=second,
        difference={"overall": round(first.overall - second.overall, 4), **gap},
        better=[result.name for result in first.results if result.overall > other[result.name]],
        worse=[result.name for result in first.results if result.overall < other[result.name]],
    )


def _planned(case: Case, planner: Provider) -> Proposal:
    tier = file_tier()
    return interpret(
        case.say, state=film(), tier=tier, selected=case.selected, playhead=case.playhead, provider=planner
    ).proposal


def _result(case: Case, proposal: Proposal) -> Result:
    given = Scores() if proposal.degraded else scores(case, proposal, film())
    question = proposal.question.question if proposal.question else None
    return Result(
        name=case.name,
        kind=case.kind,
        scores=given,
        overall=round(given.overall, 4),
        wanted="a question" if case.expect.question else ", ".join(case.expect.tools) or "no change",
        planned=[step.tool for step in proposal.plan.steps],
        said=question or proposal.answer or proposal.plan.summary,
        failed=proposal.degraded,
    )


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
