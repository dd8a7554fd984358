"""What is true of every answer: one to HEAD has no body, and one that says nothing of being kept is kept by nobody."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

Finish = Callable[[HttpRequest, Any], HttpResponseBase]
GetResponse = Callable[[HttpRequest], Any]


def _finishing(get_response: GetResponse, finish: Finish) -> GetResponse:
    """A middleware that does something to each answer, with an event loop or without."""
    if not iscoroutinefunction(get_response):
        return lambda request: finish(request, get_response(request))

    async def awaited(request: HttpRequest) -> HttpResponseBase:
        return finish(request, await get_response(request))

    return awaited


@sync_and_async_middleware
def bodiless(get_response: GetResponse) -> GetResponse:
    """Of what would be streamed, HEAD begins nothing. Daphne holds back the first piece of a body only: the others would
    be taken for the next answer on that connection, and an event stream has no end."""
    awaited = iscoroutinefunction(get_response)

    def finish(request: HttpRequest, answer: Any) -> HttpResponseBase:
        if request.method == "HEAD" and answer.streaming:
            answer.streaming_content = _nothing() if awaited else ()
        kept: HttpResponseBase = answer
        return kept

    return _finishing(get_response, finish)


@sync_and_async_middleware
def unkept(get_response: GetResponse) -> GetResponse:
    """What somebody was shown is not to be found in a cache, or behind the Back button, when they have signed out."""

    def finish(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
        answer.headers.setdefault("Cache-Control", "private, no-store")
        return answer

    return _finishing(get_response, finish)


async def _nothing() -> AsyncIterator[bytes]:
    return
    yield b""
