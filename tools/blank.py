"""The document that a new composition begins as: a canvas, its rate, and empty tracks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Track = tuple[str, str, str]
TRACKS: tuple[Track, ...] = (("v1", "video", "Main"), ("a1", "audio", "Audio"))


def blank(
    name: str,
    fps: Sequence[int] = (30, 1),
    width: int = 1920,
    height: int = 1080,
    tracks: Sequence[Track] = TRACKS,
) -> dict[str, Any]:
    """A composition of nothing; `fps` is [numerator, denominator], `tracks` are (id, kind, name) from the bottom up."""
    return {
        "schema": 1,
        "id": "new",
        "name": name,
        "fps": list(fps),
        "width": width,
        "height": height,
        "background": "#000000",
        "audioRate": 48000,
        "startFrame": 0,
        "dropFrame": False,
        "masterAudio": {"volumeDb": 0, "muted": False, "fadeInFrames": 0, "fadeOutFrames": 0},
        "grade": None,
        "tracks": [_track(*track) for track in tracks],
        "items": {},
        "assets": {},
        "markers": [],
        "metadata": {},
    }


def _track(id: str, kind: str, name: str) -> dict[str, Any]:
    states = {"muted": False, "hidden": False, "locked": False, "volumeDb": 0}
    return {"id": id, "kind": kind, "name": name} | states | {"items": [], "transitions": []}
