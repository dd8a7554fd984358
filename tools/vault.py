"""Secrets at rest: sealed under a key that is derived from SECRET_KEY, and opened only where they are used.

To change SECRET_KEY: put the old one into SECRET_KEY_FALLBACKS and restart, so that what it has sealed can still be opened;
run `manage.py tools reseal`, which seals everything under the new one; then take the old one out again.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

PURPOSE = b"greenlight: secrets of connected accounts, 1"
"""What the derived key is for; another purpose has another key, whatever SECRET_KEY is."""


class Unreadable(Exception):
    """What was sealed under another SECRET_KEY, or is no seal at all."""

    def __init__(self) -> None:
        super().__init__("It was sealed under another SECRET_KEY. Put that one into SECRET_KEY_FALLBACKS.")


def seal(secrets: Mapping[str, str]) -> str:
    """The secrets as text that says nothing to anybody without the key."""
    return _keys().encrypt(json.dumps(dict(secrets)).encode()).decode()


def unseal(sealed: str) -> dict[str, str]:
    """The secrets in a seal, none in an empty one; raises `Unreadable`."""
    if not sealed:
        return {}
    try:
        opened: dict[str, str] = json.loads(_keys().decrypt(sealed.encode()))
    except (InvalidToken, ValueError):
        raise Unreadable from None
    return opened


def reseal(sealed: str) -> str:
    """The same secrets under the newest key; raises `Unreadable`."""
    try:
        return _keys().rotate(sealed.encode()).decode() if sealed else ""
    except InvalidToken:
        raise Unreadable from None


def _keys() -> MultiFernet:
    return MultiFernet([_derived(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


@lru_cache(maxsize=8)
def _derived(key: str) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(key.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
