"""Every slot that a pattern can name, in one table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import canvas_words, numbers, times
from .assets import asset
from .core_phrase import Things
from .grades import SLOTS as GRADE_SLOTS
from .intents.captioning import SLOTS as CAPTION_SLOTS
from .intents.making import SLOTS as MAKING_SLOTS
from .intents.spoken import SLOTS as SPOKEN_SLOTS
from .intents.transitions import SLOTS as TRANSITION_SLOTS
from .intents.verbs import SLOTS as VERB_SLOTS
from .kinds import of_kind
from .mods import looks, mods
from .numbers import WORDS, ordinal
from .pattern import Reading, Row, Slot, phrases
from .selectors import MEASURES
from .text_style import SLOTS as STYLE_SLOTS
from .things import things
from .tokens import Token, words
from .tracks import called, one_kind, plain_track, track

LONGEST_TEXT = 60


def quote(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """Quoted words, as typed."""
    if at < len(reading.tokens) and reading.tokens[at].kind == "quote":
        yield at + 1, reading.raw(at, at + 1)


def raw(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """Words to be taken as typed; shortest first, so that what can be read as a place or a time is."""
    if at < len(reading.tokens) and reading.tokens[at].kind == "quote":
        return
    for end in range(at + 1, min(len(reading.tokens), at + LONGEST_TEXT) + 1):
        token = reading.tokens[end - 1]
        if token.kind == "quote" or (end - 1 > at and token.start in reading.sight.fences):
            return
        if text := typed(reading, at, end):
            yield end, text


COURTESY = re.compile(
    r"(?:[\s,]*\b(?:please|thanks|thank you|thx|pls|plz|for me|for now|right now|instead|rn|lol|haha|tho|tbh|ok|okay|now|asap|if possible|if you can)\b[\s.!]*)+$",
    re.I,
)


def typed(reading: Reading, at: int, end: int) -> str:
    """The words from `at` up to `end` as typed, with those between that mean nothing to the grammar ("Just do it")."""
    tokens, text = reading.tokens, reading.sentence.text
    start = tokens[at - 1].end if at else tokens[at].start
    if text[start : tokens[at].start].count("\n") or any(mark in text[start : tokens[at].start] for mark in ".;!?"):
        start = tokens[at].start
    stop = next(
        (
            token.start
            for token in reading.sentence.tokens
            if token.start > tokens[end - 1].start and _kept(reading, token, end)
        ),
        len(text),
    )
    tail = COURTESY.sub("", text[tokens[end - 1].end : stop]).rstrip(" ,:;.\n")
    return (text[start : tokens[end - 1].end] + tail).strip(" ,:;\n")


def _kept(reading: Reading, token: Token, end: int) -> bool:
    if token.kind == "mark" or token.norm in ("and", "then", "but"):
        return True
    return end < len(reading.tokens) and token.start >= reading.tokens[end].start


def content(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """What a text is to say: quoted, or the words that are left."""
    start = at + 1 if at < len(reading.tokens) and reading.tokens[at].norm in (":", ",") else at
    yield from quote(reading, start)
    yield from raw(reading, start)


PREPOSITIONS = words(
    "at in on for to from over between after before during until with by into onto under near up down left right through throughout about that which and"
    " below above beneath underneath behind beside next says saying reads reading like with of"
    " so here there again last lasts stay stays appear appears as longer shorter track layer color colour size font bold italic behind animation fade"
)


def bare_content(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """Words to write as they are, if they do not name a kind of writing ("write a poem")."""
    if at >= len(reading.tokens):
        return
    first = reading.tokens[at]
    named = reading.sentence.text[first.start : first.start + 1].isupper()
    if named or first.norm not in ("a", "an", "me", "some", "about", "the", "us", "my"):
        yield from content(reading, at)


def plain_content(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """What a text is to say with no "that says" before it: words that could not be a place, a time or a style instead."""
    start = at + 1 if at < len(reading.tokens) and reading.tokens[at].norm == ":" else at
    if start < len(reading.tokens) and (start > at or reading.tokens[start].norm not in PREPOSITIONS):
        yield from content(reading, at)


def shouted(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """Words in capitals, or beginning with one: what is to be written, with no quotes around it."""
    end = at
    while (
        end < len(reading.tokens)
        and (letters := reading.sentence.text[reading.tokens[end].start : reading.tokens[end].end])
        and letters[:1].isupper()
    ):
        end += 1
    if end > at:
        yield end, reading.raw(at, end)


def nth(reading: Reading, at: int) -> Iterator[tuple[int, int]]:
    """A position counted from 1: "first", "3rd", "last" (-1), "number 2", "2"."""
    if at >= len(reading.tokens):
        return
    word = reading.tokens[at].norm
    if word in ("number", "no", "#") and at + 1 < len(reading.tokens):
        yield from ((end, value) for end, value in nth(reading, at + 1))
    elif word in ("last", "final"):
        yield at + 1, -1
    elif value := ordinal(word) or WORDS.get(word) or (int(word) if word.isdigit() else 0):
        yield at + 1, value


def word(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """Any one word."""
    if at < len(reading.tokens) and reading.tokens[at].kind == "word":
        yield at + 1, reading.tokens[at].norm


def adjectives(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """One to three words before a noun, as typed: "upbeat electronic"."""
    if at >= len(reading.tokens) or reading.tokens[at].norm in ("the", "my", "our", "this", "that", "its"):
        return
    for end in range(at + 1, min(len(reading.tokens), at + 4)):
        yield end, reading.raw(at, end)


TAIL = words(
    "is are there here do does we i have has got in on the this my our timeline video composition project it all total now whole currently altogether edit"
    " being used exist"
)


def tail(reading: Reading, at: int) -> Iterator[tuple[int, bool]]:
    """A slot: what trails after a question and adds nothing to it; also nothing at all."""
    end = at
    while end < len(reading.tokens) and reading.tokens[end].norm in TAIL:
        end += 1
    yield from ((stop, True) for stop in range(end, at - 1, -1))


def targets(reading: Reading, at: int) -> Iterator[tuple[int, Things]]:
    """A slot: things, or for "the whole video" all its clips."""
    yield from things(reading, at)
    sight = reading.sight
    for end, _ in phrases(WHOLE)(reading, at):
        if reading.tokens[end - 1].norm in ("it", "this", "everything"):
            continue
        if clips := tuple(item for item in sight.by_time(of_kind(sight.state, "clip")) if not sight.shut(item)):
            yield end, Things(clips, "the clips")


WHOLE: tuple[Row, ...] = (("<whole>", lambda s, m: True),)


def measure(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: "longest", "loudest" and the like."""
    if at < len(reading.tokens) and reading.tokens[at].norm in MEASURES:
        yield at + 1, reading.tokens[at].norm


GAINS: tuple[Row, ...] = (
    ("{number} db|decibel|decibels|dbs", lambda s, m: m["number"]),
    ("{number} d b", lambda s, m: m["number"]),
    ("zero", lambda s, m: None),
)
DEGREES: tuple[Row, ...] = (
    ("{number} degree|degrees|deg|°|d", lambda s, m: m["number"]),
    ("half a turn", lambda s, m: 180.0),
    ("quarter turn", lambda s, m: 90.0),
    ("{number}", lambda s, m: m["number"]),
)
PIXELS: tuple[Row, ...] = (
    ("{number} px|pixel|pixels|pt|point|points", lambda s, m: m["number"]),
    ("{number}", lambda s, m: m["number"]),
)
BACKWARD: tuple[Row, ...] = (("back|backward|backwards|earlier|left|sooner", lambda s, m: True),)
WAYS: tuple[Row, ...] = (
    ("[to|towards|toward] [the] left", lambda s, m: (-1, 0)),
    ("[to|towards|toward] [the] right", lambda s, m: (1, 0)),
    ("up|upward|upwards|higher|above", lambda s, m: (0, -1)),
    ("[to|towards|toward] [the] top", lambda s, m: (0, -1)),
    ("down|downward|downwards|lower|below", lambda s, m: (0, 1)),
    ("[to|towards|toward] [the] bottom", lambda s, m: (0, 1)),
)
SHIFTS: tuple[Row, ...] = (
    ("left|leftward|leftwards", lambda s, m: (-1, 0)), ("right|rightward|rightwards", lambda s, m: (1, 0)),
    ("up|upward|upwards|higher", lambda s, m: (0, -1)), ("down|downward|downwards|lower", lambda s, m: (0, 1)),
)  # fmt: skip
ACROSS: tuple[Row, ...] = (("horizontally", lambda s, m: True),)
UPRIGHT: tuple[Row, ...] = (("vertically", lambda s, m: True),)
ANTICLOCKWISE: tuple[Row, ...] = (
    ("counterclockwise|anticlockwise|ccw", lambda s, m: True), ("counter|anti clockwise", lambda s, m: True), ("[to] [the] left", lambda s, m: True),
)  # fmt: skip
MODES: tuple[Row, ...] = (
    ("soft light", lambda s, m: "soft-light"), ("hard light", lambda s, m: "hard-light"), ("color|colour dodge", lambda s, m: "color-dodge"),
    ("color|colour burn", lambda s, m: "color-burn"), ("additive", lambda s, m: "add"),
)  # fmt: skip
SIDES = ("left", "right", "top", "bottom")


def mode(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: a blend mode."""
    known = ("normal", "multiply", "screen", "overlay", "darken", "lighten", "add", "difference", "exclusion")
    if at < len(reading.tokens) and reading.tokens[at].norm in known:
        yield at + 1, reading.tokens[at].norm
    yield from phrases(MODES)(reading, at)


def sides(reading: Reading, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """A slot: one or more sides of a picture; "both sides" are left and right."""
    at += 1 if [token.norm for token in reading.tokens[at : at + 1]] == ["the"] else 0
    norms = [token.norm for token in reading.tokens[at:]]
    if norms[:1] in (["all"], ["every"]):
        yield at + (3 if norms[1:2] == ["four"] else 2), SIDES
    if norms[:1] in (["both"], ["sides"]):
        yield at + 1, ("left", "right")
    found: list[str] = []
    for n, norm in enumerate(norms):
        if norm in SIDES:
            found.append(norm)
            yield at + n + 1, tuple(found)
        elif norm not in ("and", ",", "the") or not found:
            return


def each_side(reading: Reading, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """A slot: "each side", "every edge", "all around"."""
    if [token.norm for token in reading.tokens[at : at + 2]] in [
        [a, b] for a in ("each", "every", "all", "both") for b in ("side", "sides", "edge", "edges", "around")
    ]:
        yield at + 2, SIDES if reading.tokens[at].norm != "both" else ("left", "right")


def all_sides(reading: Reading, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """A slot: every side, also when nothing says so."""
    yield from ((end, found) for end, found in sides(reading, at) if found == SIDES)
    yield at, SIDES


DOWN: tuple[Row, ...] = (("down|lower|reduce|decrease|drop", lambda s, m: True),)
AUDIO_WORD: tuple[Row, ...] = (("audio|sound|music", lambda s, m: True), ("voice [over]", lambda s, m: True))
UNLOCK: tuple[Row, ...] = (("unlock", lambda s, m: True),)
LAST: tuple[Row, ...] = (("last|final|second|latter", lambda s, m: True),)
SOFT: tuple[Row, ...] = (("quieter|softer", lambda s, m: True), ("less loud", lambda s, m: True))

SLOTS: dict[str, Slot] = {
    **numbers.SLOTS, **times.SLOTS, **canvas_words.SLOTS, **STYLE_SLOTS, **GRADE_SLOTS, **TRANSITION_SLOTS, **CAPTION_SLOTS, **VERB_SLOTS, **SPOKEN_SLOTS, **MAKING_SLOTS,
    "things": things, "track": track, "plain_track": plain_track, "called": called, "one_kind": one_kind, "asset": asset, "quote": quote, "raw": raw, "mods": mods, "looks": looks, "content": content, "plain_content": plain_content, "bare_content": bare_content, "nth": nth, "shouted": shouted, "word": word, "measure": measure, "tail": tail, "targets": targets, "adjectives": adjectives,
    "backward": phrases(BACKWARD), "down": phrases(DOWN), "way": phrases(WAYS), "shift": phrases(SHIFTS), "across": phrases(ACROSS), "upright": phrases(UPRIGHT),
    "anticlockwise": phrases(ANTICLOCKWISE), "leftward": phrases(ANTICLOCKWISE), "mode": mode, "sides": sides, "each_side": each_side, "all_sides": all_sides, "last_word": phrases(LAST), "soft": phrases(SOFT), "audio_word": phrases(AUDIO_WORD), "unlock_word": phrases(UNLOCK), "gain": phrases(GAINS), "angle": phrases(DEGREES), "pixels": phrases(PIXELS),
}  # fmt: skip
