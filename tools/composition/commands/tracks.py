"""Commands on tracks: add, order, name, mute, hide, lock, delete them, and close their gaps."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ..draft import Draft
from ..errors import NotEmpty, OutOfRange
from ..layers import add_track as put_track
from ..layers import move_track as put_at
from ..model import end
from ..signature import command
from ..timeline import move
from ..values import Decibels, Flag, Frame, Name, TrackId

Index = Annotated[int, Field(ge=0, description="0 is the bottom of the picture")]


@command(example={"kind": "video", "name": "B-roll"})
def add_track(
    draft: Draft, kind: Literal["video", "audio"] = "video", name: Name | None = None, index: Index | None = None
) -> dict[str, Any]:
    """Add an empty track, on top of those of its kind unless an index is given."""
    if index is not None:
        _within(index, len(draft.tracks.order))
    return {"ids": [put_track(draft, kind, name, index)]}


@command(destructive=True, example={"trackId": "a2", "deleteItems": True})
def delete_track(
    draft: Draft,
    track_id: TrackId,
    delete_items: Annotated[Flag, Field(description="delete what is on it too; else it must be empty")] = False,
) -> None:
    """Delete a track."""
    track = draft.unlocked(track_id)
    items = draft.on_track(track_id)
    if items and not delete_items:
        raise NotEmpty(
            f"Track {track['name']!r} has {len(items)} item{'s' if len(items) > 1 else ''} on it.",
            hint="Set deleteItems to true to delete them too, or move them first.",
            trackId=track_id,
        )
    for item in items:
        draft.remove(item["id"])
    draft.tracks.drop(track_id)


@command(example={"trackId": "v2", "name": "Logos"})
def rename_track(draft: Draft, track_id: TrackId, name: Name) -> None:
    """Give a track another name."""
    draft.edit_track(track_id)["name"] = name


@command(example={"trackId": "v3", "index": 0})
def move_track(draft: Draft, track_id: TrackId, index: Index) -> None:
    """Move a track up or down among the tracks."""
    draft.unlocked(track_id)
    _within(index, len(draft.tracks.order) - 1)
    put_at(draft, track_id, index)


@command(example={"trackId": "a1"})
def mute_track(draft: Draft, track_id: TrackId, muted: Flag = True) -> None:
    """Silence a track, or let it be heard again."""
    draft.edit_track(track_id)["muted"] = muted


@command(example={"trackId": "v2"})
def hide_track(draft: Draft, track_id: TrackId, hidden: Flag = True) -> None:
    """Hide a track, or show it again."""
    draft.edit_track(track_id)["hidden"] = hidden


@command(example={"trackId": "a1"})
def lock_track(draft: Draft, track_id: TrackId, locked: Flag = True) -> None:
    """Lock a track, so that it refuses edits, or unlock it."""
    draft.edit_track(track_id, even_locked=True)["locked"] = locked


@command(example={"trackId": "a1", "volumeDb": -12})
def set_track_volume(draft: Draft, track_id: TrackId, volume_db: Decibels) -> None:
    """Set how loud a track is."""
    draft.edit_track(track_id)["volumeDb"] = volume_db


@command(example={"trackId": "v1"})
def close_gaps(
    draft: Draft,
    track_id: TrackId,
    from_frame: Frame = 0,
    to_frame: Annotated[Frame | None, Field(description="absent: the end of the track")] = None,
) -> None:
    """Close the gaps between the items of a track, within a span if one is given."""
    draft.unlocked(track_id)
    closed, last = 0, 0
    for item in draft.on_track(track_id):
        start, stop = max(last, from_frame), item["from"] if to_frame is None else min(item["from"], to_frame)
        closed += max(0, stop - start)
        last = end(item)
        if closed:
            move(draft, item["id"], -closed)


def _within(index: int, most: int) -> None:
    if index > most:
        raise OutOfRange(f"There is no place {index} among the tracks.", hint=f"Use an index from 0 to {most}.")
