"""Every list asks the database as often for many rows as for a few."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from agent.actions import append, conversation
from agent.messages import UserMessage, said
from runs import ledger
from runs.models import Approval, Event, Run, Step
from tests import factories
from tools import store
from tools.models import ApiToken, Asset, PublishAccount, StandIns, Upload

pytestmark = [pytest.mark.django_db, pytest.mark.spec("X-06")]

OURS = [model for model in admin.site._registry if model._meta.app_label in ("agent", "runs", "tools")]
PAGES = ["/", "/media/", "/runs/", "/credits/"]
API = ["/api/compositions", "/api/assets", "/api/agent/runs", "/api/credits"]
LISTS = [*PAGES, *API, *(reverse(f"admin:{m._meta.app_label}_{m._meta.model_name}_changelist") for m in OURS)]


@pytest.fixture
def more(film):
    """Put another of everything into the studio, each by another person: `more()`."""
    numbers = iter(range(100))

    def add() -> None:
        number, studio, now = next(numbers), film.workspace, timezone.now()
        person = factories.person(f"person-{number}", studio)
        row = factories.composition(studio, name=f"Film {number}")
        command = {"kind": "command", "op": "setCompositionName", "params": {"name": f"Renamed {number}"}}
        film.refresh_from_db()
        store.apply(film, [command], author=person)
        run = Run.objects.create(workspace=studio, composition=row, author=person, digest="x", base_revision=1)
        Step.objects.create(run=run, position=0, key="step-1", tool="muteTrack", step_class="mutate")
        shown = Run.objects.order_by("created_at").first()
        Approval.objects.create(run=shown, version=number, digest="x", expires_at=now, decided_by=person)
        Event.objects.create(run=shown, sequence=number + 1, kind="agent_plan", created_at=now, hash="0")
        ledger.reserve(run, "step-1", 1, 1)
        for talk in (conversation(person, row), conversation(person, film)):
            append(talk, UserMessage(content=said("hush")))
        append(conversation(run.author, film), UserMessage(content=said("louder")))
        told = {"workspace": studio, "name": f"clip-{number}.mp4", "size": 4}
        asset = Asset.objects.create(kind="video", sha256=f"{number:064}", path=f"{number}.mp4", **told)
        StandIns.objects.create(asset=asset)
        Upload.objects.create(author=person, **told)
        ApiToken.issue(studio, person, "ci", now)
        PublishAccount.objects.create(workspace=studio, name=f"shelf {number}", platform="folder", connected_by=person)
        studio.notes.create(title=f"Note {number}", text="x")

    return add


def asked(client, path: str) -> int:
    assert client.get(path).status_code == 200  # what is read once is not counted
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    return len(queries)


@pytest.fixture
def operator(client, alice):
    alice.is_staff = alice.is_superuser = True
    alice.save()
    client.force_login(alice)
    return client


def grown(client, more, paths: list[str]) -> list[tuple[str, int, int]]:
    """The pages that ask more often when there is more to show."""
    for _ in range(2):
        more()
    few = [asked(client, path) for path in paths]
    for _ in range(4):
        more()
    many = [asked(client, path) for path in paths]
    return [(path, a, b) for path, a, b in zip(paths, few, many, strict=True) if b > a]


def test_no_list_asks_for_each_of_its_rows(operator, more):
    assert grown(operator, more, LISTS) == []


def test_no_record_in_the_admin_asks_for_each_row_below_it(operator, alice, film, more):
    more()
    talk = conversation(alice, film)
    run = Run.objects.order_by("created_at").first()
    told = [("tools_composition", film), ("runs_run", run), ("agent_session", talk)]

    def talked() -> None:
        more()
        append(talk, UserMessage(content=said("again")))

    assert grown(operator, talked, [reverse(f"admin:{name}_change", args=[row.pk]) for name, row in told]) == []


def test_below_a_record_that_has_no_end_the_newest_are_shown(operator, film, monkeypatch):
    monkeypatch.setattr("tools.admin.MOST_BELOW", 2)
    for number in (2, 3):
        store.apply(film, [{"kind": "command", "op": "setCompositionName", "params": {"name": f"Take {number}"}}])
    page = operator.get(reverse("admin:tools_composition_change", args=[film.pk])).content.decode()
    assert [f"r{number}" in page for number in (1, 2, 3)] == [False, True, True]
