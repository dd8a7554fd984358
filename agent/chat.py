"""One turn of the model, for a client that runs its own loop: nothing is recorded, and no tool is run here."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from agent.context import Background
from agent.interpret import system_prompt
from agent.messages import AssistantMessage, Message
from agent.providers import provider_named
from agent.providers.base import ChatParams, Provider, Scene, answered
from agent.providers.config import MissingSetting, missing_settings, thinking_level
from agent.redact import redacted
from agent.toolbox import Toolbox
from tools.catalog import TOOLS


def answer(messages: Sequence[Message], scene: Scene, background: Background) -> AssistantMessage:
    """What the model says to a conversation, secrets taken out of it first. Raises `ProviderError`."""
    cleaned = [redacted(message) for message in messages]
    tools = Toolbox(TOOLS, scene.composition).schemas()
    params = ChatParams(cleaned, system_prompt(scene, background), tools, scene, thinking_level())
    return answered(live_provider(), params)


def live_provider() -> Provider:
    """The model that the settings name. Raises `MissingSetting` also while they name none but the offline planner, which
    plans and does not chat."""
    if settings.LLM_PROVIDER == "offline":
        raise MissingSetting(["LLM_PROVIDER", *missing_settings()])
    return provider_named(settings.LLM_PROVIDER)
