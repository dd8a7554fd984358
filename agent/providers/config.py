"""Which model is behind the loop: LLM_PROVIDER, LLM_MODEL, LLM_API_KEY, LLM_BASE_URL and LLM_THINKING, read and kept here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import cast

from django.conf import settings

from agent.providers.base import ProviderError, ThinkingLevel

NEEDED = ("LLM_MODEL", "LLM_API_KEY")
OWN_ADDRESS = frozenset({"gemini"})
"""Providers that are at one address only: LLM_BASE_URL does not count for them."""

ADDRESS = re.compile(r"https?://([\w.-]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?(/[^\s?#]*)?(\?api-version=[\w.-]+)?")
"""Of a query only the version that Azure asks for: whatever else stands there may well be a key."""


class BadAddress(ProviderError):
    """LLM_BASE_URL is not the address of a server."""

    def __init__(self) -> None:
        super().__init__("LLM_BASE_URL is no address; write it as https://host/path.", kind="configuration")


class MissingSetting(ProviderError):
    """Settings without which no model can be asked; the message names each."""

    def __init__(self, missing: list[str]) -> None:
        names = " and ".join(filter(None, [", ".join(missing[:-1]), missing[-1]]))
        one = len(missing) == 1
        super().__init__(
            f"{names} {'is' if one else 'are'} not set; set {'it' if one else 'them'}.", kind="configuration"
        )
        self.missing = missing


@dataclass(frozen=True, slots=True)
class ProviderConfig:
    """What an adapter needs to know; an empty `base_url` is the vendor's own, and `query` is for behind every path of it.
    The key is in no repr."""

    provider: str
    model: str
    api_key: str = field(repr=False)
    base_url: str = ""
    query: str = ""


def configured(provider: str) -> ProviderConfig:
    """The settings of a live provider; raises `MissingSetting` or `BadAddress`."""
    if missing := missing_settings():
        raise MissingSetting(missing)
    address = "" if provider in OWN_ADDRESS else settings.LLM_BASE_URL.strip()
    if address and not ADDRESS.fullmatch(address):
        raise BadAddress
    base_url, _, query = address.partition("?")
    return ProviderConfig(
        provider, settings.LLM_MODEL.strip(), settings.LLM_API_KEY.strip(), base_url.rstrip("/"), query
    )


def thinking_level() -> ThinkingLevel | None:
    """How hard a model is asked to think; None leaves it to the vendor."""
    return cast("ThinkingLevel | None", settings.LLM_THINKING or None)


def missing_settings() -> list[str]:
    """The settings of a live model that are not there."""
    return [name for name in NEEDED if not getattr(settings, name).strip()]
