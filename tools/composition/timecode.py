"""SMPTE timecode to frames and back, drop-frame and not, exact at every rate."""

from __future__ import annotations

import re
from fractions import Fraction

_SHAPE = re.compile(r"(\d{1,2}):([0-5]\d):([0-5]\d)([:;.,])(\d{1,3})")


def timecode(frame: int, fps: Fraction, drop: bool = False) -> str:
    """The timecode of a frame: "01:00:00:00", or with a semicolon "01:00:00;00" when frame numbers are dropped."""
    base = nominal(fps)
    if drop and (dropped := _dropped(base)):
        tens, rest = divmod(frame, 600 * base - 9 * dropped)
        frame += 9 * dropped * tens
        frame += dropped * max(0, (rest - dropped) // (60 * base - dropped)) if rest >= dropped else 0
    seconds, frames = divmod(frame, base)
    joint = ";" if drop and _dropped(base) else ":"
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{joint}{frames:02}"


def frames(text: str, fps: Fraction, drop: bool = False) -> int:
    """The frame that a timecode names. Raises ValueError, which says what is wrong with it."""
    found = _SHAPE.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{text!r} is not a timecode such as 01:00:00:00")
    hours, minutes, seconds, count = (int(found[group]) for group in (1, 2, 3, 5))
    base = nominal(fps)
    if count >= base:
        raise ValueError(f"{text!r} has frame {count}, but a second has frames 0 to {base - 1}")
    frame = ((hours * 60 + minutes) * 60 + seconds) * base + count
    if not drop or not (dropped := _dropped(base)):
        return frame
    if minutes % 10 and seconds == 0 and count < dropped:
        raise ValueError(f"{text!r} is a number that drop-frame timecode leaves out")
    whole = hours * 60 + minutes
    return frame - dropped * (whole - whole // 10)


def nominal(fps: Fraction) -> int:
    """The frames that a second of timecode counts: 30 at 30000/1001."""
    return round(fps)


def _dropped(base: int) -> int:
    """How many frame numbers a minute leaves out: 2 at 30, 4 at 60, none at rates that have no drop-frame."""
    return base // 15 if base % 30 == 0 else 0
