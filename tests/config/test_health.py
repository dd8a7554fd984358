"""The two questions of whatever watches over servers: answered to anybody, by any name, without a session."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connections
from django.test import AsyncClient, Client

from config import health
from runs import queue, tasks
from runs.worker import Crew, Worker
from tests.runs.test_worker import eventually

pytestmark = pytest.mark.spec("X-05")

ALL_OK = {"database": "ok", "migrations": "ok", "channels": "ok", "media": "ok", "worker": "ok"}


@pytest.fixture(autouse=True)
def _asked_anew(monkeypatch):
    monkeypatch.setattr(health, "_migrated", [])


def test_a_process_lives_without_a_database(client):
    answer = client.get("/health/live")
    assert (answer.status_code, answer.json()) == (200, {"status": "live"})


def test_it_is_ready_when_all_that_it_needs_is_there(client, db):
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready", "checks": ALL_OK})
    assert answer["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer


@pytest.mark.django_db(transaction=True)
async def test_a_server_with_an_event_loop_answers_the_same():
    assert (await AsyncClient().get("/health/ready")).json()["checks"] == ALL_OK
    assert (await AsyncClient().get("/health/live")).status_code == 200
    await sync_to_async(connections.close_all)()


def test_what_is_missing_is_named_and_nothing_more_is_said(client, db, monkeypatch, capsys):
    class Away:
        def cursor(self):
            raise OperationalError('connection to "postgres://app:hunter2@db" refused')

    monkeypatch.setattr(health, "connection", Away())
    answer = client.get("/health/ready")

    assert (answer.status_code, answer.json()["status"]) == (503, "unready")
    assert answer.json()["checks"] == {**ALL_OK, "database": "failed", "migrations": "failed"}
    assert "hunter2" not in answer.content.decode() + capsys.readouterr().out
    assert client.get("/health/live").status_code == 200


def test_it_is_not_ready_before_its_migrations_are_applied(client, db):
    from django.db.migrations.recorder import MigrationRecorder

    MigrationRecorder.Migration.objects.filter(app="sessions").delete()
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["checks"]) == (503, {**ALL_OK, "migrations": "failed"})


def degraded(client, **failed):
    """The server is sent requests still, and says what is not as it should be."""
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()) == (200, {"status": "degraded", "checks": {**ALL_OK, **failed}})
    return True


def test_a_layer_that_wakes_nobody_is_told(client, db, monkeypatch):
    class Layer:
        async def group_send(self, group, message):
            raise ConnectionError("redis is away")

    monkeypatch.setattr(health, "get_channel_layer", Layer)
    assert degraded(client, channels="failed")


@pytest.mark.spec("M-01")
def test_a_disk_that_is_nearly_full_and_a_folder_nobody_may_write_to_are_told(client, db, settings, monkeypatch):
    settings.MEDIA_FREE_BYTES = 10**18
    assert degraded(client, media="failed")
    settings.MEDIA_FREE_BYTES = 0
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert degraded(client, media="failed")


@pytest.mark.spec("K-31")
def test_a_worker_beside_the_server_that_has_stopped_is_told(client, db, settings, monkeypatch):
    settings.RUNS_WORKER, crew = "thread", Crew(Worker(print, list), Worker(print, list))
    monkeypatch.setattr(health, "CREW", crew)
    assert degraded(client, worker="failed")
    crew.start()
    try:
        eventually(crew.works)
        assert client.get("/health/ready").json()["checks"] == ALL_OK
    finally:
        assert crew.stop(10)
    assert degraded(client, worker="failed")


@pytest.mark.spec("K-31")
def test_workers_elsewhere_are_known_by_their_last_sweep_where_a_cache_is_shared(client, db, settings, monkeypatch):
    settings.RUNS_WORKER, settings.REDIS_URL = "celery", ""
    monkeypatch.setattr(tasks, "sweep", list)
    assert client.get("/health/ready").json()["checks"] == {**ALL_OK, "worker": "unknown"}
    settings.REDIS_URL = "redis://cache.example"
    assert degraded(client, worker="failed")
    queue.sweep()
    assert client.get("/health/ready").json()["checks"] == ALL_OK


@pytest.mark.parametrize("path", health.PROBES)
def test_a_probe_comes_by_any_name_over_http_and_only_looks(db, settings, path):
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["greenlight.example"]
    probe = Client(SERVER_NAME="10.1.2.3", enforce_csrf_checks=True)
    assert probe.get(path).status_code == 200
    assert (probe.head(path).status_code, probe.head(path).content) == (200, b"")
    assert probe.post(path).status_code == 405
    assert probe.get(path + "/").status_code != 200
