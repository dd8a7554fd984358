"""Words taken out of what is said: which words are meant, and where a cut of them rests so that those that stay are whole."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

from .cues import heard
from .levels import Levels
from .silence import Range

MARGIN = Fraction(1, 10)
"""Seconds on either side of a word that go with it, as far as there is a pause: its onset and its last breath."""
BREATH = 0.6
"""Seconds: what is said after a longer pause stands by itself."""
NEAR = 8
"""Words on either side that may overlap with one: engines do not always say them in order."""
FOREVER = Fraction(10**9)


@dataclass(frozen=True, slots=True)
class Word:
    """A word as its engine wrote it down (`start` to `end`), and where it is really to be heard (`onset` to `stop`); seconds
    of the source."""

    text: str
    start: float
    end: float
    onset: float
    stop: float

    @property
    def middle(self) -> float:
        return (self.onset + self.stop) / 2


@dataclass(frozen=True, slots=True)
class Cut:
    """Words from `first` up to, not with, `last`. A cut of them begins at `start` or later, never before `soonest`, and ends
    at `end` or sooner, never after `latest`: there the words that stay are heard. Seconds of the source."""

    first: int
    last: int
    soonest: Fraction
    start: Fraction
    end: Fraction
    latest: Fraction

    def among(self, places: Iterable[int]) -> bool:
        """Whether one of its words is among these."""
        return any(self.first <= place < self.last for place in places)

    def frames(self, begins: Fraction, step: Fraction) -> Range:
        """The whole frames to take out of a row whose frame k shows the source from `begins + k * step` seconds on; the
        first is not before the last where the words are shorter than a frame between neighbours."""
        first = max(ceil((self.soonest - begins) / step), floor((self.start - begins) / step))
        last = min(floor((self.latest - begins) / step), ceil((self.end - begins) / step))
        return first, last


def written(result: dict[str, Any], levels: Levels | None = None) -> list[Word]:
    """The words of a transcript {"words": [{"t", "start", "end"}]} in order; with levels they begin and end with their
    sound."""
    words = sorted(result["words"], key=lambda word: (word["start"], word["end"]))
    sounds = words if levels is None else heard(words, levels)
    return [
        Word(word["t"], word["start"], word["end"], sound["start"], sound["end"])
        for word, sound in zip(words, sounds, strict=True)
    ]


def within(words: Sequence[Word], spans: Iterable[tuple[float, float]]) -> list[int]:
    """The words whose middle, as they were written down, lies in one of the spans of seconds."""
    starts, ends = list[float](), list[float]()
    for start, end in sorted(spans):
        starts.append(start)
        ends.append(max([end, *ends[-1:]]))
    found = []
    for place, word in enumerate(words):
        at = (word.start + word.end) / 2
        span = bisect_right(starts, at) - 1
        if span >= 0 and at <= ends[span]:
            found.append(place)
    return found


def saying(words: Sequence[Word], text: str) -> list[range]:
    """Every place where these words are said one after another, whatever their case and punctuation."""
    wanted, told = _letters(text), [_letters(word.text) for word in words]
    places: list[range] = []
    for start in range(len(words)):
        end, left = start, wanted
        while left and end < len(words) and told[end] and left.startswith(told[end]):
            left, end = left[len(told[end]) :], end + 1
        if wanted and not left and (not places or start >= places[-1].stop):
            places.append(range(start, end))
    return places


def _letters(text: str) -> str:
    return "".join(re.findall(r"\w", text.casefold().replace("_", "")))


def runs(places: Iterable[int]) -> list[range]:
    """Words in runs of neighbours."""
    found: list[range] = []
    for place in sorted(set(places)):
        joins = bool(found) and found[-1].stop == place
        found[-1 if joins else len(found) :] = [range(found[-1].start if joins else place, place + 1)]
    return found


def cuts(words: Sequence[Word], wanted: Iterable[range]) -> list[Cut]:
    """The cuts that take runs of words out, in order: a run goes with its pauses, and two go together that have no more than
    a breath between them."""
    return [_cut(words, run.start, run.stop) for run in _joined(words, wanted)]


def _joined(words: Sequence[Word], wanted: Iterable[range]) -> list[range]:
    joined: list[range] = []
    for run in sorted(wanted, key=lambda run: run.start):
        last = joined[-1] if joined else run
        beside = run.start == last.stop and words[run.start].onset - words[last.stop - 1].stop <= BREATH
        if joined and (run.start < last.stop or beside):
            joined[-1] = range(last.start, max(last.stop, run.stop))
        else:
            joined.append(run)
    return joined


def _cut(words: Sequence[Word], first: int, last: int) -> Cut:
    soonest = max((_exact(word.stop) for word in words[max(0, first - NEAR) : first]), default=Fraction(0))
    latest = min((_exact(word.onset) for word in words[last : last + NEAR]), default=FOREVER)
    onset = min(_exact(word.onset) for word in words[first:last])
    stop = max(_exact(word.stop) for word in words[first:last])
    start = max(soonest, onset - min(MARGIN, (onset - soonest) / 2))
    end = min(latest, stop + min(MARGIN, (latest - stop) / 2))
    return Cut(first, last, soonest, start, end, latest)


def _exact(seconds: float) -> Fraction:
    """The seconds as they were written down."""
    return Fraction(str(seconds))
