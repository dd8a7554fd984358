"""Slips of the keyboard: words that are no words become the nearest that the grammar or the composition knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache

from rapidfuzz.distance import OSA

from . import grades, kinds, text_style, times, tokens, words
from .canvas_words import COLOURS, SHAPES
from .grammar import RULES
from .innocent import INNOCENT
from .intents.verbs import LANGUAGES, PLATFORMS
from .numbers import ORDINALS, WORDS
from .pattern import compile_pattern, words_of
from .selectors import ENDS, MEASURES
from .tokens import Token
from .words import CLASSES, TYPOS

SHORTEST = 4
GLUE = tokens.words(
    "everything except beginning start end before after during between middle corner marker playhead selected selection"
    " penultimate and then"
)


@cache
def vocabulary() -> frozenset[str]:
    """Every word that the grammar reads."""
    found: set[str] = set()
    for rule in RULES:
        found |= words_of(compile_pattern(rule.pattern))
    for phrases in CLASSES.values():
        found |= {word for phrase in phrases for word in phrase}
    for phrase in (*grades.LOOKS, *text_style.FONTS):
        found |= set(phrase.split())
    for table in (
        COLOURS,
        SHAPES,
        LANGUAGES,
        PLATFORMS,
        ORDINALS,
        WORDS,
        ENDS,
        MEASURES,
        kinds.NOUNS,
        times.UNIT,
        grades.FIELDS,
    ):
        found |= set(table)
    found |= set(" ".join(" ".join(key) for key in kinds.COMPOUND).split())
    found |= GLUE
    found |= words.FILLERS
    return frozenset(word for word in found if word.isalpha())


def corrected(said: Iterable[Token], names: frozenset[str]) -> tuple[Token, ...]:
    """The tokens with slips mended; `names` are the words that things in the composition go by."""
    return tuple(replace(token, norm=mended(token.norm, names)) if token.kind == "word" else token for token in said)


@lru_cache(maxsize=16)
def _targets(names: frozenset[str]) -> tuple[str, ...]:
    """What a slip may be mended to, in one order for ever."""
    return tuple(word for word in sorted(vocabulary() | names) if len(word) >= SHORTEST - 1)


def mended(word: str, names: frozenset[str]) -> str:
    """The word meant: itself when it is known or innocent, else the only nearest one within reach."""
    known = vocabulary()
    if word in TYPOS and word not in names:
        return TYPOS[word]
    if len(word) < SHORTEST or word in known or word in names or word in INNOCENT or not word.isalpha():
        return word
    reach = 1 if len(word) < 8 else 2
    best, choice = reach + 1.0, word
    for candidate in _targets(names):
        if abs(len(candidate) - len(word)) > reach:
            continue
        far = 2 if len(word) > 4 and candidate[0] == word[0] and sorted(candidate) == sorted(word) else reach
        distance = OSA.distance(word, candidate, score_cutoff=far)
        if distance > far or (candidate[0] != word[0] and sorted(candidate) != sorted(word)):
            continue
        cost = distance - 0.2 * (candidate in names) - 0.1 * (sorted(candidate) == sorted(word))
        if cost < best:
            best, choice = cost, candidate
    return choice
