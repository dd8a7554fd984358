"""A bed of music computed from its description: four chords, a bass, an arpeggio, where it is lively a soft drum; a room
around them. The same words give the same music, and its inner loop has no seam."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .sound import RATE, Samples, m4a

Wave = NDArray[np.float64]

LIVELY = re.compile(
    r"(?i)\b(upbeat|fast|energetic|lively|happy|dance|driving|techno|funk\w*|pop|rock|party|bright|drum\w*)\b"
)
DARK = re.compile(r"(?i)\b(sad|dark|moody|tense|melanchol\w*|minor|mysterious|lonely|suspense\w*|dramatic|noir)\b")
MAJOR, MINOR = (0, 2, 4, 5, 7, 9, 11), (0, 2, 3, 5, 7, 8, 10)
# Degrees of the scale, a chord each, two bars long.
BRIGHT_TURNS = ((0, 4, 5, 3), (0, 5, 3, 4), (0, 2, 3, 4), (3, 0, 4, 5))
DARK_TURNS = ((0, 5, 2, 6), (0, 3, 6, 2), (0, 5, 3, 4), (5, 6, 0, 0))
BARS, BEATS = 8, 4
LOUD = 0.11
"""The level of the whole, as the root of its mean square: soft enough to speak over."""


@dataclass(frozen=True, slots=True)
class Tune:
    """What is played: `root` a MIDI note, `beat` in samples, `chords` four degrees of `scale`."""

    root: int
    scale: tuple[int, ...]
    chords: tuple[int, ...]
    beat: int
    lively: bool
    seed: int

    def note(self, degree: int) -> float:
        """The frequency of a degree of the scale, in Hz; seven degrees are an octave."""
        octave, step = divmod(degree, 7)
        return float(440 * 2 ** ((self.root + 12 * octave + self.scale[step] - 69) / 12))


def compose(prompt: str, seconds: float, mark: str, check: Callable[[], None] = lambda: None) -> bytes:
    """An M4A of the length that was asked for, with `mark` as its comment."""
    loop = _loop(_tune(prompt), check)
    return m4a(_played(loop, round(seconds * RATE), check), mark)


def _tune(prompt: str) -> Tune:
    seed = random.Random(" ".join(prompt.lower().split())).getrandbits(32)
    chance = random.Random(seed)
    dark, lively = bool(DARK.search(prompt)), bool(LIVELY.search(prompt))
    pace = chance.randint(104, 122) if lively else chance.randint(66, 84)
    turns = DARK_TURNS if dark else BRIGHT_TURNS
    beat = 480 * round(RATE * 60 / pace / 480)  # a length that halves well, for the transform of the room
    return Tune(chance.randint(55, 62), MINOR if dark else MAJOR, chance.choice(turns), beat, lively, seed)


def _played(loop: Samples, total: int, check: Callable[[], None]) -> Iterator[Samples]:
    """The loop over and over, second by second, rising at the beginning and falling at the end."""
    rise, fall = min(RATE, total // 4), min(5 * RATE // 2, total // 3)
    for start in range(0, total, RATE):
        check()
        at = np.arange(start, min(start + RATE, total))
        level = np.minimum(1, np.minimum((at + 1) / max(1, rise), (total - at) / max(1, fall)))
        yield (loop[:, at % loop.shape[1]] * np.sin(level * np.pi / 2)).astype(np.float32)


def _loop(tune: Tune, check: Callable[[], None]) -> Samples:
    loop = np.zeros((2, BARS * BEATS * tune.beat), np.float32)
    for place, degree in enumerate(tune.chords):
        start = place * 2 * BEATS * tune.beat
        for layer in (_pad, _bass, _arpeggio):
            check()
            layer(loop, tune, degree, start)
    if tune.lively:
        _drum(loop, tune)
    check()
    loop = _in_a_room(loop, tune.seed)
    loop *= LOUD / max(1e-6, float(np.sqrt(np.mean(loop**2))))
    rounded: Samples = np.tanh(loop * 1.2) / np.float32(1.2)
    return rounded


# --- the players ------------------------------------------------------------------------------------------------------


def _pad(loop: Samples, tune: Tune, degree: int, start: int) -> None:
    """The chord, held: each note twice, a little apart in pitch and in place."""
    length = 2 * BEATS * tune.beat
    t = np.arange(length + RATE) / RATE
    shape = np.minimum(1, t / 0.9) * np.minimum(1, (t[-1] - t) / 1.6)
    for voice in (0, 2, 4, 7 if tune.lively else 6):
        for side, apart in ((0.3, 0.9975), (0.7, 1.0025)):
            tone = _tone(tune.note(degree + voice) * apart, t, falls=1.9, partials=6)
            _put(loop, start, 0.05 * shape * tone, side)


def _bass(loop: Samples, tune: Tune, degree: int, start: int) -> None:
    t = np.arange(tune.beat * 2) / RATE
    shape = np.minimum(1, t / 0.02) * np.exp(-t / 0.9) * np.minimum(1, (t[-1] - t) / 0.05)
    tone = _tone(tune.note(degree - 14), t, falls=1.6, partials=3)
    for beat in (0, 2, 4, 6) if tune.lively else (0, 4):
        _put(loop, start + beat * tune.beat, 0.22 * shape * tone, 0.5)


def _arpeggio(loop: Samples, tune: Tune, degree: int, start: int) -> None:
    """Notes of the chord an octave up, plucked in an order of the tune's own; some are left out."""
    chance = random.Random(f"{tune.seed} {degree}")
    t = np.arange(2 * RATE) / RATE
    shape = np.minimum(1, t / 0.006) * np.exp(-t / 0.5)
    pattern = [chance.choice((0, 2, 4, 7, 9)) for _ in range(BEATS * 2)]
    for step in range(2 * BEATS * 2):
        if step % 4 and chance.random() < (0.15 if tune.lively else 0.45):
            continue
        pitch = tune.note(degree + 7 + pattern[step % len(pattern)])
        tone = _tone(pitch, t, falls=1.7, partials=4) + 0.25 * np.sin(2 * np.pi * pitch * 4 * t) * np.exp(-t / 0.08)
        _put(
            loop, start + step * tune.beat // 2, 0.2 * chance.uniform(0.6, 1) * shape * tone, chance.uniform(0.25, 0.75)
        )


def _drum(loop: Samples, tune: Tune) -> None:
    t = np.arange(RATE // 3) / RATE
    kick = 0.5 * np.sin(2 * np.pi * (48 * t + 3.2 * (1 - np.exp(-t / 0.03)))) * np.exp(-t / 0.11)
    noise = np.diff(np.random.default_rng(tune.seed).standard_normal(len(t) + 2), 2)
    for beat in range(BARS * BEATS):
        if beat % 2 == 0:
            _put(loop, beat * tune.beat, kick, 0.5)
        _put(loop, beat * tune.beat + tune.beat // 2, 0.016 * noise * np.exp(-t / 0.035), 0.62)
        if beat % 4 in (1, 3):
            _put(loop, beat * tune.beat, 0.03 * noise * np.exp(-t / 0.09), 0.42)


def _tone(hertz: float, t: Wave, falls: float, partials: int) -> Wave:
    """A note with its partials, each weaker than the one before: the n-th by n to the power of `falls`.

    Each partial follows from the two below it, which is quicker than computing its sine.
    """
    below, partial = np.zeros_like(t), np.sin(2 * np.pi * hertz * t)
    twice = 2 * np.cos(2 * np.pi * hertz * t)
    tone = partial.copy()
    for n in range(2, partials + 1):
        below, partial = partial, twice * partial - below
        tone += partial / n**falls
    return tone


def _put(loop: Samples, at: int, sound: Wave, side: float) -> None:
    """Add a sound at a sample of the loop, 0 being all left and 1 all right; what rings over its end sounds at its start."""
    total = loop.shape[1]
    both = np.outer((np.cos(side * np.pi / 2), np.sin(side * np.pi / 2)), sound).astype(np.float32)
    at %= total
    while both.shape[1]:
        part = both[:, : total - at]
        loop[:, at : at + part.shape[1]] += part
        both, at = both[:, part.shape[1] :], 0


def _in_a_room(loop: Samples, seed: int) -> Samples:
    """The loop and its echo from all sides, bent round its end."""
    length = loop.shape[1]
    t = np.arange(min(length, 2 * RATE)) / RATE
    echo = np.random.default_rng(seed).standard_normal((2, len(t))) * np.exp(-t / 0.45)
    echo[:, : RATE // 60] = 0
    soft = np.exp(-np.fft.rfftfreq(length, 1 / RATE) / 5000)
    spectrum = np.fft.rfft(echo, length) * soft
    spectrum /= np.sqrt(np.mean(np.abs(spectrum) ** 2))
    wet = np.fft.irfft(np.fft.rfft(loop) * spectrum, length)
    return (loop + 0.35 * wet).astype(np.float32)
