"""Random compositions that keep every rule: tracks of both kinds, items of every type, now and then a transition."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tools.composition import Composition
from tools.composition.model import end
from tools.composition.properties import PARTS, path_of
from tools.composition.seams import longest_transition

Doc = dict[str, Any]

ASSETS: dict[str, Doc] = {
    "as-talk": {"kind": "video", "hasVideo": True, "hasAudio": True, "durationSeconds": 60, "width": 1920, "height": 1080},
    "as-city": {"kind": "video", "hasVideo": True, "hasAudio": False, "durationSeconds": 12.48, "width": 3840, "height": 2160},
    "as-live": {"kind": "video", "hasVideo": True, "hasAudio": True},
    "as-logo": {"kind": "image", "hasVideo": True, "width": 1000, "height": 1000},
    "as-wave": {"kind": "gif", "hasVideo": True, "durationSeconds": 2, "width": 320, "height": 240},
    "as-theme": {"kind": "audio", "hasAudio": True, "durationSeconds": 120},
    "as-spare": {"kind": "video", "hasVideo": True, "hasAudio": True, "durationSeconds": 30, "width": 640, "height": 480},
}  # fmt: skip
BY_TYPE = {
    "video": ("as-talk", "as-city", "as-live"),
    "image": ("as-logo",),
    "gif": ("as-wave",),
    "audio": ("as-theme",),
}
RATES = ([30, 1], [25, 1], [30000, 1001], [24000, 1001], [60, 1])
TRANSFORM = {"x": 0, "y": 0, "scale": 1, "rotation": 0, "opacity": 1, "fit": "contain", "flipH": False, "flipV": False}
NO_CROP = {"left": 0, "right": 0, "top": 0, "bottom": 0}


# --- documents --------------------------------------------------------------------------------------------------------


@st.composite
def documents(draw: st.DrawFn, holding: Callable[[Doc], bool] | None = None, most_tracks: int = 3) -> Doc:
    """A composition that loads; with `holding`, one that has an item of which it is true."""
    fps = draw(st.sampled_from(RATES))
    document: Doc = {
        "schema": 1,
        "id": "drawn",
        "name": "Drawn",
        "fps": fps,
        "width": draw(st.sampled_from((1920, 1080, 640))),
        "height": draw(st.sampled_from((1080, 1920, 640))),
        "background": "#000000",
        "audioRate": 48000,
        "startFrame": 0,
        "dropFrame": False,
        "masterAudio": {"volumeDb": 0, "muted": False, "fadeInFrames": 0, "fadeOutFrames": 0},
        "grade": draw(st.sampled_from((None, {"contrast": 0.2}))),
        "tracks": [],
        "items": {},
        "assets": {id: {"id": id, "name": f"{id[3:]}.file", **asset} for id, asset in ASSETS.items()},
        "markers": [{"id": f"m{n}", "atFrame": n * 40, "name": f"Mark {n}"} for n in range(draw(st.integers(1, 3)))],
        "metadata": {},
    }
    for n in range(draw(st.integers(1, most_tracks))):
        kind = "video" if n == 0 else draw(st.sampled_from(("video", "audio")))
        _fill(draw, document, _track(f"t{n}", kind))
    if holding and not any(map(holding, document["items"].values())):
        _add_cast(document, holding)
    _add_transitions(draw, document)
    return document


def compositions(holding: Callable[[Doc], bool] | None = None) -> st.SearchStrategy[Composition]:
    return documents(holding).map(Composition.load)


# One item of each kind of interest, for documents that must hold one.
CAST: list[Doc] = [
    {"type": "video", "assetId": "as-talk", "effects": [{"id": "e1", "kind": "blur", "params": {"radius": 4}}]},
    {"type": "video", "assetId": "as-talk", "groupId": "g1"},
    {"type": "text"},
    {"type": "captions"},
    {"type": "image", "assetId": "as-logo", "mask": {"shape": "ellipse"}},
    {
        "type": "solid",
        "color": {"kf": [{"f": 0, "v": "#000000", "e": "linear"}, {"f": 20, "v": "#ffffff", "e": "hold"}]},
    },
]


def _add_cast(document: Doc, holding: Callable[[Doc], bool]) -> None:
    """A track of its own for every one of the cast of which it is true, each beside the other."""
    track = _track("cast", "video")
    for n, one in enumerate(CAST):
        item = {
            "id": f"cast-{n}",
            "trackId": "cast",
            "name": f"Cast {n}",
            "enabled": True,
            "from": 60 * n,
            "durationInFrames": 60,
        }
        source = {"sourceIn": {"frame": 60, "fps": document["fps"]}, "rate": [1, 1]} if "assetId" in one else {}
        item |= {**_parts(one["type"]), **source, **one}
        if item["type"] == "captions":
            item["cues"] = _cues(item["id"], 60 / float(Fraction(*document["fps"])))
        if holding(item):
            document["items"][item["id"]] = item
            track["items"].append(item["id"])
    document["tracks"].append(track)


def _track(id: str, kind: str) -> Doc:
    track = {"id": id, "kind": kind, "name": f"Track {id}", "muted": False, "hidden": False, "locked": False}
    return {**track, "volumeDb": 0, "items": [], "transitions": []}


def _fill(draw: st.DrawFn, document: Doc, track: Doc) -> None:
    document["tracks"].append(track)
    frame = 0
    for n in range(draw(st.integers(0, 4))):
        item = draw(_items(document["fps"], f"{track['id']}-i{n}", track["kind"]))
        item["trackId"], item["from"] = track["id"], frame + draw(st.sampled_from((0, 0, 7)))
        frame = end(item)
        document["items"][item["id"]] = item
        track["items"].append(item["id"])


@st.composite
def _items(draw: st.DrawFn, fps: list[int], id: str, kind: str) -> Doc:
    types = ("audio",) if kind == "audio" else ("video", "video", "image", "gif", "text", "captions", "solid")
    type = draw(st.sampled_from(types))
    item: Doc = {"id": id, "type": type, "name": f"The {type}", "enabled": True, "from": 0}
    item["durationInFrames"] = draw(st.integers(1, 120))
    if type in BY_TYPE:
        asset = draw(st.sampled_from(BY_TYPE[type]))
        start = draw(st.integers(0, 40))
        item |= {"assetId": asset, "sourceIn": {"frame": start, "fps": fps}, "rate": draw(st.sampled_from(([1, 1], [1, 1], [2, 1])))}  # fmt: skip
        item |= draw(st.sampled_from(({}, {}, {}, {"reverse": True}, {"freeze": True}, {"loop": True})))
    item |= _parts(type)
    if type == "captions":
        item["cues"] = _cues(id, item["durationInFrames"] / float(Fraction(*fps)))
    _adorn(draw, item)
    return item


_PARTS: Doc = {
    "transform": {**TRANSFORM, "crop": NO_CROP},
    "audio": {"volumeDb": 0, "muted": False, "pan": 0, "fadeInFrames": 0, "fadeOutFrames": 0},
    "text": "Hello there",
    "style": {"fontFamily": "Inter", "fontSize": 96, "fontWeight": 700, "color": "#ffffff", "alignment": "center"},
    "color": "#336699",
}


def _parts(type: str) -> Doc:
    return {part: _copy(value) for part, value in _PARTS.items() if part in PARTS[type]}


def _copy(value: Any) -> Any:
    return {name: _copy(inner) for name, inner in value.items()} if isinstance(value, dict) else value


def _cues(id: str, seconds: float) -> list[Doc]:
    step = max(2, int(seconds * 1000) // 3)
    cues = [
        {"id": f"{id}-c{n}", "startMs": n * step, "endMs": (n + 1) * step - 1, "text": f"line {n} of it"}
        for n in range(3)
    ]
    cues[0]["words"] = [
        {"t": "line", "startMs": 0, "endMs": step // 2},
        {"t": "0", "startMs": step // 2, "endMs": step - 1},
    ]
    return cues


def _adorn(draw: st.DrawFn, item: Doc) -> None:
    """Things that an item may carry: keyframes, fades, an effect, a grade, a mask, a key, a group."""
    has, length = PARTS[item["type"]], item["durationInFrames"]
    extra = draw(
        st.sampled_from((None, None, "keyframes", "fades", "effects", "grade", "mask", "chromaKey", "groupId"))
    )
    if extra == "keyframes" and length > 2:
        name = draw(
            st.sampled_from([one for one in ("opacity", "x", "crop.left", "volumeDb", "color") if path_of(item, one)])
        )
        values = ("#000000", "#ffffff") if name == "color" else (0, 0.5)
        *way, last = path_of(item, name) or ()
        holder = item
        for step in way:
            holder = holder[step]
        easing = draw(st.sampled_from(("linear", "ease-out", "hold", [0.2, 0, 0.8, 1])))
        holder[last] = {"kf": [{"f": 0, "v": values[0], "e": easing}, {"f": length - 1, "v": values[1], "e": "linear"}]}
    elif extra == "fades":
        item |= {"fades": {"inFrames": length // 3, "outFrames": length // 3}} if "fades" in has else {}
        if "audio" in has:
            item["audio"] |= {"fadeInFrames": length // 4, "fadeOutFrames": length // 4}
    elif extra in has:
        item[extra] = {
            "effects": [{"id": f"{item['id']}-e", "kind": "blur" if "transform" in has else "echo", "params": {}}],
            "grade": {"exposure": 0.5, "saturation": -1},
            "mask": {"shape": "ellipse", "width": 0.5},
            "chromaKey": {"color": "#00ff00"},
            "groupId": "g1",
        }[extra]


def _add_transitions(draw: st.DrawFn, document: Doc) -> None:
    state = Composition.load(document)
    for track in document["tracks"]:
        items = [document["items"][id] for id in track["items"]]
        for left, right in list(zip(items, items[1:], strict=False))[::2]:
            alignment = draw(st.sampled_from(("none", "center", "start", "end")))
            if alignment == "none" or end(left) != right["from"]:
                continue
            if most := longest_transition(state, left, right, alignment):
                sides = {"leftId": left["id"], "rightId": right["id"], "kind": "fade", "alignment": alignment}
                track["transitions"].append({"id": f"{left['id']}-x", **sides, "durationInFrames": min(most, 10)})


# --- one composition that everybody knows -----------------------------------------------------------------------------


@cache
def four_clips() -> Composition:
    """interview 0–300, city –450, park –690, outro –780; a logo at 600, a title at 0, music throughout, a voice from 30."""
    path = Path(__file__).parents[2] / "compositions" / "four-clips.json"
    return Composition.load(json.loads(path.read_text()))
