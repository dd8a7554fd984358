"""What each server and model takes beyond the common ground of Chat Completions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import httpx

from agent.providers.base import ThinkingLevel, ThinkingUnsupported
from agent.providers.config import ProviderConfig

Levels = Mapping[ThinkingLevel, str]

VENDOR = "https://api.openai.com/v1"
LOW_TO_HIGH: Levels = {"low": "low", "medium": "medium", "high": "high"}


@dataclass(frozen=True, slots=True)
class Profile:
    """`levels` are the words for thinking levels (one without a word for “off” is asked by leaving the parameter out);
    `reasoning_needed` is the field that a message with calls must have, were it empty; `short_ids` asks for call ids of
    nine letters or digits; `formats` is the way of asking for JSON, "" where there is none; `key_header` is where the key
    goes, and `query` what stands behind an address that brings no query itself."""

    token_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    system_role: Literal["system", "developer"] = "system"
    levels: Levels = field(default_factory=lambda: LOW_TO_HIGH)
    thinks_with_tools: bool = True
    usage_in_stream: bool = True
    reasoning_needed: str = ""
    short_ids: bool = False
    formats: Literal["", "json_schema", "json_object"] = ""
    key_header: Literal["Authorization", "api-key"] = "Authorization"
    query: str = ""

    def headers(self, key: str) -> dict[str, str]:
        return {self.key_header: key if self.key_header == "api-key" else f"Bearer {key}"}

    def address(self, config: ProviderConfig, path: str) -> str:
        """Where a request goes: the set address, else OpenAI's own."""
        query = config.query or self.query
        return f"{config.base_url or VENDOR}/{path}{'?' if query else ''}{query}"

    def effort(self, model: str, level: ThinkingLevel | None, *, tools: bool) -> str | None:
        """The word for a level (None: as the vendor likes); None to leave the parameter out. Raises `ThinkingUnsupported`."""
        if level is None:
            return self.levels.get("off") if tools and not self.thinks_with_tools else None
        if level != "off" and level not in self.levels:
            known = ", ".join(["off", *(known for known in self.levels if known != "off")])
            raise ThinkingUnsupported(model, level, f"it takes {known}")
        if level != "off" and tools and not self.thinks_with_tools:
            raise ThinkingUnsupported(model, level, "with tools it thinks only over LLM_PROVIDER=openai-responses")
        return self.levels.get(level)


DEFAULT = Profile()
SERVERS: dict[str, Profile] = {
    "deepseek.com": Profile(levels={}, reasoning_needed="reasoning_content", formats="json_object"),
    "mistral.ai": Profile(levels={}, usage_in_stream=False, short_ids=True, formats="json_schema"),
    "openrouter.ai": Profile(
        levels={"minimal": "minimal", **LOW_TO_HIGH, "xhigh": "xhigh"}, formats="json_schema"
    ),
    "googleapis.com": Profile(levels={"minimal": "minimal", **LOW_TO_HIGH}, formats="json_schema"),
    "moonshot.ai": Profile(levels={}, reasoning_needed="reasoning_content"),
    "moonshot.cn": Profile(levels={}, reasoning_needed="reasoning_content"),
    ":11434": Profile(levels={"off": "none", **LOW_TO_HIGH}, formats="json_schema"),  # Ollama's port
}  # fmt: skip

OPENAI = Profile(token_field="max_completion_tokens", system_role="developer", levels={}, formats="json_schema")
NONE_UP: dict[ThinkingLevel, str] = {"off": "none", **LOW_TO_HIGH}
OPENAI_MODELS: tuple[tuple[str, Profile], ...] = (
    (r"o\d", replace(OPENAI, levels=LOW_TO_HIGH)),
    (r"gpt-5(?!\.)", replace(OPENAI, levels={"off": "minimal", "minimal": "minimal", **LOW_TO_HIGH})),
    (r"gpt-5\.1", replace(OPENAI, levels=NONE_UP)),
    (r"gpt-5\.[23]", replace(OPENAI, levels={**NONE_UP, "xhigh": "xhigh"})),
    (r"gpt-(5\.|[6-9])", replace(OPENAI, levels={**NONE_UP, "xhigh": "xhigh", "max": "max"}, thinks_with_tools=False)),
)  # fmt: skip
"""OpenAI's own by the beginning of their names; whatever is not here does not think."""


AZURE = (".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com")
AZURE_VERSION = "api-version=2024-10-21"


def profile_of(base_url: str, model: str) -> Profile:
    """The profile of a model at an address, "" for OpenAI's; a server that is not known gets the common ground."""
    url = httpx.URL(base_url or VENDOR)
    if url.host.endswith(AZURE):
        return azure(openai_model(model), url.path)
    if url.host.endswith("openai.com"):
        return openai_model(model)
    place = f".{url.host}:{url.port}"
    return next((profile for name, profile in SERVERS.items() if name in place), DEFAULT)


def azure(model: Profile, path: str) -> Profile:
    """A model as Azure serves it. An address of one deployment needs a version; that of `/openai/v1` is its version."""
    query = AZURE_VERSION if "/deployments/" in path else ""
    return replace(model, system_role="system", key_header="api-key", query=query)


def openai_model(model: str) -> Profile:
    """The profile of one of OpenAI's own models."""
    return next((profile for name, profile in OPENAI_MODELS if re.match(name, model)), OPENAI)


def answer_format(kind: str, schema: dict[str, Any]) -> dict[str, Any]:
    """`response_format` in one of the two ways there are."""
    if kind == "json_object":
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
