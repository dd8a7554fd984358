"""The parts of a drawn timeline: what the page's and the card's SVG is filled from.

Positions along time are percentages of the drawing's width, so one drawing fits every screen and needs no style attribute.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from tools.web.footage import Film, Wave

RULER = 28
"""The height of the ruler, in pixels."""


@dataclass(frozen=True, slots=True)
class Clip:
    """An item on a lane. `mark` is what a plan does to it: removed, added, changed or nothing."""

    id: str
    name: str
    kind: str
    x: str
    width: str
    mark: str
    label: str
    enabled: bool
    poster: UUID | None
    fade_in: str
    fade_out: str
    fade_from: str
    animated: bool
    film: Film | None
    wave: Wave | None


@dataclass(frozen=True, slots=True)
class Seam:
    """A transition between two neighbours."""

    x: str
    width: str
    label: str
    mark: str


@dataclass(frozen=True, slots=True)
class Lane:
    """A track, drawn at `y` pixels from the top."""

    id: str
    name: str
    kind: str
    y: int
    height: int
    muted: bool
    hidden: bool
    locked: bool
    mark: str
    clips: list[Clip]
    seams: list[Seam]

    @property
    def inner(self) -> int:
        """The height of a clip, in pixels."""
        return self.height - 4


@dataclass(frozen=True, slots=True)
class Tick:
    x: str
    label: str


@dataclass(frozen=True, slots=True)
class Pin:
    """A marker."""

    x: str
    name: str
    color: str
    mark: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A timeline. `span` is the frames that the width stands for, `end` the frame after the last item."""

    lanes: list[Lane]
    ticks: list[Tick]
    pins: list[Pin]
    span: int
    end: int
    fps: Fraction
    height: int
    ruler: int = RULER

    @property
    def rate(self) -> float:
        """Frames a second, as a script reads it."""
        return float(self.fps)
