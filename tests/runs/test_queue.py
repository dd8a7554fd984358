"""The distributed engine: a run that is rung for over a broker is carried out by a worker of its own, or found by the sweep."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace

import pytest
from django.db import connection

from runs import queue, tasks
from runs.models import Run
from tests import clips
from tests.runs.test_dispatch import approve
from tools.ingest import uploads
from tools.models import StandIns

pytestmark = pytest.mark.django_db(transaction=True)

TALL = ("setCompositionSize", {"width": 1080, "height": 1920})


def database() -> str:
    """The test's own database, as a worker is told where it is."""
    told = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{told['NAME']}"
    return f"postgres://{told['USER']}:{told['PASSWORD']}@{told['HOST']}:{told['PORT'] or 5432}/{told['NAME']}"


@pytest.fixture
def broker(settings, worker_id):
    """A Redis database of this test's own."""
    if not settings.REDIS_URL:
        pytest.skip("there is no Redis here: REDIS_URL is not set")
    pytest.importorskip("celery", reason="the extra celery is not installed")
    number = 8 + int(worker_id.removeprefix("gw") or 0) % 8 if worker_id != "master" else 7
    settings.RUNS_WORKER = "celery"
    settings.CELERY_BROKER_URL = f"{settings.REDIS_URL.rsplit('/', 1)[0]}/{number}"
    queue.engine.cache_clear()
    queue.engine().control.purge()
    yield settings.CELERY_BROKER_URL
    queue.engine().control.purge()
    queue.engine.cache_clear()


@pytest.fixture
def machine(broker, settings):
    """Another machine: a Celery worker with its own processes, and the folder that all share."""
    told = {"DATABASE_URL": database(), "CELERY_BROKER_URL": broker, "RUNS_WORKER": "celery"}
    told["DATA_DIR"] = str(settings.MEDIA_ROOT.parent)
    script = str(Path(sys.executable).parent / "celery")  # as the README says
    command = [script, "--app", "runs.queue", "worker", "--pool", "solo", "--loglevel", "warning"]
    with subprocess.Popen([*command, "--without-gossip", "--without-mingle"], env=os.environ | told) as process:
        yield process
        process.kill()


def ends(run: Run) -> str:
    _until(lambda: Run.objects.get(pk=run.pk).status not in Run.UNDER_WAY)
    return Run.objects.get(pk=run.pk).status


def _until(so: Callable[[], bool]) -> None:
    """Wait until something is so, for a minute at most."""
    until = monotonic() + 60
    while not so() and monotonic() < until:
        sleep(0.05)


@pytest.mark.spec("K-31", "X-05")
def test_a_worker_elsewhere_carries_out_what_is_rung_for_and_what_the_sweep_finds(
    film, alice, proposed, machine, monkeypatch
):
    run = approve(proposed(TALL), alice)
    assert ends(run) == "done"

    monkeypatch.setattr(queue, "ring", lambda run_id: None)
    lost = approve(proposed(("muteTrack", {"trackId": "a1"})), alice)
    monkeypatch.undo()
    assert lost.status == "approved"
    queue.engine().send_task("runs.sweep")
    assert ends(lost) == "done"


@pytest.mark.spec("M-01", "X-05")
def test_a_worker_elsewhere_takes_in_what_was_uploaded_and_makes_what_stands_in_for_it(film, alice, machine, tmp_path):
    content = clips.film(tmp_path / "clip.mp4").read_bytes()
    uploads.receive(uploads.begin(film.workspace, "harbour.mp4", len(content), by=alice), 0, io.BytesIO(content))

    _until(lambda: StandIns.objects.filter(state="ready").exists())
    made = StandIns.objects.select_related("asset").get()
    assert (made.state, made.asset.name, made.asset.workspace) == ("ready", "harbour.mp4", film.workspace)


@pytest.mark.spec("K-31", "X-05")
def test_a_broker_that_is_out_of_reach_costs_time_and_no_run(film, alice, proposed, settings):
    pytest.importorskip("celery", reason="the extra celery is not installed")
    settings.RUNS_WORKER, settings.CELERY_BROKER_URL = "celery", "redis://127.0.0.1:9/0"
    queue.engine.cache_clear()

    run = approve(proposed(TALL), alice)

    queue.engine.cache_clear()
    assert run.status == "approved"
    assert tasks.sweep() == [run.pk]


@pytest.mark.spec("K-31", "X-05")
def test_a_worker_that_is_told_to_end_has_its_processes_give_back_what_they_hold(
    film, alice, proposed, darkroom, monkeypatch
):
    billiard = pytest.importorskip("billiard", reason="the extra celery is not installed")
    process = SimpleNamespace(pid=os.getpid())  # this one: as a worker, and as the process that it has begun
    monkeypatch.setattr(billiard, "active_children", lambda: [process])
    monkeypatch.setattr(tasks, "start", lambda *_, **__: None)
    run = approve(proposed(("generate.image", {"prompt": "a harbour"})), alice)
    heard = signal.getsignal(queue.TO_END)

    def ends(order):
        queue._stop_hands()
        order.check()

    darkroom.first = [ends]
    queue._listen()
    try:
        queue.carry_out(str(run.pk))
    finally:
        signal.signal(queue.TO_END, heard)

    run.refresh_from_db()
    assert (run.status, run.lease_until) == ("running", None)
    assert tasks.sweep() == [run.pk]


@pytest.mark.spec("K-31", "X-05")
def test_a_worker_keeps_no_message_that_it_would_have_to_give_back_to_a_redis_that_is_gone():
    """It would end there with an error of the client's own (kombu 5.7); a ring that is lost is made good by the sweep."""
    pytest.importorskip("celery", reason="the extra celery is not installed")
    told = queue.engine().conf
    assert (told.task_acks_late, told.broker_transport_options["ack_emulation"]) == (False, False)
