"""Words that a person selected in a transcript, or named: a plan that takes them out, through whatever door they came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from agent.actions import Planned, by_hand
from agent.models import Session
from runs.plan.policy import Tier
from tools import analysis
from tools.capabilities.cut_words import spoken
from tools.media.analyse.words import within, written
from tools.models import Asset, Composition

MOST_WORDS = 5000
Span = tuple[float, float]
"""Seconds of a file, from and to."""


@dataclass(frozen=True, slots=True)
class Words:
    """Which words: those of a file that are said at `spans`, or what is said (`say`, there or anywhere) and which time, from
    1; 0 is every time, -1 the last, None asks where it is said more than once."""

    asset: Asset | None = None
    spans: Sequence[Span] = ()
    say: str = ""
    which: int | None = None
    language: str = ""

    def step(self) -> dict[str, Any]:
        """The step that cuts them."""
        wanted = {
            "assetId": str(self.asset.pk) if self.asset else None,
            "words": [{"start": start, "end": end} for start, end in self.spans] or None,
            "say": self.say or None,
            "which": self.which,
            "language": self.language or None,
        }
        return {"tool": "cut.words", "params": {name: value for name, value in wanted.items() if value is not None}}

    def told(self) -> str:
        """What was asked for, as a person would say it."""
        of = f" out of “{self.asset.name}”" if self.asset else ""
        return f"Cut {self._said()}{of}"

    def _said(self) -> str:
        if self.say:
            return f"“{self.say}”"
        result = analysis.known(self.asset, "speech", self.language) if self.asset else None
        words = written(result) if result else []
        chosen = within(words, self.spans)
        return spoken([words[place] for place in chosen]) if chosen else "the selected words"


def file_of(composition: Composition, id: str) -> Asset:
    """A file of the composition's own workspace; raises `Asset.DoesNotExist` for any other."""
    return composition.workspace.assets.named([id]).get()


def cut_words(
    user: User,
    composition: Composition,
    words: Words,
    *,
    tier: Tier,
    policy: str | None = None,
    session: Session | None = None,
) -> Planned:
    """Plan the cut on the composition as it is now, wherever these words play on it."""
    return by_hand(
        user, words.told(), words.step(), composition=composition, tier=tier, policy=policy, session=session
    )  # fmt: skip
