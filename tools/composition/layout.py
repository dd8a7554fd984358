"""Where things lie on the canvas: how large an item is drawn, and where its centre goes to touch a side."""

from __future__ import annotations

from typing import Literal, NamedTuple

from .draft import Draft
from .model import Record
from .properties import resting

Alignment = Literal[
    "left", "right", "top", "bottom", "center", "horizontal-center", "vertical-center",
    "top-left", "top-right", "bottom-left", "bottom-right",
]  # fmt: skip

# A letter is about this wide for its size, on average over Latin text.
_LETTER = 0.55


class Box(NamedTuple):
    """A rectangle on the canvas: its centre, from the canvas centre, and its size, in pixels."""

    x: float
    y: float
    width: float
    height: float


def box(draft: Draft, item: Record) -> Box:
    """Where an item is drawn, rotation aside; the size of lettering is an estimate."""
    width, height = _drawn(draft, item)
    scale = resting(item, ("transform", "scale"), 1)
    width, height = width * scale, height * scale
    x, y = (resting(item, ("transform", axis), 0) for axis in ("x", "y"))
    across, down = item["transform"].get("anchor", (0.5, 0.5))
    return Box(x - (across - 0.5) * width, y - (down - 0.5) * height, width, height)


def _drawn(draft: Draft, item: Record) -> tuple[float, float]:
    """Pixels at scale 1."""
    if item["type"] == "text":
        return _lettering(item)
    asset = draft.assets.find(item.get("assetId", "")) or {}
    width, height = asset.get("width"), asset.get("height")
    fit = item["transform"].get("fit", "contain")
    if not width or not height or fit == "stretch":
        return draft.width, draft.height
    ratios = draft.width / width, draft.height / height
    by = {"contain": min(ratios), "cover": max(ratios)}.get(fit, 1)
    return width * by, height * by


def _lettering(item: Record) -> tuple[float, float]:
    lines = item["text"].split("\n")
    size = resting(item, ("style", "fontSize"), 96)
    width = max(map(len, lines)) * size * _LETTER
    return width, len(lines) * size * item["style"].get("lineHeight", 1.2)


# Which way each alignment goes: -1 to the left or top, 0 to the middle, 1 to the right or bottom; None stays.
_WAYS: dict[Alignment, tuple[int | None, int | None]] = {
    "left": (-1, None),
    "right": (1, None),
    "top": (None, -1),
    "bottom": (None, 1),
    "center": (0, 0),
    "horizontal-center": (0, None),
    "vertical-center": (None, 0),
    "top-left": (-1, -1),
    "top-right": (1, -1),
    "bottom-left": (-1, 1),
    "bottom-right": (1, 1),
}


def safe_area(draft: Draft) -> Box:
    """The canvas less a margin of a twentieth on every side, where lettering is never cut off."""
    return Box(0, 0, draft.width * 0.9, draft.height * 0.9)


def aligned(item: Record, inner: Box, outer: Box, alignment: Alignment) -> dict[str, int]:
    """The x or y, or both, of an item drawn as `inner` that put it against a side of `outer`, or on its middle."""
    across, down = item["transform"].get("anchor", (0.5, 0.5))
    along_x, along_y = _WAYS[alignment]
    place = {}
    if along_x is not None:
        place["x"] = round(outer.x + along_x * (outer.width - inner.width) / 2 + (across - 0.5) * inner.width)
    if along_y is not None:
        place["y"] = round(outer.y + along_y * (outer.height - inner.height) / 2 + (down - 0.5) * inner.height)
    return place
