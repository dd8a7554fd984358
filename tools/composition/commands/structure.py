"""Commands on the structure of the timeline: split, move, trim, slip, slide, roll, ripple, speed and layers."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from .. import timing
from ..draft import Draft
from ..errors import InvalidParameters, NotNeighbours, OutOfRange, WrongItemType
from ..layers import to_layer
from ..model import Record, end
from ..parts import Span
from ..signature import command
from ..slicing import divide, move_source, replace, set_fade, sliced, stretch
from ..spans import close_up, own_spans, take_out
from ..timeline import (
    clear,
    editable_tracks,
    make_room,
    move,
    neighbours,
    ripple_out,
    shift_after,
    shift_markers,
)
from ..values import NUMBER, Delta, Flag, Frame, Id, ItemId, ItemIds, Length, TrackId, TrackIds, plain

Ripple = Annotated[Flag, Field(description="move what follows on the track along")]


@command(example={"id": "clip-a", "atFrame": 120})
def split_item(draft: Draft, id: ItemId, at_frame: Frame) -> dict[str, Any]:
    """Cut an item in two at a frame strictly inside it, dividing its source, fades, keyframes and captions."""
    item = draft.edit_item(id)
    if not item["from"] < at_frame < end(item):
        raise OutOfRange(
            f"Frame {at_frame} is not strictly inside {item['name']!r}, which lies at {item['from']}–{end(item)}.",
            hint=f"Use a frame from {item['from'] + 1} to {end(item) - 1}.",
        )
    return {"ids": [divide(draft, item, at_frame - item["from"])["id"]]}


@command(example={"ids": ["logo"], "deltaFrames": -60})
def move_items(
    draft: Draft,
    ids: ItemIds,
    delta_frames: Delta | None = None,
    from_: Annotated[Frame | None, Field(description="where the earliest of them begins")] = None,
    track_id: TrackId | None = None,
    mode: Annotated[
        Literal["reject", "overwrite", "insert"],
        Field(description="where others lie: refuse, replace what is there, or push it later"),
    ] = "reject",
) -> None:
    """Move items in time, to another track, or both; they keep their distances."""
    if delta_frames is not None and from_ is not None:
        raise InvalidParameters("moveItems takes deltaFrames or from, not both.", argument="deltaFrames")
    if delta_frames is None and from_ is None and track_id is None:
        raise InvalidParameters("moveItems needs deltaFrames, from or trackId.", argument="deltaFrames")
    items = [draft.edit_item(id) for id in dict.fromkeys(ids)]
    earliest = min(item["from"] for item in items)
    by = from_ - earliest if from_ is not None else delta_frames or 0
    for item in items:
        move(draft, item["id"], by)
        draft.remove(item["id"])
    targets = {item["id"]: track_id or item["trackId"] for item in items}
    _clear_way(draft, items, targets, mode)
    for item in items:
        draft.place(item, targets[item["id"]])


def _clear_way(draft: Draft, items: list[Record], targets: dict[str, str], mode: str) -> None:
    """Make what lies where items are to go give way, by the mode."""
    if mode == "overwrite":
        for item in items:
            clear(draft, targets[item["id"]], item["from"], end(item))
    if mode == "insert":
        for track_id in dict.fromkeys(targets.values()):
            arriving = [item for item in items if targets[item["id"]] == track_id]
            start, stop = min(item["from"] for item in arriving), max(end(item) for item in arriving)
            make_room(draft, track_id, start, stop - start)


@command(example={"id": "clip-a", "edge": "end", "toFrame": 240})
def trim_item(
    draft: Draft,
    id: ItemId,
    edge: Literal["start", "end"],
    to_frame: Annotated[Frame, Field(description="the frame where the item is to begin, or the one after its last")],
    ripple: Ripple = False,
) -> None:
    """Move one edge of an item, no further than its source reaches."""
    item = draft.edit_item(id)
    before, old_end = item["from"], end(item)
    if edge == "end":
        replace(draft, item, 0, to_frame - before)
        if ripple:
            shift_after(draft, id, old_end, to_frame - old_end)
        return
    piece = replace(draft, item, to_frame - before, item["durationInFrames"])
    if ripple:
        piece["from"] = before
        shift_after(draft, id, old_end, before - to_frame)


@command(example={"id": "clip-a", "deltaFrames": 30})
def slip_item(
    draft: Draft,
    id: ItemId,
    delta_frames: Annotated[Delta, Field(description="frames; positive shows a later part of the source")],
) -> None:
    """Show another part of the source without moving the item."""
    move_source(draft, _playing(draft, id), delta_frames)


@command(example={"id": "clip-b", "deltaFrames": 15})
def slide_item(draft: Draft, id: ItemId, delta_frames: Delta) -> None:
    """Move an item between its neighbours, which give and take: the one it touches on either side changes length."""
    item = draft.edit_item(id)
    left, right = neighbours(draft, item)
    if left and end(left) == item["from"]:
        replace(draft, left, 0, left["durationInFrames"] + delta_frames)
    if right and right["from"] == end(item):
        replace(draft, right, delta_frames, right["durationInFrames"])
    move(draft, id, delta_frames)


@command(example={"leftId": "clip-a", "rightId": "clip-b", "deltaFrames": 10})
def roll_edit(draft: Draft, left_id: ItemId, right_id: ItemId, delta_frames: Delta) -> None:
    """Move the cut between two neighbours: what one gains, the other loses."""
    left, right = draft.edit_item(left_id), draft.edit_item(right_id)
    if left["trackId"] != right["trackId"] or end(left) != right["from"]:
        raise NotNeighbours(
            f"{left['name']!r} does not end where {right['name']!r} begins, so there is no cut to roll.",
            hint="Roll between two items that touch on one track.",
        )
    replace(draft, left, 0, left["durationInFrames"] + delta_frames)
    replace(draft, right, delta_frames, right["durationInFrames"])


@command(destructive=True, example={"id": "clip-a", "ranges": [{"from": 30, "to": 60}], "unit": "item"})
def remove_ranges_from_item(
    draft: Draft,
    id: ItemId,
    ranges: Annotated[list[Span], Field(min_length=1, max_length=5_000)],
    unit: Annotated[
        Literal["item", "media", "timeline"],
        Field(description="frames counted from the item's start, from the source's start at its own rate, or from 0"),
    ] = "item",
    ripple: Annotated[Flag, Field(description="close the gaps that this leaves on the track")] = True,
) -> dict[str, Any]:
    """Cut ranges, such as silences, out of an item."""
    item = draft.edit_item(id)
    gone = own_spans(item, [(one["from"], one["to"]) for one in plain(ranges)], unit, draft.fps)
    if not gone:
        raise OutOfRange(f"None of the ranges lies in {item['name']!r}.", hint="Check the unit: item, media, timeline.")
    kept = take_out(draft, item, gone)
    if ripple:
        close_up(draft, item["trackId"], [(item["from"] + start, item["from"] + stop) for start, stop in gone])
    return {"ids": kept}


@command(destructive=True, example={"fromFrame": 300, "toFrame": 450})
def ripple_delete_range(draft: Draft, from_frame: Frame, to_frame: Frame, track_ids: TrackIds | None = None) -> None:
    """Take a span out of tracks and close the gap; with no tracks named, out of everything, markers included."""
    if to_frame <= from_frame:
        raise OutOfRange("toFrame must come after fromFrame.", hint="The range is fromFrame up to, not with, toFrame.")
    for id in editable_tracks(draft, track_ids):
        ripple_out(draft, id, from_frame, to_frame)
    if track_ids is None:
        shift_markers(draft, from_frame, from_frame - to_frame)


@command(example={"atFrame": 300, "durationInFrames": 60})
def insert_gap(draft: Draft, at_frame: Frame, duration_in_frames: Length, track_ids: TrackIds | None = None) -> None:
    """Open a gap in tracks, cutting what lies across it; with no tracks named, in everything, markers included."""
    for id in editable_tracks(draft, track_ids):
        make_room(draft, id, at_frame, duration_in_frames)
    if track_ids is None:
        shift_markers(draft, at_frame, duration_in_frames)


@command(example={"ids": ["clip-b"], "rate": 2, "ripple": True})
def set_playback_rate(
    draft: Draft,
    ids: ItemIds,
    rate: Annotated[float, Field(ge=0.1, le=10, description="2 is twice as fast"), NUMBER],
    keep_pitch: Annotated[Flag | None, Field(description="keep voices from sounding higher or lower")] = None,
    ripple: Ripple = False,
) -> None:
    """Change how fast items play; they show the same source, so their durations change."""
    for id in dict.fromkeys(ids):
        item = _playing(draft, id)
        old_end, old = end(item), item["durationInFrames"]
        exact = Fraction(str(rate)).limit_denominator(1000)
        item["durationInFrames"] = new = max(1, round(old * timing.rate(item) / exact))
        item["rate"] = [exact.numerator, exact.denominator]
        if keep_pitch is not None:
            item["keepPitch"] = keep_pitch
        stretch(item, old, new)
        if ripple:
            shift_after(draft, id, old_end, new - old)


@command(example={"id": "clip-b"})
def reverse_item(draft: Draft, id: ItemId) -> None:
    """Play an item backwards, or forwards again."""
    item = _playing(draft, id)
    if not item.pop("reverse", False):
        item["reverse"] = True


@command(example={"id": "clip-a", "atFrame": 150, "durationInFrames": 60})
def freeze_frame(draft: Draft, id: ItemId, at_frame: Frame, duration_in_frames: Length) -> dict[str, Any]:
    """Hold one frame of a video for a while, then go on: what follows on the track moves later."""
    item = draft.edit_item(id)
    if item["type"] not in ("video", "gif"):
        raise WrongItemType(f"{item['name']!r} is {item['type']}; only a video or a gif has frames to freeze.")
    if not item["from"] <= at_frame < end(item):
        raise OutOfRange(
            f"Frame {at_frame} is not in {item['name']!r}.", hint=f"It lies at {item['from']}–{end(item)}."
        )
    at = at_frame - item["from"]
    still = sliced(draft, item, at, at + 1) | {"durationInFrames": duration_in_frames, "freeze": True}
    still |= {"id": draft.new_id(item["type"]), "name": f"{item['name']} (freeze)"}
    for edge in ("in", "out"):
        set_fade(still, edge, 0)
    if "audio" in still:
        still["audio"]["muted"] = True
    make_room(draft, item["trackId"], at_frame, duration_in_frames)
    draft.place(still, item["trackId"])
    return {"ids": [still["id"]]}


@command(example={"id": "logo", "to": "front"})
def set_item_layer(
    draft: Draft,
    id: ItemId,
    to: Annotated[
        Literal["front", "back", "forward", "backward"] | Id,
        Field(description="front, back, forward, backward, or the id of a track"),
    ],
) -> dict[str, Any]:
    """Move an item in front of or behind the others, making a track where none has room."""
    return {"trackId": to_layer(draft, draft.edit_item(id), to)}


def _playing(draft: Draft, id: str) -> Record:
    """An item that plays a source over time, to be written to; raises WrongItemType."""
    item = draft.edit_item(id)
    if item["type"] not in ("video", "audio", "gif"):
        raise WrongItemType(
            f"{item['name']!r} is {item['type']}, which does not play a source.",
            hint="This works on video, audio and gif items.",
            id=id,
        )
    return item
