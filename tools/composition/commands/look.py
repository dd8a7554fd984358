"""Commands on how items look: place, crop, blend, mask and colour key."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ..draft import Draft
from ..errors import InvalidParameters, OutOfRange
from ..layout import Alignment, Box, aligned, box
from ..model import Record
from ..parts import Anchor, BlendMode, Fit, Mask
from ..properties import having, resting
from ..signature import command
from ..values import Colour, Flag, Fraction01, ItemIds, Number, Positive

Pixels = Annotated[Number, Field(description="pixels from the canvas centre; x goes right, y goes down")]


def given(**values: Any) -> Record:
    """The parameters that were given; raises InvalidParameters when none was."""
    found = {name: value for name, value in values.items() if value is not None}
    if not found:
        raise InvalidParameters("There is nothing to set.", hint=f"Give at least one of {', '.join(values)}.")
    return found


@command(example={"ids": ["logo"], "x": -720, "y": 400, "scale": 0.3, "opacity": 0.8})
def set_transform(
    draft: Draft,
    ids: ItemIds,
    x: Pixels | None = None,
    y: Pixels | None = None,
    scale: Annotated[Positive | None, Field(description="on top of fit; 1 is unchanged")] = None,
    rotation: Annotated[Number | None, Field(description="degrees, clockwise")] = None,
    anchor: Anchor | None = None,
    flip_h: Flag | None = None,
    flip_v: Flag | None = None,
    fit: Fit | None = None,
    opacity: Fraction01 | None = None,
) -> None:
    """Place, scale, turn, flip, fit or fade items; what is not given stays, and a number replaces its keyframes."""
    numbers = {"x": x, "y": y, "scale": scale, "rotation": rotation, "opacity": opacity}
    changes = given(**numbers, anchor=anchor, flipH=flip_h, flipV=flip_v, fit=fit)
    for id in ids:
        having(draft, id, "transform")["transform"].update(changes)


@command(example={"ids": ["logo"], "alignment": "bottom-left"})
def align_items(
    draft: Draft,
    ids: ItemIds,
    alignment: Alignment,
    relative_to: Annotated[
        Literal["canvas", "selection"], Field(description="the whole canvas, or the box around these items")
    ] = "canvas",
) -> None:
    """Put items against a side, in a corner or on the middle of the canvas or of each other."""
    items = [having(draft, id, "transform") for id in ids]
    boxes = [box(draft, item) for item in items]
    outer = Box(0, 0, draft.width, draft.height) if relative_to == "canvas" else _around(boxes)
    for item, inner in zip(items, boxes, strict=True):
        item["transform"].update(aligned(item, inner, outer, alignment))


def _around(boxes: list[Box]) -> Box:
    left, right = min(one.x - one.width / 2 for one in boxes), max(one.x + one.width / 2 for one in boxes)
    top, bottom = min(one.y - one.height / 2 for one in boxes), max(one.y + one.height / 2 for one in boxes)
    return Box((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)


@command(example={"ids": ["clip-a"], "left": 0.1, "right": 0.1})
def set_crop(
    draft: Draft,
    ids: ItemIds,
    left: Fraction01 | None = None,
    right: Fraction01 | None = None,
    top: Fraction01 | None = None,
    bottom: Fraction01 | None = None,
) -> None:
    """Crop items: how much of each side is cut off, as a share of the picture from 0 to 1."""
    changes = given(left=left, right=right, top=top, bottom=bottom)
    for id in ids:
        item = having(draft, id, "transform")
        item["transform"]["crop"] = {**item["transform"].get("crop", {}), **changes}
        for sides in (("left", "right"), ("top", "bottom")):
            if sum(resting(item, ("transform", "crop", side), 0) for side in sides) >= 1:
                raise OutOfRange(
                    f"Cropping {' and '.join(sides)} by that much leaves nothing of {item['name']!r}.",
                    hint="Together they must be less than 1.",
                )


@command(example={"ids": ["logo"], "mode": "screen"})
def set_blend_mode(draft: Draft, ids: ItemIds, mode: BlendMode) -> None:
    """Set how items mix with what is beneath them."""
    for id in ids:
        having(draft, id, "blend")["blend"] = mode


@command(example={"ids": ["clip-a"], "mask": {"shape": "ellipse", "width": 0.8, "height": 0.8, "feather": 20}})
def set_mask(draft: Draft, ids: ItemIds, mask: Mask | None) -> None:
    """Show only what is inside a shape; null takes the mask off."""
    for id in ids:
        put_or_take(having(draft, id, "mask"), "mask", mask)


@command(example={"ids": ["clip-a"], "color": "#00b140", "threshold": 0.3})
def set_chroma_key(
    draft: Draft,
    ids: ItemIds,
    color: Colour | None,
    threshold: Annotated[Fraction01 | None, Field(description="how unlike the colour still goes, 0 to 1")] = None,
    softness: Annotated[Fraction01 | None, Field(description="how soft the edge is, 0 to 1")] = None,
) -> None:
    """Make a colour (a green screen) see-through; null takes the key off."""
    for id in ids:
        item = having(draft, id, "chromaKey")
        old = item.get("chromaKey") or {}
        key = old | given(color=color, threshold=threshold, softness=softness) if color else None
        put_or_take(item, "chromaKey", key)


def put_or_take(item: Record, field: str, value: Any) -> None:
    """Set a field, or for None take it out of the item, so that taking off what is not there changes nothing."""
    if value is None:
        item.pop(field, None)
    else:
        item[field] = value
