"""The way into the API for whatever touches runs: the toolbox's door, and the refusals of `runs` as HTTP answers."""

from __future__ import annotations

from typing import Any

from rest_framework.response import Response

from runs import actions
from runs.cards import card_of
from runs.models import Run
from runs.plan.normalise import MalformedPlan
from runs.plan.policy import Tier
from runs.tiers import NotAMember, file_tier, run_to_decide, tier_of
from tools.api.door import Door
from tools.api.errors import NOT_FOUND, Refusal
from tools.models import Workspace

STATUS: dict[type[actions.Refused], int] = {
    actions.ApprovalRequired: 412,
    actions.ConfirmationRequired: 412,
    actions.SecondApproverRequired: 403,
    actions.PlanInvalid: 422,
    actions.CreditsShort: 402,
    actions.PriceUnknown: 422,
}
"""The answers to what `runs.actions` refuses; whatever is not listed is a conflict, 409."""


class RunsDoor(Door):
    """A view that calls `runs.actions`."""

    def handle_exception(self, exc: Exception) -> Response:
        return super().handle_exception(translated(exc))

    def tier(self, workspace: Workspace, wish: str | None = None) -> Tier:
        """The caller's tier in a workspace, lowered by their key's and by what they wish."""
        return tier_of(self.caller.user, workspace, self.caller.ceiling, wish)

    def tier_anywhere(self, wish: str | None = None) -> Tier:
        """The caller's tier for a document that is stored nowhere: their highest, lowered in the same way."""
        tiers = [self.tier(workspace, wish) for workspace in self.caller.rows(Workspace)]
        return max(tiers, key=lambda tier: tier.rank, default=file_tier("readonly"))

    def run_to_decide(self, id: str) -> Run:
        return run_to_decide(self.caller, id)


def translated(refusal: Exception) -> Exception:
    """A refusal of `runs` as the API answers it; anything else as it is."""
    match refusal:
        case NotAMember():
            return Refusal(404, "NOT_FOUND", NOT_FOUND)
        case MalformedPlan():
            return Refusal(
                400, refusal.code, str(refusal), [{"field": "plan", "message": one} for one in refusal.faults]
            )
        case actions.PlanInvalid():
            return Refusal(
                STATUS[type(refusal)], refusal.code, str(refusal), {"errors": refusal.errors}, errors=refusal.errors
            )
        case actions.CreditsShort():
            facts = {"shortfall": refusal.shortfall, "needed": refusal.needed, "available": refusal.available}
            return Refusal(STATUS[type(refusal)], refusal.code, str(refusal), facts)
        case actions.ApprovalStale():
            return Refusal(409, refusal.code, str(refusal), fresh(refusal.run))
        case actions.Refused():
            return Refusal(STATUS.get(type(refusal), 409), refusal.code, str(refusal))
    return refusal


def fresh(run: Run | None) -> dict[str, Any]:
    """The card now in force of a run, for a client whose own has gone stale."""
    if run is None:
        return {}
    run.refresh_from_db()
    card = card_of(run)
    approval = {"runId": run.pk, "version": card.version, "digest": card.digest, "baseRevision": card.base_revision}
    proposal = {"plan": {**run.plan, "approval": approval}, **run.preview}
    return {"runId": run.pk, "status": run.status, "approval": approval, "proposal": proposal}
