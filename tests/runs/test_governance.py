"""Who may run what, and what is asked of them: the whole matrix, in one table.

A cell says what becomes of a plan under a policy:

    runs       at once, with no yes from anybody
    asks       412 until it is approved
    asks twice 412 until it is approved, then 412 until it is confirmed
    forbidden  422, whatever anybody says
"""

from __future__ import annotations

import pytest

from agent.execute import require
from runs import actions
from runs.api.door import translated
from runs.assess import assess
from runs.cards import card_of
from runs.models import PolicyTier, Run
from runs.plan.normalise import normalise
from runs.plan.validate import validate
from runs.tiers import tier_named, tier_of
from tests import factories
from tools import store
from tools.catalog import TOOLS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stand_ins")]

PICTURE = {"tool": "generate.image", "params": {"prompt": "a harbour at dusk"}}
PLANS = {
    "a read":                 [{"tool": "query", "params": {"target": "items"}}],
    "a plain edit":           [{"tool": "muteTrack", "params": {"trackId": "v1"}}],
    "a new asset":            [{"tool": "addAsset", "params": {"asset": {"id": "new", "kind": "image", "name": "n.png"}}}],
    "a deletion":             [{"tool": "deleteItems", "params": {"ids": ["clip-d"]}}],
    "a sweeping deletion":    [{"tool": "deleteTrack", "params": {"trackId": "v1", "deleteItems": True}}],
    "a picture":              [PICTURE],
    "nine pictures":          [PICTURE] * 9,
    "100 credits":            [{"tool": "generate.music", "params": {"prompt": "waves"}}] * 8 + [PICTURE],
    "a film of unknown size": [{"tool": "director", "params": {"brief": "the sea"}}],
    "a ceiling of 120":       [{"tool": "recipe", "params": {"name": "teaser"}}] * 3,  # though 30 are expected
    "a publication":          [{"tool": "publish", "params": {"platform": "youtube"}}],
}  # fmt: skip

MATRIX = """
plan                   | tier     | auto       | guided     | manual     | unknown
a read                 | full     | runs       | runs       | runs       | runs
a read                 | editor   | runs       | runs       | runs       | runs
a read                 | readonly | runs       | runs       | runs       | runs
a plain edit           | full     | runs       | asks       | asks       | asks
a plain edit           | editor   | runs       | asks       | asks       | asks
a plain edit           | readonly | forbidden  | forbidden  | forbidden  | forbidden
a new asset            | full     | asks       | asks       | asks       | asks
a new asset            | editor   | asks       | asks       | asks       | asks
a new asset            | readonly | forbidden  | forbidden  | forbidden  | forbidden
a deletion             | full     | asks       | asks       | asks       | asks
a deletion             | editor   | asks       | asks       | asks       | asks
a deletion             | readonly | forbidden  | forbidden  | forbidden  | forbidden
a sweeping deletion    | full     | asks twice | asks twice | asks twice | asks twice
a sweeping deletion    | editor   | asks twice | asks twice | asks twice | asks twice
a sweeping deletion    | readonly | forbidden  | forbidden  | forbidden  | forbidden
a picture              | full     | asks       | asks       | asks       | asks
a picture              | editor   | forbidden  | forbidden  | forbidden  | forbidden
a picture              | readonly | forbidden  | forbidden  | forbidden  | forbidden
nine pictures          | full     | asks twice | asks twice | asks twice | asks twice
nine pictures          | editor   | forbidden  | forbidden  | forbidden  | forbidden
nine pictures          | readonly | forbidden  | forbidden  | forbidden  | forbidden
100 credits            | full     | asks twice | asks twice | asks twice | asks twice
100 credits            | editor   | forbidden  | forbidden  | forbidden  | forbidden
100 credits            | readonly | forbidden  | forbidden  | forbidden  | forbidden
a film of unknown size | full     | asks twice | asks twice | asks twice | asks twice
a film of unknown size | editor   | forbidden  | forbidden  | forbidden  | forbidden
a film of unknown size | readonly | forbidden  | forbidden  | forbidden  | forbidden
a ceiling of 120       | full     | asks twice | asks twice | asks twice | asks twice
a ceiling of 120       | editor   | forbidden  | forbidden  | forbidden  | forbidden
a ceiling of 120       | readonly | forbidden  | forbidden  | forbidden  | forbidden
a publication          | full     | asks twice | asks twice | asks twice | asks twice
a publication          | editor   | forbidden  | forbidden  | forbidden  | forbidden
a publication          | readonly | forbidden  | forbidden  | forbidden  | forbidden
"""

OUTCOMES = {
    #             neither                     approved                     confirmed                   both
    "runs":       ("runs",                    "runs",                      "runs",                     "runs"),
    "asks":       ("412 APPROVAL_REQUIRED",   "runs",                      "412 APPROVAL_REQUIRED",    "runs"),
    "asks twice": ("412 APPROVAL_REQUIRED",   "412 CONFIRMATION_REQUIRED", "412 APPROVAL_REQUIRED",    "runs"),
    "forbidden":  ("422 PLAN_INVALID",        "422 PLAN_INVALID",          "422 PLAN_INVALID",         "422 PLAN_INVALID"),
}  # fmt: skip
GIVEN = [{}, {"approved": True}, {"confirm": True}, {"approved": True, "confirm": True}]

ROWS = [[cell.strip() for cell in line.split("|")] for line in MATRIX.strip().splitlines()]
CASES = [
    pytest.param(plan, tier, policy, cell, id=f"{plan}-{tier}-{policy}")
    for plan, tier, *cells in ROWS[1:]
    for policy, cell in zip(ROWS[0][2:], cells, strict=True)
]


def planned(name):
    return normalise({"steps": PLANS[name]}, TOOLS, message="do it", tag="ab12")


def outcome(proposal, approved=False, confirm=False) -> str:
    try:
        require(proposal, approved=approved, confirm=confirm)
    except actions.Refused as refusal:
        return f"{translated(refusal).status_code} {refusal.code}"
    return "runs"


@pytest.mark.spec("K-17", "K-18", "K-19")
@pytest.mark.parametrize(("plan", "tier", "policy", "cell"), CASES)
def test_the_governance_matrix(film, plan, tier, policy, cell):
    who, whole = tier_named(tier), planned(plan)
    proposal = assess(whole, store.read(film), who, policy="bananas" if policy == "unknown" else policy)

    assert tuple(outcome(proposal, **given) for given in GIVEN) == OUTCOMES[cell]

    against = validate(whole, TOOLS, classes=who.classes, limits=who.limits)
    assert bool(against) == (cell == "forbidden")
    assert all("your tier allows" in reason for reason in against)


@pytest.mark.spec("K-17")
@pytest.mark.parametrize("policy", ["auto", "guided", "manual"])
def test_a_tier_s_own_policy_is_the_one_when_none_is_named(film, alice, policy):
    PolicyTier.objects.filter(key="full").update(default_policy=policy)
    proposal = assess(planned("a plain edit"), store.read(film), tier_of(alice, film.workspace))
    assert bool(proposal.gates) == (policy != "auto")


@pytest.mark.spec("K-19")
@pytest.mark.parametrize(
    ("threshold", "plan", "kind"),
    [
        ({"max_bulk_delete": 0}, "a deletion", "bulk_delete"),
        ({"max_unconfirmed_generations": 0}, "a picture", "bulk_generate"),
        ({"confirm_credits": 4}, "a picture", "high_spend"),
    ],
)
def test_a_tier_s_own_threshold_asks_sooner(film, alice, threshold, plan, kind):
    def asked():
        proposal = assess(planned(plan), store.read(film), tier_of(alice, film.workspace))
        return [confirmation.kind for confirmation in proposal.confirmations]

    assert asked() == []
    PolicyTier.objects.filter(key="full").update(**threshold)
    assert asked() == [kind]


@pytest.mark.spec("K-19")
@pytest.mark.parametrize("threshold", [{"max_steps": 8}, {"max_plan_credits": 35}])
def test_a_tier_s_own_limit_forbids_sooner(film, alice, threshold):
    def valid():
        return assess(planned("nine pictures"), store.read(film), tier_of(alice, film.workspace)).valid

    assert valid()
    PolicyTier.objects.filter(key="full").update(**threshold)
    assert not valid()


def proposed(film, by, plan) -> Run:
    tier = tier_of(by, film.workspace)
    proposal = assess(planned(plan), store.read(film), tier)
    return actions.propose(film.workspace, by, proposal, composition=film, tier=tier, base_revision=film.head)


@pytest.mark.spec("K-19")
@pytest.mark.parametrize("plan", ["a plain edit", "a deletion", "a picture", "a publication"])
def test_where_a_second_approver_is_asked_for_the_author_is_not_one(film, alice, studio, plan):
    PolicyTier.objects.filter(key="full").update(second_approver=True)
    run, before = proposed(film, alice, plan), store.read(film).dump()
    with pytest.raises(actions.SecondApproverRequired):
        actions.approve(run, alice, card_of(run), confirm=True)
    run.refresh_from_db()
    film.refresh_from_db()
    assert (run.status, store.read(film).dump()) == ("proposed", before)

    carol = factories.person("carol", studio)
    actions.approve(run, carol, card_of(run), confirm=True)
    run.refresh_from_db()
    assert run.status == "approved"
    assert run.approvals.get().decided_by == carol


@pytest.mark.spec("K-19", "D-10")
def test_a_threshold_that_an_admin_lowers_is_asked_for_on_a_card_that_was_shown_before(film, alice):
    run = proposed(film, alice, "a deletion")
    PolicyTier.objects.filter(key="full").update(max_bulk_delete=0)
    with pytest.raises(actions.ApprovalStale, match="must be confirmed"):
        actions.approve(run, alice, card_of(run))
    run.refresh_from_db()
    assert (run.status, run.version) == ("proposed", 2)
    with pytest.raises(actions.ConfirmationRequired):
        actions.approve(run, alice, card_of(run))
    actions.approve(run, alice, card_of(run), confirm=True)
    run.refresh_from_db()
    assert run.status == "approved"


@pytest.mark.spec("K-18")
def test_what_a_range_of_time_takes_away_is_counted_though_no_step_names_it(film, alice):
    PolicyTier.objects.filter(key="full").update(max_bulk_delete=2)
    steps = [{"tool": "rippleDeleteRange", "params": {"fromFrame": 0, "toFrame": 5000}}]
    plan, tier = normalise({"steps": steps}, TOOLS, message="clear it", tag="ab12"), tier_of(alice, film.workspace)
    proposal = assess(plan, store.read(film), tier)
    before = store.read(film)

    assert [asked.kind for asked in proposal.confirmations] == ["bulk_delete"]
    assert proposal.confirmations[0].count == len(before.items)
    run = actions.propose(film.workspace, alice, proposal, composition=film, tier=tier, base_revision=1)
    with pytest.raises(actions.ConfirmationRequired):
        actions.approve(run, alice, card_of(run))
    film.refresh_from_db()
    assert film.head == 1
    assert actions.approve(run, alice, card_of(run), confirm=True).status == "approved"


@pytest.mark.spec("K-19")
def test_lowering_one_s_own_tier_gets_round_no_threshold_and_no_second_approver(film, alice, studio):
    PolicyTier.objects.filter(key="full").update(second_approver=True, max_bulk_delete=0, max_steps=9)
    lowered = tier_of(alice, studio, "editor")
    plan = normalise({"steps": PLANS["a deletion"]}, TOOLS, message="delete it", tag="ab12")
    proposal = assess(plan, store.read(film), lowered)
    run = actions.propose(studio, alice, proposal, composition=film, tier=lowered, base_revision=film.head)

    assert (lowered.key, lowered.second_approver, lowered.limits.max_steps) == ("editor", True, 9)
    assert [asked.kind for asked in proposal.confirmations] == ["bulk_delete"]
    with pytest.raises(actions.SecondApproverRequired):
        actions.approve(run, alice, card_of(run), confirm=True)
    run.refresh_from_db()
    assert run.status == "proposed"
