"""A still of one frame, as a renderer draws it: for the playhead, and for the two sides of a card."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from uuid import UUID

from tools.composition import Composition
from tools.media import render
from tools.media.cache import Cache
from tools.media.compile import Graph
from tools.sources import pieces, sources_of

from . import turns

PAGE, CARD = 480, 240
"""Heights in pixels: up to 480, what stands in for a film is as good as the film."""
SECONDS = 30.0
"""How long a still may take, its turn included."""


class NoSuchFrame(LookupError):
    """The composition has no frame of this number."""

    code = "FRAME_NOT_FOUND"

    def __init__(self, number: int, end: int) -> None:
        has = f"Its frames are 0 to {end - 1}." if end else "There is nothing on its timeline yet."
        super().__init__(f"This composition has no frame {number}. {has}")


def still(workspace: UUID, state: Composition, number: int, height: int = PAGE) -> bytes:
    """The JPEG of a frame. Raises NoSuchFrame; MediaMissing, for then a sketch says more; Busy; CannotRender."""
    if not 0 <= number < state.end:
        raise NoSuchFrame(number, state.end)
    graph = render.still_graph(state, sources_of(workspace, state), number, height=min(height, state.height))
    if graph.missing:
        raise render.MediaMissing(graph.missing)
    kept = Cache(*pieces())
    name = f"{kept.key('still', graph.digest())}.jpg"
    if found := kept.find(name):
        return found.read_bytes()
    with turns.turn(turns.STILLS, _within(SECONDS, turns.Busy())):
        found = kept.find(name)  # somebody else may have drawn it while this one waited
        return found.read_bytes() if found else _drawn(graph, kept, name)


def _drawn(graph: Graph, kept: Cache, name: str) -> bytes:
    late = render.CannotRender("This frame took too long to draw. Try again once the proxies of its media are made.")
    content = render.drawn(graph, check=_within(SECONDS, late))
    with tempfile.TemporaryDirectory(prefix="greenlight-") as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        kept.keep(name, path)
    return content


def _within(seconds: float, late: Exception) -> Callable[[], None]:
    end = monotonic() + seconds

    def check() -> None:
        if monotonic() > end:
            raise late

    return check
