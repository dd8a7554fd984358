"""Small cuts for tests: a composition of one track, and how a document reads in a line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tools.blank import blank
from tools.composition import Composition
from tools.media.interchange import Places, Report, Shelf, Shelved, format_named

Record = dict[str, Any]
CLIP = {"id": "as-a", "kind": "video", "name": "a.mov", "hasVideo": True, "hasAudio": True, "durationSeconds": 60}


def cut(
    *items: Record, fps: tuple[int, int] = (30, 1), transitions: list[Record] | None = None, **head: Any
) -> Composition:
    """Clips one after the other on one track, whatever they say beside."""
    document = blank("Cut", fps, tracks=(("v1", "video", "Main"),)) | head
    frame = 0
    for number, told in enumerate(items, 1):
        base = {"id": f"c{number}", "trackId": "v1", "type": "video", "name": f"c{number}", "enabled": True}
        base |= {"from": frame, "durationInFrames": 30, "assetId": "as-a", "rate": [1, 1]}
        base |= {"sourceIn": {"frame": 300, "fps": list(fps)}, "transform": {}, "audio": {"volumeDb": 0}}
        item = {name: value for name, value in (base | told).items() if value is not None}
        frame = item["from"] + item["durationInFrames"]
        document["items"][item["id"]] = item
        document["tracks"][0]["items"].append(item["id"])
    document["tracks"][0]["transitions"] = transitions or []
    document["assets"] = {"as-a": CLIP, "as-b": CLIP | {"id": "as-b", "name": "b.mov"}}
    return Composition.load(document)


def out(state: Composition, name: str, **places: Any) -> tuple[str, Report]:
    """The text of a composition in a format, and the report."""
    report = Report()
    return format_named(name).write(state, Places(**places), report), report


def back(text: str, name: str, shelf: Shelf | None = None, fps: Fraction | None = None) -> tuple[Record, Report]:
    """The document that a text is read as, and the report."""
    report = Report()
    read = format_named(name).timeline
    assert read
    return read(text, shelf, report, fps), report


def there_and_back(state: Composition, name: str) -> tuple[Record, Report]:
    text, _ = out(state, name)
    return back(text, name, shelf_of(state))


def shelf_of(state: Composition) -> Shelf:
    """A workspace that has every file of a composition."""
    return Shelf(Shelved(asset["name"], asset["id"], asset) for asset in state.assets.values())


def told(document: Record) -> list[tuple[Any, ...]]:
    """Every item as (track's kind, from, frames, source seconds, speed, on), in order."""
    return [
        (track["kind"], item["from"], item["durationInFrames"], _source(item), _speed(item), item["enabled"])
        for track in document["tracks"]
        for item in (document["items"][id] for id in track["items"])
    ]


def _source(item: Record) -> Fraction | None:
    source = item.get("sourceIn")
    return Fraction(source["frame"] * source["fps"][1], source["fps"][0]) if source else None


def _speed(item: Record) -> Fraction:
    if item.get("freeze"):
        return Fraction(0)
    return Fraction(*item.get("rate", (1, 1))) * (-1 if item.get("reverse") else 1)
