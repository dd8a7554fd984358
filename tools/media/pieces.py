"""Where a window is cut for rendering: pieces of a length that is soon made again, with few files open in each."""

from __future__ import annotations

from tools.composition import Composition

from .compile import stretches

PIECE_SECONDS = 10
MOST_SOURCES = 16
"""Items of a piece that read a file: each may be a decoder of its own, and each decoder holds frames."""
MOST_LAYERS = 24
"""Layers of all stretches of a piece: each has filters of its own, and each of those holds a frame."""
SOUND_PIECES = 48


def of_picture(state: Composition, window: range) -> list[range]:
    """A window in pieces of about ten seconds, cut where something comes or goes when that is near, and earlier where many
    files are read."""
    longest = max(1, round(PIECE_SECONDS * state.fps))
    found: list[range] = []
    start, at, reads, layers = window.start, window.start, set[str](), 0
    for stretch in stretches(state, window):
        more = {name for shown in stretch.shown for name in shown.reads(stretch.frames.start)}
        full = len(reads | more) > MOST_SOURCES or layers + len(stretch.shown) > MOST_LAYERS
        if at > start and (full or stretch.frames.stop - start > longest * 5 // 4):
            found.append(range(start, at))
            start, reads, layers = at, set(), 0
        while stretch.frames.stop - start > longest * 5 // 4:
            found.append(range(start, start + longest))
            start, reads, layers = start + longest, set(), 0
        at, reads, layers = stretch.frames.stop, reads | more, layers + len(stretch.shown)
    return [*found, range(start, window.stop)]


def of_sound(state: Composition, window: range) -> list[range]:
    """Longer pieces than the picture's: sound is light, and cuts in it are to be few."""
    longest, found, start, at, count = round(60 * state.fps), list[range](), window.start, window.start, 0
    for stretch in stretches(state, window, "audio"):
        if at > start and (count >= SOUND_PIECES or stretch.frames.stop - start > longest):
            found.append(range(start, at))
            start, count = at, 0
        while stretch.frames.stop - start > 2 * longest:
            found.append(range(start, start + longest))
            start = start + longest
        at, count = stretch.frames.stop, count + 1
    return [*found, range(start, window.stop)]
