"""Two neighbours blended into each other: KINDS, each transition of the engine by the blend that draws it, and DIPS."""

from __future__ import annotations

from dataclasses import replace

from .colour import background, coded, hold, kind
from .graph import Builder, Pad
from .layer import Layer
from .motion import Values, expression, number, steady

KINDS = {
    "fade": "fade",
    "wipe-left": "wipeleft",
    "wipe-right": "wiperight",
    "wipe-up": "wipeup",
    "wipe-down": "wipedown",
    "slide-left": "slideleft",
    "slide-right": "slideright",
    "slide-up": "slideup",
    "slide-down": "slidedown",
    "zoom": "zoomin",
    "blur": "hblur",
}


def blended(
    g: Builder, left: Layer | None, right: Layer | None, named: str, gone: int, length: int, count: int
) -> Layer:
    """A layer as large as the canvas that shows `count` frames of a transition of `length`, `gone` of which are past."""
    if named not in KINDS:
        g.note(f"There is no transition {named!r}; a fade is drawn in its place.")
    alpha = not (left and right and left.covers(g) and right.covers(g))
    pads = [on_canvas(g, side, alpha, count) for side in (left, right)]
    seconds, past = float(length / g.fps), float(gone / g.fps)
    fade = f"xfade=transition={KINDS.get(named, 'fade')}:duration={seconds:.9f}:offset={number(-past)}"
    pad = g.joined(pads, fade, f"trim=end_frame={count}", kind(alpha))
    blend = left.blend if left and right and left.blend == right.blend else "normal"
    return Layer(pad, g.width, g.height, alpha, False, [0.0], [0.0], blend)


def dipped(g: Builder, layer: Layer, colour: str, strength: Values, count: int) -> Layer:
    """A layer that goes into a colour, as far as `strength` says (0 not at all), its shape staying as it is."""
    if layer.grows:
        pad = on_canvas(g, layer, True, count)
        layer = Layer(pad, g.width, g.height, True, False, [0.0], [0.0], layer.blend)
    pad = layer.pad
    if layer.held:
        pad = g.then(pad, f"tpad=stop_mode=clone:stop=-1,trim=end_frame={count}")
    name = g.name("lutyuv@d")
    plane = {
        (name, option): [f"{level}+(val-{level})*{1 - one:.4f}" for one in strength]
        for option, level in zip("yuv", coded(colour), strict=True)
    }
    first = f"{name}={':'.join(f'{option}={told[0]}' for (_, option), told in plane.items())}"
    return replace(layer, pad=g.then(pad, g.commanded(plane), first), held=False)


def on_canvas(g: Builder, layer: Layer | None, alpha: bool, count: int) -> Pad:
    """A layer alone on a see-through canvas, for `count` frames."""
    if layer and layer.covers(g):
        pad = layer.pad
        if layer.held:
            pad = g.then(pad, f"tpad=stop_mode=clone:stop=-1,trim=end_frame={count}")
        return g.then(pad, kind(alpha))
    sheet = hold(g, background(g, "#00000000", g.width, g.height), count).pad
    return laid(g, sheet, layer) if layer else sheet


def laid(g: Builder, canvas: Pad, layer: Layer, *after: str) -> Pad:
    """A canvas with a layer on it. Colours lie on every other pixel only: a layer at an odd place is nudged within its own
    sheet, and one that moves or grows is laid on at full resolution."""
    if layer.grows or not (steady(layer.x) and steady(layer.y)):
        place = f"overlay=x={expression(layer.x, g.beat)}:y={expression(layer.y, g.beat)}:format=yuv444"
        return g.joined([canvas, layer.pad], place, *after)
    x, y = layer.x[0] % 2, layer.y[0] % 2
    pad = layer.pad
    if x or y:
        sheet = f"pad={layer.width + 2}:{layer.height + 2}:{number(x)}:{number(y)}:color=black@0"
        pad = g.then(pad, "format=yuva444p", sheet, "format=yuva420p")
    place = f"overlay=x={number(layer.x[0] - x)}:y={number(layer.y[0] - y)}:format=yuv420"
    return g.joined([canvas, pad], place, *after)
