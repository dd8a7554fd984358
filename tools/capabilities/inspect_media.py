"""inspect.media: what is heard, seen and said in the media of a timeline, for whoever plans: a read, free and at once."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from tools import analysis
from tools.analysis import CannotAnalyse, NotYet
from tools.capabilities.add_captions import spoken
from tools.capabilities.cut_silences import rule_of, silences
from tools.capabilities.detect_scenes import cuts_in
from tools.capabilities.footage import heard, seen
from tools.composition import Composition
from tools.media.analyse.cues import cues
from tools.media.analyse.levels import read
from tools.registry.expansion import CannotExpand, Occasion

MOST = 300
"""Rows of an answer."""


def look(params: dict[str, Any], state: Composition, workspace: UUID | None) -> dict[str, Any]:
    """{"rows": […], "total"} in frames of the composition. Raises CannotExpand, also for what is to be found out first."""
    occasion = Occasion(state, state, workspace, 1)
    try:
        rows = LOOKS[params["what"]](params.get("ids"), occasion)
    except NotYet as missing:
        tool = "transcribe_video" if missing.kind == "speech" else f"analyse.media (what: {missing.kind})"
        raise CannotExpand(f"That is not known yet. Plan {tool}; it is known when that has run.") from None
    except CannotAnalyse as refusal:
        raise CannotExpand(str(refusal)) from None
    return {"rows": rows[:MOST], "total": len(rows)}


def _silences(ids: list[str] | None, occasion: Occasion) -> list[dict[str, Any]]:
    shots = heard(occasion, ids)
    levels = analysis.read((shot.asset for shot in shots), "levels")
    return [
        {"itemId": shot.item["id"], "from": shot.item["from"] + start, "to": shot.item["from"] + stop}
        for shot in shots
        for start, stop in silences(shot, read(levels[shot.asset.pk]), occasion.state, rule_of({}))
    ]


def _scenes(ids: list[str] | None, occasion: Occasion) -> list[dict[str, Any]]:
    shots = seen(occasion, ids)
    scenes = analysis.read((shot.asset for shot in shots), "scenes")
    return [
        {"itemId": shot.item["id"], "atFrame": frame}
        for shot in shots
        for frame in cuts_in(shot, scenes[shot.asset.pk]["cuts"])
    ]


def _speech(ids: list[str] | None, occasion: Occasion) -> list[dict[str, Any]]:
    state = occasion.state
    return [
        {
            "from": _frame(cue["startMs"], state),
            "to": _frame(cue["endMs"], state),
            "text": " ".join(cue["text"].split()),
        }
        for cue in cues(spoken(heard(occasion, ids), state))
    ]


def _frame(ms: int, state: Composition) -> int:
    return round(ms * state.fps / 1000)


LOOKS = {"silences": _silences, "scenes": _scenes, "speech": _speech}
