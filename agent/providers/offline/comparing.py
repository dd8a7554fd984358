"""Things held against each other, or against an amount: "is the music louder than the voiceover", "the longest clip"."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from . import facts
from .canvas_words import resting
from .kinds import of_kind
from .pattern import Found, Reading
from .portraits import MOST, item, things
from .selectors import MEASURES, measure
from .sketch import Pass, Sketch

MEASURED: dict[str, tuple[str, int]] = {
    "longer": ("durationInFrames", 1), "shorter": ("durationInFrames", -1), "longest": ("durationInFrames", 1), "shortest": ("durationInFrames", -1), "louder": ("volume", 1), "quieter": ("volume", -1),
    "loudest": ("volume", 1), "quietest": ("volume", -1), "bigger": ("scale", 1), "larger": ("scale", 1), "smaller": ("scale", -1), "faster": ("rate", 1), "slower": ("rate", -1),
    "later": ("from", 1), "last": ("from", 1), "earlier": ("from", -1), "first": ("from", -1), "sooner": ("from", -1), "softer": ("volume", -1), "biggest": ("scale", 1),
}  # fmt: skip


def _value(sketch: Sketch, item_id: str, name: str) -> float:
    held = sketch.state.items[item_id]
    if name == "volume":
        sound = held.get("audio") or {}
        return -100.0 if sound.get("muted") or not sketch.audible(item_id) else resting(sound.get("volumeDb", 0))
    if name == "scale":
        return resting((held.get("transform") or {}).get("scale", 1))
    return float(Fraction(*(held.get("rate") or [1, 1]))) if name == "rate" else float(held[name])


def than(sketch: Sketch, found: Found) -> str:
    """ "is the music louder than the voiceover": yes or no, and the facts of both."""
    name, sign = MEASURED[found["compared"]]
    one, other = sketch.one(found["a"]), sketch.one(found["b"])
    ahead = sign * (_value(sketch, one, name) - _value(sketch, other, name))
    by = (
        f" The difference is {facts.span(sketch, round(abs(ahead)))}."
        if name in ("durationInFrames", "from") and ahead
        else ""
    )
    return f"{'Yes' if ahead > 0 else 'No' if ahead < 0 else 'No, they are equal'}.{by} {item(sketch, one)} {item(sketch, other)}"


def difference(sketch: Sketch, found: Found) -> str:
    one, other = (sketch.state.items[sketch.one(found[side])]["durationInFrames"] for side in "ab")
    way = "longer" if one > other else "shorter" if one < other else "no longer and no shorter"
    return f"{found['a'].words} is {facts.span(sketch, abs(one - other))} {way}: {facts.span(sketch, one)} and {facts.span(sketch, other)}."


def extreme(sketch: Sketch, found: Found) -> str:
    return _extreme(
        sketch,
        found,
        [one for one in sketch.state.items if MEASURES[found["measure"]][0] != "volume" or sketch.audible(one)],
    )


def extreme_clip(sketch: Sketch, found: Found) -> str:
    """The longest, loudest, … of the clips."""
    clips = of_kind(sketch.state, "clip")
    return _extreme(
        sketch, found, [one for one in clips if MEASURES[found["measure"]][0] != "volume" or sketch.audible(one)]
    )


def _extreme(sketch: Sketch, found: Found, ids: list[str]) -> str:
    name, descending = MEASURES[found["measure"]]
    best = sorted(sketch.by_time(ids), key=lambda one: measure(sketch.state, one, name), reverse=descending)
    if not best:
        raise Pass
    alike = [one for one in best if measure(sketch.state, one, name) == measure(sketch.state, best[0], name)]
    return f"The {found['measure']}: {facts.listed([facts.named(sketch, one) for one in alike])}. {' '.join(item(sketch, one) for one in alike[:MOST])}"


def most(sketch: Sketch, found: Found) -> str:
    """ "which is longer, the interview or the outro"."""
    name, sign = MEASURED[found["compared"]]
    if (
        len(found["things"].ids) < 2
        or found["things"].kind != "any"
        and not {"or", "and", ","} & set(found["things"].words.replace(",", " ,").split())
    ):
        raise Pass
    best = max(sketch.by_time(found["things"].ids), key=lambda one: sign * _value(sketch, one, name))
    return f"{facts.named(sketch, best)}. {things(sketch, found)}"


def total_than(sketch: Sketch, found: Found) -> str:
    return _against(sketch, found, 1)


def total_under(sketch: Sketch, found: Found) -> str:
    return _against(sketch, found, -1)


def _against(sketch: Sketch, found: Found, sign: int) -> str:
    ids = found["things"].ids if "things" in found else ()
    length = sketch.state.items[sketch.one(found["things"])]["durationInFrames"] if ids else sketch.state.end
    return f"{'Yes' if sign * (length - found['amount']) > 0 else 'No'}: it is {facts.span(sketch, length)} long."


def compared(reading: Reading, at: int) -> Any:
    """A slot: a word that compares."""
    if at < len(reading.tokens) and reading.tokens[at].norm in MEASURED:
        yield at + 1, reading.tokens[at].norm


SLOTS = {"compared": compared}
