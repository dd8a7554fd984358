"""Commands on change over time: keyframes, and the motions that people ask for by name."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from ..draft import Draft
from ..errors import InvalidParameters, OutOfRange, WrongItemType
from ..model import Record
from ..properties import at, having, is_animated, path_of, properties_of, put, resting
from ..signature import command
from ..values import Colour, Easing, Frames, ItemId, ItemIds, Length, Like, Number, Shape, colour

Property = Literal[
    "x", "y", "scale", "rotation", "opacity", "crop.left", "crop.right", "crop.top", "crop.bottom", "volumeDb",
    "fontSize", "letterSpacing", "color", "grade.exposure", "grade.contrast", "grade.brightness", "grade.saturation",
    "grade.temperature", "grade.tint", "grade.highlights", "grade.shadows", "grade.gamma", "grade.lift", "grade.gain",
    "grade.vignette",
]  # fmt: skip
Key = dict[str, Any]


class Keyframe(Shape):
    """A value at a frame, counted from the item's start, and the easing towards the next keyframe."""

    frame: Annotated[Frames, Field(description="frames from the item's start, where it begins being 0")]
    value: Number | Colour
    easing: Easing = "linear"


Keyframes = Annotated[list[Annotated[Key, Like(Keyframe)]], Field(min_length=1, max_length=10_000)]


@command(
    example={"id": "logo", "property": "opacity", "keyframes": [{"frame": 0, "value": 0}, {"frame": 15, "value": 1}]}
)
def set_keyframes(
    draft: Draft,
    id: ItemId,
    property: Property,
    keyframes: Keyframes,
    mode: Annotated[
        Literal["replace", "merge"], Field(description="instead of the keyframes there are, or in between them")
    ] = "replace",
) -> None:
    """Make a property of an item change over its time."""
    item, path = _animatable(draft, id, property)
    keys = [_key(property, key["frame"], key["value"], key.get("easing", "linear")) for key in keyframes]
    if late := [key["f"] for key in keys if key["f"] >= item["durationInFrames"]]:
        raise OutOfRange(
            f"Frame {late[0]} is past the end of {item['name']!r}, which lasts {item['durationInFrames']} frames.",
            hint="Frames count from the item's own start.",
        )
    _merge(item, path, keys, keep=lambda frame: mode == "merge")


@command(example={"id": "logo", "property": "opacity"})
def clear_keyframes(draft: Draft, id: ItemId, property: Property | None = None) -> None:
    """Stop animating a property, or all of them; each keeps the value that it holds longest."""
    item = draft.edit_item(id)
    for name in [property] if property else properties_of(item):
        _, path = _animatable(draft, id, name)
        if is_animated(at(item, path)):
            put(item, path, resting(item, path, None))


def _animatable(draft: Draft, id: str, name: str) -> tuple[Record, tuple[str, ...]]:
    item = draft.edit_item(id)
    path = path_of(item, name)
    if path is None:
        raise WrongItemType(
            f"{item['name']!r} is of type {item['type']} and has no {name}.",
            hint=f"It can animate {', '.join(properties_of(item))}.",
            id=id,
        )
    return item, path


def _key(name: str, frame: int, value: Any, easing: Any) -> Key:
    if isinstance(value, str) != (name == "color"):
        raise InvalidParameters(f"{value!r} is not a value of {name}.", argument="keyframes")
    return {"f": frame, "v": colour(value) if name == "color" else value, "e": easing}


def _merge(item: Record, path: tuple[str, ...], keys: list[Key], keep: Callable[[int], bool]) -> None:
    """Write keyframes, beside those that are there already at frames worth keeping; the later word wins."""
    value = at(item, path)
    old = [key for key in value["kf"] if keep(key["f"])] if is_animated(value) else []
    track = {key["f"]: key for key in [*old, *keys]}
    put(item, path, {"kf": [track[frame] for frame in sorted(track)]})


# --- motions by name --------------------------------------------------------------------------------------------------

Preset = Literal["fade-in", "fade-out", "slide-in", "pop", "pulse", "ken-burns"]
Motion = Callable[[Draft, Record, int | None], None]


@command(example={"ids": ["title-1"], "preset": "fade-in", "durationInFrames": 15})
def apply_motion_preset(
    draft: Draft,
    ids: ItemIds,
    preset: Preset,
    duration_in_frames: Annotated[
        Length | None,
        Field(
            description="how long the motion takes; absent: half a second, a second a pulse, all of it for ken-burns"
        ),
    ] = None,
) -> None:
    """Give items a motion, as keyframes that can be changed afterwards: fade, slide from the left, pop, pulse, zoom."""
    for id in ids:
        item = having(draft, id, "transform")
        if item["durationInFrames"] < 2:
            raise OutOfRange(f"{item['name']!r} lasts one frame: too short to move.", id=id)
        _MOTIONS[preset](draft, item, duration_in_frames)


def _length(draft: Draft, item: Record, wanted: int | None, seconds: float = 0.5) -> int:
    """Frames from the motion's first keyframe to its last: as wanted, but within the item."""
    last: int = item["durationInFrames"] - 1
    return max(1, min(wanted or round(draft.fps * Fraction(seconds)) or 1, last))


def _rest(item: Record, name: str) -> Any:
    return resting(item, ("transform", name), 1 if name in ("scale", "opacity") else 0)


def _begin(item: Record, name: str, keys: list[Key]) -> None:
    """Write keyframes at the item's start; those after them stay."""
    _merge(item, ("transform", name), keys, keep=lambda frame: frame > keys[-1]["f"])


def _fade_in(draft: Draft, item: Record, wanted: int | None) -> None:
    length = _length(draft, item, wanted)
    _begin(item, "opacity", [_at(0, 0, "ease-out"), _at(length, _rest(item, "opacity"))])


def _fade_out(draft: Draft, item: Record, wanted: int | None) -> None:
    last = item["durationInFrames"] - 1
    start = last - _length(draft, item, wanted)
    keys = [_at(start, _rest(item, "opacity"), "ease-in"), _at(last, 0)]
    _merge(item, ("transform", "opacity"), keys, keep=lambda frame: frame < start)


def _slide_in(draft: Draft, item: Record, wanted: int | None) -> None:
    to = _rest(item, "x")
    _begin(item, "x", [_at(0, to - draft.width, "ease-out"), _at(_length(draft, item, wanted), to)])


def _pop(draft: Draft, item: Record, wanted: int | None) -> None:
    length, size = _length(draft, item, wanted), _rest(item, "scale")
    over = max(1, length * 2 // 3)
    rise = [_at(over, _times(size, 1.1), "ease-in-out")] if over < length else []
    _begin(item, "scale", [_at(0, _times(size, 0.01), "ease-out"), *rise, _at(length, size)])


def _pulse(draft: Draft, item: Record, wanted: int | None) -> None:
    size, last = _rest(item, "scale"), item["durationInFrames"] - 1
    half = max(1, min(_length(draft, item, wanted, 1), last) // 2)
    beats = range(0, last + 1, half)[:_MOST_BEATS]
    # The last beat is one of rest.
    beats = beats[:-1] if len(beats) % 2 == 0 and len(beats) > 2 else beats
    keys = [_at(f, size if n % 2 == 0 else _times(size, 1.08), "ease-in-out") for n, f in enumerate(beats)]
    _merge(item, ("transform", "scale"), keys, keep=lambda frame: False)


def _ken_burns(draft: Draft, item: Record, wanted: int | None) -> None:
    length = _length(draft, item, wanted or item["durationInFrames"])
    size, across = _rest(item, "scale"), _rest(item, "x")
    _begin(item, "scale", [_at(0, size), _at(length, _times(size, 1.15))])
    # The pan stays inside what the zoom gains, so that no edge of the picture shows.
    _begin(item, "x", [_at(0, across), _at(length, across - round(draft.width * 0.05 * size))])


def _at(frame: int, value: Any, easing: str = "linear") -> Key:
    return {"f": frame, "v": value, "e": easing}


def _times(value: float, by: float) -> float:
    product = max(0.0001, round(value * by, 4))
    return int(product) if product == int(product) else product


_MOST_BEATS = 9_999
_MOTIONS: dict[str, Motion] = {
    "fade-in": _fade_in,
    "fade-out": _fade_out,
    "slide-in": _slide_in,
    "pop": _pop,
    "pulse": _pulse,
    "ken-burns": _ken_burns,
}
