"""Keyframe tracks as curves: the value at a frame, and a piece cut out of one without changing its course."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from .model import Record

Bezier = tuple[float, float, float, float]

# The named easings are those of CSS; "hold" keeps its value until the next keyframe.
BEZIERS: dict[str, Bezier] = {
    "ease-in": (0.42, 0, 1, 1),
    "ease-out": (0, 0, 0.58, 1),
    "ease-in-out": (0.42, 0, 0.58, 1),
}


def value_at(keys: list[Record], frame: int) -> Any:
    """The value of a keyframe track at a frame from the item's start; before and after its keyframes it holds."""
    before = next((key for key in reversed(keys) if key["f"] <= frame), None)
    after = next((key for key in keys if key["f"] > frame), None)
    if before is None or after is None:
        return (before or after or keys[0])["v"]
    progress = (frame - before["f"]) / (after["f"] - before["f"])
    return _between(before["v"], after["v"], eased(before.get("e", "linear"), progress))


def eased(easing: Any, progress: float) -> float:
    """How far a value has gone (0 to 1, or beyond when it overshoots) at a share of the time to the next keyframe."""
    if easing == "hold":
        return 0.0 if progress < 1 else 1.0
    if easing == "linear":
        return progress
    x1, y1, x2, y2 = _bezier(easing)
    return _cubic(_solve(x1, x2, progress), y1, y2)


def cut(keys: list[Record], start: int, stop: int) -> Any:
    """The piece of a track over the frames [start, stop), its frames counted from `start`; a plain value if constant.

    Where a piece begins or ends between two keyframes it gets one there, and the easing is divided (de Casteljau).
    """
    first, last = keys[0]["f"], keys[-1]["f"]
    frames = {key["f"] for key in keys if start <= key["f"] < stop}
    frames |= ({start} if first < start else set()) | ({stop - 1} if last >= stop else set())
    ordered = sorted(frames)
    if len(ordered) == 1:
        return value_at(keys, ordered[0])
    own = {key["f"]: key.get("e", "linear") for key in keys}
    easings = [_part(keys, here, there) for here, there in pairwise(ordered)] + [own.get(ordered[-1], "linear")]
    pieces = zip(ordered, easings, strict=True)
    return {"kf": [{"f": frame - start, "v": value_at(keys, frame), "e": easing} for frame, easing in pieces]}


def stretched(keys: list[Record], old: int, new: int) -> dict[str, Any]:
    """The track over another length; of keyframes that fall on one frame the last one stays."""
    by_frame = {round(key["f"] * new / old): key for key in keys}
    return {"kf": [{**key, "f": frame} for frame, key in sorted(by_frame.items())]}


def _between(one: Any, other: Any, progress: float) -> Any:
    if isinstance(one, str):
        return _blend(one, other, progress)
    value = round(one + (other - one) * progress, 6)
    return int(value) if value == int(value) else value


def _blend(one: str, other: str, progress: float) -> str:
    """A colour between two of #rrggbb or #rrggbbaa."""
    size = max(len(one), len(other))
    channels = zip(_channels(one.ljust(size, "f")), _channels(other.ljust(size, "f")), strict=True)
    return "#" + "".join(f"{min(255, max(0, round(a + (b - a) * progress))):02x}" for a, b in channels)


def _channels(colour: str) -> bytes:
    return bytes.fromhex(colour.removeprefix("#"))


def _bezier(easing: Any) -> Bezier:
    x1, y1, x2, y2 = BEZIERS[easing] if isinstance(easing, str) else easing
    return x1, y1, x2, y2


def _cubic(s: float, one: float, two: float) -> float:
    """A coordinate of the cubic Bézier from 0 to 1 with these inner control points."""
    return 3 * s * (1 - s) ** 2 * one + 3 * s * s * (1 - s) * two + s**3


def _solve(x1: float, x2: float, x: float) -> float:
    """The curve's parameter at a given x, by bisection: x grows with it."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if _cubic(middle, x1, x2) < x else (low, middle)
    return (low + high) / 2


def _part(keys: list[Record], here: int, there: int) -> Any:
    """The easing from one frame to another of the same segment."""
    before = next(key for key in reversed(keys) if key["f"] <= here)
    after = next(key for key in keys if key["f"] > here)
    easing = before.get("e", "linear")
    if easing in ("hold", "linear") or (before["f"], after["f"]) == (here, there):
        return easing
    span = after["f"] - before["f"]
    return _divided(_bezier(easing), (here - before["f"]) / span, (there - before["f"]) / span)


def _divided(bezier: Bezier, start: float, stop: float) -> Any:
    """The stretch of a Bézier easing between two shares of its time, scaled to go from 0 to 1 again."""
    x1, y1, x2, y2 = bezier
    from_, to = _solve(x1, x2, start), _solve(x1, x2, stop)
    xs, ys = _sub(x1, x2, from_, to), _sub(y1, y2, from_, to)
    if abs(ys[3] - ys[0]) < 1e-9 or xs[3] - xs[0] < 1e-9:
        return "linear"
    scaled = [(points[i] - points[0]) / (points[3] - points[0]) for i in (1, 2) for points in (xs, ys)]
    return [round(value, 6) for value in scaled]


def _sub(one: float, two: float, from_: float, to: float) -> tuple[float, float, float, float]:
    """The control values of the stretch between two parameters, by its blossom."""

    def blossom(r: float, s: float, t: float) -> float:
        pairs = r * s + r * t + s * t
        return (r + s + t - 2 * pairs + 3 * r * s * t) * one + (pairs - 3 * r * s * t) * two + r * s * t

    return (
        blossom(from_, from_, from_),
        blossom(from_, from_, to),
        blossom(from_, to, to),
        blossom(to, to, to),
    )
