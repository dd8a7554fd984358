"""Whole things in a sentence or two: for questions that no single fact answers, and for yes or no about one thing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from . import facts, listings
from .canvas_words import resting
from .core_phrase import Things
from .kinds import of_kind
from .pattern import Found, Reading
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


def tracks_of(sketch: Sketch, found: Found) -> str:
    """How many tracks of a kind there are."""
    if found["kind"] not in ("audio", "video", "sound"):
        raise Pass
    kind = "audio" if found["kind"] == "sound" else found["kind"]
    names = [str(track["name"]) for track in sketch.state.tracks if track["kind"] == kind]
    return f"There {'is' if len(names) == 1 else 'are'} {len(names)} {kind} track{'' if len(names) == 1 else 's'}: {facts.listed(names) or 'none'}."
