"""auto.reframe: another shape of picture, with each film moved so that the face in it stays in the middle."""

from __future__ import annotations

from typing import Any

from tools import analysis
from tools.analysis import CannotAnalyse
from tools.capabilities.footage import Shot, counted, expanding, names, seen
from tools.composition import Composition
from tools.media.analyse.framing import Key, Look, Point, path, subject
from tools.registry.expansion import CannotExpand, Expansion, Occasion, Part

MIDDLE = {"x": 0, "y": 0, "scale": 1, "rotation": 0}
LONGEST = 7680


@expanding
def expand(params: dict[str, Any], occasion: Occasion) -> Expansion:
    parts, said = reframed(params["aspect"], occasion)
    return Expansion(tuple(parts), said)


def reframed(aspect: str, occasion: Occasion) -> tuple[list[Part], str]:
    """The steps to another shape, and what has to be said about them. Raises NotYet or CannotExpand."""
    state: Composition = occasion.state
    width, height = size_of(aspect, state)
    resized = Part("setCompositionSize", {"width": width, "height": height, "refit": "cover"})
    shots = [shot for shot in _films(occasion) if _fills(shot)]
    try:
        found = analysis.read((shot.asset for shot in shots), "faces") if shots else {}
    except CannotAnalyse as refusal:
        return [resized], f"Every picture is framed on its middle. {refusal}"
    framed = [(shot, _framing(shot, found[shot.asset.pk]["looks"], (width, height))) for shot in shots]
    lost = [shot for shot, parts in framed if not parts]
    said = f"No face was found in {names(lost)}: framed on the middle." if lost else ""
    return [resized, *(part for _, parts in framed for part in parts)], said


def size_of(aspect: str, state: Composition) -> tuple[int, int]:
    """Width and height in even pixels of a shape like 9:16, its shorter side as long as the shorter one is now."""
    across, _, down = aspect.partition(":")
    ratio = float(across) / float(down) if float(down) else 0
    if not 1 / 8 <= ratio <= 8:
        raise CannotExpand(f"“{aspect}” is no shape of a picture; write it as 9:16.")
    short = min(state.width, state.height)
    longest = min(LONGEST, short * max(ratio, 1 / ratio))
    even = 2 * round(longest / 2)
    return (even, short) if ratio >= 1 else (short, even)


def _films(occasion: Occasion) -> list[Shot]:
    try:
        return seen(occasion, None)
    except CannotExpand:
        return []


def _fills(shot: Shot) -> bool:
    """Whether a film fills the canvas as it is: one that was placed by hand stays where it was put."""
    transform = shot.item["transform"]
    return all(transform.get(name, rest) == rest for name, rest in MIDDLE.items())


def _framing(shot: Shot, looks: list[Look], canvas: tuple[int, int]) -> list[Part]:
    """The steps that keep the face of a film in the middle of the canvas; none where there is no face."""
    shown = [(at, found) for at, found in looks if shot.start <= at < shot.end]
    points = subject(shown)
    if not points:
        return []
    parts = [_along(shot, points, axis, over, size) for axis, over, size in _room(shot, canvas) if over > 0]
    return parts or [Part("setTransform", {"ids": [shot.item["id"]], "fit": "cover"})]


def _room(shot: Shot, canvas: tuple[int, int]) -> list[tuple[Any, float, float]]:
    """By how many pixels, to one side, the covering picture may move along each axis, and how long it is there."""
    width, height = shot.asset.facts["width"], shot.asset.facts["height"]
    by = max(canvas[0] / width, canvas[1] / height)
    return [("x", (width * by - canvas[0]) / 2, width * by), ("y", (height * by - canvas[1]) / 2, height * by)]


def _along(shot: Shot, points: list[Point], axis: Any, over: float, size: float) -> Part:
    keys = path(points, axis)
    values = [round(max(-over, min(over, (0.5 - key.value) * size))) for key in keys]
    frames = _keyframes(shot, keys, values)
    told = f"Keeps the face in “{shot.asset.name}” in the frame"
    if len(frames) == 1:
        return Part("setTransform", {"ids": [shot.item["id"]], axis: values[0]}, f"{told}.")
    params = {"id": shot.item["id"], "property": axis, "keyframes": frames}
    return Part("setKeyframes", params, f"{told}, with {counted(len(frames), 'keyframe')}.")


def _keyframes(shot: Shot, keys: list[Key], values: list[int]) -> list[dict[str, Any]]:
    """Keyframes from the item's start on; before a cut the frame holds still."""
    found: dict[int, dict[str, Any]] = {}
    backwards = bool(shot.item.get("reverse"))
    for place, (key, value) in enumerate(zip(keys, values, strict=True)):
        frame = max(0, min(shot.frames - 1, round(shot.frame_at(key.at))))
        holds = (place > 0 and key.cut) if backwards else (place + 1 < len(keys) and keys[place + 1].cut)
        found[frame] = {"frame": frame, "value": value, "easing": "hold" if holds else "linear"}
    first, *others = sorted(found)
    return [{**found[first], "frame": 0}, *(found[frame] for frame in others)]
