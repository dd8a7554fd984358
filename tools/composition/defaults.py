"""What a new item is when nothing else is said: whole records, so that every document spells its items out alike."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from . import timing
from .draft import Draft
from .errors import InvalidParameters
from .model import Record, end
from .shapes import ITEM_SHAPES
from .shelves import copied
from .signature import suggestion

TRANSFORM: Record = {
    "x": 0,
    "y": 0,
    "scale": 1,
    "rotation": 0,
    "opacity": 1,
    "fit": "contain",
    "flipH": False,
    "flipV": False,
    "crop": {"left": 0, "right": 0, "top": 0, "bottom": 0},
}
AUDIO: Record = {"volumeDb": 0, "muted": False, "pan": 0, "fadeInFrames": 0, "fadeOutFrames": 0}
STYLE: Record = {"fontFamily": "Inter", "fontSize": 96, "fontWeight": 700, "color": "#ffffff", "alignment": "center"}

# Seconds that something without a length of its own lasts.
SECONDS = {"text": 3, "captions": 5, "image": 5, "solid": 5}
NAMES = {"text": "Title", "captions": "Captions", "solid": "Solid"}


def new_item(draft: Draft, given: Record) -> Record:
    """A whole item of the fields given, its id and track apart; raises AssetNotFound, InvalidParameters."""
    type = given["type"]
    refuse_foreign(type, given)
    asset = _asset(draft, given)
    item: Record = {"type": type, "name": asset["name"] if asset else NAMES.get(type, type), "enabled": True, "from": 0}
    if asset:
        item |= {"sourceIn": source_start(draft, asset), "rate": [1, 1]}
    if type != "audio":
        item["transform"] = copied(TRANSFORM)
    if type in ("video", "audio"):
        item["audio"] = copied(AUDIO)
    item |= {"text": {"text": "", "style": copied(STYLE)}, "captions": {"cues": [], "style": copied(STYLE)}}.get(
        type, {}
    )
    item |= {"color": "#000000"} if type == "solid" else {}
    merge(item, given)
    item.setdefault("durationInFrames", full_length(draft, item, asset))
    return item


def refuse_foreign(type: str, fields: Record) -> None:
    """Refuse fields that an item of this type does not have."""
    names = [field.alias or name for name, field in ITEM_SHAPES[type].model_fields.items()]
    if foreign := [name for name in fields if name not in names]:
        raise InvalidParameters(
            f"An item of type {type} has no {foreign[0]!r}.", hint=suggestion(foreign[0], names), argument=foreign[0]
        )


def merge(record: Record, changes: Record) -> None:
    """Write changes into a record, object by object; null takes an optional field away."""
    for name, value in changes.items():
        if value is None:
            record.pop(name, None)
        elif isinstance(value, dict) and "kf" not in value and isinstance(record.get(name), dict):
            merge(record[name], value)
        else:
            record[name] = value


def full_length(draft: Draft, item: Record, asset: Record | None) -> int:
    """Frames: all of the source from the item's in-point, or the usual length of what has none."""
    if asset and not timing.endless(item, asset):
        left = timing.seconds(asset) - timing.source_in(item)
        return max(1, int(left * draft.fps / timing.rate(item)))
    if asset and item["type"] == "gif" and asset.get("durationSeconds"):
        return max(1, round(timing.seconds(asset) * draft.fps))
    return seconds_long(draft, SECONDS.get(item["type"], 5))


def seconds_long(draft: Draft, seconds: int) -> int:
    return max(1, round(seconds * draft.fps))


def source_start(draft: Draft, asset: Record) -> Record:
    """The first frame of an asset at its own rate."""
    over, under = asset.get("fps") or draft.get("fps")
    return {"frame": 0, "fps": [over, under]}


def track_end(draft: Draft, track_id: str) -> int:
    """The frame after the last item of a track."""
    items = draft.on_track(track_id)
    return end(items[-1]) if items else 0


def mapped(value: Any, by: Fraction) -> Any:
    """A number, or each value of a keyframe track, times a factor."""
    if isinstance(value, dict):
        return {"kf": [{**key, "v": mapped(key["v"], by)} for key in value["kf"]]}
    product = round(float(value * by), 4)
    return int(product) if product.is_integer() else product


def _asset(draft: Draft, given: Record) -> Record | None:
    if given["type"] not in ("video", "audio", "image", "gif"):
        return None
    if "assetId" not in given:
        raise InvalidParameters(f"An item of type {given['type']} needs an assetId.", argument="item.assetId")
    return draft.asset(given["assetId"])
