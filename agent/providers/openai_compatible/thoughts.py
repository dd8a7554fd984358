"""What a model thinks, told apart from what it says: `<think>…</think>` at the beginning of its words, and blocks in pieces.

Only the beginning counts: a title card may well read “<think>”. The markup stays as it came, for the turn to go back whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from agent.providers.base import Delta

TAGS = {"<think>": "</think>", "<thinking>": "</thinking>", "<thought>": "</thought>", "[THINK]": "[/THINK]"}
UNOPENED = "</think>"
"""Some servers put the opening tag into the prompt, so that only the closing one comes back. (Not inside JSON, though.)"""

GROWING = frozenset({"text", "summary", "data"})

Json = dict[str, Any]


@dataclass(slots=True)
class Words:
    """Words while they come in: `thought` is the markup at their beginning, verbatim, `said` is all the rest."""

    thought: str = ""
    said: str = ""
    _held: str = ""
    _closing: str = ""
    _speaks: bool = False

    def take(self, text: str) -> Iterator[Delta]:
        """Take a piece in and give what of it is sure to be the one or the other."""
        self._held += text
        while self._held:
            if self._speaks:
                yield from self._say()
            elif self._closing:
                yield from self._think()
                if self._closing:
                    return
            elif not self._opens():
                return

    def end(self) -> Iterator[Delta]:
        """There will be no more: what was held back counts as it stands."""
        if self._closing:
            held, self._held = self._held, ""
            self.thought += held
            yield from [Delta("thinking", held)] if held else []
        self._speaks = True
        yield from self._say()
        thought, closing, said = self.said.partition(UNOPENED)
        if closing and not self.thought and "<think>" not in thought and not thought.lstrip().startswith("{"):
            self.thought, self.said = thought + closing, said.lstrip()

    def _opens(self) -> bool:
        """Whether it is clear what begins here: a thought, or the words. Else more must come in."""
        begun = self._held.lstrip()
        tag = next((tag for tag in TAGS if begun.startswith(tag)), "")
        if not tag and any(tag.startswith(begun) for tag in TAGS):
            return False
        if self.thought or tag:
            kept = len(self._held) - len(begun) + len(tag)
            self.thought, self._held = self.thought + self._held[:kept], self._held[kept:]
        self._closing, self._speaks = TAGS.get(tag, ""), not tag
        return True

    def _think(self) -> Iterator[Delta]:
        text, closed, rest = self._held.partition(self._closing)
        if not closed:
            kept = next(n for n in range(len(self._closing) - 1, -1, -1) if text.endswith(self._closing[:n]))
            text, rest = text[: len(text) - kept], text[len(text) - kept :]
        self.thought, self._held = self.thought + text + closed, rest
        self._closing = "" if closed else self._closing
        if text:
            yield Delta("thinking", text)

    def _say(self) -> Iterator[Delta]:
        held, self._held = self._held, ""
        self.said += held
        if held:
            yield Delta("text", held)


def put_together(blocks: list[Json], piece: Json, *, whole: bool) -> None:
    """Add a piece of `reasoning_details` to the block with its index, type and id, or as the first of a new one; one that is
    `whole` is a block. A signature may come alone at the end of its block, and only a whole block is taken back.
    """
    block = None if whole else next((one for one in reversed(blocks) if _same(one, piece)), None)
    if block is None:
        blocks.append(dict(piece))
        return
    for key, value in piece.items():
        if key in GROWING and isinstance(value, str) and isinstance(block.get(key), str):
            block[key] += value
        elif value not in (None, ""):
            block[key] = value


def _same(block: Json, piece: Json) -> bool:
    index, ids = piece.get("index"), {block.get("id"), piece.get("id")} - {None, ""}
    return index is not None and block.get("index") == index and block.get("type") == piece.get("type") and len(ids) < 2
