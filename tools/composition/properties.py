"""What items have: the parts each type is made of, and the properties that may change over an item's time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .draft import Draft
from .errors import WrongItemType
from .model import Record
from .parts import Grade
from .shapes import ITEM_SHAPES
from .values import camel

# The parts of each type of item, as its shape declares them: "transform", "audio", "style", …
PARTS = {type: frozenset(field.alias or name for name, field in shape.model_fields.items()) for type, shape in ITEM_SHAPES.items()}  # fmt: skip
VISUAL = frozenset(type for type, parts in PARTS.items() if "transform" in parts)
AUDIBLE = frozenset(type for type, parts in PARTS.items() if "audio" in parts)

_TRANSFORM = {name: ("transform", name) for name in ("x", "y", "scale", "rotation", "opacity")}
_CROP = {f"crop.{side}": ("transform", "crop", side) for side in ("left", "right", "top", "bottom")}
_STYLE = {name: ("style", name) for name in ("fontSize", "letterSpacing")}
_GRADE = {f"grade.{name}": ("grade", name) for name in map(camel, Grade.model_fields) if name != "lutAssetId"}

# "color" is not here: it is the style's on lettering and the item's own on a solid; see `path_of`.
_PATHS = {**_TRANSFORM, **_CROP, "volumeDb": ("audio", "volumeDb"), **_STYLE, **_GRADE}
NAMES = (*_PATHS, "color")
_BY_PATH = {path: name for name, path in _PATHS.items()} | {("style", "color"): "color", ("color",): "color"}


def path_of(item: Record, name: str) -> tuple[str, ...] | None:
    """Where `item` keeps the property, or None when an item of its type has no such property."""
    parts = PARTS[item["type"]]
    path = _PATHS.get(name) or (("style", "color") if "style" in parts else ("color",))
    return path if path[0] in parts else None


def properties_of(item: Record) -> list[str]:
    """The animatable properties that an item of this type has."""
    return [name for name in NAMES if path_of(item, name)]


def at(item: Record, path: tuple[str, ...]) -> Any:
    """The value at a path, or None."""
    value: Any = item
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def put(item: Record, path: tuple[str, ...], value: Any) -> None:
    """Write a value at a path, making what is missing on the way."""
    for key in path[:-1]:
        if item.get(key) is None:
            item[key] = {}
        item = item[key]
    item[path[-1]] = value


def is_animated(value: Any) -> bool:
    """Whether a property's value is a keyframe track, {"kf": [{"f", "v", "e"}]}."""
    return isinstance(value, dict) and "kf" in value


def animated(item: Record) -> list[tuple[str, list[Record]]]:
    """Every animated property of an item with its keyframes; f counts frames from the item's start."""
    found = [(name, value["kf"]) for path, value in _objects(item) if "kf" in value and (name := _BY_PATH.get(path))]
    return sorted(found, key=lambda one: NAMES.index(one[0])) if len(found) > 1 else found


def _objects(item: Record, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Record]]:
    """The objects within an item, three levels deep, with their paths: few, so that looking for keyframes is quick."""
    for name, value in item.items():
        if type(value) is dict:
            yield (*path, name), value
            if len(path) < 2:
                yield from _objects(value, (*path, name))


def resting(item: Record, path: tuple[str, ...], default: Any) -> Any:
    """The plain value that stands for a property: its own, or of its keyframes the one that lasts longest unmoving."""
    value = at(item, path)
    if not is_animated(value):
        return default if value is None else value
    track = value["kf"]
    held = {track[0]["v"]: track[0]["f"]}
    for early, late in zip(track, track[1:], strict=False):
        if early["v"] == late["v"] or early["e"] == "hold":
            held[early["v"]] = held.get(early["v"], 0) + late["f"] - early["f"]
    held[track[-1]["v"]] = held.get(track[-1]["v"], 0) + item["durationInFrames"] - 1 - track[-1]["f"]
    return max(held, key=lambda one: held[one])


def having(draft: Draft, id: str, part: str) -> Record:
    """The item, to be written to, if it has that part; raises WrongItemType, ItemNotFound, TrackLocked."""
    item = draft.item(id)
    if part not in PARTS[item["type"]]:
        able = ", ".join(type for type, parts in PARTS.items() if part in parts)
        raise WrongItemType(
            f"{item['name']!r} is of type {item['type']} and has no {part}.", hint=f"Types that have: {able}.", id=id
        )
    return draft.edit_item(id)
