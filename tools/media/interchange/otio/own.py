"""A file that we wrote ourselves: the structure as it is now, and from our metadata everything else, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tools.composition import Composition, InvalidComposition
from tools.composition.seams import reach
from tools.composition.timing import at_source

from ..link import link
from ..rates import frames_of
from ..reports import Report
from ..shelf import Shelf
from . import schema

Record = dict[str, Any]


class _Changed(Exception):
    """Another program left something in the file that our metadata does not explain."""


def document_in(timeline: schema.Timeline, shelf: Shelf | None, report: Report) -> Record | None:
    """The document of a file of ours, or None: it is another's, or another changed it beyond recognition."""
    if "document" not in timeline.own:
        return None
    try:
        document = Composition.load(_document(timeline)).dump()
    except (InvalidComposition, _Changed, KeyError, TypeError, ValueError, AttributeError):
        report.assume("Another program changed this file: only what it says of the cut was taken over.")
        return None
    return document if shelf is None else link(document, timeline.own.get("hashes"), shelf, report)


def _document(timeline: schema.Timeline) -> Record:
    head = dict(timeline.own["document"])
    fps = Fraction(*head["fps"])
    document = head | {"tracks": [], "items": {}, "assets": timeline.own["assets"]}
    document["markers"] = [_marker(marker, fps) for marker in timeline.tracks.markers or ()]
    for track in timeline.tracks.children:
        if not isinstance(track, schema.Track):
            raise _Changed
        document["tracks"].append(_track(track, document["items"], fps))
    return document


def _track(track: schema.Track, items: Record, fps: Fraction) -> Record:
    made = {"kind": track.kind.lower(), "name": track.name, **track.own, "items": [], "transitions": []}
    frame, places, waiting = 0, [], None
    for child in track.children:
        if isinstance(child, schema.Transition):
            waiting = child
        elif isinstance(child, schema.Gap):
            frame, waiting = frame + _length(child, fps), None
        elif isinstance(child, schema.Clip):
            item = _item(child, items, fps) | {"trackId": made["id"], "from": frame}
            if waiting:
                places.append(_transition(waiting, made["items"][-1], item["id"], fps))
            frame, waiting = frame + item["durationInFrames"], None
            items[item["id"]] = item
            made["items"].append(item["id"])
        else:
            raise _Changed
    made["transitions"] = [one for _, one in sorted(places, key=lambda pair: pair[0])]
    return made


def _item(clip: schema.Clip, items: Record, fps: Fraction) -> Record:
    item = dict(clip.own)
    if "id" not in item or item["id"] in items:
        raise _Changed
    item |= {"name": clip.name, "enabled": clip.enabled, "durationInFrames": _length(clip, fps)}
    if source := item.get("sourceIn"):
        if not (clip.source_range and clip.source_range.start_time):
            raise _Changed
        start = clip.source_range.start_time.seconds("a clip")
        if start != Fraction(source["frame"] * source["fps"][1], source["fps"][0]) and not _same(start, source):
            item["sourceIn"] = at_source(item, start)
    return item


def _same(start: Fraction, source: Record) -> bool:
    """Whether a time is the one that was written, as far as a float can say."""
    written = source["frame"] * source["fps"][1] / source["fps"][0]
    return bool(abs(float(start) - written) <= 1e-9 * max(1.0, abs(written)))


def _length(item: schema.Item, fps: Fraction) -> int:
    if not (item.source_range and item.source_range.duration):
        raise _Changed
    return frames_of(item.source_range.duration.seconds("a clip"), fps)


def _transition(child: schema.Transition, left: str, right: str, fps: Fraction) -> tuple[int, Record]:
    made = dict(child.own)
    place = made.pop("place")
    told = tuple(frames_of(time.seconds("a transition"), fps) for time in (child.in_offset, child.out_offset))
    if told != reach(made):
        raise _Changed
    return place, made | {"leftId": left, "rightId": right}


def _marker(marker: schema.Marker, fps: Fraction) -> Record:
    made = dict(marker.own)
    assert marker.marked_range.start_time
    return made | {"atFrame": frames_of(marker.marked_range.start_time.seconds("a marker"), fps)}
