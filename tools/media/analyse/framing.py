"""From faces to a path of the frame: whom to follow, without trembling, in as few keyframes as will do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

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
SEEN = 0.2
"""Share of the looks that must show a face, so that somebody is followed and no pattern in the wallpaper."""
STAY = 3
"""Looks in a row that a face must stay at a place: a shorter visit is another person, or none."""


@dataclass(frozen=True, slots=True)
class Point:
    """Where the subject is at a time in seconds: x and y as shares of the picture. `cut`: it jumps here."""

    at: float
    x: float
    y: float
    cut: bool = False


def subject(looks: Sequence[Look]) -> list[Point]:
    """The middle of the face to follow, at each look that shows one: the largest, but rather the one of before. None where
    faces are seen too seldom."""
    points: list[Point] = []
    for at, faces in looks:
        if not faces:
            continue
        last = points[-1] if points and at - points[-1].at <= LOST else None
        left, top, width, height = max(faces, key=lambda face: _weight(face, last))
        points.append(Point(at, left + width / 2, top + height / 2))
    return _staying(points) if len(points) >= SEEN * len(looks) else []


def _staying(points: Sequence[Point]) -> list[Point]:
    """The points without short visits elsewhere, as long as anybody stays at all, and with the jumps between the others."""
    shots = _shots(_jumping(points))
    steady = [shot for shot in shots if len(shot) >= STAY] or shots
    return _jumping([point for shot in steady for point in shot])


def _jumping(points: Sequence[Point]) -> list[Point]:
    return [
        replace(point, cut=place > 0 and abs(point.x - points[place - 1].x) > JUMP)
        for place, point in enumerate(points)
    ]


def _weight(face: Face, last: Point | None) -> float:
    left, _, width, height = face
    known = last is not None and abs(left + width / 2 - last.x) < JUMP / 2
    return width * height * (3 if known else 1)


@dataclass(frozen=True, slots=True)
class Key:
    """A share of the picture to be in the middle at a time in seconds. `cut`: from here on, not on the way here."""

    at: float
    value: float
    cut: bool


def path(points: Sequence[Point], axis: Literal["x", "y"]) -> list[Key]:
    """The points levelled between jumps along one axis, and of those only the ones that make the path."""
    return [key for shot in _shots(points) for key in _needed(_levelled(shot, axis))]


def _shots(points: Sequence[Point]) -> list[list[Point]]:
    shots: list[list[Point]] = []
    for point in points:
        if point.cut or not shots:
            shots.append([])
        shots[-1].append(point)
    return shots


def _levelled(shot: Sequence[Point], axis: str) -> list[Key]:
    """Each point the mean of those within half of `SMOOTH` of it; the window shrinks towards the ends of a shot."""
    times = np.array([point.at for point in shot])
    values = np.array([getattr(point, axis) for point in shot])
    level = []
    for place, at in enumerate(times):
        reach = min(SMOOTH / 2, at - times[0], times[-1] - at) + 1e-9
        level.append(Key(float(at), float(values[np.abs(times - at) <= reach].mean()), cut=place == 0))
    return level


def _needed(keys: Sequence[Key]) -> list[Key]:
    """Ramer, Douglas and Peucker over time: the ends, and whatever lies further than `SLACK` off the line between; one key
    where nothing moves."""
    kept, spans = {0, len(keys) - 1}, [(0, len(keys) - 1)]
    while spans:
        start, stop = spans.pop()
        off = {
            at: abs(_between(keys[start], keys[stop], keys[at].at) - keys[at].value) for at in range(start + 1, stop)
        }
        far = max(off, key=lambda at: off[at], default=start)
        if off.get(far, 0) > SLACK:
            kept.add(far)
            spans += [(start, far), (far, stop)]
    if len(kept) == 2 and abs(keys[0].value - keys[-1].value) <= SLACK:
        return [keys[0]]
    return [keys[at] for at in sorted(kept)]


def _between(left: Key, right: Key, at: float) -> float:
    return left.value + (at - left.at) / (right.at - left.at) * (right.value - left.value)
