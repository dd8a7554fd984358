"""What becomes of the pictures when the canvas changes its size."""

from __future__ import annotations

from fractions import Fraction

from .defaults import mapped
from .draft import Draft
from .model import Record

PICTURES = ("video", "image", "gif")


def refit(draft: Draft, width: int, height: int, how: str) -> None:
    """Adapt every item to a canvas that is about to have this size.

    All keep their relative place. With "contain" and "cover", pictures that lie on the middle at full scale fit or fill
    the canvas; with "scale", lettering and pictures that have a size of their own grow or shrink with it.
    """
    across, down = Fraction(width, draft.width), Fraction(height, draft.height)
    locked = {track["id"] for track in draft.tracks.records() if track["locked"]}
    if any(item["trackId"] in locked for item in draft.base.in_order()):
        draft.warn("What lies on locked tracks stays as it is.")
    for item in draft.base.in_order():
        if "transform" in item and item["trackId"] not in locked:
            transform = draft.edit_item(item["id"])["transform"]
            if how != "scale" and _fills(item):
                transform["fit"] = how
            transform["x"] = mapped(transform.get("x", 0), across)
            transform["y"] = mapped(transform.get("y", 0), down)
            if how == "scale" and _own_size(item):
                transform["scale"] = mapped(transform.get("scale", 1), min(across, down))


def _fills(item: Record) -> bool:
    """Whether a picture is laid out by its fit alone."""
    transform = item["transform"]
    return item["type"] in PICTURES and all(
        transform.get(name, rest) == rest for name, rest in (("x", 0), ("y", 0), ("scale", 1))
    )


def _own_size(item: Record) -> bool:
    """Whether an item's pixels do not follow from the canvas."""
    return item["type"] in ("text", "captions") or item["transform"].get("fit") == "none"
