"""References become ids: `@last`, `@selected`, `@track:first` and their like, bound against the composition as it is now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runs.plan.model import Choice, Plan, Question
from tools.composition import Composition
from tools.composition.reference import Ambiguous, Unresolved, choices, resolve

ONE = ("id", "itemId", "assetId", "trackId", "leftId", "rightId")
MANY = ("ids", "itemIds", "assetIds", "trackIds")


class Bound:
    """A plan whose references are ids. `unresolved` lists what could not be bound; `question` asks for it."""

    def __init__(self, plan: Plan, unresolved: list[str], question: Question | None) -> None:
        self.plan, self.unresolved, self.question = plan, unresolved, question


def bind(plan: Plan, state: Composition | None, selected: Sequence[str] = ()) -> Bound:
    """Bind every reference in the steps' parameters.

    A reference that fits nothing, or several things equally well, is never guessed: it is listed as unresolved, and where
    the composition has candidates there is one question with their real ids.
    """
    unresolved: list[str] = []
    question: Question | None = None
    steps = []
    for step in plan.steps:
        params = dict(step.params)
        for key, value in step.params.items():
            try:
                params[key] = _bound(key, value, state, selected)
            except (Unresolved, Ambiguous) as refusal:
                unresolved.append(f"{step.id} ({step.tool}): {refusal}")
                question = question or _question(refusal, state)
        steps.append(step.model_copy(update={"params": params}))
    return Bound(plan.model_copy(update={"steps": steps}), unresolved, question)


def _bound(key: str, value: Any, state: Composition | None, selected: Sequence[str]) -> Any:
    if key in ONE and _is_reference(value):
        found = resolve(state, value, selected)
        if len(found) != 1:
            raise Ambiguous(value, found)
        return found[0]
    if key in MANY and isinstance(value, list | str):
        listed = value if isinstance(value, list) else [value]
        ids = [id for entry in listed for id in (resolve(state, entry, selected) if _is_reference(entry) else [entry])]
        return list(dict.fromkeys(ids)) if all(isinstance(id, str) for id in ids) else ids
    return value


def _is_reference(value: Any) -> bool:
    """`@asset:step-2` is no reference into the composition: it names what an earlier step will make."""
    return isinstance(value, str) and value.startswith("@") and not value.startswith("@asset:")


def _question(refusal: Unresolved | Ambiguous, state: Composition | None) -> Question | None:
    offered = [Choice(id=id, label=label) for id, label in choices(state, refusal)]
    return Question(question=refusal.question, choices=offered) if offered else None
