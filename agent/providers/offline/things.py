"""Noun phrases to items: "the second to last clip", "everything on the overlay track except the logo", "it"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from .core_phrase import HALVES, Things, core
from .kinds import NOUNS, of_kind
from .pattern import ARTICLES, Found, Reading, Row, Tokens, compile_pattern, match, words_of
from .phrase import STATES, Test
from .sketch import Item, Sketch, end_of

LONGEST = 16
EXCEPT = (
    "except for", "except", "apart from", "other than", "excluding", "besides", "aside from", "save for", "bar", "but not",
    "but leave", "but keep", "but", "not including", "minus", "leaving", "not", "without",
)  # fmt: skip
JOINERS = frozenset({"and", ",", "or", "plus"})
ONLY = frozenset({"only", "alone"})
UNIVERSAL = frozenset({"everything", "all", "anything", "every"})


def things(reading: Reading, at: int) -> Iterator[tuple[int, Things]]:
    """A slot: the longest phrase first."""
    for end in range(min(len(reading.tokens), at + LONGEST), at, -1):
        found = resolve(reading, reading.tokens[at:end])
        if found is not None and not (found.bare and _noun_follows(reading, end)):
            yield end, found
    if reading.sight.lenient:
        yield from _missing(reading, at)


def _noun_follows(reading: Reading, end: int) -> bool:
    """ "the second" of "the second half" is no clip."""
    return end < len(reading.tokens) and reading.tokens[end].norm in HALVES | {
        "third",
        "quarter",
        "second",
        "seconds",
        "frame",
        "frames",
    }


def _missing(reading: Reading, at: int) -> Iterator[tuple[int, Things]]:
    """A phrase that names nothing here, so that the reply can say which."""
    ends = range(min(len(reading.tokens), at + 6), at, -1)
    if any(resolve(reading, reading.tokens[at:end]) for end in ends):
        return
    for end in ends:
        tokens = reading.tokens[at:end]
        if all(token.kind in ("word", "number", "file", "quote") for token in tokens) and tokens[0].norm in ARTICLES:
            words = reading.sentence.raw(tokens)
            yield end, Things((), words, True, f"There is nothing like “{words}” in this composition.")


def resolve(reading: Reading, tokens: Tokens) -> Things | None:
    """What exactly these tokens mean; None when they are no noun phrase about this composition."""
    if len(tokens) > LONGEST:
        return None
    memo: dict[Any, Any] = reading.sight.memo
    key = ("things", tokens)
    if key not in memo:
        memo[key] = None  # a phrase is never part of itself
        memo[key] = _resolve(reading, tokens)
    found: Things | None = memo[key]
    return found


def spoken_of(reading: Reading) -> list[str]:
    """All items that a sentence speaks of, each phrase as long as it goes; what could be any of several is none."""
    found: list[str] = []
    at = 0
    while at < len(reading.tokens):
        for end in range(min(len(reading.tokens), at + 8), at, -1):
            meant = resolve(reading, reading.tokens[at:end])
            if meant is not None and meant.ids and not meant.everything and not (meant.one and len(meant.ids) > 1):
                found += [one for one in meant.ids if one not in found]
                at = end
                break
        else:
            at += 1
    return found


def _resolve(reading: Reading, tokens: Tokens) -> Things | None:
    sight: Sketch = reading.sight
    if not tokens or tokens[0].norm in JOINERS or tokens[-1].norm in JOINERS or tokens[-1].norm in ("the", "a", "of"):
        return None
    if (plain := core(sight, reading.sentence, tokens)) is not None:
        open_ids = tuple(item for item in plain.ids if item not in sight.spared and item not in sight.aside)
        return replace(plain, ids=open_ids) if len(plain.ids) > 1 and not plain.one else plain
    if len(tokens) > 1 and tokens[-1].norm in ONLY:
        return resolve(reading, tokens[:-1])
    if len(tokens) > 1 and tokens[0].norm == "only":
        meant = resolve(reading, tokens[1:])
        return replace(meant, words=reading.sentence.raw(tokens)) if meant and not meant.bare else None
    return (
        _excepted(reading, tokens) or _joined(reading, tokens) or _modified(reading, tokens) or _timed(reading, tokens)
    )


def _excepted(reading: Reading, tokens: Tokens) -> Things | None:
    norms = [token.norm for token in tokens]
    for phrase in EXCEPT:
        words = phrase.split()
        for at in range(1, len(norms) - len(words)):
            if norms[at : at + len(words)] != words:
                continue
            stop = at - 1 if norms[at - 1] == "," else at
            rest = resolve(reading, tokens[at + len(words) :])
            base = resolve(reading, tokens[:stop])
            if norms[:stop] == ["all"] and rest:
                base = Things(
                    tuple(reading.sight.by_time(of_kind(reading.sight.state, rest.kind))), "all", kind=rest.kind
                )
            if base and rest and not base.one and not rest.missing:
                ids = tuple(item for item in base.ids if item not in rest.ids)
                if not ids and norms[:stop] == ["all"]:
                    return None  # "all but the music": not only of the music's kind
                missing = "" if ids else "Nothing is left then."
                return replace(base, ids=ids, words=reading.sentence.raw(tokens), missing=missing, everything=False)
    return None


def _joined(reading: Reading, tokens: Tokens) -> Things | None:
    """Two phrases joined; "the first and last clips" lends the noun of the second to the first."""
    for at in range(len(tokens) - 2, 0, -1):
        if tokens[at].norm not in JOINERS:
            continue
        left, right = tokens[:at], tokens[at + 1 :]
        while left and left[-1].norm in JOINERS:
            left = left[:-1]
        second = resolve(reading, right)
        if not left or second is None:
            continue
        first = resolve(reading, (*left, right[-1])) if _lends(left, right) else None
        first = first or resolve(reading, left)
        if first is None or (first.one and len(first.ids) > 1) or (second.one and len(second.ids) > 1):
            continue
        ids = (*first.ids, *(item for item in second.ids if item not in first.ids))
        missing = first.missing or second.missing
        return Things(() if missing else ids, reading.sentence.raw(tokens), False, missing, second.kind)
    return None


def _timed(reading: Reading, tokens: Tokens) -> Things | None:
    """ "the 8 second clip": a length before the noun."""
    for at in range(min(3, len(tokens) - 1)):
        for end, frames in reading.slots["dur"](reading.on(tokens), at):
            rest = (*tokens[:at], *(token for token in tokens[end:] if token.norm != "long"))
            if (
                tokens[at].kind == "number"
                and [token.norm for token in tokens[end : end + 1]] != ["of"]
                and rest
                and rest[-1].norm in NOUNS
            ):
                found = core(reading.sight, reading.sentence, rest, _exactly(frames))
                return found and replace(found, words=reading.sentence.raw(tokens))
    return None


def _exactly(frames: int) -> Test:
    return lambda item: bool(item["durationInFrames"] == frames)


def _lends(left: Tokens, right: Tokens) -> bool:
    return right[-1].norm in NOUNS and left[-1].norm not in NOUNS and len(right) > 1


@dataclass(frozen=True, slots=True)
class Where:
    """What a modifier asks of an item.

    `near` picks one of several for a singular noun ("first" or "last" in time); `many`: it can only be said of several
    ("clips over 5 seconds", whereas "fade the clip over 5 seconds" is about the fade).
    """

    test: Test
    near: str = ""
    many: bool = False


def _on(track: str) -> Where:
    return Where(lambda item: item["trackId"] == track)


def _at(frame: int) -> Where:
    return Where(lambda item: item["from"] <= frame < end_of(item))


def _after(frame: int) -> Where:
    return Where(lambda item: item["from"] >= frame, "first")


def _before(frame: int) -> Where:
    return Where(lambda item: end_of(item) <= frame, "last")


def _between(a: int, b: int) -> Where:
    return Where(lambda item: item["from"] >= a and end_of(item) <= b)


def _lasting(found: Found, sign: int, *, many: bool = False) -> Where:
    return Where(lambda item: sign * (item["durationInFrames"] - found["amount"]) > 0, many=many)


# What may follow a noun: pattern → a test of an item.
MODIFIERS: tuple[Row, ...] = (
    ("on|in|from|of {plain_track}", lambda s, m: _on(m["plain_track"])),
    ("[that|which] [is|are] longer|more|greater than {amount} [long]", lambda s, m: _lasting(m, 1)),
    ("[that|which] [is|are] over|above|exceeding {amount:dur} [long]", lambda s, m: _lasting(m, 1, many=True)),
    ("[that|which] [is|are] shorter|less|smaller than {amount} [long]", lambda s, m: _lasting(m, -1)),
    ("[that|which] [is|are] under|below {amount:dur} [long]", lambda s, m: _lasting(m, -1, many=True)),
    ("[that|which] [is] [playing|plays|showing|shows|visible|on|running|happening] at|@|around {when}", lambda s, m: _at(m["when"].frame)),
    ("under {when}", lambda s, m: _at(m["when"].frame)),
    ("[that|which starts|start|begins|comes|is] [starting|right] after {when}", lambda s, m: _after(m["when"].frame)),
    ("[that|which starts|comes|come|is|goes] [right] after {things}", lambda s, m: _edge(s, m["things"], _after, last=True)),
    ("following {things}", lambda s, m: _edge(s, m["things"], _after, last=True)),
    ("[that|which ends|end|comes|is] [ending|right] before {when}", lambda s, m: _before(m["when"].frame)),
    ("[that|which comes|come|is|goes] [right] before {things}", lambda s, m: _edge(s, m["things"], _before, last=False)),
    ("between {a:when} and {b:when}", lambda s, m: _between(m["a"].frame, m["b"].frame)),
    ("between {a:things} and {b:things}", lambda s, m: _gap(s, m["a"], m["b"])),
    ("that|which is|are muted", lambda s, m: Where(STATES["muted"])),
    ("that|which is|are hidden|disabled", lambda s, m: Where(STATES["hidden"])),
    ("[that|which] says|reads|say|read|saying|reading {quote}", lambda s, m: _says(m["quote"])),
    ("[that|which] says|reads|say|read|saying|reading {raw}", lambda s, m: _says(m["raw"])),
    ("with [the] [text|word|words] {quote}", lambda s, m: _says(m["quote"])),
    ("called|named {quote}", lambda s, m: _says(m["quote"])),
    ("called|named {raw}", lambda s, m: _says(m["raw"])),
    ("{quote}", lambda s, m: _says(m["quote"])),
    ("here|there|now", lambda s, m: None if s.scene.playhead is None else _at(s.scene.playhead)),
)  # fmt: skip


# What a modifier can begin with; most words are passed over at a glance.
OPENING = frozenset().union(*(words_of(compile_pattern(pattern)) for pattern, _ in MODIFIERS))


def _modified(reading: Reading, tokens: Tokens) -> Things | None:
    for at in range(len(tokens) - 1, 0, -1):
        if tokens[at].kind == "word" and tokens[at].norm not in OPENING:
            continue
        tail = reading.on(tokens[at:])
        for pattern, mean in MODIFIERS:
            for _, found in match(pattern, tail):
                where: Where | None = mean(reading.sight, found)
                if where is None:
                    continue
                base = core(reading.sight, reading.sentence, tokens[:at], where.test, where.near)
                base = base or _also(reading, tokens[:at], where)
                if base is None or where.many and base.one or not base.ids and _sole(reading, tokens[:at]):
                    continue
                if base is not None:
                    return replace(base, words=reading.sentence.raw(tokens), everything=False)
    return None


def _also(reading: Reading, tokens: Tokens, where: Where) -> Things | None:
    """A second modifier: "all clips shorter than 4 seconds on the main track"."""
    several = resolve(reading, tokens)
    if several is None or several.one or several.missing:
        return None
    ids = tuple(item for item in several.ids if where.test(reading.sight.state.items[item]))
    return replace(several, ids=ids, missing="" if ids else "There is none of that kind.")


def _sole(reading: Reading, tokens: Tokens) -> bool:
    """Whether the phrase alone means one thing, so that what follows it says when or where, not which: "the logo at the top"."""
    plain = core(reading.sight, reading.sentence, tokens)
    return plain is not None and len(plain.ids) == 1


def _says(text: str) -> Where:
    wanted = text.lower().strip()
    return Where(lambda item: wanted in (item.get("text") or "").lower() or wanted in (item.get("name") or "").lower())


def _edge(sight: Sketch, anchor: Things, make: Callable[[int], Where], *, last: bool) -> Where | None:
    if not anchor.ids or (anchor.one and len(anchor.ids) > 1):
        return None
    items: list[Item] = [sight.state.items[item] for item in anchor.ids]
    return make(max(map(end_of, items)) if last else min(item["from"] for item in items))


def _gap(sight: Sketch, a: Things, b: Things) -> Where | None:
    after, before = _edge(sight, a, _after, last=True), _edge(sight, b, _before, last=False)
    return after and before and Where(lambda item: after.test(item) and before.test(item))
