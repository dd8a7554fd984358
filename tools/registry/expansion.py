"""What a verb comes to before anybody approves it: steps that are exact, or words where nothing is to be done.

A tool that `expand`s is never carried out itself. While a plan is assessed it looks at what it is about and answers with
parts: commands with their figures, which the dry run, the digest, the card and Undo then see like any others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID


class CannotExpand(Exception):
    """Why a verb, or a look, comes to nothing here: a sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Part:
    """A step of an expansion. `found` is the sentence of the card, where the dry run would say less."""

    tool: str
    params: dict[str, Any]
    found: str = ""


@dataclass(frozen=True, slots=True)
class Asks:
    """A question to the person, and the words among which they choose: the same request is made again with them."""

    question: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Expansion:
    """The steps, in order; none with `said` where there is nothing to do, or where the answer is words, and none with
    `asks`. `found` is that answer as data, for a client and for a page that shows more than words.

    `first`: the steps only find out what the verb has to know. They are approved and run by themselves, and the same words
    said again afterwards come to the exact steps.
    """

    parts: tuple[Part, ...] = ()
    said: str = ""
    first: bool = False
    asks: Asks | None = None
    found: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a verb may look at: the product's document as the steps before will leave it (`state`) and as it is stored
    (`before`), the workspace that owns the files (None: nobody does), and the number that its first step will have."""

    state: Any
    before: Any
    workspace: UUID | None
    number: int
