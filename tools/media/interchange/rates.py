"""Rates and times, exact: 29.97 is 30000/1001, and a time is a fraction of a second."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction

from .refusals import Unreadable

SLOWEST, FASTEST = 1, 240
LONGEST = Fraction(400 * 3600)
"""Seconds: nothing on a timeline lies further out than this."""

NTSC = {base: Fraction(base * 1000, 1001) for base in (24, 30, 48, 60, 120)}
# Two names of a rate are one when they are nearer than this: 23.98 is 24000/1001, 59.999 is 60.
NEAR_NTSC, NEAR_WHOLE = 0.0051, 0.0015

_NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,15})?(\s*/\s*\d{1,15})?", re.ASCII)


def exact_rate(value: float | str | Fraction, where: str = "The frame rate", most: float = FASTEST) -> Fraction:
    """Frames per second; raises Unreadable for what is no rate. 23.98, 23.976 and 24000/1001 are the same."""
    if isinstance(value, str):
        value = fraction(value, where)
    number = float(value)
    if not math.isfinite(number) or not SLOWEST <= number <= most:
        raise Unreadable(f"{where} is {number:g} per second; from {SLOWEST} to {most:,} can be taken.")
    whole = round(number)
    if abs(number - whole) < NEAR_WHOLE:
        return Fraction(whole)
    for exact in NTSC.values():
        if abs(number - exact) < NEAR_NTSC:
            return exact
    return Fraction(value).limit_denominator(1_000_000)


def fraction(text: str, where: str) -> Fraction:
    """ "25", "29.97" or "1001/30000"; raises Unreadable for anything else, exponents of any size among it."""
    if _NUMBER.fullmatch(text.strip()):
        try:
            over, _, under = text.partition("/")
            return Fraction(over.strip()) / Fraction(under.strip() or 1)
        except ZeroDivisionError:
            pass
    raise Unreadable(f"{where} is {text[:40]!r}, which is no number.")


def decimal(value: float) -> str:
    """A number in ten digits that every program reads: never with an exponent."""
    return f"{Decimal(f'{value:.10g}'):f}"


def pair(fraction: Fraction) -> list[int]:
    """[numerator, denominator], as documents write rates."""
    return [fraction.numerator, fraction.denominator]


def spoken_rate(fps: Fraction) -> str:
    """25, 29.97."""
    return f"{float(fps):.3f}".rstrip("0").rstrip(".")


def is_ntsc(fps: Fraction) -> bool:
    return fps in NTSC.values()


def seconds(value: Fraction, where: str) -> Fraction:
    """A time that a timeline can hold; raises Unreadable naming the place."""
    if abs(value) > LONGEST:
        raise Unreadable(f"{where} is {float(value):,.0f} seconds, which is further out than any timeline goes.")
    return value


def frames_of(time: Fraction, fps: Fraction) -> int:
    """The frame that is nearest to a time."""
    return math.floor(time * fps + Fraction(1, 2))
