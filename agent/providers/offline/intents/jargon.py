"""The cutting room's own words for what others say at length: lift, blade, super, punch in, push in, retime, bg."""

from __future__ import annotations

import math

from ..grades import LOOKS, Look
from ..pattern import Found
from ..rule import Build, rules
from ..sketch import Asked, Pass, Refused, Sketch, end_of
from ..tokens import words
from . import (
    canvas,
    deleting,
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
    tracks,
    transitions,
    trimming,
    verbs,
)
from .sound import heard


def lift(sketch: Sketch, found: Found) -> None:
    """Take out and leave the hole; of sound, "lift" may mean louder."""
    if any(sketch.state.items[item]["type"] == "audio" for item in found["things"].ids):
        raise Pass
    deleting.delete(sketch, found)


def blade_track(sketch: Sketch, found: Found) -> None:
    track = next(held for held in sketch.state.tracks if held["id"] == found["track"])
    splitting.through(sketch, track["items"], found["ats"])


def paler(sketch: Sketch, found: Found) -> None:
    """ "desat it a touch" takes some colour, "desat it" all."""
    words = "black and white" if sketch.degree == 1.0 else "desaturated"
    grading.apply(sketch, LOOKS[words], found["things"])


def relative(sign: int) -> Build:
    """A level by so many dB, said as a bare number."""

    def build(sketch: Sketch, found: Found) -> None:
        if not 0 < found["number"] <= 24:
            raise Pass
        sound.change(sketch, found["things"], sign * found["number"])

    return build


def below_zero(sketch: Sketch, found: Found) -> None:
    """ "music at -18": only a level is written so."""
    if found["number"] > 0:
        raise Pass
    sound.to_gain(sketch, found)


def level(sketch: Sketch, found: Found) -> None:
    """A bare number after "to": dB up to 12, percent beyond."""
    heard(sketch, found["things"])
    if found["number"] > 12:
        sound.to_share(sketch, {**found, "share": found["number"] / 100})
    else:
        sound.to_gain(sketch, found)


def which_track(sketch: Sketch, found: Found) -> None:
    """ "lock the audio track" where there are two of them: asked by what lies on each."""
    tracks = [held for held in sketch.state.tracks if held["kind"] == found["kind"] and held["items"]]
    if len(tracks) < 2:
        raise Pass
    raise Asked("Which track do you mean?", [(held["items"][0], held.get("name") or held["id"]) for held in tracks])


def same_length(sketch: Sketch, found: Found) -> None:
    """As long as the pictures last, for a sound; as the whole composition, for the rest."""
    pictures = [end_of(item) for item in sketch.state.items.values() if item["type"] != "audio"]
    for item_id in sketch.ids(found["things"]):
        item = sketch.state.items[item_id]
        end = max(pictures, default=0) if item["type"] == "audio" else sketch.state.end
        if end_of(item) == end:
            raise Refused(f"{sketch.label(item_id)} ends with the video already.")
        trimming.move_edge(sketch, item_id, "end", end)


def same_length_as(sketch: Sketch, found: Found) -> None:
    other = sketch.state.items[sketch.one(found["other"])]
    lasting.to_length(sketch, {**found, "amount": other["durationInFrames"]})


def where_to(sketch: Sketch, found: Found) -> None:
    """ "split the interview" says not where: an honest answer, no guess."""
    item = sketch.one(found["things"])
    raise Refused(
        f"Where should {sketch.label(item)} be split? Say for example “split it at 4 seconds” or “split it in half”."
    )


def track_for(sketch: Sketch, found: Found) -> None:
    """ "add a title track": named for what it is to carry."""
    words = found["content"].split()
    kind = "audio" if set(map(str.lower, words)) & HEARD else "video"
    sketch.do("addTrack", kind=kind, name=found["content"].capitalize())


def graded(sketch: Sketch, found: Found) -> None:
    """ "20% brighter": the look by so much instead of by the usual step."""
    look: Look = found["grades"]
    plain = sketch.fork(degree=1.0)
    step = abs(found["level"])
    grading.apply(
        plain, Look(tuple((name, math.copysign(step, by)) for name, by in look.add), look.put), found["things"]
    )
    sketch.adopt(plain)


def faster_frames(sketch: Sketch, found: Found) -> None:
    canvas.rate(sketch, {"number": float(sketch.state.fps) * found["multiple"]})


def several(build: Build) -> Build:
    """One track after the other."""

    def run(sketch: Sketch, found: Found) -> None:
        for name in "ab":
            build(sketch, {**found, "track": found[name]})

    return run


def track_swap(sketch: Sketch, found: Found) -> None:
    """Two tracks change places."""
    here, there = sorted((found["a"], found["b"]), key=lambda t: [held["id"] for held in sketch.state.tracks].index(t))
    order = [held["id"] for held in sketch.state.tracks]
    low, high = order.index(here), order.index(there)
    if low == high:
        raise Refused("That is one and the same track.")
    sketch.do("moveTrack", trackId=there, index=low)
    if high - low > 1:
        sketch.do("moveTrack", trackId=here, index=high)


HEARD = words("audio sound music voice voiceover vo sfx effects narration song foley")
T = "{things}"
TRACK_VERBS = "lock|unlock|mute|unmute|solo|hide|show|delete|remove|disable|enable|clear"
TR, OTHER = "{track:plain_track}", "{other:plain_track}"
SHOW = "show|video|whole|entire|full|complete|spot|piece|cut|edit|sequence|timeline|runtime"
LEVEL = "[<volume>]"
LETTERS = "super|chyron|card|end|opening|closing|title|caption|headline|subtitle|text"

RULES = (
    *rules(lift, f"lift {T} [out] [and|but] [leave|leaving|with] [a|the] [gap|hole|space]", f"lift {T} [out|off] [of] [the] [timeline|sequence|edit|track]"),
    *rules(deleting.delete, f"pull {T} [out|entirely|completely|altogether]", f"pull {T} from the edit|cut|sequence|timeline|show"),
    *rules(deleting.delete_and_close, f"extract {T}", f"<delete> {T} [and] ripple [it|everything|the] [rest|gap|closed]"),
    *rules(blade_track, f"<split> [across|through] {TR} {{ats}}", f"<add> a|an cut|edit on|in|to {TR} {{ats}}"),
    *rules(trimming.off_end,
        f"pull|bring|roll|take [the] {trimming.END} of {T} in|back|up [by] {{amount}}", f"pull|bring|roll|take {T} 's {trimming.END} in|back|up [by] {{amount}}", f"pull|bring|roll|take in|back [the] {trimming.END} of {T} [by] {{amount}}",
        f"<cut> {T} 's {trimming.END} [by] {{amount}}", f"pull {{amount}} out|off [of|from] [the] {trimming.END} of {T}", f"<trim> {T} {{amount}} {trimming.OFF} [at] {trimming.END}",
    ),
    *rules(trimming.off_start,
        f"pull|bring|roll|take [the] {trimming.START} of {T} in|up|down [by] {{amount}}", f"pull|bring|roll|take {T} 's {trimming.START} in|up|down [by] {{amount}}", f"pull|bring|roll|take in|up [the] {trimming.START} of {T} [by] {{amount}}",
        f"<cut> {T} 's {trimming.START} [by] {{amount}}", f"pull {{amount}} out|off [of|from] [the] {trimming.START} of {T}", f"<trim> {T} {{amount}} {trimming.OFF} [at] {trimming.START}",
    ),
    *rules(lasting.longer,
        f"extend|push|roll|pull [the] {trimming.END} of {T} out|on|later [by] {{amount}}", f"extend|push|roll {T} 's {trimming.END} [out|on] [by] {{amount}}", f"hold|keep|leave|extend|stretch {T} [on|up] [screen] [for] {{amount:extra}}", f"hold {T} [for] [an] {{amount:extra}}",
        f"<make> {T} [last|run|stay|be] {{amount:extra}}", f"<add> {{amount:extra}} to {T}", f"give {T} {{amount:extra}}",
    ),
    *rules(trimming.end_at, f"trim|bring|pull|cut [the] {trimming.END} of {T} [back|in] to {{point}}", f"trim|cut {T} 's {trimming.END} [back] to {{point}}"),
    *rules(trimming.start_at, f"trim|bring|pull|cut [the] {trimming.START} of {T} [in|up|back] to {{point}}", f"trim|cut {T} 's {trimming.START} to {{point}}"),
    *rules(trimming.end_at, f"<make> {T} stay|stays|remain|visible|show|run|be [on] [screen|up|visible|there] until|till|to {{point}}", f"keep|hold|leave {T} [on] [screen|up|visible|there] until|till {{point}}"),
    *rules(same_length, f"<trim> {T} [down] to [match] [the] length|duration|end of [the] [whole|entire] video|composition|timeline|edit|film", f"<trim> {T} to match|fit [the] [length|duration] [of] [the] [whole] video|composition|timeline|edit|film|picture", f"<make> {T} [be] [the] same length as [the] [whole] video|composition|timeline|edit|film"),
    *rules(same_length_as, f"<make> {T} [be] [the] same length|duration as {{other:things}}", f"<make> {T} [last|stay|run|be|play|visible] [on] [for] as long|short as {{other:things}}", f"<trim> {T} [down] to [match] [the] length|duration of {{other:things}}", f"<trim> {T} to match|fit [the] [length|duration] [of] {{other:things}}"),
    *rules(picture.crop, f"crop {T} [by] {{share}} [off|from|on|at] {{sides}} [side|sides|edge]", f"crop {T} [by] {{share}} [on|at|from] {{sides:each_side}}"),
    *rules(lasting.whole_video,
        f"run|play|show|keep|hold|stretch|extend|put {T} over|for|across|through|throughout|during|on the [whole|entire|full|complete] {SHOW} [video|show|time|length|duration|thing|piece|way|sequence|timeline|composition|film|movie]",
    ),
    *rules(deleting.insert_gap, "open [up] [a] {dur} gap|hole|space {at}", "open [up] [a] gap|hole|space of {dur} {at}", "slug {dur} {at}", "<add> {dur} [of] slug {at}"),
    *rules(speed.last,
        f"retime|respeed|speed|slow|ramp|time|fit [up|down] {T} [up|down] so [that] it|they is|are|lasts|last|runs|run|takes|take|fits|fit [in|only|exactly|for|just] {{dur}} [long]", f"retime|respeed {T} to|into [be|last|run] {{dur}} [long]",
        f"speed|slow {T} up|down to [be|last|run|fit] [in] {{dur}} [long]", f"fit to fill {T} to|in|into {{dur}}",
    ),
    *rules(speed.to, f"retime|respeed {T} [to|at] {{share}} [speed]", f"retime|respeed {T} [to|at] {{multiple}} [speed]", f"{{share}} speed on|for|to {T}", f"{{multiple}} speed on|for|to {T}", f"speed [of] {{share}} on|for {T}"),
    *rules(picture.bigger, f"punch in|into [{{share}}] [on|to] {T} [by] [{{share}}]", f"punch {T} in [by] [{{share}}]", f"punch in [on|to] {T} [by] {{share}}"),
    *rules(picture.smaller, f"punch out [{{share}}] [of|on|from] {T} [by] [{{share}}]"),
    *rules(motion.zoom, f"[a] slow|gentle|subtle|creeping push|zoom|creep in|into [on|to] {T}", f"<add> a|an [slow|gentle|subtle] push in|into [on|to] {T}", f"push in [slowly] on {T} [slowly]", f"creep in [on] {T}"),
    *rules(motion.zoom_out, f"[a] slow|gentle|subtle pull|zoom out|back [on|of|from] {T}", f"pull|zoom out slowly on|from|of {T}"),
    *rules(picture.clearer, f"<make> {T} {{share}} more transparent|translucent|faded|faint", f"<make> {T} {{share}} less opaque|visible|solid"),
    *rules(picture.denser, f"<make> {T} {{share}} less transparent|translucent|faded|faint", f"<make> {T} {{share}} more opaque|visible|solid"),
    *rules(grading.named("more saturated"), f"<make> {T} pop more", f"<make> {T} 's colors|colours pop [more]"),
    *rules(grading.named("black and white"), f"take|suck|pull|drain|strip|bleed [all] [of] [the] color|colour|colors|colours out of|from {T}"),
    *rules(sound.to_gain, f"fade|ride|dip|ease {T} [<volume>] [down|up] to {{gain}}"),
    *rules(motion.zoom, f"zoom|push slowly|gently|gradually|subtly in|into [on|to] {T}", f"slowly|gently|gradually zoom|push {T} in"),
    *rules(several(tracks.mute), "<mute> tracks {a:plain_track} and|, {b:plain_track}", "<mute> {a:plain_track} and {b:plain_track} tracks"),
    *rules(several(tracks.lock), "lock tracks {a:plain_track} and|, {b:plain_track}", "lock {a:plain_track} and {b:plain_track} tracks"),
    *rules(several(tracks.hide), "<hide> tracks {a:plain_track} and|, {b:plain_track}", "<hide> {a:plain_track} and {b:plain_track} tracks"),
    *rules(several(tracks.unmute), "<unmute> tracks {a:plain_track} and|, {b:plain_track}"),
    *rules(graded, f"<make> {T} {{grades}} by {{level}}", f"<make> {T} {{level}} {{grades}}", f"{T} {{level}} {{grades:comparative}}"),
    *rules(transitions.everywhere, "crossfade|dissolve|transition everything|all [with|using] [{dur}] [crossfades|dissolves|transitions]", "crossfade|dissolve all [the|of] [the] clips|shots|cuts with [{dur}] [crossfades|dissolves|transitions]"),
    *rules(picture.centre, f"<make> {T} [be] centered|centred [on|in] [the] [screen|frame|middle]"),
    *rules(paler, f"desat {T}", f"desat {T} [down] [some]"),
    *rules(grading.look, f"{{grades}} on|for {T}", f"go {{grades}} on|for {T}"),
    *rules(muting.mute, f"<delete> [all] [the] <natsound> on|of|from|in|under {T}", f"<mute> [the] <natsound> on|of|from|in|under {T}", f"{T} mos", f"make {T} mos", f"<delete> {T} 's <natsound>", f"no <natsound> on|from|under {T}"),
    *rules(below_zero, f"<set> {T} {LEVEL} [down|up] to|at {{number:figure}}", f"{T} {LEVEL} [to|at] {{number:figure}}", f"park|ride|leave|keep {T} {LEVEL} at {{number:figure}}"),
    *rules(level, f"drop|lower|duck|dip|pull|turn|dial|bring [down|up] {T} {LEVEL} [down|up] to {{number:figure}}", f"raise|boost|bump {T} {LEVEL} [up] to {{number:figure}}", f"{T} <volume> [to|at] {{number:figure}}"),
    *rules(relative(-1), f"drop|lower|duck|dip|reduce {T} {LEVEL} [down] by {{number:figure}}", f"turn|bring|pull|take|dial|knock|ease [down] {T} {LEVEL} down [by] {{number:figure}}", f"{T} down [by] {{number:figure}}"),
    *rules(relative(1), f"raise|boost|bump|lift {T} {LEVEL} [up] by {{number:figure}}", f"turn|bring|push|take|nudge {T} {LEVEL} up [by] {{number:figure}}"),
    *rules(fading.fade_both, f"fade {T} in [over|for|across|in] [the] [first] {{dur:amount}} and [fade] [it] [back] out [over|for|across|in|during] [the] [last|final] {{dur2:amount}}", f"fade {T} out [over|for] [the] [last] {{dur2:amount}} and [fade] [it] in [over|for] [the] [first] {{dur:amount}}"),
    *rules(fading.fade_in, f"{{dur}} fade|ramp in|up on|for|to|at [the] [start|head|top] [of] {T}", f"fade|ramp up {T} [over|for] [{{dur}}]", f"fade in of {{dur}} on {T}"),
    *rules(fading.fade_out, f"{{dur}} fade|ramp out|down on|for|to|at [the] [end|tail] [of] {T}", f"fade|ramp down {T} [over|for] [{{dur}}]"),
    *rules(fading.start_from_black,
        "fade [in|up] [up] from black [at|on|from|in] [the] [very] [head|top|start|beginning|open] [of] [the] [show|video|film|sequence] [over|for] [{dur}]", "{dur} fade [in|up] [up] from black [at|on] [the] [head|top|start|beginning]", "open on black [and] [then] fade in|up",
    ),
    *rules(fading.end_to_black, "fade [out|down] to black [at|on|over] [the] [very] [tail|end|last|close] [of] [the] [show|video|film|sequence] [over|for] [{dur}]", "{dur} fade [out|down] to black [at|on] [the] [tail|end]"),
    *rules(lettering.add_low, "lower third [:] {content:quote} {more:mods}", "[a] lower|chyron|strap [third] [saying|reading|:] {content:quote} {more:mods}", "lower third [saying|that] [says] [:] {content:plain_content} {more:mods}", "<add> {content:quote} low [on|in] [screen|frame] {more:mods}"),
    *rules(lettering.add,
        "super [:] {content} {more:mods}", f"{LETTERS} [title|card] [that] [saying|reading|says|reads] [:] {{content:quote}} {{more:mods}}", "end|closing|opening|main title|card|slate [:] {content:plain_content} {more:mods}", "slap|throw|stick|whack {content:plain_content} on|over|across {more:mods}",
        "slap|throw|stick|whack|pop {content:quote} {more:mods}", "slap|throw|stick|whack|pop [on|up|in] [a] [<textnoun>] [<saying>] {content:quote} {more:mods}", "<textnoun> {content:quote} {more:mods}", "slap|throw|stick {content:shouted} {more:mods}",
    ),
    *rules(canvas.background, "bg|backdrop|canvas [color|colour] [to|in|should|:] [be] {colour}", "<make> [the] bg|backdrop [color|colour] [to] {colour}", "<set> [the] bg|backdrop [color|colour] to {colour}", "{colour} bg|background|backdrop"),
    *rules(canvas.name, "<rename> [the|this] seq|sequence|show|cut|spot [to|as|:] {content}", "<set> [the] seq|sequence|show name [to] {content}"),
    *rules(canvas.rate, "{number} <fps>", "conform [it|everything|the] [timeline|sequence|seq|whole] [thing] to {number} [<fps>]"),
    *rules(marking.add,
        "marker {ats} [called|named|saying|labelled|labeled|:] {content}", "marker {ats}", "[a] marker [called|named] {content:quote} {ats}", "marker [called|named|:] {content} {ats}", "mark {ats} [called|named|:] {content}", "flag {ats} [as|called|named] {content}", "flag {ats}",
    ),
    *rules(marking.move, "put|set|place the marker to|at|on {point}"),
    *rules(marking.add, "set a|an|another|one <marker> {ats}", "set a|an|another|one <marker> {ats} [and] called|named|labelled [it] {content}"),
    *rules(faster_frames, "{multiple} [the] <framerate>", "<make> [the] <framerate> {multiple} [as] [high|fast]"),
    *rules(tracks.rename, "<rename> {track:called} [track] [to|as|:] {content}"),
    *rules(which_track, f"{TRACK_VERBS} [the] {{kind:one_kind}} track|layer|lane", "turn|switch on|off [the] {kind:one_kind} track|layer|lane"),
    *rules(tracks.above, f"<move> {TR} [back] [up] above|over|on [top] [of] {OTHER}"),
    *rules(tracks.below, f"<move> {TR} [back] [down] below|under|beneath|underneath|behind {OTHER}"),
    *rules(track_swap, "<swap> {a:track} and|with {b:track}", "<swap> {a:plain_track} and|with {b:plain_track} track|tracks"),
    *rules(moving.at_point, f"<move> {T} to start|begin|play [at|from] {{point}}", f"<move> {T} so [that] it starts|begins [at|from] {{point}}"),
    *rules(moving.to_track, f"<move> {T} [on|over|down|up] to|onto|on {TR}"),
    *rules(verbs.silences, f"tighten [up] {T}"),
    *rules(verbs.publish, "throw|stick|get|put|send|push|drop|slap|fire|bung|chuck|whack it|this|that|them [up|out|over] [on|to|onto|up] [to] [my|our|the] {platform} [channel|account|page]"),
)  # fmt: skip

# Tried last of all.
LEFT = (
    *rules(track_for, "add|create|insert|make|new [a|an] [new|separate|another] {content:adjectives} track|lane"),
    *rules(where_to, "split|slice|divide|blade|razor {things} [up]"),
)
