"""People change their minds while they type: "mute the music, no wait, the voiceover". What was taken back is not done."""

from __future__ import annotations

from collections.abc import Iterator

from .clauses import split
from .pattern import Tokens
from .tokens import words

# What takes back the wish before it, between two commas or not; the longest first.
TAKEN_BACK = tuple(
    tuple(phrase.split())
    for phrase in (
        "no wait actually", "wait no actually", "oh wait no", "sorry no", "no sorry", "no wait", "wait no", "actually no", "no actually", "scratch that", "strike that", "on second thought", "on second thoughts", "no make that",
        ", i mean", ", or rather", ", correction", ", rather",
    )
)  # fmt: skip
ALONE = words("no nope nah")


def taken_back(tokens: Tokens) -> tuple[Tokens, Tokens] | None:
    """The words before the last change of mind and those after it; None where there is none."""
    norms = tuple(token.norm for token in tokens)
    for at in range(len(norms) - 1, 0, -1):
        for phrase in TAKEN_BACK:
            if norms[at : at + len(phrase)] == phrase:
                return _trimmed(tokens[:at]), _trimmed(tokens[at + len(phrase) :])
        if norms[at] in ALONE and norms[at - 1] == "," and norms[at + 1 : at + 2] == (",",):
            return _trimmed(tokens[:at]), _trimmed(tokens[at + 1 :])
    return None


def corrected_wishes(before: Tokens, after: Tokens) -> Iterator[Tokens]:
    """What may be meant in the end: the earlier clauses and the new words, alone or in the place of the last words before."""
    clauses = split(before)
    if not clauses or not after:
        return
    last = clauses[-1]
    kept = before[: last.start]
    yield (*kept, *after)
    for end in range(last.end - 1, last.start, -1):
        yield (*before[:end], *after)


def _trimmed(tokens: Tokens) -> Tokens:
    while tokens and tokens[0].kind == "mark" and tokens[0].norm in ",.!;:":
        tokens = tokens[1:]
    while tokens and tokens[-1].kind == "mark" and tokens[-1].norm in ",.!;:":
        tokens = tokens[:-1]
    return tokens
