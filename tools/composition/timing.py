"""Where an item's frames come from: its span of the source, the handles on either side, frames and seconds."""

from __future__ import annotations

from fractions import Fraction

from .model import Record


def rate(item: Record) -> Fraction:
    """How fast the item plays its source; 1 when it has none."""
    over, under = item.get("rate", (1, 1))
    return Fraction(over, under)


def source_in(item: Record) -> Fraction:
    """Seconds into the source at which the item's span begins."""
    frame, (over, under) = item["sourceIn"]["frame"], item["sourceIn"]["fps"]
    return Fraction(frame * under, over)


def source_out(item: Record, fps: Fraction) -> Fraction:
    """Seconds into the source at which the item's span ends."""
    frames: int = item["durationInFrames"]
    return source_in(item) + frames * rate(item) / fps


def endless(item: Record, asset: Record | None) -> bool:
    """Whether the item can be made as long as one likes: stills, solids, text, loops, freezes, unknown lengths."""
    if item["type"] not in ("video", "audio") or item.get("loop") or item.get("freeze"):
        return True
    return asset is None or asset.get("durationSeconds") is None


def excess(item: Record, asset: Record | None, fps: Fraction) -> Fraction:
    """Seconds by which the item runs past the end of its source, beyond what rounding explains; 0 when it does not."""
    if asset is None or endless(item, asset) or _well_inside(item, asset, float(fps)):
        return Fraction(0)
    over = source_out(item, fps) - seconds(asset)
    return over if over > ROUNDING * rate(item) / fps else Fraction(0)


def _well_inside(item: Record, asset: Record, fps: float) -> bool:
    """Whether floats are enough to see that the item ends before its source does: most do, and they are quick."""
    start, (over, under) = item["sourceIn"], item.get("rate", (1, 1))
    stop = start["frame"] * start["fps"][1] / start["fps"][0] + item["durationInFrames"] * over / under / fps
    return bool(stop < asset["durationSeconds"] - 0.001)


def handles(item: Record, asset: Record | None, fps: Fraction) -> tuple[int | None, int | None]:
    """Whole frames of the composition that the source still has (before, after) the item; None: endless."""
    if endless(item, asset):
        return None, None
    assert asset is not None
    head = source_in(item) * fps / rate(item)
    tail = (seconds(asset) - source_out(item, fps)) * fps / rate(item)
    before, after = max(0, int(head)), max(0, int(tail + ROUNDING))
    return (after, before) if item.get("reverse") else (before, after)


def seconds(asset: Record) -> Fraction:
    """The asset's length, exactly as it was written down."""
    return Fraction(str(asset["durationSeconds"]))


# Part of a frame that a probed length may fall short by: containers round their durations.
ROUNDING = Fraction(1, 2)

# The finest rate at which an in-point is written down: microseconds.
FINEST = 1_000_000


def at_source(item: Record, start: Fraction, native: list[int] | None = None) -> Record:
    """A sourceIn at `start` seconds: a frame of the source's own rate where it is one, else an exact finer rate."""
    for fps in (item["sourceIn"]["fps"], native):
        if fps and (frame := start * Fraction(*fps)).denominator == 1:
            return {"frame": int(frame), "fps": list(fps)}
    if start.denominator > FINEST:
        start = Fraction(round(start * FINEST), FINEST)
    return {"frame": start.numerator, "fps": [start.denominator, 1]}


def to_ms(frames: int, fps: Fraction) -> int:
    """Milliseconds, to the nearest."""
    return round(frames * 1000 / fps)
