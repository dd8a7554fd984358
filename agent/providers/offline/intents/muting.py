"""What is not to be heard: mute and solo, of items, of the clips, of a part of one."""

from __future__ import annotations

from collections.abc import Sequence

from ..kinds import of_kind
from ..pattern import Found
from ..rule import rules
from ..sketch import Refused, Sketch
from ..times import Span
from .sound import heard, stretch
from .trimming import edges


def _mute(sketch: Sketch, ids: Sequence[str], *, muted: bool) -> None:
    changed = [i for i in ids if bool((sketch.state.items[i].get("audio") or {}).get("muted")) is not muted]
    if changed:
        sketch.do("setVolume", ids=changed, muted=muted)


def mute(sketch: Sketch, found: Found) -> None:
    ids = heard(sketch, found["things"])
    if all((sketch.state.items[i].get("audio") or {}).get("muted") for i in ids):
        raise Refused("It is muted already.")
    _mute(sketch, ids, muted=True)


def mute_span(sketch: Sketch, found: Found) -> None:
    sketch.do("setVolume", ids=[stretch(sketch, found)], muted=True)


def mute_part(sketch: Sketch, found: Found) -> None:
    """ "the last 5 seconds of the music", "the second half of it"."""
    start, end = edges(sketch, sketch.one(found["things"]))
    length = found["dur"] if "dur" in found else round((end - start) * found["part"])
    mute_span(sketch, {**found, "span": Span(end - length, end) if "last" in found else Span(start, start + length)})


def unmute(sketch: Sketch, found: Found) -> None:
    """On the items, and on their tracks where those are muted."""
    ids = heard(sketch, found["things"])
    before = len(sketch.steps)
    for track_id in dict.fromkeys(sketch.state.items[item]["trackId"] for item in ids):
        if next(track for track in sketch.state.tracks if track["id"] == track_id).get("muted"):
            sketch.do("muteTrack", trackId=track_id, muted=False)
    _mute(sketch, ids, muted=False)
    if len(sketch.steps) == before:
        raise Refused("It is not muted.")


def mute_all(sketch: Sketch, found: Found) -> None:
    ids = [i for i in sketch.by_time(sketch.state.items) if sketch.audible(i) and not sketch.shut(i)]
    if not ids:
        raise Refused("There is nothing here that can be heard.")
    _mute(sketch, ids, muted=True)


def mute_clips(sketch: Sketch, found: Found) -> None:
    ids = [i for i in sketch.by_time(of_kind(sketch.state, "clip")) if sketch.audible(i) and not sketch.shut(i)]
    if not ids:
        raise Refused("None of the clips has sound.")
    _mute(sketch, ids, muted=True)


def solo(sketch: Sketch, found: Found) -> None:
    kept = heard(sketch, found["things"])
    others = [
        i for i in sketch.by_time(sketch.state.items) if sketch.audible(i) and i not in kept and not sketch.shut(i)
    ]
    _mute(sketch, others, muted=True)
    _mute(sketch, kept, muted=False)


PART = "(first|opening {dur} / first|opening {part} / {last:last_word} {dur} / {last:last_word} {part})"

RULES = (
    *rules(mute_all,
        "<mute> everything|all|it all|whole [video|thing|audio|sound|tracks]", "<mute> [the] whole|entire video|composition|timeline|project|thing",
        "<mute> all [of] [the] <sound> [in|of] [the] [whole] [video|composition]", "<mute> the video|composition|timeline|sound|audio",
        "<delete> all [of] [the] <sound> [in|of|from] [the] [whole] [video|composition]", "turn|switch [all] [the] <sound> off", "make everything|it all|the video silent|mute|quiet",
    ),
    *rules(mute_clips,
        "<mute> [all] [of] [the] original|camera|native|clip|clips|video|source <sound>", "<delete> [all] [of] [the] original|camera|native|clip|source <sound>",
        "<mute> clips|videos 's <sound>", "<mute> [the] <sound> of|from|in|on [all] [of] [the] clips|videos|footage|video",
    ),
    *rules(mute_part, f"<mute> {PART} of|from|in|on {{things}}", f"<mute> [the] <sound> [of|for|in] {PART} of {{things}}"),
    *rules(mute_span, "<mute> {things} {span}", "<mute> [the] <sound> of|on|from {things} {span}", "<mute> {things} for|during [the] {span}"),
    *rules(mute,
        "<mute> [the] <sound> of|on|from|in|for {things}", "<mute> {things} 's <sound>", "<mute> {things} <sound>", "<mute> {things} [out|completely|entirely]",
        "<delete> [the] <sound> of|on|from|in|for|off {things}", "<delete> {things} 's <sound>", "turn|switch [the] <sound> of|on|in {things} off", "turn|switch {things} off", "turn|switch {things} <sound> off", "turn|switch [the] <sound> off of|on|for|in {things}",
        "turn|switch off [the] <sound> of|on|for|in {things}", "<make> {things} silent|mute|muted|inaudible", "<set> {things} to mute|silent|muted", "<set> {things} to zero [volume]",
        "<set> volume of {things} to zero|nothing|mute", "no sound|audio on|from|for|in {things}", "strip [the] <sound> [track] from|off|of {things}", "{things} should be silent|muted",
        "cut [the] <sound> of|on|from|in|for {things}", "i do not want|need to hear {things} [anymore]", "drop out {things}",
    ),
    *rules(unmute,
        "<unmute> [the] <sound> of|on|from|in|for {things}", "<unmute> {things} ['s] [<sound>]", "turn|switch {things} [<sound>] [back] on", "turn [the] <sound> [back] on of|on|for|in {things}",
        "<make> {things} audible|heard [again]", "bring [back] [the] <sound> [back] of|on|from|in|for {things}",
    ),
    *rules(solo,
        "solo {things}", "<make> only {things} audible|heard", "only|just hear {things}", "i only want to hear {things}", "let me hear only {things}",
    ),
)  # fmt: skip
