"""Commands on the canvas: size, rate, background, name, timecode, master sound, grade and metadata."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from .. import timecode as smpte
from ..defaults import merge
from ..draft import Draft
from ..errors import InvalidParameters, LimitExceeded, WrongItemType
from ..parts import Grade
from ..refit import refit as fit_again
from ..retime import retime
from ..shelves import copied
from ..signature import command
from ..values import Colour, Decibels, Flag, Fps, Frames, ItemIds, Json, Name, Size, plain

# Bytes of JSON that one note in the metadata may have.
NOTE = 65_536


@command(example={"width": 1080, "height": 1920})
def set_composition_size(
    draft: Draft,
    width: Size,
    height: Size,
    refit: Annotated[
        Literal["none", "contain", "cover", "scale"],
        Field(description="what happens to the pictures: nothing; fit or fill the new canvas; or scale with it"),
    ] = "none",
) -> None:
    """Change the size of the canvas, in pixels."""
    if refit != "none" and (width, height) != (draft.width, draft.height):
        fit_again(draft, width, height, refit)
    draft.set("width", width)
    draft.set("height", height)


@command(example={"fps": 25, "keep": "time"})
def set_fps(
    draft: Draft,
    fps: Fps,
    keep: Annotated[
        Literal["time", "frames"], Field(description="what stays: the seconds at which things happen, or the frames")
    ] = "time",
) -> None:
    """Change the frame rate."""
    by = Fraction(*fps) / draft.fps
    if by == 1:
        return
    draft.set("fps", fps)
    if keep == "time":
        retime(draft, by)
    if draft.get("dropFrame") and not _drops(Fraction(*fps)):
        draft.set("dropFrame", False)
        draft.warn("Timecode counts every frame now: this rate has no drop-frame.")


@command(example={"color": "#101010"})
def set_background_color(draft: Draft, color: Colour) -> None:
    """Change the colour behind everything."""
    draft.set("background", color)


@command(example={"name": "Trailer, second cut"})
def set_composition_name(draft: Draft, name: Name) -> None:
    """Give the composition another name."""
    draft.set("name", name)


@command(example={"timecode": "01:00:00:00"})
def set_start_timecode(
    draft: Draft,
    timecode: Annotated[str, Field(description="HH:MM:SS:FF, with ; before the frames for drop-frame")],
    drop_frame: Annotated[Flag | None, Field(description="absent: as the timecode is written")] = None,
) -> None:
    """Set the timecode of the first frame."""
    drop = ";" in timecode if drop_frame is None else drop_frame
    if drop and not _drops(draft.fps):
        raise InvalidParameters(
            "Only 29.97 and 59.94 frames per second have drop-frame timecode.",
            hint="Write the timecode with colons only.",
            argument="dropFrame",
        )
    try:
        draft.set("startFrame", smpte.frames(timecode, draft.fps, drop))
    except ValueError as error:
        raise InvalidParameters(f"{error}.", argument="timecode") from None
    draft.set("dropFrame", drop)


@command(example={"volumeDb": -3, "fadeOutFrames": 30})
def set_master_audio(
    draft: Draft,
    volume_db: Decibels | None = None,
    muted: Flag | None = None,
    fade_in_frames: Frames | None = None,
    fade_out_frames: Frames | None = None,
) -> None:
    """Set how the whole mix sounds: its volume, and fades at its start and end."""
    changes = {"volumeDb": volume_db, "muted": muted, "fadeInFrames": fade_in_frames, "fadeOutFrames": fade_out_frames}
    given = {name: value for name, value in changes.items() if value is not None}
    draft.set("masterAudio", {**draft.get("masterAudio"), **given})


@command(example={"grade": {"saturation": -1}})
def set_color_grade(
    draft: Draft,
    grade: Annotated[Grade | None, Field(description="what to change in the grade; null removes it")],
    ids: Annotated[ItemIds | None, Field(description="absent: the whole composition")] = None,
) -> None:
    """Grade the colours of items, or of the whole composition; black and white is saturation -1."""
    changes = plain(grade)
    if ids is None:
        draft.set("grade", _graded(draft.get("grade"), changes))
        return
    for id in dict.fromkeys(ids):
        item = draft.edit_item(id)
        if "transform" not in item:
            raise WrongItemType(f"{item['name']!r} is sound, which has no colours.", id=id)
        if (graded := _graded(item.get("grade"), changes)) is not None:
            item["grade"] = graded
        else:
            item.pop("grade", None)


@command(example={"path": "client.brief", "value": "Launch film"})
def set_metadata(
    draft: Draft,
    path: Annotated[str, Field(pattern=r"^[^.]+(\.[^.]+){0,15}$", max_length=200, description="names joined by dots")],
    value: Annotated[Json, Field(description="any JSON; null takes it away")],
) -> None:
    """Keep a note in the composition's metadata."""
    if len(json.dumps(value)) > NOTE:
        raise LimitExceeded(f"A note holds at most {NOTE:,} bytes.", limit=NOTE)
    metadata = copied(draft.get("metadata") or {})
    *way, last = path.split(".")
    place = metadata
    for step in way:
        place = place.setdefault(step, {})
        if not isinstance(place, dict):
            raise InvalidParameters(f"{step!r} is a value, so nothing can lie under it.", argument="path")
    place.pop(last, None)
    if value is not None:
        place[last] = value
    draft.set("metadata", metadata)


def _graded(present: Any, changes: Any) -> Any:
    """The grade with the changes merged in; null takes all of it away."""
    if changes is None:
        return None
    graded = copied(present or {})
    merge(graded, changes)
    return graded


def _drops(fps: Fraction) -> bool:
    """Whether a rate has drop-frame timecode."""
    return fps in (Fraction(30_000, 1001), Fraction(60_000, 1001))
