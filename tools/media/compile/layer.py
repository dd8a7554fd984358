"""One item as a layer: its picture fitted, cropped, graded, keyed, masked, faded, turned and placed on the canvas."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tools.composition import Composition
from tools.composition.model import Record
from tools.composition.properties import at, is_animated
from tools.media.sources import Source

from . import effects, grade, lettering, mask
from .colour import background, hold, solid, to_working
from .graph import Builder, Pad
from .motion import Values, combined, expression, number, sampled, settled, steady, times
from .reading import Pictures, pictures

Sources = Mapping[str, Source]
# No picture is ever blown up beyond this side, in pixels; what would be seen of it is the same.
LARGEST = 7680


@dataclass(frozen=True, slots=True)
class Layer:
    """A picture and where its top left corner lies on the canvas, in pixels of the output; one value, or one a frame.
    `grows`: its frames differ in size, width and height being the largest; only an overlay takes such frames."""

    pad: Pad
    width: int
    height: int
    alpha: bool
    held: bool
    x: Values
    y: Values
    blend: str = "normal"
    grows: bool = False

    def covers(self, g: Builder) -> bool:
        """Whether nothing of what is beneath can be seen."""
        return (
            not self.alpha
            and not self.grows
            and self.blend == "normal"
            and steady(self.x)
            and steady(self.y)
            and (self.x[0], self.y[0], self.width, self.height) == (0, 0, g.width, g.height)
        )


@dataclass(frozen=True, slots=True)
class Box:
    """How large the whole picture is drawn, in pixels of the output, before what is cropped off or turned."""

    width: int
    height: int
    scale: Values
    """What is left to do frame by frame, 1 at the largest."""
    exact: tuple[float, float]
    """Width and height before they were rounded, so that a frame is as large in every window."""


def layer(g: Builder, state: Composition, item: Record, sources: Sources, frames: range) -> Layer | None:
    """The item over its own `frames`, which may reach into its handles; None when nothing of it is to be seen."""
    opacity = times(sampled(item, ("transform", "opacity"), 1, frames), _faded(item, frames), _left(item, frames))
    if not any(opacity):
        return None
    content = _content(g, state, item, sources, frames)
    if content is None:
        return None
    box = _box(g, state, item, content, frames)
    made, middle = _fitted(g, item, content, box)
    made = _looked(g, state, item, sources, made, box, frames)
    made = _cropped_in_time(g, item, made, frames)
    made = _faint(g, made, opacity, len(frames))
    return _placed(g, item, made, box, middle, frames)


def _faded(item: Record, frames: range) -> Values:
    """The fades from and to nothing."""
    fades, length = item.get("fades") or {}, item["durationInFrames"]
    rise, fall = fades.get("inFrames", 0), fades.get("outFrames", 0)

    def seen(frame: int) -> float:
        rising = frame / rise if rise else 1.0
        falling = (length - frame) / fall if fall else 1.0
        return max(0.0, min(1.0, rising, falling))

    return settled([seen(frame) for frame in frames])


def _left(item: Record, frames: range) -> Values:
    """0 where all of the picture is cropped off, else 1."""
    crop = [sampled(item, ("transform", "crop", side), 0, frames) for side in SIDES]
    return combined(
        lambda left, right, top, bottom: float(round(left + right, 6) < 1 and round(top + bottom, 6) < 1), *crop
    )


# --- what is in it ----------------------------------------------------------------------------------------------------


def _content(g: Builder, state: Composition, item: Record, sources: Sources, frames: range) -> Pictures | None:
    if item["type"] == "solid":
        return solid(g, item, frames)
    if item["type"] in ("text", "captions"):
        return lettering.pictures(g, item, frames)
    asset = state.asset_of(item) or {"id": item["assetId"], "name": item["assetId"], "kind": item["type"]}
    source = sources.get(item["assetId"])
    if source is None or not source.traits.picture:
        if source and source.traits.sound:
            return None  # a film without a picture is only heard
        g.missing[str(asset["name"])] = None
        return background(
            g, "#3a3f47", int(asset.get("width") or state.width), int(asset.get("height") or state.height)
        )
    return pictures(g, item, asset, source, frames)


def _box(g: Builder, state: Composition, item: Record, content: Pictures, frames: range) -> Box:
    scale = sampled(item, ("transform", "scale"), 1, frames)
    if item["type"] in ("text", "captions"):  # drawn at its largest already
        largest = lettering.largest(item, frames)
        size = float(content.width), float(content.height)
        return Box(content.width, content.height, settled([one / largest for one in scale]), size)
    largest = max(scale)
    own = (state.width, state.height) if item["type"] == "solid" else (content.width, content.height)
    wide, high = fitted(*own, state.width, state.height, item["transform"].get("fit"))
    most = min(largest * g.scale, LARGEST / max(wide, high))
    if most < largest * g.scale:
        g.note(f"{item['name']!r} is drawn no larger than {LARGEST} pixels.")
    size = wide * most, high * most
    return Box(even(size[0]), even(size[1]), settled([one / largest for one in scale]), size)


def fitted(width: float, height: float, across: float, down: float, fit: str | None) -> tuple[float, float]:
    """How large a picture of a size is drawn on a canvas at scale 1."""
    if fit == "stretch":
        return across, down
    ratios = across / width, down / height
    by = {"cover": max(ratios), "none": 1.0}.get(fit or "contain", min(ratios))
    return width * by, height * by


def even(length: float) -> int:
    return max(2, 2 * round(length / 2))


def fourfold(length: float) -> int:
    """A side of a sheet about a middle: with an even half, colours lie alike on sheets of any size."""
    return 4 * math.ceil(length / 4)


# --- fitted and looked at ---------------------------------------------------------------------------------------------

AXES = {"left": "x", "right": "x", "top": "y", "bottom": "y"}
SIDES = tuple(AXES)


def _fitted(g: Builder, item: Record, content: Pictures, box: Box) -> tuple[Pictures, tuple[float, float]]:
    """The picture at its size, without what is cropped off all the time; and where in the box its middle is."""
    crop = {side: at(item, ("transform", "crop", side)) or 0 for side in SIDES}
    if any(map(is_animated, crop.values())):
        crop = dict.fromkeys(SIDES, 0)
    flips = ["hflip" if item["transform"].get("flipH") else "", "vflip" if item["transform"].get("flipV") else ""]
    left, top = (
        even(box.width * crop["left"]) if crop["left"] else 0,
        even(box.height * crop["top"]) if crop["top"] else 0,
    )
    width = min(even(box.width * (1 - crop["left"] - crop["right"])), box.width - left)
    height = min(even(box.height * (1 - crop["top"] - crop["bottom"])), box.height - top)
    cut = ""
    if any(crop.values()):
        wide, high = f"iw*{width / box.width:.6f}", f"ih*{height / box.height:.6f}"
        cut = f"crop={wide}:{high}:iw*{left / box.width:.6f}:ih*{top / box.height:.6f}:exact=1"
    if item["type"] == "solid":
        pad = g.then(content.pad, f"scale={width}:{height}:flags=neighbor")
    elif item["type"] in ("text", "captions"):
        pad = g.then(content.pad, *flips, f"crop={width}:{height}:{left}:{top}" if cut else "")
    else:
        pad = g.then(content.pad, *flips, cut, to_working(content, width, height))
    return replace(content, pad=pad, width=width, height=height), (left + width / 2, top + height / 2)


def _looked(
    g: Builder, state: Composition, item: Record, sources: Sources, made: Pictures, box: Box, frames: range
) -> Pictures:
    """Keyed, graded, with its effects, and masked."""
    if key := item.get("chromaKey"):
        made = mask.keyed(g, made, key)
    if item.get("grade"):
        if made.held and grade.moves(item["grade"]):
            made = hold(g, made, len(frames))
        made = replace(made, pad=grade.graded(g, made.pad, item, sources, frames, made.alpha))
    zoom = box.height / _unscaled(g, item, box)
    for effect in item.get("effects") or ():
        made = effects.put(g, made, effect, item, zoom)
    if item.get("mask"):
        made = mask.masked(g, made, item["mask"], zoom)
    return made


def _unscaled(g: Builder, item: Record, box: Box) -> float:
    """The box's height in pixels of the composition at scale 1, so that pixels of effects grow with the picture."""
    scale = at(item, ("transform", "scale"))
    largest = max(key["v"] for key in scale["kf"]) if is_animated(scale) else scale or 1
    return box.height / (largest * g.scale)


def _cropped_in_time(g: Builder, item: Record, made: Pictures, frames: range) -> Pictures:
    """What is cropped off changes: over each side a see-through sheet as large as the picture is drawn in."""
    if not any(is_animated(at(item, ("transform", "crop", side))) for side in SIDES):
        return made
    edges = {side: _edge(item, side, made, frames) for side in SIDES}
    made = made if all(map(steady, edges.values())) else hold(g, made, len(frames))
    filters = ["format=yuva420p"]
    for side, edge in edges.items():
        name, axis = g.name("drawbox@c"), AXES[side]
        sheet = f"{name}={axis}={number(edge[0])}:w=iw:h=ih:color=black@0:t=fill:replace=1"
        filters += [g.commanded({(name, axis): edge}), sheet]
    return replace(made, pad=g.then(made.pad, *filters), alpha=True)


def _edge(item: Record, side: str, made: Pictures, frames: range) -> Values:
    """Where the sheet over a side begins, in pixels."""
    length = made.width if AXES[side] == "x" else made.height
    cut = sampled(item, ("transform", "crop", side), 0, frames)
    return combined(lambda one: (1 if side in ("right", "bottom") else -1) * (length - round(one * length)), cut)


def _faint(g: Builder, made: Pictures, opacity: Values, count: int) -> Pictures:
    """Less than opaque, all the time or by and by."""
    if opacity == [1.0]:
        return made
    made = made if steady(opacity) else hold(g, made, count)
    name = g.name("lutyuv@o")
    told = [f"val*{one:.4f}" for one in opacity]
    filters = ["format=yuva420p", g.commanded({(name, "a"): told}), f"{name}=a={told[0]}"]
    return replace(made, pad=g.then(made.pad, *filters), alpha=True)


# --- placed -----------------------------------------------------------------------------------------------------------


def _placed(g: Builder, item: Record, made: Pictures, box: Box, middle: tuple[float, float], frames: range) -> Layer:
    transform, count = item["transform"], len(frames)
    turn = sampled(item, ("transform", "rotation"), 0, frames)
    across, down = transform.get("anchor", (0.5, 0.5))
    # From the anchor to the middle of what is drawn, in pixels at the largest scale.
    away = middle[0] - across * box.width, middle[1] - down * box.height
    spots = {
        axis: combined(
            lambda place, scale, angle, axis=axis: place * g.scale + _turned(away, scale, angle)[axis],
            sampled(item, ("transform", "xy"[axis]), 0, frames), box.scale, turn,
        )
        for axis in (0, 1)
    }  # fmt: skip
    width, height = [float(made.width)], [float(made.height)]
    grows = not steady(box.scale) and turn == [0.0]
    if not (steady(box.scale) and steady(turn)):
        made = hold(g, made, count)
    if box.scale != [1.0]:
        share = made.width / box.width, made.height / box.height
        width, height = ([float(even(box.exact[axis] * share[axis] * one)) for one in box.scale] for axis in (0, 1))
        size = f"w={expression(width, g.beat)}:h={expression(height, g.beat)}"
        made = replace(made, pad=g.then(made.pad, f"scale={size}:eval=frame:flags=bicubic"))
    if turn != [0.0]:
        made = _rotated(g, made, turn, steady(width), count)
        width, height = [float(made.width)], [float(made.height)]
    half_x, half_y = ([one / 2 for one in size] for size in (width, height))
    x = combined(lambda spot, half: round(g.width / 2 + spot - half), spots[0], half_x)
    y = combined(lambda spot, half: round(g.height / 2 + spot - half), spots[1], half_y)
    drawn = (int(max(width)), int(max(height)))
    return Layer(made.pad, *drawn, made.alpha, made.held, x, y, item.get("blend") or "normal", grows)


def _turned(away: tuple[float, float], scale: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    x, y = away[0] * scale, away[1] * scale
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def _rotated(g: Builder, made: Pictures, turn: Values, even_sized: bool, count: int) -> Pictures:
    """Turned about its middle on a see-through sheet that it fits on at every angle."""
    if steady(turn):
        angle = math.radians(turn[0])
        wide = fourfold(abs(made.width * math.cos(angle)) + abs(made.height * math.sin(angle)) + 1)
        high = fourfold(abs(made.width * math.sin(angle)) + abs(made.height * math.cos(angle)) + 1)
    else:
        wide = high = fourfold(math.hypot(made.width, made.height) + 1)
    pad = made.pad
    if not even_sized:  # a sheet of one size for a picture that grows
        sheet = hold(g, background(g, "#00000000", wide, high), count)
        pad = g.joined([sheet.pad, pad], "overlay=x=(W-w)/2:y=(H-h)/2:eval=frame:format=yuv444")
    angles = expression([math.radians(one) for one in turn])
    pad = g.then(pad, "format=yuva420p", f"rotate=a={angles}:ow={wide}:oh={high}:c=black@0")
    return replace(made, pad=pad, width=wide, height=high, alpha=True)
