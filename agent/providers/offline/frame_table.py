"""The frames: which action takes which kinds of value, whatever the order in which they are said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .intents import (
    canvas,
    copying,
    deleting,
    effects,
    fading,
    grading,
    lasting,
    lettering,
    marking,
    motion,
    moving,
    muting,
    picture,
    sound,
    speed,
    splitting,
    transitions,
    trimming,
)
from .mods import Mods
from .pattern import Found, Row
from .rule import Build
from .sketch import Pass, Sketch
from .tokens import words


@dataclass(frozen=True, slots=True)
class Frame:
    """An intent: the action it answers to ("" where its values say enough), and the kinds of value it needs and may take."""

    action: str
    build: Build
    needs: frozenset[str]
    may: frozenset[str] = frozenset()


# Each action and the ways to name it.
ACTIONS: dict[str, tuple[str, ...]] = {
    name: tuple(phrase.strip() for phrase in text.split(","))
    for name, text in {
        "fade in": "fade in, fades in, fade up, fading in, fade in animation, ramp up, fade in effect",
        "fade out": "fade out, fades out, fade down, fading out, fade away, ramp down, fade out effect",
        "fade both": "fade in and out, fades in and out, fade in and fade out, fade at both ends, fades at both ends",
        "speed": "speed, playback speed, rate, playback, slow motion, slow mo, slowmo, slomo",
        "faster": "faster, quicker, speed up, sped up",
        "slower": "slower, slow down, slowed down",
        "reverse": "backwards, backward, in reverse, reversed, reverse",
        "volume": "volume, level, loudness, gain, audio level",
        "louder": "louder, up, turn up, bring up, boost, raise, increase",
        "quieter": "quieter, softer, down, turn down, bring down, lower, reduce, decrease, duck",
        "loud": "louder",
        "soft": "quieter, softer",
        "delete": "delete, remove",
        "mute": "mute, muted, silent, silence, sound off, audio off, no sound, no audio",
        "unmute": "unmute, unmuted, sound on, audio on",
        "opacity": "opacity, opaque, visible, visibility",
        "transparency": "transparency, transparent, see through",
        "bigger": "bigger, larger, scale up, enlarge",
        "smaller": "smaller, scale down, shrink",
        "scale": "scale, size, zoom level",
        "rotate": "rotate, rotation, rotated, turned, tilt, tilted, angle",
        "mirror": "mirror, mirrored, flop, flipped horizontally, flip horizontally",
        "flip": "flip vertically, flipped vertically, upside down",
        "push": "push in, slow push in, slow push, slow zoom, slow zoom in, slow push zoom, creep in, gentle push in, gentle zoom in, subtle zoom in, subtle push in",
        "pull": "pull out, slow pull out, slow zoom out, pull back, slow pull back, gentle zoom out, subtle zoom out",
        "ken burns": "ken burns, ken burns effect, pan and zoom",
        "pop": "pop, pop in, pop animation, bounce in",
        "pulse": "pulse, pulsing, pulse animation",
        "slide": "slide in, slides in, slide in animation",
        "background": "background, bg, backdrop, background color, background colour, canvas color, canvas colour",
        "marker": "marker, flag, cue point, mark",
        "trim": "trim, cut, shorten, shorter, shave",
        "head": "off the head of, off the start of, off the front of, off the beginning of, off the top of, from the start of, from the head of, off the start, off the front, off the head",
        "tail": "off the tail of, off the end of, off the back of, from the end of, from the tail of, off the end, off the tail, off the back",
        "length": "long, length, duration, total length, to last, lasting",
        "longer": "longer, extend, lengthen",
        "later": "later, delay, delayed, to the right in time",
        "earlier": "earlier, sooner",
        "freeze": "freeze, freeze frame, hold frame",
        "split": "split, blade, razor, slice",
        "transition": "transition",
        "text": "title, text, caption, headline, super, title card, text card, subtitle, heading",
        "low": "lower third, chyron, lower 3rd",
        "duplicate": "duplicate, copy, dupe, clone",
        "hide": "hide, hidden, invisible",
    }.items()
}

# Kinds of value beyond the grammar's own slots, with units that leave no doubt.
EXACT: dict[str, tuple[Row, ...]] = {
    "px": (("{number} px|pixel|pixels", lambda s, m: m["number"]),),
    "turn": (("{number} degree|degrees|deg|°", lambda s, m: m["number"]),),
    "percent": (
        ("{number} %|percent|pct", lambda s, m: m["number"] / 100),
        ("{number} per cent", lambda s, m: m["number"] / 100),
    ),
    "factor": (("{multiple}", lambda s, m: m["multiple"]),),
    "quiet": (("{number}", lambda s, m: m["number"] if m["number"] < 0 else None),),
    "rate": (("{number} <fps>", lambda s, m: m["number"]),),
    "pair": (
        ("between {a:things} and {b:things}", lambda s, m: m),
        ("from {a:things} to|into {b:things}", lambda s, m: m),
    ),
    "name": (("called|named|labelled|labeled|saying|titled {content}", lambda s, m: m["content"]),),
    "loudness": (("<volume>", lambda s, m: True),),
    "where": (("{place} [corner|side]", lambda s, m: m["place"]), ("{spot}", lambda s, m: m["spot"])),
}
# What the builders call the values.
NAMES = {
    "px": "pixels",
    "turn": "angle",
    "percent": "share",
    "factor": "multiple",
    "quiet": "gain",
    "rate": "number",
    "where": "spot",
    "shift": "way",
    "name": "content",
    "quote": "content",
}
KINDS = (
    "pair",
    "loudness",
    "gain",
    "px",
    "turn",
    "percent",
    "rate",
    "factor",
    "dur",
    "ats",
    "span",
    "where",
    "shift",
    "grades",
    "looks",
    "size",
    "colour",
    "transition",
    "name",
    "quote",
    "quiet",
)
# Words that add nothing to a frame.
IDLE = words(
    "a an the my our on in of at to for by with over onto into it's its and , : make do give put set apply add get go let have use want need should be please just so then some this there"
    " across effect animation seconds way amount total on screen frame"
) - words("seconds frame screen")


def _mods(sketch: Sketch, found: Found) -> Mods:
    mods = Mods()
    for name in ("at", "length", "span", "spot", "looks"):
        if name in found:
            setattr(mods, name, found[name])
    return mods


def _written(build: Build) -> Build:
    """Lettering takes its adjuncts together."""

    def run(sketch: Sketch, found: Found) -> None:
        times = found.get("ats", ())
        if len(times) > 1 or not str(found["content"]).strip():
            raise Pass
        spoken: dict[str, Any] = {**found, "length": found.get("dur")}
        if times:
            spoken["at"] = times[0]
        build(
            sketch,
            {"content": found["content"], "mods": _mods(sketch, {k: v for k, v in spoken.items() if v is not None})},
        )

    return run


def _once(build: Build) -> Build:
    """One instant, not several."""

    def run(sketch: Sketch, found: Found) -> None:
        if len(found["ats"]) > 1:
            raise Pass
        build(sketch, {**found, "at": found["ats"][0], "point": found["ats"][0]})

    return run


def _paired(build: Build) -> Build:
    return lambda sketch, found: build(sketch, {**found, **found["pair"]})


def _amount(build: Build) -> Build:
    return lambda sketch, found: build(sketch, {**found, "amount": found["dur"]})


def _frame(action: str, build: Build, needs: str, may: str = "") -> Frame:
    return Frame(action, build, words(needs), words(may))


def _lettered(build: Build) -> Build:
    def run(sketch: Sketch, found: Found) -> None:
        if any(sketch.state.items[item]["type"] not in ("text", "captions") for item in found["things"].ids):
            raise Pass
        build(sketch, found)

    return run


def _effects() -> tuple[Frame, ...]:
    return tuple(_frame(f"effect {kind}", effects.add(kind), "things", "px") for kind in effects.KINDS)


MANNERS = ("slow", "quick", "gentle", "soft", "smooth", "long", "short", "nice", "subtle")
for _fade in ("fade in", "fade out", "fade both"):
    ACTIONS[_fade] += tuple(
        f"{manner} {phrase}" for manner in MANNERS for phrase in ACTIONS[_fade] if phrase.startswith("fade")
    )
ACTIONS |= {f"effect {kind}": tuple(nouns.split("|")) for kind, (nouns, _, _) in effects.KINDS.items()}
FRAMES: tuple[Frame, ...] = (
    _frame("fade in", fading.fade_in, "things", "dur"),
    _frame("fade out", fading.fade_out, "things", "dur"),
    _frame("fade both", fading.fade_both, "things", "dur"),
    _frame("speed", speed.to, "things factor"),
    _frame("speed", speed.to, "things percent"),
    _frame("faster", speed.faster, "things", "factor percent"),
    _frame("slower", speed.slower, "things", "factor percent"),
    _frame("reverse", speed.backwards, "things"),
    _frame("volume", sound.to_gain, "things gain"),
    _frame("volume", sound.to_gain, "things quiet"),
    _frame("volume", sound.to_share, "things percent"),
    _frame("louder", sound.louder, "things gain", "loudness"),
    _frame("quieter", sound.quieter, "things gain", "loudness"),
    _frame("louder", sound.louder_share, "things percent", "loudness"),
    _frame("quieter", sound.quieter_share, "things percent", "loudness"),
    _frame("loud", sound.louder, "things"),
    _frame("soft", sound.quieter, "things"),
    _frame("delete", deleting.delete, "things"),
    _frame("mute", muting.mute, "things"),
    _frame("unmute", muting.unmute, "things"),
    _frame("opacity", picture.opacity, "things percent"),
    _frame("transparency", picture.transparency, "things percent"),
    _frame("bigger", picture.bigger, "things", "percent factor"),
    _frame("smaller", picture.smaller, "things", "percent factor"),
    _frame("scale", picture.scale_to, "things percent"),
    _frame("scale", picture.bigger, "things factor"),
    _frame("rotate", picture.rotate, "things turn"),
    _frame("mirror", picture.mirror, "things"),
    _frame("flip", picture.flip_down, "things"),
    _frame("", picture.place, "things where"),
    _frame("", picture.nudge, "things shift px"),
    _frame("", picture.nudge, "things shift percent"),
    _frame("push", motion.zoom, "things"),
    _frame("pull", motion.zoom_out, "things"),
    _frame("ken burns", motion.preset("ken-burns"), "things", "dur"),
    _frame("pop", motion.preset("pop"), "things", "dur"),
    _frame("pulse", motion.preset("pulse"), "things", "dur"),
    _frame("slide", motion.preset("slide-in"), "things", "dur"),
    _frame("background", canvas.background, "colour"),
    _frame("", canvas.rate, "rate"),
    _frame("marker", marking.add, "ats", "name"),
    _frame("trim", _amount(lasting.shorter), "things dur"),
    _frame("head", _amount(trimming.off_start), "things dur"),
    _frame("tail", _amount(trimming.off_end), "things dur"),
    _frame("length", _amount(lasting.to_length), "things dur"),
    _frame("longer", _amount(lasting.longer), "things dur"),
    _frame("later", _amount(moving.later), "things dur"),
    _frame("earlier", _amount(moving.earlier), "things dur"),
    _frame("freeze", _once(splitting.freeze), "things ats", "dur"),
    _frame("split", splitting.at, "things ats"),
    _frame("", _paired(transitions.between), "transition pair", "dur"),
    _frame("", grading.look, "things grades"),
    _frame("", _lettered(lettering.style), "things looks"),
    _frame("text", _written(lettering.add), "content", "ats dur span where looks"),
    _frame("low", _written(lettering.add_low), "content", "ats dur span looks"),
    _frame("duplicate", copying.duplicate, "things"),
    _frame("hide", moving.hide, "things"),
    *_effects(),
)  # fmt: skip
