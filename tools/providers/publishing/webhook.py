"""A webhook of the Standard Webhooks specification: a signed event that says where the film can be fetched.

The event's id is the same at every try; by that specification it is what a receiver knows a repeated event by. So an event
whose answer nobody saw is said again, with the same id, rather than left in doubt. The film itself is a link, signed and good
for some days: events are small, and receivers verify them as text.

https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from django.conf import settings
from pydantic import AfterValidator, Field, SecretStr

from tools.providers.publishing.parcel import Account, Arrived, Parcel, Platform, PublishFailed
from tools.providers.publishing.shelf import link
from tools.providers.publishing.wire import Content, Unanswered, failed, host, send

SENT = "sent"
LEAST_KEY, MOST_KEY = 24, 64
"""Bytes of a signing key, by the specification."""


def _signing_key(secret: SecretStr) -> SecretStr:
    try:
        key = base64.b64decode(secret.get_secret_value().removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not LEAST_KEY <= len(key) <= MOST_KEY:
        raise ValueError("Use whsec_ and 24 to 64 bytes in base64, the key that the receiver verifies with.")
    return secret


def _address(url: SecretStr) -> SecretStr:
    if not url.get_secret_value().startswith(("https://", "http://")):
        raise ValueError("Use an address that begins with https://.")
    return url


class Webhook(Account):
    url: Annotated[SecretStr, AfterValidator(_address)] = Field(
        max_length=500,
        title="Address",
        description="Kept secret: whoever knows it can send there.",
        json_schema_extra={"fixed": True},
    )
    secret: Annotated[SecretStr, AfterValidator(_signing_key)] = Field(
        max_length=200, title="Signing secret", description="whsec_ and a key in base64; the receiver verifies with it."
    )


def test(account: Webhook) -> str:
    """Send an event that says nothing but that it is a test."""
    _reachable_from_there()
    now = int(time.time())
    event = {"type": "greenlight.test", "timestamp": _moment(now), "data": {}}
    _post(account, f"msg_test_{now}", event, now, lambda: None)
    return f"{_name(account)} took a test event."


def deliver(account: Webhook, parcel: Parcel) -> Arrived:
    _reachable_from_there()
    return _said(account, parcel)


def find(account: Webhook, parcel: Parcel) -> Arrived | None:
    """Nothing, when the event was never sent or the receiver refused it; else it is said once more, which does no harm."""
    return _said(account, parcel) if parcel.notes.get(SENT) else None


def _said(account: Webhook, parcel: Parcel) -> Arrived:
    id, now = f"msg_{parcel.key[:32]}", int(time.time())
    first = int(parcel.notes.get(SENT) or now)
    event = {"type": "film.published", "timestamp": _moment(first), "data": _told(parcel, now)}
    parcel.notes[SENT] = str(first)
    try:
        _post(account, id, event, now, parcel.check)
    except _Refused:
        parcel.notes[SENT] = ""
        raise
    except Unanswered as doubt:
        raise PublishFailed(f"{doubt} It may have the event all the same.", doubt.kind, wait=doubt.wait) from None
    return Arrived(f"sent to {_name(account)}", {"event": id})


def _told(parcel: Parcel, now: int) -> dict[str, Any]:
    """What an event says of its film."""
    film, days = Content(parcel.film(), parcel.check), timedelta(days=settings.PUBLISH_LINK_DAYS)
    return {
        "key": parcel.key,
        "title": parcel.title,
        "description": parcel.description,
        "fileName": parcel.name,
        "bytes": len(film),
        "sha256": film.digest(),
        "url": link(film.path),
        "expiresAt": _moment(now + int(days.total_seconds())),
    }


class _Refused(PublishFailed):
    """The receiver answered, and did not take it."""


def _post(account: Webhook, id: str, event: dict[str, Any], now: int, check: Callable[[], None]) -> None:
    content = json.dumps(event, ensure_ascii=False).encode()
    headers = {
        "Content-Type": "application/json", "User-Agent": "Greenlight", "Idempotency-Key": id, "webhook-id": id,
        "webhook-timestamp": str(now), "webhook-signature": _signature(account, id, now, content),
    }  # fmt: skip
    answer = send("POST", account.url.get_secret_value(), headers=headers, content=content, check=check)
    if not answer.good:
        why = failed(answer, _name(account))
        raise _Refused(str(why), why.kind, wait=why.wait)


def _signature(account: Webhook, id: str, now: int, content: bytes) -> str:
    key = base64.b64decode(account.secret.get_secret_value().removeprefix("whsec_"))
    signed = hmac.new(key, b".".join((id.encode(), str(now).encode(), content)), hashlib.sha256)
    return f"v1,{base64.b64encode(signed.digest()).decode()}"


def _reachable_from_there() -> None:
    if not settings.PUBLIC_URL:
        raise PublishFailed("PUBLIC_URL is not set, so a receiver has nowhere to fetch the film from.", "bad_param")


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


def _name(account: Webhook) -> str:
    return f"the webhook at {host(account.url.get_secret_value())}"


PLATFORM = Platform(Webhook, test, deliver, find)
