"""A rule of the grammar: a pattern, and the builder that turns its reading into steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .pattern import Found
from .sketch import Sketch

# Builds steps on the sketch. Pass: not these words after all. Impasse: understood, but it cannot be done.
Build = Callable[[Sketch, Found], None]


@dataclass(frozen=True, slots=True)
class Rule:
    pattern: str
    build: Build


def rules(build: Build, *patterns: str) -> tuple[Rule, ...]:
    """One builder under several patterns."""
    return tuple(Rule(pattern, build) for pattern in patterns)
