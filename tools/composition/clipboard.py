"""Copies of items: taken to the clipboard, which the document keeps in its metadata, and placed on the timeline."""

from __future__ import annotations

from .draft import Draft
from .errors import OutOfRange
from .layers import find_track
from .model import Record, end
from .rules import TRACK_KIND
from .shelves import copied
from .timeline import has_room


def take_copies(draft: Draft, ids: list[str]) -> None:
    """Put copies of items on the clipboard, in place of what was there."""
    items = [copied(draft.item(id)) for id in dict.fromkeys(ids)]
    draft.set("metadata", {**draft.get("metadata", {}), "clipboard": items})


def place_copies(draft: Draft, items: list[Record], by: int, track_id: str | None) -> list[str]:
    """Place copies of items later by some frames; copies of a group are a group of their own. Returns their ids."""
    groups: dict[str, str] = {}
    made = []
    for item in items:
        copy = copied(item) | {"id": draft.new_id(item["type"]), "from": item["from"] + by}
        if copy["from"] < 0:
            raise OutOfRange(f"The copy of {item['name']!r} would begin before frame 0.", hint="Use a later place.")
        if group := copy.get("groupId"):
            if group not in groups:
                groups[group] = draft.new_id("group", group_ids(draft))
            copy["groupId"] = groups[group]
        draft.place(copy, track_id if track_id not in (None, "auto") else _track(draft, copy))
        made.append(copy["id"])
    return made


def group_ids(draft: Draft) -> set[str]:
    return {item["groupId"] for item in draft.base.items.values() if item.get("groupId")}


def _track(draft: Draft, item: Record) -> str:
    """The track it was on if that has room, else another."""
    track = draft.tracks.find(item["trackId"])
    fits = track and track["kind"] == TRACK_KIND[item["type"]] and not track["locked"]
    if fits and has_room(draft, item["trackId"], item["from"], end(item)):
        return str(item["trackId"])
    return find_track(draft, item, None)
