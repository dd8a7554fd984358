"""A still is the frame that it says, drawn once for each content, and refused in words."""

from __future__ import annotations

from threading import BoundedSemaphore

import pytest

from tests.reels import lose, number, reel, shorten
from tools import preview, sources, store
from tools.media import render
from tools.preview import stills, turns

pytestmark = [pytest.mark.django_db, pytest.mark.spec("M-04")]


@pytest.fixture
def row(studio):
    return reel(studio)


@pytest.fixture
def drawings(monkeypatch):
    """Counts what is really drawn."""
    made, draw = [], render.drawn
    monkeypatch.setattr(render, "drawn", lambda graph, **more: made.append(graph) or draw(graph, **more))
    return made


def test_the_frame_that_was_asked_for_is_the_one_that_is_drawn(row, studio):
    state = store.read(row)
    assert [number(preview.still(studio.pk, state, at)) for at in (0, 17, 49)] == [0, 17, 49]


def test_an_equal_frame_is_drawn_once_whatever_the_revision(row, studio, drawings):
    first = preview.still(studio.pk, store.read(row), 7)
    shorten(row)
    assert preview.still(studio.pk, store.read(row), 7) == first
    assert len(drawings) == 1
    preview.still(studio.pk, store.read(row), 8)
    assert len(drawings) == 2


def test_only_the_files_of_the_frame_are_looked_at(row, studio, monkeypatch):
    seen, look = [], sources.source
    monkeypatch.setattr(
        sources, "source", lambda path, *rest, **more: seen.append(path.name) or look(path, *rest, **more)
    )
    preview.still(studio.pk, store.read(row), 3)
    assert set(seen) == {"film.mp4"}


@pytest.mark.parametrize("at", [-1, 50, 10**6])
def test_a_frame_that_is_not_there_is_refused_with_those_that_are(row, studio, drawings, at):
    with pytest.raises(preview.NoSuchFrame, match="frames are 0 to 49"):
        preview.still(studio.pk, store.read(row), at)
    assert drawings == []


def test_missing_media_are_named_and_nothing_is_drawn(row, studio, drawings):
    lose(row)
    with pytest.raises(preview.MediaMissing, match="not there"):
        preview.still(studio.pk, store.read(row), 3)
    assert drawings == []


@pytest.mark.spec("D-13")
def test_the_files_of_another_workspace_are_not_read(row, bob):
    with pytest.raises(preview.MediaMissing):
        preview.still(bob.workspaces.get().pk, store.read(row), 3)


def test_who_waits_too_long_for_a_turn_is_told_so(row, studio, monkeypatch, drawings):
    monkeypatch.setattr(turns, "STILLS", BoundedSemaphore(1))
    monkeypatch.setattr(stills, "SECONDS", 0)
    with turns.turn(turns.STILLS, lambda: None), pytest.raises(preview.Busy):
        preview.still(studio.pk, store.read(row), 3)
    assert drawings == []
    monkeypatch.setattr(stills, "SECONDS", 30)
    assert number(preview.still(studio.pk, store.read(row), 3)) == 3
