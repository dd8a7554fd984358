"""The facts of a composition in sentences: what the answers to questions are made of."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import gcd
from typing import Any

from .canvas_words import resting
from .core_phrase import Things
from .pattern import Found
from .sketch import Refused, Sketch, end_of

MANY = 12


def span(sketch: Sketch, frames: int) -> str:
    """ "26 seconds (780 frames at 30 fps)"."""
    seconds = frames / float(sketch.state.fps)
    minutes = f", that is {sketch.clock(frames)}" if seconds >= 60 else ""
    return (
        f"{seconds:.2f}".rstrip("0").rstrip(".")
        + f" second{'' if seconds == 1 else 's'}{minutes} ({frames} frames at {fps(sketch)} fps)"
    )


def fps(sketch: Sketch) -> str:
    return f"{float(Fraction(sketch.state.fps)):.3f}".rstrip("0").rstrip(".")


def named(sketch: Sketch, item_id: str) -> str:
    item = sketch.state.items[item_id]
    return f"“{item['text']}”" if item.get("text") else str(item.get("name") or item_id)


def listed(parts: list[str]) -> str:
    """ "a, b and c", cut short when there are many."""
    if len(parts) > MANY:
        parts = [*parts[:MANY], f"{len(parts) - MANY} more"]
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else "".join(parts)


def verb(things: list[Any], one: str = "is", many: str = "are") -> str:
    return one if len(things) == 1 else many


def _ids(sketch: Sketch, found: Found) -> list[str]:
    return sketch.ids(found["things"])


def _each(sketch: Sketch, found: Found, tell: Any) -> str:
    return " ".join(tell(sketch, item) for item in _ids(sketch, found)[:MANY])


# --- how long, how many -----------------------------------------------------------------------------------------------


def total(sketch: Sketch, found: Found) -> str:
    return f"The composition is {span(sketch, sketch.state.end)} long."


def length(sketch: Sketch, found: Found) -> str:
    return _each(sketch, found, lambda s, i: f"{named(s, i)} is {span(s, s.state.items[i]['durationInFrames'])} long.")


def track_length(sketch: Sketch, found: Found) -> str:
    track = next(track for track in sketch.state.tracks if track["id"] == found["track"])
    end = max((end_of(sketch.state.items[item]) for item in track["items"]), default=0)
    return f"{track['name']} runs to {span(sketch, end)}, over {len(track['items'])} item{'' if len(track['items']) == 1 else 's'}."


def count(sketch: Sketch, found: Found) -> str:
    things: Things = found["things"]
    number = len(things.ids)
    return (
        f"There {'is' if number == 1 else 'are'} {number}: {listed([named(sketch, i) for i in things.ids])}."
        if number
        else "There are none (0)."
    )


def count_on(sketch: Sketch, found: Found) -> str:
    ids = tuple(item for item in found["things"].ids if sketch.state.items[item]["trackId"] == found["track"])
    return count(sketch, {"things": replace(found["things"], ids=ids)})


def exists(sketch: Sketch, found: Found) -> str:
    return "Yes. " + count(sketch, found) if found["things"].ids else "No, there are none."


def count_tracks(sketch: Sketch, found: Found) -> str:
    tracks = sketch.state.tracks
    return f"There {verb(list(tracks))} {len(tracks)} track{'' if len(tracks) == 1 else 's'}: {listed([str(track['name']) for track in tracks])}."


def count_effects(sketch: Sketch, found: Found) -> str:
    number = sum(len(item.get("effects") or ()) for item in sketch.state.items.values())
    return f"There {'is 1 effect' if number == 1 else f'are {number} effects'}."


# --- which ------------------------------------------------------------------------------------------------------------


def muted(sketch: Sketch, found: Found) -> str:
    items = [
        named(sketch, i)
        for i in sketch.by_time(sketch.state.items)
        if (sketch.state.items[i].get("audio") or {}).get("muted")
    ]
    tracks = [f"the track {track['name']}" for track in sketch.state.tracks if track.get("muted")]
    return f"Muted: {listed([*tracks, *items])}." if items or tracks else "Nothing is muted."


def hidden(sketch: Sketch, found: Found) -> str:
    items = [
        named(sketch, i) for i in sketch.by_time(sketch.state.items) if sketch.state.items[i].get("enabled") is False
    ]
    tracks = [f"the track {track['name']}" for track in sketch.state.tracks if track.get("hidden")]
    return f"Hidden: {listed([*tracks, *items])}." if items or tracks else "Nothing is hidden."


def locked(sketch: Sketch, found: Found) -> str:
    tracks = [str(track["name"]) for track in sketch.state.tracks if track.get("locked")]
    return f"Locked: {listed(tracks)}." if tracks else "No track is locked."


def selection(sketch: Sketch, found: Found) -> str:
    ids = [item for item in sketch.scene.selected if item in sketch.state.items]
    return f"Selected: {listed([sketch.label(item) for item in ids])}." if ids else "Nothing is selected."


# --- the canvas -------------------------------------------------------------------------------------------------------


def size(sketch: Sketch, found: Found) -> str:
    return f"The composition is {sketch.state.width}×{sketch.state.height} pixels ({_ratio(sketch)})."


def _ratio(sketch: Sketch) -> str:
    common = gcd(sketch.state.width, sketch.state.height)
    return f"{sketch.state.width // common}:{sketch.state.height // common}"


def aspect(sketch: Sketch, found: Found) -> str:
    width, height = sketch.state.width, sketch.state.height
    shape = "square" if width == height else "landscape" if width > height else "portrait"
    return f"It is {shape}: {_ratio(sketch)}, {width}×{height} pixels."


def rate(sketch: Sketch, found: Found) -> str:
    return f"The frame rate is {fps(sketch)} frames per second."


def background(sketch: Sketch, found: Found) -> str:
    return f"The background is {sketch.state.fields().get('background', '#000000')}."


def name(sketch: Sketch, found: Found) -> str:
    return f"The composition is called “{sketch.state.name}”."


def timecode(sketch: Sketch, found: Found) -> str:
    return f"It starts at frame {sketch.state.fields().get('startFrame', 0)} of its timecode."


# --- things -----------------------------------------------------------------------------------------------------------


def where(sketch: Sketch, found: Found) -> str:
    def tell(s: Sketch, i: str) -> str:
        item = s.state.items[i]
        seconds = item["from"] / float(s.state.fps)
        return f"{named(s, i)} is on the track {s.track_of(i)['name']} from {s.clock(item['from'])} ({seconds:g} s, frame {item['from']}) to {s.clock(end_of(item))} (frame {end_of(item)})."

    return _each(sketch, found, tell)


def on_track(sketch: Sketch, found: Found) -> str:
    return _each(sketch, found, lambda s, i: f"{named(s, i)} is on the track {s.track_of(i)['name']}.")


def says(sketch: Sketch, found: Found) -> str:
    texts_ = [i for i in _ids(sketch, found) if sketch.state.items[i].get("text")]
    if not texts_:
        raise Refused("That is no text.")
    return " ".join(f"It says “{sketch.state.items[i]['text']}”." for i in texts_)


def texts(sketch: Sketch, found: Found) -> str:
    ids = [i for i in sketch.by_time(sketch.state.items) if sketch.state.items[i]["type"] == "text"]
    return (
        f"The text{'s' if len(ids) != 1 else ''}: {listed([sketch.label(i) for i in ids])}."
        if ids
        else "There is no text."
    )


def volume(sketch: Sketch, found: Found) -> str:
    def tell(s: Sketch, i: str) -> str:
        if not s.audible(i):
            return f"{named(s, i)} has no sound."
        audio = s.state.items[i].get("audio") or {}
        state = "muted" if audio.get("muted") or s.track_of(i).get("muted") else "not muted"
        return f"{named(s, i)} is at {resting(audio.get('volumeDb', 0)):g} dB and {state}."

    return _each(sketch, found, tell)


def speed(sketch: Sketch, found: Found) -> str:
    return _each(
        sketch,
        found,
        lambda s, i: f"{named(s, i)} plays at {float(Fraction(*(s.state.items[i].get('rate') or [1, 1]))):g}× speed.",
    )


def colour(sketch: Sketch, found: Found) -> str:
    def tell(s: Sketch, i: str) -> str:
        item = s.state.items[i]
        held = (item.get("style") or {}).get("color") or item.get("color")
        return f"{named(s, i)} is {held}." if held else f"{named(s, i)} has no colour of its own."

    return _each(sketch, found, tell)


def font(sketch: Sketch, found: Found) -> str:
    def tell(s: Sketch, i: str) -> str:
        style = s.state.items[i].get("style") or {}
        return f"{named(s, i)} is set in {style.get('fontFamily', 'Inter')}, {resting(style.get('fontSize', 96)):g} px."

    return _each(sketch, found, tell)


def scale(sketch: Sketch, found: Found) -> str:
    def tell(s: Sketch, i: str) -> str:
        look = s.state.items[i].get("transform")
        if look is None:
            return f"{named(s, i)} has no picture."
        x, y, size, turn, opacity = (resting(look.get(key, 0)) for key in ("x", "y", "scale", "rotation", "opacity"))
        return f"{named(s, i)} is at x {x:g}, y {y:g} from the centre, scale {size * 100:g} %, rotation {turn:g}°, opacity {opacity * 100:g} %."

    return _each(sketch, found, tell)


def visible(sketch: Sketch, found: Found) -> str:
    def tell(s: Sketch, i: str) -> str:
        off = s.state.items[i].get("enabled") is False or s.track_of(i).get("hidden")
        return f"{named(s, i)} is {'hidden' if off else 'visible'}."

    return _each(sketch, found, tell)


def at(sketch: Sketch, found: Found, *, seen: bool = False) -> str:
    """What is there at an instant; with `seen`, only what has a picture."""
    frame = (found.get("at") or found["point"]).frame
    frame = min(frame, max(0, sketch.state.end - 1))
    ids = [
        i
        for i in sketch.by_time(sketch.state.items)
        if sketch.state.items[i]["from"] <= frame < end_of(sketch.state.items[i])
        and not (seen and sketch.state.items[i]["type"] == "audio")
    ]
    return (
        f"At {sketch.clock(frame)}: {listed([named(sketch, i) for i in ids])}."
        if ids
        else f"There is nothing at {sketch.clock(frame)}."
    )


def _beside(sketch: Sketch, found: Found, step: int) -> str:
    item = sketch.one(found["things"])
    line = sketch.by_time(sketch.track_of(item)["items"])
    place = line.index(item) + step
    word = "After" if step > 0 else "Before"
    if not 0 <= place < len(line):
        return f"{word} {named(sketch, item)} there is nothing on its track."
    return f"{word} {named(sketch, item)} comes {sketch.label(line[place])}."


def after(sketch: Sketch, found: Found) -> str:
    return _beside(sketch, found, 1)


def before(sketch: Sketch, found: Found) -> str:
    return _beside(sketch, found, -1)
