"""What each Claude model takes: how it thinks, how hard it may be asked to, and how much it may say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from agent.providers.base import ThinkingLevel, ThinkingUnsupported

_VERSION = re.compile(r"claude-(?:[a-z]+-)?(\d)(?:[-.](\d)(?!\d))?")
BUDGETS: dict[ThinkingLevel, int] = {
    "minimal": 1024, "low": 2048, "medium": 8192, "high": 16_384, "xhigh": 32_000, "max": 32_000,
}  # fmt: skip
EFFORTS: dict[ThinkingLevel, str] = {
    "minimal": "low", "low": "low", "medium": "medium", "high": "high", "xhigh": "xhigh", "max": "max",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Profile:
    """`budget` thinks up to a number of tokens, `adaptive` as hard as it is told; `always` cannot be told not to."""

    thinks: Literal["never", "budget", "adaptive", "always"] = "adaptive"
    off_by_default: bool = False
    knows_xhigh: bool = True
    formats: bool = True
    most_tokens: int = 8192

    def thinking(self, model: str, level: ThinkingLevel | None, most_tokens: int) -> dict[str, Any]:
        """The part of a request that sets the level (None: as the vendor likes), `max_tokens` among it.

        Raises `ThinkingUnsupported`.
        """
        if level is None:
            thinks = self.thinks == "always" or (self.thinks == "adaptive" and not self.off_by_default)
            return {"max_tokens": most_tokens + (BUDGETS["high"] if thinks else 0)}
        if level == "off":
            return {"max_tokens": most_tokens, **self._off()}
        if self.thinks == "never":
            raise ThinkingUnsupported(model, level, "it does not think, use “off”")
        if self.thinks == "budget":
            budget = BUDGETS[level]
            return {"max_tokens": most_tokens + budget, "thinking": {"type": "enabled", "budget_tokens": budget}}
        effort = "high" if level == "xhigh" and not self.knows_xhigh else EFFORTS[level]
        # Thinking counts as output, so that an answer needs room beside it.
        room = most_tokens + BUDGETS[level]
        return {"max_tokens": room, "thinking": {"type": "adaptive"}, "output_config": {"effort": effort}}

    def _off(self) -> dict[str, Any]:
        if self.thinks == "always":
            return {"thinking": {"type": "adaptive"}, "output_config": {"effort": "low"}}
        if self.thinks == "adaptive" and not self.off_by_default:
            return {"thinking": {"type": "disabled"}}
        return {}


def profile_of(model: str) -> Profile:
    """The profile of a model's name; a name that says nothing is taken for a server's own, which gets nothing special."""
    found = _VERSION.search(model)
    if re.search(r"mythos|fable", model):
        return Profile(thinks="always", knows_xhigh=found is not None)
    if not found:
        return Profile(thinks="never", formats=False)
    version = (int(found[1]), int(found[2] or 0))
    if version < (3, 7):
        return Profile(thinks="never", formats=False, most_tokens=8192 if version == (3, 5) else 4096)
    if version < (4, 6):
        return Profile(thinks="budget", formats=version >= (4, 5))
    return Profile(off_by_default=version < (5, 0), knows_xhigh=version >= (4, 7))
