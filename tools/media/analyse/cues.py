"""From words with times to captions that can be read: how long a line is, how fast it goes, and where it breaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .levels import RATE, Levels

LINE = 42
"""Characters of a line."""
LINES = 2
SPEED = 17
"""Characters a second that people read."""
LEAST_MS, MOST_MS = 833, 7000
PAUSE_MS = 600
"""A breath: what is said after it is another caption."""
LONGEST_WORD_MS = 1500
"""A word that lasts longer has been stretched over a pause."""
SENTENCE = re.compile(r"[.!?…。！？]['\"”’)]*$")
CLAUSE = re.compile(r"[,;:，、；：]['\"”’)]*$")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word and when it is said, in milliseconds of the composition."""

    text: str
    start: int
    end: int


def heard(words: Sequence[dict[str, Any]], levels: Levels, quiet_db: float = -40) -> list[dict[str, Any]]:
    """Words {t, start, end}, in seconds, that begin and end where something is to be heard: engines say a word too early or
    too late by up to a third of a second where it stands beside a pause."""
    loud = levels <= -2 * quiet_db
    return [{**word, **_heard(word["start"], word["end"], loud)} for word in words]


def _heard(start: float, end: float, loud: NDArray[np.bool_]) -> dict[str, float]:
    first, last = round(start * RATE), max(round(start * RATE) + 1, round(end * RATE))
    sounds = np.flatnonzero(loud[first:last])
    if not len(sounds):
        return {}
    return {"start": (first + int(sounds[0])) / RATE, "end": (first + int(sounds[-1]) + 1) / RATE}


def cues(words: Sequence[Spoken], gap_ms: int = 80) -> list[dict[str, Any]]:
    """Captions in order, none over another: {startMs, endMs, text, words: [{t, startMs, endMs}]}. Between two that follow
    each other lies at least `gap_ms`."""
    parts = groups(words)
    found = []
    for place, group in enumerate(parts):
        until = parts[place + 1][0].start - gap_ms if place + 1 < len(parts) else None
        found.append(_cue(group, until))
    return found


def _of_length(word: Spoken) -> Spoken:
    return Spoken(word.text, word.start, max(word.start + 1, min(word.end, word.start + LONGEST_WORD_MS)))


def groups(words: Sequence[Spoken]) -> list[list[Spoken]]:
    """All words in order, a sentence or a breath together, in pieces that can be read at a glance."""
    found: list[list[Spoken]] = []
    for word in map(_of_length, words):
        if found and _goes_on(found[-1], word):
            found[-1].append(word)
        else:
            found.append([word])
    return [part for group in found for part in _fitting(group)]


def _goes_on(group: Sequence[Spoken], word: Spoken) -> bool:
    return word.start - group[-1].end < PAUSE_MS and not SENTENCE.search(group[-1].text)


def _fitting(group: list[Spoken]) -> list[list[Spoken]]:
    """A sentence in as many pieces as captions of it need, cut at a comma near the middle or else between words."""
    if len(group) == 1 or (_lines(text(group)) is not None and group[-1].end - group[0].start <= MOST_MS):
        return [group]
    middle = len(text(group)) / 2
    cuts = range(1, len(group))
    best = min(
        cuts, key=lambda at: abs(len(text(group[:at])) - middle) - (12 if CLAUSE.search(group[at - 1].text) else 0)
    )
    return [*_fitting(group[:best]), *_fitting(group[best:])]


def _cue(group: Sequence[Spoken], until: int | None) -> dict[str, Any]:
    said = text(group)
    start, spoken = group[0].start, group[-1].end
    wanted = max(spoken, start + max(LEAST_MS, round(len(said) * 1000 / SPEED)))
    end = min(wanted, start + max(MOST_MS, spoken - start))
    end = end if until is None else min(end, max(until, start + 1))
    timed = [{"t": word.text, "startMs": word.start, "endMs": min(word.end, end)} for word in group if word.start < end]
    return {"startMs": start, "endMs": end, "text": "\n".join(_lines(said) or [said]), "words": timed}


def text(words: Sequence[Spoken]) -> str:
    """The words as they are written: scripts without spaces bring none."""
    return "".join(
        word.text if place == 0 or not _spaced(words[place - 1].text, word.text) else f" {word.text}"
        for place, word in enumerate(words)
    )


def _spaced(before: str, after: str) -> bool:
    return not (_close(before[-1:]) and _close(after[:1]))


def _close(character: str) -> bool:
    """Whether it is of a script that is written without spaces."""
    return "\u3000" <= character <= "\u30ff" or "\u3400" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef"


def _lines(said: str) -> list[str] | None:
    """The text in lines, as even as can be; None where `LINES` of them cannot hold it."""
    if len(said) <= LINE:
        return [said]
    breaks = [at for at, character in enumerate(said) if character == " " and at <= LINE and len(said) - at - 1 <= LINE]
    if not breaks:
        return None
    at = min(breaks, key=lambda place: abs(len(said) - 2 * place))
    return [said[:at], said[at + 1 :]]
