"""A sketch of one frame: posters, titles and colours laid out where the composition puts them. A drawing, not a render."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tools.composition import Composition
from tools.composition.model import Record, end
from tools.composition.timecode import timecode
from tools.web.timeline import poster_of

LINE = 1.2
PICTURES = ("video", "image", "gif")


@dataclass(frozen=True, slots=True)
class Layer:
    """An item of the frame: a box in canvas pixels about (0, 0), and what is in it."""

    id: str
    kind: str
    name: str
    transform: str
    opacity: str
    look: str
    x: float
    y: float
    width: float
    height: float
    fit: str
    poster: UUID | None
    color: str
    lines: list[tuple[float, str]]
    size: float
    weight: int
    anchor: str

    @property
    def pictured(self) -> bool:
        """Whether the item shows a picture, so that a stand-in is drawn where there is no poster."""
        return self.kind in PICTURES


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of `width` by `height` pixels; its origin is the centre."""

    at: int
    timecode: str
    width: int
    height: int
    background: str
    look: str
    layers: list[Layer]

    @property
    def whole(self) -> bool:
        """Whether a picture is there for everything that shows one."""
        return all(layer.poster for layer in self.layers if layer.pictured)

    @property
    def left(self) -> float:
        return -self.width / 2

    @property
    def top(self) -> float:
        return -self.height / 2

    @property
    def box(self) -> str:
        return f"{-self.width / 2:g} {-self.height / 2:g} {self.width} {self.height}"


def sketch(state: Composition, at: int, unmade: Set[str] = frozenset()) -> Frame:
    """The frame `at`, from the bottom track up; of the assets `unmade` there is nothing yet but a name."""
    at = max(0, min(at, max(0, state.end - 1)))
    layers = []
    for track in state.tracks:
        if track["kind"] == "video" and not track.get("hidden"):
            items = (state.items[id] for id in track["items"])
            shown = [item for item in items if item.get("enabled", True) and item["from"] <= at < end(item)]
            layers += [_layer(item, state, at, unmade) for item in shown]
    background = state.fields().get("background") or "#000000"
    look = _look(state.fields().get("grade"))
    return Frame(at, timecode(at, state.fps), state.width, state.height, background, look, layers)


def telling_frame(state: Composition) -> int:
    """A frame that says what a composition is about: a little into its first picture."""
    shown = [item for item in state.items.values() if item["type"] in PICTURES]
    first = min(shown, key=lambda item: (item["from"], item["id"]), default=None)
    return first["from"] + first["durationInFrames"] // 3 if first else 0


def _layer(item: Record, state: Composition, at: int, unmade: Set[str]) -> Layer:
    moved, style = item.get("transform") or {}, item.get("style") or {}
    x, y, scale, turn = (_now(moved.get(name), item, at, base) for name, base in _MOVES)
    width, height = _size(item, state)
    size = _now(style.get("fontSize"), item, at, 96)
    flip = (-1 if moved.get("flipH") else 1, -1 if moved.get("flipV") else 1)
    return Layer(
        id=item["id"],
        kind=item["type"],
        name=item.get("name") or item["id"],
        transform=f"translate({x:g} {y:g}) rotate({turn:g}) scale({scale * flip[0]:g} {scale * flip[1]:g})",
        opacity=f"{_now(moved.get('opacity'), item, at, 1) * _faded(item, at):.3f}",
        look=_look(item.get("grade")),
        x=-width / 2,
        y=-height / 2,
        width=width,
        height=height,
        fit=_FITS.get(moved.get("fit", "contain"), "xMidYMid meet"),
        poster=None if item.get("assetId") in unmade else poster_of(item, state),
        color=_colour(item.get("color") if item["type"] == "solid" else style.get("color")),
        lines=_lines(_words(item, state, at), size),
        size=size,
        weight=int(style.get("fontWeight", 700)),
        anchor={"left": "start", "right": "end"}.get(style.get("alignment", "center"), "middle"),
    )


_MOVES: list[tuple[str, float]] = [("x", 0), ("y", 0), ("scale", 1), ("rotation", 0)]
_FITS = {"cover": "xMidYMid slice", "stretch": "none"}


def _now(value: Any, item: Record, at: int, base: float) -> float:
    """A property's number at a frame; between two keyframes as if they were joined by a straight line."""
    if isinstance(value, dict) and value.get("kf"):
        return _between(value["kf"], at - item["from"])
    return float(value) if isinstance(value, int | float) else base


def _between(keyframes: list[Record], frame: int) -> float:
    before = [key for key in keyframes if key["f"] <= frame] or keyframes[:1]
    after = [key for key in keyframes if key["f"] > frame] or before[-1:]
    low, high = before[-1], after[0]
    if high["f"] <= low["f"] or frame < low["f"]:
        return float(low["v"])
    return float(low["v"] + (high["v"] - low["v"]) * (frame - low["f"]) / (high["f"] - low["f"]))


def _faded(item: Record, at: int) -> float:
    fades, local = item.get("fades") or {}, at - item["from"]
    into, out = fades.get("inFrames", 0), fades.get("outFrames", 0)
    rising = min(1.0, local / into) if into else 1.0
    return min(rising, (item["durationInFrames"] - local) / out) if out else rising


def _size(item: Record, state: Composition) -> tuple[float, float]:
    """The box that an item is fitted in: the canvas, or the picture's own size when it is not fitted at all."""
    asset = state.asset_of(item) or {}
    if (item.get("transform") or {}).get("fit") == "none" and asset.get("width"):
        return float(asset["width"]), float(asset["height"])
    if item["type"] in PICTURES and asset.get("width") and asset.get("height"):
        return _contained(asset["width"], asset["height"], state, (item.get("transform") or {}).get("fit", "contain"))
    return float(state.width), float(state.height)


def _contained(width: float, height: float, state: Composition, fit: str) -> tuple[float, float]:
    if fit != "contain":
        return float(state.width), float(state.height)
    by = min(state.width / width, state.height / height)
    return width * by, height * by


def _look(grade: Record | None) -> str:
    """The part of a colour grade that a browser can show, as filter functions; nothing for none."""
    values = {name: value for name, value in (grade or {}).items() if isinstance(value, int | float)}
    light = (1 + values.get("brightness", 0)) * 2.0 ** values.get("exposure", 0)
    wanted = {
        "saturate": 1 + values.get("saturation", 0),
        "contrast": 1 + values.get("contrast", 0),
        "brightness": light,
        "sepia": max(0.0, values.get("temperature", 0)) / 2,
    }
    plain = {"sepia": 0.0}
    return " ".join(f"{name}({value:.3g})" for name, value in wanted.items() if value != plain.get(name, 1.0))


def _colour(value: Any) -> str:
    return value if isinstance(value, str) else "#ffffff"


def _words(item: Record, state: Composition, at: int) -> str:
    if item["type"] == "captions":
        now = float((at - item["from"]) / state.fps) * 1000
        return next((cue["text"] for cue in item["cues"] if cue["startMs"] <= now < cue["endMs"]), "")
    return str(item.get("text", "")) if item["type"] == "text" else ""


def _lines(text: str, size: float) -> list[tuple[float, str]]:
    """Each line of a text with the y of its baseline, centred as a block."""
    lines = text.splitlines()[:12]
    top = -(len(lines) - 1) / 2 * size * LINE + size * 0.35
    return [(top + place * size * LINE, line) for place, line in enumerate(lines)]
