"""The picture of a composition on its page: stills and the film of a revision, for the members of its workspace."""

from __future__ import annotations

import re
from time import monotonic, sleep
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.reels import lose, number, reel, shorten
from tools import store
from tools.preview import turns
from tools.preview.film import Film

pytestmark = [pytest.mark.django_db, pytest.mark.spec("M-04")]


@pytest.fixture
def row(studio):
    return reel(studio)


@pytest.fixture
def viewer(client, alice):
    client.force_login(alice)
    return client


def frame(row, at, **query):
    return reverse("frame-picture", args=[row.pk, at], query=query)


def state(row, **query):
    return reverse("preview-state", args=[row.pk], query=query)


def film(row, **query):
    return reverse("preview-film", args=[row.pk], query=query)


def rendered(client, row, **query):
    """Press Play and ask until it is there; the address of the film."""
    said = client.post(state(row, **query)).content.decode()
    until = monotonic() + 60
    while "data-under-way" in said and monotonic() < until:
        sleep(0.05)
        said = client.get(state(row, **query)).content.decode()
    return re.search(r'data-src="([^"]+)"', said)[1].replace("&amp;", "&")


def test_a_frame_is_a_picture_that_may_be_kept_for_long(viewer, row):
    answer = viewer.get(frame(row, 12, rev=1))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert number(answer.content) == 12
    assert answer["Cache-Control"].startswith("private, max-age=")


def test_what_the_newest_is_is_asked_anew(viewer, row):
    rendered(viewer, row)
    assert [viewer.get(place)["Cache-Control"] for place in (frame(row, 12), film(row))] == ["no-store"] * 2


@pytest.mark.parametrize(
    ("at", "query", "words"),
    [
        (50, {}, "no frame 50"),
        (10**9, {}, "frames are 0 to 49"),
        (3, {"rev": 0}, "no revision 0"),
        (3, {"rev": 2}, "The newest is 1"),
        (3, {"rev": "²"}, "no revision"),
        (3, {"rev": "9" * 99}, "no revision"),
    ],
)
def test_what_is_not_there_is_said_in_words(viewer, row, at, query, words):
    answer = viewer.get(frame(row, at, **query))
    assert answer.status_code == 404
    assert words in answer.content.decode()
    assert answer["Cache-Control"] == "no-store"


def test_missing_media_are_named_instead_of_shown(viewer, row):
    lose(row)
    answer = viewer.get(frame(row, 3))
    assert (answer.status_code, answer["Content-Type"]) == (404, "text/plain; charset=utf-8")
    assert "not there" in answer.content.decode()


def test_a_server_that_is_busy_says_so(viewer, row, monkeypatch):
    def busy(*given):
        raise turns.Busy

    monkeypatch.setattr(turns, "turn", busy)
    answer = viewer.get(frame(row, 3))
    assert (answer.status_code, answer["Cache-Control"]) == (503, "no-store")


def test_play_renders_the_film_of_the_revision_and_it_can_be_sought_in(viewer, row):
    assert viewer.get(film(row)).status_code == 404
    source = rendered(viewer, row, rev=1)
    whole = viewer.get(source)
    content = b"".join(whole.streaming_content)
    assert (whole.status_code, whole["Content-Type"], content[4:8]) == (200, "video/mp4", b"ftyp")
    part = viewer.get(source, headers={"Range": "bytes=100-199"})
    assert (part.status_code, part.content) == (206, content[100:200])
    assert viewer.get(source, headers={"If-None-Match": whole["ETag"]}).status_code == 304


def test_each_revision_has_a_film_of_its_own(viewer, row):
    shorten(row)
    first, second = rendered(viewer, row, rev=1), rendered(viewer, row, rev=2)
    assert viewer.get(first)["ETag"] != viewer.get(second)["ETag"]


def test_looking_at_a_page_renders_no_film(viewer, row, monkeypatch):
    monkeypatch.setattr(Film, "start", lambda film: pytest.fail("it began"))
    viewer.get(reverse("composition", args=[row.pk]))
    said = viewer.get(state(row)).content.decode()
    assert "data-under-way" not in said
    assert "data-src" not in said


def test_why_a_film_failed_is_shown_and_play_can_be_pressed_again(viewer, row):
    lose(row)
    Film(row.workspace_id, store.read(row)).start().join()
    said = viewer.get(state(row)).content.decode()
    assert "Relink or remove" in said
    assert "<form" in said


@pytest.mark.spec("D-13")
def test_for_a_stranger_none_of_it_exists(client, bob, row):
    client.force_login(bob)
    doors = [frame(row, 3), film(row), state(row)]
    assert {client.get(door).status_code for door in doors} == {404}
    assert client.post(state(row)).status_code == 404
    assert client.get(reverse("frame-picture", args=[uuid4(), 3])).status_code == 404
    nobody = Client()
    assert {nobody.get(door).url.split("?")[0] for door in doors} == {"/sign-in/"}


def test_rendering_wants_the_token(alice, row):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post(state(row)).status_code == 403
    assert "data-under-way" not in strict.get(state(row)).content.decode()


def test_the_page_has_a_player_for_its_newest_revision(viewer, row):
    shorten(row)
    page = viewer.get(reverse("composition", args=[row.pk])).content.decode()
    assert 'id="film" data-state="2"' in page
    assert f'data-frames="{frame(row, 0)}"' in page
    assert "Sketch, not a render" in page
