"""The models that can sit behind the loop, by name."""

from __future__ import annotations

from agent.providers.base import Provider, ProviderError
from agent.providers.offline import OfflineProvider

PROVIDERS: dict[str, type[Provider]] = {"offline": OfflineProvider}


class UnknownProvider(ProviderError):
    """LLM_PROVIDER names nothing that exists here."""

    def __init__(self, name: str) -> None:
        super().__init__(f"Unknown LLM provider: {name}")


def provider_named(name: str) -> Provider:
    """The adapter of a name; raises `UnknownProvider`."""
    if name not in PROVIDERS:
        raise UnknownProvider(name)
    return PROVIDERS[name]()
