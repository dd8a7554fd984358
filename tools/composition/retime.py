"""A composition at another frame rate: every frame number moved so that the time it stands for stays the same."""

from __future__ import annotations

from fractions import Fraction

from . import timing
from .draft import Draft
from .model import Record, end
from .slicing import stretch


def retime(draft: Draft, by: Fraction) -> None:
    """Turn every frame into `by` frames, to the nearest; what touched still touches."""
    for item in draft.base.in_order():
        _retime_item(draft, draft.items.edit(item["id"]), by)
    for marker in draft.markers.records():
        _scale(draft.markers.edit(marker["id"]), ("atFrame", "durationInFrames"), by)
    for track in draft.tracks.records():
        for transition in draft.tracks.edit(track["id"])["transitions"] if track["transitions"] else ():
            transition["durationInFrames"] = max(1, round(transition["durationInFrames"] * by))
    master = {**draft.get("masterAudio")}
    _scale(master, ("fadeInFrames", "fadeOutFrames"), by)
    draft.set("masterAudio", master)
    draft.set("startFrame", round(draft.get("startFrame", 0) * by))


def _retime_item(draft: Draft, item: Record, by: Fraction) -> None:
    start, stop, old = round(item["from"] * by), round(end(item) * by), item["durationInFrames"]
    item["from"], item["durationInFrames"] = start, max(1, stop - start)
    # Both edges may have been rounded outwards, past the end of the source.
    if timing.excess(item, draft.asset_of(item), draft.fps) > 0:
        item["durationInFrames"] = max(1, item["durationInFrames"] - 1)
    _scale(item.get("audio", {}), ("fadeInFrames", "fadeOutFrames"), by)
    _scale(item.get("fades") or {}, ("inFrames", "outFrames"), by)
    stretch(item, old, item["durationInFrames"])


def _scale(record: Record, names: tuple[str, ...], by: Fraction) -> None:
    for name in names:
        if name in record:
            record[name] = round(record[name] * by)
