"""Stills of a film side by side in one picture, so that a page can show any moment of it at once."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from pathlib import Path
from typing import Any

from . import ffmpeg

HEIGHT = 72
MOST, WIDEST = 120, 30_000
"""How many stills there are at the most, and how many pixels wide they may be together: a JPEG ends at 65,535."""
FILE = "filmstrip.jpg"


def make(source: Path, folder: Path, facts: dict[str, Any], check: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """Draw the filmstrip of a film with these facts in `folder`: {file, mime, tiles, seconds, width, height}; still number
    k, counted from 0, is what is seen at k times `seconds`, and `width` by `height` pixels large.

    `source` is the film or its proxy. `check()` is called often, and what it raises ends the work. Raises EncoderFailed.
    """
    width = max(2, round(facts["width"] * HEIGHT / facts["height"] / 2) * 2)
    tiles = max(1, min(MOST, WIDEST // width, ceil(facts["durationSeconds"])))
    seconds = facts["durationSeconds"] / tiles
    drawn = (
        f"fps={1 / seconds:.9f}:start_time=0:round=up,tpad=stop_mode=clone:stop=-1,trim=end_frame={tiles},"
        f"scale={width}:{HEIGHT}:flags=bicubic,setsar=1,format=yuvj420p,tile={tiles}x1"
    )
    read = (*ffmpeg.SAFE, "-threads", "2", "-i", f"file:{source}")
    command = [*read, "-map", "0:V:0", "-vf", drawn, "-frames:v", "1", "-q:v", "4", "-update", "1", FILE]
    ffmpeg.encode(command, folder, check=check)
    told = {"tiles": tiles, "seconds": round(seconds, 6), "width": width, "height": HEIGHT}
    return {"file": FILE, "mime": "image/jpeg", **told}
