"""Captions: one element a cue, on whole frames; out, and back as items that hold the cues of a role."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tools.composition.timing import to_ms

from ..rates import frames_of

Record = dict[str, Any]
# Final Cut asks each caption for a format and a language; a composition does not know its own.
ROLE = "iTT?captionFormat=ITT.en"
ABOVE = 1_000_000
"""Captions lie above everything."""


def cues(item: Record, fps: Fraction) -> Iterator[tuple[int, int, str]]:
    """From which frame of the composition each cue is seen, for how many, and what it says; cut off where its item ends."""
    begin, length = item["from"], item["durationInFrames"]
    for cue in item["cues"]:
        first, last = (frames_of(Fraction(cue[name], 1000), fps) for name in ("startMs", "endMs"))
        if first < min(last, length):
            yield begin + first, min(last, length) - first, cue["text"]


def uneven(item: Record, fps: Fraction) -> bool:
    """Whether a time of a cue lies between two frames."""
    times = [cue[name] for cue in item["cues"] for name in ("startMs", "endMs")]
    return any(to_ms(frames_of(Fraction(time, 1000), fps), fps) != time for time in times)
