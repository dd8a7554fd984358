"""What is in a media file, measured by reading all of it once: the facts that an asset of a document states.

`probe` is for everybody: it looks in a bounded child. `look` is what the child does; `python -m tools.media.probe PATH`
prints what it saw.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
from av.container import InputContainer
from av.stream import Stream
from av.video.stream import VideoStream

from . import child, lut, stills
from .opening import exact, high_range, opened, picture_of, see_through, sound_of, type_of
from .refusals import Empty, Incomplete, Missing, NothingInside, TooLong, TooManyPixels

Facts = dict[str, Any]

# Rates that cameras mean when a container rounds them. None is nearer to another than the tolerance.
RATES = [Fraction(n) for n in (24, 25, 30, 48, 50, 60, 120)] + [Fraction(n * 1000, 1001) for n in (24, 30, 48, 60, 120)]
RATE_TOLERANCE = Fraction(3, 10_000)
# Formats whose stated length is a guess from the bit rate.
GUESSING = {"mp3", "aac"}


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that is taken of one file."""

    seconds: int = 12 * 60 * 60
    pixels: int = 8192 * 4320
    still_pixels: int = stills.MOST_PIXELS


LIMITS = Limits()


def probe(
    path: Path,
    name: str | None = None,
    poster: Path | None = None,
    limits: Limits = LIMITS,
    check: Callable[[], None] | None = None,
) -> Facts:
    """The facts of a file that people call `name`, and its poster drawn to `poster` (JPEG).

    {kind: video|audio|image|gif|lut, name, mime, hasVideo, hasAudio} and where they apply durationSeconds, width and height
    (as displayed: turned, with square pixels), sar [n, d] where pixels are not square, fps [n, d], vfr, rotation
    (degrees clockwise that a player turns the frames), hasAlpha, hdr, audioRate (Hz), channels, and of a file with both
    picture and sound videoSpan and audioSpan: [start, end] of each, in seconds from the file's start; of a look-up table
    lutDimensions (1 or 3) and lutSize (points along an axis). `check` is called often; what it raises ends the work.
    Raises a Refusal; then no poster is left.
    """
    name = name or path.name
    arguments = [str(path.absolute()), "--limits", json.dumps(asdict(limits))]
    if poster:
        arguments += ["--poster", str(poster.absolute())]
    try:
        facts: Facts = child.run("tools.media.probe", *arguments, name=name, check=check)
    except BaseException:
        if poster:
            poster.unlink(missing_ok=True)
        raise
    return {"kind": facts.pop("kind"), "name": name} | facts


def look(path: Path, limits: Limits = LIMITS) -> Facts:
    """The facts, in this process; for the child, and for files of our own making."""
    try:
        size = path.stat().st_size
    except OSError as error:
        raise Missing(path.name, because=error.strerror or "it cannot be opened") from None
    if not size:
        raise Empty(path.name)
    if stills.is_still(path):
        return _still(path, limits)
    if lut.is_lut(path):
        return lut.facts(path)
    try:
        with opened(path) as container:
            facts = _first_sight(container, path, limits)
        with opened(path) as container:
            return facts | _measured(container, path.name, limits)
    except (av.error.FFmpegError, EOFError):
        raise Incomplete(path.name) from None


def _still(path: Path, limits: Limits) -> Facts:
    with stills.still(path, limits.still_pixels) as image:
        facts: Facts = {"kind": "image", "mime": stills.type_of(path), "hasVideo": True, "hasAudio": False}
        return facts | {"width": image.width, "height": image.height, "hasAlpha": image.has_transparency_data}


def _first_sight(container: InputContainer, path: Path, limits: Limits) -> Facts:
    """What the header and the first frame say."""
    name, picture, sound = path.name, picture_of(container), sound_of(container)
    if not (picture or sound):
        raise NothingInside(name)
    kind = "gif" if container.format.name == "gif" else "video" if picture else "audio"
    facts: Facts = {"kind": kind, "mime": type_of(path, container, bool(picture))}
    facts |= {"hasVideo": bool(picture), "hasAudio": bool(sound)}
    if picture:
        facts |= _seen(container, picture, name, limits)
    elif sound and next(container.decode(sound), None) is None:
        raise Incomplete(name)
    if sound:
        facts |= {"audioRate": sound.codec_context.sample_rate, "channels": sound.codec_context.channels}
    return facts


def _seen(container: InputContainer, picture: VideoStream, name: str, limits: Limits) -> Facts:
    _check_pixels(picture.codec_context.width, picture.codec_context.height, limits.pixels, name)
    frame = next(container.decode(picture), None)
    if frame is None:
        raise Incomplete(name)
    facts = _displayed(frame.width, frame.height, exact(picture.sample_aspect_ratio), -frame.rotation % 360)
    facts |= _rate(exact(picture.average_rate) or exact(picture.guessed_rate) or exact(picture.base_rate))
    return facts | {"hasAlpha": see_through(picture), "hdr": high_range(picture)}


def _displayed(width: int, height: int, pixel: Fraction | None, rotation: int) -> Facts:
    """The size that a person sees: square pixels, upright."""
    shown = round(width * pixel) if pixel else width
    wide, high = (height, shown) if rotation in (90, 270) else (shown, height)
    oblong = {"sar": [pixel.numerator, pixel.denominator]} if pixel and pixel != 1 else {}
    return {"width": max(1, wide), "height": max(1, high), **oblong, "rotation": rotation}


def _rate(rate: Fraction | None) -> Facts:
    if not rate or not 0 < rate < 900:
        return {}
    meant = next((one for one in RATES if abs(rate / one - 1) < RATE_TOLERANCE), rate.limit_denominator(1001))
    return {"fps": [meant.numerator, meant.denominator]}


def _measured(container: InputContainer, name: str, limits: Limits) -> Facts:
    """What only reading every packet tells: the true length, when picture and sound begin and end, an even or uneven
    pace, and whether the end is there."""
    picture, sound = picture_of(container), sound_of(container)
    main = picture or sound
    assert main is not None
    times = _times(container)
    first = max(Fraction(0), Fraction(container.start_time or 0, av.time_base))
    last = max((one.end for one in times.values()), default=first)
    stated = _stated(container)
    broken_off = container.format.name.startswith("mov") and any(one.broken_off for one in times.values())
    if broken_off or (stated and stated - (last - first) > max(Fraction(1), stated / 50)):
        raise Incomplete(name)
    length = _of_stream(main) if stated else None
    length = length or stated or (times[main.index].end if main.index in times else first) - first
    if length <= 0:
        raise NothingInside(name)
    if length > limits.seconds:
        raise TooLong(name, found=_hours(length), most=_hours(Fraction(limits.seconds)))
    facts: Facts = {"durationSeconds": round(float(length), 6)}
    if picture:
        facts["vfr"] = _uneven(times[picture.index].shown if picture.index in times else ())
    if picture and sound:
        spans = {"videoSpan": times.get(picture.index), "audioSpan": times.get(sound.index)}
        facts |= {key: one.span(first) for key, one in spans.items() if one}
    return facts


@dataclass(slots=True)
class _Times:
    """When the packets of a stream are shown, in ticks of its clock; and whether the last of them is not all there."""

    clock: Fraction
    shown: list[int] = field(default_factory=list)
    stop: int = 0
    broken_off: bool = False

    @property
    def end(self) -> Fraction:
        return self.stop * self.clock

    def span(self, first: Fraction) -> list[float]:
        """From when to when, in seconds after `first`."""
        begin = min(self.shown, default=0) * self.clock
        return [round(float(moment), 6) for moment in (max(Fraction(0), begin - first), max(begin, self.end) - first)]


def _times(container: InputContainer) -> dict[int, _Times]:
    """The times of every stream, by its index."""
    found: dict[int, _Times] = {}
    for packet in container.demux():
        if packet.pts is None:
            continue
        index = packet.stream_index
        if index not in found:
            found[index] = _Times(exact(container.streams[index].time_base) or Fraction(0))
        one = found[index]
        one.broken_off = packet.is_corrupt
        one.stop = max(one.stop, packet.pts + (packet.duration or 0))
        if not packet.is_discard:
            one.shown.append(packet.pts)
    return found


def _stated(container: InputContainer) -> Fraction | None:
    """The length that a container gives in its header, in seconds; None when it does not, or only guesses."""
    if not container.duration or container.format.name in GUESSING:
        return None
    return Fraction(container.duration, av.time_base)


def _of_stream(stream: Stream) -> Fraction | None:
    clock = exact(stream.time_base)
    return Fraction(stream.duration * clock) if stream.duration and clock else None


def _uneven(starts: Sequence[int]) -> bool:
    """Whether frames come at an uneven pace. Rounding to the container's clock is none, nor is a frame lost here and
    there: the pace is uneven when more than one gap in fifty is not the usual one."""
    shown = sorted(set(starts))
    gaps = [late - early for early, late in zip(shown, shown[1:], strict=False)]
    usual = statistics.median_low(gaps) if gaps else 0
    return sum(abs(gap - usual) > 2 for gap in gaps) * 50 > len(gaps)


def _check_pixels(width: int, height: int, most: int, name: str) -> None:
    if width < 1 or height < 1:
        raise NothingInside(name)
    if width * height > most:
        raise TooManyPixels(name, found=f"{width}×{height}", most=f"{most / 1e6:.0f} million")


def _hours(length: Fraction) -> str:
    return f"{float(length) / 3600:.1f} hours"


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the facts of a media file as JSON.")
    parser.add_argument("path", type=Path)
    parser.add_argument("--poster", type=Path, help="draw a poster (JPEG) there")
    parser.add_argument("--limits", type=json.loads, default={})
    given = parser.parse_args()

    def work() -> Facts:
        facts = look(given.path.absolute(), Limits(**given.limits))
        if given.poster:
            stills.draw(given.path.absolute(), given.poster, facts)
        return facts

    child.answer(work)


if __name__ == "__main__":
    main()
