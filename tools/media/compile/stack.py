"""Layers laid over each other, from the bottom up."""

from __future__ import annotations

from collections.abc import Sequence

from .colour import background, from_rgb, hold, kind
from .graph import Builder, Pad
from .layer import Layer
from .motion import number, steady
from .reading import Pictures
from .seam import laid

# The engine's blend modes by the encoder's names; what is beneath goes in first.
BLENDS = {
    "multiply": "multiply",
    "screen": "screen",
    "overlay": "overlay",
    "darken": "darken",
    "lighten": "lighten",
    "add": "addition",
    "difference": "difference",
    "soft-light": "softlight",
    "hard-light": "hardlight",
    "color-dodge": "dodge",
    "color-burn": "burn",
    "exclusion": "exclusion",
}


def stacked(g: Builder, layers: Sequence[Layer], colour: str, count: int, alpha: bool) -> Pad:
    """`count` frames of the canvas with the layers on it; see-through where nothing is, if `alpha`."""
    canvas, rest = _ground(g, layers, colour, alpha)
    for layer in rest:
        if canvas.held and not (layer.held and steady(layer.x) and steady(layer.y)):
            canvas = hold(g, canvas, count)
        pad = _mixed(g, canvas, layer, count) if layer.blend in BLENDS else None
        canvas = Pictures(pad or laid(g, canvas.pad, layer, kind(alpha)), g.width, g.height, alpha, canvas.held)
    return hold(g, canvas, count).pad


def _ground(g: Builder, layers: Sequence[Layer], colour: str, alpha: bool) -> tuple[Pictures, Sequence[Layer]]:
    """What the rest lies on: the lowest layer itself where it fills the canvas or can be framed, else the background."""
    if layers and not alpha and (edges := _framed(g, layers[0], colour)) is not None:
        first = layers[0]
        return Pictures(g.then(first.pad, edges), g.width, g.height, False, first.held), layers[1:]
    if layers and layers[0].covers(g):
        return Pictures(g.then(layers[0].pad, kind(alpha)), g.width, g.height, alpha, layers[0].held), layers[1:]
    made = background(g, colour if alpha else colour[:7], g.width, g.height)
    return Pictures(g.then(made.pad, kind(alpha)), g.width, g.height, alpha, held=True), layers


def _framed(g: Builder, layer: Layer, colour: str) -> str | None:
    """The filter that puts the background around a layer; "" where there is none, None where that cannot be."""
    if layer.covers(g):
        return ""
    if layer.alpha or layer.grows or layer.blend != "normal" or not (steady(layer.x) and steady(layer.y)):
        return None
    x, y = layer.x[0], layer.y[0]
    inside = min(x, y) >= 0 and x + layer.width <= g.width and y + layer.height <= g.height
    if not inside or x % 2 or y % 2:
        return None
    return f"pad={g.width}:{g.height}:{number(x)}:{number(y)}:color=0x{colour[1:7]}"


def _mixed(g: Builder, canvas: Pictures, layer: Layer, count: int) -> Pad:
    """A layer that is mixed with what is beneath it, in RGB, where the layer is."""
    held = canvas.held and layer.held
    sheet = background(g, "#00000000", g.width, g.height)
    sheet = sheet if held else hold(g, sheet, count)
    placed = laid(g, sheet.pad, layer, "format=yuva420p")
    below, kept = g.split(canvas.pad)
    colours, seen = g.parted(placed)
    mixed = g.joined(
        [g.then(below, "format=gbrp"), g.then(colours, "format=gbrp")],
        f"blend=all_mode={BLENDS[layer.blend]}",
        from_rgb(False),
    )
    top = g.joined([mixed, seen], "alphamerge")
    return g.joined([kept, top], "overlay=format=yuv420", kind(canvas.alpha))
