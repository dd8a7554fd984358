"""Words taken out of what is said: which words are meant, and where a cut of them rests so that those that stay are whole."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .cues import heard
from .levels import RATE, Levels
from .silence import Range

MARGIN = Fraction(1, 10)
"""Seconds on either side of a word that go with it, as far as there is a pause: its onset and its last breath."""
BREATH = 0.6
"""Seconds: what is said after a longer pause stands by itself."""
LOUD, QUIET, REACH = 80, 10, 50
"""Half decibels below full scale at which something is heard; how long a silence is, and how far away it may be, in moments
of which there are `RATE` a second."""
WAVER, QUIETER = 10, 12
"""How far from where an engine parts two words they may part, in moments, and how much quieter it must be there."""
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
    sounds = [(word["start"], word["end"]) for word in words]
    if levels is not None:
        sounds = _sounding([(word["start"], word["end"]) for word in heard(words, levels)], levels)
    return [Word(word["t"], word["start"], word["end"], *sound) for word, sound in zip(words, sounds, strict=True)]


def _sounding(spans: Sequence[tuple[float, float]], levels: Levels) -> list[tuple[float, float]]:
    """Words that last as long as their sound does: engines let one end too early where a pause follows, or begin too late.
    Sound goes with a word up to the next silence, where that is near; where none is, somebody else may be speaking."""
    loud = levels <= LOUD
    edges = [(round(start * RATE), round(end * RATE)) for start, end in spans]
    found = []
    for place, (first, last) in enumerate(edges):
        before = max((end for _, end in edges[max(0, place - NEAR) : place]), default=0)
        after = min((start for start, _ in edges[place + 1 : place + 1 + NEAR]), default=len(loud) + QUIET)
        back, on = _until_quiet(loud, first, before, -1), _until_quiet(loud, last, after, 1)
        found.append((spans[place][0] - back / RATE, spans[place][1] + on / RATE))
    for place in range(len(found) - 1):
        _part(found, place, levels)
    return [(round(start, 3), round(end, 3)) for start, end in found]


def _part(spans: list[tuple[float, float]], place: int, levels: Levels) -> None:
    """Let a word and the next one, which it touches, part where it is quietest near by: engines are not that exact, and the
    lips are closed there."""
    (start, end), (on, last) = spans[place : place + 2]
    at = round((end + on) / 2 * RATE)
    first, stop = max(at - WAVER, round((start + end) / 2 * RATE)), min(at + WAVER, round((on + last) / 2 * RATE))
    if not 0 <= on - end <= QUIET / RATE or not first <= at < min(stop, len(levels)):
        return
    best = max(range(first, min(stop, len(levels))), key=lambda moment: (levels[moment], -abs(moment - at)))
    if int(levels[best]) - int(levels[at]) >= QUIETER:
        spans[place : place + 2] = (start, (best + 0.5) / RATE), ((best + 0.5) / RATE, last)


def _until_quiet(loud: NDArray[np.bool_], edge: int, limit: int, way: int) -> int:
    """How many moments the sound goes on from an edge, forwards or backwards, until it is quiet for a while; 0 where that is
    not before the limit, or far."""
    room = (limit - edge) * way
    moments = [edge + way * step - (way < 0) for step in range(max(0, min(room, REACH + QUIET)))]
    quiet = 0
    for step, moment in enumerate(moments):
        quiet = 0 if 0 <= moment < len(loud) and loud[moment] else quiet + 1
        if quiet == QUIET:
            return step + 1 - QUIET
    return 0


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
