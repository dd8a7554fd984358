"""Where a picture lies, what of it is cut off, and how letters look: as this format's filters and generators say it, out
and in. Its scale is of the file's own pixels, its places are shares of the file's sides, and y runs down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from ..rates import decimal, fraction
from ..refusals import Unreadable
from ..strict_xml import add, said

Record = dict[str, Any]
Size = tuple[float, float]
SIDES = ("left", "right", "top", "bottom")
ALIGNMENTS = {"left": 1, "center": 2, "right": 3}
STYLES = {(False, False): 1, (True, False): 2, (False, True): 3, (True, True): 4}
BOLD, LARGEST = 600, 10_000


def factor(own: Size, canvas: Size, fit: str) -> float:
    """By how much a picture is scaled to lie in a canvas as `fit` says; one that is stretched as if it were contained."""
    ratios = canvas[0] / own[0], canvas[1] / own[1]
    return {"cover": max(ratios), "none": 1.0}.get(fit, min(ratios))


def size_of(told: Mapping[str, Any] | None, canvas: Size) -> Size:
    """The sides of a file; those of the canvas where they are not known, or where there is no file."""
    told = told or {}
    return (told["width"], told["height"]) if told.get("width") and told.get("height") else canvas


# --- out --------------------------------------------------------------------------------------------------------------


def motion(item: Record, own: Size, canvas: Size) -> Iterator[tuple[str, str, list[tuple[str, object]]]]:
    """The filters that say where an item lies, as (name, id, parameters); none where it lies as anybody would lay it. A file
    of another size than the canvas has its scale said always: programs lay it as they like otherwise."""
    transform = item.get("transform") or {}

    def still(name: str, usual: float) -> float:
        value = transform.get(name, usual)
        return usual if isinstance(value, dict) else value

    scale = still("scale", 1) * factor(own, canvas, transform.get("fit", "contain"))
    x, y, turn = still("x", 0) / own[0], still("y", 0) / own[1], still("rotation", 0)
    if own != canvas or (scale, x, y, turn) != (1, 0, 0, 0):
        yield "Basic Motion", "basic", [("scale", scale * 100), ("rotation", turn), ("center", (x, y))]
    crop = {side: (transform.get("crop") or {}).get(side, 0) for side in SIDES}
    shares = {side: 0 if isinstance(value, dict) else value for side, value in crop.items()}
    if any(shares.values()):
        yield "Crop", "crop", [(side, share * 100) for side, share in shares.items()]


def letters(style: Record) -> Iterator[tuple[str, object]]:
    """The parameters of a generator of text."""
    size, color = style.get("fontSize", 96), style.get("color", "#ffffff")
    yield "fontname", style.get("fontFamily", "Inter")
    if not isinstance(size, dict):
        yield "fontsize", size
    yield "fontstyle", STYLES[style.get("fontWeight", 700) >= BOLD, style.get("fontStyle") == "italic"]
    yield "fontalign", ALIGNMENTS.get(style.get("alignment", "center"), 2)
    if not isinstance(color, dict):
        yield "fontcolor", color


def parameter(effect: Element, id: str, value: Any) -> None:
    """One parameter: a number, a text, a place (two numbers) or a colour ("#rrggbb", with "aa" where it is see-through)."""
    one = add(effect, "parameter")
    add(one, "parameterid", id)
    add(one, "name", id.capitalize())
    if isinstance(value, tuple):
        place = add(one, "value")
        add(place, "horiz", decimal(value[0]))
        add(place, "vert", decimal(value[1]))
    elif isinstance(value, str) and value.startswith("#") and id.endswith("color"):
        hues = add(one, "value")
        digits = value[1:] if len(value) == 9 else f"{value[1:]}ff"
        for name, start in (("alpha", 6), ("red", 0), ("green", 2), ("blue", 4)):
            add(hues, name, int(digits[start : start + 2], 16))
    else:
        add(one, "value", value if isinstance(value, str) else decimal(value))


# --- in ---------------------------------------------------------------------------------------------------------------


def place_of(parameters: Mapping[str, Element], own: Size, canvas: Size, where: str) -> Record:
    """x, y, scale and rotation of a clip, as a Look has them; nothing where no filter says them."""
    told: Record = {}
    if "center" in parameters:
        sides = zip(("x", "y"), ("horiz", "vert"), own, strict=True)
        told |= {axis: _number(parameters["center"], f"value/{tag}", side, where) for axis, tag, side in sides}
    if "rotation" in parameters:
        told["rotation"] = _number(parameters["rotation"], "value", 1, where)
    if "scale" in parameters:
        scale = _number(parameters["scale"], "value", 0.01 / factor(own, canvas, "contain"), where)
        told |= {"scale": scale} if scale > 0 else {}
    return told


def crop_of(parameters: Mapping[str, Element], where: str) -> Record:
    """How much of each side is cut off, as a Look has it."""
    shares = [
        min(1.0, max(0.0, _number(parameters[side], "value", 0.01, where))) if side in parameters else 0
        for side in SIDES
    ]
    return {"crop": tuple(shares)} if any(shares) else {}


def style_of(parameters: Mapping[str, Element], where: str) -> Record:
    """How the letters of a generator look, in a style's own names."""
    told: Record = {}
    if name := said(parameters.get("fontname"), "value"):
        told["fontFamily"] = name[:500]
    if "fontsize" in parameters and 0 < (size := _number(parameters["fontsize"], "value", 1, where)) <= LARGEST:
        told["fontSize"] = size
    number = said(parameters.get("fontstyle"), "value")
    if style := next((style for style, known in STYLES.items() if number == str(known)), None):
        told |= {"fontWeight": 700 if style[0] else 400, "fontStyle": "italic" if style[1] else "normal"}
    number = said(parameters.get("fontalign"), "value")
    if side := next((side for side, known in ALIGNMENTS.items() if number == str(known)), None):
        told["alignment"] = side
    if "fontcolor" in parameters:
        hues = [_number(parameters["fontcolor"], f"value/{hue}", 1, where) for hue in ("red", "green", "blue", "alpha")]
        hues = hues if 0 < hues[3] < 255 else hues[:3]
        told["color"] = "#" + "".join(f"{round(max(0, min(255, hue))):02x}" for hue in hues)
    return told


def _number(parent: Element, path: str, times: float, where: str) -> float:
    """A number times a factor, whole where it is; 0 where nothing is said. Raises Unreadable."""
    text = said(parent, path)
    number = round(float(fraction(text, f"{said(parent, 'parameterid')} of {where}")) * times, 6) if text else 0.0
    if abs(number) > 1_000_000:
        raise Unreadable(
            f"{said(parent, 'parameterid')} of {where} is {text[:20]!r}, which is larger than any picture."
        )
    return int(number) if number.is_integer() else number
