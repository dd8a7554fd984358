"""A piece of an item: its source, keyframes, fades and captions cut to a window, so that pieces join without a seam."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from . import timing
from .curves import cut, stretched
from .draft import Draft
from .errors import OutOfRange, SourceExceeded
from .model import Record
from .properties import animated, path_of, put
from .shelves import copied

# What an overshooting easing may not take a value beyond where a cut puts a keyframe.
BOUNDS = {"opacity": (0, 1), "crop": (0, 1), "scale": (0.001, 10_000), "volumeDb": (-96, 24), "grade": (-1, 1)}


def sliced(draft: Draft, item: Record, start: int, stop: int) -> Record:
    """A copy of the item over its own frames [start, stop), which may reach outside it into the handles.

    Raises OutOfRange when no frame is left, SourceExceeded when the source does not begin early enough.
    """
    if stop <= start:
        raise OutOfRange(f"{item['name']!r} would have no frame left.", hint="An item lasts 1 frame at least.")
    piece = copied(item)
    piece["from"] = item["from"] + start
    piece["durationInFrames"] = stop - start
    if "sourceIn" in piece and not piece.get("freeze") and piece["type"] != "image":
        move_source(draft, piece, item["durationInFrames"] - stop if item.get("reverse") else start)
    for name, keys in list(animated(piece)):
        put(piece, path_of(piece, name) or (), _bounded(name, cut(keys, start, stop)))
    _clamp_fades(piece)
    if "cues" in piece:
        piece["cues"] = _cues(piece["cues"], timing.to_ms(start, draft.fps), timing.to_ms(stop, draft.fps))
    return piece


def divide(draft: Draft, item: Record, at: int) -> Record:
    """Cut an item in two before its own frame `at`, strictly inside it; returns the second piece, which is new."""
    left, right = sliced(draft, item, 0, at), sliced(draft, item, at, item["durationInFrames"])
    set_fade(left, "out", 0)
    set_fade(right, "in", 0)
    right["id"] = draft.new_id(item["type"])
    _rename_shared_cues(draft, left, right)
    draft.place(left, item["trackId"])
    draft.place(right, item["trackId"])
    _follow(draft, item["trackId"], item["id"], right["id"])
    return right


def replace(draft: Draft, item: Record, start: int, stop: int) -> Record:
    """Put the piece [start, stop) of an item in its place."""
    return draft.place(sliced(draft, item, start, stop), item["trackId"])


def move_source(draft: Draft, item: Record, by: int) -> None:
    """Show a later part of the source (negative: an earlier one), by frames of the composition at the item's rate."""
    asset = draft.asset_of(item)
    start = timing.source_in(item) + by * timing.rate(item) / draft.fps
    if start < 0 or (item["type"] == "gif" or item.get("loop")):
        start = _wrapped(item, asset, start)
    item["sourceIn"] = timing.at_source(item, start, asset["fps"] if asset and "fps" in asset else None)


def stretch(item: Record, old: int, new: int) -> None:
    """Spread an item's keyframes over its new length, and keep its fades within it."""
    for name, keys in list(animated(item)):
        put(item, path_of(item, name) or (), stretched(keys, old, new))
    _clamp_fades(item)


def _wrapped(item: Record, asset: Record | None, start: Fraction) -> Fraction:
    """Where a loop's source is at a time outside it; what does not loop has nothing there."""
    loops = item["type"] == "gif" or item.get("loop")
    if loops and asset and asset.get("durationSeconds"):
        return start % timing.seconds(asset)
    if loops:
        return max(start, Fraction(0))
    raise SourceExceeded(
        f"{item['name']!r} would begin {float(-start):.2f} s before its source does.",
        hint=f"There are {float(timing.source_in(item)):.2f} s of source before it at most.",
        id=item["id"],
    )


def _bounded(name: str, value: Any) -> Any:
    bounds = BOUNDS.get(name.split(".")[0])
    if bounds is None or name == "grade.exposure":
        return value
    if isinstance(value, dict):
        return {"kf": [{**key, "v": _bounded(name, key["v"])} for key in value["kf"]]}
    return min(max(value, bounds[0]), bounds[1])


def _fade_fields(item: Record, edge: str) -> list[tuple[Record, str]]:
    audio, visual = item.get("audio"), item.get("fades")
    fields = [(audio, f"fade{edge.capitalize()}Frames"), (visual, f"{edge}Frames")]
    return [(part, name) for part, name in fields if part and name in part]


def set_fade(item: Record, edge: str, frames: int) -> None:
    """Set the fades, of picture and sound, that an item has at its "in" or "out" edge."""
    for part, name in _fade_fields(item, edge):
        part[name] = frames


def _clamp_fades(item: Record) -> None:
    """A fade is never longer than its item."""
    for part, name in _fade_fields(item, "in") + _fade_fields(item, "out"):
        part[name] = min(part[name], item["durationInFrames"])


def _cues(cues: list[Record], start: int, stop: int) -> list[Record]:
    """The cues that are heard in a window of milliseconds, from its start."""
    return [_cue(cue, start, stop) for cue in cues if cue["startMs"] < stop and cue["endMs"] > start]


def _cue(cue: Record, start: int, stop: int) -> Record:
    piece = cue | _window(cue, start, stop)
    if not cue.get("words"):
        return piece
    # A word belongs to the side on which it begins, so that none is said twice.
    words = [word for word in cue["words"] if max(start, cue["startMs"]) <= word["startMs"] < stop]
    if len(words) < len(cue["words"]) and words:
        piece["text"] = " ".join(word["t"] for word in words)
    return piece | {"words": [word | _window(word, start, stop) for word in words]}


def _window(timed: Record, start: int, stop: int) -> Record:
    return {"startMs": max(timed["startMs"], start) - start, "endMs": min(timed["endMs"], stop) - start}


def _rename_shared_cues(draft: Draft, left: Record, right: Record) -> None:
    """A cue that the cut went through is two cues now."""
    ids = {cue["id"] for cue in left.get("cues") or ()}
    for cue in right.get("cues") or ():
        if cue["id"] in ids:
            cue["id"] = draft.new_id("cue", ids)


def _follow(draft: Draft, track_id: str, old: str, new: str) -> None:
    """A transition out of an item that was cut in two leaves from the second piece."""
    if any(one["leftId"] == old for one in draft.track(track_id)["transitions"]):
        for one in draft.edit_track(track_id)["transitions"]:
            if one["leftId"] == old:
                one["leftId"] = new
