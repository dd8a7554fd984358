"""Commands on items: add, change, copy, paste, group, detach and delete them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ..clipboard import group_ids, place_copies, take_copies
from ..defaults import STYLE, merge, new_item, refuse_foreign, seconds_long, track_end
from ..draft import Draft
from ..errors import NotFound, WrongItemType
from ..layers import find_track
from ..layout import aligned, box, safe_area
from ..model import Record, end
from ..parts import Place, TextStyle
from ..shapes import ItemPatch, NewItem
from ..shelves import copied
from ..signature import command
from ..timeline import close_up
from ..values import Colour, Delta, Flag, Frame, Id, ItemId, ItemIds, Length, Words, plain

Ripple = Annotated[Flag, Field(description="close the gap that this leaves on the track")]
OnTrack = Annotated[
    Literal["auto"] | Id | None, Field(description="a track's id; auto or absent: the topmost that has room")
]
Corner = Literal[
    "center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"
]  # fmt: skip


@command(example={"item": {"type": "video", "assetId": "as-city"}, "trackId": "v2", "from": 0})
def add_item(
    draft: Draft,
    item: NewItem,
    track_id: OnTrack = None,
    from_: Annotated[Frame | None, Field(description="absent: after the last on its track, or 0 for overlays")] = None,
) -> dict[str, Any]:
    """Add an item: what the item leaves out is as usual (all of its asset, centred, at full opacity)."""
    given = plain(item)
    made = new_item(draft, given)
    made["id"] = draft.own_id(given.get("id"), made["type"])
    if from_ is not None:
        made["from"] = from_
    elif "from" not in given:
        track_id, made["from"] = _appended(draft, made, track_id)
    return _added(draft, made, track_id)


@command(example={"text": "Hello", "from": 0, "durationInFrames": 90, "position": "top"})
def add_text(
    draft: Draft,
    text: Words,
    from_: Frame = 0,
    duration_in_frames: Annotated[Length | None, Field(description="absent: 3 seconds")] = None,
    style: TextStyle | None = None,
    position: Annotated[
        Corner | Place, Field(description="a place on the canvas, or x and y from its centre")
    ] = "center",
    track_id: OnTrack = None,
) -> dict[str, Any]:
    """Add a title or other text over the picture."""
    length = duration_in_frames or seconds_long(draft, 3)
    given = {"type": "text", "text": text, "from": from_, "durationInFrames": length, "style": copied(STYLE)}
    merge(given, {"style": plain(style) or {}})
    made = new_item(draft, given) | {"id": draft.new_id("text")}
    place = plain(position)
    made["transform"] |= place if isinstance(place, dict) else aligned(made, box(draft, made), safe_area(draft), place)
    return _added(draft, made, track_id)


@command(example={"color": "#102030", "from": 0, "durationInFrames": 60})
def add_solid(
    draft: Draft,
    color: Colour,
    from_: Frame = 0,
    duration_in_frames: Annotated[Length | None, Field(description="absent: 5 seconds")] = None,
    track_id: OnTrack = None,
) -> dict[str, Any]:
    """Add a canvas full of one colour."""
    length = {"durationInFrames": duration_in_frames} if duration_in_frames else {}
    made = new_item(draft, {"type": "solid", "color": color, "from": from_} | length)
    return _added(draft, made | {"id": draft.new_id("solid")}, track_id)


@command(example={"id": "logo", "patch": {"name": "Logo, small", "transform": {"scale": 0.1}}})
def update_item(draft: Draft, id: ItemId, patch: ItemPatch) -> None:
    """Change fields of an item; objects are merged, and null takes an optional field away."""
    item, changes = draft.edit_item(id), plain(patch)
    refuse_foreign(item["type"], changes)
    merge(item, changes)


@command(example={"ids": ["logo"], "offsetFrames": 150})
def duplicate_items(
    draft: Draft,
    ids: ItemIds,
    offset_frames: Annotated[Delta | None, Field(description="absent: the copies follow the last of them")] = None,
    track_id: OnTrack = None,
) -> dict[str, Any]:
    """Copy items, later by an offset; where their own track has no room, on one that has."""
    items = [draft.item(id) for id in dict.fromkeys(ids)]
    by = max(map(end, items)) - min(item["from"] for item in items) if offset_frames is None else offset_frames
    return {"ids": place_copies(draft, items, by, track_id)}


@command(destructive=True, example={"ids": ["clip-d"], "ripple": True})
def delete_items(draft: Draft, ids: ItemIds, ripple: Ripple = False) -> None:
    """Delete items."""
    gone = [draft.remove(id) for id in dict.fromkeys(ids)]
    if ripple:
        close_up(draft, gone)


@command(destructive=True, example={"ids": ["title-1"]})
def cut_items(draft: Draft, ids: ItemIds) -> None:
    """Delete items and keep them on the clipboard."""
    take_copies(draft, ids)
    for id in dict.fromkeys(ids):
        draft.remove(id)


@command(example={"ids": ["title-1"]})
def copy_items(draft: Draft, ids: ItemIds) -> None:
    """Put copies of items on the clipboard, from which pasteItems takes them."""
    take_copies(draft, ids)


@command(example={"at": 400})
def paste_items(
    draft: Draft,
    at: Annotated[Frame, Field(description="where the earliest of them begins")],
    track_id: OnTrack = None,
) -> dict[str, Any]:
    """Add what is on the clipboard; where their own track has no room, on one that has."""
    items = draft.get("metadata", {}).get("clipboard", [])
    if not items:
        raise NotFound("The clipboard is empty.", hint="Use copyItems or cutItems first.")
    return {"ids": place_copies(draft, items, at - min(item["from"] for item in items), track_id)}


@command(example={"ids": ["logo", "title-1"]})
def group_items(draft: Draft, ids: ItemIds) -> dict[str, Any]:
    """Mark items as belonging together."""
    group = draft.new_id("group", group_ids(draft))
    for id in ids:
        draft.edit_item(id)["groupId"] = group
    return {"groupId": group}


@command(example={"ids": ["logo", "title-1"]})
def ungroup_items(draft: Draft, ids: ItemIds) -> None:
    """Take apart the groups that items belong to."""
    groups = {draft.item(id).get("groupId") for id in ids} - {None}
    for item in draft.base.in_order():
        if item.get("groupId") in groups:
            del draft.edit_item(item["id"])["groupId"]


@command(example={"id": "clip-a"})
def detach_audio(draft: Draft, id: ItemId) -> dict[str, Any]:
    """Put a video's sound on an audio track as an item of its own, and mute the video."""
    video = draft.edit_item(id)
    asset = draft.asset_of(video)
    if video["type"] != "video" or not (asset and asset.get("hasAudio")):
        raise WrongItemType(f"{video['name']!r} has no sound to detach.", hint="It takes a video that has audio.")
    fields = ("name", "enabled", "from", "durationInFrames", "assetId", "sourceIn", "rate", "audio")
    more = ("reverse", "loop", "freeze", "keepPitch", "groupId")
    sound = {"type": "audio"} | {name: copied(video[name]) for name in (*fields, *more) if name in video}
    video["audio"]["muted"] = True
    return _added(draft, sound | {"id": draft.new_id("audio")}, None)


def _appended(draft: Draft, item: Record, track_id: str | None) -> tuple[str | None, int]:
    """Where an item goes that says no time: behind the last on its track; video, on the lowest track open."""
    if track_id in (None, "auto") and item["type"] == "video":
        tracks = draft.tracks.records()
        track_id = next((one["id"] for one in tracks if one["kind"] == "video" and not one["locked"]), None)
    if track_id in (None, "auto"):
        return track_id, 0
    return track_id, track_end(draft, str(track_id))


def _added(draft: Draft, item: Record, track_id: str | None) -> dict[str, Any]:
    draft.place(item, find_track(draft, item, track_id))
    return {"ids": [item["id"]], "trackId": item["trackId"]}
