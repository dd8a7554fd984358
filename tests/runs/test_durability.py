"""A worker that dies while a run goes wrong, or is cancelled, leaves figures as honest as one that dies while it goes well."""

from datetime import timedelta

import pytest
from django.utils import timezone

from runs import actions, dispatch, events, executor, ledger
from runs.cards import card_of
from runs.models import LedgerEntry, Run
from tests.runs.conftest import Died
from tools import store
from tools.capabilities import HANDS
from tools.capabilities.order import Deliverer, Halted, HandFailed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick"), pytest.mark.spec("K-31")]

PICTURE = ("generate.image", {"prompt": "a harbour"})
PUBLISH = ("publish", {"platform": "folder"})
VERTICAL = ("setCompositionSize", {"width": 1080, "height": 1920})
WASTED = HandFailed("What came cannot be used.", "unknown", billed=True)
BUSY = HandFailed("It is busy.", "transient")


@pytest.fixture
def cannot_tell(courier, monkeypatch):
    """The courier, without a way to ask what it has delivered."""
    monkeypatch.setitem(HANDS, "publish", Deliverer(courier.deliver))
    return courier


def approve(run: Run, by) -> None:
    actions.approve(run, by, card_of(run), confirm=True)


def next_worker(run: Run) -> Run:
    Run.objects.filter(pk=run.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    return executor.execute(run.pk)


def charged(run: Run) -> list[str]:
    return list(run.entries.filter(kind=LedgerEntry.Kind.CHARGE).values_list("step", flat=True))


def faults(run: Run) -> list[str]:
    run.refresh_from_db()
    return [*ledger.faults(), *ledger.faults_of(run), *events.faults(run)]


def dies_failing(monkeypatch, run: Run, by) -> None:
    """Approve a run whose worker dies between a step's failure and the run's end."""

    def dying(*_):
        raise Died

    with monkeypatch.context() as patched:
        patched.setattr(executor, "_fail", dying)
        with pytest.raises(Died):
            approve(run, by)


def test_a_failure_that_was_billed_is_charged_once_though_the_worker_dies_on_it(alice, proposed, darkroom, monkeypatch):
    run = proposed(PICTURE)
    darkroom.first = [WASTED, WASTED]
    dies_failing(monkeypatch, run, alice)

    ended = next_worker(run)

    assert (ended.status, ended.credits, charged(run)) == ("failed", 4, ["step-1"])
    assert darkroom.keys[0] == darkroom.keys[1]
    assert faults(run) == []


def test_what_failed_on_its_way_out_is_not_sent_again_by_the_next_worker(alice, proposed, cannot_tell, monkeypatch):
    def lost_on_the_way(order):
        cannot_tell.delivered[order.key] = "perhaps"
        raise WASTED

    run = proposed(VERTICAL, PUBLISH)
    cannot_tell.first = [lost_on_the_way]
    dies_failing(monkeypatch, run, alice)

    ended = next_worker(run)

    assert (ended.status, charged(run), len(cannot_tell.orders)) == ("failed", ["step-2"], 1)
    assert dispatch.UNSEEN in ended.verdict
    assert faults(run) == []


def test_a_courier_that_cannot_tell_is_not_charged_for_being_busy(alice, proposed, cannot_tell):
    run = proposed(PUBLISH)
    cannot_tell.first = [BUSY]

    approve(run, alice)

    run.refresh_from_db()
    assert (run.status, run.credits, len(cannot_tell.orders)) == ("failed", 0, 1)
    assert "It is busy." in run.verdict
    assert faults(run) == []


def dies_delivering_and_is_cancelled(run: Run, courier, by) -> None:
    def died(order):
        courier.delivered[order.key] = "folder"
        raise Died

    courier.first = [died]
    with pytest.raises(Died):
        approve(run, by)
    actions.cancel(run, by)


def test_a_cancelled_run_says_and_pays_what_had_left_before_its_worker_died(alice, proposed, courier):
    run = proposed(VERTICAL, PUBLISH, ("setBackgroundColor", {"color": "#ff0000"}))
    dies_delivering_and_is_cancelled(run, courier, alice)

    ended = next_worker(run)

    assert (ended.status, charged(run), len(courier.orders)) == ("cancelled", ["step-2"], 1)
    assert list(run.steps.values_list("status", flat=True)) == ["done", "done", "skipped"]
    assert faults(run) == []


def test_a_cancelled_run_does_not_hide_that_something_may_have_left(alice, proposed, cannot_tell):
    run = proposed(VERTICAL, PUBLISH)
    dies_delivering_and_is_cancelled(run, cannot_tell, alice)

    ended = next_worker(run)

    assert (ended.status, charged(run), len(cannot_tell.orders)) == ("failed", ["step-2"], 1)
    assert dispatch.UNSEEN in ended.verdict
    assert faults(run) == []


def test_a_cancelled_run_that_had_delivered_nothing_says_so(alice, proposed, courier):
    def died(order):
        raise Died

    run = proposed(VERTICAL, PUBLISH)
    courier.first = [died]
    with pytest.raises(Died):
        approve(run, alice)
    actions.cancel(run, alice)

    ended = next_worker(run)

    assert (ended.status, charged(run), courier.delivered) == ("cancelled", [], {})
    assert list(run.steps.values_list("status", flat=True)) == ["done", "skipped"]
    assert faults(run) == []


@pytest.mark.parametrize(("arrives", "billed", "paid"), [(True, False, 1), (False, False, 0), (False, True, 1)])
def test_a_cancel_that_meets_a_delivery_half_way_looks_what_became_of_it(
    alice, proposed, courier, arrives, billed, paid
):
    def cancelled(order):
        actions.cancel(Run.objects.get(pk=run.pk), alice)
        if arrives:
            courier.delivered[order.key] = "folder"
        halted = Halted("cancelled")
        halted.billed = billed
        raise halted

    run = proposed(PUBLISH, VERTICAL)
    courier.first = [cancelled]
    approve(run, alice)

    run.refresh_from_db()
    assert (run.status, run.credits) == ("cancelled", paid)
    assert list(run.steps.values_list("status", flat=True)) == ["done" if arrives else "skipped", "skipped"]
    assert faults(run) == []


@pytest.mark.spec("K-21")
def test_a_step_that_was_paid_under_an_earlier_card_still_says_so(film, alice, proposed, darkroom):
    def somebody_edits(order):
        store.apply(film, [{"kind": "command", "op": "setCompositionSize", "params": {"width": 640, "height": 480}}])

    run = proposed(PICTURE, VERTICAL)
    darkroom.first = [somebody_edits]
    approve(run, alice)
    run.refresh_from_db()
    assert (run.status, run.version) == ("proposed", 2)

    approve(run, alice)

    run.refresh_from_db()
    assert (run.status, run.credits, charged(run)) == ("done", 4, ["step-1"])
    assert list(run.steps.values_list("credits", flat=True)) == [4, 0]
    assert faults(run) == []
