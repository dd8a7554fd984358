"""A plan made once more from what its run has on record: the same words about the same revision, and what came out otherwise."""

from __future__ import annotations

import json
from typing import Any

from agent.actions import messages
from agent.background import gather
from agent.interpret import interpret
from agent.messages import Message
from agent.models import Entry, Session
from agent.providers.base import Provider
from runs.models import Run
from runs.plan.model import Plan, Proposal, Shape
from runs.tiers import tier_of_run
from tools import store


class NoTrace(Exception):
    """The run's plan was sent by a client, or its composition is gone: there is nothing to make again."""

    code = "NO_TRACE"


class Replayed(Shape):
    """What a second planning had in common with the first. `same_prompt` also depends on what has become of the workspace's
    notes, credits and runs since; the same inputs of the offline planner always make the same plan."""

    run_id: str
    same_inputs: bool
    same_prompt: bool
    same_plan: bool
    before: list[str]
    now: list[str]
    trace: dict[str, Any]


def replay(run: Run, provider: Provider | None = None) -> Replayed:
    """Plan a run's words again, on the revision that it was planned on; nothing is put on record. Raises `NoTrace`."""
    kept = run.plan.get("trace")
    if not kept or run.composition is None or run.base_revision is None:
        raise NoTrace("This run has nothing to plan again: its plan was sent by a client, or its composition is gone.")
    proposal = interpret(
        run.message,
        state=store.read(run.composition, run.base_revision),
        tier=tier_of_run(run),
        selected=run.context.get("selectedItemIds") or (),
        playhead=run.context.get("playhead"),
        history=_history(run),
        workspace=run.workspace_id,
        background=gather(run.workspace, run.composition, run.message),
        provider=provider,
    ).proposal
    return _compared(run, kept, proposal)


def _compared(run: Run, kept: dict[str, Any], proposal: Proposal) -> Replayed:
    first, trace = Plan.model_validate(run.plan), proposal.plan.trace or {}
    return Replayed(
        run_id=str(run.pk),
        same_inputs=kept["inputsDigest"] == trace.get("inputsDigest"),
        same_prompt=kept["promptSha256"] == trace.get("promptSha256"),
        same_plan=_deed(first) == _deed(proposal.plan),
        before=[step.tool for step in first.steps],
        now=[step.tool for step in proposal.plan.steps],
        trace=trace,
    )


def _deed(plan: Plan) -> str:
    """The steps without the tag, which is new in every planning."""
    return json.dumps([[step.tool, step.params] for step in plan.steps], sort_keys=True).replace(plan.tag, "")


def _history(run: Run) -> list[Message]:
    """What the conversation was before the words that the run came from."""
    session = Session.objects.filter(pk=run.session_id).first() if run.session_id else None
    last = session.entries.filter(run_id=run.pk).order_by("pk").first() if session else None
    if session is None or last is None:
        return []
    asked = _asked(session, last)
    return messages(session, before=asked.pk) if asked else []


def _asked(session: Session, last: Entry) -> Entry | None:
    said = session.entries.filter(kind="message", pk__lt=last.pk).order_by("-pk")
    return next((one for one in said if one.data["message"]["role"] == "user"), None)
