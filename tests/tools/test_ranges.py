"""Bytes of a file as players ask for them: the part that was asked for, exactly, and never another."""

from __future__ import annotations

import asyncio

import pytest
from django.core.handlers.asgi import ASGIRequest
from django.test import RequestFactory

from tools import ranges
from tools.ranges import ranged

pytestmark = pytest.mark.spec("M-04")
CONTENT = bytes(range(256)) * 4


@pytest.fixture
def ask(tmp_path):
    path = tmp_path / "film.mp4"
    path.write_bytes(CONTENT)

    def asked(range_="", **headers):
        more = {"Range": range_} if range_ else {}
        return ranged(RequestFactory().get("/", headers=more | headers), path, "video/mp4", "abc")

    return asked


@pytest.mark.parametrize(
    ("asked", "start", "stop"),
    [
        ("bytes=0-", 0, 1024),
        ("bytes=10-19", 10, 20),
        ("bytes=1000-5000", 1000, 1024),
        ("bytes=-4", 1020, 1024),
        ("bytes=-5000", 0, 1024),
        ("bytes=1023-1023", 1023, 1024),
    ],
)
def test_a_part_is_answered_with_what_it_is(ask, asked, start, stop):
    answer = ask(asked)
    assert (answer.status_code, answer.content) == (206, CONTENT[start:stop])
    assert answer["Content-Range"] == f"bytes {start}-{stop - 1}/1024"
    assert (answer["Content-Type"], answer["Accept-Ranges"], answer["ETag"]) == ("video/mp4", "bytes", '"abc"')
    assert answer["Cache-Control"].startswith("private, max-age=")


@pytest.mark.parametrize("asked", ["bytes=1024-", "bytes=5000-6000", "bytes=-0"])
def test_what_lies_behind_the_end_is_refused_with_the_size(ask, asked):
    answer = ask(asked)
    assert (answer.status_code, answer.content, answer["Content-Range"]) == (416, b"", "bytes */1024")
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "asked", ["bytes=9-3", "bytes=-", "bytes=a-b", "frames=0-3", "bytes=0-3,8-9", "bytes=0-" + "9" * 99]
)
def test_what_cannot_be_read_is_answered_with_the_whole(ask, asked):
    answer = ask(asked)
    assert (answer.status_code, b"".join(answer.streaming_content)) == (200, CONTENT)


def test_a_part_of_another_version_is_never_mixed_in(ask):
    assert ask("bytes=0-3", **{"If-Range": '"older"'}).status_code == 200
    assert ask("bytes=0-3", **{"If-Range": '"abc"'}).status_code == 206


def test_who_has_it_already_is_told_so(ask):
    answer = ask(**{"If-None-Match": '"abc"'})
    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", '"abc"')


def test_no_answer_to_a_range_holds_more_than_it_may(ask, monkeypatch):
    monkeypatch.setattr(ranges, "MOST", 100)
    answer = ask("bytes=1000-")
    assert len(answer.content) == 24
    answer = ask("bytes=10-")
    assert (answer.content, answer["Content-Range"]) == (CONTENT[10:110], "bytes 10-109/1024")


def _asynchronous() -> ASGIRequest:
    return ASGIRequest({"type": "http", "method": "GET", "path": "/", "headers": []}, None)


@pytest.mark.django_db
def test_an_asynchronous_server_sends_the_whole_bit_by_bit(tmp_path, monkeypatch):
    monkeypatch.setattr(ranges, "PIECE", 500)
    path = tmp_path / "film.mp4"
    path.write_bytes(CONTENT)
    answer = ranged(_asynchronous(), path, "video/mp4", "abc")

    async def pieces():
        return [len(piece) async for piece in answer.streaming_content]

    assert asyncio.run(pieces()) == [500, 500, 24]
    assert answer["Content-Length"] == "1024"


@pytest.mark.django_db
@pytest.mark.spec("M-06")
def test_what_was_made_to_be_sent_goes_bit_by_bit_and_is_closed(tmp_path, monkeypatch):
    monkeypatch.setattr(ranges, "PIECE", 300)
    (tmp_path / "film.zip").write_bytes(CONTENT)
    file = (tmp_path / "film.zip").open("rb")
    answer = ranges.attached(_asynchronous(), file, "Фильм.zip", "application/zip")

    async def pieces() -> list[bytes]:
        return [piece async for piece in answer]

    sent = asyncio.run(pieces())
    assert ([len(piece) for piece in sent], b"".join(sent)) == ([300, 300, 300, 124], CONTENT)
    assert (answer["Content-Length"], answer["Content-Type"]) == ("1024", "application/zip")
    answer.close()
    assert file.closed
