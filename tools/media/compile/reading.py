"""From a file to frames: the pictures of a source over some frames of the composition, exactly as many as asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tools.composition import timing
from tools.composition.model import Record
from tools.media.sources import Source, Traits

from .graph import Builder, Pad, Reading

# A source that is cut up and used in its own order is decoded once, across gaps up to this many seconds.
GAP = 2.0
# How long before a frame the one may begin that is still shown, where frames come at an uneven pace.
UNEVEN = 4.0
# A frame of the source that is due half-way between two of the composition comes with the later one, in every window: its
# time is told in fine ticks, and so many later as a container rounds it by at the most (half a millisecond).
TICKS, LATE = 10_000_000, 6_000
# How long before a sound its decoding begins, so that it is in full swing.
AHEAD = 0.5
# No decoder needs more to keep up, and each thread holds frames.
DECODE = ("-threads", "2")


@dataclass(frozen=True, slots=True)
class Pictures:
    """Frames in a pad. `held`: there is one only, which is to be held. width and height in pixels of the asset."""

    pad: Pad
    width: int
    height: int
    alpha: bool
    held: bool
    matrix: str = ""
    hdr: bool = False


def place_in_source(item: Record, fps: Fraction, frame: int) -> Fraction:
    """Seconds into the source of what an item shows at its own frame, which may lie in its handles."""
    if item.get("freeze"):
        return timing.source_in(item)
    steps = item["durationInFrames"] - 1 - frame if item.get("reverse") else frame
    return timing.source_in(item) + steps * timing.rate(item) / fps


def pictures(g: Builder, item: Record, asset: Record, source: Source, frames: range) -> Pictures:
    """What an item shows over its own `frames`; they may reach into its handles."""
    path, traits = source.file(g.small)
    width, height = asset.get("width") or traits.width, asset.get("height") or traits.height
    size = {"width": int(width or g.width), "height": int(height or g.height)}
    facts: dict[str, Any] = {**size, "alpha": traits.alpha, "hdr": traits.hdr, "matrix": matrix(traits)}
    if item["type"] == "image" or asset["kind"] == "image":
        index = g.add(str(path), *DECODE, digest=source.digest)
        return Pictures(g.then(f"{index}:v:0", f"fps={g.pace}", "trim=end_frame=1"), held=True, **facts)
    pad = _moving(g, item, asset, source, traits, frames)
    return Pictures(pad, held=bool(item.get("freeze")), **facts)


def matrix(traits: Traits) -> str:
    """How colours are coded in a source that does not say: as its height suggests."""
    if traits.matrix:
        return {"bt470bg": "bt601", "smpte170m": "bt601", "bt2020nc": "bt2020"}.get(traits.matrix, traits.matrix)
    return "bt709" if traits.height > 576 else "bt601"


def _moving(g: Builder, item: Record, asset: Record, source: Source, traits: Traits, frames: range) -> Pad:
    backward = item.get("reverse") and not item.get("freeze")
    first, last = frames[0], frames[-1]
    start = place_in_source(item, g.fps, last if backward else first)
    loops = item["type"] == "gif" or bool(item.get("loop"))
    seen = _seen(asset)
    if seen and loops:
        start %= timing.seconds(asset)
    elif seen:
        # An item may end later than its picture does; then the last frame is shown, and not none.
        last_frame = seen[1] - Fraction(1) / Fraction(traits.fps or 25).limit_denominator(1001)
        start = min(start, max(Fraction(0), last_frame))
    rate, count = timing.rate(item), 1 if item.get("freeze") else len(frames)
    around = max(1.5 / traits.fps if traits.fps else UNEVEN, UNEVEN if asset.get("vfr") else 0)
    if seen and loops:
        around += float(timing.seconds(asset) - seen[1] + seen[0])  # so long may the last frame stay
    reading, since = _read(g, source, traits, float(start), float(count * rate / g.fps), around, loops)
    from_here = float(start) - since
    # Before the picture begins its first frame is shown.
    until = max(from_here + float(count * rate / g.fps), float(seen[0]) - since if seen else 0) + around + 0.1
    pace = f"*{rate.denominator}/{rate.numerator}" if rate != 1 else ""
    return g.then(
        f"{reading.index}:v:0",
        f"trim=start={max(0.0, from_here - around):.6f}:end={until:.6f}",
        f"settb=1/{TICKS},setpts='(PTS-{from_here:.9f}/TB){pace}+{LATE}'",
        f"fps={g.pace}:start_time=0",
        *(() if count == 1 else ("tpad=stop_mode=clone:stop=-1",)),
        f"trim=end_frame={count}",
        *(("reverse", "setpts=PTS-STARTPTS") if backward else ()),
    )


def _seen(asset: Record) -> tuple[Fraction, Fraction] | None:
    """From when to when a film has a picture, in seconds: its sound may begin before and go on after it."""
    if not asset.get("durationSeconds"):
        return None
    begin, stop = asset.get("videoSpan") or (0, asset["durationSeconds"])
    return Fraction(str(begin)), min(Fraction(str(stop)), timing.seconds(asset))


def reading_of(
    g: Builder, source: Source, start: float, seconds: float, *, loops: bool = False
) -> tuple[Reading, float]:
    """An input for the sound of a source from `start` on, and where in the source its clock is zero."""
    options = ("-vn", *(("-stream_loop", "-1") if loops else ()))
    return _forward(g, str(source.path), options, source.digest, start, seconds, AHEAD, loops)


def _read(
    g: Builder, source: Source, traits: Traits, start: float, seconds: float, around: float, loops: bool
) -> tuple[Reading, float]:
    """An input that will come by `start`, and where in the source its clock is zero."""
    options = (*(("-c:v", traits.decoder) if traits.decoder else ()), *DECODE)
    options = ("-an", *(("-stream_loop", "-1") if loops else ()), *options)
    path, digest = str(source.file(g.small)[0]), f"{source.digest}:{int(g.small)}"
    return _forward(g, path, options, digest, start, seconds, around, loops)


def _forward(
    g: Builder,
    path: str,
    options: tuple[str, ...],
    digest: str,
    start: float,
    seconds: float,
    around: float,
    loops: bool,
) -> tuple[Reading, float]:
    stop = start + seconds
    for reading in g.readings:
        ahead = start - reading.at
        # Two places of one file that are wanted at the same time are two inputs, or frames would pile up in between.
        near = -1e-6 <= ahead <= GAP and reading.stretch < g.stretch
        if near and not loops and (reading.path, reading.options) == (path, options):
            reading.at, reading.stretch = stop, g.stretch
            return reading, reading.since
    # A whole second is exact in every container's ticks. What is played again and again cannot be entered late.
    since = 0 if loops else max(0, math.floor(start - around))
    seek = ("-ss", str(since)) if since else ()
    index = g.add(path, *options, *seek, digest=digest)
    g.readings.append(reading := Reading(index, path, since, stop, options, g.stretch))
    return reading, since
