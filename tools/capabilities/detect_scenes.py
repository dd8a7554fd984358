"""detect.scenes: where a film cuts from one scene to the next, as markers or as splits."""

from __future__ import annotations

from typing import Any

from tools import analysis
from tools.capabilities.footage import Shot, counted, expanding, names, seen
from tools.registry.expansion import CannotExpand, Expansion, Occasion, Part

MOST = 150
"""Steps of a plan that one verb may come to."""


@expanding
def expand(params: dict[str, Any], occasion: Occasion) -> Expansion:
    shots = seen(occasion, params.get("ids"))
    scenes = analysis.read((shot.asset for shot in shots), "scenes")
    cuts = [(shot, frames) for shot in shots if (frames := cuts_in(shot, scenes[shot.asset.pk]["cuts"]))]
    total = sum(len(frames) for _, frames in cuts)
    if not total:
        return Expansion(said=f"There is no scene change in {names(shots)}.")
    if total > MOST:
        raise CannotExpand(f"There are {total:,} scene changes; select a part with at most {MOST}.")
    as_parts = _splits if params.get("make") == "splits" else _markers
    return Expansion(tuple(part for shot, frames in cuts for part in as_parts(shot, frames)))


def cuts_in(shot: Shot, cuts: list[float]) -> list[int]:
    """The frames of the composition, strictly inside an item, at which another scene begins."""
    frames = {round(shot.frame_at(at)) for at in cuts}
    return [shot.item["from"] + at for at in sorted(frames) if 0 < at < shot.frames]


def _splits(shot: Shot, frames: list[int]) -> list[Part]:
    """From the last to the first, so that the item that is split keeps its id."""
    told = f"Splits “{shot.asset.name}” where its scene changes ({counted(len(frames), 'change')})."
    return [
        Part("splitItem", {"id": shot.item["id"], "atFrame": at}, told if at == frames[-1] else "")
        for at in reversed(frames)
    ]


def _markers(shot: Shot, frames: list[int]) -> list[Part]:
    return [Part("addMarker", {"atFrame": at, "name": f"Scene {n}"}) for n, at in enumerate(frames, 2)]
