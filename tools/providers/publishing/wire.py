"""The way to other people's servers: to public addresses only, never on to another one, and with an end to every answer.

The address that was looked at is the address that is called: a name is resolved once, and the request goes to what it
resolved to, so that a name which changes its mind in between leads nowhere.
"""

from __future__ import annotations

import hashlib
import ipaddress
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from django.conf import settings

from tools.providers.deadline import cut_off_at
from tools.providers.publishing.parcel import PublishFailed

PIECE = 1 << 20
CONNECT, READ, WHOLE = 10.0, 90.0, 300.0
"""Seconds. Whoever ordered the delivery may bound it more tightly, through `check`, while bytes come or go."""
SLOWEST = 50_000
"""Bytes a second: a large file may take as long as this, beyond WHOLE."""
MOST_BYTES = 1_000_000
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a file from `start` on, read piece by piece; `check` is called before each, and `sent(bytes, of)` when
    one has left."""

    path: Path
    check: Callable[[], None]
    start: int = 0
    sent: Callable[[int, int], None] = lambda sent, of: None

    def __len__(self) -> int:
        return self.path.stat().st_size - self.start

    def __iter__(self) -> Iterator[bytes]:
        left, size = self.start, self.path.stat().st_size
        for piece in self._pieces():
            yield piece
            left += len(piece)
            self.sent(left, size)

    def digest(self) -> str:
        """Its SHA-256, in hexadecimal digits."""
        sum_ = hashlib.sha256()
        for piece in self._pieces():
            sum_.update(piece)
        return sum_.hexdigest()

    def _pieces(self) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            file.seek(self.start)
            while piece := file.read(PIECE):
                self.check()
                yield piece


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered, at most `MOST_BYTES` of it."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)

    @property
    def good(self) -> bool:
        return 200 <= self.status < 300

    @property
    def wait(self) -> float | None:
        """The seconds that it asks to be left alone for."""
        said = self.headers.get("retry-after", "")
        return min(float(said), 60.0) if said.isdecimal() else None


def send(
    method: str, url: str, *, headers: Mapping[str, str], content: bytes | Content = b"",
    check: Callable[[], None] = lambda: None,
) -> Answer:  # fmt: skip
    """Send one request, once. Raises `PublishFailed`: "bad_param" where it must not or cannot be sent, else "transient"."""
    name, targets = _resolved(url)
    sent = {
        **headers,
        "Host": httpx.URL(url).netloc.decode(),
        "Content-Length": str(len(content)),
        "Connection": "close",
    }
    for target in targets[:-1]:
        with suppress(_NobodyThere):
            return _sent(method, target, name, sent, content, check)
    return _sent(method, targets[-1], name, sent, content, check)


def _sent(
    method: str, target: httpx.URL, name: str, headers: Mapping[str, str], content: bytes | Content, check: Callable[[], None]
) -> Answer:  # fmt: skip
    check()
    try:
        with (
            cut_off_at(time.monotonic() + WHOLE + len(content) / SLOWEST, time.monotonic) as extensions,
            httpx.Client(timeout=httpx.Timeout(READ, connect=CONNECT), trust_env=False) as client,
            client.stream(
                method,
                target,
                headers=headers,
                content=content or None,
                extensions={**extensions, "sni_hostname": name},
            ) as response,
        ):
            return Answer(response.status_code, response.headers, _body(response, check))
    except (httpx.ConnectError, httpx.ConnectTimeout):
        raise _NobodyThere(f"{name} cannot be reached.", "transient") from None
    except httpx.TimeoutException:
        raise Unanswered(f"{name} did not answer in time.", "transient") from None
    except httpx.TransportError as error:
        raise Unanswered(f"The connection to {name} failed ({type(error).__name__}).", "transient") from None


class _NobodyThere(PublishFailed):
    """Nothing was sent: no connection came about."""


class Unanswered(PublishFailed):
    """It may have arrived: nobody heard the answer, or all of it."""


def host(url: str) -> str:
    """The name in an address: all of it that may be told where the rest is a secret."""
    try:
        return httpx.URL(url).host
    except httpx.InvalidURL:
        return "an address that cannot be read"


def failed(answer: Answer, name: str, said: str = "", secrets: Sequence[str] = ()) -> PublishFailed:
    """An answer that says no, told by its status: try later, no more for now, or never like this."""
    for secret in secrets:
        said = said.replace(secret, "[redacted]") if len(secret) >= 4 else said
    line = " ".join(said.split())[:200]
    message = f"{name} answered {answer.status}{f': {line}' if line else '.'}"
    if answer.status in (408, 425, 429) or answer.status >= 500:
        return PublishFailed(message, "transient", wait=answer.wait)
    if 300 <= answer.status < 400:
        message += " It wants to be called somewhere else; connect that address."
    elif answer.status in (401, 403):
        message += " Look at the account's keys."
    return PublishFailed(message, "quota" if answer.status == 402 else "bad_param")


def _body(response: httpx.Response, check: Callable[[], None]) -> bytes:
    body = b""
    for piece in response.iter_raw():
        check()
        body += piece
        if len(body) >= MOST_BYTES:
            break
    return body[:MOST_BYTES]


def _resolved(url: str) -> tuple[str, list[httpx.URL]]:
    """The name in an address, and the address with each of what the name resolves to in its place. What must not be called
    is refused by name."""
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        raise PublishFailed("The address cannot be read.", "bad_param") from None
    name, port = parsed.host, parsed.port or (443 if parsed.scheme == "https" else 80)
    if parsed.scheme not in ("http", "https") or not name or parsed.userinfo:
        raise PublishFailed("The address must begin with https:// and hold no password.", "bad_param")
    try:
        told = [str(one[4][0]).partition("%")[0] for one in socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        raise PublishFailed(f"Nobody knows where {name} is.", "transient") from None
    found = {one: _inner(ipaddress.ip_address(one)) for one in told}
    if any(one.is_link_local for one in found.values()):
        raise PublishFailed(
            f"{name} is a link-local address, where machines tell what they are. Use another.", "bad_param"
        )
    if not settings.PUBLISH_PRIVATE_ADDRESSES and not all(map(public, found.values())):
        raise PublishFailed(f"{name} is on a private network, and PUBLISH_PRIVATE_ADDRESSES is off.", "bad_param")
    return name, [parsed.copy_with(host=one) for one in found]


def public(address: Address) -> bool:
    """Whether an address is one of the open internet, also when it hides an IPv4 one inside."""
    address = _inner(address)
    return address.is_global and not address.is_multicast and not address.is_reserved


def _inner(address: Address) -> Address:
    """The IPv4 address inside one of IPv6, where it hides one."""
    if not isinstance(address, ipaddress.IPv6Address):
        return address
    inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
    if inner is None and address in NAT64:
        inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return inner or address


NAT64 = ipaddress.ip_network("64:ff9b::/96")
