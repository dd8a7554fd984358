"""What is true of every answer, whoever gives it."""

from __future__ import annotations

from itertools import count

import pytest
from django.http import StreamingHttpResponse
from django.test import RequestFactory

from config.answers import bodiless

HEAD, GET = RequestFactory().head("/"), RequestFactory().get("/")


def endless(request):
    return StreamingHttpResponse(map(str, count()), headers={"Content-Length": "9"})


@pytest.mark.spec("K-23")
def test_what_head_asks_for_is_never_begun():
    answer = bodiless(endless)(HEAD)
    assert (list(answer), answer["Content-Length"]) == ([], "9")
    assert next(iter(bodiless(endless)(GET))) == b"0"


@pytest.mark.spec("K-23")
async def test_nor_by_a_server_with_an_event_loop():
    async def numbers():
        for number in count():
            yield str(number)

    async def awaited(request):
        return StreamingHttpResponse(numbers(), content_type="text/event-stream")

    answer = await bodiless(awaited)(HEAD)
    assert [piece async for piece in answer] == []
    assert answer["Content-Type"] == "text/event-stream"
    assert await anext(aiter(await bodiless(awaited)(GET))) == b"0"


@pytest.mark.spec("X-04")
@pytest.mark.parametrize(
    "path", ["/", "/runs/", "/credits/", "/nowhere/", "/api/compositions", "/api/nowhere", "/admin/"]
)
def test_what_somebody_was_shown_is_kept_nowhere(client, alice, path):
    client.force_login(alice)
    assert "no-store" in client.get(path)["Cache-Control"]


@pytest.mark.spec("M-04")
def test_files_that_never_change_are_kept(client, film, alice):
    client.force_login(alice)
    assert "no-store" not in client.get("/static/tools/base.css").headers.get("Cache-Control", "")
