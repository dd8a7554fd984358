"""The little language that the grammar is written in: patterns over tokens, compiled once, matched with backtracking.

    word            that word                      word|other      one of these words
    =word           that word, no article before it
    <class>         a phrase of a word class       {slot}          a slot of that kind
    {name:kind}     a slot under another name      [ … ]           may be missing
    ( … / … )       one of several sequences

A pattern matches only when it covers every token. Articles before a word or a class may be skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from .tokens import Sentence, Token

ARTICLES = frozenset({"the", "a", "an", "my", "our", "some", "its", "their", "your"})
PART = re.compile(r"\{[^}]*\}|<[^>]*>|[\[\]()/]|[^\s\[\]()/<>{}]+")

Found = dict[str, Any]
Tokens = tuple[Token, ...]
# A slot reads one meaning at a position: it yields (position after it, value), best first.
Slot = Callable[["Reading", int], Iterator[tuple[int, Any]]]


class Exhausted(Exception):
    """A message takes more steps to read than any honest one does."""


@dataclass(slots=True)
class Effort:
    """What is left of the steps that the reading of one message may take; a count, so that it is the same everywhere."""

    left: int = 250_000

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Exhausted


@dataclass(frozen=True, slots=True)
class Words:
    words: frozenset[str]
    tight: bool = False


@dataclass(frozen=True, slots=True)
class Class:
    name: str


@dataclass(frozen=True, slots=True)
class Hole:
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Choice:
    ways: tuple[tuple[Node, ...], ...]


Node = Words | Class | Hole | Choice


@dataclass(frozen=True, slots=True)
class Reading:
    """What a pattern is matched against: the tokens, the word classes, the slots, and whatever the slots need to see."""

    sentence: Sentence
    tokens: Tokens
    classes: Mapping[str, frozenset[tuple[str, ...]]]
    slots: Mapping[str, Slot]
    sight: Any

    def raw(self, start: int, end: int) -> str:
        return self.sentence.raw(self.tokens[start:end])

    def on(self, tokens: Tokens) -> Reading:
        """The same reading over other tokens of the sentence."""
        return Reading(self.sentence, tokens, self.classes, self.slots, self.sight)


@cache
def compile_pattern(text: str) -> tuple[Node, ...]:
    """The nodes of a pattern; ValueError for brackets that do not close, and for a slot or class among "|" words."""
    parts = PART.findall(text)
    if open_ := next((part for part in parts if part.strip("|") != part), ""):
        raise ValueError(f"“{open_}” wants a word; write ( a / {{b}} ) for a word or a slot: {text}")
    nodes, rest = _sequence(parts, 0)
    if rest != len(parts):
        raise ValueError(f"unbalanced pattern: {text}")
    return nodes


def _sequence(parts: list[str], at: int) -> tuple[tuple[Node, ...], int]:
    nodes: list[Node] = []
    while at < len(parts) and parts[at] not in ("]", ")", "/"):
        part = parts[at]
        if part == "[":
            inner, at = _sequence(parts, at + 1)
            nodes.append(Choice((inner, ())))
        elif part == "(":
            ways = []
            while parts[at] != ")":
                inner, at = _sequence(parts, at + 1)
                ways.append(inner)
            nodes.append(Choice(tuple(ways)))
        else:
            nodes.append(_single(part))
        at += 1
    return tuple(nodes), at


def _single(part: str) -> Node:
    if part.startswith("<"):
        return Class(part[1:-1])
    if part.startswith("{"):
        name, _, kind = part[1:-1].partition(":")
        return Hole(name, kind or name)
    return Words(frozenset(part.removeprefix("=").split("|")), part.startswith("="))


def words_of(nodes: tuple[Node, ...]) -> frozenset[str]:
    """Every literal word of a pattern: what spelling may correct towards."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, Words):
            found |= node.words
        elif isinstance(node, Choice):
            for way in node.ways:
                found |= words_of(way)
    return frozenset(found)


def match(pattern: str, reading: Reading, start: int = 0, *, whole: bool = True) -> Iterator[tuple[int, Found]]:
    """Every way to read the tokens from `start` by the pattern: where it ends and what its slots hold."""
    for end, found in _walk(compile_pattern(pattern), 0, reading, start, {}):
        if not whole or end == len(reading.tokens):
            yield end, found


def _walk(nodes: tuple[Node, ...], k: int, reading: Reading, at: int, found: Found) -> Iterator[tuple[int, Found]]:
    reading.sight.effort.spend()
    if k == len(nodes):
        yield at, found
        return
    node = nodes[k]
    if isinstance(node, Choice):
        for way in node.ways:
            yield from _walk(way + nodes[k + 1 :], 0, reading, at, found)
    elif isinstance(node, Hole):
        for end, value in reading.slots[node.kind](reading, at):
            yield from _walk(nodes, k + 1, reading, end, {**found, node.name: value})
    else:
        for end in _ends(node, reading, at):
            yield from _walk(nodes, k + 1, reading, end, found)
        if _skippable(node, reading, at):
            yield from _walk(nodes, k, reading, at + 1, found)


def _skippable(node: Words | Class, reading: Reading, at: int) -> bool:
    """Whether an article stands here that the pattern need not mention; never two of them in a row."""
    norms = [token.norm for token in reading.tokens[at : at + 2]]
    if not norms or norms[0] not in ARTICLES or norms[1:] and norms[1] in ARTICLES:
        return False
    return not (isinstance(node, Words) and (node.tight or norms[0] in node.words))


def _ends(node: Words | Class, reading: Reading, at: int) -> Iterator[int]:
    tokens = reading.tokens
    if isinstance(node, Words):
        if at < len(tokens) and tokens[at].norm in node.words:
            yield at + 1
        return
    phrases = reading.classes[node.name]
    for length in (4, 3, 2, 1):
        if at + length <= len(tokens) and tuple(t.norm for t in tokens[at : at + length]) in phrases:
            yield at + length


Row = tuple[str, Callable[[Any, Found], Any]]


def phrases(rows: tuple[Row, ...]) -> Slot:
    """A slot that is itself a table: pattern → meaning (None: these words mean nothing here). Longest reading first."""

    def slot(reading: Reading, at: int) -> Iterator[tuple[int, Any]]:
        memo: dict[Any, Any] = reading.sight.memo
        key = (id(rows), reading.tokens[at:])
        if key not in memo:
            memo[key] = _readings(rows, reading, at)
        yield from ((at + length, value) for length, value in memo[key])

    return slot


def _readings(rows: tuple[Row, ...], reading: Reading, at: int) -> list[tuple[int, Any]]:
    seen: dict[int, Any] = {}
    for pattern, mean in rows:
        for end, found in match(pattern, reading, at, whole=False):
            if end > at and end not in seen and (value := mean(reading.sight, found)) is not None:
                seen[end] = value
    return sorted(((end - at, value) for end, value in seen.items()), key=lambda pair: -pair[0])
