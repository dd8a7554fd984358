"""Words for the picture: sizes and shapes of the canvas, colours, and places on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from PIL import ImageColor

from tools.composition import values

from .numbers import figure
from .pattern import Found, Reading, Row, Slot, phrases
from .sketch import Sketch

SHORTEST_SIDE = 720
LONGEST_SIDE = 7680

# Shapes by name: width to height.
SHAPES: dict[str, tuple[float, float]] = {
    "vertical": (9, 16), "portrait": (9, 16), "tiktok": (9, 16), "reel": (9, 16), "reels": (9, 16), "shorts": (9, 16),
    "short": (9, 16), "story": (9, 16), "stories": (9, 16), "snapchat": (9, 16), "upright": (9, 16), "tall": (9, 16),
    "square": (1, 1), "squared": (1, 1), "landscape": (16, 9), "horizontal": (16, 9), "widescreen": (16, 9), "youtube": (16, 9),
    "cinematic": (21, 9), "ultrawide": (21, 9), "cinemascope": (2.39, 1), "anamorphic": (2.39, 1),
}  # fmt: skip
# Names of more than one word come as rows of the table below.
RESOLUTIONS = {
    "480": (854, 480), "540": (960, 540), "720": (1280, 720), "1080": (1920, 1080), "1440": (2560, 1440),
    "2160": (3840, 2160), "4320": (7680, 4320),
}  # fmt: skip
THOUSANDS = {
    2.0: (2560, 1440),
    4.0: (3840, 2160),
    8.0: (7680, 4320),
    2.7: (2704, 1520),
    5.0: (5120, 2880),
    6.0: (6144, 3456),
}
NAMED = {"hd": (1280, 720), "fullhd": (1920, 1080), "uhd": (3840, 2160), "fhd": (1920, 1080), "qhd": (2560, 1440)}


@dataclass(frozen=True, slots=True)
class Size:
    """A canvas in pixels."""

    width: int
    height: int


def even(value: float) -> int:
    return max(16, min(LONGEST_SIDE, round(value / 2) * 2))


def shaped(sight: Sketch, ratio: tuple[float, float]) -> Size | None:
    """The shape at the composition's own fineness: its short side stays, but is never under 720."""
    across, down = ratio
    if across <= 0 or down <= 0 or not 0.1 <= across / down <= 10:
        return None
    short = max(SHORTEST_SIDE, min(sight.state.width, sight.state.height))
    unit = short / min(across, down)
    return Size(even(across * unit), even(down * unit))


def turned(sight: Sketch, size: tuple[int, int], ratio: tuple[float, float] | None = None) -> Size:
    """A resolution in the shape asked for, or in the composition's own orientation."""
    if ratio is not None:
        short, (across, down) = min(size), ratio
        return Size(even(across * short / min(ratio)), even(down * short / min(ratio)))
    state = sight.state
    if state.width == state.height:
        return Size(min(size), min(size))
    return Size(*size) if state.width > state.height else Size(size[1], size[0])


def dims(reading: Reading, at: int) -> Iterator[tuple[int, Size]]:
    """A slot: "1280x720", "1280 by 720"."""
    tokens = reading.tokens[at : at + 3]
    if tokens and tokens[0].kind == "dims":
        width, height = (int(part) for part in tokens[0].norm.replace("×", "x").replace("*", "x").split("x"))
        yield at + 1, Size(even(width), even(height))
    elif (
        len(tokens) == 3
        and tokens[1].norm in ("by", "x")
        and all(t.norm.isdigit() and len(t.norm) > 2 for t in (tokens[0], tokens[2]))
    ):
        yield at + 3, Size(even(int(tokens[0].norm)), even(int(tokens[2].norm)))


def ratio(reading: Reading, at: int) -> Iterator[tuple[int, tuple[float, float]]]:
    """A slot: "9:16", "2.35:1", "4 by 5", "4 x 5", "9/16", or a shape by name."""
    norms = [token.norm for token in reading.tokens[at : at + 3]]
    if not norms:
        return
    if (
        len(norms) == 3
        and norms[1] in ("by", "x", "to")
        and (a := figure(norms[0]))
        and (b := figure(norms[2]))
        and max(a, b) < 100
    ):
        yield at + 3, (a, b)
    if (
        len(norms) > 1
        and norms[1][:1] == "x"
        and (a := figure(norms[0]))
        and (b := figure(norms[1][1:]))
        and max(a, b) < 100
    ):
        yield at + 2, (a, b)
    parts = norms[0].split(":") if ":" in norms[0] else norms[0].split("/")
    if len(parts) == 2 and (a := figure(parts[0])) and (b := figure(parts[1])):
        yield at + 1, (a, b)
    if norms[0] in SHAPES:
        yield at + 1, SHAPES[norms[0]]


def resolution(reading: Reading, at: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """A slot: "1080p", "4k", "full hd"."""
    norms = [token.norm for token in reading.tokens[at : at + 2]]
    if len(norms) == 2 and norms[0] in RESOLUTIONS and norms[1] == "p":
        yield at + 2, RESOLUTIONS[norms[0]]
    if len(norms) == 2 and norms[1] == "k" and figure(norms[0]) in THOUSANDS:
        yield at + 2, THOUSANDS[figure(norms[0]) or 0]
    if len(norms) == 2 and norms in (["full", "hd"], ["ultra", "hd"]):
        yield at + 2, NAMED["fullhd" if norms[0] == "full" else "uhd"]
    if norms and norms[0] in NAMED:
        yield at + 1, NAMED[norms[0]]


def _shape(sight: Sketch, found: Found) -> Size | None:
    return shaped(sight, found["ratio"])


SIZES: tuple[Row, ...] = (
    ("{resolution} {ratio}", lambda s, m: turned(s, m["resolution"], m["ratio"])),
    ("{ratio} {resolution}", lambda s, m: turned(s, m["resolution"], m["ratio"])),
    ("{ratio} [and|in|at] {resolution}", lambda s, m: turned(s, m["resolution"], m["ratio"])),
    ("{dims} [pixels|px]", lambda s, m: m["dims"]),
    ("instagram|insta|ig|facebook|fb post|feed", lambda s, m: shaped(s, (1, 1))),
    ("instagram|insta|ig|facebook|fb|youtube|yt|snapchat story|stories|reel|reels|short|shorts", lambda s, m: shaped(s, (9, 16))),
    ("tik tok", lambda s, m: shaped(s, (9, 16))),
    ("phone|mobile [screen|screens|phone|phones]", lambda s, m: shaped(s, (9, 16))),
    ("ultra wide", lambda s, m: shaped(s, (21, 9))),
    ("wide screen", lambda s, m: shaped(s, (16, 9))),
    ("cinema scope", lambda s, m: shaped(s, (2.39, 1))),
    ("{a:ratio} {b:ratio} {ratio}", lambda s, m: shaped(s, m["ratio"]) if _agree(m) and _agree({**m, "a": m["b"]}) else None),
    ("{a:ratio} {ratio}", lambda s, m: shaped(s, m["ratio"]) if _agree(m) else None),
    ("{ratio}", _shape),
    ("{resolution}", lambda s, m: turned(s, m["resolution"])),
)  # fmt: skip


def _agree(found: Found) -> bool:
    """ "vertical 4:5": a name and a figure that agree on which side is longer; the figure stands."""
    (a, b), (c, d) = found["a"], found["ratio"]
    return bool((a - b) * (c - d) > 0 or (a == b and c == d))


COLOURS: dict[str, str] = {name: str(values.colour(name)) for name in ImageColor.colormap} | {
    "grey": "#808080", "charcoal": "#36454f", "cream": "#fffdd0", "mint": "#98ff98", "burgundy": "#800020",
    "mustard": "#ffdb58", "peach": "#ffe5b4", "rose": "#ff007f", "amber": "#ffbf00", "lilac": "#c8a2c8",
}  # fmt: skip


def colour(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: a CSS colour by name ("dark blue") or by figures ("#ff0000")."""
    at += 1 if [token.norm for token in reading.tokens[at : at + 1]] in (["a"], ["the"]) else 0
    tokens = reading.tokens[at : at + 3]
    if tokens and tokens[0].kind == "hex":
        yield at + 1, tokens[0].norm
    for length in (3, 2, 1):
        name = "".join(token.norm for token in tokens[:length]).removesuffix("ish")
        if len(tokens) >= length and name in COLOURS:
            yield at + length, str(COLOURS[name])
    if (
        len(tokens) > 1
        and tokens[0].norm in ("bright", "pure", "solid", "vivid", "plain")
        and tokens[1].norm in COLOURS
    ):
        yield at + 2, str(COLOURS[tokens[1].norm])


VERTICALS = {"top": -1, "upper": -1, "bottom": 1, "lower": 1, "middle": 0, "center": 0, "centre": 0}
HORIZONTALS = {"left": -1, "right": 1, "middle": 0, "center": 0, "centre": 0}


def place(reading: Reading, at: int) -> Iterator[tuple[int, tuple[int | None, int | None]]]:
    """A slot: a spot of the nine on the canvas as (x, y) in -1, 0, 1; None where that axis is not spoken of."""
    norms = [token.norm for token in reading.tokens[at : at + 5]]
    taken = 1 if norms[:1] == ["the"] else 0
    words = [word for word in norms[taken:] if word in VERTICALS or word in HORIZONTALS][:2]
    if norms[taken : taken + len(words)] != words:
        words = words[:1] if norms[taken : taken + 1] == words[:1] else []
    while words:
        spot = _spot(words)
        end = at + taken + len(words)
        if spot is not None:
            if [t.norm for t in reading.tokens[end : end + 1]] in (
                ["third"],
                ["corner"],
                ["side"],
                ["edge"],
                ["hand"],
                ["area"],
                ["part"],
            ):
                end += (
                    2
                    if [t.norm for t in reading.tokens[end : end + 2]] in (["hand", "side"], ["hand", "corner"])
                    else 1
                )
            yield end, spot
        words = words[:-1]


def _spot(words: list[str]) -> tuple[int | None, int | None] | None:
    if len(words) == 1:
        if words[0] in ("center", "centre", "middle"):
            return 0, 0
        return (HORIZONTALS[words[0]], None) if words[0] in HORIZONTALS else (None, VERTICALS[words[0]])
    first, second = words
    if first in VERTICALS and second in HORIZONTALS:
        return HORIZONTALS[second], VERTICALS[first]
    if first in HORIZONTALS and second in VERTICALS:
        return HORIZONTALS[first], VERTICALS[second]
    return None


SCREEN = "[of|on|in] [the] [screen|frame|canvas|picture|video|image|shot|composition]"
SPOTS: tuple[Row, ...] = (
    (f"in|at|to|into|on|onto|towards|toward|near|along [the] [very] {{place}} {SCREEN}", lambda s, m: m["place"]),
    (f"{{place}} {SCREEN}", lambda s, m: m["place"]),
    ("on [the] screen", lambda s, m: (0, 0)),
    ("on|over|in [the] [whole] video|frame|canvas", lambda s, m: (0, 0)),
)

SLOTS: dict[str, Slot] = {
    "dims": dims, "ratio": ratio, "resolution": resolution, "size": phrases(SIZES), "colour": colour, "place": place,
    "spot": phrases(SPOTS),
}  # fmt: skip


def box(sight: Sketch, item_id: str) -> tuple[float, float]:
    """How wide and high an item is drawn, in pixels of the canvas; lettering is estimated."""
    state = sight.state
    item: dict[str, Any] = state.items[item_id]
    scale = resting((item.get("transform") or {}).get("scale", 1))
    if item["type"] == "text":
        lines = str(item.get("text") or "").split("\n")
        size = resting((item.get("style") or {}).get("fontSize", 96))
        return max(map(len, lines)) * size * 0.55 * scale, len(lines) * size * 1.2 * scale
    asset = state.assets.get(item.get("assetId", ""), {})
    width, height = asset.get("width") or state.width, asset.get("height") or state.height
    fit = min(state.width / width, state.height / height)
    return width * fit * scale, height * fit * scale


def resting(value: Any) -> float:
    """A number, or the last of its keyframes."""
    return float(value["kf"][-1]["v"]) if isinstance(value, dict) else float(value)
