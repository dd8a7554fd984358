"""Commands on items: add, change, copy, group and delete them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..draft import Draft
from ..model import end
from ..signature import command
from ..values import Flag, ItemIds

Ripple = Annotated[Flag, Field(description="close the gap that this leaves on the track")]


@command(destructive=True, example={"ids": ["clip-d"], "ripple": True})
def delete_items(draft: Draft, ids: ItemIds, ripple: Ripple = False) -> None:
    """Delete items."""
    for id in dict.fromkeys(ids):
        gone = draft.remove(id)
        if ripple:
            shift(draft, gone["trackId"], end(gone), -gone["durationInFrames"])


def shift(draft: Draft, track_id: str, from_frame: int, by: int) -> None:
    """Move every item of a track that starts at or after a frame."""
    for item in draft.on_track(track_id):
        if item["from"] >= from_frame:
            draft.edit_item(item["id"])["from"] += by
