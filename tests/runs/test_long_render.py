"""A render that is killed, stands still or is cancelled: no half file, no charge, and no piece that is made twice."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from runs import actions, executor, headway, ledger
from runs.cards import card_of
from runs.models import LedgerEntry, Run
from tests.runs.conftest import Died
from tests.tools.media import scenes
from tools import store
from tools.media import ffmpeg, pieces, render
from tools.models import Composition, Workspace

pytestmark = [
    pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick"), pytest.mark.spec("M-03")
]  # fmt: skip
RENDER = ("render", {"format": "mp4"})
COLOURS = ("#ff0000", "#00ff00", "#0000ff", "#ffffff")


@pytest.fixture
def film(studio: Workspace, monkeypatch) -> Composition:
    """Four seconds in four pieces."""
    monkeypatch.setattr(pieces, "PIECE_SECONDS", 1)
    row = [scenes.solid(25 * n, 25, colour) for n, colour in enumerate(COLOURS)]
    return store.create(studio, scenes.scene(row).dump())


class Encoder:
    """Counts the pieces that are encoded; does `first` in place of the piece of that number, once."""

    def __init__(self, encode: Callable[..., None]) -> None:
        self.encode, self.made = encode, 0
        self.first: dict[int, Callable[[render._Work], None]] = {}

    def __call__(self, work, *given) -> None:
        if then := self.first.pop(self.made + 1, None):
            then(work)
        self.encode(work, *given)
        self.made += 1


@pytest.fixture
def encoder(monkeypatch) -> Encoder:
    counting = Encoder(render._encode)
    monkeypatch.setattr(render, "_encode", counting)
    return counting


def approve(run: Run, by) -> Run:
    actions.approve(run, by, card_of(run), confirm=True)
    run.refresh_from_db()
    return run


def left(film: Composition, settings) -> list[str]:
    return [path.name for path in (Path(settings.MEDIA_ROOT) / "renders" / str(film.workspace_id)).iterdir()]


@pytest.mark.spec("K-31")
def test_a_render_whose_worker_dies_goes_on_from_its_pieces(film, alice, proposed, encoder):
    def dies(work):
        raise Died

    encoder.first[3] = dies
    run = proposed(RENDER)
    with pytest.raises(Died):
        approve(run, alice)
    Run.objects.filter(pk=run.pk).update(lease_until=timezone.now() - timedelta(seconds=1))

    assert executor.execute(run.pk).status == "done"
    assert encoder.made == len(COLOURS)
    assert LedgerEntry.objects.filter(run=run, kind="charge").count() == 1


@pytest.mark.spec("K-30")
def test_a_render_that_stands_still_is_ended_and_the_next_one_takes_its_pieces(
    film, alice, proposed, encoder, settings
):
    settings.RUNS_STEP_SECONDS = 0.5

    def stands_still(work):
        while True:
            work.check()

    encoder.first[3] = stands_still
    run = approve(proposed(RENDER), alice)
    assert (run.status, run.credits) == ("failed", 0)
    assert "no headway" in run.verdict
    assert left(film, settings) == []

    settings.RUNS_STEP_SECONDS = 600
    again = approve(proposed(RENDER), alice)
    assert again.status == "done", again.verdict
    assert encoder.made == len(COLOURS)


@pytest.mark.spec("K-21", "K-13")
def test_a_render_that_is_cancelled_ends_its_encoder_and_leaves_nothing(film, alice, proposed, settings, monkeypatch):
    children: list[int] = []
    bound, tell = ffmpeg._bound, headway.Tally.tell

    def watched(tally, done, of, unit):
        tell(tally, done, of, unit)
        row = Run.objects.get(pk=run.pk)
        if row.cancel_asked_at is None:
            actions.cancel(row, alice)

    monkeypatch.setattr(pieces, "PIECE_SECONDS", 600)
    monkeypatch.setattr(ffmpeg, "_bound", lambda pid: (children.append(pid), bound(pid)))
    monkeypatch.setattr(headway.Tally, "tell", watched)
    run = proposed(("setCompositionSize", {"width": 1920, "height": 1080}), RENDER)
    run = approve(run, alice)

    assert (run.status, run.credits, ledger.available(run.workspace)) == ("cancelled", 0, 1000)
    assert left(film, settings) == []
    for child in children:
        with pytest.raises(ProcessLookupError):
            os.kill(child, 0)
