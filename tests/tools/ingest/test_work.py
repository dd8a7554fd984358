"""What a worker does for media: found in the rows, done once, taken over when it dies, given up when it always dies."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from time import monotonic, sleep

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from tests import clips, factories
from tools import jobs
from tools.ingest import ingest, places, removal, stand_ins, sweeping, uploads, work
from tools.media.ffmpeg import EncoderFailed
from tools.models import Asset, StandIns, Upload

pytestmark = [pytest.mark.spec("M-01"), pytest.mark.django_db]


@pytest.fixture
def checking(studio, alice, clip, rung) -> Upload:
    """An upload that is all here."""
    content = clip.read_bytes()
    return uploads.receive(uploads.begin(studio, "clip.mp4", len(content), by=alice), 0, io.BytesIO(content))


def dies(upload: Upload) -> None:
    """Whoever is on it has not been heard of for so long that it is free again."""
    Upload.objects.filter(pk=upload.pk).update(held_until=timezone.now() - timedelta(seconds=1))


def test_the_rows_say_what_there_is_to_do(studio, clip, tone, checking):
    ingest(studio, [tone])
    [asset] = studio.assets.all()
    assert work.waiting() == [checking.pk, asset.pk]
    for id in work.waiting():
        work.do(id)
    assert work.waiting() == [studio.assets.exclude(pk=asset.pk).get().pk]
    work.do(work.waiting()[0])
    assert work.waiting() == []
    assert {row.state for row in StandIns.objects.all()} == {"ready"}


def test_what_one_hand_has_no_other_takes_and_a_dead_hand_loses(checking):
    hand = jobs.take(Upload.objects.all(), checking.pk)
    assert jobs.take(Upload.objects.all(), checking.pk) is None
    assert work.waiting() == []

    dies(checking)
    other = jobs.take(Upload.objects.all(), checking.pk)
    with pytest.raises(jobs.Lost):
        hand.settle(state="failed")
    other.settle(state="checking", reason="mine")
    assert Upload.objects.get().reason == "mine"


def test_what_workers_die_of_again_and_again_is_given_up(checking, kept):
    for _ in range(jobs.MOST_TRIES):
        assert work.waiting() == [checking.pk]
        assert jobs.take(Upload.objects.all(), checking.pk)
        dies(checking)
    assert work.waiting() == []
    checking.refresh_from_db()
    assert (checking.state, checking.code, kept()) == ("failed", "MEDIA_UNREADABLE", [])


def test_a_worker_that_is_told_to_stop_gives_back_what_it_has(checking, monkeypatch, kept):
    def stopped(*given, check, **how):
        jobs.halt_all()
        check()

    with monkeypatch.context() as now:
        now.setattr(work.taking, "probe", stopped)
        work.do(checking.pk)
    checking.refresh_from_db()
    assert (checking.state, checking.held_until, checking.tries, Asset.objects.exists()) == ("checking", None, 0, False)
    assert kept() == [places.incoming() / str(checking.pk)]
    work.do(checking.pk)
    assert Asset.objects.get()


def test_a_crash_between_the_file_and_its_row_is_made_good(checking, monkeypatch, kept):
    with monkeypatch.context() as now:
        now.setattr(Asset, "save", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            work.do(checking.pk)
    assert Upload.objects.get().state == "checking"
    work.do(checking.pk)
    assert Upload.objects.get().asset == Asset.objects.get()


def test_a_part_that_cannot_be_made_is_told_and_does_not_hold_up_the_rest(studio, clip, rung, monkeypatch):
    def broken(*given):
        raise EncoderFailed("no")

    monkeypatch.setattr(stand_ins.proxy, "make", broken)
    [taken] = ingest(studio, [clip])
    work.do(taken.asset.pk)
    row = StandIns.objects.get()
    assert (row.state, set(row.files), "no proxy" in row.reason) == ("failed", {"filmstrip", "waveform", "peaks"}, True)
    assert stand_ins.file_of(taken.asset, "proxy") is None
    assert stand_ins.file_of(taken.asset, "filmstrip")[0].is_file()


@pytest.mark.parametrize("kind", ["tone", "photo", "silent", "gif"])
def test_what_stands_in_for_what(studio, tone, rung, tmp_path, kind):
    source = {
        "tone": lambda: tone,
        "silent": lambda: clips.silent(tmp_path / "silent.mp4"),
        "gif": lambda: clips.encode(tmp_path / "moving.gif", *clips.PICTURE),
        "photo": lambda: clips.encode(tmp_path / "photo.png", *clips.PICTURE, "-frames:v", "1"),
    }[kind]()
    [taken] = ingest(studio, [source])
    work.do(taken.asset.pk)
    has = {"tone": {"waveform", "peaks"}, "photo": set(), "silent": {"proxy", "filmstrip"}, "gif": {"filmstrip"}}[kind]
    row = StandIns.objects.get()
    assert (row.state, set(row.files)) == ("ready", has)


def test_an_asset_that_is_deleted_stops_the_work_on_it(studio, alice, clip, rung, monkeypatch, kept):
    [taken] = ingest(studio, [clip])
    made = stand_ins.proxy.make

    def meanwhile(source, folder, facts, check, progress):
        answer = made(source, folder, facts, check, progress)
        Asset.objects.get().delete()
        return answer

    monkeypatch.setattr(stand_ins.proxy, "make", meanwhile)
    work.do(taken.asset.pk)
    assert (kept(), StandIns.objects.exists()) == ([], False)


def test_the_sweep_takes_away_what_nobody_continues_and_what_no_row_speaks_of(studio, alice, clip, rung, kept):
    [taken] = ingest(studio, [clip])
    going = uploads.receive(uploads.begin(studio, "a.mp4", 10, by=alice), 0, io.BytesIO(b"x"))
    left = uploads.receive(uploads.begin(studio, "b.mp4", 10, by=alice), 0, io.BytesIO(b"x"))
    Upload.objects.filter(pk=left.pk).update(touched_at=timezone.now() - timedelta(hours=25))
    files = kept()
    orphan = places.home(studio.pk, left.pk)
    orphan.mkdir()
    (orphan / "original.mp4").write_bytes(b"x")
    (places.root() / "pieces").mkdir()
    (places.root() / "pieces" / "of-somebody-else").write_bytes(b"x")

    sweeping.sweep()  # an orphan may still be on its way to have a row
    assert orphan.exists()
    sweeping.sweep(young=timedelta(0))

    gone = {places.incoming() / str(left.pk)}
    assert set(kept()) == set(files) - gone | {places.root() / "pieces" / "of-somebody-else"}
    assert list(Upload.objects.all()) == [going]
    assert (places.root() / taken.asset.path).is_file()


@pytest.mark.django_db(transaction=True)
def test_a_process_that_is_killed_while_it_takes_a_file_in_leaves_nothing_after_the_next_sweep(tmp_path, kept):
    studio = factories.workspace()
    long = clips.encode(
        tmp_path / "long.mp4", "-f", "lavfi", "-i", "testsrc=size=320x180:rate=25:duration=20", *clips.H264
    )
    told = connection.settings_dict
    if connection.vendor != "sqlite":
        pytest.skip("the child is told of a SQLite file")
    program = (
        "import django, os, sys; django.setup()\n"
        "from django.conf import settings; settings.MEDIA_ROOT = sys.argv[1]\n"
        "from tools.ingest import ingest, taking; from tools.models import Workspace\n"
        "taking.probe = lambda *a, **k: (print('here', flush=True), sys.stdin.read())\n"
        "ingest(Workspace.objects.get(), [sys.argv[2]])"
    )
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{told['NAME']}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [sys.executable, "-c", program, str(settings.MEDIA_ROOT), str(long)]
    with subprocess.Popen(
        command, env=environment, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout.readline() == b"here\n"
        child.send_signal(signal.SIGKILL)
    assert [path.name for path in kept() if path.is_file()] == ["original.mp4"]

    sweeping.sweep(young=timedelta(0))

    assert (kept(), Asset.objects.filter(workspace=studio).exists()) == ([], False)


@pytest.mark.django_db(transaction=True)
@pytest.mark.spec("X-05")
def test_a_worker_beside_the_server_does_it(tiers, clip, monkeypatch, settings):
    from runs import tasks
    from runs.worker import Worker

    settings.RUNS_WORKER = "thread"
    worker = Worker(work.do, work.waiting, halt=jobs.halt_all, threads="MEDIA_THREADS")
    monkeypatch.setattr(tasks, "MEDIA_WORKER", worker)
    studio = factories.workspace()
    content = clip.read_bytes()
    try:
        uploads.whole(studio, "clip.mp4", len(content), io.BytesIO(content), by=factories.person("alice", studio))
        until = monotonic() + 60
        while not StandIns.objects.filter(state="ready").exists() and monotonic() < until:
            sleep(0.05)
    finally:
        assert worker.stop(10)
    assert StandIns.objects.get().state == "ready"


def test_a_file_that_is_deleted_is_gone_when_that_is_certain(
    studio, alice, clip, rung, kept, django_capture_on_commit_callbacks
):
    [taken] = ingest(studio, [clip])
    work.do(taken.asset.pk)
    files = kept()
    with django_capture_on_commit_callbacks() as callbacks:
        removal.remove(taken.asset, by=alice)
    assert kept() == files
    for callback in callbacks:
        callback()
    assert (kept(), Asset.objects.exists(), Path(places.root()).exists()) == ([], False, True)
