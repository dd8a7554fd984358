"""What a message comes to, and how far the reading of it has come."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .sketch import Asked, Sketch, Step


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a message comes to. Only a plan has steps, only a question has choices (item id, label)."""

    kind: Literal["plan", "question", "answer", "lost"]
    text: str
    steps: tuple[Step, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Account:
    """How far the reading of one message has come."""

    sketch: Sketch
    refusals: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    question: Asked | None = None
    condition: str = ""
    forbade: bool = False
    supposed: bool = False
    talk: str = ""

    def shortfall(self) -> int:
        """How much of the message was not understood."""
        return sum(len(words.split()) for words in self.left_out)

    def understood(self) -> bool:
        return bool(
            self.sketch.steps
            or self.refusals
            or self.answers
            or self.question
            or self.forbade
            or self.supposed
            or self.condition
        )
