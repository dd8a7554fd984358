"""The invariants: true of every composition, checked for all of it on load and, after a command, for what it touched."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pydantic import BaseModel, ValidationError

from . import shapes, timing
from .errors import (
    AssetNotFound,
    EngineError,
    InvalidParameters,
    LimitExceeded,
    Overlap,
    SourceExceeded,
    TrackNotFound,
    WrongItemType,
    WrongTrackKind,
)
from .model import DEFAULT, Composition, Limits, Record, end
from .properties import animated
from .seams import check_transitions
from .values import worded

TRACK_KIND = {type: "audio" if type == "audio" else "video" for type in shapes.ITEM_SHAPES}
# What an item's place, and its span of its source, depend on.
PLACE = frozenset({"type", "trackId", "from", "durationInFrames"})
SOURCE = frozenset({"type", "assetId", "asset", "sourceIn", "rate", "durationInFrames", "loop", "freeze"})
ASSET_KINDS = {"video": ("video",), "audio": ("audio", "video"), "image": ("image",), "gif": ("gif", "image", "video")}


Head = tuple[str, str | None]


def check(
    state: Composition, heads: Iterable[Head], limits: Limits = DEFAULT, before: Composition | None = None
) -> None:
    """Check what was touched, named as (collection, id) or (field, None); raises the EngineError of the first breach.

    `before` is a state that keeps the rules: what an item has in common with it is not checked again.
    """
    check_sizes(state, limits)
    touched = dict.fromkeys(heads)
    if ("fps", None) in touched:  # every item's span of its source depends on the rate
        touched |= dict.fromkeys(("items", id) for id in state.items)
        before = None
    seams = set()
    for collection, id in touched:
        if id is None:
            _check_head(state)
        elif collection == "items" and (item := state.items.get(id)):
            check_item(state, item, limits, _unchanged(state, before, item))
            seams.add(item["trackId"])
        elif collection == "assets" and (asset := state.assets.get(id)):
            _fits(shapes.Asset, asset, f"Asset {id!r}")
        elif collection == "markers" and (marker := _find(state.markers, id)):
            _fits(shapes.Marker, marker, f"Marker {id!r}")
        elif collection == "tracks" and (track := _find(state.tracks, id)):
            _fits(shapes.Track, {**track, "items": []}, f"Track {id!r}")
            seams.add(id)
    for track in state.tracks:
        if track["id"] in seams:
            check_transitions(state, track)


def check_sizes(state: Composition, limits: Limits) -> None:
    for noun in ("items", "tracks", "assets", "markers"):
        count, most = len(getattr(state, noun)), getattr(limits, noun)
        if count > most:
            raise LimitExceeded(f"A composition holds at most {most:,} {noun}; this would make {count:,}.", limit=most)


def check_item(
    state: Composition, item: Record, limits: Limits = DEFAULT, unchanged: frozenset[str] = frozenset()
) -> None:
    """An item has its type's shape, lies on one track of its kind without overlap, and stays inside its source."""
    _check_shape(item, f"Item {item['id']!r}")
    _check_well_shaped(state, item, limits, unchanged)


def _check_well_shaped(state: Composition, item: Record, limits: Limits, unchanged: frozenset[str]) -> None:
    _check_inside(item, limits)
    if not unchanged >= PLACE:
        _check_place(state, item)
    if "assetId" in item and not unchanged >= SOURCE:
        _check_source(state, item)
    if grade := item.get("grade"):
        _check_grade(state, grade)


# --- the whole document -----------------------------------------------------------------------------------------------


def shape_problems(document: Record, limits: Limits = DEFAULT) -> list[str]:
    """Why a JSON object cannot be read as a composition at all; [] when it can."""
    problems = [] if document.get("schema", 1) == 1 else [f"schema {document['schema']!r} is not 1"]
    for noun, kind in (("tracks", list), ("items", dict), ("assets", dict), ("markers", list)):
        if not isinstance(document.get(noun), kind):
            problems.append(f"{noun} must be {'a list' if kind is list else 'an object'}")
        elif len(document[noun]) > getattr(limits, noun):
            problems.append(f"there are more than {getattr(limits, noun):,} {noun}")
    return problems or list(_misshapen(document))


def all_problems(state: Composition, limits: Limits = DEFAULT) -> list[str]:
    """Every broken invariant of a composition whose records have their shape, as sentences without a full stop."""
    problems = list(_misplaced(state))
    if not problems:
        problems += [
            said for item in state.in_order() if (said := _said(_check_well_shaped, state, item, limits, frozenset()))
        ]
    if not problems:
        problems += [said for track in state.tracks if (said := _said(check_transitions, state, track))]
    return problems


def _misshapen(document: Record) -> Iterator[str]:
    if said := _said(_fits, shapes.Head, document, "the composition"):
        yield said
    rows: tuple[tuple[str, type[BaseModel]], ...] = (("tracks", shapes.Track), ("markers", shapes.Marker))
    for noun, row_shape in rows:
        for index, record in enumerate(document[noun]):
            if said := _said(_fits, row_shape, record, f"{noun}[{index}]"):
                yield said
    for id, asset in document["assets"].items():
        if said := _said(_fits, shapes.Asset, asset, f"asset {id!r}") or _misnamed("asset", id, asset):
            yield said
    for id, item in document["items"].items():
        if said := _said(_check_shape, item, f"item {id!r}") or _misnamed("item", id, item):
            yield said


def _misnamed(noun: str, id: str, record: Record) -> str | None:
    return None if record["id"] == id else f"{noun} {id!r} calls itself {record['id']!r}"


def _misplaced(state: Composition) -> Iterator[str]:
    """Ids that are not unique, and items that are not on exactly the track they name."""
    for noun, records in (("track", state.tracks), ("marker", state.markers)):
        for id, count in Counter(record["id"] for record in records).items():
            if count > 1:
                yield f"there are {count} {noun}s {id!r}"
    placed = Counter(id for track in state.tracks for id in track["items"])
    for track in state.tracks:
        for id in track["items"]:
            if id not in state.items or state.items[id]["trackId"] != track["id"]:
                yield f"track {track['id']!r} lists {id!r}, which is not an item of it"
    for id in state.items:
        if placed[id] != 1:
            yield f"item {id!r} is on {placed[id]} tracks instead of one"
    for track in state.tracks:
        starts = [state.items[id]["from"] for id in track["items"] if id in state.items]
        if starts != sorted(starts):
            yield f"the items of track {track['id']!r} are not in order of time"


def _said(checked: Callable[..., None], *arguments: Any) -> str | None:
    try:
        checked(*arguments)
    except EngineError as error:
        return error.message.rstrip(".")
    return None


# --- one record -------------------------------------------------------------------------------------------------------


def _fits(shape: type[BaseModel], record: Any, noun: str) -> None:
    """Unknown fields are let be: a document may come from a later version; commands refuse them."""
    try:
        shape.model_validate(record, extra="ignore")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        path = ".".join(str(step) for step in first["loc"])
        raise InvalidParameters(f"{noun}{': ' if path else ''}{path} {worded(first['msg'])}.", argument=path) from None


def _check_shape(item: Any, noun: str) -> None:
    type = item.get("type") if isinstance(item, dict) else None
    if isinstance(type, str) and type not in shapes.ITEM_SHAPES:
        raise InvalidParameters(
            f"{noun} is of type {type!r}, which there is not.", hint=f"Types: {', '.join(shapes.ITEM_SHAPES)}."
        )
    _fits(shapes.ITEM_SHAPES.get(str(type), shapes.Item), item, noun)


def _unchanged(state: Composition, before: Composition | None, item: Record) -> frozenset[str]:
    """The fields that an item had before, alike, and "asset" if that is as it was."""
    was = before.items.get(item["id"]) if before else None
    if before is None or was is None:
        return frozenset()
    same = {name for name in PLACE | SOURCE if was.get(name) == item.get(name)}
    return frozenset(same | {"asset"}) if before.asset_of(was) is state.asset_of(item) else frozenset(same - {"asset"})


def _find(records: Iterable[Record], id: str) -> Record | None:
    return next((record for record in records if record["id"] == id), None)


def _check_head(state: Composition) -> None:
    _fits(shapes.Head, state.fields(), "The composition")
    if grade := state.head.get("grade"):
        _check_grade(state, grade)


def _check_inside(item: Record, limits: Limits) -> None:
    """Frames are whole, fades are no longer than the item, keyframes sorted and one a frame, texts and cues capped."""
    if not (type(item["from"]) is int and type(item["durationInFrames"]) is int):
        raise InvalidParameters(f"Item {item['id']!r} must begin and last a whole number of frames.")
    for name, track in animated(item):
        frames = [key["f"] for key in track]
        if any(late <= early for early, late in zip(frames, frames[1:], strict=False)):
            raise InvalidParameters(f"The keyframes of {name} on {item['id']!r} must be in order, one a frame.")
    if len(str(item.get("text", "")).encode()) > limits.text:
        raise LimitExceeded(f"A text holds at most {limits.text:,} bytes.", limit=limits.text)
    cues = item.get("cues") or []
    if len(cues) > limits.cues:
        raise LimitExceeded(f"Captions hold at most {limits.cues:,} cues; this would make {len(cues):,}.")
    if len({cue["id"] for cue in cues}) != len(cues):
        raise InvalidParameters(f"Two cues of {item['id']!r} have the same id.")
    if late := next((cue for cue in cues if cue["endMs"] <= cue["startMs"]), None):
        raise InvalidParameters(f"Cue {late['id']!r} must end after it starts.")


def _check_place(state: Composition, item: Record) -> None:
    track = _find(state.tracks, item["trackId"])
    if track is None:
        raise TrackNotFound.named(item["trackId"], (one["id"] for one in state.tracks))
    if track["kind"] != TRACK_KIND[item["type"]]:
        raise WrongTrackKind(
            f"{item['type'].capitalize()} {item['id']!r} cannot lie on the {track['kind']} track {track['name']!r}.",
            hint=f"Choose a track of kind {TRACK_KIND[item['type']]}.",
        )
    ids = track["items"]
    place = bisect_left(ids, item["from"], key=lambda id: state.items[id]["from"])
    for index in range(max(0, place - 1), min(len(ids), place + 2)):
        other = state.items[ids[index]]
        if other is not item and other["from"] < end(item) and item["from"] < end(other):
            raise Overlap(
                f"{item['name']!r} at {item['from']}–{end(item)} would overlap {other['name']!r} at "
                f"{other['from']}–{end(other)} on track {track['name']!r}.",
                hint="Choose another time or track, or a mode that makes room.",
                ids=[item["id"], other["id"]],
            )


def _check_grade(state: Composition, grade: Record) -> None:
    """The look-up table that a grade names is there, and is one."""
    lut = grade.get("lutAssetId")
    if lut and lut not in state.assets:
        raise AssetNotFound.named(lut, state.assets)
    if lut and state.assets[lut]["kind"] != "lut":
        asset = state.assets[lut]
        raise WrongItemType(f"The {asset['kind']} asset {asset['name']!r} is no look-up table to grade with.")


def _check_source(state: Composition, item: Record) -> None:
    asset = state.assets.get(item["assetId"])
    if asset is None:
        raise AssetNotFound.named(item["assetId"], state.assets)
    if asset["kind"] not in ASSET_KINDS[item["type"]]:
        raise WrongItemType(f"The {asset['kind']} asset {asset['name']!r} cannot be shown as {item['type']}.")
    if excess := timing.excess(item, asset, state.fps):
        raise SourceExceeded(
            f"{item['name']!r} would run {float(excess):.2f} s past the end of its source, which lasts "
            f"{float(timing.seconds(asset)):g} s.",
            hint="Use a shorter duration or an earlier in-point.",
            id=item["id"],
        )
