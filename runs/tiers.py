"""Which tier a caller has, and what it lets them do: rows that admins edit, and a caller can only lower its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from runs.models import PolicyTier, Run
from runs.plan.model import Limits
from runs.plan.policy import Tier
from tools.access import Caller
from tools.models import TIERS, Membership, Workspace, type_of_user


class NotAMember(Exception):
    """The person is no member of the workspace; doors answer as if it did not exist."""


def installed_limits() -> Limits:
    """The thresholds of this installation's settings."""
    return Limits(
        max_steps=settings.AGENT_MAX_STEPS,
        max_plan_credits=settings.AGENT_MAX_PLAN_CREDITS,
        max_bulk_delete=settings.AGENT_MAX_BULK_DELETE,
        confirm_credits=settings.AGENT_CONFIRM_CREDITS,
        max_unconfirmed_generations=settings.AGENT_MAX_UNCONFIRMED_GENERATIONS,
    )


def most_allowed() -> Limits:
    """The most that a tier's own thresholds can be: the installation's; a high spend may be confirmed as late as its cap."""
    limits = installed_limits()
    return limits.model_copy(update={"confirm_credits": limits.max_plan_credits})


def file_tier(key: str = "full") -> Tier:
    """The tier of somebody who works on their own file: no row is read. An unknown key is `full`."""
    classes = {"readonly": {"read"}, "editor": {"read", "mutate"}}.get(key, {"read", "mutate", "generate"})
    return Tier(key, len(classes), frozenset(classes), "guided", installed_limits())


def tier_of(user: type_of_user, workspace: Workspace, *wishes: str | None) -> Tier:
    """The tier that a person has in a workspace, lowered by each wish that is lower: an API token's, a request's.

    A lower tier lets nobody round what their own asks of them: the stricter threshold holds, and a second approver.
    Raises `NotAMember`. A wish for a higher or an unknown tier changes nothing.
    """
    membership = Membership.objects.filter(user_id=user.pk or 0, workspace=workspace).first()
    if membership is None:
        raise NotAMember
    own = "readonly" if membership.role == Membership.Role.VIEWER else membership.tier
    tiers = _tiers()
    asked = [tiers[wish] for wish in wishes if isinstance(wish, str) and wish in tiers]
    return _lowered([tiers[own], *(tier for tier in asked if tier.rank < tiers[own].rank)])


def tier_of_run(run: Run) -> Tier:
    """The tier that a run was planned in, as the rows stand now, and no laxer than its author's own.

    In the name of somebody who is no member any more nothing is done.
    """
    try:
        return tier_of(run.author or AnonymousUser(), run.workspace, run.tier)
    except NotAMember:
        return _closed(run.tier)


def _lowered(tiers: Sequence[Tier]) -> Tier:
    least = {name: min(getattr(tier.limits, name) for tier in tiers) for name in Limits.model_fields}
    lowest = min(tiers, key=lambda tier: tier.rank)
    return replace(lowest, limits=Limits(**least), second_approver=any(tier.second_approver for tier in tiers))


def classes_of(user: type_of_user, workspace: Workspace, *wishes: str | None) -> frozenset[str]:
    """The classes of a person's tier in a workspace, none for somebody who is no member."""
    try:
        return tier_of(user, workspace, *wishes).classes
    except NotAMember:
        return frozenset()


def run_to_decide(caller: Caller, id: str) -> Run:
    """A run that the caller may decide on: whoever decides on a plan has a tier that could run it.

    Raises `ObjectDoesNotExist`, or `TierForbids`.
    """
    run = caller.row(Run, id)
    caller.require(run.workspace, {str(step["class"]) for step in run.plan.get("steps", [])})
    return run


def tier_named(key: str) -> Tier:
    """The tier of a key as its row stands now."""
    return _tiers().get(key) or _closed(key)


def _tiers() -> dict[str, Tier]:
    """Every tier there is; one whose row is gone stays, and allows nothing until an admin puts the row back."""
    return {key: _closed(key) for key, _ in TIERS} | {row.key: _tier(row) for row in PolicyTier.objects.all()}


def _closed(key: str) -> Tier:
    return Tier(key, -1, frozenset(), "manual", installed_limits(), second_approver=True)


def _tier(row: PolicyTier) -> Tier:
    most, own = most_allowed(), {name: getattr(row, name) for name in Limits.model_fields}
    held = {name: min(value, getattr(most, name)) for name, value in own.items() if value is not None}
    limits = installed_limits().model_copy(update=held)
    return Tier(row.key, row.rank, frozenset(row.classes), row.default_policy, limits, row.second_approver)
