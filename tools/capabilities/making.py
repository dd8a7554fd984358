"""From an order to a file: the configured service is asked, and what it sends or refuses is told in a hand's words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

from tools.capabilities.order import FailureKind, Halted, HandFailed, Made, Order
from tools.providers.http import HttpError
from tools.providers.service import Asking, Declined, NotSet, Product, Service, ServiceFailed, Useless

MOST_WORDS = 300
NO_MONEY = re.compile(
    r"(?i)insufficient_quota|exceeded your current quota|billing|payment required|credit balance"
    r"|(out of|insufficient|not enough) (credits?|funds|balance|quota)"
)
PASSING = frozenset({408, 409, 425, 429})
LIKE_A_SECRET = re.compile(r"(?i)\b(sk-|AIza|ya29\.|Bearer\s+)[\w.*+/=-]{6,}")

# How files begin that a service may send: (offset, bytes) and what their names end in.
BEGINNINGS: dict[Literal["image", "audio"], tuple[tuple[int, bytes, str], ...]] = {
    "image": ((0, b"\x89PNG\r\n", ".png"), (0, b"\xff\xd8\xff", ".jpg"), (8, b"WEBP", ".webp")),
    "audio": (
        (8, b"WAVE", ".wav"), (0, b"ID3", ".mp3"), (0, b"\xff\xfb", ".mp3"), (0, b"\xff\xf3", ".mp3"),
        (0, b"\xff\xf2", ".mp3"), (0, b"fLaC", ".flac"), (0, b"OggS", ".ogg"), (4, b"ftypM4A", ".m4a"),
    ),
}  # fmt: skip


def made(order: Order, product: Product, name: str, ask: Callable[[Asking], bytes]) -> Made:
    """Ask the service of a product, and keep its content as the one file in the order's folder; raises HandFailed."""
    service = Service.of(product)
    order.check()
    with told(service):
        content = ask(Asking(service, order.key, order.check))
        path = order.folder / f"{product}{suffix(content, 'image' if product == 'image' else 'audio')}"
        order.check()
    path.write_bytes(content)
    return Made(path, name, provider=service.provider, model=service.model, placeholder=service.here)


def title(words: Any, default: str) -> str:
    """The first words of a text, as the name of what is made from it: at most sixty characters."""
    plain = " ".join(str(words or "").split())
    return (plain if len(plain) <= 60 else f"{plain[:59].rsplit(' ', 1)[0]}…") or default


def origin(tool: str, product: Product) -> dict[str, Any]:
    """Where an asset comes from, as a document lists it."""
    return {"tool": tool, "placeholder": Service.of(product).here}


def suffix(content: bytes, kind: Literal["image", "audio"]) -> str:
    """What a file with this content is to be named; raises Useless for anything that is no picture or no sound."""
    for offset, start, ending in BEGINNINGS[kind]:
        if content[offset : offset + len(start)] == start:
            return ending
    raise Useless(f"Its answer is no {'picture' if kind == 'image' else 'sound'} that can be read here.")


@contextmanager
def told(service: Service) -> Iterator[None]:
    """Around one call: what goes wrong at a service comes out as `HandFailed`."""
    try:
        yield
    except Halted as halted:
        halted.billed = not service.here
        raise
    except NotSet as error:
        raise HandFailed(str(error), "bad_param") from None
    except Declined as error:
        raise HandFailed(clean(service, f"{_who(service)} declined: {error}"), "bad_param") from None
    except ServiceFailed as error:
        raise HandFailed(clean(service, f"{_who(service)} sent nothing usable. {error}"), billed=True) from None
    except HttpError as error:
        raise of_http(service, error) from None


def of_http(service: Service, error: HttpError) -> HandFailed:
    """A request that came to nothing. An answer that cannot be used was an answer: it has been billed."""
    who, setting = _who(service), service.product.upper()
    if error.kind == "unsendable":
        return HandFailed(f"{who} cannot be asked; look at {setting}_BASE_URL and {setting}_API_KEY.", "bad_param")
    if error.kind != "status":
        passing = error.kind in ("network", "timeout")
        return HandFailed(f"{who}: {error}", "transient" if passing else "unknown", billed=not passing)
    words = _reason(error.body)
    said = f"{who} answered {error.status}{f': {words}' if words else '.'}"
    if error.status in (401, 403) and not NO_MONEY.search(error.body):
        said += f" Look at {setting}_API_KEY."
    if error.status is not None and 300 <= error.status < 400:
        said += f" Look at {setting}_BASE_URL."
    return HandFailed(clean(service, said), _kind(error), wait=error.wait)


def clean(service: Service, text: str) -> str:
    """One line of a length that fits a card, without the service's key or anything that looks like one."""
    if len(service.api_key) >= 4:
        text = text.replace(service.api_key, "[redacted]")
    line = " ".join(LIKE_A_SECRET.sub("[redacted]", text).split())
    return line if len(line) <= MOST_WORDS else f"{line[:MOST_WORDS]}…"


def _kind(error: HttpError) -> FailureKind:
    status = error.status or 0
    if status == 402 or (status in (400, 403, 429) and NO_MONEY.search(error.body)):
        return "quota"
    return "transient" if status in PASSING or status >= 500 else "bad_param"


def _who(service: Service) -> str:
    return f"The {service.product} service"


def _reason(body: str) -> str:
    """The sentence in an error's body, in any of the shapes that services give it; a page of HTML says nothing."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return "" if "<" in body else body[:MOST_WORDS]
    found = found[0] if isinstance(found, list) and found else found
    for name in ("error", "detail", "message", "msg"):
        while isinstance(found, dict) and name in found:
            found = found[name]
    return found if isinstance(found, str) else ""
