"""cut.silences: the pauses taken out of what is heard, as ranges of whole frames."""

from __future__ import annotations

from typing import Any

from tools import analysis
from tools.capabilities.footage import Shot, counted, expanding, heard, names, twins, without
from tools.composition import Composition
from tools.media.analyse.levels import Levels, loudness, read
from tools.media.analyse.silence import Range, Rule, silent
from tools.registry.expansion import Expansion, Occasion, Part


@expanding
def expand(params: dict[str, Any], occasion: Occasion) -> Expansion:
    shots, state = heard(occasion, params.get("ids")), occasion.state
    levels = analysis.read((shot.asset for shot in shots), "levels")
    rule = rule_of(params)
    found = [(shot, silences(shot, read(levels[shot.asset.pk]), state, rule)) for shot in shots]
    cut = [(shot, ranges) for shot, ranges in found if ranges and _heard_at_all(shot, ranges)]
    parts = [part for shot, ranges in cut for part in _parts(shot, ranges, state)]
    quiet = [shot for shot, ranges in found if ranges and not _heard_at_all(shot, ranges)]
    said = f"Nothing is heard in {names(quiet)} at all, so it stays." if quiet else ""
    if not parts and not quiet:
        said = f"There is no silence to cut in {names(shots)}."
    return Expansion(tuple(parts), said)


def rule_of(params: dict[str, Any]) -> Rule:
    usual = Rule()
    return Rule(
        threshold_db=params.get("thresholdDb", usual.threshold_db),
        margin=params.get("paddingSeconds", usual.margin),
        least_pause=params.get("minSilenceSeconds", 0),
    )


def silences(shot: Shot, levels: Levels, state: Composition, rule: Rule) -> list[Range]:
    """The silences of an item, in its own frames."""
    loud = loudness(levels, shot.start, shot.step, shot.frames)
    return silent(loud[::-1] if shot.item.get("reverse") else loud, state.fps, rule)


def _heard_at_all(shot: Shot, ranges: list[Range]) -> bool:
    return ranges != [(0, shot.frames)]


def _parts(shot: Shot, ranges: list[Range], state: Composition) -> list[Part]:
    """The cuts of an item, and the same ones of the picture that its sound was detached from."""
    frames = sum(stop - start for start, stop in ranges)
    what = f"{counted(len(ranges), 'silence')}, {frames / float(state.fps):.1f} s,"
    told = f"Cuts {what} out of “{shot.asset.name}”."
    return [without(id, ranges, told) for id in (shot.item["id"], *twins(shot, state))]
