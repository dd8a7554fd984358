"""How far a step is: told by its hand, kept in its row, seen through every door, and what tells a long call from a stuck one."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from time import monotonic
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import OutputWrapper
from django.db import DatabaseError, connection
from django.urls import reverse
from django.utils import timezone

from runs import actions, events, executor, headway, lease
from runs.answers import ProgressRecord, RunRecord
from runs.cards import card_of
from runs.management import telling
from runs.models import Run, Step
from runs.reading import BEGINNING, CompositionLog, Reader, Reading, RunLog
from runs.wording import how_far
from tools.access import Caller
from tools.capabilities.order import Order

pytestmark = [
    pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick"), pytest.mark.spec("K-23", "M-03")
]  # fmt: skip
PICTURE = ("generate.image", {"prompt": "a harbour"})
SOON = 60.0


def approve(run: Run, by) -> Run:
    actions.approve(run, by, card_of(run), confirm=True)
    run.refresh_from_db()
    return run


def kept(order: Order) -> Step:
    """The step, once the figures that were told last are on record."""
    until = monotonic() + SOON
    while not (row := Step.objects.get(run=order.key.split(":")[0])).headway and monotonic() < until:
        order.check()
    return row


def test_every_door_sees_how_far_a_step_is_and_the_log_does_not_grow(film, alice, proposed, darkroom, client):
    client.force_login(alice)
    seen: dict[str, object] = {}

    def tells(order):
        logged = run.events.count()
        for frame in range(121):
            order.tell(frame, 300, "frames")
        assert kept(order).headway == {"done": 120, "of": 300, "unit": "frames"}
        reader = Reader(Caller(alice))
        [told], [again] = (
            log.read(BEGINNING).progress for log in (RunLog(reader, run.pk), CompositionLog(reader, film.pk))
        )
        assert told == again
        assert told.wire()["data"] == {
            "id": "step-1", "tool": "generate.image", "said": "Rendering 120 of 300 frames", "done": 120, "of": 300,
            "unit": "frames",
        }  # fmt: skip
        page = client.get(f"/api/agent/runs/{run.pk}/events").json()
        assert page["progress"] == [told.wire()]
        assert RunRecord.of(Run.objects.get(pk=run.pk)).steps[0].progress.done == 120
        card = client.get(reverse("run", args=[run.pk])).content.decode()
        assert '<progress max="300" value="120" aria-label="Rendering 120 of 300 frames">' in card
        stamp = card.split('data-state="')[1].split('"')[0]
        further = client.get(reverse("run-card", args=[run.pk]), {"seen": stamp})
        assert further["HX-Reswap"] == "none"
        assert further.content.decode().startswith(f'<div class="headway" id="headway-{run.pk}" hx-swap-oob="true">')
        assert run.events.count() == logged
        seen["told"] = True

    darkroom.first = [tells]
    run = proposed(PICTURE)
    assert approve(run, alice).status == "done", run.verdict
    assert seen
    assert run.steps.get().headway is None
    assert RunLog(Reader(Caller(alice)), run.pk).read(BEGINNING).progress == ()
    assert not list(events.faults(run))


@pytest.mark.spec("K-30")
@pytest.mark.parametrize(
    ("count", "still", "most", "ended"),
    [
        (lambda n: n, 0.2, 60, ""),
        (lambda n: 7, 0.2, 60, "It made no headway for 0.2 seconds"),
        (lambda n: n, 60, 0.1, "It took longer than 0.1 seconds"),
    ],
)
def test_a_call_is_ended_for_standing_still_and_not_for_being_long(
    alice, proposed, darkroom, settings, count, still, most, ended
):
    settings.RUNS_STEP_SECONDS, settings.RUNS_STEP_MOST_SECONDS = still, most
    begun: list[float] = []

    def long(order):
        begun.append(monotonic())
        n = 0
        while monotonic() - begun[0] < 3 * 0.2 or ended:
            n += 1
            order.tell(count(n), 0, "frames")
            order.check()

    darkroom.first = [long]
    run = approve(proposed(PICTURE), alice)
    assert run.status == ("failed" if ended else "done")
    assert ended in run.verdict


@pytest.mark.spec("K-31")
def test_a_hand_that_has_lost_its_run_writes_no_headway(alice, proposed, darkroom):
    def overtaken(order):
        Run.objects.filter(pk=run.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
        mine = lease.Lease.take(run.pk)
        stale = headway.Tally(lease.Lease(run.pk, mine.epoch - 1, again=True), "step-1")
        stale.tell(299, 300, "frames")
        stale.keep()
        assert run.steps.get().headway is None
        fresh = headway.Tally(mine, "step-1")
        fresh.tell(3, 300, "frames")
        fresh.keep()
        assert run.steps.get().headway["done"] == 3
        mine.give_back()

    darkroom.first = [overtaken]
    run = proposed(PICTURE)
    approve(run, alice)
    assert executor.execute(run.pk).status == "done"
    assert not list(events.faults(run))


def test_headway_that_cannot_be_kept_fails_nothing(alice, proposed, darkroom, monkeypatch):
    tried: list[str] = []

    def full(*_):
        tried.append("write")
        raise DatabaseError("database is locked")

    def tells(order):
        order.tell(1, 2, "frames")
        until = monotonic() + SOON
        while len(tried) < 2 and monotonic() < until:  # the lease goes on beating
            order.check()

    monkeypatch.setattr(lease.Lease, "renew", full)
    darkroom.first = [tells]
    with monkeypatch.context() as patched:
        patched.setattr(lease.Lease, "hold", lambda self: Run.objects.get(pk=self.run_id))
        assert approve(proposed(PICTURE), alice).status == "done"
    assert len(tried) >= 2


def test_only_what_differs_by_a_hundredth_or_is_the_last_is_written(django_assert_num_queries):
    tally, writes = headway.Tally(_Ours(), "step-1"), 0
    for frame in range(10_001):
        tally.tell(frame, 10_000, "frames")
        before = tally._kept
        tally.keep()
        writes += tally._kept is not before
    assert writes == 101
    tally.tell(10_000, 10_000, "frames")
    with django_assert_num_queries(0):
        tally.keep()


class _Ours:
    """A lease whose run is gone: nothing is written, and it is not asked why."""

    run_id = None

    def moved(self) -> None: ...

    def renew(self) -> bool:
        return False


def test_the_terminal_tells_how_far_a_step_is(alice, proposed, darkroom):
    shown: dict[str, str] = {}

    def tells(order):
        order.tell(12_300_000, 40_000_000, "bytes")
        kept(order)
        connection.close()
        shown["run"] = str(call_command("runs", "show", str(run.pk), stdout=(out := io.StringIO())) or out.getvalue())
        shown["record"] = json.loads(_said("runs", "show", str(run.pk), "--json"))["steps"][0]["progress"]

    darkroom.first = [tells]
    run = proposed(PICTURE)
    approve(run, alice)
    assert "Sending 12.3 of 40.0 MB." in shown["run"]
    assert shown["record"] == {"done": 12_300_000, "of": 40_000_000, "unit": "bytes"}


@pytest.mark.parametrize(("terminal", "shown"), [(True, [10, 15, 200]), (False, [10, 200])])
def test_a_terminal_has_one_line_that_is_written_over_and_a_file_gets_one_a_tenth(monkeypatch, terminal, shown):
    monkeypatch.setattr(telling, "sleep", lambda seconds: None)
    out = io.StringIO()
    out.isatty = lambda: terminal
    far = [_record(done) for done in (10, 10, 15, 200)]
    assert telling.follow(_Log(far), OutputWrapper(out)) == "done"
    end = "\r\x1b[K" if terminal else "\n"
    assert out.getvalue() == "".join(f"{'':16}{how_far(done, 300, 'frames')}{end}" for done in shown)


def test_a_program_gets_every_change_as_json(monkeypatch):
    monkeypatch.setattr(telling, "sleep", lambda seconds: None)
    out = io.StringIO()
    telling.follow(_Log([_record(10), _record(10), _record(15)]), OutputWrapper(out), as_json=True)
    told = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(one["event"], one["data"]["done"]) for one in told] == [("agent_progress", 10), ("agent_progress", 15)]


def _record(done: int) -> ProgressRecord:
    row = Step(run_id=uuid4(), key="step-1", tool="render")
    return ProgressRecord.of(row, headway.Headway(done=done, of=300, unit="frames"))


class _Log:
    """A log that grows by nothing, while a step goes on, and then its run is over."""

    def __init__(self, far: list[ProgressRecord]) -> None:
        self.readings = [Reading([], False, True, None, [one]) for one in far]

    def read(self, after: str, most: int = 0) -> Reading:
        return self.readings.pop(0) if self.readings else Reading([], False, False, "done")


def _said(*given: str) -> str:
    out = io.StringIO()
    call_command(*given, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ((1200, 3000, "frames"), "Rendering 1,200 of 3,000 frames"),
        ((1200, 0, "frames"), "Rendering frame 1,200"),
        ((80, 4000, "seconds"), "At 1:20 of 1:06:40"),
    ],
)
def test_how_far_it_is_in_words(told, words):
    assert how_far(*told) == words
