"""Markers: add, name, move, colour, remove."""

from __future__ import annotations

from typing import Any

from ..pattern import Found
from ..rule import rules
from ..sketch import Asked, Refused, Sketch
from ..times import When
from ..tokens import words


def _held(sketch: Sketch, found: Found) -> dict[str, Any]:
    """The marker meant: by name (read as the instant it is at), or the only one."""
    markers = list(sketch.state.markers)
    if isinstance(found.get("marker"), When):
        markers = [held for held in markers if held["atFrame"] == found["marker"].frame]
    elif "name" in found:
        markers = [held for held in markers if (held.get("name") or "").lower() == found["name"].lower()]
    elif "nth" in found:
        ordered = sorted(markers, key=lambda held: held["atFrame"])
        place = found["nth"] - 1 if found["nth"] > 0 else found["nth"]
        markers = ordered[place : place + 1 or None] if -len(ordered) <= place < len(ordered) else []
    if not markers:
        raise Refused("There is no such marker.")
    if len(markers) > 1:
        raise Asked(
            "Which marker?", [(held["id"], held.get("name") or sketch.clock(held["atFrame"])) for held in markers]
        )
    return markers[0]


def add(sketch: Sketch, found: Found) -> None:
    frames = [when.frame for when in found["ats"]] if "ats" in found else [sketch.scene.playhead or 0]
    for frame in frames:
        sketch.do(
            "addMarker",
            atFrame=frame,
            name=found.get("content"),
            color=found.get("word") if found.get("word") in COLOURS else None,
        )


def rename(sketch: Sketch, found: Found) -> None:
    sketch.do("updateMarker", markerId=_held(sketch, found)["id"], patch={"name": found["content"]})


def move(sketch: Sketch, found: Found) -> None:
    sketch.do("updateMarker", markerId=_held(sketch, found)["id"], patch={"atFrame": found["point"].frame})


def shift(sketch: Sketch, found: Found) -> None:
    held = _held(sketch, found)
    by = found["amount"] * (-1 if "back" in found else 1)
    sketch.do("updateMarker", markerId=held["id"], patch={"atFrame": max(0, held["atFrame"] + by)})


def paint(sketch: Sketch, found: Found) -> None:
    if found["word"] not in COLOURS:
        raise Refused("A marker can be " + ", ".join(sorted(COLOURS)) + ".")
    sketch.do("updateMarker", markerId=_held(sketch, found)["id"], patch={"color": found["word"]})


def remove(sketch: Sketch, found: Found) -> None:
    sketch.do("removeMarkers", markerIds=[_held(sketch, found)["id"]])


def add_every(sketch: Sketch, found: Found) -> None:
    """Markers all along, the first after one stretch."""
    step = max(1, found["dur"])
    places = range(step, sketch.state.end, step)
    if not 0 < len(places) <= MOST:
        raise Refused(f"That would be {len(places)} markers; between 1 and {MOST} can be set at once.")
    for frame in places:
        sketch.do("addMarker", atFrame=frame)


def remove_at(sketch: Sketch, found: Found) -> None:
    near = [held["id"] for held in sketch.state.markers if held["atFrame"] == found["at"].frame]
    if not near:
        raise Refused("There is no marker there.")
    sketch.do("removeMarkers", markerIds=near)


def remove_all(sketch: Sketch, found: Found) -> None:
    if not sketch.state.markers:
        raise Refused("There are no markers.")
    sketch.do("removeMarkers", markerIds=[held["id"] for held in sketch.state.markers])


MOST = 60
COLOURS = words("red orange yellow green blue purple pink cyan white black teal magenta brown grey gray")
THE = "(marker called|named {name:content} / [the] {marker} marker / marker {marker} / [the] {nth} marker / [the] marker / {marker})"

RULES = (
    *rules(add,
        "<add> a [{word}] <marker> [called|named|titled|labelled|labeled|saying|:] {content} {ats}", "<add> a [{word}] <marker> {ats} [and] (call|name|label|title it|them / with|called|named|titled|labelled|labeled|saying|reading|for|:) [the] [name|label|text|title] [:] {content}", "<add> a [{word}] <marker> {ats}", "<add> <marker> {ats}", "<add> [{number}] markers {ats}", "mark {ats} as {content}", "mark {ats}", "mark {ats} with {content:quote}",
        "<add> a {content:quote} <marker> {ats}", "<add> a [{word}] <marker>", "<add> [a] [{word}] <marker> [called|named|titled|labelled|labeled] {content:quote}", "mark this [spot|point|place|moment|frame|position]", "<add> <marker> [called|named] {content:quote} {ats}", "drop a <marker> {ats}",
    ),
    *rules(add_every, "<add> [a] <marker> every {dur}", "<add> [{word}] markers every {dur}", "mark every {dur}"),
    *rules(remove_all, "<delete> [all|every|each] [of] [the] markers", "clear [all] [the] markers", "<delete> all|every marker"),
    *rules(remove, f"<delete> {THE}"),
    *rules(remove_at, "<delete> [the] marker {at}"),
    *rules(rename, f"<rename> {THE} [to|as|:] {{content}}", f"<change> {THE} ['s] name|label|title|text to {{content}}", f"<change> [the] name|label|title of {THE} to {{content}}", "<change> [the] marker to say {content}"),
    *rules(shift, f"<move> {THE} {{back:backward}} [by] {{amount}}", f"<move> {THE} [by] {{amount}} {{back:backward}}", f"<move> {THE} [by] {{amount}} later|forward|on|ahead", f"<move> {THE} forward|later|ahead [by] {{amount}}"),
    *rules(move, f"<move> {THE} to|at|on {{point}}"),
    *rules(paint, f"<make> {THE} {{word}}", f"<change> {THE} ['s] [color|colour] to {{word}}", f"<change> [the] color|colour of {THE} to {{word}}", f"color|colour|paint {THE} {{word}}"),
)  # fmt: skip
