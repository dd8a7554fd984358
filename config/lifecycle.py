"""A server's life: it starts what works beside it, and when it is told to stop it lets what is under way finish."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from threading import Timer
from typing import Any, Protocol

import structlog
from daphne.ws_protocol import WebSocketProtocol  # type: ignore[import-untyped]
from twisted.internet import reactor as daphnes_reactor
from twisted.internet.defer import Deferred
from twisted.internet.tcp import Port

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]

log = structlog.get_logger()

# The library types this object as the module that it takes the place of.
reactor: Any = daphnes_reactor

SERVICE_RESTART = 1012
LAST_WORDS = 2.0
"""Seconds for what was cut off to clean up after itself, and again for the process to end by itself."""


class Worker(Protocol):
    """What works beside a server (`runs.worker`)."""

    def start(self) -> None: ...
    def stop(self, seconds: float) -> object: ...


class Lifecycle:
    """The application, with an end: `drain` refuses what comes new and waits for what is under way, `seconds` long.

    Daphne cancels its connections at once when it is told to stop, and ends its event loop with the first that gives
    in; the threads of the others would wait for that loop for ever. So each answer is made in a task of its own here,
    which that cancelling does not reach.
    """

    def __init__(self, application: Application, seconds: float, worker: Worker | None = None) -> None:
        self.application, self.seconds, self.worker = application, seconds, worker
        self.ending = asyncio.Event()
        self.under_way: set[asyncio.Future[Any]] = set()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if self.ending.is_set():
            return await _refuse(scope, send)
        task = asyncio.ensure_future(self._answer(scope, receive, send))
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            if self.ending.is_set():
                await asyncio.wait({task})
                return
            task.cancel()  # the server gave this one connection up
            raise

    def start(self) -> None:
        """The server serves: what works beside it begins."""
        if self.worker:
            self.worker.start()

    async def drain(self) -> None:
        """Finish: within `seconds` by themselves, then cut off."""
        self.ending.set()
        under_way = set(self.under_way)
        if self.worker:
            under_way.add(asyncio.ensure_future(asyncio.to_thread(self.worker.stop, self.seconds)))
        late = await _wait(under_way, self.seconds)
        if late:
            log.warning("shutdown_cut_off", unfinished=len(late), after_seconds=self.seconds)
            for task in late:
                task.cancel()
            await _wait(late, LAST_WORDS)

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        """Run the application; an event stream, which has no end of its own, is told that its reader has left."""
        endless = False

        async def noting(message: Message) -> None:
            nonlocal endless
            endless = endless or _is_event_stream(message)
            await send(message)

        async def heard() -> Message:
            coming = asyncio.ensure_future(receive())
            ended = asyncio.ensure_future(self.ending.wait())
            try:
                await asyncio.wait({coming, ended}, return_when=asyncio.FIRST_COMPLETED)
                if endless and not coming.done():
                    return {"type": "http.disconnect"}
                return await coming
            finally:
                ended.cancel()
                coming.cancel()

        await self.application(scope, heard, noting)


def under_daphne(lifecycle: Lifecycle) -> Lifecycle:
    """Have Daphne's reactor begin and end this life. Nothing happens in a process where the reactor does not run."""

    def end() -> Deferred[Any]:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)  # told twice is told at once
        hard = Timer(lifecycle.seconds + 2 * LAST_WORDS, _end_now)
        hard.daemon = True
        hard.start()
        _hang_up()
        return Deferred.fromFuture(asyncio.ensure_future(lifecycle.drain()))

    reactor.callWhenRunning(lifecycle.start)
    reactor.addSystemEventTrigger("before", "shutdown", end)
    return lifecycle


def _hang_up() -> None:
    """Take no connection any more, and tell the sockets that are open to come back: the server is starting again.

    To the connections themselves: a close code below 3000 cannot be sent through ASGI with Daphne."""
    for reader in reactor.getReaders():
        if isinstance(reader, Port):
            reader.stopListening()  # type: ignore[no-untyped-call]  # the library has no types here
    for line in [getattr(reader, "protocol", None) for reader in reactor.getReaders()]:
        if isinstance(line, WebSocketProtocol) and line.state == line.STATE_OPEN:
            line.sendCloseFrame(code=SERVICE_RESTART)


def _end_now() -> None:
    """A thread that does not come back must not keep the process; its transaction ends with its connection."""
    log.warning("shutdown_forced")
    sys.stdout.flush()
    os._exit(0)


async def _wait(tasks: set[asyncio.Future[Any]], seconds: float) -> set[asyncio.Future[Any]]:
    """What has not finished in time."""
    return (await asyncio.wait(tasks, timeout=seconds))[1] if tasks else set()


async def _refuse(scope: Message, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": SERVICE_RESTART})
        return
    body = b'{"code": "SHUTTING_DOWN", "message": "This server is stopping. Send the request again in a moment."}'
    headers = [(b"content-type", b"application/json"), (b"retry-after", b"1"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _is_event_stream(message: Message) -> bool:
    if message["type"] != "http.response.start":
        return False
    return any(name.lower() == b"content-type" and b"event-stream" in value for name, value in message["headers"])
