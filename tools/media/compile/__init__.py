"""From a composition and a window of its frames to a filter graph: one compiler for stills, previews and the final file.

It is pure: the same composition, sources and window give the same graph, byte for byte, and no file is opened but a
look-up table. `coverage.py` lists what of the engine's model is drawn and heard.
"""

from __future__ import annotations

from collections.abc import Mapping

from tools.composition import Composition
from tools.media.sources import Source

from .colour import kind
from .grade import graded
from .graph import Builder, Graph, Input, Pad
from .layer import Layer, layer
from .seam import blended
from .sound import audible, samples_at, sound
from .stack import stacked
from .stretch import Shown, stretches

__all__ = ["Graph", "Input", "audible", "compile", "samples_at", "size_for", "stretches"]


def compile(
    state: Composition,
    sources: Mapping[str, Source],
    start: int,
    frames: int,
    *,
    height: int | None = None,
    small: bool = False,
    picture: bool = True,
    sounds: bool = True,
    alpha: bool = False,
) -> Graph:
    """The graph of `frames` frames from `start` on, `sources` by the ids of their assets.

    `height` in pixels, the composition's own when none is given; `small` reads proxies where there are any; `alpha` keeps
    what is see-through in the background. Exactly as many frames and samples come out as the window has.
    """
    width, height = size_for(state, height)
    rate = int(state.head["audioRate"])
    g = Builder(state.fps, rate, width, height, height / state.height, small)
    window = range(start, start + frames)
    seen = _picture(g, state, sources, window, alpha) if picture else None
    g.readings.clear()
    told = sound(g, state, sources, window) if sounds else None
    samples = samples_at(window.stop, rate, g.fps) - samples_at(window.start, rate, g.fps)
    return Graph(
        inputs=tuple(g.inputs),
        script=";\n".join(g.chains) + "\n",
        files=g.files,
        picture=seen,
        sound=told,
        width=width,
        height=height,
        fps=g.fps,
        frames=frames if picture else 0,
        rate=rate,
        samples=samples if sounds else 0,
        alpha=alpha,
        notes=tuple(g.notes),
        missing=tuple(g.missing),
    )


def size_for(state: Composition, height: int | None) -> tuple[int, int]:
    """Width and height in pixels, even, of a picture of the composition this high."""
    if height is None:
        return state.width, state.height
    high = max(2, 2 * round(height / 2))
    return max(2, 2 * round(state.width * high / state.height / 2)), high


def _picture(g: Builder, state: Composition, sources: Mapping[str, Source], window: range, alpha: bool) -> Pad:
    background = str(state.head["background"])
    pads = []
    for stretch in stretches(state, window):
        g.stretch += 1
        layers = [_layer(g, state, sources, shown, stretch.frames) for shown in stretch.shown]
        seen = [one for one in layers if one]
        pads.append(stacked(g, seen, background, len(stretch.frames), alpha))
    pad = g.joined(pads, f"concat=n={len(pads)}:v=1:a=0") if len(pads) > 1 else pads[0]
    if state.head.get("grade"):
        pad = graded(g, pad, state.fields(), sources, window, alpha)
    # Frames are numbered anew, so that nothing that was cut to whole frames comes out a tick off.
    return g.then(pad, kind(alpha), f"settb={g.fps.denominator}/{g.fps.numerator}", "setpts=N")


def _layer(g: Builder, state: Composition, sources: Mapping[str, Source], shown: Shown, frames: range) -> Layer | None:
    own = range(frames.start - shown.item["from"], frames.stop - shown.item["from"])
    left = layer(g, state, shown.item, sources, own)
    if shown.into is None:
        return left
    other = range(frames.start - shown.into["from"], frames.stop - shown.into["from"])
    right = layer(g, state, shown.into, sources, other)
    return blended(g, left, right, shown.kind, frames.start - shown.since, shown.length, len(frames))
