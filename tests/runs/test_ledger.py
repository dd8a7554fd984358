"""Credits: every movement once, the balance always the sum of them, and nobody spends what is not there."""

from __future__ import annotations

from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.db import connections

from runs import ledger
from runs.models import Account, LedgerEntry, Run
from runs.refusals import CreditsShort, NotReserved, PriceUnknown

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def run(studio, alice, settings) -> Run:
    settings.WORKSPACE_START_CREDITS = 100
    run = Run.objects.create(workspace=studio, author=alice, digest="0" * 64)
    run.steps.create(position=1, key="step-1", tool="generate.image", step_class="generate")
    return run


def standing(workspace) -> tuple[int, int]:
    """Balance and reserved, after a look that both are what the entries say."""
    assert list(ledger.faults()) == []
    account = Account.objects.get(workspace=workspace)
    assert account.balance == sum(entry.credits for entry in account.entries.all())
    return account.balance, account.reserved


def kinds(run) -> list[tuple[str, int]]:
    return [(entry.kind, entry.credits) for entry in run.entries.order_by("pk")]


@pytest.mark.spec("K-21")
def test_an_account_begins_with_a_grant_and_once(studio, run):
    assert (ledger.available(studio), ledger.available(studio)) == (100, 100)
    assert [(entry.kind, entry.credits, entry.who) for entry in LedgerEntry.objects.all()] == [("grant", 100, None)]


@pytest.mark.spec("K-21")
def test_a_reservation_is_settled_at_what_it_cost_and_the_rest_is_let_go(studio, run):
    ledger.reserve(run, "step-1", 1, 40)
    assert standing(studio) == (60, 40)
    ledger.settle(run, "step-1", 1, 25)
    assert standing(studio) == (75, 0)
    assert kinds(run) == [("reserve", -40), ("release", 40), ("charge", -25)]
    assert (run.credits, Run.objects.get().credits, run.steps.get().credits) == (25, 25, 25)


@pytest.mark.spec("K-21")
def test_what_was_charged_can_be_given_back(studio, alice, run):
    ledger.reserve(run, "step-1", 1, 40)
    ledger.settle(run, "step-1", 1, 40)
    ledger.refund(run, "step-1", 1, "The picture was blank.", alice)
    assert standing(studio) == (100, 0)
    assert (run.credits, run.steps.get().credits, list(ledger.faults_of(run))) == (0, 0, [])
    assert (run.entries.first().who, run.entries.first().note) == (alice, "The picture was blank.")


@pytest.mark.spec("K-21", "K-31")
def test_every_movement_is_made_once_however_often_it_is_asked_for(studio, run):
    for _ in range(3):
        ledger.reserve(run, "step-1", 1, 10)
    for _ in range(3):
        ledger.settle(run, "step-1", 1, 10)
    for _ in range(3):
        ledger.refund(run, "step-1", 1)
    assert ledger.release(run) == 0
    assert kinds(run) == [("reserve", -10), ("release", 10), ("charge", -10), ("refund", 10)]
    assert standing(studio) == (100, 0)


@pytest.mark.spec("K-21", "K-31")
def test_an_attempt_that_is_over_is_not_taken_up_again_and_the_next_one_is_its_own(studio, run):
    ledger.reserve(run, "step-1", 1, 10)
    ledger.settle(run, "step-1", 1, 10)
    with pytest.raises(NotReserved, match="is over"):
        ledger.reserve(run, "step-1", 1, 10)
    ledger.reserve(run, "step-1", 2, 10)
    assert standing(studio) == (80, 10)


@pytest.mark.spec("K-21")
def test_release_lets_go_what_is_open_and_leaves_what_was_charged(studio, run):
    ledger.reserve(run, "step-1", 1, 10)
    ledger.settle(run, "step-1", 1, 10)
    ledger.reserve(run, "step-2", 1, 20)
    ledger.reserve(run, "step-3", 1, 30)
    assert ledger.release(run, "step-2") == 20
    assert ledger.release(run) == 30
    assert standing(studio) == (90, 0)


@pytest.mark.spec("K-21")
def test_more_than_there_is_cannot_be_reserved_and_nothing_is_written(studio, run):
    ledger.reserve(run, "step-1", 1, 70)
    with pytest.raises(CreditsShort) as refused:
        ledger.reserve(run, "step-2", 1, 31)
    assert (refused.value.shortfall, refused.value.available, refused.value.needed) == (1, 30, 31)
    assert kinds(run) == [("reserve", -70)]
    assert standing(studio) == (30, 70)


@pytest.mark.spec("K-21")
@pytest.mark.parametrize("credits", [None, 0, -5, 2.5, float("nan"), "4"])
def test_an_unknown_price_is_refused(studio, run, credits):
    with pytest.raises(PriceUnknown):
        ledger.reserve(run, "step-1", 1, credits)
    assert not Account.objects.exists()


@pytest.mark.spec("K-21")
@pytest.mark.parametrize("actual", [11, -1, 0.5, -0.5, float("nan"), float("inf"), None])
def test_no_more_than_was_reserved_is_charged_and_never_less_than_nothing(studio, run, actual):
    ledger.reserve(run, "step-1", 1, 10)
    with pytest.raises(NotReserved):
        ledger.settle(run, "step-1", 1, actual)
    assert standing(studio) == (90, 10)


@pytest.mark.spec("K-21")
def test_what_was_never_reserved_or_charged_is_neither_settled_nor_refunded(studio, run):
    for act in (lambda: ledger.settle(run, "step-1", 1, 0), lambda: ledger.refund(run, "step-1", 1)):
        with pytest.raises(NotReserved):
            act()
    ledger.reserve(run, "step-1", 1, 10)
    ledger.release(run)
    with pytest.raises(NotReserved):
        ledger.settle(run, "step-1", 1, 5)
    assert standing(studio) == (100, 0)


@pytest.mark.spec("K-21")
def test_a_grant_adds_and_the_same_form_twice_adds_once(studio, alice, run):
    once = uuid4()
    for _ in range(2):
        ledger.grant(studio, 50, alice, "For May.", once)
    assert standing(studio) == (150, 0)
    with pytest.raises(ValueError, match="at least one"):
        ledger.grant(studio, 0, alice)


@pytest.mark.spec("K-21")
def test_nothing_of_one_workspace_is_spent_by_another(studio, bob, run):
    ledger.reserve(run, "step-1", 1, 100)
    assert ledger.available(bob.workspaces.get()) == 100
    assert standing(studio) == (0, 100)


def at_once(*acts) -> list[object]:
    """Every act in a thread of its own, all at the same moment; what each came to."""
    gate, outcomes = Barrier(len(acts)), []

    def go(act):
        gate.wait()
        try:
            outcomes.append(act())
        except Exception as error:  # an act that a race broke is an outcome too, and no test takes it for a good one
            outcomes.append(error)
        finally:
            connections.close_all()

    threads = [Thread(target=go, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return outcomes


@pytest.mark.spec("K-21")
def test_two_runs_racing_for_the_last_credits_cannot_overspend(studio, alice, run):
    ledger.account_of(studio)
    runs = [run, *(Run.objects.create(workspace=studio, author=alice, digest="0" * 64) for _ in range(3))]
    outcomes = at_once(*(lambda run=run: ledger.reserve(run, "step-1", 1, 60) for run in runs))
    assert sum(isinstance(outcome, LedgerEntry) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, CreditsShort) for outcome in outcomes) == 3
    assert standing(studio) == (40, 60)


@pytest.mark.spec("K-21")
def test_two_workers_on_one_step_reserve_settle_and_open_the_account_once(studio, run):
    outcomes = at_once(*[lambda: ledger.reserve(Run.objects.get(), "step-1", 1, 60)] * 4)
    assert len({entry.pk for entry in outcomes}) == 1
    outcomes = at_once(
        *[lambda: ledger.settle(Run.objects.get(), "step-1", 1, 50)] * 2, lambda: ledger.release(Run.objects.get())
    )
    assert all(isinstance(outcome, LedgerEntry | int | NotReserved) for outcome in outcomes), outcomes
    charged = [entry for entry in run.entries.all() if entry.kind == "charge"]
    assert len(charged) <= 1
    assert standing(studio) == (100 - 50 * len(charged), 0)


@pytest.mark.spec("K-21")
def test_a_form_or_a_refund_that_is_sent_from_many_hands_at_once_counts_once(studio, alice, run):
    ledger.account_of(studio)
    once = uuid4()
    outcomes = at_once(*[lambda: ledger.grant(studio, 50, alice, "For May.", once)] * 4)
    assert len({entry.pk for entry in outcomes}) == 1
    ledger.reserve(run, "step-1", 1, 60)
    ledger.settle(run, "step-1", 1, 60)
    outcomes = at_once(*[lambda: ledger.refund(Run.objects.get(), "step-1", 1)] * 4)
    assert len({entry.pk for entry in outcomes}) == 1
    assert standing(studio) == (150, 0)
    assert list(ledger.faults_of(Run.objects.get())) == []


@pytest.mark.spec("K-21", "K-22")
def test_a_balance_that_is_not_the_sum_of_its_entries_is_found(studio, run):
    ledger.reserve(run, "step-1", 1, 10)
    Account.objects.update(balance=500, reserved=7)
    Run.objects.update(credits=3)
    assert list(ledger.faults()) == [
        "account of Studio: the balance says 500 credits and its entries 90",
        "account of Studio: 7 credits are reserved and its entries say 10",
    ]
    assert list(ledger.faults_of(Run.objects.get())) == ["the run says 3 credits and its entries 0"]
