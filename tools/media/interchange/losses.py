"""What a format has no place for: each writer says what it holds, and everything else that a composition has is named."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from tools.composition import Composition
from tools.composition.properties import animated

from .reports import Report, named, number_of

Record = dict[str, Any]


def _turned(item: Record, *names: str, usual: Record) -> bool:
    """Whether any of these of the transform is a plain value other than the usual."""
    transform = item.get("transform") or {}
    return any(transform.get(name, usual[name]) != usual[name] for name in names)


SAMPLES = 48_000
"""What other programs take sound to have a second, where nothing is said."""
_PLACE: Record = {"x": 0, "y": 0, "scale": 1, "rotation": 0, "opacity": 1}
_TURNED: Record = {"flipH": False, "flipV": False, "anchor": [0.5, 0.5]}
# What a style is beyond the font, its size, its weight (plain or bold), its slant, its colour and its side.
_FINER = ("lineHeight", "letterSpacing", "stroke", "background", "shadow")


def _fit(item: Record) -> str:
    """How the picture of a file lies in the canvas; what has no file has no fit."""
    return str((item.get("transform") or {}).get("fit", "contain")) if "assetId" in item else "contain"


def _sound(item: Record, *names: str) -> bool:
    return any(item.get("audio", {}).get(name) for name in names)


def _still(item: Record, names: tuple[str, ...]) -> bool:
    transform = item.get("transform") or {}
    return _turned(item, *names, usual=_PLACE) and not any(isinstance(transform.get(name), dict) for name in names)


# What an item may have beyond its cut, by the name that a report gives it.
PROPERTIES: dict[str, Callable[[Record], bool]] = {
    "being switched off": lambda item: not item["enabled"],
    "speed": lambda item: bool(item.get("rate")) and item["rate"][0] != item["rate"][1],
    "the changing pitch of another speed": lambda item: (
        "audio" in item and not item.get("keepPitch", True) and item["rate"][0] != item["rate"][1]
    ),
    "playing backwards": lambda item: bool(item.get("reverse")),
    "held frame": lambda item: bool(item.get("freeze")),
    "looping": lambda item: bool(item.get("loop")),
    "place and size": lambda item: item["type"] != "captions" and _still(item, ("x", "y", "scale", "rotation")),
    "opacity": lambda item: item["type"] != "captions" and _still(item, ("opacity",)),
    "fit": lambda item: _fit(item) in ("cover", "none"),
    "stretching": lambda item: _fit(item) == "stretch",
    "mirroring and anchor": lambda item: _turned(item, *_TURNED, usual=_TURNED),
    "crop": lambda item: any(((item.get("transform") or {}).get("crop") or {}).values()),
    "keyframes": lambda item: any(True for _ in animated(item)),
    "blend mode": lambda item: item.get("blend", "normal") != "normal",
    "fades": lambda item: any((item.get("fades") or {}).values()),
    "grade": lambda item: bool(item.get("grade")),
    "effects": lambda item: bool(item.get("effects")),
    "mask": lambda item: bool(item.get("mask")),
    "chroma key": lambda item: bool(item.get("chromaKey")),
    "lettering style": lambda item: item["type"] == "text",
    "stroke, background, shadow and spacing of its letters": lambda item: (
        item["type"] == "text" and any(item["style"].get(name) for name in _FINER)
    ),
    "the direction of its letters": lambda item: (
        item["type"] == "text" and item["style"].get("direction", "auto") != "auto"
    ),
    "the exact weight of its letters": lambda item: (
        item["type"] == "text" and item["style"].get("fontWeight", 700) not in (400, 700)
    ),
    "style and place of captions": lambda item: item["type"] == "captions",
    "times of single words": lambda item: any(cue.get("words") for cue in item.get("cues") or ()),
    "speakers": lambda item: any(cue.get("speaker") for cue in item.get("cues") or ()),
    "volume": lambda item: _sound(item, "volumeDb") and not isinstance(item["audio"]["volumeDb"], dict),
    "muting": lambda item: _sound(item, "muted"),
    "pan": lambda item: _sound(item, "pan"),
    "sound fades": lambda item: _sound(item, "fadeInFrames", "fadeOutFrames"),
    "group": lambda item: bool(item.get("groupId")),
}
TRACK: dict[str, Callable[[Record], bool]] = {
    "being hidden": lambda track: bool(track["hidden"]),
    "being muted": lambda track: bool(track["muted"]),
    "lock": lambda track: bool(track["locked"]),
    "volume": lambda track: bool(track["volumeDb"]),
}


SWITCHED = "{}: a clip of sound alone is not muted in this format; it is switched off."
MARKER: dict[str, Callable[[Record], bool]] = {
    "colour": lambda marker: bool(marker.get("color")),
    "comment": lambda marker: bool(marker.get("comment")),
    "length": lambda marker: bool(marker.get("durationInFrames")),
}


@dataclass(frozen=True, slots=True)
class Held:
    """What a format has a place for: types of items, their properties, those of tracks and of markers, and kinds of
    transitions."""

    name: str
    types: Collection[str]
    properties: Collection[str] = ()
    track: Collection[str] = ()
    transitions: Collection[str] = ()
    marker: Collection[str] = ("comment", "length")
    captions_beside: bool = True


def tell_losses(state: Composition, held: Held, report: Report, tracks: Collection[str] | None = None) -> None:
    """Name in the report what of these tracks (all of them) the format does not hold."""
    seen = [track for track in state.tracks if tracks is None or track["id"] in tracks]
    items = [state.items[id] for track in seen for id in track["items"]]
    _types(items, held, report)
    _properties([item for item in items if item["type"] in held.types], held, report)
    for track in seen:
        if lost := [name for name, has in TRACK.items() if has(track) and name not in held.track]:
            report.lose(f"The track {named([track['name']])} comes without its {_listed(lost)}.")
    _transitions(seen, held, report)
    _head(state, report)
    for name, has in MARKER.items():
        if name not in held.marker and (bare := sum(map(has, state.markers))):
            report.lose(f"{number_of(bare, 'marker')} {'comes' if bare == 1 else 'come'} without {name}.")


def _types(items: list[Record], held: Held, report: Report) -> None:
    homeless: dict[str, list[str]] = defaultdict(list)
    for item in items:
        if item["type"] not in held.types:
            homeless[item["type"]].append(item["name"])
    for type, names in homeless.items():
        beside = " Export SRT, VTT or ASS beside it." if type == "captions" and held.captions_beside else ""
        verb = "has" if len(names) == 1 else "have"
        report.lose(f"{named(names)} ({type}) {verb} no place in {held.name}.{beside}")


def _properties(items: list[Record], held: Held, report: Report) -> None:
    lacking: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for item in items:
        lost = tuple(name for name, has in PROPERTIES.items() if name not in held.properties and has(item))
        if lost:
            lacking[lost].append(item["name"])
    for properties, names in lacking.items():
        verb = "goes" if len(names) == 1 else "go"
        report.lose(f"{named(names)} {verb} into {held.name} without {_listed(properties)}.")


def _transitions(tracks: list[Record], held: Held, report: Report) -> None:
    kinds = [one["kind"] for track in tracks for one in track["transitions"] if one["kind"] not in held.transitions]
    for kind in sorted(set(kinds)):
        count = number_of(kinds.count(kind), "transition")
        instead = "became dissolves" if "fade" in held.transitions else "became plain cuts"
        report.lose(f"{count} of kind {kind} {instead} in {held.name}.")


def joins(track: Record, written: Collection[str], report: Report) -> tuple[dict[str, Record], dict[str, Record]]:
    """The transitions between items that are written: by what they lead into, and by what they lead out of."""
    kept = [one for one in track["transitions"] if one["leftId"] in written and one["rightId"] in written]
    if gone := len(track["transitions"]) - len(kept):
        report.lose(f"{number_of(gone, 'transition')} on the track {named([track['name']])}, beside what is left out.")
    return {one["rightId"]: one for one in kept}, {one["leftId"]: one for one in kept}


def _head(state: Composition, report: Report) -> None:
    head = state.head
    master = head["masterAudio"]
    has = {
        "background colour": head["background"] != "#000000",
        "grade of the whole": bool(head.get("grade")),
        f"{head['audioRate']:,} samples a second": head["audioRate"] != SAMPLES,
        "master volume": bool(master.get("volumeDb") or master.get("muted")),
        "master fades": bool(master.get("fadeInFrames") or master.get("fadeOutFrames")),
    }
    if lost := [name for name, there in has.items() if there]:
        report.lose(f"The composition comes without its {_listed(lost)}.")


def _listed(names: Collection[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
