"""The levels of a sound over its length: peaks in the JSON of audiowaveform, which players and editors read, and pictures.

`make` is for everybody: it listens in a bounded child, which is `python -m tools.media.waveform SOURCE FOLDER`.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from . import child
from .opening import opened, sound_of
from .refusals import NothingInside

Levels = NDArray[np.int16]
"""One row a peak: the lowest and the highest sample."""

RATE = 8000
"""Samples a second that are looked at; of all channels together."""
A_PEAK = 160
"""Samples a peak: fifty peaks a second, and of a long sound fewer."""
MOST = 20_000
PEAKS, PICTURE = "peaks.json", "waveform.png"
WIDTH, HEIGHT = 1800, 120
COLOUR = "#3ddc84"


def make(source: Path, folder: Path, name: str, check: Callable[[], None] | None = None) -> dict[str, Any]:
    """Write the peaks of a sound and their picture, on nothing, to `folder`: {waveform: {file, mime, width, height},
    peaks: {file, mime, length, seconds}}; a peak lasts `seconds`.

    `check()` is called often, and what it raises ends the work. Raises a Refusal.
    """
    arguments = (str(source.absolute()), str(folder.absolute()))
    return dict(child.run("tools.media.waveform", *arguments, name=name, check=check, seconds=4 * child.SECONDS))


# --- in the child -----------------------------------------------------------------------------------------------------


def levels(source: Path, most: int = MOST) -> tuple[Levels, int]:
    """The peaks of a sound from the start of its file on, `most` at the most, and how many samples each stands for."""
    every, kept, rest = A_PEAK, np.empty((0, 2), np.int16), np.empty(0, np.int16)
    for heard in _heard(source):
        rest = np.concatenate((rest, heard))
        whole = len(rest) // every * every
        parts = rest[:whole].reshape(-1, every)
        kept, rest = np.concatenate((kept, np.stack((parts.min(1), parts.max(1)), 1))) if whole else kept, rest[whole:]
        while len(kept) >= 2 * most:
            kept, every, rest = _coarser(kept), every * 2, rest
    if len(rest):
        kept = np.concatenate((kept, [[rest.min(), rest.max()]])).astype(np.int16)
    while len(kept) > most:
        kept, every = _coarser(kept), every * 2
    return kept, every


def _coarser(peaks: Levels) -> Levels:
    """Two peaks as one."""
    even = np.concatenate((peaks, peaks[-1:])) if len(peaks) % 2 else peaks
    pairs = even.reshape(-1, 2, 2)
    return np.stack((pairs[:, :, 0].min(1), pairs[:, :, 1].max(1)), 1)


def _heard(source: Path) -> Iterator[Levels]:
    """The sound as mono, about ten seconds at a time; before a sound that begins late there is silence."""
    with opened(source) as container:
        stream = sound_of(container)
        if stream is None:
            raise NothingInside(source.name)
        resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
        start, late, pieces = (container.start_time or 0) / av.time_base, True, []
        try:
            for frame in itertools.chain(container.decode(stream), (None,)):
                if frame is not None and late:
                    yield np.zeros(max(0, round(((frame.time or 0) - start) * RATE)), np.int16)
                    late = False
                pieces += [one.to_ndarray()[0] for one in resampler.resample(frame)]
                if sum(map(len, pieces)) > 10 * RATE:
                    yield np.concatenate(pieces)
                    pieces = []
        except (av.error.FFmpegError, EOFError):
            pass  # what was heard before the damage is drawn
        if pieces:
            yield np.concatenate(pieces)


def draw(peaks: Levels, width: int, height: int) -> Image.Image:
    """Where a waveform is, as a mask: 255 there and 0 elsewhere."""
    if not len(peaks):
        peaks = np.zeros((1, 2), np.int16)
    edges = np.arange(width + 1) * len(peaks) // width
    starts, ends = edges[:-1], np.maximum(edges[1:], edges[:-1] + 1)
    middle = height // 2
    top = [middle - (int(peaks[a:b, 1].max()) * middle >> 15) for a, b in zip(starts, ends, strict=True)]
    bottom = [middle - (int(peaks[a:b, 0].min()) * middle >> 15) for a, b in zip(starts, ends, strict=True)]
    rows = np.arange(height)[:, None]
    return Image.fromarray(((rows >= top) & (rows <= bottom)).astype(np.uint8) * 255)


def write(source: Path, folder: Path) -> dict[str, Any]:
    """Both files, and what `make` answers."""
    peaks, every = levels(source)
    ground = Image.new("RGBA", (WIDTH, HEIGHT), COLOUR)
    ground.putalpha(draw(peaks, WIDTH, HEIGHT))
    ground.save(folder / PICTURE, optimize=True)
    told: dict[str, Any] = {"version": 2, "channels": 1, "sample_rate": RATE, "samples_per_pixel": every, "bits": 16}
    told |= {"length": len(peaks), "data": peaks.ravel().tolist()}
    (folder / PEAKS).write_text(json.dumps(told, separators=(",", ":")))
    return {
        "waveform": {"file": PICTURE, "mime": "image/png", "width": WIDTH, "height": HEIGHT},
        "peaks": {"file": PEAKS, "mime": "application/json", "length": len(peaks), "seconds": every / RATE},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the peaks of a sound, and draw them.")
    parser.add_argument("source", type=Path)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    child.answer(lambda: write(given.source, given.folder))


if __name__ == "__main__":
    main()
