"""What on a timeline plays which part of which file: from the composition's frames to the source's seconds and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from typing import Any

from tools import analysis
from tools.analysis import CannotAnalyse, NotYet
from tools.composition import Composition
from tools.composition.model import Record
from tools.composition.timing import rate, source_in
from tools.models import Asset
from tools.registry.expansion import CannotExpand, Expansion, Occasion, Part

Expand = Callable[[dict[str, Any], Occasion], Expansion | None]


@dataclass(frozen=True, slots=True)
class Shot:
    """An item and the file that it plays: its frame k shows the source from `start + k * step` seconds on."""

    item: Record
    asset: Asset
    start: Fraction
    step: Fraction

    @property
    def frames(self) -> int:
        return int(self.item["durationInFrames"])

    @property
    def end(self) -> Fraction:
        return self.start + self.frames * self.step

    def frame_at(self, seconds: float) -> float:
        """The item's own frame, not rounded, that shows the source at a time."""
        at = (seconds - float(self.start)) / float(self.step)
        return self.frames - at if self.item.get("reverse") else at


def expanding(expand: Expand) -> Expand:
    """An expansion whose files may first have to be analysed, or cannot be."""

    @wraps(expand)
    def told(params: dict[str, Any], occasion: Occasion) -> Expansion | None:
        try:
            return expand(params, occasion)
        except NotYet as missing:
            return Expansion(tuple(_finding_out(asset, missing) for asset in missing.assets), first=True)
        except CannotAnalyse as refusal:
            raise CannotExpand(str(refusal)) from None

    return told


def _finding_out(asset: Asset, missing: NotYet) -> Part:
    """The step that finds out what is missing of an asset."""
    id = {"assetId": str(asset.pk)}
    if missing.kind == "speech":
        language = {"language": missing.language} if missing.language else {}
        return Part("transcribe_video", {**id, **language}, f"Writes down what is said in “{asset.name}”.")
    return Part("analyse.media", {**id, "what": missing.kind}, f"Finds the {missing.kind} in “{asset.name}”.")


def heard(occasion: Occasion, ids: Sequence[str] | None) -> list[Shot]:
    """The items that sound, in order of time: those that are named and what was cut from them; else the films with sound and
    what was detached from films; else every sound. Raises CannotExpand where there are none."""
    state: Composition = occasion.state
    loud = sounding(state)
    chosen = _named(occasion, loud, ids)
    if ids is None:
        chosen = [item for item in loud if (state.asset_of(item) or {}).get("kind") == "video"] or loud
    return _shots(occasion, chosen, "that can be heard")


def seen(occasion: Occasion, ids: Sequence[str] | None, types: Sequence[str] = ("video",)) -> list[Shot]:
    """The items with a picture, in order of time: those that are named and what was cut from them, else all of these types.
    Raises CannotExpand where there are none."""
    showing = [item for item in _played(occasion.state) if item["type"] in types]
    return _shots(occasion, _named(occasion, showing, ids), "that can be seen")


def _played(state: Composition) -> list[Record]:
    """The items on open tracks that play a file, by time."""
    shut = {track["id"] for track in state.tracks if track.get("locked") or track.get("hidden")}
    items = [item for item in state.in_order() if item.get("enabled", True) and "assetId" in item]
    return sorted((item for item in items if item["trackId"] not in shut), key=lambda item: (item["from"], item["id"]))


def sounding(state: Composition) -> list[Record]:
    """The items on open tracks that are to be heard, by time."""
    return [item for item in _played(state) if _sounds(state, item)]


def _sounds(state: Composition, item: Record) -> bool:
    asset, audio = state.asset_of(item) or {}, item.get("audio") or {}
    still = item.get("freeze") or item.get("loop") or item["type"] not in ("video", "audio")
    return bool(
        asset.get("hasAudio") and not audio.get("muted") and not still and not state.track(item["trackId"])["muted"]
    )


def _named(occasion: Occasion, items: Sequence[Record], ids: Sequence[str] | None) -> list[Record]:
    """The items with these ids, and those that steps before this one have cut from them."""
    if ids is None:
        return list(items)
    files = {item.get("assetId") for id in ids if (item := occasion.before.find(id))}
    return [
        item
        for item in items
        if item["id"] in ids or (occasion.before.find(item["id"]) is None and item["assetId"] in files)
    ]


def _shots(occasion: Occasion, items: Iterable[Record], such: str) -> list[Shot]:
    shots = []
    for item in items:
        listed = occasion.state.asset_of(item) or {}
        asset = analysis.asset_named(occasion.workspace, item["assetId"], listed.get("name", ""))
        start = source_in(item) if "sourceIn" in item else Fraction(0)
        shots.append(Shot(item, asset, start, rate(item) / occasion.state.fps))
    if not shots:
        raise CannotExpand(f"There is nothing {such} here.")
    return shots


def twins(shot: Shot, state: Composition) -> list[str]:
    """The silent pictures of a sound that was detached from them."""
    return [item["id"] for item in state.in_order() if _twin(shot, item)]


def _twin(shot: Shot, item: Record) -> bool:
    same = all(
        item.get(name) == shot.item.get(name) for name in ("assetId", "from", "durationInFrames", "sourceIn", "rate")
    )
    return same and item["id"] != shot.item["id"] and bool((item.get("audio") or {"muted": True}).get("muted"))


def without(id: str, ranges: Sequence[tuple[int, int]], told: str) -> Part:
    """The step that takes ranges of its own frames out of an item and closes the gaps."""
    spans = [{"from": start, "to": stop} for start, stop in ranges]
    return Part("removeRangesFromItem", {"id": id, "ranges": spans, "unit": "item", "ripple": True}, told)


def names(shots: Iterable[Shot]) -> str:
    """The files of shots, for a sentence: “a”, “b” and 2 more."""
    found = list(dict.fromkeys(f"“{shot.asset.name}”" for shot in shots))
    if len(found) > 3:
        found = [*found[:2], f"{len(found) - 2} more"]
    return " and ".join(filter(None, [", ".join(found[:-1]), found[-1]]))


def counted(count: int, one: str) -> str:
    return f"{count:,} {one}{'' if count == 1 else 's'}"
