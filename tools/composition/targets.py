"""What can be asked about: the targets of a query, where their rows come from, and the fields of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from .fields import Field, Target, View, fields, gap, neighbours, own
from .model import Record, end
from .parts import Cue
from .properties import AUDIBLE, animated
from .seams import reach
from .shapes import ITEM_SHAPES, Asset, Head, Marker, Track, Transition
from .timing import source_out

# --- where rows come from ---------------------------------------------------------------------------------------------


def _composition(view: View) -> Iterable[Record]:
    yield view.state.fields()


def _transitions(view: View) -> Iterable[Record]:
    for track in view.state.tracks:
        for transition in track["transitions"]:
            yield {"trackId": track["id"], **transition}


def _captioned(view: View) -> Iterator[tuple[Record, Record]]:
    for item in view.state.items.values():
        for cue in item.get("cues") or ():
            yield item, cue


def _cues(view: View) -> Iterable[Record]:
    for item, cue in _captioned(view):
        yield {"itemId": item["id"], "trackId": item["trackId"], **cue}


def _words(view: View) -> Iterable[Record]:
    for item, cue in _captioned(view):
        for index, word in enumerate(cue.get("words") or ()):
            own = {"text": word["t"], "startMs": word["startMs"], "endMs": word["endMs"]}
            yield {"id": f"{cue['id']}:{index}", "itemId": item["id"], "cueId": cue["id"], "index": index, **own}


def _gaps(view: View) -> Iterable[Record]:
    for track, before, after in neighbours(view.state):
        if after and (length := gap(before, after)):
            start = after["from"] - length
            around = {"beforeId": before and before["id"], "afterId": after["id"]}
            span = {"from": start, "durationInFrames": length}
            yield {"id": f"{track['id']}:{start}", "trackId": track["id"], **span, **around}


def _keyframes(view: View) -> Iterable[Record]:
    for item in view.state.items.values():
        for name, track in animated(item):
            for key in track:
                own = {"frame": key["f"], "atFrame": item["from"] + key["f"], "value": key["v"], "easing": key["e"]}
                yield {"id": f"{item['id']}:{name}:{key['f']}", "itemId": item["id"], "property": name, **own}


# --- how fields are read ----------------------------------------------------------------------------------------------


def _source_out(view: View, item: Record) -> int | None:
    """The frame, at the source's own rate, just after the last one used."""
    if "sourceIn" not in item:
        return None
    return round(source_out(item, view.state.fps) * Fraction(*item["sourceIn"]["fps"]))


def _text(view: View, item: Record) -> str | None:
    """What a title says, or the cues of captions line by line."""
    return "\n".join(cue["text"] for cue in item["cues"]) if "cues" in item else item.get("text")


def _has_audio(view: View, item: Record) -> bool:
    return item["type"] in AUDIBLE and bool(view.asset(item).get("hasAudio", item["type"] == "audio"))


def _cut(view: View, transition: Record) -> int:
    return int(view.state.items[transition["rightId"]]["from"])


def _transition_span(view: View, transition: Record) -> tuple[int, int]:
    cut, (before, after) = _cut(view, transition), reach(transition)
    return cut - before, cut + after


def _cue_span(view: View, cue: Record) -> tuple[int, int]:
    start = int(view.state.items[cue["itemId"]]["from"])
    return start + view.frames(cue["startMs"]), start + view.frames(cue["endMs"])


def _marker_span(view: View, marker: Record) -> tuple[int, int]:
    return marker["atFrame"], marker["atFrame"] + max(1, marker.get("durationInFrames") or 0)


def _span(view: View, doc: Record) -> tuple[int, int]:
    return doc["from"], end(doc)


def _timed(from_: Callable[[View, Record], int], length: Callable[[View, Record], int]) -> dict[str, Field]:
    """The virtual fields of whatever has a place in time."""
    return {
        "startSeconds": Field("number", lambda view, doc: view.seconds(from_(view, doc))),
        "durationSeconds": Field("number", lambda view, doc: view.seconds(length(view, doc))),
        "startTimecode": Field("string", lambda view, doc: view.timecode(from_(view, doc))),
    }


_ON_TRACK = {
    "trackName": Field("string", lambda view, doc: view.track(doc)["name"]),
    "trackKind": Field("string", lambda view, doc: view.track(doc)["kind"]),
    "trackIndex": Field("integer", lambda view, doc: view.track_index[doc["trackId"]]),
}
_SPAN = {"end": Field("integer", lambda view, doc: end(doc))} | _timed(
    lambda view, doc: doc["from"], lambda view, doc: doc["durationInFrames"]
)

COMPOSITION = own(Head) | {
    "durationInFrames": Field("integer", lambda view, doc: view.state.end),
    "durationSeconds": Field("number", lambda view, doc: view.seconds(view.state.end)),
    "startTimecode": Field("string", lambda view, doc: view.timecode(0)),
    "trackCount": Field("integer", lambda view, doc: len(view.state.tracks)),
    "itemCount": Field("integer", lambda view, doc: len(view.state.items)),
    "assetCount": Field("integer", lambda view, doc: len(view.state.assets)),
    "markerCount": Field("integer", lambda view, doc: len(view.state.markers)),
}
TRACKS = own(Track) | {
    "index": Field("integer", lambda view, doc: view.track_index[doc["id"]]),
    "itemCount": Field("integer", lambda view, doc: len(doc["items"])),
    "transitionCount": Field("integer", lambda view, doc: len(doc["transitions"])),
    "end": Field("integer", lambda view, doc: end(view.state.items[doc["items"][-1]]) if doc["items"] else 0),
}
ITEMS = own(*ITEM_SHAPES.values()) | _SPAN | _ON_TRACK | {
    "text": Field("string", _text),
    "sourceOut": Field("integer", _source_out),
    "assetName": Field("string", lambda view, doc: view.asset(doc).get("name")),
    "hasAudio": Field("boolean", _has_audio),
    "gapBefore": Field("integer", lambda view, doc: view.gap_before[doc["id"]]),
    "animates": Field("array", lambda view, doc: [name for name, _ in animated(doc)]),
}  # fmt: skip
ASSETS = own(Asset) | {
    "itemCount": Field("integer", lambda view, doc: view.uses.get(doc["id"], 0)),
    **{name: Field("any") for name in ("mime", "bytes", "sha256", "storageKey", "status", "provenance", "metadata")},
}
TRANSITIONS = own(Transition) | _ON_TRACK | {
    "trackId": Field("string"),
    "cutFrame": Field("integer", _cut),
    "from": Field("integer", lambda view, doc: _transition_span(view, doc)[0]),
    "end": Field("integer", lambda view, doc: _transition_span(view, doc)[1]),
} | _timed(lambda view, doc: _transition_span(view, doc)[0], lambda view, doc: doc["durationInFrames"])  # fmt: skip
MARKERS = own(Marker) | {
    "end": Field("integer", lambda view, doc: doc["atFrame"] + (doc.get("durationInFrames") or 0)),
} | _timed(lambda view, doc: doc["atFrame"], lambda view, doc: doc.get("durationInFrames") or 0)  # fmt: skip
CUES = own(Cue) | _ON_TRACK | {
    "itemId": Field("string"),
    "trackId": Field("string"),
    "durationMs": Field("integer", lambda view, doc: doc["endMs"] - doc["startMs"]),
    "from": Field("integer", lambda view, doc: _cue_span(view, doc)[0]),
    "end": Field("integer", lambda view, doc: _cue_span(view, doc)[1]),
    "startTimecode": Field("string", lambda view, doc: view.timecode(_cue_span(view, doc)[0])),
}  # fmt: skip
WORDS = fields(string="id itemId cueId text", integer="index startMs endMs")
GAPS = fields(string="id trackId beforeId afterId", integer="from durationInFrames") | _SPAN | _ON_TRACK
KEYFRAMES = fields(string="id itemId property", any="value easing", integer="frame atFrame")

TARGETS = {
    "composition": Target("the composition itself: one row", _composition, COMPOSITION, (), ("metadata",)),
    "tracks": Target("the tracks, bottom first", lambda view: view.state.tracks, TRACKS, ("index",)),
    "items": Target("the items, in order of time", lambda view: view.state.items.values(), ITEMS, ("from", "trackIndex"), ("metadata",), _span),
    "assets": Target("the media that items show or play", lambda view: view.state.assets.values(), ASSETS, ("name",), ("provenance", "metadata")),
    "transitions": Target("the transitions between neighbours", _transitions, TRANSITIONS, ("from", "trackIndex"), (), _transition_span),
    "markers": Target("the markers on the timeline", lambda view: view.state.markers, MARKERS, ("atFrame",), (), _marker_span),
    "cues": Target("the cues of captions", _cues, CUES, ("from",), (), _cue_span),
    "words": Target("the words of cues that have word times", _words, WORDS, ("itemId", "startMs")),
    "gaps": Target("the empty stretches before items", _gaps, GAPS, ("from", "trackIndex"), (), _span),
    "keyframes": Target("the keyframes of items", _keyframes, KEYFRAMES, ("itemId", "property", "frame")),
}  # fmt: skip
