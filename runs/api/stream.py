"""A stored log as server-sent events: what is new as soon as it is written, and a sign of life while nothing is.

A viewer only looks. One that leaves stops nothing; one that comes back names the last id that it saw and misses nothing.
How far a step is comes in between, without an id: whoever comes back is told the newest.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from time import monotonic
from typing import Any

import structlog
from channels.db import database_sync_to_async
from django.core.exceptions import ObjectDoesNotExist
from django.http import StreamingHttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from runs.answers import EventRecord, ProgressRecord
from runs.api.door import RunsDoor
from runs.reading import Gone, Log, NoSuchPlace, Reader, Reading
from tools import wakeups
from tools.api.reading import malformed

log = structlog.get_logger()

EVENT_STREAM = "text/event-stream"
UNDER_WAY, IDLE = 1.0, 5.0
"""Seconds until the rows are looked at again where no wake-up came: it may be lost, or come from another process."""
SIGN_OF_LIFE = 10.0
"""Seconds of silence after which a comment is sent, so that no proxy takes the stream for dead (they allow 15 and more)."""
HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
CAME_BACK_AFTER_MS = 2000


class StreamingDoor(RunsDoor):
    """A door that answers JSON, or opens a stream for whoever asks for one."""

    streams_unasked = False
    """What a client gets that names neither kind of answer."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """What is not a stream is JSON, a refusal of a stream too."""
        return super().perform_content_negotiation(request, force=True)

    def streams(self, request: Request, asked: bool | None) -> bool:
        """Whether the answer is a stream: by `?stream=`, else by `Accept`."""
        accepts = request.headers.get("Accept", "")
        named = EVENT_STREAM in accepts or (self.streams_unasked and "application/json" not in accepts)
        return named if asked is None else asked

    def reader(self, request: Request) -> Reader:
        """Who reads; a key needs no session, and a session that comes along with one is not looked at."""
        return Reader(self.caller, None if self.caller.token else request.session)

    def place(self, request: Request, asked: str) -> str:
        """Where to go on: a browser that comes back names its last id in a header, and its address is as it was."""
        return request.headers.get("Last-Event-ID") or asked

    def handle_exception(self, exc: Exception) -> Response:
        match exc:
            case NoSuchPlace():
                exc = malformed([{"field": "after", "message": str(exc)}])
            case Gone():
                exc = ObjectDoesNotExist()
        return super().handle_exception(exc)

    def stream(self, log: Log, group: str, place: str) -> StreamingHttpResponse:
        """The stream from a place on; what is to be refused is refused while that can still be said."""
        self.limit("stream")
        log.read(place, most=1)
        return StreamingHttpResponse(frames(log, group, place), content_type=EVENT_STREAM, headers=HEADERS)


async def frames(log_: Log, group: str, place: str) -> AsyncIterator[str]:
    """The stream's text. Ends when the run is over, and when whoever reads may no longer."""
    yield f"retry: {CAME_BACK_AFTER_MS}\nid: {place}\n\n"
    said = monotonic()
    shown: Sequence[ProgressRecord] = ()
    async with wakeups.listening(group) as woken:
        while True:
            woken.clear()
            reading = await _read(log_, place)
            if reading is None:
                return
            for told in reading.told:
                yield _frame(told.event, told.place)
                place, said = told.place, monotonic()
            for one in reading.progress:
                if one not in shown:
                    yield _frame(one)
                    said = monotonic()
            shown = reading.progress
            if reading.ended:
                yield f"event: end\ndata: {json.dumps({'status': reading.ended})}\n\n"
                return
            if not reading.more:
                await wakeups.woken_within(woken, UNDER_WAY if reading.under_way else IDLE)
            if monotonic() - said >= SIGN_OF_LIFE:
                yield ": still here\n\n"
                said = monotonic()


@database_sync_to_async
def _read(log_: Log, place: str) -> Reading | None:
    """One unit of work; None when there is nothing to read any more, or it cannot be read: the client comes back."""
    try:
        return log_.read(place)
    except Gone:
        return None
    except Exception:
        log.exception("stream_failed")
        return None


def _frame(told: EventRecord | ProgressRecord, place: str = "") -> str:
    named = f"id: {place}\n" if place else ""
    return f"{named}event: {told.event}\ndata: {json.dumps(told.wire(), ensure_ascii=False)}\n\n"
