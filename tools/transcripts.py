"""What is said in the files of a composition, word by word, and where on its timeline each word plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tools import analysis
from tools.analysis import CannotAnalyse, NotYet
from tools.capabilities.footage import Shot, heard, sounding
from tools.composition import Composition
from tools.media.analyse.cues import Spoken, groups
from tools.media.analyse.cues import text as spelled
from tools.media.analyse.levels import read
from tools.media.analyse.words import Word, written
from tools.models import Asset
from tools.registry.expansion import CannotExpand, Occasion


@dataclass(frozen=True, slots=True)
class Placed:
    """A word of a transcript. `frames`: where on the timeline its beginning plays, in order; none where it is cut."""

    word: Word
    frames: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Transcript:
    """What is said in one file, a sentence or a breath a segment. `open`: it is heard on a track that can be edited."""

    asset: Asset
    language: str
    segments: list[list[Placed]]
    open: bool

    @property
    def words(self) -> list[Placed]:
        return [placed for segment in self.segments for placed in segment]

    def wire(self, *, words: bool = False) -> dict[str, Any]:
        """As clients are told: its segments with their times, in seconds of the file; on request word by word."""
        return {
            "assetId": str(self.asset.pk),
            "name": self.asset.name,
            "language": self.language,
            "durationSeconds": analysis.length_of(self.asset),
            "text": told([placed.word for placed in self.words]),
            "segments": [
                _segment(one) | ({"words": [_word(placed) for placed in one]} if words else {}) for one in self.segments
            ],
        }


def _segment(placed: Sequence[Placed]) -> dict[str, Any]:
    words = [one.word for one in placed]
    return {"start": words[0].start, "end": words[-1].end, "text": told(words)}


def _word(placed: Placed) -> dict[str, Any]:
    word = placed.word
    return {"text": word.text, "start": word.start, "end": word.end, "frames": list(placed.frames)}


def transcript_of(asset: Asset, state: Composition, language: str = "") -> Transcript | None:
    """The transcript of a file as it is known, and where it plays in a state; None where nothing has been written down."""
    result = analysis.known(asset, "speech", language)
    if result is None:
        return None
    levels = analysis.known(asset, "levels")
    words = written(result, read(levels) if levels else None)
    shots = shots_of(asset, state)
    frames = frames_of(words, shots, state)
    placed = [Placed(word, tuple(sorted(frames.get(place, ())))) for place, word in enumerate(words)]
    return Transcript(asset, str(result.get("language") or language), _segments(placed), bool(shots))


def words_of(asset: Asset, result: dict[str, Any]) -> list[Word]:
    """The words of a transcript; they begin and end with their sound where it can be listened to at once."""
    try:
        return written(result, read(analysis.read([asset], "levels")[asset.pk]))
    except (NotYet, CannotAnalyse):
        return written(result)


def shots_of(asset: Asset, state: Composition) -> list[Shot]:
    """The items in which a file is heard, in order of time."""
    ids = [item["id"] for item in sounding(state) if item["assetId"] == str(asset.pk)]
    try:
        return heard(Occasion(state, state, asset.workspace_id, 1), ids) if ids else []
    except (CannotExpand, CannotAnalyse):
        return []


def heard_in(state: Composition, workspace: UUID) -> list[Asset]:
    """The files that are heard on a timeline, each once, in order of time."""
    try:
        shots = heard(Occasion(state, state, workspace, 1), None)
    except (CannotExpand, CannotAnalyse):
        return []
    return list({shot.asset.pk: shot.asset for shot in shots}.values())


def played(words: Sequence[Word], shot: Shot) -> list[int]:
    """The words that an item plays: those whose middle it does."""
    start, end = float(shot.start), float(shot.end)
    return [place for place, word in enumerate(words) if start <= word.middle < end]


def frames_of(words: Sequence[Word], shots: Sequence[Shot], state: Composition) -> dict[int, list[int]]:
    """The frames of the timeline at which words begin to play, by their place."""
    found: dict[int, list[int]] = {}
    for shot in shots:
        for place in played(words, shot):
            edge = words[place].stop if shot.item.get("reverse") else words[place].onset
            at = min(max(0, int(shot.frame_at(edge))), shot.frames - 1)
            found.setdefault(place, []).append(shot.item["from"] + at)
    return found


def told(words: Sequence[Word]) -> str:
    """Words as they are written."""
    return spelled([Spoken(word.text, 0, 0) for word in words])


def _segments(placed: Sequence[Placed]) -> list[list[Placed]]:
    spoken = [Spoken(one.word.text, round(one.word.start * 1000), round(one.word.end * 1000)) for one in placed]
    segments, left = [], list(placed)
    for group in groups(spoken):
        segments.append(left[: len(group)])
        left = left[len(group) :]
    return segments
