"""From faces to a path of the frame: whom to follow, without trembling, in as few keyframes as will do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from .faces import Face

Look = tuple[float, Sequence[Face]]
JUMP = 0.2
"""Share of the picture that nobody crosses between two looks: it is another shot, or another person."""
SMOOTH = 1.0
"""Seconds over which a path is levelled."""
SLACK = 0.01
"""Share of the picture's width by which the keyframes may miss the path."""
LOST = 2.0
"""Seconds without a face after which the last one no longer counts."""


@dataclass(frozen=True, slots=True)
class Point:
    """Where the subject is at a time in seconds: x and y as shares of the picture. `cut`: it jumps here."""

    at: float
    x: float
    y: float
    cut: bool = False


def subject(looks: Sequence[Look]) -> list[Point]:
    """The middle of the face to follow, at each look that shows one: the largest, but rather the one of before."""
    points: list[Point] = []
    for at, faces in looks:
        if not faces:
            continue
        last = points[-1] if points and at - points[-1].at <= LOST else None
        left, top, width, height = max(faces, key=lambda face: _weight(face, last))
        x, y = left + width / 2, top + height / 2
        points.append(Point(at, x, y, cut=bool(points) and abs(x - points[-1].x) > JUMP))
    return points


def _weight(face: Face, last: Point | None) -> float:
    left, _, width, height = face
    known = last is not None and abs(left + width / 2 - last.x) < JUMP / 2
    return width * height * (3 if known else 1)


def path(points: Sequence[Point]) -> list[Point]:
    """The points levelled between jumps, and of those only the ones that make the path."""
    found: list[Point] = []
    for shot in _shots(points):
        level = _levelled(shot)
        found += _needed(level, 0, len(level) - 1)
    return found


def _shots(points: Sequence[Point]) -> list[list[Point]]:
    shots: list[list[Point]] = []
    for point in points:
        if point.cut or not shots:
            shots.append([])
        shots[-1].append(point)
    return shots


def _levelled(shot: Sequence[Point]) -> list[Point]:
    """Each point the mean of those within half of `SMOOTH` of it; the window shrinks towards the ends of a shot."""
    times = np.array([point.at for point in shot])
    across, down = np.array([point.x for point in shot]), np.array([point.y for point in shot])
    level = []
    for place, point in enumerate(shot):
        reach = min(SMOOTH / 2, point.at - times[0], times[-1] - point.at) + 1e-9
        near = np.abs(times - point.at) <= reach
        level.append(Point(point.at, float(across[near].mean()), float(down[near].mean()), cut=place == 0))
    return level


def _needed(points: Sequence[Point], first: int, last: int) -> list[Point]:
    """Ramer, Douglas and Peucker over time: the ends, and whatever lies further than `SLACK` off the line between."""
    kept = {first, last}
    spans = [(first, last)]
    while spans:
        start, stop = spans.pop()
        far, off = start, SLACK
        for at in range(start + 1, stop):
            share = (points[at].at - points[start].at) / (points[stop].at - points[start].at)
            away = abs(points[start].x + share * (points[stop].x - points[start].x) - points[at].x)
            if away > off:
                far, off = at, away
        if far != start:
            kept.add(far)
            spans += [(start, far), (far, stop)]
    ordered = sorted(kept)
    still = all(abs(points[one].x - points[other].x) <= SLACK for one, other in pairwise(ordered))
    return [points[first]] if still and len(ordered) == 2 else [points[at] for at in ordered]
