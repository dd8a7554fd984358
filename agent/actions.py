"""What a person can do in a conversation: say something, and get a plan on record, a question or an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from pydantic import TypeAdapter

from agent import ask_runs
from agent.background import gather
from agent.interpret import Interpreted, exactly, interpret
from agent.messages import AssistantMessage, Message, UserMessage, said
from agent.models import Session
from agent.providers.base import Listener
from agent.redact import clean
from runs import actions as run_actions
from runs.models import Run
from runs.plan.model import Plan, Proposal
from runs.plan.policy import Tier
from tools import store
from tools.models import Composition, Workspace

MOST_HISTORY = 40
_message: TypeAdapter[Message] = TypeAdapter(Message)


@dataclass(frozen=True, slots=True)
class Planned:
    """What a person's words came to, and the run that holds the plan, if there is one."""

    proposal: Proposal
    run: Run | None


def plan(
    user: User,
    workspace: Workspace,
    message: str,
    *,
    composition: Composition | None,
    tier: Tier,
    selected: Sequence[str] = (),
    playhead: int | None = None,
    policy: str | None = None,
    session: Session | None = None,
    listener: Listener | None = None,
) -> Planned:
    """Interpret a message on the stored composition and put the plan, where there is one, on record.

    What was done before and what it cost is on record already: such a question is answered from there. A `listener` hears
    what the model says while it plans.
    """
    head = Composition.objects.get(pk=composition.pk) if composition else None
    told = ask_runs.answer(message, head.runs.all()) if head else None
    interpreted = (
        answered(message, told.answer)
        if told
        else interpret(
            message,
            state=store.read(head) if head else None,
            tier=tier,
            selected=selected,
            playhead=playhead,
            policy=policy,
            history=messages(session) if session else (),
            background=gather(workspace, head, message),
            workspace=workspace.pk,
            listener=listener,
        )
    )
    return _recorded(user, workspace, head, tier, selected, playhead, session, interpreted)


def by_hand(
    user: User,
    message: str,
    step: dict[str, Any],
    *,
    composition: Composition,
    tier: Tier,
    policy: str | None = None,
    session: Session | None = None,
) -> Planned:
    """Put one step, {"tool", "params"}, that a person asked for without a planner on record: a plan like any other, on the
    composition as it is now."""
    head = Composition.objects.select_related("workspace").get(pk=composition.pk)
    interpreted = exactly(
        message, step, state=store.read(head), tier=tier, policy=policy, workspace=head.workspace_id
    )  # fmt: skip
    return _recorded(user, head.workspace, head, tier, (), None, session, interpreted)


def answered(message: str, answer: str) -> Interpreted:
    """A message that needs no planner: the answer to it is known."""
    cleaned = clean(message)
    proposal = Proposal(plan=Plan(message=cleaned.text, safety=cleaned.safety), answer=answer, safety=cleaned.safety)
    return Interpreted(proposal, [UserMessage(content=said(cleaned.text)), AssistantMessage(content=said(answer))])


def _recorded(
    user: User,
    workspace: Workspace,
    head: Composition | None,
    tier: Tier,
    selected: Sequence[str],
    playhead: int | None,
    session: Session | None,
    interpreted: Interpreted,
) -> Planned:
    proposal, run = interpreted.proposal, None
    with transaction.atomic():
        if session is not None:  # what was said in another tab meanwhile comes before this
            session.refresh_from_db(fields=["leaf"], from_queryset=Session.objects.select_for_update())
        if proposal.plan.steps and head is not None:
            run = run_actions.propose(
                workspace,
                user,
                proposal,
                composition=head,
                tier=tier,
                base_revision=head.head,
                context={"selectedItemIds": list(selected), "playhead": playhead},
                session_id=session.pk if session else None,
            )
        if session is not None:
            _keep(session, interpreted, run)
    return Planned(proposal, run)


def conversation(user: User, composition: Composition) -> Session:
    """The person's conversation about a composition, begun at the first word; two first words begin one."""
    begun = Session.objects.of(user).filter(composition=composition).order_by("created_at")
    if (found := begun.first()) is not None:
        return found
    with transaction.atomic():
        Composition.objects.select_for_update().get(pk=composition.pk)
        found = begun.first()
        return found or Session.objects.create(workspace=composition.workspace, user=user, composition=composition)


def messages(session: Session, before: int | None = None) -> list[Message]:
    """The last messages on the way from the root to the leaf (or to the entry `before`), oldest first, beginning with a
    person's words."""
    entries = session.entries.filter(kind="message", **({"pk__lt": before} if before else {}))
    rows = list(entries.order_by("-pk").values_list("data", flat=True)[:MOST_HISTORY])
    kept = [_message.validate_python(row["message"]) for row in reversed(rows)]
    first = next((place for place, message in enumerate(kept) if isinstance(message, UserMessage)), len(kept))
    return kept[first:]


def _keep(session: Session, interpreted: Interpreted, run: Run | None) -> None:
    """Append what was said. The last entry carries what a page needs to show of the outcome: answer or question."""
    proposal = interpreted.proposal
    shown: dict[str, Any] = {"answer": proposal.answer, "degraded": proposal.degraded, "flags": proposal.safety.flags}
    if heard := _heard(proposal):
        shown |= heard
    if proposal.question:
        shown |= {"question": proposal.question.wire(), "asked": proposal.plan.message}
    append(session, *interpreted.messages, run_id=run.pk if run else None, shown=shown)


def _heard(proposal: Proposal) -> dict[str, Any]:
    """The files whose transcripts a page can show: what was asked for, or what the plan will write down."""
    found = proposal.found or {}
    steps = [step.params for step in proposal.plan.steps if step.tool == "transcribe_video"]
    told = [one["assetId"] for one in found.get("transcripts") or steps if one.get("assetId")]
    language = found.get("language") or next((one["language"] for one in steps if "language" in one), "")
    return {"transcripts": told, "language": language} if told else {}


def append(
    session: Session, *messages: Message, run_id: UUID | None = None, shown: dict[str, Any] | None = None
) -> None:
    """Add messages below the leaf, each below the one before, and move the leaf to the last, which carries the rest."""
    *before, last = [{"message": message.model_dump(mode="json")} for message in messages]
    for data in before:
        session.leaf = session.entries.create(parent_id=session.leaf_id, data=data)
    data = last | ({"shown": shown} if shown else {})
    session.leaf = session.entries.create(parent_id=session.leaf_id, data=data, run_id=run_id)
    session.save(update_fields=["leaf"])
