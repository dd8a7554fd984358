"""A composition as an OpenTimelineIO file: its structure in OpenTimelineIO's own words, all the rest in our metadata."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from tools.composition import Composition
from tools.composition.model import COLLECTIONS, end
from tools.composition.seams import reach

from ..places import Places
from ..reports import Report
from .schema import OWN

Record = dict[str, Any]
# What the structure says; it is not said again in the metadata.
STRUCTURE = {"from", "durationInFrames", "trackId", "name", "enabled"}
KINDS = {"video": "Video", "audio": "Audio"}
COLORS = {"red", "pink", "orange", "yellow", "green", "cyan", "blue", "purple", "magenta", "black", "white"}


def write(state: Composition, places: Places, report: Report) -> str:
    """The file's text; nothing of a composition is lost in it, only other programs may not read all."""
    writer = _Writer(state, places)
    head = {name: value for name, value in state.fields().items() if name not in COLLECTIONS}
    hashes = {id: places.hashes[id] for id in state.assets if id in places.hashes}
    own = {"document": head, "assets": dict(state.assets), "hashes": hashes}
    timeline = _object(
        "Timeline.1",
        state.name,
        own,
        global_start_time=writer.time(state.head.get("startFrame", 0)),
        tracks=_object(
            "Stack.1",
            "tracks",
            source_range=None,
            effects=[],
            enabled=True,
            markers=[writer.marker(one) for one in state.markers],
            children=[writer.track(track) for track in state.tracks],
        ),
    )
    return json.dumps(timeline, indent=1, ensure_ascii=False)


class _Writer:
    def __init__(self, state: Composition, places: Places) -> None:
        self.state, self.places = state, places

    def time(self, frame: int | float, fps: Fraction | None = None) -> Record:
        return {"OTIO_SCHEMA": "RationalTime.1", "value": float(frame), "rate": float(fps or self.state.fps)}

    def range(self, start: Record, duration: Record) -> Record:
        return {"OTIO_SCHEMA": "TimeRange.1", "start_time": start, "duration": duration}

    def marker(self, marker: Record) -> Record:
        length, color = marker.get("durationInFrames", 0), str(marker.get("color", ""))
        return _object(
            "Marker.2",
            marker.get("name", ""),
            marker,
            color=color.upper() if color in COLORS else "GREEN",
            comment=marker.get("comment", ""),
            marked_range=self.range(self.time(marker["atFrame"]), self.time(length)),
        )

    def track(self, track: Record) -> Record:
        into = {one["rightId"]: (place, one) for place, one in enumerate(track["transitions"])}
        children: list[Record] = []
        frame = 0
        for item in (self.state.items[id] for id in track["items"]):
            if item["from"] > frame:
                children.append(self.gap(item["from"] - frame))
            if item["id"] in into:
                children.append(self.transition(*into[item["id"]]))
            children.append(self.clip(item))
            frame = end(item)
        own = {name: value for name, value in track.items() if name not in ("items", "transitions", "name", "kind")}
        seen = not track["hidden"] if track["kind"] == "video" else not track["muted"]
        parts: Record = {"source_range": None, "effects": [], "markers": [], "enabled": seen}
        return _object("Track.1", track["name"], own, kind=KINDS[track["kind"]], children=children, **parts)

    def gap(self, frames: int) -> Record:
        parts: Record = {"effects": [], "markers": [], "enabled": True}
        return _object("Gap.1", "", source_range=self.range(self.time(0), self.time(frames)), **parts)

    def transition(self, place: int, transition: Record) -> Record:
        before, after = reach(transition)
        own = {name: value for name, value in transition.items() if name not in ("leftId", "rightId")}
        kind = "SMPTE_Dissolve" if transition["kind"] == "fade" else "Custom_Transition"
        offsets = {"in_offset": self.time(before), "out_offset": self.time(after)}
        return _object("Transition.1", transition["kind"], {"place": place, **own}, transition_type=kind, **offsets)

    def clip(self, item: Record) -> Record:
        own = {name: value for name, value in item.items() if name not in STRUCTURE}
        start = self.time(0)
        if source := item.get("sourceIn"):
            start = self.time(source["frame"], Fraction(*source["fps"]))
        return _object(
            "Clip.2",
            item["name"],
            own,
            source_range=self.range(start, self.time(item["durationInFrames"])),
            effects=_timing(item),
            markers=[],
            enabled=item["enabled"],
            media_references={"DEFAULT_MEDIA": self.media(item)},
            active_media_reference_key="DEFAULT_MEDIA",
        )

    def media(self, item: Record) -> Record:
        asset = self.state.asset_of(item)
        if asset is None:
            told = {"text": item["text"]} if item["type"] == "text" else {}
            told |= {"color": item["color"]} if item["type"] == "solid" else {}
            parts: Record = {"available_range": None, "available_image_bounds": None}
            return _object("GeneratorReference.1", item["name"], generator_kind=item["type"], parameters=told, **parts)
        return _object(
            "ExternalReference.1",
            asset["name"],
            target_url=self.places.url(asset),
            available_range=self.available(asset),
            available_image_bounds=None,
        )

    def available(self, asset: Record) -> Record | None:
        if not asset.get("durationSeconds"):
            return None
        fps = Fraction(*asset["fps"]) if asset.get("fps") else self.state.fps
        frames = round(Fraction(str(asset["durationSeconds"])) * fps, 6)
        return self.range(self.time(0, fps), self.time(float(frames), fps))


def _timing(item: Record) -> list[Record]:
    """How fast an item plays its source: backwards is below zero, a held frame is zero."""
    if item.get("freeze"):
        return [_object("FreezeFrame.1", "", effect_name="FreezeFrame", time_scalar=0.0)]
    over, under = item.get("rate", (1, 1))
    speed = over / under * (-1 if item.get("reverse") else 1)
    return [] if speed == 1 else [_object("LinearTimeWarp.1", "", effect_name="LinearTimeWarp", time_scalar=speed)]


def _object(schema: str, name: str, own: Record | None = None, **fields: Any) -> Record:
    return {"OTIO_SCHEMA": schema, "name": name, "metadata": {OWN: own} if own is not None else {}, **fields}
