"""A kept file as a browser plays it: the range of bytes that it asks for, or all of them (RFC 9110)."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response

A_YEAR = "private, max-age=31536000"
"""For what never changes at its address."""
MOST = 4 << 20
"""Bytes in one answer to a range. A server may send less than it is asked for, and a player then asks for the rest: so no
answer holds much in memory, and one that nobody waits for any more has cost little."""
PIECE = 256 << 10


def ranged(request: HttpRequest, path: Path, mime: str, name: str) -> HttpResponseBase:
    """The file (200), a part of it (206), that there is no such part (416), or that it is still the same (304); `name`
    stands for its content."""
    size, etag = path.stat().st_size, f'"{name}"'
    answer = get_conditional_response(request, etag) or _body(request, path, size, etag)
    kept = A_YEAR if answer.status_code < 400 else "no-store"
    told = {"Accept-Ranges": "bytes", "ETag": etag, "Cache-Control": kept, "Content-Type": mime}
    for header, value in told.items():
        answer[header] = value
    return answer


def _body(request: HttpRequest, path: Path, size: int, etag: str) -> HttpResponseBase:
    asked = _asked(request, size, etag)
    return _whole(request, path, size) if asked is None else _part(path, asked, size)


def _asked(request: HttpRequest, size: int, etag: str) -> range | None:
    """The bytes that a request names, an empty range where the file has none of them; None for all of it, as where there
    are several ranges or none that can be read, or where the part would go with another version of the file."""
    found = re.fullmatch(r"bytes=(\d{0,15})-(\d{0,15})", request.headers.get("Range", "").strip())
    if not found or request.headers.get("If-Range", etag) != etag or not any(found.groups()):
        return None
    first, last = found.groups()
    if not first:
        return range(max(0, size - int(last)), size)
    if last and int(last) < int(first):
        return None
    return range(int(first), min(int(last) + 1 if last else size, size))


def _part(path: Path, asked: range, size: int) -> HttpResponse:
    if not asked:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    with path.open("rb") as file:
        file.seek(asked.start)
        content = file.read(min(len(asked), MOST))
    told = f"bytes {asked.start}-{asked.start + len(content) - 1}/{size}"
    return HttpResponse(content, status=206, headers={"Content-Range": told})


def _whole(request: HttpRequest, path: Path, size: int) -> HttpResponseBase:
    """All of it, bit by bit: an asynchronous server would read an ordinary file's answer into memory first."""
    if not isinstance(request, ASGIRequest):
        return FileResponse(path.open("rb"))
    return StreamingHttpResponse(_pieces(path), headers={"Content-Length": str(size)})


async def _pieces(path: Path) -> AsyncIterator[bytes]:
    file = await sync_to_async(lambda: path.open("rb"))()
    with file:
        while piece := await sync_to_async(file.read)(PIECE):
            yield piece
