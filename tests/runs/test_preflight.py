"""Before anything is spent: a plan that may cost more than there is is refused at every door, and nothing has happened."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from agent.execute import execute_inline
from runs import actions, ledger
from runs.assess import assess
from runs.cards import card_of
from runs.models import Account, LedgerEntry, Run
from runs.plan.normalise import normalise
from runs.tiers import file_tier, tier_of
from runs.web.cards import Card
from tools import store
from tools.catalog import TOOLS
from tools.registry.descriptors import Price

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("stand_ins")]

PICTURE = [{"tool": "generate.image", "params": {"prompt": "a harbour at dusk"}}]
FILM = [{"tool": "director", "params": {"brief": "the sea"}}]
MUTE = [{"tool": "muteTrack", "params": {"trackId": "v1"}}]


@pytest.fixture(autouse=True)
def _three_credits(settings):
    """One less than a picture costs."""
    settings.WORKSPACE_START_CREDITS = 3


def proposed(film, by, steps=PICTURE) -> Run:
    plan = normalise({"steps": steps}, TOOLS, message="do it", tag="ab12")
    tier = tier_of(by, film.workspace)
    proposal = assess(plan, store.read(film), tier)
    return actions.propose(film.workspace, by, proposal, composition=film, tier=tier, base_revision=film.head)


def form(run, **more):
    return {"version": run.version, "digest": run.digest, "base_revision": run.base_revision, **more}


def body(run):
    return {"version": run.version, "digest": run.digest, "baseRevision": run.base_revision}


def untouched(run) -> bool:
    """Whether the card can still be decided on and nothing was approved, charged or started."""
    run.refresh_from_db()
    spent = LedgerEntry.objects.exclude(kind="grant").exists()
    return (
        run.status == "proposed" and run.approvals.get().status == "pending" and run.events.count() == 1 and not spent
    )


@pytest.mark.spec("K-21")
def test_the_action_refuses_with_the_shortfall_and_runs_after_a_grant(film, alice):
    run = proposed(film, alice)
    with pytest.raises(actions.CreditsShort) as refused:
        actions.approve(run, alice, card_of(run))
    assert (refused.value.needed, refused.value.available, refused.value.shortfall) == (4, 3, 1)
    assert untouched(run)
    ledger.grant(film.workspace, 1, None)
    assert actions.approve(run, alice, card_of(run)).status == "done"


@pytest.mark.spec("K-21", "K-04")
def test_the_worst_case_counts_and_not_the_likely_one(film, alice):
    ledger.grant(film.workspace, 300, None)
    run = proposed(film, alice, FILM)
    with pytest.raises(actions.CreditsShort) as refused:
        actions.approve(run, alice, card_of(run), confirm=True)
    assert (refused.value.needed, refused.value.shortfall) == (320, 17)


@pytest.mark.spec("K-21")
def test_what_is_reserved_cannot_be_counted_on(film, alice):
    ledger.grant(film.workspace, 97, None)
    other, run = proposed(film, alice), proposed(film, alice)
    ledger.reserve(other, "step-1", 1, 97)
    with pytest.raises(actions.CreditsShort):
        actions.approve(run, alice, card_of(run))
    ledger.release(other)
    assert actions.approve(run, alice, card_of(run)).status == "done"


@pytest.mark.spec("K-21")
def test_a_plan_that_costs_nothing_touches_no_account(film, alice, settings):
    settings.WORKSPACE_START_CREDITS = 0
    run = proposed(film, alice, MUTE)
    assert Card(run, alice).charge == "Free"
    assert actions.approve(run, alice, card_of(run)).status == "done"
    assert not Account.objects.exists()


@pytest.mark.spec("K-21", "D-7")
def test_a_metered_tool_without_a_price_is_refused_when_planned_and_when_approved(film, alice, monkeypatch):
    run = proposed(film, alice)
    free = TOOLS.get("generate.image").model_copy(update={"price": Price()})
    monkeypatch.setitem(TOOLS._tools, "generate.image", free)
    later = proposed(film, alice)
    assert any("nobody knows what it costs" in error for error in later.preview["errors"])
    Run.objects.filter(pk=run.pk).update(status="proposed")
    run.approvals.update(status="pending")
    monkeypatch.setattr("runs.actions.terms_moved", lambda *_: False)  # were the card taken for a current one
    with pytest.raises(actions.PriceUnknown, match=r"generate\.image"):
        actions.approve(run, alice, card_of(run))
    assert not Account.objects.exists()


@pytest.mark.spec("D-7", "D-10")
def test_a_price_that_rose_after_the_card_was_shown_is_shown_on_a_fresh_one(film, alice, monkeypatch):
    ledger.grant(film.workspace, 500, None)
    run = proposed(film, alice)
    dear = TOOLS.get("generate.image").model_copy(update={"price": Price(credits=40)})
    monkeypatch.setitem(TOOLS._tools, "generate.image", dear)
    with pytest.raises(actions.ApprovalStale, match="price"):
        actions.approve(run, alice, card_of(run))
    run.refresh_from_db()
    card = Card(run, alice)
    assert (run.version, card.charge) == (2, "40 credits of 503")
    assert card.reopened == "The price, or what must be confirmed, changed since this card was shown."
    assert actions.approve(run, alice, card_of(run)).status == "done"


@pytest.mark.spec("K-21", "K-32")
def test_the_api_answers_402_with_the_shortfall(client, film, alice):
    client.force_login(alice)
    run = proposed(film, alice)
    answer = client.post(f"/api/runs/{run.pk}/approve", body(run), content_type="application/json")
    told = answer.json()
    assert (answer.status_code, told["code"]) == (402, "CREDITS_SHORT")
    assert told["details"] == {"shortfall": 1, "needed": 4, "available": 3}
    assert untouched(run)


@pytest.mark.spec("K-21", "K-32")
def test_execute_answers_402_for_a_plan_with_its_card_and_for_one_without(client, film, alice):
    client.force_login(alice)
    run = proposed(film, alice)
    with_card = {**run.plan, "approval": {"runId": str(run.pk), **body(run)}}
    for plan in (with_card, {"steps": PICTURE}):
        asked = {"compositionId": str(film.pk), "plan": plan, "approved": True, "confirm": True}
        answer = client.post("/api/agent/execute", asked, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (402, "CREDITS_SHORT")
    assert not LedgerEntry.objects.exclude(kind="grant").exists()
    assert not Run.objects.exclude(status__in=("proposed", "superseded")).exists()


@pytest.mark.spec("K-21")
def test_the_page_answers_402_with_a_notice_on_the_card_and_a_toast(client, film, alice):
    client.force_login(alice)
    run = proposed(film, alice)
    shown = client.get(reverse("run", args=[run.pk])).content.decode()
    assert "4 credits of 3" in shown
    assert "1 short" in shown
    answer = client.post(reverse("approve", args=[run.pk]), form(run), headers={"HX-Request": "true"})
    assert answer.status_code == 402
    assert "the workspace has 3 left: 1 short" in answer.content.decode()
    assert f'id="card-{run.pk}"' in answer.content.decode()
    assert untouched(run)


@pytest.mark.spec("K-21")
def test_the_page_swaps_in_what_a_402_brings(client, alice):
    client.force_login(alice)
    assert '"code":"(402|' in client.get(reverse("runs")).content.decode()


@pytest.mark.spec("K-21")
def test_the_terminal_says_how_much_is_missing(film, alice):
    run = proposed(film, alice)
    with pytest.raises(CommandError, match="1 short"):
        call_command("runs", "approve", str(run.pk), stdout=io.StringIO())
    assert untouched(run)


@pytest.mark.spec("K-21")
def test_a_file_has_no_workspace_that_pays(film):
    state = store.read(film)
    with pytest.raises(actions.PlanInvalid, match="workspace that pays"):
        execute_inline({"steps": PICTURE}, state, tier=file_tier(), approved=True, confirm=True)


@pytest.mark.spec("K-21")
@pytest.mark.parametrize(
    ("steps", "said"),
    [(MUTE, "Free"), (PICTURE, "4 credits of 120"), (FILM, "40 to 320 credits, most likely 160, of 120")],
)
def test_a_card_says_what_there_is_only_when_the_plan_costs_something(film, alice, steps, said, settings):
    settings.WORKSPACE_START_CREDITS = 120
    assert Card(proposed(film, alice, steps), alice).charge == said


@pytest.mark.spec("K-21")
def test_cancelling_lets_go_what_was_held(film, alice):
    ledger.grant(film.workspace, 97, None)
    run = proposed(film, alice)
    run.move(Run.Status.APPROVED)
    ledger.reserve(run, "step-1", 1, 4)
    actions.cancel(run, alice)
    assert (ledger.account_of(film.workspace).balance, ledger.account_of(film.workspace).reserved) == (100, 0)


@pytest.mark.spec("K-21", "K-23")
def test_a_step_is_charged_what_it_cost_and_tells_the_meter_before_and_after(film, alice):
    ledger.grant(film.workspace, 97, None)
    run = proposed(film, alice)
    done = actions.approve(run, alice, card_of(run))
    assert (done.status, done.credits) == ("done", 4)
    before, after = (event.data for event in run.events.filter(kind="agent_step"))
    assert (before["status"], before["creditsSpent"], before["budgetRemaining"]) == ("running", 0, 96)
    assert (after["status"], after["creditsSpent"], after["budgetRemaining"]) == ("done", 4, 96)


@pytest.mark.spec("K-21", "K-04")
def test_a_run_that_fails_lets_go_what_it_holds_and_keeps_what_was_charged(film, alice, monkeypatch):
    ledger.grant(film.workspace, 97, None)
    run = proposed(film, alice, PICTURE + MUTE)
    monkeypatch.setattr(store, "apply", lambda *_, **__: 1 / 0)
    failed = actions.approve(run, alice, card_of(run))
    assert (failed.status, failed.credits) == ("failed", 4)
    assert failed.failure["completedSteps"] == ["step-1"]
    account = ledger.account_of(film.workspace)
    assert (account.balance, account.reserved) == (96, 0)
    assert list(ledger.faults()) == []


@pytest.mark.spec("K-21", "K-22")
def test_verify_reports_an_account_and_a_run_that_differ_from_their_entries(film, alice):
    run = proposed(film, alice)
    ledger.account_of(film.workspace)
    out = io.StringIO()
    call_command("runs", "verify", "--json", stdout=out)
    assert json.loads(out.getvalue())["ok"]
    Account.objects.update(balance=900)
    Run.objects.update(credits=7)
    with pytest.raises(SystemExit):
        call_command("runs", "verify", "--json", stdout=(out := io.StringIO()))
    assert json.loads(out.getvalue())["faults"] == [
        {"runId": str(run.pk), "fault": "the run says 7 credits and its entries 0"},
        {"runId": None, "fault": "account of Studio: the balance says 900 credits and its entries 3"},
    ]
