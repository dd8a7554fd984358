"""A plan that comes back from a client: read again from the first word, and run only on an approval that names it.

Nothing that the client says of classes, prices, confirmations or bindings is believed. A plan that carries its `approval`
(run, version, digest, base revision, as `plan` answered) decides on the card on record; one that carries none is put on
record first.
"""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex
from time import monotonic, sleep
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel

from agent.interpret import MAX_MESSAGE
from agent.redact import clean, redact, throughout, without_tokens
from runs import actions
from runs.assess import assess
from runs.cards import Card, card_of
from runs.inline import Carried, carry_out
from runs.models import Run
from runs.plan.model import Plan, Proposal
from runs.plan.normalise import MalformedPlan, normalise
from runs.plan.policy import Tier
from runs.plan.price import price
from runs.plan.validate import validate
from tools import store
from tools.catalog import TOOLS
from tools.composition import Composition as State
from tools.models import Composition

PATIENCE = 10.0


class Approval(BaseModel):
    """The card that a plan was shown on."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, frozen=True)

    run_id: UUID
    version: int
    digest: str
    base_revision: int | None = None


def approval_of(run: Run) -> dict[str, Any]:
    """The card in force of a run, as a plan carries it."""
    card = card_of(run)
    shown = Approval(run_id=run.pk, version=card.version, digest=card.digest, base_revision=card.base_revision)
    return shown.model_dump(mode="json", by_alias=True)


def read_plan(raw: dict[str, Any]) -> Plan:
    """A client's plan through the choke point; raises `MalformedPlan`. The tag is kept: it makes the ids that were shown."""
    said = raw.get("message")
    cleaned = clean(said[:MAX_MESSAGE] if isinstance(said, str) else "")
    tag = raw.get("tag")
    kept = tag if isinstance(tag, str) and tag.isalnum() and len(tag) <= 12 else token_hex(3)
    safe = throughout(raw, without_tokens)
    return normalise(safe, TOOLS, message=cleaned.text, tag=kept, clean=redact, safety=cleaned.safety)


def read_approval(raw: dict[str, Any]) -> Approval | None:
    """The approval that a plan carries; raises `MalformedPlan` when it carries one that is none."""
    if raw.get("approval") is None:
        return None
    try:
        return Approval.model_validate(raw["approval"])
    except ValidationError as error:
        field = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise MalformedPlan([f"plan.approval.{field}: {error.errors()[0]['msg']}."]) from None


def execute(
    user: User,
    composition: Composition,
    raw: dict[str, Any],
    *,
    tier: Tier,
    approved: bool,
    confirm: bool,
    policy: str | None = None,
    selected: Sequence[str] = (),
    wait: bool = True,
) -> Run:
    """Approve a plan and run it on the stored composition; the run is over when this returns, unless `wait` is false.

    Raises `MalformedPlan`, `Run.DoesNotExist`, or what `runs.actions.approve` refuses with.
    """
    plan, approval = read_plan(raw), read_approval(raw)
    if approval is None:
        head = Composition.objects.get(pk=composition.pk)
        proposal = assess(plan, store.read(head), tier, selected=selected, policy=policy, workspace=head.workspace_id)
        require(proposal, approved=approved, confirm=confirm)
        run = actions.propose(
            head.workspace, user, proposal, composition=head, tier=tier, base_revision=head.head,
            context={"selectedItemIds": list(selected)},
        )  # fmt: skip
        return actions.approve(run, user, card_of(run), confirm=confirm, wait=wait)
    run = Run.objects.of(user).get(pk=approval.run_id, composition=composition)
    shown = _shown(run, plan, approval, tier)
    require(shown, approved=approved, confirm=confirm)
    run = actions.approve(run, user, _card(approval), confirm=confirm, wait=wait)
    return _settled(run) if wait else run


def _shown(run: Run, plan: Plan, approval: Approval, tier: Tier) -> Proposal:
    """The proposal that an approval decides on, as it is on record; raises where the plan is another, or not fit to run."""
    if plan.digest != approval.digest:
        raise actions.ApprovalStale(
            "The plan differs from the one that was shown. Send it without “approval” to put it on record anew.", run
        )
    if faults := validate(plan, TOOLS, classes=tier.classes, limits=tier.limits):
        raise actions.PlanInvalid(faults, run)
    return Proposal.model_validate({"plan": run.plan, **run.preview})


def execute_inline(
    raw: dict[str, Any],
    state: State,
    *,
    tier: Tier,
    approved: bool,
    confirm: bool,
    policy: str | None = None,
    selected: Sequence[str] = (),
) -> tuple[Proposal, Carried]:
    """The same on a document that is not stored here: the proposal as read again, and the state it leads to."""
    proposal = assess(read_plan(raw), state, tier, selected=selected, policy=policy)
    require(proposal, approved=approved, confirm=confirm)
    if price(proposal.plan, TOOLS).high:
        raise actions.PlanInvalid(["This plan costs credits, and only a stored composition has a workspace that pays."])
    return proposal, carry_out(proposal.plan, state)


def require(proposal: Proposal, *, approved: bool, confirm: bool) -> None:
    """Raise the first thing that stands between a plan and its run: a fault, a missing approval or confirmation."""
    if not proposal.valid:
        raise actions.PlanInvalid(proposal.errors)
    if proposal.gates and not approved:
        raise actions.ApprovalRequired("This plan wants an approval: " + "; ".join(proposal.gates[:5]) + ".")
    if proposal.confirmations and not confirm:
        asked = " ".join(confirmation.message for confirmation in proposal.confirmations)
        raise actions.ConfirmationRequired(f"This plan wants an explicit confirmation. {asked}")


def _card(approval: Approval) -> Card:
    return Card(approval.version, approval.digest, approval.base_revision)


def _settled(run: Run) -> Run:
    """The run when the other hand that carries it out (a second click, another tab) is done; at most `PATIENCE` seconds."""
    until = monotonic() + PATIENCE
    while run.status in (Run.Status.APPROVED, Run.Status.RUNNING) and monotonic() < until:
        sleep(0.05)
        run.refresh_from_db()
    return run
