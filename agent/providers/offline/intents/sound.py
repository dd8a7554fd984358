"""What is heard: loudness, pan, ducking, and the audio effects."""

from __future__ import annotations

import math
from typing import Any

from ..canvas_words import resting
from ..core_phrase import Things
from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Refused, Sketch, end_of
from .trimming import edges, within

STEP_DB = 6.0
QUIETEST, LOUDEST = -96.0, 24.0


def heard(sketch: Sketch, things: Things) -> list[str]:
    """Of the items meant, those that can be heard; Pass when none can, for the words may be about something else."""
    ids = [item for item in sketch.ids(things) if sketch.audible(item)]
    if not ids:
        raise Pass
    return ids


def _volume(sketch: Sketch, item_id: str) -> float:
    return resting((sketch.state.items[item_id].get("audio") or {}).get("volumeDb", 0))


def _set(sketch: Sketch, levels: dict[str, float]) -> None:
    """Set levels in dB, one command for all items that get the same one."""
    by_level: dict[float, list[str]] = {}
    for item, level in levels.items():
        by_level.setdefault(round(max(QUIETEST, min(LOUDEST, level)), 2), []).append(item)
    for level, ids in by_level.items():
        sketch.do("setVolume", ids=ids, volumeDb=level)


def change(sketch: Sketch, things: Things, by: float) -> None:
    _set(sketch, {item: _volume(sketch, item) + by for item in heard(sketch, things)})


def louder(sketch: Sketch, found: Found) -> None:
    change(sketch, found["things"], _amount(sketch, found))


def quieter(sketch: Sketch, found: Found) -> None:
    change(sketch, found["things"], -_amount(sketch, found))


def stretch(sketch: Sketch, found: Found) -> str:
    """The piece of the one item meant that is heard from here to there; it is split around that span of time."""
    item = heard(sketch, found["things"])
    if len(item) != 1:
        raise Pass
    span, piece = within(sketch, item[0], found["span"]), item[0]
    start, end = edges(sketch, piece)
    if span.start < start or span.end > end:
        raise Refused(f"{sketch.label(piece)} is not heard all that time.")
    if span.end < end:
        sketch.do("splitItem", id=piece, atFrame=span.end)
    if span.start > start:
        known = set(sketch.state.items)
        sketch.do("splitItem", id=piece, atFrame=span.start)
        piece = next(iter(set(sketch.state.items) - known))
    return piece


def louder_there(sketch: Sketch, found: Found) -> None:
    change(sketch, Things((stretch(sketch, found),), "it"), _amount(sketch, found))


def quieter_there(sketch: Sketch, found: Found) -> None:
    change(sketch, Things((stretch(sketch, found),), "it"), -_amount(sketch, found))


def _amount(sketch: Sketch, found: Found) -> float:
    return abs(found["gain"]) if "gain" in found else STEP_DB * sketch.degree


def to_gain(sketch: Sketch, found: Found) -> None:
    level = float(found["gain"] if "gain" in found else found["number"])
    _set(sketch, dict.fromkeys(heard(sketch, found["things"]), level))


def decibels(factor: float) -> float:
    """A factor of amplitude in dB; silence is the lowest level."""
    return 20 * math.log10(factor) if factor > 0 else QUIETEST


def to_share(sketch: Sketch, found: Found) -> None:
    _set(sketch, dict.fromkeys(heard(sketch, found["things"]), decibels(found["share"])))


def louder_share(sketch: Sketch, found: Found) -> None:
    change(sketch, found["things"], decibels(1 + found["share"]))


def quieter_share(sketch: Sketch, found: Found) -> None:
    change(sketch, found["things"], decibels(max(0.0, 1 - found.get("share", 0.5))))


def times(sketch: Sketch, found: Found) -> None:
    change(sketch, found["things"], decibels(found["multiple"]))


def fraction_quiet(sketch: Sketch, found: Found) -> None:
    change(sketch, found["things"], decibels(1 / max(1.0, found["multiple"])))


def normal(sketch: Sketch, found: Found) -> None:
    _set(sketch, dict.fromkeys(heard(sketch, found["things"]), 0.0))


def same_as(sketch: Sketch, found: Found) -> None:
    level = _volume(sketch, sketch.one(found["other"]))
    _set(sketch, dict.fromkeys(heard(sketch, found["things"]), level))


def master(sketch: Sketch, found: Found) -> None:
    now = sketch.state.fields().get("masterAudio", {}).get("volumeDb", 0)
    sign = -1 if "down" in found else 1
    level = found["to"] if "to" in found else now + sign * _amount(sketch, found)
    sketch.do("setMasterAudio", volumeDb=round(max(QUIETEST, min(LOUDEST, level)), 2))


def unnamed(sketch: Sketch, found: Found) -> None:
    """ "turn the volume down": of what is selected or was spoken of, else of the whole."""
    ids = tuple(i for i in (sketch.mentioned or sketch.scene.selected) if i in sketch.state.items and sketch.audible(i))
    if not ids:
        master(sketch, found)
    elif "to" in found:
        _set(sketch, {item: float(found["to"]) for item in ids})
    else:
        change(sketch, Things(ids, "it"), _amount(sketch, found) * (-1 if "down" in found else 1))


def master_share(sketch: Sketch, found: Found) -> None:
    sketch.do("setMasterAudio", volumeDb=round(decibels(found["share"]), 2))


def deaf(sketch: Sketch, found: Found) -> None:
    raise Refused(f"{sketch.label(sketch.ids(found['things'])[0])} has no sound.")


def pan(sketch: Sketch, found: Found) -> None:
    across = found["place"][0]
    if across is None:
        raise Pass
    sketch.do("setVolume", ids=heard(sketch, found["things"]), pan=round(across * found.get("share", 1.0), 2))


def duck(sketch: Sketch, found: Found) -> None:
    """Lower one thing while another is heard, by 12 dB where nothing is said, with ramps of a third of a second."""
    ramp = max(1, round(float(sketch.state.fps) / 3))
    items = sketch.state.items
    voice = [items[item] for item in heard(sketch, found["other"])]
    begin, end = min(item["from"] for item in voice), max(map(end_of, voice))
    for item_id in heard(sketch, found["things"]):
        usual = _volume(sketch, item_id) - abs(found.get("gain", 12.0))
        keys = _dip(sketch, item_id, begin, end, ramp, found.get("to", usual))
        sketch.do("setKeyframes", id=item_id, property="volumeDb", keyframes=keys)


def _dip(sketch: Sketch, item_id: str, begin: int, end: int, ramp: int, low: float) -> list[dict[str, Any]]:
    item, base = sketch.state.items[item_id], _volume(sketch, item_id)
    last = item["durationInFrames"] - 1
    points = [(begin - ramp, base), (begin, low), (end, low), (end + ramp, base)]
    keys = {min(last, max(0, frame - item["from"])): level for frame, level in points}
    if len(keys) < 2 or end <= item["from"] or begin >= end_of(item):
        raise Refused(f"{sketch.label(item_id)} is not heard at the same time.")
    return [{"frame": frame, "value": level} for frame, level in sorted(keys.items())]


def audio_effect(kind: str) -> Any:
    def build(sketch: Sketch, found: Found) -> None:
        sketch.do("addEffect", ids=heard(sketch, found["things"]), kind=kind)

    return build


DUCKED = "[down] [(by {gain} / to ({to:gain} / {to:below_zero}))] under|beneath|during|while|when|behind [the]"
OF = "[<volume>] [of|on|for|from|in]"
UP, DOWN = "raise|increase|boost|up|lift|bump|crank|add|pump", "lower|reduce|decrease|drop|cut|dip|duck"

RULES = (
    *rules(pan, "pan {things} [all] [the] [way] [hard] [to] {place} [by] [{share}]", "pan {things} {share} [to] {place}", "<move> [the] <sound> of {things} to {place} [ear|speaker|channel|side]"),
    *rules(duck,
        "duck|dip|lower|fade {things} under|beneath|during|while|when|below|behind [the] {other:things} [is|are] [speaking|talking|playing|plays|speaks|talks]",
        f"<lower> {{things}} {DUCKED} {{other:things}} [is|are] [speaking|talking|playing|plays|speaks|talks]", f"turn|bring|take|pull|dial {{things}} down {DUCKED} {{other:things}} [is|are] [speaking|talking|playing|plays|speaks|talks]",
        "duck {things} for {other:things}", "lower|reduce|drop [the] volume of {things} during|while|when|under {other:things} [is|are] [speaking|talking|playing|plays|speaks]",
        "<make> {things} quieter|lower during|while|when|under {other:things} [is|are] [speaking|talking|playing|plays|speaks]",
        "sidechain {things} to {other:things}",
    ),
    *rules(same_as, "<make> {things} as loud as {other:things}", "match [the] <volume> of {things} to|with [the] [<volume>] [of] {other:things}", "<set> {things} to [the] same volume|level as {other:things}"),
    *rules(master,
        "<set> [the] master|overall|main|total volume|level|audio|gain to {to:gain}", "turn|bring {down:down} [the] master|overall|main|total volume|level [by] {gain}",
        "turn|bring {down:down} [the] master|overall|main|total volume|level", "turn|bring up [the] master|overall|main|total volume|level [by] [{gain}]",
        f"{UP} [the] master|overall|main|total volume|level [by] {{gain}}", "{down:down} [the] master|overall|main|total volume|level [by] {gain}",
        f"{UP} [the] master|overall|main|total volume|level", "{down:down} [the] master|overall|main|total volume|level", "<make> [the] [whole|entire] video|composition|thing <louder>", "<make> everything <louder>", "<make> everything {down:soft}", "<make> [the] [whole|entire] video|composition|thing|everything {down:soft} by {gain}", "<make> [the] [whole|entire] video|composition|thing|everything <louder> by {gain}", "<make> [the] [whole|entire] video|composition|thing|everything {gain} {down:soft}", "<make> [the] [whole|entire] video|composition|thing|everything {gain} <louder>",
        "<make> [the] [whole|entire] video|composition|thing {down:soft}",
    ),
    *rules(unnamed,
        "<set> [the] volume|level|gain to|at {to:gain}", "turn|bring {down:down} [the] volume|sound|audio [by] {gain}", "turn|bring {down:down} [the] volume|sound|audio", "turn|bring [the] volume|sound|audio {down:down} [by] {gain}", "turn|bring [the] volume|sound|audio {down:down}",
        "turn|bring|crank up [the] volume|sound|audio [by] {gain}", "turn|bring|crank up [the] volume|sound|audio", "turn|bring|crank [the] volume|sound|audio up [by] [{gain}]", "{down:down} [the] volume [by] {gain}", "{down:down} [the] volume", "raise|increase|boost [the] volume [by] {gain}", "raise|increase|boost [the] volume",
    ),
    *rules(master_share, "<set> [the] master|overall|main volume|level to {share}"),
    *rules(to_gain,
        f"<set> [the] {OF} {{things}} [<volume>] [up|down] to|at|of {{gain}}", "<set> {things} ['s] [<volume>] [up|down] to|at {gain}", "set|put {things} ['s] [<volume>] {gain}", "turn|bring {things} [<volume>] [up|down] to {gain}",
        f"turn|bring [up|down] {OF} {{things}} ['s] [<volume>] to {{gain}}", f"<lower> {OF} {{things}} ['s] [<volume>] to {{gain}}", f"<raise> {OF} {{things}} ['s] [<volume>] to {{gain}}",
        "{things} [<volume>] [to|at] {gain}", "<make> {things} [<volume>] {gain}", "normalize|normalise|level {things} to {gain}",
        f"<set> [the] {OF} {{things}} [<volume>] to {{number}}", "<set> {things} 's <volume> to {number}",
    ),
    *rules(louder_share,
        f"<raise> {OF} {{things}} ['s] [<volume>] [up] by {{share}}", "<make> {things} {share} louder", "<make> {things} louder by {share}", "turn|bring {things} up [by] {share}", "turn up {things} [by] {share}",
    ),
    *rules(quieter_share,
        f"<lower> {OF} {{things}} ['s] [<volume>] [down] by {{share}}", "<make> {things} {share} quieter|softer|lower", "<make> {things} quieter|softer|lower by {share}", "turn|bring {things} down [by] {share}", "turn down {things} by {share}",
        "halve|half [the] volume|level|loudness of {things}", "halve {things} ['s] volume", "cut [the] volume|level of {things} in half", "cut {things} ['s] volume in half", "<make> {things} half as loud", "<make> {things} half [the|its] volume",
    ),
    *rules(fraction_quiet, "<make> {things} {multiple} as quiet", "<make> {things} {multiple} quieter"),
    *rules(to_share,
        f"<set> [the] {OF} {{things}} ['s] [<volume>] [up|down] [to|at] {{share}} [volume]", f"turn|bring [down|up] {OF} {{things}} ['s] [<volume>] [up|down] to {{share}} [volume]",
        f"<lower> {OF} {{things}} ['s] [<volume>] [down] to {{share}} [volume]", f"<raise> {OF} {{things}} ['s] [<volume>] [up] to {{share}} [volume]", "{things} at {share} <volume>", "play {things} at {share} <volume>",
    ),
    *rules(times, "<make> {things} {multiple} [as] loud|louder", "{multiple} [the] volume of {things}", "{multiple} {things} 's volume"),
    *rules(normal, "reset|restore|normalize|normalise [the] <volume> of|on|for {things}", "<set> {things} [back] to [the] normal|original|full|default <volume>", "<set> [the] <volume> of {things} [back] to [the] normal|original|default|full"),
    *rules(louder_there, "turn|bring|crank|push|pull|nudge {things} up [by] [{gain}] [for|during|over] [the] {span}", "<raise> {things} [by] {gain} [for|during|over] [the] {span}"),
    *rules(quieter_there, "turn|bring|dial|pull|take|knock|ease {things} down [by] [{gain}] [for|during|over] [the] {span}", "<lower> {things} [by] {gain} [for|during|over] [the] {span}"),
    *rules(louder,
        f"turn|bring|crank|push|pull|nudge up {OF} {{things}} ['s] [<volume>] [by] {{gain}}", f"turn|bring|crank|push|pull|nudge {OF} {{things}} ['s] [<volume>] up [by] {{gain}}", f"<raise> {OF} {{things}} ['s] [<volume>] [up] [by] {{gain}}",
        f"turn|bring|crank|push|pull|nudge up {OF} {{things}} ['s] [<volume>]", f"turn|bring|crank|push|pull|nudge {OF} {{things}} ['s] [<volume>] up", f"raise|increase|boost|amplify|bump|lift [up] {OF} {{things}} <volume>", "raise|increase|boost|bump [up] <volume> [of|on|for] {things}",
        "raise|increase|boost|bump [up] {things} 's <volume>", "raise|boost|amplify|bump|crank|louden [up] {things}", "<make> {things} <louder> [by] {gain}", "<make> {things} {gain} <louder>", "<make> {things} <louder>", "{things} <louder>", "<louder> {things}",
        "{things} is|are too quiet|soft|low|faint", "{things} should be louder", "<add> {gain} [of] [gain|volume] to {things}", "give {things} {gain} more", "<make> {things} stand out [more]", "{things} up [by] {gain}",
    ),
    *rules(quieter,
        f"turn|bring|dial|pull|take|knock|ease down {OF} {{things}} ['s] [<volume>] [by] {{gain}}", f"turn|bring|dial|pull|take|knock|ease {OF} {{things}} ['s] [<volume>] down|back [by] {{gain}}", f"<lower> {OF} {{things}} ['s] [<volume>] [down] [by] {{gain}}",
        f"turn|bring|dial|pull|take|knock|ease down {OF} {{things}} ['s] [<volume>]", f"turn|bring|dial|pull|take|knock|ease|tone {OF} {{things}} ['s] [<volume>] down", f"lower|reduce|decrease|drop {OF} {{things}} <volume>", "lower|reduce|decrease|drop <volume> [of|on|for] {things}",
        "lower|reduce|decrease|drop {things} 's <volume>", "lower|quiet|quieten|soften|attenuate|reduce|decrease [down] {things}", "<make> {things} <quieter> [by] {gain}", "<make> {things} {gain} <quieter>", "<make> {things} <quieter>", "{things} <quieter>",
        "{things} is|are too loud|noisy|high", "{things} should be quieter|softer", "take|knock|shave|drop {gain} off|from {things}", "{things} down [by] {gain}", "<quieter> {things}",
    ),
    *rules(deaf,
        "mute|unmute|silence {things}", "<make> {things} louder|quieter|silent", "turn|bring up|down [the] <volume> of {things}", "<set> [the] <volume> of {things} to {gain}", "<set> [the] <volume> of {things} to {share}", "<lower> [the] <volume> of {things}", "<raise> [the] <volume> of {things}", "turn|bring {things} up|down",
    ),
    *rules(audio_effect("denoise"),
        "denoise|clean {things} [up]", "clean up [the] <sound> of|in|on|from {things}", "<delete> [the] [background] noise|hiss|hum from|in|of {things}", "reduce [the] [background] noise|hiss|hum in|of|on|from {things}",
    ),
    *rules(audio_effect("echo"), "<apply> [a|an|some] echo|reverb|delay [effect] to|on {things}", "<make> {things} echo|echoey"),
    *rules(audio_effect("compressor"), "<apply> a|some compressor|compression to|on {things}", "compress {things}"),
    *rules(audio_effect("low-pass"), "<make> {things} [sound] muffled|underwater", "muffle {things}", "<apply> a low pass [filter] to|on {things}", "<apply> a lowpass [filter] to|on {things}"),
    *rules(audio_effect("high-pass"), "<apply> a high pass [filter] to|on {things}", "<apply> a highpass [filter] to|on {things}"),
)  # fmt: skip
