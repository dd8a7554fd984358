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
MOST = 1_000_000


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


def look_of(part: Element, height: int) -> Look:
    """Place, size, opacity and volume; positions are hundredths of the picture's height with y up."""
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
    )


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
            return "#" + "".join(f"{round(min(1, max(0, _number(hue))) * 255):02x}" for hue in hues[:3])
    return None


# What stands beside a clip's media in it, and is read or says nothing of the picture.
READ = {"adjust-transform", "adjust-blend", "adjust-volume", "adjust-conform"}


def lost_on(part: Element, report: Report) -> None:
    """Name the filters and adjustments that are not taken over."""
    for child in part:
        plain = child.tag.startswith(("filter-", "adjust-")) and child.tag not in READ
        moving = child.tag in READ and child.find("param") is not None
        if plain or moving:
            what = child.get("name") or child.tag.removeprefix("adjust-")
            report.lose(f"{shortened(what).capitalize()} on “{shortened(part.get('name', ''))}”.")
