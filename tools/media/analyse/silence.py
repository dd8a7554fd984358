"""Where nothing is to be heard: the loud moments with a margin around them, and what is left between them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Range = tuple[int, int]
"""Frames from the first up to, not with, the second."""


@dataclass(frozen=True, slots=True)
class Rule:
    """When something is silent. Seconds: `margin` stays on both sides of what is loud, a cut shorter than `least_cut` is
    not worth it, a clip shorter than `least_clip` is not worth keeping, and a pause shorter than `least_pause` is none."""

    threshold_db: float = -28
    margin: float = 0.2
    least_cut: float = 0.2
    least_clip: float = 0.1
    least_pause: float = 0


def silent(loudness: NDArray[np.float64], fps: Fraction, rule: Rule) -> list[Range]:
    """The silences in a row of frames, by how loud each of them is, in dB."""
    loud = loudness >= rule.threshold_db
    loud = _filled(loud, rule.least_pause * fps)
    loud = _widened(loud, round(rule.margin * fps))
    loud = _filled(loud, rule.least_cut * fps)
    loud = ~_filled(~loud, rule.least_clip * fps)
    return [(int(start), int(stop)) for start, stop in runs(~loud)]


def runs(mask: Mask) -> list[Range]:
    """Where a mask is true, without a break."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], mask, [False])).astype(np.int8)))
    return [(int(start), int(stop)) for start, stop in zip(edges[::2], edges[1::2], strict=True)]


def _widened(mask: Mask, by: int) -> Mask:
    wide = mask.copy()
    for start, stop in runs(mask):
        wide[max(0, start - by) : stop + by] = True
    return wide


def _filled(mask: Mask, least: float | Fraction) -> Mask:
    """The mask with every break shorter than `least` closed."""
    full = mask.copy()
    for start, stop in runs(~mask):
        if stop - start < least:
            full[start:stop] = True
    return full
