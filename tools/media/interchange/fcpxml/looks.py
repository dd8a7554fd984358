"""What an FCPXML element says of its timing, its picture, its sound and its letters."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from ..cut import Look
from ..rates import fraction
from ..refusals import Unreadable
from ..reports import Report, shortened
from .resources import time

Record = dict[str, Any]
Size = tuple[float, float]
MOST = 1_000_000
FITS = {"fit": "contain", "fill": "cover", "none": "none"}
SIDES = ("left", "center", "right")


def timing_of(part: Element, start: Fraction, length: Fraction, report: Report) -> Record:
    """source, speed, reverse and freeze of a clip, through its timeMap if it has one."""
    points = sorted((time(one, "time"), time(one, "value")) for one in part.iterfind("timeMap/timept"))
    if len(points) < 2 or not length:
        return {"source": start}
    name = shortened(part.get("name", ""))
    if len(points) > 2:
        report.lose(f"The changing speed of “{name}”: it has one speed here.")
    first, last = _mapped(points, start), _mapped(points, start + length)
    speed = abs(last - first) / length
    told: Record = {"source": min(first, last), "speed": speed, "reverse": last < first}
    return told if speed else {"source": first, "freeze": True}


def _mapped(points: list[tuple[Fraction, Fraction]], at: Fraction) -> Fraction:
    """The value at a time, on the straight line between the points beside it, which goes on beyond the ends."""
    place = next((number for number, (when, _) in enumerate(points) if when >= at), len(points) - 1)
    place = min(max(place, 1), len(points) - 1)
    (early, low), (late, high) = points[place - 1], points[place]
    if early == late:
        raise Unreadable("A timeMap has two values at one time.")
    return low + (high - low) * (at - early) / (late - early)


def look_of(part: Element, canvas: Size, own: Size) -> Look:
    """Place, size, crop, opacity and volume. Positions are hundredths of the canvas's height with y up; what is cut off is
    hundredths of the file's `own` height, on every side."""
    height = canvas[1]
    move, blend, volume = (part.find(f"adjust-{name}") for name in ("transform", "blend", "volume"))
    x, y = _numbers(move, "position", (0, 0))
    scale, _ = _numbers(move, "scale", (1, 1))
    (turn,), (opacity,) = _numbers(move, "rotation", (0,)), _numbers(blend, "amount", (1,))
    loud = (volume.get("amount") or "0").removesuffix("dB") if volume is not None else "0"
    return Look(
        x=round(x * height / 100, 6),
        y=round(-y * height / 100, 6),
        scale=scale if scale > 0 else 1,
        rotation=-turn if turn else 0,
        opacity=min(1, max(0, opacity)),
        volume_db=_number(loud),
        crop=_crop(part.find("adjust-crop"), own),
        fit=FITS.get(conform.get("type", "fit"), "contain")
        if (conform := part.find("adjust-conform")) is not None
        else "contain",
    )


def _crop(crop: Element | None, own: Size) -> tuple[float, float, float, float]:
    if crop is None or crop.get("mode") != "trim" or (rect := crop.find("trim-rect")) is None:
        return 0, 0, 0, 0
    sides = (("left", own[0]), ("right", own[0]), ("top", own[1]), ("bottom", own[1]))
    left, right, top, bottom = (
        round(min(1.0, max(0.0, float(_number(rect.get(side) or "0")) * own[1] / length / 100)), 6)
        for side, length in sides
    )
    return left, right, top, bottom


def _numbers(element: Element | None, name: str, usual: tuple[float, ...]) -> tuple[float, ...]:
    text = element.get(name) if element is not None else None
    if not text or len(parts := text.split()) != len(usual):
        return usual
    return tuple(_number(one) for one in parts)


def _number(text: str) -> float:
    number = float(fraction(text.strip().removeprefix("+"), "A value"))
    if abs(number) > MOST:
        raise Unreadable(f"A value is {text[:20]!r}, which is larger than any picture.")
    return int(number) if number.is_integer() else number


def text_of(title: Element) -> str:
    return "".join("".join(one.itertext()) for one in title.iterfind("text"))[:60_000].strip()


def color_of(part: Element) -> str | None:
    """The colour of a plain plate, "#rrggbb"."""
    for param in part.iterfind("param"):
        hues = (param.get("value") or "").split()
        if param.get("name") == "Color" and len(hues) >= 3:
            return _color(hues[:3])
    return None


def _color(hues: list[str]) -> str:
    """ "#rrggbb" of three shares of 1, "#rrggbbaa" of four."""
    digits = "".join(f"{round(min(1, max(0, _number(hue))) * 255):02x}" for hue in hues)
    return f"#{digits.removesuffix('ff') if len(digits) == 8 else digits}"


def style_of(title: Element) -> Record:
    """How the letters of a title look, in a style's own names: as the first of them do."""
    said = title.find("text-style-def/text-style")
    if said is None:
        return {}
    told: Record = {"fontWeight": 700 if said.get("bold") == "1" else 400}
    told |= {"fontStyle": "italic"} if said.get("italic") == "1" else {}
    told |= {"fontFamily": name[:500]} if (name := said.get("font")) else {}
    told |= {"fontSize": size} if 0 < (size := _number(said.get("fontSize") or "0")) <= 10_000 else {}
    side = "justify" if said.get("alignment") == "justified" else said.get("alignment")
    told |= {"alignment": side} if side in (*SIDES, "justify") else {}
    hues = (said.get("fontColor") or "").split()
    return told | ({"color": _color(hues[:4])} if len(hues) >= 3 else {})


# What stands beside a clip's media in it, and is read or says nothing of the picture.
READ = {"adjust-transform", "adjust-blend", "adjust-volume", "adjust-conform", "adjust-crop"}


def lost_on(part: Element, report: Report) -> None:
    """Name the filters and adjustments that are not taken over."""
    for child in part:
        plain = child.tag.startswith(("filter-", "adjust-")) and child.tag not in READ
        moving = child.tag in READ and next(child.iter("param"), None) is not None
        framed = child.tag == "adjust-crop" and child.get("mode") != "trim"
        if plain or moving or framed:
            what = child.get("name") or child.tag.removeprefix("adjust-")
            report.lose(f"{shortened(what).capitalize()} on “{shortened(part.get('name', ''))}”.")
