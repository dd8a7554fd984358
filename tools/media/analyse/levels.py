"""How loud a file is, a hundred times a second: the highest level of each moment, kept in half decibels."""

from __future__ import annotations

import base64
import re
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.media import ffmpeg
from tools.media.refusals import NothingInside, Unreadable

RATE = 100
"""Levels a second."""
SAMPLES = 48_000
QUIETEST = 255
PEAK = re.compile(rb"Peak_level=(\S+)")
FILTER = (
    f"aresample={SAMPLES}:async=1:first_pts=0,asetnsamples=n={SAMPLES // RATE},"
    "astats=metadata=1:reset=1:measure_perchannel=none:measure_overall=Peak_level,"
    "ametadata=print:key=lavfi.astats.Overall.Peak_level:file=told.txt"
)

Levels = NDArray[np.uint8]
"""Half decibels below full scale, `RATE` a second: 0 is as loud as can be, 255 is nothing."""


def measured(
    path: Path,
    name: str,
    check: Callable[[], None] | None = None,
    passed: Callable[[float], None] = lambda seconds: None,
) -> dict[str, Any]:
    """Listen to a file: {"levels": base64}. Raises a Refusal for one without sound. `passed(seconds)` hears how far it has
    come."""
    command = [*ffmpeg.SAFE, "-i", f"file:{path}", "-map", "0:a:0", "-af", FILTER, "-f", "null", "-"]
    try:
        with tempfile.TemporaryDirectory(prefix="greenlight-") as folder:
            ffmpeg.encode(command, Path(folder), check=check, progress=lambda _, seconds: passed(seconds))
            told = (Path(folder) / "told.txt").read_bytes()
    except ffmpeg.EncoderFailed as failed:
        raise (NothingInside if "matches no streams" in failed.said else Unreadable)(name) from None
    levels = bytes(_halves(peak) for peak in PEAK.findall(told))
    return {"levels": base64.b64encode(levels).decode()}


def _halves(peak: bytes) -> int:
    try:
        return max(0, min(QUIETEST, round(-2 * float(peak))))
    except (ValueError, OverflowError):
        return QUIETEST


def read(result: dict[str, Any]) -> Levels:
    """The levels of what was measured."""
    return np.frombuffer(base64.b64decode(result["levels"]), dtype=np.uint8)


def loudness(levels: Levels, start: Fraction, step: Fraction, count: int) -> NDArray[np.float64]:
    """The highest level, in dB, of each of `count` moments: from `start` seconds on, `step` seconds each. Where the file
    has no sound any more it is silent."""
    edges = float(start) + float(step) * np.arange(count + 1)
    first = np.floor(edges[:-1] * RATE + 1e-6).astype(int)
    last = np.maximum(first + 1, np.ceil(edges[1:] * RATE - 1e-6).astype(int))
    padded = np.append(levels, np.uint8(QUIETEST))
    found = np.full(count, QUIETEST, dtype=np.uint8)
    for offset in range(int((last - first).max(initial=0))):
        at = np.clip(first + offset, 0, len(levels))
        found = np.minimum(found, np.where(first + offset < last, padded[at], QUIETEST))
    return found.astype(float) / -2
