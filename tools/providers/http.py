"""The one door to the internet: time-outs, bounded retries, capped answers, and no secret in a log or an error.

    door = Http(secrets=[key])
    door.post(url, headers=…, json=…)      -> what the server answered, as JSON
    door.content(url, headers=…, json=…)   -> the same as bytes: a picture, a sound
    door.send(url, headers=…, fields=…, file=…)  -> its JSON for a form with a file
    door.events(url, headers=…, json=…)    -> its server-sent events, one by one

All raise `HttpError` and nothing else. A request is tried again after a network error and after 408, 425, 429 and 5xx, but
never once a byte of its stream was handed out.
"""

from __future__ import annotations

import json as json_
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Literal

import httpx
import structlog

from tools.providers.deadline import cut_off_at
from tools.providers.events import Event, Events

log = structlog.get_logger()

RETRIED = frozenset({408, 425, 429, *range(500, 600)})
MOST_ERROR_BYTES = 100_000
Body = Mapping[str, Any]
"""What is sent, as the client takes it: {"json": …} or {"content": …}."""
File = tuple[str, bytes, str]
"""A name, the content and its type."""
Kind = Literal["network", "timeout", "status", "too_large", "malformed", "unsendable"]


class HttpError(Exception):
    """A request that came to nothing. `status` is the HTTP status where there was one, `body` what the server said then
    (capped, secrets masked), `wait` the seconds after which it asks to be tried again, `retryable` whether the same
    request may well work later."""

    def __init__(
        self, message: str, kind: Kind, *, status: int | None = None, body: str = "", wait: float | None = None
    ) -> None:
        super().__init__(message)
        self.kind, self.status, self.body, self.wait = kind, status, body, wait
        self.retryable = kind in ("network", "timeout") or status in RETRIED


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a request may take, all in seconds: `whole` bounds one request with its retries, and its stream, from end to
    end. A server that asks for a longer pause than `pause` is not waited for."""

    connect: float = 10
    read: float = 90
    whole: float = 180
    retries: int = 2
    backoff: float = 0.5
    pause: float = 20


class Http:
    """A door for one service. `transport`, `sleep`, `clock` and `chance` can be put in place of the real ones.

    `check` is called before a request and at each piece of its answer: what it raises ends the request.
    """

    def __init__(
        self,
        *,
        secrets: Sequence[str] = (),
        patience: Patience = Patience(),
        most_bytes: int = 20_000_000,
        check: Callable[[], None] = lambda: None,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._secrets = [secret for secret in secrets if len(secret) >= 4]
        self._patience, self._most_bytes, self._check = patience, most_bytes, check
        self._sleep, self._clock, self._chance = sleep, clock, chance
        time_outs = httpx.Timeout(patience.read, connect=patience.connect)
        headers = {"Accept-Encoding": "identity", "Connection": "close"}  # a deadline is one connection's, see there
        self._client = httpx.Client(transport=transport, timeout=time_outs, headers=headers)

    def post(self, url: str, *, headers: Mapping[str, str], json: Any) -> Any:
        """The JSON that the server answers."""
        return _read(self.content(url, headers={"Accept": "application/json", **headers}, json=json))

    def send(self, url: str, *, headers: Mapping[str, str], fields: Mapping[str, Any], file: File) -> Any:
        """The JSON that the server answers to a form with a file in it."""
        form = httpx.Request("POST", url, data=dict(fields), files={"file": file})
        headers = {"Accept": "application/json", **headers, "Content-Type": form.headers["Content-Type"]}
        return _read(b"".join(self._sent(url, headers, {"content": form.read()}, whole=True)))

    def content(self, url: str, *, headers: Mapping[str, str], json: Any) -> bytes:
        """The bytes that the server answers, all of them."""
        return b"".join(self._sent(url, headers, {"json": json}, whole=True))

    def events(self, url: str, *, headers: Mapping[str, str], json: Any) -> Iterator[Event]:
        """The server-sent events of the answer. A plain JSON answer in their place is one event of its own."""
        events = Events()
        for chunk in self._sent(url, {"Accept": "text/event-stream", **headers}, {"json": json}):
            yield from events.feed(chunk)
        yield from events.end()

    def masked(self, text: str) -> str:
        """The text with every secret of this door replaced."""
        for secret in self._secrets:
            text = text.replace(secret, "[redacted]")
        return text

    def _sent(self, url: str, headers: Mapping[str, str], body: Body, *, whole: bool = False) -> Iterator[bytes]:
        """The bytes of a good answer, or `whole` in one piece; until the first of them is handed out it may be tried again."""
        end = self._clock() + self._patience.whole
        for attempt in range(self._patience.retries + 1):
            used = False
            self._check()
            try:
                with self._open(url, headers, body, end) as response:
                    chunks = self._bytes(response, end)
                    for chunk in [b"".join(chunks)] if whole else chunks:
                        used = True
                        yield chunk
                return
            except _Failed as failed:
                wait = None if used else self._wait(failed, attempt, end)
                if wait is None:
                    raise failed.error from None
                log.info("request_retried", host=httpx.URL(url).host, reason=str(failed.error), attempt=attempt + 1)
                self._sleep(wait)

    @contextmanager
    def _open(self, url: str, headers: Mapping[str, str], body: Body, end: float) -> Iterator[httpx.Response]:
        try:
            with (
                cut_off_at(end, self._clock) as extensions,
                self._client.stream("POST", url, headers=dict(headers), extensions=extensions, **body) as response,
            ):
                if response.is_success:
                    yield response
                    return
                raise _Failed(self._refusal(response, end), response.headers)
        except httpx.TimeoutException:
            raise _Failed(HttpError("The server did not answer in time.", "timeout")) from None
        except (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.InvalidURL, ValueError):
            reason = "The request could not be sent; look at the address and the key."
            raise _Failed(HttpError(reason, "unsendable")) from None
        except httpx.HTTPError as error:
            if self._clock() >= end:
                raise _Failed(self._too_long()) from None
            raise _Failed(HttpError(f"The connection failed ({type(error).__name__}).", "network")) from None

    def _bytes(self, response: httpx.Response, end: float) -> Iterator[bytes]:
        size = 0
        for chunk in response.iter_bytes():
            size += len(chunk)
            self._check()
            if size > self._most_bytes:
                raise _Failed(HttpError(f"The answer is larger than {self._most_bytes:,} bytes.", "too_large"))
            if self._clock() >= end:
                break
            yield chunk
        if self._clock() >= end:  # also where it ended: it may have been cut off
            raise _Failed(self._too_long())

    def _too_long(self) -> HttpError:
        return HttpError(f"The answer took longer than {self._patience.whole:g} seconds.", "timeout")

    def _refusal(self, response: httpx.Response, end: float) -> HttpError:
        body = b""
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > MOST_ERROR_BYTES or self._clock() > end:
                break
        said = self.masked(body[:MOST_ERROR_BYTES].decode("utf-8", "replace"))
        status, wait = response.status_code, _asked_pause(response.headers)
        return HttpError(f"The server answered {status}.", "status", status=status, body=said, wait=wait)

    def _wait(self, failed: _Failed, attempt: int, end: float) -> float | None:
        """Seconds until the next attempt; None when there is to be none."""
        if not failed.error.retryable or attempt >= self._patience.retries:
            return None
        if failed.headers.get("x-should-retry") == "false":
            return None
        asked = failed.error.wait
        if asked is not None and asked > self._patience.pause:
            return None
        backoff = min(self._patience.backoff * 2**attempt, self._patience.pause)
        wait = asked if asked is not None else backoff * (0.5 + self._chance() / 2)
        return wait if self._clock() + wait < end else None


class _Failed(Exception):
    """One attempt that failed, with the headers of the answer, which may say when to come back."""

    def __init__(self, error: HttpError, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(str(error))
        self.error, self.headers = error, headers or {}


def _read(body: bytes) -> Any:
    try:
        return json_.loads(body)
    except (ValueError, RecursionError):
        raise HttpError("The server answered with something that is no JSON.", "malformed") from None


def _asked_pause(headers: Mapping[str, str]) -> float | None:
    """What `retry-after-ms` or `Retry-After` asks for, in seconds; None when it says nothing that can be understood."""
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        asked = headers.get("retry-after", "").strip()
        if not asked or asked.replace(".", "", 1).isdigit():
            return float(asked) if asked else None
        return max(0.0, parsedate_to_datetime(asked).timestamp() - time.time())
    except ValueError:
        return None
