"""A smaller stand-in for a film: 360p at an even pace with a keyframe every 15 frames, quick to seek in and to draw from."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import Any

from . import ffmpeg
from .compile.colour import to_working
from .compile.reading import Pictures, matrix
from .formats import TAGS
from .refusals import Unreadable
from .sources import Traits, traits

SHORT, LONG = 360, 1280
"""Pixels of the shorter and the longer side at the most."""
KEYFRAMES = 15
H264 = ("-c:v", "libx264", "-preset", "veryfast", "-crf", "26", "-bf", "0", "-sc_threshold", "0")
# What may be seen through needs another codec; a browser plays both.
VP9 = ("-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-crf", "32", "-b:v", "0", "-auto-alt-ref", "0")
SECONDS, TIMES = 120, 20
"""How long the work may take: so many seconds, and so many times the length of the film."""


def make(
    source: Path,
    folder: Path,
    facts: dict[str, Any],
    check: Callable[[], None] = lambda: None,
    progress: Callable[[float], None] = lambda part: None,
) -> dict[str, Any]:
    """Make the proxy of a film with these facts in `folder`: {file, mime, width, height}.

    It begins where the film begins, sound and picture as far apart as they were there; its colours are those that a
    render sees. `check()` is called often, and what it raises ends the work; `progress` hears the part that is done, 0 to
    1. Raises EncoderFailed, or Unreadable when it takes too long.
    """
    seen = traits(source)
    target = folder / ("proxy.webm" if seen.alpha else "proxy.mp4")
    width, height = size(facts["width"], facts["height"])
    until = monotonic() + SECONDS + TIMES * facts["durationSeconds"]

    def bounded() -> None:
        check()
        if monotonic() > until:
            raise Unreadable(source.name)

    frames = max(1, facts["durationSeconds"] * pace(facts))
    command = arguments(source, target, facts, seen, width, height)
    ffmpeg.encode(command, folder, check=bounded, progress=lambda done, _: progress(min(1.0, float(done / frames))))
    return {"file": target.name, "mime": f"video/{target.suffix[1:]}", "width": width, "height": height}


def arguments(source: Path, target: Path, facts: dict[str, Any], seen: Traits, width: int, height: int) -> list[str]:
    """What the encoder is told."""
    shown = Pictures("", facts["width"], facts["height"], seen.alpha, False, matrix(seen), seen.hdr)
    decoder = ("-c:v", seen.decoder) if seen.decoder else ()
    drawn = f"fps={pace(facts)}:start_time=0,{to_working(shown, width, height)}"
    picture = ("-map", "0:V:0", "-vf", drawn, *(VP9 if seen.alpha else H264), "-g", str(KEYFRAMES), *TAGS)
    codec = ("-c:a", "libopus") if seen.alpha else ("-c:a", "aac", "-movflags", "+faststart")
    heard = ("-map", "0:a:0", "-af", "aresample=48000:async=1:first_pts=0", "-ac", "2", "-b:a", "96k")
    sound = (*heard, *codec) if facts["hasAudio"] else codec[2:]
    bare = ("-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn")
    read = (*ffmpeg.SAFE, "-threads", "2", *decoder, "-i", f"file:{source}")
    return [*read, *picture, "-threads", "2", *sound, *bare, f"file:{target}"]


def pace(facts: dict[str, Any]) -> Fraction:
    """Frames a second: the film's own, or those it means where it has no even pace."""
    return Fraction(*facts.get("fps", (30, 1)))


def size(width: int, height: int) -> tuple[int, int]:
    """The size of a proxy: never larger than the film, its shape kept, and even on both sides as the codecs want it."""
    shrink = min(1, SHORT / min(width, height), LONG / max(width, height))
    return max(2, round(width * shrink / 2) * 2), max(2, round(height * shrink / 2) * 2)
