"""One track of a composition as an edit decision list, in the timecode of the composition."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from tools.composition import Composition
from tools.composition.model import end
from tools.composition.seams import reach
from tools.composition.timecode import timecode
from tools.composition.timing import rate, source_in

from ..losses import Held, joins, tell_losses
from ..places import Places
from ..rates import frames_of
from ..refusals import NothingInIt
from ..reports import Report, named, number_of

Record = dict[str, Any]
MOST = 999
"""Events that every reader takes."""

WIPES = {"wipe-right": "W001", "wipe-down": "W002", "wipe-left": "W101", "wipe-up": "W102"}
HELD = Held(
    "an EDL",
    types=("video", "audio", "image", "gif"),
    properties=("being switched off", "speed", "playing backwards", "held frame"),
    transitions=("fade", *WIPES),
    marker=("colour",),
)


def write(state: Composition, places: Places, report: Report, track_id: str | None = None) -> str:
    """The list of one track, that of the bottom pictures where none is named; raises NothingInIt, TrackNotFound."""
    track = state.track(track_id) if track_id else _first(state)
    if not any(_listed(state.items[id]) for id in track["items"]):
        raise NothingInIt(f"The track {named([track['name']])} has no clip to list in an EDL.")
    others = [one["name"] for one in state.tracks if one["items"] and one is not track]
    if others:
        report.lose(f"An EDL holds one track: {named(others)} {'is' if len(others) == 1 else 'are'} not in it.")
    tell_losses(state, HELD, report, [track["id"]])
    report.assume(
        "An EDL says neither the frame rate nor the size of the picture: they are to be said when it is read."
    )
    return _Writer(state, places, report, track).text()


def _first(state: Composition) -> Record:
    for track in sorted(state.tracks, key=lambda track: track["kind"] != "video"):
        if any(_listed(state.items[id]) for id in track["items"]):
            return track
    raise NothingInIt("There is no clip to list in an EDL.")


def _listed(item: Record) -> bool:
    return item["type"] in HELD.types and item["enabled"]


class _Writer:
    def __init__(self, state: Composition, places: Places, report: Report, track: Record) -> None:
        self.state, self.places, self.report, self.track = state, places, report, track
        self.drop, self.start = bool(state.head.get("dropFrame")), state.head.get("startFrame", 0)
        self.reels: dict[str, str] = {}
        self.uneven: list[str] = []

    def text(self) -> str:
        items = [item for id in self.track["items"] if _listed(item := self.state.items[id])]
        into, out_of = joins(self.track, {item["id"] for item in items}, self.report)
        lines = [f"TITLE:   {_line(self.state.name)}", f"FCM: {'DROP FRAME' if self.drop else 'NON-DROP FRAME'}", ""]
        for number, item in enumerate(items, start=1):
            lines += self.event(number, item, into.get(item["id"]), out_of.get(item["id"]))
        self.tell(items)
        return "\n".join([*lines, ""])

    def event(self, number: int, item: Record, into: Record | None, out_of: Record | None) -> list[str]:
        """An edit decision list dissolves from the cut on: a cut lies where its transition begins."""
        early, late = (reach(one)[0] if one else 0 for one in (into, out_of))
        start, stop = item["from"] - early, end(item) - late
        shown, speed, held = stop - start, rate(item), item.get("freeze")
        first = source_in(item) * self.state.fps
        if not held:
            first += late * speed if item.get("reverse") else -early * speed
        if first.denominator != 1:
            self.uneven.append(item["name"])
        begin = max(0, frames_of(first / self.state.fps, self.state.fps))
        span = 1 if held else max(1, frames_of(shown * speed / self.state.fps, self.state.fps))
        times = f"{self.source(begin)} {self.source(begin + span)} {self.record(start)} {self.record(stop)}"
        channel = "V" if self.track["kind"] == "video" else "A"
        head, asset = f"{number:03d}  {self.reel(item):<8} {channel:<5}", self.state.assets[item["assetId"]]
        if not into:
            lines = [f"{head} C        {times}"]
        else:
            left = self.state.items[into["leftId"]]
            how = WIPES.get(into["kind"], "D")
            gone = f"{self.source(begin)} {self.source(begin)} {self.record(start)} {self.record(start)}"
            lines = [f"{number:03d}  {self.reel(left):<8} {channel:<5} C        {gone}"]
            lines += [
                f"{head} {how:<4} {into['durationInFrames']:03d} {times}",
                f"* FROM CLIP NAME: {_line(left['name'])}",
            ]
        lines += self.speed(item, begin)
        named_as = "TO" if into else "FROM"
        lines += [f"* {named_as} CLIP NAME: {_line(item['name'])}", f"* SOURCE FILE: {_line(self.places.url(asset))}"]
        return lines + self.markers(start, stop)

    def speed(self, item: Record, begin: int) -> list[str]:
        speed = Fraction(0) if item.get("freeze") else rate(item) * (-1 if item.get("reverse") else 1)
        if speed == 1:
            return []
        fps = float(speed * round(self.state.fps))
        return [f"M2   {self.reel(item):<8}       {fps:05.6g}                {self.source(begin)}"]

    def markers(self, start: int, stop: int) -> list[str]:
        inside = [one for one in self.state.markers if start <= one["atFrame"] < stop]
        return [
            f"* LOC: {self.record(one['atFrame'])} {(_line(one.get('color') or '') or 'red').upper()} {_line(one.get('name', ''))}"
            for one in inside
        ]

    def reel(self, item: Record) -> str:
        """Eight letters and digits, another for each file; the name itself is in the remarks."""
        asset = item["assetId"]
        if asset not in self.reels:
            stem = self.state.assets[asset]["name"].rsplit(".", 1)[0]
            plain = re.sub(r"[^A-Z0-9]", "", stem.upper(), flags=re.ASCII)[:8] or "REEL"
            reel, number = plain, 1
            while reel in self.reels.values() or reel in ("AX", "BL", "BLACK"):
                number += 1
                reel = f"{plain[: 8 - len(str(number))]}{number}"
            self.reels[asset] = reel
        return self.reels[asset]

    def source(self, frame: int) -> str:
        return timecode(frame, self.state.fps, self.drop)

    def record(self, frame: int) -> str:
        return timecode(self.start + frame, self.state.fps, self.drop)

    def tell(self, items: list[Record]) -> None:
        off = [
            name
            for id in self.track["items"]
            if not (item := self.state.items[id])["enabled"]
            for name in (item["name"],)
        ]
        if off:
            self.report.lose(f"{named(off)}: an EDL cannot switch a clip off, so it is left out.")
        if before := items[0]["from"]:
            self.report.lose(f"The {number_of(before, 'frame')} before the first clip: an EDL begins with it.")
        listed = {item["id"] for item in items}
        moved = [one for one in self.track["transitions"] if one["rightId"] in listed and reach(one)[0]]
        if moved:
            self.report.assume(f"{number_of(len(moved), 'cut')} went to where the transition over it begins.")
        if self.uneven:
            self.report.assume(f"{named(self.uneven)}: the source begins between two frames; the nearest is listed.")
        covered = [(item["from"], end(item)) for item in items]
        lost = [one for one in self.state.markers if not any(a <= one["atFrame"] < b for a, b in covered)]
        if lost:
            self.report.lose(f"{number_of(len(lost), 'marker')} where the track has no clip.")
        if len(items) > MOST:
            self.report.assume(f"The list has {len(items):,} events; some programs read only {MOST}.")


def _line(text: str) -> str:
    """Text that stays on its line."""
    return " ".join(text.split())[:200]
