"""Whole things in a sentence or two: for questions that no single fact answers, and for yes or no about one thing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from . import facts, listings
from .canvas_words import resting
from .core_phrase import Things
from .kinds import of_kind
from .pattern import Found, Reading
from .selectors import MEASURES, measure
from .sketch import Pass, Sketch, end_of
from .things import spoken_of
from .tokens import words

MOST = 3
COMPOSITION = words(
    "video composition project edit timeline movie film sequence vid fps size long length frames frame seconds minutes format resolution whole everything canvas duration runtime shape ratio"
)


def item(sketch: Sketch, item_id: str) -> str:
    """All that is worth knowing about an item: where and how long, its sound, its lettering, its place, its speed."""
    held = sketch.state.items[item_id]
    told = [
        f"{facts.named(sketch, item_id)} is on the track {sketch.track_of(item_id)['name']}, {sketch.clock(held['from'])}–{sketch.clock(end_of(held))}, {facts.span(sketch, held['durationInFrames'])} long"
    ]
    told += [
        tell
        for tell in (_sound(sketch, item_id), _lettering(held), _place(sketch, held), _speed(held), _look(held))
        if tell
    ]
    return "; ".join(told) + "."


def _sound(sketch: Sketch, item_id: str) -> str:
    held = sketch.state.items[item_id]
    if held["type"] not in ("video", "audio"):
        return ""
    if not sketch.audible(item_id):
        return "no sound"
    sound = held.get("audio") or {}
    ends = [
        f"fades {way} over {sketch.state.items[item_id]['audio'][key]} frames"
        for key, way in (("fadeInFrames", "in"), ("fadeOutFrames", "out"))
        if sound.get(key)
    ]
    muted = sound.get("muted") or sketch.track_of(item_id).get("muted")
    return ", ".join(
        [
            f"sound at {resting(sound.get('volumeDb', 0)):g} dB, {'muted' if muted else 'not muted'}",
            *(ends or ["no fades"]),
        ]
    )


def _lettering(held: dict[str, Any]) -> str:
    style = held.get("style") or {}
    return (
        f"{style.get('fontFamily', 'Inter')} {resting(style.get('fontSize', 96)):g} px, {'bold' if style.get('fontWeight', 700) >= 600 else 'not bold'}, {style.get('color', '#ffffff')}"
        if held["type"] == "text"
        else ""
    )


def _place(sketch: Sketch, held: dict[str, Any]) -> str:
    look = held.get("transform")
    if look is None or held["type"] == "video":
        return ""
    x, y, size, opacity = (
        resting(look.get(key, usual)) for key, usual in (("x", 0), ("y", 0), ("scale", 1), ("opacity", 1))
    )
    return f"{_corner(sketch, x, y)} (x {x:g}, y {y:g} from the centre), scale {size * 100:g} %, opacity {opacity * 100:g} %"


def _corner(sketch: Sketch, x: float, y: float) -> str:
    """ "top right", by thirds of the canvas."""
    third_x, third_y = sketch.state.width / 6, sketch.state.height / 6
    upright = "top" if y < -third_y else "bottom" if y > third_y else ""
    across = "left" if x < -third_x else "right" if x > third_x else ""
    return " ".join(part for part in (upright, across) if part) or "centre"


def _speed(held: dict[str, Any]) -> str:
    if held["type"] not in ("video", "audio"):
        return ""
    return f"{float(Fraction(*(held.get('rate') or [1, 1]))):g}× speed" + (
        ", reversed" if held.get("reverse") else ", not reversed"
    )


def _look(held: dict[str, Any]) -> str:
    graded = [name for name, value in (held.get("grade") or {}).items() if value]
    moving = '"kf"' in str(held).replace("'", '"')
    return ", ".join(
        [
            *(["graded: " + facts.listed(graded)] if graded else []),
            *(["animated"] if moving else []),
            *([] if held.get("enabled", True) else ["hidden"]),
        ]
    )


def composition(sketch: Sketch, found: Found) -> str:
    """Length, size, shape, rate and what is in it."""
    return f"{listings.overview(sketch, found)} {facts.rate(sketch, found)} {facts.background(sketch, found)}"


def things(sketch: Sketch, found: Found) -> str:
    ids = list(found["things"].ids)[:MOST]
    return " ".join(item(sketch, one) for one in ids)


def about(reading: Reading) -> str | None:
    """What is known of the things that a question speaks of, or of the whole; None where it speaks of neither."""
    ids = spoken_of(reading)
    if ids:
        return " ".join(item(reading.sight, one) for one in ids[:MOST])
    if COMPOSITION & {token.norm for token in reading.tokens}:
        return composition(reading.sight, {})
    return None


# --- yes or no about one thing ----------------------------------------------------------------------------------------


ENDS = (
    ("audio", "fadeInFrames", "in"),
    ("audio", "fadeOutFrames", "out"),
    ("fades", "inFrames", "in"),
    ("fades", "outFrames", "out"),
)


def fades(sketch: Sketch, found: Found) -> str:
    """Whether and how long a thing fades, by its sound or its picture."""
    told = []
    for one in sketch.ids(found["things"])[:MOST]:
        held = sketch.state.items[one]
        lengths = [(way, int((held.get(part) or {}).get(key) or 0)) for part, key, way in ENDS]
        ends = [f"{way} over {facts.span(sketch, length)}" for way, length in lengths if length]
        name = facts.named(sketch, one)
        told.append(f"{name} fades {facts.listed(ends)}." if ends else f"No: {name} has no fades.")
    return " ".join(told)


def silent(sketch: Sketch, found: Found) -> str:
    """Which of the clips cannot be heard."""
    ids = sketch.by_time(of_kind(sketch.state, "clip"))
    mute = [facts.named(sketch, one) for one in ids if not sketch.audible(one)]
    off = [facts.named(sketch, one) for one in ids if (sketch.state.items[one].get("audio") or {}).get("muted")]
    return f"Without sound of their own: {facts.listed(mute) or 'none'}. Muted: {facts.listed(off) or 'none'}."


def share(sketch: Sketch, found: Found) -> str:
    """How much of the whole some things take up."""
    total, part = (
        max(1, sketch.state.end),
        sum(sketch.state.items[one]["durationInFrames"] for one in sketch.ids(found["things"])),
    )
    return f"{found['things'].words}: {facts.span(sketch, part)}, {100 * part / total:.0f} % of the composition's {facts.span(sketch, total)}."


def together(sketch: Sketch, found: Found) -> str:
    ids = sketch.ids(Things(found["things"].ids, found["things"].words))
    return f"Together {facts.span(sketch, sum(sketch.state.items[one]['durationInFrames'] for one in ids))}: {facts.listed([facts.named(sketch, one) for one in ids])}."


def rest(sketch: Sketch, found: Found) -> str:
    end = max(end_of(sketch.state.items[one]) for one in sketch.ids(found["things"]))
    return f"After {found['things'].words} there are {facts.span(sketch, sketch.state.end - end)} left."


def cuts(sketch: Sketch, found: Found) -> str:
    clips = sketch.by_time(of_kind(sketch.state, "clip"))
    edges = [sketch.clock(sketch.state.items[one]["from"]) for one in clips[1:]]
    return (
        f"There {'is' if len(edges) == 1 else 'are'} {len(edges)} cut{'' if len(edges) == 1 else 's'} between {len(clips)} clips: at {facts.listed(edges)}."
        if edges
        else "There are no cuts."
    )


def playhead(sketch: Sketch, found: Found) -> str:
    frame = sketch.scene.playhead
    return (
        "I do not know where the playhead is."
        if frame is None
        else f"The playhead is at {sketch.clock(frame)} (frame {frame})."
    )


def track(sketch: Sketch, found: Found) -> str:
    held = next(one for one in sketch.state.tracks if one["id"] == found["track"])
    state = ", ".join(word if held.get(word) else f"not {word}" for word in ("muted", "hidden", "locked"))
    return f"The track {held['name']} is {state}, at {resting(held.get('volumeDb', 0)):g} dB; {len(held['items'])} item{'' if len(held['items']) == 1 else 's'}."


# --- comparing --------------------------------------------------------------------------------------------------------

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


def tracks_of(sketch: Sketch, found: Found) -> str:
    """How many tracks of a kind there are."""
    if found["kind"] not in ("audio", "video", "sound"):
        raise Pass
    kind = "audio" if found["kind"] == "sound" else found["kind"]
    names = [str(track["name"]) for track in sketch.state.tracks if track["kind"] == kind]
    return f"There {'is' if len(names) == 1 else 'are'} {len(names)} {kind} track{'' if len(names) == 1 else 's'}: {facts.listed(names) or 'none'}."


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
