"""Who may run what, and what is asked of them: the whole matrix, in one table.

A cell says what becomes of a plan under a policy:

    runs       at once, with no yes from anybody
    asks       412 until it is approved
    asks twice 412 until it is approved, then 412 until it is confirmed
    forbidden  422, whatever anybody says
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

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
from tools.models import ApiToken, Membership

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stand_ins")]

PICTURE = {"tool": "generate.image", "params": {"prompt": "a harbour at dusk"}}
PLANS = {
    "a read":                 [{"tool": "query", "params": {"target": "items"}}],
    "a plain edit":           [{"tool": "muteTrack", "params": {"trackId": "v1"}}],
    "a new asset":            [{"tool": "addAsset", "params": {"asset": {"id": "new", "kind": "image", "name": "n.png"}}}],
    "a deletion":             [{"tool": "deleteItems", "params": {"ids": ["clip-d"]}}],
    "a move over a clip":     [{"tool": "moveItems", "params": {"ids": ["clip-a"], "from": 240, "mode": "overwrite"}}],
    "a sweeping deletion":    [{"tool": "deleteTrack", "params": {"trackId": "v1", "deleteItems": True}}],
    "a transcript":           [{"tool": "transcribe_video", "params": {}}],
    "a picture":              [PICTURE],
    "nine pictures":          [PICTURE] * 9,
    "100 credits":            [{"tool": "generate.music", "params": {"prompt": "waves"}}] * 8 + [PICTURE],
    "a film of unknown size": [{"tool": "director", "params": {"brief": "the sea"}}],
    "a ceiling of 120":       [{"tool": "recipe", "params": {"name": "teaser"}}] * 3,  # though 30 are expected
    "a publication":          [{"tool": "publish", "params": {"platform": "youtube"}}],
}  # fmt: skip

MATRIX = """
plan                   | tier         | auto       | guided     | manual     | a word that is no policy
a read                 | every        | runs       | runs       | runs       | runs
a plain edit           | full, editor | runs       | asks       | asks       | asks
                       | readonly     | forbidden  | forbidden  | forbidden  | forbidden
a new asset            | full, editor | asks       | asks       | asks       | asks
                       | readonly     | forbidden  | forbidden  | forbidden  | forbidden
a deletion             | full, editor | asks       | asks       | asks       | asks
                       | readonly     | forbidden  | forbidden  | forbidden  | forbidden
a move over a clip     | full, editor | asks       | asks       | asks       | asks
                       | readonly     | forbidden  | forbidden  | forbidden  | forbidden
a sweeping deletion    | full, editor | asks twice | asks twice | asks twice | asks twice
                       | readonly     | forbidden  | forbidden  | forbidden  | forbidden
a transcript           | full         | asks       | asks       | asks       | asks
                       | any lower    | forbidden  | forbidden  | forbidden  | forbidden
a picture              | full         | asks       | asks       | asks       | asks
                       | any lower    | forbidden  | forbidden  | forbidden  | forbidden
nine pictures          | full         | asks twice | asks twice | asks twice | asks twice
                       | any lower    | forbidden  | forbidden  | forbidden  | forbidden
100 credits            | full         | asks twice | asks twice | asks twice | asks twice
                       | any lower    | forbidden  | forbidden  | forbidden  | forbidden
a film of unknown size | full         | asks twice | asks twice | asks twice | asks twice
                       | any lower    | forbidden  | forbidden  | forbidden  | forbidden
a ceiling of 120       | full         | asks twice | asks twice | asks twice | asks twice
                       | any lower    | forbidden  | forbidden  | forbidden  | forbidden
a publication          | full         | asks twice | asks twice | asks twice | asks twice
                       | any lower    | forbidden  | forbidden  | forbidden  | forbidden
"""

OUTCOMES = {
    #             neither                     approved                     confirmed                   both
    "runs":       ("runs",                    "runs",                      "runs",                     "runs"),
    "asks":       ("412 APPROVAL_REQUIRED",   "runs",                      "412 APPROVAL_REQUIRED",    "runs"),
    "asks twice": ("412 APPROVAL_REQUIRED",   "412 CONFIRMATION_REQUIRED", "412 APPROVAL_REQUIRED",    "runs"),
    "forbidden":  ("422 PLAN_INVALID",        "422 PLAN_INVALID",          "422 PLAN_INVALID",         "422 PLAN_INVALID"),
}  # fmt: skip
GIVEN = [{}, {"approved": True}, {"confirm": True}, {"approved": True, "confirm": True}]

TIERS = {
    "every": ["full", "editor", "readonly"],
    "full, editor": ["full", "editor"],
    "any lower": ["editor", "readonly"],
}


def cells():
    """(plan, tier, policy, what becomes of it) for every cell; a row without a plan goes on with the one above."""
    (_, _, *policies), *rows = ([cell.strip() for cell in line.split("|")] for line in MATRIX.strip().splitlines())
    plan = ""
    for name, tiers, *outcomes in rows:
        plan = name or plan
        for tier in TIERS.get(tiers, [tiers]):
            for policy, outcome in zip(policies, outcomes, strict=True):
                yield pytest.param(plan, tier, policy, outcome, id=f"{plan}-{tier}-{policy}")


def planned(name):
    return normalise({"steps": PLANS[name]}, TOOLS, message="do it", tag="ab12")


def outcome(proposal, approved=False, confirm=False) -> str:
    try:
        require(proposal, approved=approved, confirm=confirm)
    except actions.Refused as refusal:
        return f"{translated(refusal).status_code} {refusal.code}"
    return "runs"


@pytest.mark.spec("K-17", "K-18", "K-19")
@pytest.mark.parametrize(("plan", "tier", "policy", "cell"), list(cells()))
def test_the_governance_matrix(film, plan, tier, policy, cell):
    who, whole = tier_named(tier), planned(plan)
    proposal = assess(whole, store.read(film), who, policy=policy)

    assert tuple(outcome(proposal, **given) for given in GIVEN) == OUTCOMES[cell]

    against = validate(whole, TOOLS, classes=who.classes, limits=who.limits)
    assert bool(against) == (cell == "forbidden")
    assert all("your tier allows" in reason for reason in against)


def test_the_matrix_has_every_plan_in_every_tier_once():
    pairs = [cell.values[:2] for cell in cells() if cell.values[2] == "auto"]
    assert sorted(pairs) == sorted((plan, tier) for plan in PLANS for tier in TIERS["every"])


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


@pytest.mark.spec("K-19", "D-7", "D-10")
@pytest.mark.parametrize("limit", [{"max_plan_credits": 35}, {"max_steps": 8}])
def test_a_plan_that_a_tier_no_longer_allows_is_unfit_on_a_fresh_card_and_not_run(film, alice, limit):
    run = proposed(film, alice, "nine pictures")
    PolicyTier.objects.filter(key="full").update(**limit)
    with pytest.raises(actions.ApprovalStale):
        actions.approve(run, alice, card_of(run), confirm=True)
    run.refresh_from_db()
    assert (run.status, run.version, run.preview["valid"]) == ("proposed", 2, False)
    with pytest.raises(actions.PlanInvalid):
        actions.approve(run, alice, card_of(run), confirm=True)
    assert not run.approvals.filter(status="approved").exists()


@pytest.mark.spec("K-19")
@pytest.mark.parametrize("fate", ["lowered", "removed", "deleted"])
def test_nothing_is_approved_in_the_name_of_somebody_who_may_no_longer_ask_for_it(film, alice, studio, fate):
    carol = factories.person("carol", studio)
    run, before = proposed(film, alice, "a plain edit"), store.read(film).dump()
    membership = Membership.objects.filter(user=alice)
    membership.update(tier="readonly") if fate == "lowered" else membership.delete()
    if fate == "deleted":
        alice.delete()
    with pytest.raises(actions.ApprovalStale):
        actions.approve(Run.objects.get(), carol, card_of(run))
    run.refresh_from_db()
    assert (run.status, run.preview["valid"]) == ("proposed", False)
    with pytest.raises(actions.PlanInvalid):
        actions.approve(run, carol, card_of(run))
    assert store.read(film).dump() == before
    assert actions.reject(run, carol, card_of(run)).status == "denied"


@pytest.mark.spec("K-19")
@pytest.mark.parametrize("key", ["full", "editor", "readonly"])
def test_a_tier_whose_row_is_gone_allows_nothing_and_breaks_nothing(client, film, alice, studio, key):
    Membership.objects.filter(user=alice).update(tier=key)
    run = proposed(film, factories.person("carol", studio), "a plain edit")
    PolicyTier.objects.filter(key=key).delete()
    assert tier_of(alice, studio).classes == tier_named(key).classes == frozenset()
    client.force_login(alice)
    card = {"version": 1, "digest": run.digest, "baseRevision": 1}
    answer = client.post(f"/api/runs/{run.pk}/approve", card, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "TIER_FORBIDS")
    asked = {"compositionId": str(film.pk), "plan": {"steps": PLANS["a plain edit"]}, "approved": True}
    answer = client.post("/api/agent/execute", asked, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "PLAN_INVALID")
    for page in (reverse("composition", args=[film.pk]), reverse("run", args=[run.pk])):
        assert client.get(page).status_code == 200
    run.refresh_from_db()
    assert (run.status, Run.objects.count()) == ("proposed", 1)


@pytest.mark.spec("K-19", "X-04")
def test_a_key_whose_tier_is_gone_opens_less_and_not_more(client, film, alice, studio):
    _, key = ApiToken.issue(studio, alice, "ci", timezone.now() + timedelta(days=1), tier="readonly")
    PolicyTier.objects.filter(key="readonly").delete()
    asked = {"compositionId": str(film.pk), "plan": {"steps": PLANS["a plain edit"]}, "approved": True}
    for wish in ({}, {"policy": "full"}, {"policy": "readonly"}):
        bearer = {"Authorization": f"Bearer {key}"}
        answer = client.post("/api/agent/execute", asked | wish, content_type="application/json", headers=bearer)
        assert (answer.status_code, answer.json()["code"]) == (422, "PLAN_INVALID")
    assert not Run.objects.exists()


@pytest.mark.spec("K-19")
def test_a_tier_of_before_the_installation_became_stricter_is_held_to_the_new_limits(alice, studio, settings):
    PolicyTier.objects.filter(key="full").update(max_plan_credits=4000, max_steps=150, confirm_credits=3000)
    settings.AGENT_MAX_PLAN_CREDITS, settings.AGENT_MAX_STEPS = 1000, 10
    limits = tier_of(alice, studio).limits
    assert (limits.max_plan_credits, limits.max_steps, limits.confirm_credits) == (1000, 10, 1000)


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
