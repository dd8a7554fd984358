"""Plates of one colour on their way out: no format has a see-through colour, so it becomes how much of the plate is seen."""

from __future__ import annotations

from typing import Any

Record = dict[str, Any]


def colour_of(item: Record) -> str:
    """ "#rrggbb", of a colour that changes its first."""
    return _told(item)[:7]


def opacity_of(item: Record) -> float:
    """How much of an item is seen, 0 to 1, where that does not change; with what its own colour lets through."""
    opacity = (item.get("transform") or {}).get("opacity", 1)
    through = int(_told(item)[7:], 16) / 255 if item["type"] == "solid" and len(_told(item)) == 9 else 1
    return round((1 if isinstance(opacity, dict) else opacity) * through, 6)


def _told(item: Record) -> str:
    color = item["color"]
    return str(color["kf"][0]["v"] if isinstance(color, dict) else color)
