"""A cut as every format tells it, before it is a composition: lanes of pieces in exact seconds, and the media they show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

from .refusals import TooMuch

MOST_PIECES = 20_000
"""More than a composition holds: some formats have pictures and their sound, channel by channel, as clips of their own."""

DEEPEST = 8
"""How many timelines may lie within one another."""

Kind = Literal["video", "audio"]
Order = tuple[int, ...]
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Media:
    """A file that a cut speaks of. Times in seconds; `start` is its timecode at its first frame, None where unsaid."""

    key: str
    name: str
    kind: Literal["video", "audio", "image"] = "video"
    url: str = ""
    start: Fraction | None = None
    duration: Fraction | None = None
    fps: Fraction | None = None
    width: int | None = None
    height: int | None = None
    has_audio: bool | None = None
    reel: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """What a format says of picture and sound beyond the cut: pixels from the centre, degrees, 0 to 1, dB; and how much of
    the left, right, top and bottom is cut off, 0 to 1."""

    x: float = 0
    y: float = 0
    scale: float = 1
    rotation: float = 0
    opacity: float = 1
    volume_db: float = 0
    crop: tuple[float, float, float, float] = (0, 0, 0, 0)
    fit: str = "contain"


@dataclass(frozen=True, slots=True)
class Piece:
    """One stretch of a lane, in seconds. `source` is the media's timecode at its first frame (the lowest, if reversed).
    It shows `media`, or says `text`, as a caption or as a title with a `style`, or is filled with `color`."""

    name: str
    start: Fraction
    duration: Fraction
    media: Media | None = None
    source: Fraction = ZERO
    speed: Fraction = ONE
    reverse: bool = False
    freeze: bool = False
    enabled: bool = True
    silent: bool | None = None
    text: str | None = None
    caption: bool = False
    style: dict[str, Any] | None = None
    color: str | None = None
    look: Look = Look()

    @property
    def end(self) -> Fraction:
        return self.start + self.duration

    def cut_to(self, first: Fraction, last: Fraction, moved: Fraction = ZERO) -> Piece | None:
        """What of it lies between two times, moved by some seconds; None where nothing does."""
        start, end = max(first, self.start), min(last, self.end)
        if start >= end:
            return None
        gone = self.end - end if self.reverse else start - self.start
        source = self.source if self.freeze else self.source + gone * self.speed
        return replace(self, start=start + moved, duration=end - start, source=source)


@dataclass(frozen=True, slots=True)
class Seam:
    """A transition over the cut at `at`, reaching `before` and `after` it. Seconds."""

    at: Fraction
    before: Fraction
    after: Fraction
    kind: str = "fade"


@dataclass(frozen=True, slots=True)
class Mark:
    at: Fraction
    name: str = ""
    duration: Fraction = ZERO
    color: str = ""
    comment: str = ""


@dataclass(slots=True)
class Lane:
    """A track. `order` says where it lies: those of pictures from the bottom up, each under what is nested in it."""

    kind: Kind
    order: Order = ()
    name: str = ""
    pieces: list[Piece] = field(default_factory=list)
    seams: list[Seam] = field(default_factory=list)
    muted: bool = False
    hidden: bool = False
    locked: bool = False


@dataclass(slots=True)
class Cut:
    """A whole timeline: its first frame is 0 seconds, and bears the timecode of `start_frame`."""

    name: str
    fps: Fraction
    lanes: list[Lane] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    start_frame: int = 0
    drop: bool = False
    width: int = 1920
    height: int = 1080

    def pieces(self, kind: Kind | None = None) -> Iterator[Piece]:
        return (piece for lane in self.lanes if kind in (None, lane.kind) for piece in lane.pieces)


class Unfolded:
    """A timeline laid out flat while it is read: pieces by what they hold and where they lie, whatever it was nested in.

    Refuses to grow beyond MOST_PIECES, so that timelines within timelines cannot grow without end.
    """

    def __init__(self) -> None:
        self._lanes: dict[tuple[Kind, Order], Lane] = {}
        self.marks: list[Mark] = []
        self.length = ZERO
        self.count = 0

    def lane(self, kind: Kind, order: Order, **told: Any) -> Lane:
        """The lane there, made with what is told of it when it is new."""
        return self._lanes.setdefault((kind, order), Lane(kind, order, **told))

    def put(self, lane: Lane, piece: Piece) -> None:
        self.count += 1
        if self.count > MOST_PIECES:
            raise TooMuch(f"It unfolds into more than {MOST_PIECES:,} clips. Export a shorter timeline.")
        lane.pieces.append(piece)

    def take(
        self, inner: Unfolded, first: Fraction, last: Fraction, at: Fraction, under: Order, only: Kind | None = None
    ) -> None:
        """What of another timeline lies between two of its times, laid out at a time of this one; `only` its pictures or
        its sounds, where they come one by one."""
        moved = at - first
        for lane in inner.lanes():
            if only not in (None, lane.kind):
                continue
            states = {"muted": lane.muted, "hidden": lane.hidden, "locked": lane.locked}
            here = self.lane(lane.kind, under + lane.order, name=lane.name, **states)
            for piece in lane.pieces:
                if kept := piece.cut_to(first, last, moved):
                    self.put(here, kept)
            here.seams += [replace(seam, at=seam.at + moved) for seam in lane.seams if first <= seam.at <= last]
        self.marks += [replace(mark, at=mark.at + moved) for mark in inner.marks if first <= mark.at <= last]

    def lanes(self) -> list[Lane]:
        """Those of pictures from the bottom up, then those of sounds."""
        lanes = sorted(self._lanes.values(), key=lambda lane: lane.order + (0,) * (2 * DEEPEST - len(lane.order)))
        return [lane for kind in ("video", "audio") for lane in lanes if lane.kind == kind]
