"""Which properties of an item may change over its time, and where the document keeps each of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .model import Record

GRADE_SCALES = (
    *("contrast", "brightness", "saturation", "temperature", "tint"),
    *("highlights", "shadows", "gamma", "lift", "gain", "vignette"),
)

_TRANSFORM = {name: ("transform", name) for name in ("x", "y", "scale", "rotation", "opacity")}
_CROP = {f"crop.{side}": ("transform", "crop", side) for side in ("left", "right", "top", "bottom")}
_STYLE = {name: ("style", name) for name in ("fontSize", "letterSpacing")}
_GRADE = {f"grade.{name}": ("grade", name) for name in ("exposure", *GRADE_SCALES)}

# "color" is not here: it is the style's on a text and the item's own on a solid; see `path_of`.
_PATHS = {**_TRANSFORM, **_CROP, "volumeDb": ("audio", "volumeDb"), **_STYLE, **_GRADE}
NAMES = (*_PATHS, "color")
_BY_PATH = {path: name for name, path in _PATHS.items()} | {("style", "color"): "color", ("color",): "color"}

VISUAL = ("video", "image", "gif", "text", "captions", "solid")
AUDIBLE = ("video", "audio")
LETTERED = ("text", "captions")


def path_of(item: Record, name: str) -> tuple[str, ...] | None:
    """Where `item` keeps the property, or None when an item of its type has no such property."""
    if name == "color":
        return {"solid": ("color",), "text": ("style", "color"), "captions": ("style", "color")}.get(item["type"])
    path = _PATHS[name]
    types = {"audio": AUDIBLE, "style": LETTERED}.get(path[0], VISUAL)
    return path if item["type"] in types else None


def properties_of(item: Record) -> list[str]:
    """The animatable properties that an item of this type has."""
    return [name for name in NAMES if path_of(item, name)]


def at(item: Record, path: tuple[str, ...]) -> Any:
    """The value at a path, or None."""
    value: Any = item
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def is_animated(value: Any) -> bool:
    """Whether a property's value is a keyframe track, {"kf": [{"f", "v", "e"}]}."""
    return isinstance(value, dict) and "kf" in value


def animated(item: Record) -> Iterator[tuple[str, list[Record]]]:
    """Every animated property of an item with its keyframes; f counts frames from the item's start."""
    for path, name in _BY_PATH.items():
        value = at(item, path)
        if is_animated(value):
            yield name, value["kf"]
