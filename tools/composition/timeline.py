"""What editing a timeline is made of: shift what follows, clear a span, make room, close a gap."""

from __future__ import annotations

from collections.abc import Iterable

from .draft import Draft
from .errors import OutOfRange
from .model import Record, end
from .slicing import divide, replace


def shift(draft: Draft, track_id: str, from_frame: int, by: int) -> None:
    """Move every item of a track that begins at or after a frame."""
    if by:
        for item in draft.on_track(track_id):
            if item["from"] >= from_frame:
                move(draft, item["id"], by)


def shift_after(draft: Draft, id: str, frame: int, by: int) -> None:
    """Move what begins at or after a frame on an item's track, but never the item itself."""
    for other in draft.on_track(draft.item(id)["trackId"]):
        if other["id"] != id and other["from"] >= frame:
            move(draft, other["id"], by)


def close_up(draft: Draft, gone: Iterable[Record]) -> None:
    """Move what follows the items that were taken off into the room they leave: one walk along each track."""
    by_track: dict[str, list[Record]] = {}
    for item in gone:
        by_track.setdefault(item["trackId"], []).append(item)
    for track_id, items in by_track.items():
        before, room = sorted(items, key=end, reverse=True), 0
        for item in draft.on_track(track_id):
            while before and end(before[-1]) <= item["from"]:
                room += before.pop()["durationInFrames"]
            if room:
                move(draft, item["id"], -room)


def move(draft: Draft, id: str, by: int) -> None:
    """Move an item in time on its track; raises OutOfRange before frame 0."""
    item = draft.edit_item(id)
    item["from"] += by
    if item["from"] < 0:
        raise OutOfRange(
            f"{item['name']!r} would begin {-item['from']} frames before the composition does.",
            hint="Frame 0 is the earliest.",
            id=id,
        )


def cut_at(draft: Draft, track_id: str, frame: int) -> None:
    """Cut the item that lies across a frame of a track in two there; nothing if none does."""
    for item in draft.within(track_id, frame, frame + 1):
        if item["from"] < frame:
            divide(draft, item, frame - item["from"])


def clear(draft: Draft, track_id: str, start: int, stop: int) -> None:
    """Take what lies in a span off a track, keeping what items have outside it; the span stays as a gap."""
    for item in draft.within(track_id, start, stop):
        if item["from"] < start and end(item) > stop:
            divide(draft, item, stop - item["from"])
            replace(draft, draft.item(item["id"]), 0, start - item["from"])
        elif item["from"] < start:
            replace(draft, item, 0, start - item["from"])
        elif end(item) > stop:
            replace(draft, item, stop - item["from"], item["durationInFrames"])
        else:
            draft.remove(item["id"])


def ripple_out(draft: Draft, track_id: str, start: int, stop: int) -> None:
    """Take a span out of a track and close the gap."""
    clear(draft, track_id, start, stop)
    shift(draft, track_id, stop, start - stop)


def make_room(draft: Draft, track_id: str, frame: int, length: int) -> None:
    """Open a gap on a track at a frame, cutting what lies across it."""
    cut_at(draft, track_id, frame)
    shift(draft, track_id, frame, length)


def neighbours(draft: Draft, item: Record) -> tuple[Record | None, Record | None]:
    """The items before and after one on its track."""
    items = draft.on_track(item["trackId"])
    place = next(index for index, one in enumerate(items) if one["id"] == item["id"])
    return items[place - 1] if place else None, items[place + 1] if place + 1 < len(items) else None


def has_room(draft: Draft, track_id: str, start: int, stop: int) -> bool:
    """Whether nothing lies in a span of a track."""
    return not draft.within(track_id, start, stop)


def editable_tracks(draft: Draft, track_ids: list[str] | None) -> list[str]:
    """The tracks named; or every track that is not locked, with a warning for those that are."""
    if track_ids is not None:
        return [draft.unlocked(id)["id"] for id in dict.fromkeys(track_ids)]
    for track in draft.tracks.records():
        if track["locked"] and draft.on_track(track["id"]):
            draft.warn(f"Track {track['name']} is locked and stays as it is.")
    return [track["id"] for track in draft.tracks.records() if not track["locked"]]


def shift_markers(draft: Draft, frame: int, by: int) -> None:
    """Move the markers at or after a frame; where time is taken out, those within it come to its start."""
    for marker in draft.markers.records():
        if marker["atFrame"] >= frame:
            draft.markers.edit(marker["id"])["atFrame"] = max(frame, marker["atFrame"] + by)
