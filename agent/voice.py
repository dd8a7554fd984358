"""Planning for a voice: a plan told in one breath that waits for an approval, or a question to ask; nothing runs from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import BaseModel

from agent import actions
from agent.speech import spoken
from runs.plan.model import Proposal
from runs.plan.policy import Tier
from tools import store
from tools.composition import Composition as State
from tools.models import Composition, Workspace
from tools.registry.descriptors import CostRange

MOST_SAID = 700
FREE = "It costs nothing."


class Spoken(BaseModel):
    """What a voice says. The names are those of the tool `plan_creative_edit`, as voice agents know them: `summary` is the
    whole of what to say; a `question` is asked of the person, and `choices` are the answers that can be given."""

    ok: bool
    summary: str
    cost: CostRange | None = None
    needs_approval: bool
    question: str | None = None
    choices: list[str] = []
    run_id: UUID | None = None

    def wire(self) -> dict[str, Any]:
        return self.model_dump(mode="json")


def plan_creative_edit(
    user: User,
    workspace: Workspace,
    message: str,
    *,
    composition: Composition,
    tier: Tier,
    selected: Sequence[str] = (),
    playhead: int | None = None,
    policy: str | None = None,
) -> Spoken:
    """Plan on a stored composition and put the plan on record; it runs only when somebody approves its card elsewhere."""
    planned = actions.plan(
        user, workspace, message, composition=composition, tier=tier, selected=selected, playhead=playhead, policy=policy
    )  # fmt: skip
    return told(planned.proposal, store.read(composition), planned.run.pk if planned.run else None)


def told(proposal: Proposal, state: State | None, run_id: UUID | None = None) -> Spoken:
    """A proposal for a voice."""
    ids = ids_of(state)
    if proposal.question is not None:
        choices = _choices([choice.label for choice in proposal.question.choices], ids)
        asked = _sentence(spoken(proposal.question.question, ids), "?")
        return Spoken(ok=True, summary=_offering(asked, choices), needs_approval=False, question=asked, choices=choices)
    if not proposal.plan.steps:
        words = proposal.answer or "I found nothing to change."
        return Spoken(ok=True, summary=_short(_sentence(spoken(words, ids))), needs_approval=False)
    cost = proposal.preview.cost if proposal.preview else None
    if not proposal.valid:
        why = " ".join(dict.fromkeys(_sentence(spoken(error, ids)) for error in proposal.errors[:3]))
        refused = _short(f"I cannot plan that. {why}")
        return Spoken(ok=False, summary=refused, cost=cost, needs_approval=False, run_id=run_id)
    return Spoken(ok=True, summary=_plan(proposal, ids), cost=cost, needs_approval=True, run_id=run_id)


def ids_of(state: State | None) -> list[str]:
    """Every id of a composition: names that are never said aloud."""
    if state is None:
        return []
    rows = [*state.items.values(), *state.assets.values(), *state.tracks, *state.markers]
    return [str(row["id"]) for row in rows]


def _plan(proposal: Proposal, ids: Iterable[str]) -> str:
    does = proposal.preview.summary if proposal.preview else proposal.plan.summary
    warned = [_sentence(spoken(one.message, ids)) for one in proposal.confirmations]
    parts = [f"Here is the plan. {_sentence(spoken(does, ids))}", _price(proposal), *warned]
    tail = "Nothing happens until you approve it."
    return f"{_short(' '.join(parts), MOST_SAID - len(tail) - 1)} {tail}"


def _price(proposal: Proposal) -> str:
    cost = proposal.preview.cost if proposal.preview else CostRange()
    if not cost.high:
        return FREE
    credits = "credit" if cost.high == 1 else "credits"
    if cost.low == cost.high:
        return f"It costs {spoken(str(cost.high))} {credits}."
    return f"It costs between {spoken(str(cost.low))} and {spoken(str(cost.high))} {credits}."


def _offering(asked: str, choices: Sequence[str]) -> str:
    if not choices:
        return asked
    listed = f"{', '.join(choices[:-1])}, or {choices[-1]}" if len(choices) > 1 else choices[0]
    return f"{asked} You can say: {listed}."


def _choices(labels: Sequence[str], ids: Iterable[str]) -> list[str]:
    """The names of the choices; with what stands in brackets behind them only where two have the same name."""
    names = [spoken(label.split(" (")[0], ids) for label in labels]
    return names if len(set(names)) == len(names) and all(names) else [spoken(label, ids) for label in labels]


def _sentence(text: str, mark: str = ".") -> str:
    """With a mark at its end and a capital at its beginning."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else text + mark


def _short(text: str, most: int = MOST_SAID) -> str:
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0].rstrip(' ,.:')}, and more."
