"""From a composition and a window of its frames to a filter graph: one compiler for stills, previews and the final file.

It is pure: the same composition, sources and window give the same graph, byte for byte, and no file is opened but a
look-up table. `coverage.py` lists what of the engine's model is drawn and heard.
"""

from __future__ import annotations

from collections.abc import Mapping

from tools.composition import Composition
from tools.composition.model import Record
from tools.media.sources import Source

from .colour import kind, to_rgb
from .grade import graded
from .graph import Builder, Graph, Input, Pad
from .layer import Layer, layer
from .seam import blended, dipped
from .sound import audible, mixed, samples_at
from .stack import stacked
from .stretch import DIPS, Shown, Stretch, stretches

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
    rgb: bool = False,
) -> Graph:
    """The graph of `frames` frames from `start` on, `sources` by the ids of their assets.

    `height` in pixels, the composition's own when none is given; `small` reads proxies where there are any; `alpha` keeps
    what is see-through in the background, `rgb` makes pixels of red, green and blue. Exactly as many frames and samples come out as the window has.
    """
    width, height = size_for(state, height)
    rate = int(state.head["audioRate"])
    g = Builder(state.fps, rate, width, height, height / state.height, small)
    window = range(start, start + frames)
    seen = _picture(g, state, sources, window, alpha, rgb) if picture else None
    g.readings.clear()
    told = mixed(g, state, sources, window) if sounds else None
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


def _picture(
    g: Builder, state: Composition, sources: Mapping[str, Source], window: range, alpha: bool, rgb: bool
) -> Pad:
    background = str(state.head["background"])
    pads = []
    for stretch in stretches(state, window):
        g.stretch += 1
        layers = _layers(g, state, sources, stretch)
        # What is scaled unevenly keeps its shape by oblong pixels, which do not go on beside square ones.
        pads.append(g.then(stacked(g, layers, background, len(stretch.frames), alpha), "setsar=1"))
    pad = g.joined(pads, f"concat=n={len(pads)}:v=1:a=0") if len(pads) > 1 else pads[0]
    # Frames are numbered anew, so that nothing that was cut to whole frames comes out a tick off, or is graded as its neighbour.
    pad = g.then(pad, f"settb={g.fps.denominator}/{g.fps.numerator}", "setpts=N")
    if state.head.get("grade"):
        pad = graded(g, pad, state.fields(), sources, window, alpha)
    return g.then(pad, to_rgb(alpha) if rgb else kind(alpha))


def _layers(g: Builder, state: Composition, sources: Mapping[str, Source], stretch: Stretch) -> list[Layer]:
    """What is seen in a stretch, from the bottom up: looked for from the top down, until nothing beneath can be seen."""
    layers: list[Layer] = []
    for shown in reversed(stretch.shown):
        made = _layer(g, state, sources, shown, stretch.frames)
        layers = [made, *layers] if made else layers
        if made and made.covers(g):
            break
    return layers


def _layer(g: Builder, state: Composition, sources: Mapping[str, Source], shown: Shown, frames: range) -> Layer | None:
    def alone(item: Record) -> Layer | None:
        return layer(g, state, item, sources, range(frames.start - item["from"], frames.stop - item["from"]))

    if shown.into is None:
        return alone(shown.item)
    if shown.kind not in DIPS:
        left, right = alone(shown.item), alone(shown.into)
        return blended(g, left, right, shown.kind, frames.start - shown.since, shown.length, len(frames))
    seen = alone(shown.item if frames.start < shown.middle else shown.into)
    into = [1 - abs(2 * (frame - shown.since) / shown.length - 1) for frame in frames]
    return dipped(g, seen, DIPS[shown.kind], into, len(frames)) if seen else None
