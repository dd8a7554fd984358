"""The shapes of a plan, of a proposal and of what is asked about them, as they cross every door."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from tools.registry.descriptors import CostRange, ToolClass

Kind = Literal["engine", "capability", "studio"]


class Shape(BaseModel):
    """camelCase on the wire, and nothing that is not declared."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    def wire(self) -> dict[str, Any]:
        """Plain JSON, as the API answers and rows keep it."""
        return self.model_dump(mode="json", by_alias=True)


class Step(Shape):
    """One call of one tool. Everything but `params` and `rationale` is computed here and never taken from outside.

    `found` is what was seen or heard in the media that a step comes from; `sentence` is what the card says.
    """

    id: str
    kind: Kind
    tool: str
    params: dict[str, Any]
    rationale: str = ""
    target_studio: str | None = None
    step_class: ToolClass = Field(alias="class")
    reversible: bool
    est_credits: int
    found: str = ""
    sentence: str = ""

    @property
    def number(self) -> int:
        """The place of the step in its plan, from 1: `step-3` is 3."""
        return int(self.id.removeprefix("step-"))


class Confirmation(Shape):
    """Something that wants an explicit yes on top of the approval."""

    kind: Literal["bulk_delete", "external", "bulk_generate", "high_spend"]
    message: str
    count: int


class Safety(Shape):
    """What looked suspicious in the words; for the person who approves, it blocks nothing by itself."""

    flags: list[str] = []
    action: Literal["allow", "log_only"] = "allow"


class Plan(Shape):
    """An ordered list of steps that is approved, run and undone as one.

    `tag` makes the ids of what the plan creates, so that what the preview showed is what the run makes.
    """

    message: str = ""
    summary: str = ""
    steps: list[Step] = []
    tag: str = "plan"
    est_credits: int = 0
    confirmations: list[Confirmation] = []
    safety: Safety = Safety()
    degraded: str | None = None
    trace: dict[str, Any] | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of what would be done: tools, parameters and ids, and nothing that is only said about them."""
        deed = [self.tag, [[step.id, step.tool, step.params] for step in self.steps]]
        return hashlib.sha256(json.dumps(deed, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


class Choice(Shape):
    id: str
    label: str


class Question(Shape):
    """One question to the person, with choices (six at most): the ids of things in the composition (`select_item`), or
    words to choose among (`select_words`); `free_text` without any. Answering is saying the same again: with the choice
    selected, or with its words."""

    question: str
    kind: str = "select_item"
    choices: list[Choice] = []


class Preview(Shape):
    """What the plan would do to the composition as it is now: computed by a dry run, never by a model.

    `diff` is exact; `chained` says in words what is made outside the composition; `cost` is in credits.
    """

    ok: bool
    summary: str
    diff: dict[str, Any] = {}
    chained: list[str] = []
    cost: CostRange = CostRange()
    warnings: list[str] = []


class Proposal(Shape):
    """What planning comes to: a plan fit (or not) to run, one question, or an answer in a sentence. `found` is an answer as
    data, where a verb has more to tell than a sentence."""

    plan: Plan
    valid: bool = False
    errors: list[str] = []
    degraded: str | None = None
    safety: Safety = Safety()
    confirmations: list[Confirmation] = []
    preview: Preview | None = None
    gates: list[str] = []
    answer: str | None = None
    found: dict[str, Any] | None = None
    needs_clarification: bool = False
    question: Question | None = None


class Limits(Shape):
    """The thresholds in force for one plan: the tier's where it has its own, else the installation's."""

    max_steps: int = 200
    max_plan_credits: int = 5000
    max_bulk_delete: int = 25
    confirm_credits: int = 100
    max_unconfirmed_generations: int = 8
