"""Sounds computed sample by sample: a voice that says nothing, a slow tune, birds; mono, 16 bits, the same every time."""

from __future__ import annotations

import math
import random
import wave
from array import array
from pathlib import Path

RATE = 16_000
# The first three resonances of a mouth saying a, e, i, o, u, in Hz.
VOWELS = ((730, 1090, 2440), (530, 1840, 2480), (390, 1990, 2550), (570, 840, 2410), (440, 1020, 2240))
CHORDS = ((57, 60, 64, 69), (53, 57, 60, 65), (48, 55, 60, 64), (55, 59, 62, 67))  # Am F C G, as MIDI notes


def write(samples: bytes, path: Path) -> None:
    """Keep samples as a WAV file."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples)


def voice(seconds: float, pitch: float = 115) -> bytes:
    """Phrases of syllables with silence between them, as long as somebody speaking; `pitch` in Hz."""
    chance = random.Random(pitch)
    total = int(seconds * RATE)
    heard = array("h", [0] * int(0.3 * RATE))
    while len(heard) < total - RATE:
        syllables = chance.randint(5, 9)
        for index in range(syllables):
            falling = pitch * (1.12 - 0.25 * index / syllables) * chance.uniform(0.96, 1.04)
            heard.extend(_syllable(chance, falling))
        heard.extend([0] * int(chance.uniform(0.5, 1.3) * RATE))
    heard = heard[:total]
    heard.extend([0] * (total - len(heard)))
    return heard.tobytes()


def _syllable(chance: random.Random, pitch: float) -> list[int]:
    """A breath of a consonant, then a vowel: pulses of the throat through three resonators."""
    length = int(chance.uniform(0.13, 0.26) * RATE)
    breath = int(0.03 * RATE)
    resonators = [_Resonator(hertz, 60 + 40 * index) for index, hertz in enumerate(chance.choice(VOWELS))]
    period, out = RATE / pitch, []
    for n in range(length):
        throat = 1 - 2 * (n % period) / period
        source = chance.uniform(-0.5, 0.5) if n < breath else throat
        loud = min(1, n / breath / 1.5, (length - n) / (2 * breath))
        out.append(int(5200 * loud * sum(one.step(source) / (1 + index) for index, one in enumerate(resonators))))
    return [max(-32_000, min(32_000, value)) for value in out]


class _Resonator:
    """A two-pole filter that rings at a frequency; bandwidth in Hz."""

    def __init__(self, hertz: float, bandwidth: float) -> None:
        radius = math.exp(-math.pi * bandwidth / RATE)
        self.first, self.second = 2 * radius * math.cos(2 * math.pi * hertz / RATE), -radius * radius
        self.gain = (1 - radius) * 2
        self.last = self.before = 0.0

    def step(self, source: float) -> float:
        value = self.gain * source + self.first * self.last + self.second * self.before
        self.last, self.before = value, self.last
        return value


def music(seconds: float) -> bytes:
    """Four soft chords, two seconds each, over and over, fading out at the end."""
    bars = [_chord(notes) for notes in CHORDS]
    total = int(seconds * RATE)
    tune = array("h")
    while len(tune) < total:
        for bar in bars:
            tune.extend(bar)
    tune = tune[:total]
    fade = min(total, 2 * RATE)
    for n in range(fade):
        tune[total - 1 - n] = tune[total - 1 - n] * n // fade
    return tune.tobytes()


def _chord(notes: tuple[int, ...]) -> list[int]:
    """A bar: its notes are plucked one after the other and ring on."""
    bar = [0.0] * (2 * RATE)
    for pluck in range(8):
        start = pluck * RATE // 4
        turn = 2 * math.pi * 440 * 2 ** ((notes[(pluck * 3) % len(notes)] - 69) / 12) / RATE
        for n in range(len(bar) - start):
            bar[start + n] += math.sin(turn * n) * math.exp(-n / 5000) * min(1, n / 100)
    last = RATE // 20
    return [int(5000 * value * min(1, (len(bar) - n) / last)) for n, value in enumerate(bar)]


def birds(seconds: float) -> bytes:
    """A soft wind with a chirp now and then."""
    chance = random.Random(7)
    total, wind = int(seconds * RATE), 0.0
    field = array("h")
    for _ in range(total):
        wind += 0.02 * (chance.uniform(-1, 1) - wind)
        field.append(int(5000 * wind))
    at = RATE // 2
    while at < total - RATE // 2:
        high, length = chance.uniform(2200, 3400), int(chance.uniform(0.06, 0.14) * RATE)
        for n in range(length):
            sweep = 2 * math.pi * (high + 700 * math.sin(math.pi * n / length)) * n / RATE
            field[at + n] += int(3000 * math.sin(sweep) * math.sin(math.pi * n / length))
        at += int(chance.uniform(0.15, 0.9) * RATE)
    return field.tobytes()
