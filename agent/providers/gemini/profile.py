"""How each Gemini model is told how hard to think: a budget of tokens (2.5) or a level (3 and later), and which ones it has."""

from __future__ import annotations

import re
from typing import Any

from agent.providers.base import ThinkingLevel, ThinkingUnsupported

_VERSION = re.compile(r"gemini-(\d+)(?:\.(\d+))?")
BUDGETS: dict[ThinkingLevel, int] = {
    "off": 0, "minimal": 512, "low": 2048, "medium": 8192, "high": 16_384, "xhigh": 24_576, "max": 24_576,
}  # fmt: skip
PRO_BUDGETS: dict[ThinkingLevel, int] = {**BUDGETS, "off": 128, "minimal": 128, "xhigh": 32_768, "max": 32_768}
WISHES: tuple[ThinkingLevel, ...] = ("minimal", "low", "medium", "high", "xhigh", "max")


def thinking(model: str, level: ThinkingLevel | None) -> dict[str, Any]:
    """The `thinkingConfig` of a level; empty for None, which leaves it to the vendor, and where there is nothing to turn off.

    Where a model has no such level it gets the nearest that is no lower, else its highest; one that always thinks does it
    at its least when told not to. Raises `ThinkingUnsupported` for a model that cannot think.
    """
    if level is None:
        return {}
    version = _version(model)
    shown = {"includeThoughts": True} if level != "off" else {}
    if version >= (3, 0):
        return {"thinkingLevel": _level(model, version, level), **shown}
    if version >= (2, 5):
        return {"thinkingBudget": (PRO_BUDGETS if "pro" in model else BUDGETS)[level], **shown}
    if level != "off":
        raise ThinkingUnsupported(model, level, "it does not think, use “off”")
    return {}


def signs(model: str) -> bool:
    """Whether the model wants a signature on the first call of each turn that calls (Gemini 3 and later)."""
    return _version(model) >= (3, 0)


def _level(model: str, version: tuple[int, int], level: ThinkingLevel) -> str:
    if "3-pro" in model:
        has: tuple[ThinkingLevel, ...] = ("low", "high")
    elif "flash" in model and version < (3, 7):
        has = ("minimal", "low", "medium", "high")
    else:
        has = ("low", "medium", "high")
    wish = WISHES.index(level) if level in WISHES else 0
    return next((one for one in has if WISHES.index(one) >= wish), has[-1]).upper()


def _version(model: str) -> tuple[int, int]:
    found = _VERSION.search(model)
    return (int(found[1]), int(found[2] or 0)) if found else (0, 0)
