"""add.captions: what is said, as captions at the time at which it is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tools import analysis
from tools.capabilities.footage import Shot, counted, expanding, heard, names
from tools.composition import Composition
from tools.media.analyse.cues import Spoken, cues
from tools.media.analyse.cues import heard as sounding
from tools.media.analyse.levels import read
from tools.registry.expansion import CannotExpand, Expansion, Occasion, Part

STYLES: dict[str, dict[str, Any]] = {
    "plain": {},
    "large": {"fontSize": 72, "fontWeight": 700},
    "small": {"fontSize": 36},
    "outline": {"fontWeight": 800, "stroke": {"color": "#000000", "width": 6}},
    "yellow": {"color": "#ffe600", "fontWeight": 700},
}


@expanding
def expand(params: dict[str, Any], occasion: Occasion) -> Expansion:
    style = style_of(params.get("style"))
    shots = heard(occasion, params.get("ids"))
    words = spoken(shots, occasion.state, params.get("language", ""))
    if not words:
        return Expansion(said=f"Nothing that could be written down is said in {names(shots)}.")
    made = captions(words, occasion.state)
    told = f"Captions {names(shots)}: {counted(len(made), 'caption')}, {counted(len(words), 'word')}."
    return Expansion((Part("addCaptions", {"cues": made, **({"style": style} if style else {})}, told),))


def style_of(name: str | None) -> dict[str, Any]:
    if name is not None and name.lower() not in STYLES:
        raise CannotExpand(f"There is no caption style “{name}”; there are {', '.join(STYLES)}.")
    return STYLES[name.lower()] if name else {}


def spoken(shots: Sequence[Shot], state: Composition, language: str = "") -> list[Spoken]:
    """What is said, in order, in milliseconds of the composition: of each item the words whose middle it plays."""
    said = analysis.read((shot.asset for shot in shots), "speech", language)
    levels = analysis.read((shot.asset for shot in shots), "levels")
    words = []
    for shot in shots:
        if not shot.item.get("reverse"):
            timed = sounding(said[shot.asset.pk]["words"], read(levels[shot.asset.pk]))
            words += [found for word in timed if (found := _on_timeline(word, shot, state))]
    return sorted(words, key=lambda word: (word.start, word.end))


def _on_timeline(word: dict[str, Any], shot: Shot, state: Composition) -> Spoken | None:
    if not shot.start <= (word["start"] + word["end"]) / 2 < shot.end:
        return None
    first, last = (max(0.0, min(shot.frames, shot.frame_at(word[edge]))) for edge in ("start", "end"))
    start, end = (round((shot.item["from"] + at) * 1000 / float(state.fps)) for at in (first, last))
    return Spoken(word["t"], start, max(start + 1, end))


def captions(words: Sequence[Spoken], state: Composition) -> list[dict[str, Any]]:
    """Cues for the words, two frames apart and none past the end of the composition."""
    end = int(state.end * 1000 / state.fps)
    made = cues(words, gap_ms=round(2000 / state.fps))
    return [{**cue, "endMs": min(cue["endMs"], end)} for cue in made if cue["startMs"] < end]
