"""Commands on transitions: two neighbours blended into each other, without changing any length, fed by their handles."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field, WithJsonSchema

from ..draft import Draft
from ..errors import HandlesTooShort, NotNeighbours, Overlap, TransitionNotFound
from ..model import Record, end
from ..seams import longest_transition, reach
from ..signature import command
from ..timing import handles
from ..values import Id, Length
from .look import given

KINDS = Literal[
    "fade", "dip-black", "dip-white", "wipe-left", "wipe-right", "wipe-up", "wipe-down",
    "slide-left", "slide-right", "slide-up", "slide-down", "zoom", "blur",
]  # fmt: skip
_ALIASES = {
    **dict.fromkeys(("crossfade", "cross-fade", "dissolve", "cross-dissolve", "crossdissolve", "mix"), "fade"),
    **{"dip": "dip-black", "dip-to-black": "dip-black", "fade-to-black": "dip-black", "dip-to-white": "dip-white"},
    **{"fade-to-white": "dip-white", "wipe": "wipe-left", "slide": "slide-left", "push": "slide-left"},
}


def _kind(value: Any) -> Any:
    name = value.strip().lower().replace("_", "-").replace(" ", "-") if isinstance(value, str) else value
    return _ALIASES.get(name, name) if isinstance(name, str) else name


Kind = Annotated[
    KINDS,
    BeforeValidator(_kind),
    WithJsonSchema(
        {"enum": [*get_args(KINDS), "crossfade", "dissolve"], "description": "fade, crossfade and dissolve are one"}
    ),
]
Alignment = Annotated[
    Literal["center", "start", "end"],
    Field(description="the middle of the transition on the cut, or its start, or its end; absent: as handles allow"),
]
ItemId = Annotated[Id, Field(description="an item's id; the two must touch on one track")]


@command(
    example={"leftId": "clip-b", "rightId": "clip-c", "kind": "fade", "durationInFrames": 20, "alignment": "start"}
)
def add_transition(
    draft: Draft,
    left_id: ItemId,
    right_id: ItemId,
    kind: Kind,
    duration_in_frames: Length,
    alignment: Alignment | None = None,
) -> Record:
    """Blend one item into the next. Nothing moves: the frames come from the handles, the unused ends of the sources."""
    left, right = draft.item(left_id), draft.item(right_id)
    track = draft.edit_track(left["trackId"])
    if right["trackId"] != left["trackId"] or end(left) != right["from"]:
        raise NotNeighbours(
            f"{left['name']!r} and {right['name']!r} do not touch on one track.",
            hint="Close the gap between them first.",
        )
    if any(one["leftId"] == left_id and one["rightId"] == right_id for one in track["transitions"]):
        raise Overlap("There is a transition between these two already.", hint="Change it with updateTransition.")
    made = {"leftId": left_id, "rightId": right_id, "kind": kind, "durationInFrames": duration_in_frames}
    made["id"] = draft.new_id("transition", _ids(draft))
    made["alignment"] = alignment or _fitting(draft, made)
    track["transitions"].append(made)
    _check(draft, track, made)
    return {"ids": [made["id"]]}


@command(example={"transitionId": "transition-1", "durationInFrames": 10})
def update_transition(
    draft: Draft,
    transition_id: Id,
    kind: Kind | None = None,
    duration_in_frames: Length | None = None,
    alignment: Alignment | None = None,
) -> None:
    """Change a transition; what is not given stays."""
    track, transition = _found(draft, transition_id)
    transition.update(given(kind=kind, durationInFrames=duration_in_frames, alignment=alignment))
    _check(draft, track, transition)


@command(example={"transitionId": "transition-1"})
def remove_transition(draft: Draft, transition_id: Id) -> None:
    """Make a transition a plain cut again."""
    track, transition = _found(draft, transition_id)
    track["transitions"].remove(transition)


def _ids(draft: Draft) -> set[str]:
    return {one["id"] for track in draft.tracks.records() for one in track["transitions"]}


def _found(draft: Draft, id: str) -> tuple[Record, Record]:
    """The track and the transition, both to be written to."""
    for track in draft.tracks.records():
        if any(one["id"] == id for one in track["transitions"]):
            track = draft.edit_track(track["id"])
            return track, next(one for one in track["transitions"] if one["id"] == id)
    raise TransitionNotFound.named(id, _ids(draft))


# --- handles ----------------------------------------------------------------------------------------------------------


def _fitting(draft: Draft, transition: Record) -> str:
    """Centred on the cut if the handles are long enough; else on whichever side has them; says so."""
    left, right = draft.item(transition["leftId"]), draft.item(transition["rightId"])
    for alignment in ("center", "start", "end"):
        if longest_transition(draft, left, right, alignment) >= transition["durationInFrames"]:
            if alignment != "center":
                where = "starts" if alignment == "start" else "ends"
                short = right if alignment == "start" else left
                draft.warn(f"The transition {where} at the cut, because {short['name']} has no handle for its half.")
            return alignment
    return "center"


def _check(draft: Draft, track: Record, transition: Record) -> None:
    """Raises HandlesTooShort with what is there, or Overlap when two transitions meet inside an item."""
    left, right = draft.item(transition["leftId"]), draft.item(transition["rightId"])
    length = transition["durationInFrames"]
    most = {one: longest_transition(draft, left, right, one) for one in ("center", "start", "end")}
    if length > most[transition["alignment"]]:
        raise _too_short(draft, left, right, length, transition["alignment"], most)
    for other in track["transitions"]:
        for before, after, item in ((transition, other, right), (other, transition, left)):
            shares = before["rightId"] == after["leftId"] == item["id"]
            if shares and reach(before)[1] + reach(after)[0] > item["durationInFrames"]:
                raise Overlap(
                    f"The transitions on both sides of {item['name']!r} would meet in the middle.",
                    hint=f"Together they must fit into its {item['durationInFrames']} frames.",
                )


def _too_short(
    draft: Draft, left: Record, right: Record, length: int, alignment: str, most: dict[str, int]
) -> HandlesTooShort:
    (_, after), (before, _) = (
        handles(item, draft.assets.find(item.get("assetId", "")), draft.fps) for item in (left, right)
    )
    best = max(most, key=lambda one: most[one])
    return HandlesTooShort(
        f"{length} frames ({alignment}) are too long: {left['name']!r} has {_frames(after)} after its end and "
        f"{right['name']!r} has {_frames(before)} before its start.",
        hint=f"At most {most[best]} frames with alignment {best!r}." if most[best] else "Trim the clips first.",
        available={"after": after, "before": before},
        longest=most,
    )


def _frames(count: int | None) -> str:
    return "endless frames" if count is None else f"{count} frames"
