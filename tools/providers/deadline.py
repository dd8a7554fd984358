"""An end for a whole request: time-outs bound each wait on the network, and a server that drips never lets one pass.

A header a second, a body a byte at a time, or an answer nobody takes: when the time is over the connection is cut, and
whoever waits on it wakes with an error. It counts for a connection that the request itself opened, so none is kept alive.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

OPENED = ("connect_tcp.complete", "start_tls.complete")
"""What the transport reports when there is a connection, plain and then encrypted; the last part of an event's name."""


@contextmanager
def cut_off_at(end: float, clock: Callable[[], float]) -> Iterator[dict[str, Any]]:
    """The extensions that a request inside needs for its connection to be cut at `end`, in seconds of `clock`."""
    connection = _Connection()
    timer = threading.Timer(max(0.0, end - clock()), connection.cut)
    timer.daemon = True
    timer.start()
    try:
        yield {"trace": connection.note}
    finally:
        timer.cancel()


class _Connection:
    """The socket of one request, from when it is there; cut once, also where it opens only afterwards."""

    def __init__(self) -> None:
        self._lock, self._sockets, self._over = threading.Lock(), list[socket.socket](), False

    def note(self, event: str, info: dict[str, Any]) -> None:
        if event.endswith(OPENED):
            with self._lock:
                self._sockets.append(info["return_value"].get_extra_info("socket"))
            if self._over:
                self.cut()

    def cut(self) -> None:
        with self._lock:
            self._over = True
            for opened in self._sockets:
                with suppress(OSError):
                    # Closing would not wake a thread that waits on it; an encrypted one must not be emptied under it.
                    socket.socket.shutdown(opened, socket.SHUT_RDWR)
