"""A kept file as a browser plays it: the range of bytes that it asks for, or all of them (RFC 9110)."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import IO

from channels.db import database_sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header

A_YEAR = "private, max-age=31536000"
"""For what never changes at its address."""
MOST = 4 << 20
"""Bytes in one answer to a range. A server may send less than it is asked for, and a player then asks for the rest: so no
answer holds much in memory, and one that nobody waits for any more has cost little."""
PIECE = 256 << 10


def ranged(request: HttpRequest, path: Path, mime: str, name: str, most: int = 0) -> HttpResponseBase:
    """The file (200), a part of it (206), that there is no such part (416), or that it is still the same (304); `name`
    stands for its content. A part is `most` bytes long at the most, MOST when none is named."""
    size, etag = path.stat().st_size, f'"{name}"'
    answer = get_conditional_response(request, etag) or _body(request, path, size, etag, most or MOST)
    kept = A_YEAR if answer.status_code < 400 else "no-store"
    told = {"Accept-Ranges": "bytes", "ETag": etag, "Cache-Control": kept, "Content-Type": mime}
    for header, value in told.items():
        answer[header] = value
    return answer


def downloaded(request: HttpRequest, path: Path, mime: str, name: str, called: str) -> HttpResponseBase:
    """The same as a file that people call `called`, and that is kept nowhere on the way: a part is sent as long as it was
    asked for, so that a download that broke off goes on to its end, and a browser never shows it as a page."""
    answer = ranged(request, path, mime, name, most=path.stat().st_size)
    answer["Cache-Control"] = "private, no-cache" if answer.status_code < 400 else "no-store"
    answer["Content-Disposition"] = content_disposition_header(True, called) or "attachment"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def attached(request: HttpRequest, file: IO[bytes], name: str, mime: str) -> FileResponse:
    """A file that was made to be sent, and is closed when it has been."""
    answer = FileResponse(file, as_attachment=True, filename=name, content_type=mime)
    if isinstance(request, ASGIRequest):
        answer.streaming_content = _beside(iter(partial(file.read, PIECE), b""))
    return answer


def _body(request: HttpRequest, path: Path, size: int, etag: str, most: int) -> HttpResponseBase:
    asked = _asked(request, size, etag)
    return _sent(request, path, range(size)) if asked is None else _part(request, path, asked, size, most)


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


def _part(request: HttpRequest, path: Path, asked: range, size: int, most: int) -> HttpResponseBase:
    if not asked:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    sent = asked[:most]
    answer = HttpResponse(_read(path, sent)) if len(sent) <= MOST else _sent(request, path, sent)
    answer.status_code, answer["Content-Range"] = 206, f"bytes {sent.start}-{sent.stop - 1}/{size}"
    return answer


def _read(path: Path, sent: range) -> bytes:
    with path.open("rb") as file:
        file.seek(sent.start)
        return file.read(len(sent))


def _sent(request: HttpRequest, path: Path, sent: range) -> HttpResponseBase:
    """Many bytes, bit by bit: an asynchronous server would read an ordinary file's answer into memory first."""
    length = {"Content-Length": str(len(sent))}
    pieces = _pieces(path, sent)
    if not isinstance(request, ASGIRequest):
        return StreamingHttpResponse(pieces, headers=length)
    return StreamingHttpResponse(_beside(pieces), headers=length)


def _pieces(path: Path, sent: range) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(sent.start)
        for start in range(0, len(sent), PIECE):
            yield file.read(min(PIECE, len(sent) - start))


async def _beside(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """The same read beside the loop of the server, while no connection to the database is kept from others."""
    read = database_sync_to_async(lambda: next(pieces, b""))
    while piece := await read():
        yield piece
