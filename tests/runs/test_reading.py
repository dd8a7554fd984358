"""Reading the stored log from a place on: nothing is missed, nothing is told twice, however late a row appears."""

from __future__ import annotations

import random
from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone

from runs.models import Event, Run
from runs.reading import BEGINNING, CompositionLog, Gone, NoSuchPlace, Place, Reader, RunLog
from tests import factories
from tools.access import Caller
from tools.models import ApiToken, Membership

pytestmark = [pytest.mark.django_db, pytest.mark.spec("K-23")]


@pytest.fixture
def run_of(film, alice):
    return lambda: Run.objects.create(workspace=film.workspace, composition=film, author=alice, digest="x")


def seen(run, sequence, pk, age=timedelta()) -> Event:
    """A row as it appears to readers: numbered when it was written, which may be before others that are there already."""
    moment = timezone.now() - age
    return Event.objects.create(pk=pk, run=run, sequence=sequence, kind="agent_step", created_at=moment, hash="x")


def numbers(reading) -> list[tuple[object, int]]:
    return [(told.event.run_id, told.event.sequence) for told in reading.told]


def log_of(film, alice) -> CompositionLog:
    return CompositionLog(Reader(Caller(alice)), film.pk)


def test_a_run_is_read_page_by_page_and_tells_when_it_is_over(alice, run_of):
    run = run_of()
    for sequence in range(1, 6):
        seen(run, sequence, 100 + sequence)
    log, place, read = RunLog(Reader(Caller(alice)), run.pk), BEGINNING, []
    Run.objects.update(status="done")
    for ended in (None, None, "done"):
        reading = log.read(place, most=2)
        read += [told.event.sequence for told in reading.told]
        place = reading.told[-1].place
        assert reading.ended == ended
    assert read == [1, 2, 3, 4, 5]


def test_a_row_that_appears_after_one_with_a_larger_number_is_told_still(film, alice, run_of):
    first, second = run_of(), run_of()
    log = log_of(film, alice)
    seen(second, 1, pk=102)
    place = log.read(BEGINNING).told[-1].place
    seen(first, 1, pk=101)
    assert numbers(late := log.read(place)) == [(first.pk, 1)]
    assert log.read(late.told[-1].place).told == []


@pytest.mark.parametrize("seed", range(8))
def test_whatever_the_order_in_which_rows_appear_each_is_told_once_and_a_run_s_in_order(film, alice, run_of, seed):
    chance, runs = random.Random(seed), [run_of() for _ in range(4)]
    rows = [(run, sequence) for sequence in range(1, 6) for run in runs]
    numbered = {row: 500 + n for n, row in enumerate(rows)}
    waiting = {run.pk: [(run, sequence) for sequence in range(1, 6)] for run in runs}
    log, place, told = log_of(film, alice), BEGINNING, []
    while any(waiting.values()):
        row = waiting[chance.choice([pk for pk, left in waiting.items() if left])].pop(0)
        seen(*row, pk=numbered[row])
        if chance.random() < 0.5:
            reading = log.read(place, most=2)
            told += numbers(reading)
            place = reading.told[-1].place if reading.told else place
    while reading := log.read(place, most=2).told:
        told += [(one.event.run_id, one.event.sequence) for one in reading]
        place = reading[-1].place
    assert sorted(told, key=str) == sorted(((run.pk, sequence) for run, sequence in rows), key=str)
    for run in runs:
        own = [sequence for id, sequence in told if id == run.pk]
        assert all(before < after for before, after in pairwise(own))


def test_what_is_settled_needs_no_word_in_a_place(film, alice, run_of):
    old, new = run_of(), run_of()
    seen(old, 1, pk=201, age=timedelta(hours=1))
    seen(new, 1, pk=202)
    told = log_of(film, alice).read(BEGINNING).told
    assert [one.place for one in told] == ["201", f"201-{new.pk.hex}.202"]
    assert Place.of(told[-1].place) == Place(201, {new.pk: 202})
    Event.objects.update(created_at=timezone.now() - timedelta(hours=1))
    seen(old, 2, pk=203, age=timedelta(hours=1))
    assert [one.place for one in log_of(film, alice).read(told[-1].place).told] == ["203"]


def test_from_now_on_is_after_everything_that_is_there(film, alice, run_of):
    run, other = run_of(), run_of()
    seen(run, 1, pk=301, age=timedelta(hours=1))
    seen(run, 2, pk=303)
    log = log_of(film, alice)
    place = log.newest()
    assert log.read(place).told == []
    seen(other, 1, pk=302)
    seen(run, 3, pk=304)
    assert numbers(log.read(place)) == [(other.pk, 1), (run.pk, 3)]


@pytest.mark.parametrize("place", ["", "x", "-1", "1-2", "1-" + "g" * 32 + ".4", "٣", "9" * 40, "1\n"])
def test_a_place_that_nobody_gave_out_is_refused(film, alice, run_of, place):
    with pytest.raises(NoSuchPlace):
        log_of(film, alice).read(place)
    with pytest.raises(NoSuchPlace):
        RunLog(Reader(Caller(alice)), run_of().pk).read(place)


@pytest.mark.spec("D-13")
def test_a_stranger_and_a_former_member_read_nothing(film, alice, bob, run_of):
    run = run_of()
    logs = [CompositionLog(Reader(Caller(bob)), film.pk), RunLog(Reader(Caller(bob)), run.pk)]
    Membership.objects.filter(user=alice).delete()
    for log in [*logs, log_of(film, alice), RunLog(Reader(Caller(alice)), run.pk)]:
        with pytest.raises(Gone):
            log.read(BEGINNING)


@pytest.mark.spec("X-04", "D-13")
@pytest.mark.parametrize("end", ["revoked_at", "expires_at"])
def test_a_key_that_has_ended_reads_nothing_more(film, alice, run_of, end):
    run = run_of()
    token, _ = ApiToken.issue(film.workspace, alice, "laptop", timezone.now() + timedelta(days=1))
    log = RunLog(Reader(Caller(alice, token)), run.pk)
    assert log.read(BEGINNING).told == []
    ApiToken.objects.update(**{end: timezone.now()})
    with pytest.raises(Gone):
        log.read(BEGINNING)


@pytest.mark.spec("X-04", "D-13")
def test_a_key_of_another_workspace_reads_nothing_here(film, alice, run_of):
    elsewhere = factories.workspace("Elsewhere")
    Membership.objects.create(workspace=elsewhere, user=alice, tier="full", role="owner")
    token, _ = ApiToken.issue(elsewhere, alice, "laptop", timezone.now() + timedelta(days=1))
    for log in (
        RunLog(Reader(Caller(alice, token)), run_of().pk),
        CompositionLog(Reader(Caller(alice, token)), film.pk),
    ):
        with pytest.raises(Gone):
            log.read(BEGINNING)
