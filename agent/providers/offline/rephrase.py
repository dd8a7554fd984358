"""Wishes that are no commands, said as commands: "I want the title red", "the outro should be muted", "let's try it square"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .grammar import commanding
from .pattern import Tokens
from .tokens import Token, words

WANTS = tuple(
    tuple(phrase.split())
    for phrase in (
        "i would like to have", "we would like to have", "i would like", "we would like", "i would love", "we would love", "i would prefer",
        "i want", "we want", "i need", "we need", "i prefer", "there should be", "there needs to be", "there must be", "i would rather have", "try", "how about", "what about",
    )
)  # fmt: skip
INDEFINITE = words("a an some another")
MODALS = tuple(
    tuple(phrase.split())
    for phrase in ("should be", "needs to be", "need to be", "has to be", "have to be", "must be", "ought to be", "should get",
                   "should", "needs to", "need to", "has to", "have to", "must", "ought to", "could be", "could use", "needs", "wants to be")
)  # fmt: skip
IRREGULAR = {"out": "delete", "frozen": "freeze", "called": "rename", "shrunk": "shrink", "muted": "mute", "hidden": "hide", "cut": "cut", "split": "split", "put": "put", "shown": "show", "sped": "speed", "gone": "delete", "go": "delete",
             "made": "make", "sent": "send", "brought": "bring", "taken": "take", "slowed": "slow", "set": "set", "left": "leave"}  # fmt: skip
# What "to" may stand before when the thing is named first: "I want the title to say Hi".
INFINITIVES = words("be say read start begin end last appear fade play run come go stay slide pop pulse fill fit")


def rephrased(tokens: Tokens) -> Iterator[Tokens]:
    """The same wish in the imperative, where it can be said so."""
    for phrase in WANTS:
        if _begins(tokens, phrase) and len(tokens) > len(phrase):
            rest = tokens[len(phrase) :]
            verb = "add" if rest[0].norm in INDEFINITE else "make"
            yield (_word(tokens[0], verb), *_without_to(rest))
            return
    for at in range(1, min(len(tokens) - 1, 9)):
        for phrase in MODALS:
            if _begins(tokens[at:], phrase) and len(tokens) > at + len(phrase):
                yield from _modal(tokens[:at], tokens[at + len(phrase) :])
                return


def _modal(subject: Tokens, rest: Tokens) -> Iterator[Tokens]:
    if rest[0].norm in INDEFINITE:
        yield (_word(rest[0], "add"), *rest, _word(rest[0], "to"), *subject)
        yield (_word(rest[0], "add"), *rest)
    verb = base(rest[0].norm)
    if verb:
        yield (_word(rest[0], verb), *subject, *rest[1:])
    yield (_word(rest[0], "make"), *subject, *_without_to(rest))


def base(word: str) -> str:
    """The plain form of a participle that is a command ("muted" → "mute"), "" when there is none."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if not word.endswith("ed"):
        return ""
    stem = word[:-2]
    forms = (stem, f"{stem}e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem)
    return next((form for form in forms if form in commanding()), "")


def _without_to(tokens: Tokens) -> Tokens:
    kept: list[Token] = []
    for at, token in enumerate(tokens):
        following = tokens[at + 1].norm if at + 1 < len(tokens) else ""
        if token.norm == "to" and following in INFINITIVES:
            continue
        if token.norm == "be" and at and tokens[at - 1].norm == "to":
            continue
        kept.append(token)
    return tuple(kept)


def _begins(tokens: Tokens, phrase: tuple[str, ...]) -> bool:
    return tuple(token.norm for token in tokens[: len(phrase)]) == phrase


def _word(like: Token, norm: str) -> Token:
    return replace(like, norm=norm, kind="word")
