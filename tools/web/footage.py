"""What a clip shows of its media on the timeline: stills out of its filmstrip, and the levels of its sound, to scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import UUID

from tools.composition import Composition
from tools.composition.model import Record
from tools.models import Asset, StandIns

Files = Mapping[str, Mapping[str, Any]]
"""The stand-ins of an asset by what they are, with their measures, as `StandIns.files` tells them."""
WIDTH = 1000
"""Pixels of a timeline's width as it is usually seen: how many stills a clip has room for."""
ROOM = 72
"""Pixels that a still wants."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A still on a clip: its place along it, and the part of the filmstrip that it shows, in pixels."""

    x: str
    width: str
    box: str


@dataclass(frozen=True, slots=True)
class Film:
    """Stills side by side, out of the filmstrip of an asset, `width` by `height` pixels in all."""

    asset: UUID
    width: int
    height: int
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class Wave:
    """The drawn levels of a whole sound, laid behind its clip so that what is heard is what is seen. `drawn` when there is
    a waveform of its own, and not only a poster."""

    asset: UUID
    x: str
    width: str
    drawn: bool


def files_of(workspace: UUID, state: Composition) -> dict[str, Files]:
    """What stands in for the media of a composition, by the ids of its assets."""
    assets = Asset.objects.filter(workspace=workspace).named(state.assets)
    rows = StandIns.objects.filter(asset__in=assets).values_list("asset", "files")
    return {str(id): files for id, files in rows}


def made(workspace: UUID, state: Composition) -> int:
    """Of how many media of a composition it is settled what stands in for them: a timeline that was drawn when there were
    fewer lacks some."""
    assets = Asset.objects.filter(workspace=workspace).named(state.assets)
    return StandIns.objects.filter(asset__in=assets).exclude(state=StandIns.State.WAITING).count()


def stored(asset: Record) -> UUID | None:
    """The id of an asset's row, where it can have one."""
    try:
        return UUID(asset["id"])
    except ValueError:
        return None


def film(item: Record, state: Composition, files: Files, span: int) -> Film | None:
    """The stills of a clip in a drawing of `span` frames; none for what is not seen from its start to its end, and where
    there is no room for two."""
    strip, room = files.get("filmstrip"), WIDTH * item["durationInFrames"] // (ROOM * span)
    if item["type"] != "video" or not strip or room < 2 or item.get("freeze"):
        return None
    start, heard, asset = _taken(item, state)
    if asset is None or not heard:
        return None
    across, high = int(strip["width"]), int(strip["height"])
    cells = []
    for number in range(room):
        second = start + heard * Fraction(2 * number + 1, 2 * room)
        tile = min(int(strip["tiles"]) - 1, int(float(second) / float(strip["seconds"])))
        place, width = f"{100 * number / room:.3f}%", f"{100 / room:.3f}%"
        cells.append(Cell(place, width, f"{tile * across} 0 {across} {high}"))
    return Film(asset, across * int(strip["tiles"]), high, cells)


def wave(item: Record, state: Composition, files: Files) -> Wave | None:
    """The levels of a clip that is heard; of a film only where they are drawn, for its poster is a picture."""
    start, heard, asset = _taken(item, state)
    drawn, whole = "waveform" in files, (state.asset_of(item) or {}).get("durationSeconds")
    silent = (item.get("audio") or {}).get("muted") or item.get("freeze")
    if asset is None or not whole or not heard or not (item["type"] == "audio" or (drawn and not silent)):
        return None
    place, width = 100 * float(-start / heard), 100 * float(whole) / float(heard)
    return Wave(asset, f"{place:.3f}%", f"{width:.3f}%", drawn)


def _taken(item: Record, state: Composition) -> tuple[Fraction, Fraction, UUID | None]:
    """From which second of its media on, and how many seconds of it, a clip takes; no asset for what takes them otherwise
    than from the front to the back, once."""
    asset = state.asset_of(item)
    if item["type"] not in ("video", "audio") or asset is None or item.get("reverse") or item.get("loop"):
        return Fraction(0), Fraction(0), None
    heard = item["durationInFrames"] / state.fps * Fraction(*item["rate"])
    return item["sourceIn"]["frame"] / Fraction(*item["sourceIn"]["fps"]), heard, stored(asset)
