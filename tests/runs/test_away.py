"""The database, or the layer of wake-ups, goes away in the middle of a run: nothing that was paid for is lost, and it ends well."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from runs import dispatch, events, executor, lease, ledger, tasks
from runs.lease import Lease
from runs.models import LedgerEntry, Run
from tests.runs.test_dispatch import approve
from tests.runs.test_worker import eventually

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick"), pytest.mark.spec("K-31")]

PICTURE = ("generate.image", {"prompt": "a harbour"})
PUBLISH = ("publish", {"platform": "folder"})
VERTICAL = ("setCompositionSize", {"width": 1080, "height": 1920})


@pytest.fixture(autouse=True)
def _hasty(monkeypatch):
    monkeypatch.setattr(tasks, "GLANCE", 0)
    monkeypatch.setattr(dispatch, "GLANCE", 0)


@pytest.fixture
def gone(monkeypatch):
    """Has the session end before or after a piece of work is done, so many times."""

    def ends(owner, name: str, when: str, times: int = 1) -> None:
        work, left = getattr(owner, name), [None] * times

        def cut_off(*given, **named):
            ends_now = bool(left and (left.pop() or True))
            if ends_now and when == "before":
                raise OperationalError("the connection is closed")
            done = work(*given, **named)
            if ends_now:
                raise OperationalError("the connection is closed")
            return done

        monkeypatch.setattr(owner, name, cut_off)

    return ends


def well(run: Run) -> bool:
    """It is done, with its log whole, each charge once and nothing held."""
    run.refresh_from_db()
    charges = list(run.entries.filter(kind=LedgerEntry.Kind.CHARGE).values_list("step", flat=True))
    assert (run.status, sorted(set(charges))) == ("done", sorted(charges))
    assert [*ledger.faults(), *ledger.faults_of(run), *events.faults(run)] == []
    return True


@pytest.mark.parametrize("when", ["before", "after"])
def test_what_a_call_came_to_is_kept_as_soon_as_the_database_is_back(
    film, alice, proposed, darkroom, courier, gone, when
):
    gone(dispatch, "_keep", when, times=2)

    run = approve(proposed(PICTURE, VERTICAL, PUBLISH), alice)

    assert well(run)
    assert run.epoch == 1
    assert (len(darkroom.orders), len(courier.orders), run.credits) == (1, 1, 5)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("unit", ["_begin", "_apply", "_finish"])
def test_a_run_goes_on_wherever_the_session_ended(film, alice, proposed, darkroom, courier, gone, unit, when):
    gone(dispatch if unit == "_begin" else executor, unit, when)

    run = approve(proposed(PICTURE, VERTICAL, PUBLISH), alice)

    assert well(run)
    assert (len(darkroom.orders), len(courier.orders)) == (1, 1)
    film.refresh_from_db()
    assert film.head == 2


def test_a_hand_that_cannot_read_its_rows_has_not_failed_at_its_work(film, alice, proposed, darkroom):
    darkroom.first = [OperationalError("the connection is closed")]

    run = approve(proposed(PICTURE), alice)

    assert well(run)
    assert run.epoch == 2


def test_a_run_that_no_hand_gets_through_the_database_fails_in_the_end(film, alice, proposed, gone, monkeypatch):
    monkeypatch.setattr(executor, "MOST_HANDS", 3)
    gone(executor, "_apply", "before", times=100)

    run = approve(proposed(VERTICAL), alice)

    assert (run.status, run.epoch, run.lease_until) == ("failed", 3, None)
    assert list(events.faults(run)) == []
    film.refresh_from_db()
    assert film.head == 1


def test_a_session_that_ended_during_a_call_is_replaced(film, alice, proposed, darkroom):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no sessions that end")

    darkroom.first = [lambda order: connection.connection.close()]
    run = approve(proposed(PICTURE, VERTICAL), alice)

    assert well(run)
    assert (run.epoch, len(darkroom.orders)) == (1, 1)


def test_a_lease_is_looked_after_again_once_the_database_is_back(film, alice, proposed, darkroom, gone, monkeypatch):
    looked, look = [], Lease._look
    monkeypatch.setattr(Lease, "_look", lambda self: looked.append(look(self)))
    gone(Lease, "_look", "before", times=3)

    def long(order):
        assert eventually(lambda: len(looked) > 1)

    darkroom.first = [long]
    assert well(approve(proposed(PICTURE), alice))


def test_what_does_not_listen_is_given_back_when_its_process_ends(film, alice, proposed, darkroom, monkeypatch):
    def ends(order):
        lease.halt_all()
        lease.give_back_all()
        assert tasks.sweep() == [run.pk]
        assert executor.execute(run.pk).status == "done"  # the next hand, while this one has not listened yet

    monkeypatch.setattr(tasks, "start", lambda *_, **__: None)
    run = approve(proposed(PICTURE), alice)
    darkroom.first = [ends]
    executor.execute(run.pk)

    assert well(run)
    assert (run.epoch, run.credits) == (2, 4)
    assert len(set(darkroom.keys)) == 1


@pytest.mark.spec("X-05")
def test_nothing_fails_because_nobody_can_be_woken(film, alice, proposed, darkroom, settings):
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "tests.runs.realtime.test_layer_away.Away"}}

    assert well(approve(proposed(PICTURE, VERTICAL), alice))


def test_a_machine_whose_clock_is_an_hour_off_takes_no_run_from_another(film, alice, proposed, monkeypatch):
    monkeypatch.setattr(tasks, "start", lambda *_, **__: None)
    run, now = approve(proposed(VERTICAL), alice), timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now - timedelta(hours=1))
    with transaction.atomic():
        assert Lease.take(run.pk)
    assert tasks.sweep() == []
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(hours=1))
    assert tasks.sweep() == []

    Run.objects.filter(pk=run.pk).update(lease_until=now - timedelta(seconds=1))
    monkeypatch.setattr(timezone, "now", lambda: now - timedelta(hours=1))
    assert tasks.sweep() == [run.pk]
