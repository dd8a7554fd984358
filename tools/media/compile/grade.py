"""A colour grade as filters, each value at rest or frame by frame; what does not need RGB never leaves YUV.

contrast, brightness, saturation and gamma are `eq`; exposure, temperature and tint weigh the channels; lift and gain move
the ends of the scale; shadows and highlights its thirds; a look-up table and a vignette come last.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from tools.composition.model import Record
from tools.composition.properties import is_animated
from tools.media import lut
from tools.media.refusals import Refusal
from tools.media.sources import Source

from .colour import from_rgb
from .graph import Builder, Pad
from .motion import Values, combined, expression, number, sampled, steady

TONES = ("contrast", "brightness", "saturation", "gamma")
GAMMA = 2.2


def moves(grade: Record) -> bool:
    """Whether any of it changes over time."""
    return any(map(is_animated, grade.values()))


def graded(
    g: Builder, pad: Pad, owner: Record, sources: Mapping[str, Source], frames: range, alpha: bool = False
) -> Pad:
    """The picture with the grade of its owner, an item or the head of the composition, at the owner's own frames."""
    values = {name: sampled(owner, ("grade", name), 0, frames) for name in NAMES}
    filters = _toned(values)
    rgb = _channels(g, values) + _table(g, owner["grade"], sources)
    if rgb:
        filters += ["format=gbrp", *rgb, from_rgb(False)]
    if values["vignette"] != [0.0]:
        filters.append(_vignette(values["vignette"]))
    return around_alpha(g, pad, filters) if alpha else g.then(pad, *filters)


NAMES = (*TONES, "exposure", "temperature", "tint", "highlights", "shadows", "lift", "gain", "vignette")


def around_alpha(g: Builder, pad: Pad, filters: list[str]) -> Pad:
    """The filters on the colours of a picture whose see-through part stays as it is."""
    if not filters:
        return pad
    colours, seen = g.parted(pad)
    return g.joined([g.then(colours, *filters), seen], "alphamerge")


def _toned(values: Mapping[str, Values]) -> list[str]:
    """The four that `eq` evaluates at each frame, from its own number for "unchanged"."""
    if all(values[name] == [0.0] for name in TONES):
        return []
    told = {
        "contrast": combined(lambda one: 1 + one, values["contrast"]),
        "brightness": combined(lambda one: one / 2, values["brightness"]),
        "saturation": combined(lambda one: 1 + one if one < 0 else 1 + 2 * one, values["saturation"]),
        "gamma": combined(lambda one: 2**one, values["gamma"]),
    }
    each = "" if all(map(steady, told.values())) else ":eval=frame"
    return [f"eq={':'.join(f'{name}={expression(one)}' for name, one in told.items() if name in told)}{each}"]


def _channels(g: Builder, values: Mapping[str, Values]) -> list[str]:
    filters = []
    if any(values[name] != [0.0] for name in ("exposure", "temperature", "tint")):
        # Half of the weight twice: a mixer takes no factor above 2, and four stops are 3.5.
        weigh = {
            option: combined(_weight(side), values["exposure"], values["temperature"], values["tint"])
            for option, side in (("rr", 0), ("gg", 1), ("bb", 2))
        }
        filters += _filter(g, "colorchannelmixer", weigh) + _filter(g, "colorchannelmixer", weigh)
    if values["lift"] != [0.0] or values["gain"] != [0.0]:
        filters += _filter(g, "colorlevels", _ends(values["lift"], values["gain"]))
    if values["shadows"] != [0.0] or values["highlights"] != [0.0]:
        thirds = {f"{colour}s": values["shadows"] for colour in "rgb"}
        thirds |= {f"{colour}h": values["highlights"] for colour in "rgb"}
        filters += _filter(g, "colorbalance", thirds)
    return filters


def _weight(side: int) -> Callable[[float, float, float], float]:
    """The square root of what a channel (0 red, 1 green, 2 blue) is multiplied by: warm is red up and blue down, a tint
    above 0 is magenta."""

    def weight(exposure: float, temperature: float, tint: float) -> float:
        warm = (1 + 0.3 * temperature, 1.0, 1 - 0.3 * temperature)[side]
        tinted = (1 + 0.1 * tint, 1 - 0.2 * tint, 1 + 0.1 * tint)[side]
        return min(2.0, math.sqrt(2 ** (exposure / GAMMA) * warm * tinted))

    return weight


def _ends(lift: Values, gain: Values) -> dict[str, Values]:
    """Lift moves black (up, or in), gain moves white (in, or down), each by half of the scale at the most."""
    options: dict[str, Values] = {}
    for colour in "rgb":
        options[f"{colour}omin"] = combined(lambda one: max(0.0, one / 2), lift)
        options[f"{colour}imin"] = combined(lambda one: max(0.0, -one / 2), lift)
        options[f"{colour}imax"] = combined(lambda one: 1 - max(0.0, one / 2), gain)
        options[f"{colour}omax"] = combined(lambda one: 1 - max(0.0, -one / 2), gain)
    return options


def _filter(g: Builder, kind: str, options: Mapping[str, Values]) -> list[str]:
    """A filter with its options as they are at first, and before it the commands that change them."""
    name = g.name(f"{kind}@g")
    first = f"{name}={':'.join(f'{option}={number(values[0])}' for option, values in options.items())}"
    return [g.commanded({(name, option): values for option, values in options.items()}), first]


def _table(g: Builder, grade: Record, sources: Mapping[str, Source]) -> list[str]:
    id = grade.get("lutAssetId")
    if not id:
        return []
    source = sources.get(id)
    try:
        table = lut.written(source.path) if source else None
    except (Refusal, OSError):
        table = None
    if table is None:
        g.missing[f"the look-up table {id}"] = None
        return []
    dimensions, text = table
    return [f"lut{dimensions}d=file={g.file(text, lut.SUFFIX)}"]


def _vignette(values: Values) -> str:
    """Darker corners, or with a negative value lighter ones."""
    strongest = max(values, key=abs)
    angle = combined(lambda one: abs(one) * math.pi / 3, values)
    mode = "backward" if strongest < 0 else "forward"
    return f"vignette=angle={expression(angle)}:mode={mode}{'' if steady(values) else ':eval=frame'}"
