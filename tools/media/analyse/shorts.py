"""Which parts of a film stand for themselves: where most is said, beginning and ending where nothing is cut off."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Range = tuple[int, int]
SLACK = 0.15
"""Share of the wished length by which a part may be shorter or longer, so that it ends where a sentence does."""


def best(loud: NDArray[np.bool_], breaks: Sequence[int], length: int, count: int) -> list[Range]:
    """Up to `count` parts of about `length` frames, in order of time and apart from each other: those with most to hear.

    `loud` says of each frame whether something is heard, `breaks` where one may begin or end: sentences, pauses, scenes.
    """
    total = len(loud)
    length = min(length, total)
    places = sorted({0, total, *(at for at in breaks if 0 < at < total)})
    heard = np.concatenate(([0], np.cumsum(loud)))
    ends = set(places)

    def worth(part: Range) -> tuple[float, bool, int, Range]:
        return -_share(heard, part), part[1] not in ends, abs(part[1] - part[0] - length), part

    ranked = sorted(_parts(places, length, total), key=worth)
    chosen: list[Range] = []
    for part in ranked:
        if len(chosen) < count and all(part[1] <= start or part[0] >= stop for start, stop in chosen):
            chosen.append(part)
    return sorted(chosen)


def _parts(places: Sequence[int], length: int, total: int) -> list[Range]:
    parts = []
    for start in places:
        near = [stop for stop in places if abs(stop - start - length) <= SLACK * length]
        stop = min(near, key=lambda at: abs(at - start - length)) if near else start + length
        if stop <= total:
            parts.append((start, stop))
    return parts or [(0, length)]


def _share(heard: NDArray[np.int_], part: Range) -> float:
    start, stop = part
    return round(float(heard[stop] - heard[start]) / (stop - start), 2)
