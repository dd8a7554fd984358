"""Commands on markers: notes at a frame of the composition, or over a stretch of it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..draft import Draft
from ..model import Record
from ..signature import command
from ..values import Frame, Frames, Id, Like, Shape, Words

MarkerIds = Annotated[list[Id], Field(min_length=1, max_length=5_000, description="markers' ids: all or nothing")]
MarkerColour = Annotated[Words, Field(max_length=32, description="a colour's name, as editors mark with")]


class MarkerPatch(Shape):
    """The fields of a marker to change."""

    at_frame: Frame | None = None
    duration_in_frames: Frames | None = None
    name: Words | None = None
    color: MarkerColour | None = None
    comment: Words | None = None


@command(example={"atFrame": 450, "name": "Act two", "color": "green"})
def add_marker(
    draft: Draft,
    at_frame: Frame,
    duration_in_frames: Frames | None = None,
    name: Words | None = None,
    color: MarkerColour | None = None,
    comment: Words | None = None,
    id: Id | None = None,
) -> Record:
    """Put a marker at a frame."""
    marker = {"id": draft.own_id(id, "marker"), "atFrame": at_frame, "name": name or "", "color": color or "blue"}
    marker |= {"durationInFrames": duration_in_frames} if duration_in_frames else {}
    marker |= {"comment": comment} if comment else {}
    draft.markers.put(marker)
    return {"ids": [marker["id"]]}


@command(example={"markerId": "m1", "patch": {"name": "Act three", "atFrame": 600}})
def update_marker(draft: Draft, marker_id: Id, patch: Annotated[Record, Like(MarkerPatch)]) -> None:
    """Change a marker; what is not given stays."""
    draft.markers.edit(marker_id).update({name: value for name, value in patch.items() if value is not None})


@command(example={"markerIds": ["m1"]})
def remove_markers(draft: Draft, marker_ids: MarkerIds) -> None:
    """Remove markers."""
    for id in dict.fromkeys(marker_ids):
        draft.markers.drop(id)
