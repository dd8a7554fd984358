"""Where a film cuts from one scene to another, in seconds."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.media import ffmpeg
from tools.media.refusals import NothingInside, Unreadable

THRESHOLD = 10
"""Percent of change from one frame to the next that is a cut and no movement."""
FILTER = f"scale=320:-2,scdet=threshold={THRESHOLD},metadata=print:key=lavfi.scd.time:file=told.txt"
TIME = re.compile(rb"lavfi\.scd\.time=(\S+)")


def measured(
    path: Path,
    name: str,
    check: Callable[[], None] | None = None,
    passed: Callable[[float], None] = lambda seconds: None,
) -> dict[str, Any]:
    """Look through a film: {"cuts": [seconds, …]}, each the time of the first frame of a scene but the first's. Raises a
    Refusal for a file without pictures. `passed(seconds)` hears how far it has come."""
    command = [*ffmpeg.SAFE, "-i", f"file:{path}", "-map", "0:v:0", "-vf", FILTER, "-f", "null", "-"]
    try:
        with tempfile.TemporaryDirectory(prefix="greenlight-") as folder:
            ffmpeg.encode(command, Path(folder), check=check, progress=lambda _, seconds: passed(seconds))
            told = (Path(folder) / "told.txt").read_bytes()
    except ffmpeg.EncoderFailed as failed:
        raise (NothingInside if "matches no streams" in failed.said else Unreadable)(name) from None
    return {"cuts": sorted({round(float(time), 4) for time in TIME.findall(told)})}
