"""Somebody speaking whom nobody understands: the rhythm of a text in soft vowels, where no speech engine is there."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from .sound import RATE, Samples

# The first three resonances of a mouth saying a, e, i, o, u, in Hz.
VOWELS = ((730, 1090, 2440), (530, 1840, 2480), (390, 1990, 2550), (570, 840, 2410), (440, 1020, 2240))
SYLLABLE = re.compile(r"[aeiouyäöüáàâéèêëíìîïóòôúùûæøå]+", re.I)
PITCH = 118
LOUD = 0.09


def speak(text: str, seconds: float, check: Callable[[], None] = lambda: None) -> Iterator[Samples]:
    """The samples, in pieces that together last as long as was asked for; the same for the same words."""
    chance, left, rest = random.Random(text), round(seconds * RATE), 0.0
    beats = list(_beats(text))
    each = left / sum(length for _, length in beats)
    for place, (is_heard, length) in enumerate(beats):
        check()
        rest += length * each
        count = min(left, int(rest)) if place + 1 < len(beats) else left
        rest, left = rest - count, left - count
        falling = 1.1 - 0.25 * (place % 11) / 11
        one = _syllable(chance, PITCH * falling * chance.uniform(0.96, 1.04), count) if is_heard else np.zeros(count)
        yield np.stack([one, one]).astype(np.float32)


def _beats(text: str) -> Iterator[tuple[bool, float]]:
    """Syllables and rests in order: whether it is heard, and its length next to the others'."""
    yield False, 0.5
    for word in text.split():
        letters = len(re.sub(r"\W", "", word))
        for _ in range(min(30, max(1, len(SYLLABLE.findall(word)), letters // 6))):
            yield True, 1
        yield False, 2.5 if word[-1] in ".!?…:;" else 1.2 if word.endswith((",", "–", "—")) else 0.25
    yield False, 0.5


def _syllable(chance: random.Random, pitch: float, count: int) -> NDArray[np.float64]:
    """A vowel of `count` samples: the tones of a throat at `pitch` Hz, each as loud as the mouth lets it through."""
    formants = chance.choice(VOWELS)
    t = np.arange(count) / RATE
    turn = 2 * np.pi * pitch * (t + 0.004 * np.sin(2 * np.pi * 4.5 * t))
    sound = np.zeros(count)
    for n in range(1, int(3200 / pitch)):
        through = sum(0.6**k / (1 + ((n * pitch - hertz) / (70 + 40 * k)) ** 2) for k, hertz in enumerate(formants))
        sound += np.sin(n * turn) * (through + 0.02) / n**0.5
    shape = np.sin(np.pi * np.clip((np.arange(count) + 0.5) / max(1, count), 0, 1)) ** 0.6
    return LOUD * 2 * shape * sound
