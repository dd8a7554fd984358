"""Fades in and out, of picture and of sound."""

from __future__ import annotations

from ..core_phrase import Things
from ..kinds import of_kind
from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Refused, Sketch, end_of

LETTERED = ("text", "image", "gif", "solid", "captions")


def _usual(sketch: Sketch, found: Found) -> int:
    return int(found.get("dur") or round(float(sketch.state.fps)))


def fade(sketch: Sketch, things: Things, into: int | None, out: int | None, sound_only: bool = False) -> None:
    """Sound fades by level, clips by picture and sound, titles and stills by keyframes of their opacity."""
    for item_id in sketch.ids(things):
        item = sketch.state.items[item_id]
        kind, length = item["type"], item["durationInFrames"]
        room = length // (2 if into and out else 1)
        first, last = (min(frames, room) if frames else None for frames in (into, out))
        if kind in LETTERED:
            for preset, frames in (("fade-in", first), ("fade-out", last)):
                if frames:
                    sketch.do("applyMotionPreset", ids=[item_id], preset=preset, durationInFrames=frames)
        else:
            target = "audio" if kind == "audio" or sound_only else "both"
            sketch.do("setFades", ids=[item_id], inFrames=first, outFrames=last, target=target)
    sketch.mention(*things.ids)


def fade_in(sketch: Sketch, found: Found) -> None:
    fade(sketch, found["things"], _usual(sketch, found), None)


def fade_out(sketch: Sketch, found: Found) -> None:
    fade(sketch, found["things"], None, _usual(sketch, found))


def fade_both(sketch: Sketch, found: Found) -> None:
    frames = _usual(sketch, found)
    fade(sketch, found["things"], frames, int(found.get("dur2") or frames))


def sound_in(sketch: Sketch, found: Found) -> None:
    fade(sketch, found["things"], _usual(sketch, found), None, sound_only=True)


def sound_out(sketch: Sketch, found: Found) -> None:
    fade(sketch, found["things"], None, _usual(sketch, found), sound_only=True)


def sound_both(sketch: Sketch, found: Found) -> None:
    fade(sketch, found["things"], _usual(sketch, found), _usual(sketch, found), sound_only=True)


def fade_to(sketch: Sketch, found: Found) -> None:
    """ "fade out from 20s": the fade begins there and reaches the item's end."""
    for item_id in sketch.ids(found["things"]):
        end = end_of(sketch.state.items[item_id])
        frames = end - found["point"].frame
        if not 0 < frames <= sketch.state.items[item_id]["durationInFrames"]:
            raise Refused(f"{sketch.label(item_id)} is not there at {sketch.clock(found['point'].frame)}.")
        fade(sketch, Things((item_id,), "it"), None, frames)


def no_fade(sketch: Sketch, found: Found) -> None:
    before = len(sketch.steps)
    for item_id in sketch.ids(found["things"]):
        sketch.do("setFades", ids=[item_id], inFrames=0, outFrames=0)
    if len(sketch.steps) == before:
        raise Pass


def _ending(sketch: Sketch) -> list[str]:
    items = sketch.state.items
    return [i for i in sketch.by_time(items) if end_of(items[i]) == sketch.state.end]


def _opening(sketch: Sketch) -> list[str]:
    clips = of_kind(sketch.state, "clip")
    return sketch.by_time(clips)[:1] + [i for i in of_kind(sketch.state, "music") if sketch.state.items[i]["from"] == 0]


def end_to_black(sketch: Sketch, found: Found) -> None:
    """The whole composition fades out: everything that is there at its end."""
    fade(sketch, Things(tuple(_ending(sketch)), "the end"), None, _usual(sketch, found))


def sound_end(sketch: Sketch, found: Found) -> None:
    """What is heard at the very end fades away."""
    ids = tuple(item for item in _ending(sketch) if sketch.audible(item))
    fade(sketch, Things(ids, "the sound"), None, _usual(sketch, found), sound_only=True)


def start_from_black(sketch: Sketch, found: Found) -> None:
    fade(sketch, Things(tuple(_opening(sketch)), "the start"), _usual(sketch, found), None)


def whole_both(sketch: Sketch, found: Found) -> None:
    start_from_black(sketch, found)
    end_to_black(sketch, found)


IN = "[over|for|during|in|across|within|lasting|of] [the] [its] [first] {dur} [at] [the] [very] [start|beginning]"
OUT = "[over|for|during|in|across|within|lasting|of] [the] [its] [last|final] {dur} [at] [the] [very] [end]"
WHOLE = "[the] [whole|entire] video|composition|timeline|edit|movie|film|project|everything"
FADE_IN, FADE_OUT = (
    "[smooth|slow|quick|gentle|nice|soft|long|short|audio|visual|video] fade in|ins [effect|animation]",
    "[smooth|slow|quick|gentle|nice|soft|long|short|audio|visual|video] fade out|outs [effect|animation]",
)


def _each(pattern: str, tail: str) -> tuple[str, str]:
    return f"{pattern} {tail}", pattern


# These stand before transitions, which can be called fades too.
REMOVAL = (
    *rules(
        no_fade, "<delete> [the|all] fade|fades [in|out] [and|in] [out] from|on|of {things}", "<make> {things} not fade"
    ),
)

RULES = (
    *rules(fade_both,
        *_each("fade {things} in and|& [then] out", "[over|for|of|by|lasting] {dur} [each] [each]"), *_each("fade in and|& [then] out {things}", "[over|for|of] {dur} [each]"),
        "<apply> [a] [{dur}] fade in and [a] [{dur2:dur}] [fade] out to|on|for {things}",
        "<apply> [{dur}] fades to|on [the] [both] [start|beginning|ends] [and] [end] [of] {things}", "<apply> {things} a [{dur}] fade in and [a] [{dur2:dur}] [fade] out",
        "fade {things} in over {dur} and [fade] [it] out over {dur2:dur}", "fade {things} at both ends", "fade {things} in at the start|beginning and out at the end",
    ),
    *rules(whole_both, f"fade {WHOLE} in and out", "fade in from black and [fade] out to black"),
    *rules(end_to_black,
        *_each(f"fade {WHOLE} out [to] [black] [at] [the] [end]", OUT), *_each(f"fade out {WHOLE} [to] [black] [at] [the] [end]", OUT), *_each(f"fade {WHOLE} to black [at] [the] [end]", OUT),
        *_each("fade [out] [to] black at|near [the] [very] end [of] [the] [video]", OUT), *_each("fade to black", OUT), *_each("fade out [at] [the] [very] end [of] [the] [video]", OUT), "fade [out] [to] [black] {dur} before the end",
        *_each("<apply> a [{dur}] fade out|to [to] [black] at|to [the] [very] end [of] [the] [video|composition]", OUT), "<apply> a [{dur}] fade to black", "end with a [{dur}] fade [out] [to] [black]", "<make> [the] ending fade [out] [to] [black]", "fade [the] ending|end [out] [to] [black]",
    ),
    *rules(start_from_black,
        *_each(f"fade {WHOLE} in [from] [black] [at] [the] [start|beginning]", IN), *_each(f"fade in {WHOLE} [from] [black] [at] [the] [start|beginning]", IN),
        *_each("fade in from black [at] [the] [start|beginning]", IN), *_each("fade [in] [from] [black] at [the] [very] start|beginning [of] [the] [video]", IN),
        "<apply> a [{dur}] fade in [from] [black] at|to [the] [very] start|beginning [of] [the] [video|composition]", "start|open with a [{dur}] fade in|from [from] [black]",
    ),
    *rules(sound_end, "fade [the] [all] [the] <sound> out [at|near] [the] [very] [end]", "fade out [the] [all] [the] <sound> [at|near] [the] [very] [end]", *_each("fade [the] <sound> out [at] [the] [end]", OUT), *_each("fade out [the] <sound>", OUT)),
    *rules(fade_to, "fade [out] {things} [out] [starting] from|at|after {point} [on|onwards]", "fade {things} out [starting] from|at|after {point} [to|until] [the] [end]"),
    *rules(sound_both, "fade [the] <sound> of|on {things} in and out", "fade {things} <sound> in and out", "fade {things} 's <sound> in and out"),
    *rules(sound_in,
        *_each("fade in [the] <sound> of|on|from|for {things}", IN), *_each("fade [the] <sound> of|on|from|for {things} in", IN), *_each("fade {things} ['s] <sound> in", IN), *_each("fade in {things} ['s] <sound>", IN), "<apply> a [{dur}] audio fade in to|on {things}",
    ),
    *rules(sound_out,
        *_each("fade out [the] <sound> of|on|from|for {things}", OUT), *_each("fade [the] <sound> of|on|from|for {things} out", OUT), *_each("fade {things} ['s] <sound> out", OUT), *_each("fade out {things} ['s] <sound>", OUT), "<apply> a [{dur}] audio fade out to|on {things}",
    ),
    *rules(fade_in,
        *_each("<fade> in {things} [from] [black] [at] [the] [start|beginning]", IN), *_each("<fade> {things} in [from] [black] [at] [the] [start|beginning]", IN), *_each("<make> {things} fade in [from] [black]", IN), "<fade> {things} in {dur}",
        f"<apply> a [{{dur}}] {FADE_IN} to|on|for|at [the] [start|beginning] [of] {{things}}", f"<apply> {{things}} a [{{dur}}] {FADE_IN}", f"<apply> a {FADE_IN} of {{dur}} to|on|for {{things}}", f"<apply> a {FADE_IN} to|on|for {{things}} [of|over|lasting|for] {{dur}}",
        "{things} should fade in", *_each("<make> {things} appear|come|start|begin|enter [in|up] gradually|slowly|smoothly|softly", IN), *_each("bring {things} in gradually|slowly|smoothly|softly", IN), "ease {things} in", "fade {things} [up] from black", "<set> [the] fade in [of|on|for] {things} to {dur}",
    ),
    *rules(fade_out,
        *_each("<fade> out {things} [to] [black|silence] [at] [the] [very] [end]", OUT), *_each("<fade> {things} out [to] [black|silence] [at] [the] [very] [end]", OUT), *_each("<make> {things} fade [out] [away] [to] [black|silence] [at] [the] [end]", OUT),
        f"<apply> a [{{dur}}] {FADE_OUT} to|on|for|at [the] [end] [of] {{things}}", f"<apply> {{things}} a [{{dur}}] {FADE_OUT}", f"<apply> a {FADE_OUT} of {{dur}} to|on|for {{things}}", f"<apply> a {FADE_OUT} to|on|for {{things}} [of|over|lasting|for] {{dur}}",
        *_each("fade {things} to black|silence|nothing", OUT), *_each("fade {things} away|down", OUT), "{things} should fade out", *_each("<make> {things} disappear|go|end|stop|leave [out|away] gradually|slowly|smoothly|softly", OUT), *_each("fade [out] [the] end [of] {things} [out] [to] [black]", OUT),
        "<set> [the] fade out [of|on|for] {things} to {dur}",
    ),
)  # fmt: skip
