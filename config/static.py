"""Static files by WhiteNoise, without a thread that waits for the event loop while the rest of the request is answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # the library has no types
    """WhiteNoise as a middleware that can be awaited.

    One that cannot makes Django hold a thread for each request, and that thread waits for what the event loop does
    further in. A server that ends its loop in the middle of a request would then wait for that thread for ever.
    """

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        super().__init__(get_response)
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        return self._awaited(request) if iscoroutinefunction(self) else super().__call__(request)

    async def _awaited(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        file = await sync_to_async(self.find_file)(path) if self.autorefresh else self.files.get(path)
        if file is None:
            further: HttpResponseBase = await self.get_response(request)
            return further
        return await sync_to_async(self._read)(file, request)

    @staticmethod
    def _read(file: Any, request: HttpRequest) -> HttpResponse:
        """The file as one piece: one that is read while it is sent would be read by the event loop."""
        found = file.get_response(request.method, request.META)
        with found.file or BytesIO() as opened:
            answer = HttpResponse(opened.read(), status=int(found.status))
        del answer["Content-Type"]
        for name, value in found.headers:
            answer[name] = value
        if found.file:  # it may have been changed since the server began, and nobody is to wait for what never comes
            answer["Content-Length"] = str(len(answer.content))
        return answer
