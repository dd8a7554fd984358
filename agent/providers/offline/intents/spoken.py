"""Words taken out of what is said: "cut the word banana", "remove the part where I say you know"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..pattern import Found, Reading, Row, phrases
from ..rule import rules
from ..sketch import Pass, Sketch
from ..tokens import words

TIMES: tuple[Row, ...] = (
    ("every|each|all time|times", lambda s, m: 0), ("all of them", lambda s, m: 0), ("[only] [the] {nth} time|one", lambda s, m: m["nth"]),
)  # fmt: skip
WRITTEN = re.compile(
    r"\b(?:from|in|of|on) (?:the |my |this |that )?(?:titles?|texts?|captions?|subtitles?|cards?)$", re.I
)
"""Words on the screen, which are not cut."""
HERE = re.compile(
    r" (?:from|in|of|out of) (?:it|(?:the |my |this |that )?(?:video|film|clip|audio|recording|sound|talk))s?$", re.I
)

UMS = words("um uh uhm er erm ah hmm")


def bracket(reading: Reading, at: int) -> Iterator[tuple[int, bool]]:
    """Where the answer to a question begins, as it is added to what was said: "cut the word banana (every time)"."""
    if at < len(reading.tokens) and reading.tokens[at].norm in ("(", ","):
        yield at + 1, True
    yield at, False


def hesitation(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """ "um", "ums"."""
    word = reading.tokens[at].norm.removesuffix("s") if at < len(reading.tokens) else ""
    if word in UMS:
        yield at + 1, word


SLOTS = {"which": phrases(TIMES), "bracket": bracket, "um": hesitation}


def cut_words(sketch: Sketch, found: Found) -> None:
    text = HERE.sub("", found["content"].strip())
    if WRITTEN.search(text) or not any(sketch.audible(id) for id in sketch.state.items):
        raise Pass
    sketch.use("cut.words", say=text, which=found.get("which"))


def cut_hesitations(sketch: Sketch, found: Found) -> None:
    """ "cut the ums": every one."""
    cut_words(sketch, {"content": found["um"], "which": 0})


def cut_quoted(sketch: Sketch, found: Found) -> None:
    """ "snip out “banana”": said, unless something here is called so."""
    said = found["content"].strip().lower()
    things = (*sketch.state.items.values(), *sketch.state.tracks, *sketch.state.markers)
    if any(said in (str(one.get(name, "")).lower() for name in ("name", "text")) for one in things):
        raise Pass
    cut_words(sketch, found)


WORD = "<cut> [out] [the] [spoken] word|words|phrase"
WHO = "i|he|she|they|we|you|somebody|someone|it|speaker"
SAY = f"[that] [{WHO}] say|says|said"
PLACE = f"<cut> [out] [the] [part|parts|bit|bits|place|places|moment|moments|section|sections|everything] where|when|whenever {SAY} [the word|words|phrase]"
TIME = f"<cut> [out] {{which}} {SAY}"
RULES = (
    *rules(cut_hesitations, "<cut> [out] [all] [of] [every|each|the|my|those] {um}"),
    *rules(cut_words,
        *(f"{start} {{content}} {{bracket}} {{which}}" for start in (WORD, PLACE)),
        *(f"{start} {{content}}" for start in (WORD, PLACE, TIME)),
    ),
    *rules(cut_quoted, "<cut> [out] {content:quote}", "<cut> [out] {content:quote} {bracket} {which}"),
)  # fmt: skip
