"""Random commands: parameters that a command's schema allows, and that mostly speak of what the composition has."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.tools.composition.documents import Doc, compositions
from tools.composition import Composition, describe, evaluate
from tools.composition.effects import EFFECTS
from tools.composition.model import end
from tools.composition.properties import PARTS, path_of


@cache
def described() -> Doc:
    return describe()["commands"]


def states_for(op: str) -> st.SearchStrategy[Composition]:
    """Compositions that have something for this command to work on."""
    states = compositions(NEEDS.get(op))
    return states.map(_with_a_clipboard) if op == "pasteItems" else states


def _with_a_clipboard(state: Composition) -> Composition:
    ids = sorted(state.items)[:2]
    copy = {"kind": "command", "op": "copyItems", "params": {"ids": ids}}
    return evaluate(state, copy).state if ids else state


def commands(state: Composition, op: str | None = None) -> st.SearchStrategy[Doc]:
    """A command on that state, of parameters that its schema allows and that speak of things that are there, mostly."""
    ops = st.sampled_from(sorted(described())) if op is None else st.just(op)
    return ops.flatmap(lambda name: _command(state, name))


@st.composite
def _command(draw: st.DrawFn, state: Composition, op: str) -> Doc:
    schema = described()[op]["parameters"]
    drawing = Drawing(draw, state, op, schema.get("$defs", {}))
    return {"kind": "command", "op": op, "params": drawing.object(schema)}


class Drawing:
    """Draws parameters by the names they have, where a name says what is meant, and else by their schema."""

    def __init__(self, draw: st.DrawFn, state: Composition, op: str, shapes: Doc) -> None:
        self.draw, self.state, self.op, self.shapes = draw, state, op, shapes
        able = NEEDS.get(op)
        items = [item for item in state.items.values() if able is None or able(item)]
        items = sorted(items, key=lambda item: (item["trackId"], item["from"]))
        self.item: Doc | None = draw(st.sampled_from(items)) if items else None
        self.items = items
        joins = [(track, one) for track in state.tracks for one in track["transitions"]]
        self.transition = draw(st.sampled_from(joins))[1] if joins else None

    def object(self, schema: Doc) -> Doc:
        required = set(schema.get("required", ()))
        if alternatives := schema.get("oneOf"):
            required |= set(self.draw(st.sampled_from(alternatives))["required"])
            left_out = {"id", "ids"} - required
        else:
            left_out = set()
        left_out |= set(self.draw(st.sampled_from(EITHER.get(self.op, ((),)))))
        optional = [name for name in schema["properties"] if name not in required | left_out]
        chosen = {self.draw(st.sampled_from(optional))} if optional else set()
        chosen |= {name for name in optional if self.draw(st.booleans())}
        return {
            name: self.value(name, inner) for name, inner in schema["properties"].items() if name in required | chosen
        }

    def value(self, name: str, schema: Doc) -> Any:
        if (meant := getattr(self, f"_{name}", None)) and (value := meant()) is not None:
            return value
        return self.by_schema(name, schema)

    def by_schema(self, name: str, schema: Doc) -> Any:
        if "$ref" in schema:
            return self.by_schema(name, self.shapes[schema["$ref"].rsplit("/", 1)[1]])
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.draw(st.sampled_from(schema["enum"]))
        if arms := schema.get("anyOf") or schema.get("oneOf"):
            return self.by_schema(name, self.draw(st.sampled_from(arms)))
        return self._typed(name, schema)

    def _typed(self, name: str, schema: Doc) -> Any:
        match schema.get("type"):
            case "object":
                return self.object(schema) if "properties" in schema else {}
            case "array":
                low, high = schema.get("minItems", 0), schema.get("maxItems", 3)
                count = self.draw(st.integers(low, min(high, low + 2)))
                return [self.value("", schema["items"]) for _ in range(count)]
            case "boolean":
                return self.draw(st.booleans())
            case "string":
                return self.draw(st.sampled_from(("#ff8800", "Alpha", "b")))
            case "integer":
                low, high = _bounds(schema)
                step = schema.get("multipleOf", 1)
                return self.draw(st.integers(low // step, min(high, low + 200) // step)) * step
            case "number":
                low, high = _bounds(schema)
                return self.draw(st.sampled_from((low, high, round((low + high) / 2, 3), max(low, min(high, 1)))))
            case "null":
                return None
        return self.draw(st.sampled_from((1, "a", {"b": 2})))

    # What names mean. None: as the schema says.

    def _id(self) -> str | None:
        if self.op == "addMarker":
            return "m-new"
        return self.item["id"] if self.item else "nobody"

    def _ids(self) -> list[str]:
        ids = [item["id"] for item in self.items] or ["nobody"]
        return self.draw(st.lists(st.sampled_from(ids), min_size=1, max_size=3, unique=True))

    def _trackId(self) -> str:
        tracks = self.state.tracks
        if described()[self.op]["noun"] != "tracks":
            kind = "audio" if self.item and self.item["type"] == "audio" and not self.op.startswith("add") else "video"
            tracks = [track for track in tracks if track["kind"] == kind]
        return self.draw(st.sampled_from([track["id"] for track in tracks]))

    def _index(self) -> int:
        return self.draw(st.integers(0, len(self.state.tracks) - 1))

    def _color(self) -> str | None:
        return self.draw(st.sampled_from(("#ff8800", "navy", "#12345678")))

    def _grade(self) -> Doc | None:
        return self.draw(st.sampled_from((None, {"contrast": 0.3}, {"saturation": -1, "exposure": 1.5})))

    def _trackIds(self) -> list[str]:
        return [self._trackId()]

    def _assetId(self) -> str:
        return self.draw(st.sampled_from(sorted(self.state.assets)))

    def _atFrame(self) -> int:
        item = self.item
        inside = 1 if self.op == "splitItem" else 0
        return self.draw(st.integers(item["from"] + inside, end(item) - inside)) if item else 0

    _from = _fromFrame = _atFrame

    def _at(self) -> int:
        return self.draw(st.sampled_from((0, self.state.end, self.state.end + 9)))

    def _toFrame(self) -> int:
        return self._atFrame() + (200 if self.op == "rippleDeleteRange" else 0)

    def _left(self) -> float:
        return self.draw(st.sampled_from((0, 0.2, 0.45)))

    _right = _top = _bottom = _left

    def _timecode(self) -> str:
        return self.draw(st.sampled_from(("01:00:00:00", "00:59:58:12")))

    def _deltaFrames(self) -> int:
        return self.draw(st.integers(-30, 30))

    def _durationInFrames(self) -> int:
        return self.draw(st.integers(1, 20))

    _offsetFrames = _durationInFrames

    def _inFrames(self) -> int:
        return self.draw(st.integers(0, self.item["durationInFrames"] // 2 if self.item else 5))

    _outFrames = _inFrames

    def _ranges(self) -> list[Doc]:
        length = self.item["durationInFrames"] if self.item else 10
        start = self.draw(st.integers(0, length - 1))
        return [{"from": start, "to": self.draw(st.integers(start + 1, length))}]

    def _rate(self) -> float:
        return self.draw(st.sampled_from((0.5, 1.25, 2)))

    def _fps(self) -> Any:
        return self.draw(st.sampled_from((24, 50, 29.97, [30000, 1001])))

    def _to(self) -> Any:
        return (
            None if self.op != "setItemLayer" else self.draw(st.sampled_from(("front", "back", "forward", "backward")))
        )

    def _leftId(self) -> str:
        pair = self._pair()
        return pair[0] if pair else "nobody"

    def _rightId(self) -> str:
        pair = self._pair()
        return pair[1] if pair else "nobody"

    def _pair(self) -> tuple[str, str] | None:
        if not hasattr(self, "pair"):
            tracks = [track["items"] for track in self.state.tracks]
            pairs = [pair for ids in tracks for pair in zip(ids, ids[1:], strict=False)]
            touching = [(a, b) for a, b in pairs if end(self.state.items[a]) == self.state.items[b]["from"]]
            self.pair = self.draw(st.sampled_from(touching)) if touching else None
        return self.pair

    def _transitionId(self) -> str:
        return self.transition["id"] if self.transition else "nobody"

    def _markerId(self) -> str:
        return self.draw(st.sampled_from([one["id"] for one in self.state.markers] or ["nobody"]))

    def _markerIds(self) -> list[str]:
        return [self._markerId()]

    def _cueId(self) -> str:
        return self.item["cues"][0]["id"] if self.item and self.item.get("cues") else "nobody"

    def _cueIds(self) -> list[str]:
        return [cue["id"] for cue in (self.item or {}).get("cues", ())[:2]] or ["nobody", "no one"]

    def _atMs(self) -> int:
        return self.item["cues"][0]["endMs"] // 2 if self.item and self.item.get("cues") else 1

    def _byMs(self) -> int:
        return self.draw(st.integers(-5, 500))

    def _cues(self) -> list[Doc]:
        return [
            {"startMs": n * 500, "endMs": n * 500 + 400, "text": f"cue {n}"}
            for n in range(self.draw(st.integers(1, 3)))
        ]

    def _effectId(self) -> str:
        effects = (self.item or {}).get("effects")
        return effects[0]["id"] if effects else "nobody"

    def _kind(self) -> str | None:
        if self.op == "addEffect":
            sounds = bool(self.items) and "transform" not in PARTS[self.items[0]["type"]]
            return self.draw(
                st.sampled_from([name for name, kind in EFFECTS.items() if (kind.part == "audio") == sounds])
            )
        return None

    def _params(self) -> Doc:
        effects = (self.item or {}).get("effects") if self.op == "updateEffect" else None
        return {"radius": 9} if effects and effects[0]["kind"] == "blur" else {}

    def _property(self) -> str | None:
        if self.item is None:
            return None
        names = [
            name for name in ("opacity", "x", "volumeDb", "fontSize", "grade.contrast") if path_of(self.item, name)
        ]
        return self.draw(st.sampled_from(names)) if names else None

    def _keyframes(self) -> list[Doc]:
        last = (self.item or {"durationInFrames": 2})["durationInFrames"] - 1
        frames = self.draw(st.lists(st.integers(0, last), min_size=1, max_size=3))
        return [{"frame": frame, "value": self.draw(st.sampled_from((0.25, 0.75, 1)))} for frame in frames]

    def _patch(self) -> Doc | None:
        return {
            "updateItem": {"name": "Renamed", "enabled": False},
            "updateAsset": {"name": "Renamed"},
            "updateCue": {"text": "other words"},
            "updateMarker": {"name": "Renamed", "atFrame": 5},
        }.get(self.op)

    def _item(self) -> Doc:
        solid = {"type": "solid", "color": "#ff0000", "durationInFrames": 10}
        text = {"type": "text", "text": "New", "durationInFrames": 10}
        clip = {"type": "video", "assetId": "as-spare", "durationInFrames": 10}
        sound = {"type": "audio", "assetId": "as-theme", "durationInFrames": 10}
        return self.draw(st.sampled_from((solid, text, clip, sound)))

    def _asset(self) -> Doc:
        return {"kind": "image", "name": "new.png", "hasVideo": True, "width": 10, "height": 10}

    def _path(self) -> str:
        return self.draw(st.sampled_from(("note", "a.b")))

    def _srt(self) -> str:
        return "1\n00:00:00,500 --> 00:00:01,500\nSpoken\n"


def _bounds(schema: Doc) -> tuple[Any, Any]:
    low = schema.get(
        "minimum", schema.get("exclusiveMinimum", -100 if "maximum" not in schema else schema["maximum"] - 100)
    )
    high = schema.get("maximum", schema.get("exclusiveMaximum", low + 200))
    if "exclusiveMinimum" in schema:
        low = min(high, low + 0.5)
    return low, high


# Parameters of which a command takes one or the other.
EITHER: dict[str, Any] = {
    "addCaptions": (["cues"], ["srt"]),
    "moveItems": (["from"], ["deltaFrames"], ["from", "deltaFrames"]),
}


def _touching(item: Doc) -> bool:
    return item["id"].startswith("cast")


def _of(*types: str) -> Callable[[Doc], bool]:
    return lambda item: item["type"] in types


def _with(part: str) -> Callable[[Doc], bool]:
    return lambda item: part in PARTS[item["type"]]


def _animated(value: Any) -> bool:
    return isinstance(value, dict) and ("kf" in value or any(map(_animated, value.values())))


# Which items a command can do something to; the others would only be refused.
NEEDS: dict[str, Callable[[Doc], bool]] = {
    **dict.fromkeys(("setTransform", "alignItems", "setCrop", "setBlendMode", "setMask"), _with("transform")),
    **dict.fromkeys(("applyMotionPreset", "setItemLayer", "addEffect"), _with("transform")),
    **dict.fromkeys(("updateCue", "splitCue", "mergeCues", "shiftCaptions", "setCaptionStyle"), _of("captions")),
    **dict.fromkeys(("updateEffect", "removeEffect"), lambda item: bool(item.get("effects"))),
    **dict.fromkeys(("reverseItem", "slipItem", "setPlaybackRate", "replaceItemAsset"), _of("video", "audio")),
    **dict.fromkeys(("detachAudio", "freezeFrame"), _of("video")),
    **dict.fromkeys(("addTransition", "rollEdit", "slideItem"), _touching),
    "setTextStyle": _with("style"),
    "setText": _of("text"),
    "setVolume": _with("audio"),
    "setChromaKey": _with("chromaKey"),
    "clearKeyframes": _animated,
    "ungroupItems": lambda item: bool(item.get("groupId")),
    "splitItem": lambda item: item["durationInFrames"] > 1,
    "setFades": lambda item: item["durationInFrames"] > 9,
    **dict.fromkeys(("setKeyframes", "trimItem", "removeRangesFromItem", "deleteItems"), lambda item: True),
    **dict.fromkeys(
        ("updateItem", "duplicateItems", "copyItems", "cutItems", "groupItems", "moveItems"), lambda item: True
    ),
}
