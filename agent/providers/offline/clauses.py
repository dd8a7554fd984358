"""A message in clauses: where one wish ends and the next begins, and which words forbid instead of asking."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .core_phrase import Things
from .grammar import commanding
from .pattern import Reading, Tokens, match
from .speech import CONDITION_PHRASES, CONDITIONS, FORBIDDING, begins, request
from .things import resolve
from .tokens import words

HARD = frozenset({".", "!", "?", ";"})
SOFT = frozenset({",", "(", ")", "and", "then", "but", "also", "plus", "afterwards", "or"})


@dataclass(frozen=True, slots=True)
class Clause:
    """Tokens `start` to `end` of the message. `after` is the separator before it; `hard`: a new sentence begins with it."""

    start: int
    end: int
    after: str = ""
    hard: bool = False


def split(tokens: Tokens) -> list[Clause]:
    """The smallest pieces; the grammar may read several of them together."""
    clauses: list[Clause] = []
    start, after, hard = 0, "", False
    for at, token in enumerate((*tokens, None)):
        word = token.norm if token and token.kind in ("mark", "word") else ""
        if token is not None and word not in HARD and word not in SOFT:
            continue
        if start < at:
            clauses.append(Clause(start, at, after, hard))
            after, hard = "", False
        after, hard, start = word or after, hard or word in HARD, at + 1
    return clauses


def fences(tokens: Tokens, clauses: list[Clause]) -> frozenset[int]:
    """Places in the text where a new command begins, which unquoted words do not run across."""
    return frozenset(tokens[clause.start].start for clause in clauses if clause.start and opens(tokens, clause))


def opens(tokens: Tokens, clause: Clause) -> bool:
    """Whether a clause begins a command of its own."""
    if clause.hard:
        return True
    asked = request(tokens[clause.start : clause.end])
    return bool(asked) and (asked[0].norm in commanding() or bool(begins(asked, FORBIDDING)))


def is_condition(tokens: Tokens) -> bool:
    """Whether these words make the rest depend on something."""
    norms = [token.norm for token in tokens if token.kind != "quote"]
    return any(norm in CONDITIONS - {"should"} for norm in norms) or bool(begins(tokens, CONDITION_PHRASES))


TOUCHING = words("touch change alter affect modify edit mess adjust disturb tamper do move") - {"move"}
KEEPING = (
    "leave {things} [exactly|just] alone|be|untouched|unchanged|intact|out|as|where|in|how [is|it|they|place|that] [is|are]",
    "keep {things} [exactly|just] untouched|unchanged|intact|as|the|where|in|safe|how [is|it|they|same|place|way] [is|are]",
    "leave {things} [exactly|just] as|where|how it|they is|are [now]",
    "keep {things} [exactly|just] as|where|the|how it|they|same|way [is|are|it|they] [is|are]",
    "leave|keep {things} in [full|the|its|their] color|colour|place|position|track",
    "leave {things}",
    "keep {things}",
    "<change> nothing about|on|in {things}",
    "{things} should|must [stay|remain|be] [as] [it|they] [is|are|untouched|unchanged|the] [same]",
    "{things} stays|stay|remains|remain [as|the|where|untouched|unchanged] [it|they|same] [is|are]",
)


def kept(reading: Reading) -> Things | None:
    """The things that a clause wants left as they are: "leave the music alone"."""
    tokens = request(reading.tokens)
    for pattern in KEEPING:
        for _, found in match(pattern, reading.on(tokens)):
            things: Things = found["things"]
            if not things.words.lower().startswith("only "):  # "keep only the logo" is about all the others
                return things
    return None


BUT = re.compile(
    r"(keep |retain )?(the )?(everything|all|all of it|it all|whole lot|lot|all the \w+)"
    r" (but|except|bar|besides|excluding|minus|other than|apart from|aside from|save)( for)?"
)


def keeps_all_but(tokens: Tokens) -> bool:
    """ "Keep everything but the logo" is a wish about the logo, which the grammar reads."""
    asked = request(tokens)
    found = BUT.match(" ".join(token.norm for token in asked))
    following = asked[len(found.group().split()) :] if found else ()
    return bool(following) and following[0].norm not in commanding()


def forbidden(reading: Reading) -> tuple[Things | None, bool]:
    """What a clause like "do not touch the music" is about, and whether no change at all is meant."""
    tokens = request(reading.tokens)
    tokens = tokens[begins(tokens, FORBIDDING) :]
    touching = not tokens or tokens[0].norm in TOUCHING or tokens[0].norm.removesuffix("ing") in TOUCHING
    for start in range(min(4, len(tokens))):
        for end in range(len(tokens), start, -1):
            things = resolve(reading, tokens[start:end])
            if things is not None:
                return things, touching or start == 0
    return None, False


def is_forbidding(tokens: Tokens) -> bool:
    return bool(begins(request(tokens), FORBIDDING)) or bool(begins(tokens, FORBIDDING))
