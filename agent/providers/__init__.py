"""The models that can sit behind the loop, by name; an adapter is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from agent.providers.base import Provider, ProviderError
from agent.providers.config import configured
from agent.providers.offline import OfflineProvider

ADAPTERS = {
    "openai-compatible": "openai_compatible.OpenAICompatible",
    "openai-responses": "openai_responses.OpenAIResponses",
    "gemini": "gemini.Gemini",
    "anthropic": "anthropic.Anthropic",
}
"""Each is made of a `ProviderConfig`."""

NAMES = ("offline", *ADAPTERS)


class UnknownProvider(ProviderError):
    """LLM_PROVIDER names nothing that exists here."""

    def __init__(self, name: str) -> None:
        super().__init__(f"Unknown LLM provider: {name}", kind="configuration")


def provider_named(name: str) -> Provider:
    """The adapter of a name; raises `UnknownProvider`, or `MissingSetting` for a live one without its settings."""
    if name == "offline":
        return OfflineProvider()
    if name not in ADAPTERS:
        raise UnknownProvider(name)
    module, _, adapter = ADAPTERS[name].partition(".")
    config = configured(name)
    return cast(Provider, getattr(import_module(f"agent.providers.{module}"), adapter)(config))
