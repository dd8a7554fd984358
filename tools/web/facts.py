"""What a page says of a composition in words: its size, rate, length, its clips in order, and the history of its changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import gcd
from uuid import UUID

from tools import models
from tools.composition import Composition
from tools.composition.timecode import timecode
from tools.history import standing
from tools.web.timeline import origin_of, poster_of

MOST_CLIPS = 60
MOST_REVISIONS = 60


@dataclass(frozen=True, slots=True)
class Facts:
    """The figures of a state; `duration` is a timecode."""

    size: str
    shape: str
    fps: str
    duration: str
    items: int
    tracks: int
    width: int
    height: int


def facts_of(state: Composition) -> Facts:
    items = len(state.items)
    length = timecode(state.end, state.fps)
    size, shape = f"{state.width} × {state.height}", shape_of(state.width, state.height)
    return Facts(size, shape, rate_of(state.fps), length, items, len(state.tracks), state.width, state.height)


def shape_of(width: int, height: int) -> str:
    """The aspect ratio as people say it: 16:9; a number to one where it has no short name."""
    by = gcd(width, height)
    across, down = width // by, height // by
    return f"{across}:{down}" if max(across, down) <= 32 else f"{width / height:.2f}:1"


def rate_of(fps: Fraction) -> str:
    """Frames a second: 25, 29.97."""
    return str(fps.numerator) if fps.denominator == 1 else f"{float(fps):.2f}"


@dataclass(frozen=True, slots=True)
class Still:
    """A clip in the strip of poster frames."""

    id: str
    name: str
    kind: str
    length: str
    at: int
    poster: UUID | None
    origin: str


def strip(state: Composition) -> list[Still]:
    """The pictures of a composition in the order in which they come, titles left out."""
    shown = [item for item in state.items.values() if item["type"] in ("video", "image", "gif")]
    shown.sort(key=lambda item: (item["from"], item["id"]))
    return [
        Still(
            item["id"],
            item.get("name") or item["id"],
            item["type"],
            _seconds(item["durationInFrames"], state.fps),
            item["from"],
            poster_of(item, state),
            origin_of(item, state),
        )
        for item in shown[:MOST_CLIPS]
    ]


def _seconds(frames: int, fps: Fraction) -> str:
    return f"{float(frames / fps):.1f} s"


@dataclass(frozen=True, slots=True)
class Change:
    """A revision in the history. `stands` is false for an edit that was taken back."""

    number: int
    kind: str
    summary: str
    author: str
    when: datetime
    run_id: UUID | None
    stands: bool


def history(composition: models.Composition) -> list[Change]:
    """The newest changes first."""
    stands = standing(composition)
    rows = (
        composition.revisions.select_related("author").defer("patch", "snapshot").order_by("-number")[:MOST_REVISIONS]
    )
    return [
        Change(
            row.number, row.kind, row.summary, row.author.get_username() if row.author else "", row.created_at,
            row.run_id, stands.get(row.number, True),
        )
        for row in rows
    ]  # fmt: skip
