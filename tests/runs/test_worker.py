"""The worker beside the server: it carries out what is rung for, finds what was left lying, stumbles and goes on, and ends."""

from __future__ import annotations

from datetime import timedelta
from threading import Event
from time import monotonic, sleep
from uuid import uuid4

import pytest
from django.utils import timezone

from runs import lease, tasks
from runs.cards import card_of
from runs.models import Run
from runs.worker import Worker
from tests.runs.test_dispatch import abandoned, approve

pytestmark = pytest.mark.django_db(transaction=True)

TALL = ("setCompositionSize", {"width": 1080, "height": 1920})
PICTURE = ("generate.image", {"prompt": "a harbour"})


@pytest.fixture
def at_work():
    """Workers that are stopped when the test is over."""
    workers = []

    def employ(execute, sweep=list) -> Worker:
        workers.append(Worker(execute, sweep))
        return workers[-1]

    yield employ
    for worker in workers:
        assert worker.stop(60)


def eventually(true) -> bool:
    until = monotonic() + 60
    while not true() and monotonic() < until:
        sleep(0.01)
    return bool(true())


@pytest.mark.spec("K-31")
def test_a_worker_whose_sweep_hangs_is_said_not_to_work(at_work, monkeypatch):
    held = Event()
    worker = at_work(print, lambda: [] if held.wait(60) else [])
    assert not worker.works()
    worker.start()
    assert worker.works()
    monkeypatch.setattr("runs.worker.LATELY", -3600.0)
    assert eventually(lambda: not worker.works())
    held.set()


@pytest.mark.spec("K-31", "X-05")
def test_a_run_that_is_rung_for_is_carried_out_beside_the_server(film, alice, proposed, settings, monkeypatch, at_work):
    settings.RUNS_WORKER = "thread"
    monkeypatch.setattr(tasks, "WORKER", at_work(tasks.executor.execute))
    run = approve(proposed(TALL), alice)

    assert eventually(lambda: Run.objects.get(pk=run.pk).status == "done")


@pytest.mark.spec("K-31")
def test_a_worker_finds_runs_whose_ring_was_lost_or_whose_worker_died(film, alice, proposed, monkeypatch, at_work):
    monkeypatch.setattr(tasks, "start", lambda *_, **__: None)
    lost = approve(proposed(TALL), alice)
    assert tasks.sweep() == [lost.pk]

    at_work(tasks.executor.execute, tasks.sweep).start()

    assert eventually(lambda: Run.objects.get(pk=lost.pk).status == "done")


@pytest.mark.spec("X-05")
def test_a_run_that_goes_wrong_takes_no_worker_with_it(at_work):
    carried, fine = [], uuid4()

    def execute(run_id):
        carried.append(run_id)
        if run_id != fine:
            raise RuntimeError("boom")

    worker = at_work(execute)
    for run_id in [*(uuid4() for _ in range(5)), fine]:
        worker.ring(run_id)

    assert eventually(lambda: fine in carried and len(carried) == 6)


@pytest.mark.spec("X-05")
def test_a_worker_that_is_told_to_stop_gives_back_what_it_holds(film, alice, proposed, darkroom, monkeypatch, at_work):
    started = Event()

    def working(order):
        started.set()
        while True:
            order.check()
            sleep(0.01)

    darkroom.first = [working]
    monkeypatch.setattr(tasks, "start", lambda *_, **__: None)
    run = approve(proposed(PICTURE), alice)
    worker = at_work(tasks.executor.execute)
    worker.ring(run.pk)
    assert started.wait(60)

    assert worker.stop(60)

    run.refresh_from_db()
    assert (run.status, run.lease_until) == ("running", None)
    assert tasks.sweep() == [run.pk]
    assert tasks.executor.execute(run.pk).status == "done"
    assert len(set(darkroom.keys)) == 1


@pytest.mark.spec("D-11", "X-02")
def test_the_sweep_closes_cards_whose_time_is_over(film, alice, proposed):
    run = proposed(TALL)
    run.approvals.update(expires_at=timezone.now() - timedelta(seconds=1))

    tasks.sweep()

    run.refresh_from_db()
    assert (run.status, run.approvals.get().status) == ("expired", "expired")


@pytest.mark.spec("K-31")
def test_a_lease_is_kept_as_long_as_a_hand_works(film, alice, proposed, darkroom, monkeypatch, settings):
    settings.RUNS_LEASE_SECONDS = 1
    monkeypatch.setattr(lease, "BEAT", 0.05)

    def long(order):
        ends = Run.objects.values_list("lease_until", flat=True)
        begun = ends.get()

        def renewed() -> bool:
            order.check()
            return ends.get() > begun

        assert eventually(renewed)

    darkroom.first = [long]
    run = approve(proposed(PICTURE), alice)
    assert (run.status, run.epoch) == ("done", 1)


@pytest.mark.spec("K-31")
def test_of_two_workers_one_has_the_run(film, alice, proposed, monkeypatch):
    monkeypatch.setattr(tasks, "start", lambda *_, **__: None)
    run = approve(proposed(TALL), alice)
    with tasks.transaction.atomic():
        first = lease.Lease.take(run.pk)
    with tasks.transaction.atomic():
        assert (first is not None, lease.Lease.take(run.pk)) == (True, None)
    abandoned(run)
    with tasks.transaction.atomic():
        second = lease.Lease.take(run.pk)
        assert (second.epoch, second.again) == (2, True)
        with pytest.raises(lease.Halted, match="lost"):
            first.hold()
        assert card_of(second.hold()) == card_of(run)
