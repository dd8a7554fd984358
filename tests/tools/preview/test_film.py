"""The film of a revision: made for who looks, by one renderer, of what has changed, and given up when nobody looks."""

from __future__ import annotations

from threading import BoundedSemaphore, Event

import pytest

from tests.reels import lose, reel, shorten
from tests.tools.media import scenes
from tools import history, preview, store
from tools.media import pieces, render
from tools.preview import film as films
from tools.preview.film import Film

pytestmark = [pytest.mark.django_db, pytest.mark.spec("M-04")]


@pytest.fixture
def row(studio):
    return reel(studio)


def film_of(row) -> Film:
    return Film(row.workspace_id, store.read(row))


@pytest.fixture
def held(monkeypatch):
    """A renderer that only looks around until `go` is set; `begun` is set when it is at work."""
    go, begun, work = Event(), Event(), render.preview

    def slow(*given, check, **named):
        begun.set()
        while not go.wait(0.01):
            check()
        return work(*given, check=check, **named)

    monkeypatch.setattr(render, "preview", slow)
    yield go, begun
    go.set()


def test_nothing_is_rendered_until_somebody_asks_then_it_is_all_there(row):
    film = film_of(row)
    assert (film.standing().state, film.path) == ("none", None)
    film.start().join()
    assert film.standing().state == "ready"
    assert scenes.numbers(film.path) == list(range(50))
    assert film.start() is None


def test_after_an_edit_only_what_has_changed_is_rendered_and_undo_finds_what_was(row, monkeypatch):
    made, work = [], render.preview
    monkeypatch.setattr(render, "preview", lambda *given, **named: made.append(work(*given, **named)))
    monkeypatch.setattr(pieces, "PIECE_SECONDS", 0.4)
    film_of(row).start().join()
    shorten(row, 45)
    film_of(row).start().join()
    assert made[0].made == made[0].pieces > made[1].made > 0
    history.undo(row)
    row.refresh_from_db()
    assert film_of(row).standing().state == "ready"


def test_two_who_ask_at_once_have_one_renderer_and_both_see_how_far_it_is(row, held):
    go, begun = held
    first, second = film_of(row), film_of(row)
    thread = first.start()
    assert begun.wait(60)
    assert second.start() is None
    assert (second.standing().state, second.standing().frames) == ("under_way", 50)
    go.set()
    thread.join()
    assert second.standing().state == "ready"


def test_a_film_that_nobody_looks_at_any_more_is_given_up(row, held, monkeypatch):
    monkeypatch.setattr(films, "RENEWED", 0)
    monkeypatch.setattr(films, "LOOKED_AT", 0.05)
    film = film_of(row)
    film.start().join(60)
    assert film.path is None
    assert film.standing().state == "none"


def test_why_it_failed_is_said_and_it_can_be_tried_again(row):
    lose(row)
    film = film_of(row)
    film.start().join()
    assert (film.standing().state, "not there" in film.standing().reason) == ("failed", True)
    film.start().join()
    assert film.standing().state == "failed"


def test_an_accident_leaves_no_film_under_way_for_ever(row, monkeypatch):
    def broken(*given, **named):
        raise OSError("the disk is full")

    monkeypatch.setattr(render, "preview", broken)
    film = film_of(row)
    film.start().join()
    assert film.standing().reason == "The preview could not be made. Try again."


def test_more_films_than_there_is_room_for_are_refused(row, held, monkeypatch):
    monkeypatch.setattr(films, "ROOM", BoundedSemaphore(1))
    thread = film_of(row).start()
    shorten(row)
    other = film_of(row)
    with pytest.raises(preview.Busy):
        other.start()
    assert other.standing().state == "none"
    held[0].set()
    thread.join()
    other.start().join()
    assert other.standing().state == "ready"
