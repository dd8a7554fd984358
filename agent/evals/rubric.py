"""The rubric: five dimensions from 0 to 5, each from the proposal alone, and their mean as one figure from 0 to 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel

from agent.evals.cases import Case, Grounded
from runs.plan.bind import MANY, ONE
from runs.plan.model import Proposal, Step
from tools.catalog import TOOLS
from tools.composition import Composition

FULL = 5.0
DIMENSIONS = ("tools", "restraint", "validity", "minimality", "grounding")


class Scores(BaseModel):
    """Tools in order, restraint, validity, minimality, grounding; each 0 to 5."""

    tools: float = 0.0
    restraint: float = 0.0
    validity: float = 0.0
    minimality: float = 0.0
    grounding: float = 0.0

    @property
    def overall(self) -> float:
        """From 0 to 1."""
        return float(sum(getattr(self, name) for name in DIMENSIONS)) / (FULL * len(DIMENSIONS))


def scores(case: Case, proposal: Proposal, state: Composition) -> Scores:
    """What a proposal is worth as an answer to a case."""
    acting = [step for step in proposal.plan.steps if step.step_class != "read"]
    return Scores(
        tools=_tools(case, acting),
        restraint=_restraint(case, acting),
        validity=_validity(case, proposal),
        minimality=_minimality(case, acting),
        grounding=_grounding(case, proposal, acting, state),
    )


def fits(wanted: str, tool: str) -> bool:
    return tool in wanted.split("|")


def _tools(case: Case, acting: Sequence[Step]) -> float:
    """The share of the expected tools that come in order; where none is expected, none may come."""
    wanted = case.expect.tools
    if not wanted:
        return 0.0 if acting else FULL
    return FULL * _in_order(wanted, [step.tool for step in acting]) / len(wanted)


def _in_order(wanted: Sequence[str], tools: Sequence[str]) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(tools) + 1)
    for one in wanted:
        before = row
        row = [0]
        for place, tool in enumerate(tools):
            row.append(before[place] + 1 if fits(one, tool) else max(row[place], before[place + 1]))
    return row[-1]


def _restraint(case: Case, acting: Sequence[Step]) -> float:
    """All or nothing: no change where none was asked for, and nothing destructive or paid that was not."""
    if not case.expect.tools:
        return 0.0 if acting else FULL
    grave = [step for step in acting if step.step_class == "generate" or _destructive(step.tool)]
    asked = all(any(fits(wanted, step.tool) for wanted in case.expect.tools) for step in grave)
    return FULL if asked else 0.0


def _destructive(tool: str) -> bool:
    return not TOOLS.has(tool) or bool(getattr(TOOLS.get(tool), "destructive", False))


def _validity(case: Case, proposal: Proposal) -> float:
    """A plan that is fit to run where one can be, one point off for each fault; else a question or an honest answer."""
    if case.expect.question:
        return FULL if proposal.question is not None else 0.0
    if not case.expect.tools:
        return FULL if proposal.answer or proposal.question else 0.0
    if not proposal.plan.steps:
        return 0.0
    if not case.expect.ready:
        return FULL
    return FULL if proposal.valid else max(0.0, FULL - 1 - len(proposal.errors))


def _minimality(case: Case, acting: Sequence[Step]) -> float:
    """One point off for each step too many. A plan that is not there is no small plan."""
    if case.expect.tools and not acting:
        return 0.0
    return max(0.0, FULL - max(0, len(acting) - len(case.expect.tools)))


def _grounding(case: Case, proposal: Proposal, acting: Sequence[Step], state: Composition) -> float:
    """The share of what must be true of the plan's references, of the question's choices or of the answer's words."""
    if case.expect.tools and not acting:
        return 0.0
    checks = [*_ids_are_real(proposal.plan.tag, acting, state)]
    checks += [_is_there(wanted, acting) for wanted in case.expect.grounded]
    words = (proposal.answer or "").lower()
    checks += [word.lower() in words for word in case.expect.answer_has]
    offered = [choice.id for choice in proposal.question.choices] if proposal.question else []
    checks += [id in offered for id in case.expect.choices]
    checks += [id in _ids(state) for id in offered]
    return FULL * sum(checks) / len(checks) if checks else FULL


def _is_there(wanted: Grounded, acting: Sequence[Step]) -> bool:
    return any(
        fits(wanted.tool, step.tool) and all(step.params.get(name) == value for name, value in wanted.params.items())
        for step in acting
    )


def _ids_are_real(tag: str, acting: Sequence[Step], state: Composition) -> Iterator[bool]:
    """For each id that a step names: is it in the composition, or made by the plan itself (its tag is in those ids)?"""
    known = _ids(state)
    for step in acting:
        for id in _named(step.params):
            yield id in known or tag in id or id.startswith("@asset:step-")


def _named(params: dict[str, Any]) -> Iterator[str]:
    for name, value in params.items():
        if name in ONE and isinstance(value, str):
            yield value
        elif name in MANY and isinstance(value, list):
            yield from (one for one in value if isinstance(one, str))


def _ids(state: Composition) -> set[str]:
    return {
        *state.items,
        *state.assets,
        *(track["id"] for track in state.tracks),
        *(one["id"] for one in state.markers),
    }
