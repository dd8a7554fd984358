"""A noun phrase taken apart: determiners and selectors from its front, number, noun and names from its back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .kinds import COMPOUND, NOUNS, Noun
from .numbers import WORDS, counted
from .pattern import Tokens
from .selectors import Selector, selector
from .sketch import Item, Sketch
from .tokens import Sentence, words

Test = Callable[[Item], bool]

SKIP = words("the my our a an its their your some whole entire existing single current")
ALL = words("all every each any both everything anything")
DEICTIC = words("this that these those selected highlighted")
OTHER = words("other others remaining rest else")
STATES: dict[str, Test] = {
    "muted": lambda item: bool((item.get("audio") or {}).get("muted")),
    "silent": lambda item: bool((item.get("audio") or {}).get("muted")),
    "unmuted": lambda item: not (item.get("audio") or {}).get("muted"),
    "hidden": lambda item: item.get("enabled") is False,
    "disabled": lambda item: item.get("enabled") is False,
}
STRIDES = {"other": 2, "second": 2, "third": 3}


@dataclass(slots=True)
class Phrase:
    """A noun phrase taken apart."""

    everything: bool = False
    every: bool = False
    any_one: bool = False
    deictic: str = ""
    other: bool = False
    select: Selector | None = None
    tests: list[Test] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    noun: Noun | None = None
    head: str = ""


def front(sight: Sketch, phrase: Phrase, norms: list[str]) -> list[str]:
    """Take determiners, states and selectors from the front; the rest is names and noun."""
    at = 0
    while at < len(norms):
        word = norms[at]
        if word in ("everything", "anything", "whatever", "stuff"):
            at += 1 if norms[at + 1 : at + 2] in (["is"], ["that"]) else 0
            phrase.everything = phrase.every = True
            phrase.noun = NOUNS["item"]
        elif word == "one" and norms[at + 1 : at + 2] == ["of"]:
            phrase.any_one = True
            at += 1
        elif word == "every" and (stride := STRIDES.get(" ".join(norms[at + 1 : at + 2]))) and at + 2 < len(norms):
            phrase.select = Selector(step=(stride - 1, stride), many=True)
            at += 1
        elif word in ALL:
            phrase.every = True
        elif word in DEICTIC:
            phrase.deictic = word
        elif word in OTHER:
            phrase.other = True
        elif word in STATES:
            phrase.tests.append(STATES[word])
        elif word == "of" and (phrase.every or phrase.select):
            pass
        elif word not in SKIP:
            taken = selector(norms[at:])
            if taken is None or (phrase.select and not taken[0].measure and not taken[0].bare):
                break
            phrase.select = taken[0] if phrase.select is None else phrase.select.then(taken[0])
            at += taken[1] - 1
        at += 1
    return norms[at:]


def back(phrase: Phrase, rest: list[str], sentence: Sentence, tokens: Tokens) -> bool:
    """Read "park clips", "clip 3", "clips 2 and 3"; False when a word cannot belong to a noun phrase."""
    for size in (2, 1):
        for start in range(len(rest) - size + 1):
            key = tuple(rest[start : start + size])
            noun = COMPOUND.get(key) if size == 2 else NOUNS.get(key[0])
            if noun is None:
                continue
            numbers = _numbered(rest[start + size :])
            if numbers is None:
                continue
            phrase.noun, phrase.head = noun, " ".join(key)
            if numbers:
                phrase.select = Selector(picks=tuple(numbers), many=len(numbers) > 1)
            return _names(phrase, rest[:start], sentence, tokens[:start])
    if rest and rest[0] in ("number", "no", "#") and (numbers := _numbered(rest)):
        phrase.select = Selector(picks=tuple(numbers))
        return True
    return _names(phrase, rest, sentence, tokens)


def _numbered(words: list[str]) -> list[int] | None:
    """The positions in "3", "number 3", "2 and 3", "2 to 4"; [] for no words at all."""
    found: list[int] = []
    upto = False
    for word in words:
        if word in ("number", "no", "#", "and", ",", "numbers"):
            continue
        if word in ("to", "through"):
            upto = bool(found)
            continue
        value = counted(word) if word.isdigit() else WORDS.get(word)
        if not value:
            return None
        found.extend(range(found[-1] + 1, value + 1) if upto else [value])
        upto = False
    return [n - 1 for n in found] if found or not words else None


def _names(phrase: Phrase, words: list[str], sentence: Sentence, tokens: Tokens) -> bool:
    if len(words) > 5:
        return False
    for word, token in zip(words, tokens, strict=True):
        if token.kind == "quote":
            phrase.names.append(sentence.raw((token,)).lower())
        elif token.kind in ("word", "file", "number"):
            phrase.names.append(word)
        else:
            return False
    return True
