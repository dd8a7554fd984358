"""What went wrong at a vendor, in one clean line: its HTTP answers and in-stream errors as `ProviderError`s."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog

from agent.providers.base import Kind, ProviderError
from agent.redact import redact
from tools.providers.http import Http, HttpError

log = structlog.get_logger()

MOST_WORDS = 300
BY_STATUS: dict[int, Kind] = {
    401: "authentication", 403: "authentication", 408: "timeout", 413: "overflow", 429: "rate_limit",
    500: "overloaded", 502: "overloaded", 503: "overloaded", 504: "timeout", 529: "overloaded",
}  # fmt: skip
BY_WORDS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"(?i)context[ _](length|window|size)|maximum context|prompt is too long|too many tokens"
                r"|input token count.*exceeds|exceeds? the (available |maximum )?context|request_too_large"), "overflow"),
    (re.compile(r"(?i)insufficient_quota|exceeded your current quota|billing|credit balance"), "rate_limit"),
    (re.compile(r"(?i)content_filter|content_policy|safety"), "filtered"),
    (re.compile(r"(?i)invalid_api_key|authentication_error|api key not valid|permission_error"), "authentication"),
    (re.compile(r"(?i)rate_limit|rate limit|resource_exhausted|too many requests"), "rate_limit"),
    (re.compile(r"(?i)overloaded|unavailable|server_error|internal|capacity|try again"), "overloaded"),
    (re.compile(r"(?i)timeout|timed out|deadline"), "timeout"),
)  # fmt: skip
"""How vendors say what it was, in a code, a type or a sentence. The first that fits counts."""

PASSING = frozenset({"rate_limit", "overloaded", "timeout", "network"})
NO_MONEY = re.compile(r"(?i)insufficient_quota|exceeded your current quota|billing|credit balance")


@contextmanager
def told(door: Http) -> Iterator[None]:
    """Around one turn: whatever goes wrong inside comes out as a `ProviderError`."""
    try:
        yield
    except ProviderError as error:
        error.args = (clean_line(door, str(error)),)
        raise
    except HttpError as error:
        raise of_http(door, error) from None
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError) as error:
        log.warning("answer_unreadable", error=type(error).__name__)
        raise ProviderError(
            f"The model answered in a form that cannot be read ({type(error).__name__}).", kind="malformed"
        ) from None


def of_http(door: Http, error: HttpError) -> ProviderError:
    """A request that came to nothing."""
    if error.kind != "status":
        kinds: dict[str, Kind] = {"network": "network", "timeout": "timeout", "unsendable": "configuration"}
        kind = kinds.get(error.kind, "malformed")
        return ProviderError(str(error), retryable=error.retryable or error.kind == "malformed", kind=kind)
    failure = refusal(_json(error.body), error.status)
    return ProviderError(clean_line(door, str(failure)), retryable=failure.retryable, kind=failure.kind)


def refusal(payload: Any, status: int | None = None) -> ProviderError:
    """The error that a vendor's JSON tells, in any of the shapes that they have."""
    words, codes = _words(payload), " ".join(_codes(payload))
    said = f"{codes} {words}"
    by_words: Kind | None = next((kind for pattern, kind in BY_WORDS if pattern.search(said)), None)
    kind = _kind(status if status is not None else _status(payload), by_words)
    start = f"The model's server answered {status}" if status else "The model's server reported an error"
    message = f"{start}: {words}" if words else f"{start}."
    return ProviderError(message, retryable=kind in PASSING and not NO_MONEY.search(said), kind=kind)


def clean_line(door: Http, text: str) -> str:
    """One line without a secret, of a length that fits a card."""
    line = " ".join(redact(door.masked(text)).split())
    return line if len(line) <= MOST_WORDS else f"{line[:MOST_WORDS]}…"


def _kind(status: int | None, by_words: Kind | None) -> Kind:
    if status is None:
        return by_words or "provider"
    if 400 <= status < 500 and status not in BY_STATUS:
        return by_words if by_words in ("overflow", "filtered", "authentication", "rate_limit") else "request"
    return BY_STATUS.get(status, by_words or "provider")


def _json(body: str) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _error(payload: Any) -> Any:
    if isinstance(payload, list):
        payload = payload[0] if payload else None
    if not isinstance(payload, dict):
        return payload
    return payload.get("error") or payload


def _words(payload: Any) -> str:
    error = _error(payload)
    if isinstance(error, dict):
        error = next((error[key] for key in ("message", "detail", "msg") if isinstance(error.get(key), str)), "")
    return " ".join(error.split())[:1000] if isinstance(error, str) else ""


def _codes(payload: Any) -> list[str]:
    error = _error(payload)
    if not isinstance(error, dict):
        return []
    return [str(error[key]) for key in ("code", "type", "status") if isinstance(error.get(key), str | int)]


def _status(payload: Any) -> int | None:
    return next((int(code) for code in _codes(payload) if code.isdigit() and 400 <= int(code) < 600), None)
