"""What an exchange could not carry over, and what it had to take for granted: plain sentences that name the thing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

MOST = 200


@dataclass(slots=True)
class Report:
    """`lost`: what the other side has no place for; `assumed`: what was not said and had to be guessed."""

    lost: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)

    def lose(self, sentence: str) -> None:
        _add(self.lost, sentence)

    def assume(self, sentence: str) -> None:
        _add(self.assumed, sentence)

    def lines(self) -> list[str]:
        """Everything as lines of a text file."""
        parts = (("Lost", self.lost), ("Assumed", self.assumed))
        told = [f"{head}: {sentence}" for head, sentences in parts for sentence in sentences]
        return told or ["Nothing was lost and nothing had to be assumed."]


def _add(sentences: list[str], sentence: str) -> None:
    """Each sentence once, and no more than anybody would read."""
    if sentence in sentences or len(sentences) > MOST:
        return
    sentences.append(sentence if len(sentences) < MOST else "And more of the same.")


def named(names: Sequence[str], most: int = 3) -> str:
    """“a”, “b” and 7 more."""
    shown = [f"“{shortened(name)}”" for name in names[:most]]
    if len(names) > most:
        return f"{', '.join(shown)} and {len(names) - most} more"
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def shortened(text: str, most: int = 60) -> str:
    """A name in one line of a readable length."""
    line = " ".join(text.split()) or "unnamed"
    return line if len(line) <= most else f"{line[: most - 1]}…"


def number_of(count: int, noun: str) -> str:
    """1 clip, 2 clips."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
