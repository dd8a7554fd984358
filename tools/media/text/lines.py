"""Paragraphs as lines: broken where their script lets a line end, each piece ordered as in the whole paragraph."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PIL import ImageFont

from . import fonts
from .fonts import Face
from .order import backward
from .runs import Piece, Run, clusters, ordered, pieces

Note = Callable[[str], None]
# Letters of these are joined to their neighbours: no space can be put between them.
JOINED = ("ARABIC", "SYRIAC", "DEVANAGARI", "BENGALI", "MONGOLIAN")
SMALLER = 0.85
"""Pictures of emoji fill more of their square than letters do."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A style in pixels of the picture."""

    faces: tuple[Face, ...]
    size: int
    weight: int
    spacing: float
    direction: str
    note: Note

    def font(self, face: Face) -> ImageFont.FreeTypeFont:
        return fonts.opened(face.path, self.size, self.weight)


@dataclass(frozen=True, slots=True)
class Line:
    """Runs from left to right; `rigid`: not to be spread to the full width, because its paragraph ends here."""

    runs: tuple[Run, ...]
    width: float
    rigid: bool


def broken(paragraph: str, setting: Setting, widest: float) -> list[Line]:
    """The lines of a paragraph, none wider than `widest` pixels if its letters are not."""
    if not paragraph.strip():
        return [Line((), 0, True)]
    base = 1 if backward(paragraph, setting.direction) else 0
    parts = pieces(paragraph, setting.faces, base, setting.note)
    spans = _spans(parts, lambda start, stop: _width(_shown(parts, start, stop), setting) <= widest)
    lines = [tuple(ordered(_shown(parts, start, stop))) for start, stop in spans]
    widths = [sum(length(run, setting) for run in line) for line in lines]
    return [Line(*told, at == len(lines) - 1) for at, told in enumerate(zip(lines, widths, strict=True))]


def _spans(parts: Sequence[Piece], fits: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    """From where to where each line goes: as far as it fits to where it may end, or within a word longer than a line."""
    texts = [part.text for part in parts]
    spans, start, kept = list[tuple[int, int]](), 0, 0
    for stop in [at for at in range(1, len(parts)) if may_end(texts, at)] + [len(parts)]:
        if not fits(start, stop):
            if kept > start:
                spans.append((start, kept))
                start = kept
            while not fits(start, stop) and stop - start > 1:
                fitting = (cut for cut in range(stop - 1, start + 1, -1) if fits(start, cut))
                spans.append((start, next(fitting, start + 1)))
                start = spans[-1][1]
        kept = stop
    return [*spans, (start, len(parts))]


def _shown(parts: Sequence[Piece], start: int, stop: int) -> list[Piece]:
    """The pieces of a line: no spaces where it was broken, and a hyphen where a word was parted at a soft one."""
    last = stop == len(parts)
    while stop > start and parts[stop - 1].text.isspace():
        stop -= 1
    while 0 < start < stop and parts[start].text.isspace():
        start += 1
    line = list(parts[start:stop])
    if line and not last and line[-1].text.endswith(SOFT_HYPHEN):
        line[-1] = replace(line[-1], text=line[-1].text.replace(SOFT_HYPHEN, "-"))
    return line


# --- where a line may end ---------------------------------------------------------------------------------------------

SOFT_HYPHEN, NO_WIDTH = "\u00ad", "\u200b"
GLUE = "\u00a0\u2007\u202f\u2060\ufeff"
HYPHENS = "-\u2010\u2013\u2014"
OPENING = "「『（［｛〈《【〔([{“‘«¿¡"
# Closing brackets and stops, small kana and signs that go on with what is before them.
NEVER_FIRST = (
    "」』）］｝〉》】〕)]}”’»、。，．：；！？!?,.:;%…‥・ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々ゝゞヽヾ"
)


def may_end(texts: Sequence[str], at: int) -> bool:
    """Whether a line may end before the cluster `at`: after a space or a hyphen, and around Chinese and Japanese letters
    but not before what closes or after what opens."""
    last, first = texts[at - 1][-1], texts[at][0]
    if first.isspace() or last in GLUE or first in GLUE:
        return False
    if last.isspace() or last in (SOFT_HYPHEN, NO_WIDTH):
        return True
    if last in OPENING or first in NEVER_FIRST:
        return False
    if last in HYPHENS:
        return first.isalpha() and at > 1 and texts[at - 2][-1].isalnum()
    wide = _is_ideograph(last) or (last in NEVER_FIRST and ord(last) > 0x2FFF)
    return _is_ideograph(first) or (wide and (first.isalnum() or first in OPENING))


def words_of(text: str) -> list[str]:
    """Pieces between which a line may end, each with the space after it."""
    parts = clusters(text)
    edges = [0, *(at for at in range(1, len(parts)) if may_end(parts, at)), len(parts)]
    return ["".join(parts[start:stop]) for start, stop in zip(edges, edges[1:], strict=False)]


def _is_ideograph(character: str) -> bool:
    code = ord(character)
    return 0x3041 <= code <= 0x30FE or 0x3400 <= code <= 0x9FFF or 0x20000 <= code <= 0x2FFFF


# --- how wide ---------------------------------------------------------------------------------------------------------


def _width(parts: Sequence[Piece], setting: Setting) -> float:
    return sum(length(run, setting) for run in ordered(parts))


def length(run: Run, setting: Setting) -> float:
    """How far a run advances, in pixels."""
    if run.face.coloured:
        size = fonts.coloured_size(run.face.path)
        advance = fonts.opened(run.face.path, size, 400).getlength(run.text) * setting.size / size * SMALLER
    else:
        advance = setting.font(run.face).getlength(run.text, direction="rtl" if run.backward else "ltr")
    return float(advance + (0 if is_joined(run) else setting.spacing * len(clusters(run.text))))


def is_joined(run: Run) -> bool:
    return any(unicodedata.name(one, "").startswith(JOINED) for one in run.text)
