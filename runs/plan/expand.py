"""Verbs become the exact steps that they come to, one after another, each on the state that the steps before it leave; and
what shows a file that the composition does not list brings it in first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from runs.plan.chain import expected
from runs.plan.model import Choice, Plan, Question, Step
from runs.plan.normalise import step_of
from runs.plan.preview import StepRefused, rehearse
from tools.beside import files, named
from tools.composition import Composition, Limits
from tools.registry.arguments import faults
from tools.registry.descriptors import ApiTool
from tools.registry.expansion import Asks, CannotExpand, Expansion, Occasion, Part
from tools.registry.registry import Registry

MADE = re.compile(r"(@asset:step-)(\d+)()", re.ASCII)
FIRST = "This has to be found out before the rest can be planned exactly. Approve it, and say the same again when it is done."


@dataclass(frozen=True, slots=True)
class Expanded:
    """A plan without verbs that could be expanded. `faults` name the steps that cannot be; `said` is for the person, and so
    is a `question` that has to be answered first; `found` is what verbs found, as data."""

    plan: Plan
    faults: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    question: Question | None = None
    found: dict[str, Any] | None = None


def expand(
    plan: Plan, state: Composition | None, registry: Registry, limits: Limits, workspace: UUID | None = None
) -> Expanded:
    """The plan with every verb that can be expanded replaced by its parts, and all steps numbered anew. `workspace` owns the
    files: those that a step names and the composition does not list are added before it.

    Where something has to be found out first, nothing but that is left. A verb that cannot be expanded stays, with a fault.
    """
    lacking = {id for step in plan.steps for id in _lacking(step, state)}
    unlisted = files(workspace, lacking)
    if not unlisted and not any(_expands(step, registry) for step in plan.steps):
        return Expanded(plan)
    return _Unfolding(plan, state, registry, limits, workspace, unlisted).unfolded()


class _Unfolding:
    """One plan under way: the steps so far, and the state that they lead to."""

    def __init__(
        self,
        plan: Plan,
        state: Composition | None,
        registry: Registry,
        limits: Limits,
        workspace: UUID | None,
        unlisted: dict[str, dict[str, Any]],
    ) -> None:
        self.plan, self.before, self.registry, self.limits, self.workspace = plan, state, registry, limits, workspace
        self.unlisted = unlisted
        self.now = state
        self.steps: list[Step] = []
        self.first: list[Part] = []
        self.faults: list[str] = []
        self.said: list[str] = []
        self.question: Question | None = None
        self.found: dict[str, Any] = {}
        self.places: dict[int, int] = {}

    def unfolded(self) -> Expanded:
        for step in self.plan.steps:
            self._take(step)
        if self.first and not self.faults:
            parts = [part for place, part in enumerate(self.first) if part not in self.first[:place]]
            self.steps = [self._step(number, part) for number, part in enumerate(parts, 1)]
            self.said = [FIRST]
        credits = sum(step.est_credits for step in self.steps)
        plan = self.plan.model_copy(update={"steps": self.steps, "est_credits": credits})
        return Expanded(plan, self.faults, self.said, self.question, self.found or None)

    def _take(self, step: Step) -> None:
        number = len(self.steps) + 1
        step = step.model_copy(update={"params": _renamed(step.params, self._name)})
        expansion = self._expansion(step, number)
        if expansion is None:
            for id in _lacking(step, self.now):
                if id in self.unlisted:
                    self._add(self._step(len(self.steps) + 1, Part("addAsset", {"asset": self.unlisted[id]})))
            number = self.places[step.number] = len(self.steps) + 1
            self._add(step.model_copy(update={"id": f"step-{number}"}))
            return
        if expansion.first:
            self.first += expansion.parts
            return
        if expansion.asks and self.question is None:
            self.question = _question(expansion.asks)
        self.found |= expansion.found or {}
        self.said += [expansion.said] if expansion.said else []
        for part in expansion.parts:
            self._add(self._step(len(self.steps) + 1, part, step.rationale))

    def _expansion(self, step: Step, number: int) -> Expansion | None:
        tool = _expands(step, self.registry)
        if tool is None or tool.expand is None or faults(tool.input_schema, step.params, tool.meant):
            return None
        try:
            if self.now is None:
                raise CannotExpand("No composition is open. Open one first.")
            return tool.expand(step.params, Occasion(self.now, self.before, self.workspace, number))
        except CannotExpand as refusal:
            self.faults.append(f"step-{number} ({step.tool}): {refusal}")
            return None

    def _step(self, number: int, part: Part, rationale: str = "") -> Step:
        raw = {"tool": part.tool, "params": part.params, "rationale": rationale}
        return step_of(number, raw, self.registry).model_copy(update={"found": part.found})

    def _name(self, text: str) -> str:
        """A name that holds a step's number, as it is now: of what the step makes (`@asset:step-2`), or of something that it
        creates, whose id follows from the plan's tag and that number (`text-ab12-2-1`)."""
        made = MADE.fullmatch(text) or re.fullmatch(
            rf"(\w+-{re.escape(self.plan.tag)}-)(\d+)((?:-\d+)?)", text, re.ASCII
        )
        place = self.places.get(int(made[2])) if made else None
        return f"{made[1]}{place}{made[3]}" if made and place else text

    def _add(self, step: Step) -> None:
        """Take a step in, and go on to the state that it leaves; a step that is refused leaves the one there was, and the
        preview will say so."""
        self.steps.append(step)
        if self.now is None:
            return
        plan = self.plan.model_copy(update={"steps": self.steps})
        try:
            self.now = rehearse(plan, self.now, [step], expected(plan, self.registry), self.limits).after
        except StepRefused:
            return


def _question(asks: Asks) -> Question:
    choices = [Choice(id=words, label=words) for words in asks.choices]
    return Question(question=asks.question, kind="select_words" if choices else "free_text", choices=choices)


def _renamed(value: Any, name: Callable[[str], str]) -> Any:
    """A parameter with every text in it named anew, however deep it lies."""
    match value:
        case str():
            return name(value)
        case list():
            return [_renamed(one, name) for one in value]
        case dict():
            return {key: _renamed(one, name) for key, one in value.items()}
    return value


def _lacking(step: Step, state: Composition | None) -> list[str]:
    """The files that a step shows and the composition does not list, each once."""
    if state is None or step.kind != "engine":
        return []
    return [id for id in dict.fromkeys(named(step.tool, step.params)) if id not in state.assets]


def _expands(step: Step, registry: Registry) -> ApiTool | None:
    tool = registry.get(step.tool) if registry.has(step.tool) else None
    return tool if isinstance(tool, ApiTool) and tool.expand is not None else None
