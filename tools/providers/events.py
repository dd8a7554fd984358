"""Server-sent events out of bytes, as they come: comments skipped, lines cut at any place, the last event without its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its name ("" where it has none) and its data."""

    name: str
    data: str


class Events:
    """A reader that is fed bytes and gives events. Lines end at LF or CRLF only: other marks may stand inside JSON.

    A server that was asked for a stream and answers with plain JSON instead gives one event, at the end.
    """

    def __init__(self) -> None:
        self._rest, self._name, self._data = bytearray(), "", list[str]()
        self._plain: bool | None = None

    def feed(self, chunk: bytes) -> Iterator[Event]:
        self._rest += chunk
        if self._plain is None and (begun := self._rest.lstrip()):
            self._plain = begun.startswith(b"{")
        if self._plain or b"\n" not in chunk:
            return
        *lines, self._rest = self._rest.split(b"\n")
        for line in lines:
            yield from self._line(line.removesuffix(b"\r"))

    def end(self) -> Iterator[Event]:
        """What was left when the stream ended."""
        if self._plain:
            yield Event("", self._rest.decode("utf-8", "replace"))
            return
        yield from self._line(self._rest)
        yield from self._line(b"")

    def _line(self, line: bytes | bytearray) -> Iterator[Event]:
        text = line.decode("utf-8", "replace").removeprefix("\ufeff")
        if not text and any(self._data):
            yield Event(self._name, "\n".join(self._data))
        if not text:
            self._name, self._data = "", []
            return
        name, _, value = text.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._name = value
