"""When things happen: move in time, to other tracks and layers; groups, names."""

from __future__ import annotations

from ..core_phrase import Things
from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Refused, Sketch, end_of
from ..times import When


def move_to(sketch: Sketch, ids: list[str], frame: int) -> None:
    """Put the earliest of these items at a frame; where others lie, they make room."""
    if min(sketch.state.items[item]["from"] for item in ids) == frame:
        raise Refused(f"{sketch.label(ids[0])} is there already.")
    if not sketch.attempt("moveItems", ids=ids, **{"from": frame}):
        sketch.do("moveItems", ids=ids, mode="insert", **{"from": frame})


def at(sketch: Sketch, found: Found) -> None:
    move_to(sketch, sketch.ids(found["things"]), found["at"].frame)


def at_point(sketch: Sketch, found: Found) -> None:
    at(sketch, {**found, "at": found["point"]})


def ends_at(sketch: Sketch, found: Found) -> None:
    when: When = found["point"]
    for item in sketch.ids(found["things"]):
        start = when.frame - sketch.state.items[item]["durationInFrames"]
        if start < 0:
            raise Refused(f"{sketch.label(item)} is too long to end at {sketch.clock(when.frame)}.")
        move_to(sketch, [item], start)


def later(sketch: Sketch, found: Found) -> None:
    _shift(sketch, found["things"], found["amount"])


def earlier(sketch: Sketch, found: Found) -> None:
    _shift(sketch, found["things"], -found["amount"])


def _shift(sketch: Sketch, things: Things, frames: int) -> None:
    ids = sketch.ids(things)
    start = min(sketch.state.items[item]["from"] for item in ids)
    if start + frames < 0:
        raise Refused(
            f"{sketch.label(ids[0])} begins only {sketch.clock(start)} in, so it cannot move that much earlier."
        )
    if sketch.attempt("moveItems", ids=ids, deltaFrames=frames):
        return
    if frames > 0 and len(ids) == 1:  # what follows on its track moves along
        track = sketch.state.items[ids[0]]["trackId"]
        sketch.do("insertGap", atFrame=start, durationInFrames=frames, trackIds=[track])
    else:
        sketch.do("moveItems", ids=ids, mode="insert", **{"from": start + frames})


def beside(sketch: Sketch, found: Found) -> None:
    """After or before an item of another track: when the one ends, the other begins."""
    ids = sketch.ids(found["things"])
    other = [sketch.state.items[item] for item in sketch.ids(found["other"])]
    sketch.mention(*ids)
    if "before" in found:
        length = max(end_of(sketch.state.items[i]) for i in ids) - min(sketch.state.items[i]["from"] for i in ids)
        move_to(sketch, ids, max(0, min(item["from"] for item in other) - length))
    else:
        move_to(sketch, ids, max(map(end_of, other)))


def before(sketch: Sketch, found: Found) -> None:
    beside(sketch, {**found, "before": True})


def with_other(sketch: Sketch, found: Found) -> None:
    """Lined up with the start of another."""
    ids = sketch.ids(found["things"])
    start = min(sketch.state.items[item]["from"] for item in sketch.ids(found["other"]))
    sketch.mention(*ids)
    move_to(sketch, ids, start)


def to_track(sketch: Sketch, found: Found) -> None:
    ids = sketch.ids(found["things"])
    if all(sketch.state.items[item]["trackId"] == found["track"] for item in ids):
        raise Refused(f"{sketch.label(ids[0])} is on that track already.")
    sketch.do("moveItems", ids=ids, trackId=found["track"], deltaFrames=0)


def to_new_track(sketch: Sketch, found: Found) -> None:
    ids = sketch.ids(found["things"])
    kind = "audio" if sketch.state.items[ids[0]]["type"] == "audio" else "video"
    made = sketch.do("addTrack", kind=kind)
    sketch.do("moveItems", ids=ids, trackId=made["ids"][0] if "ids" in made else made["id"], deltaFrames=0)


def front(sketch: Sketch, found: Found) -> None:
    _layer(sketch, found, "front")


def back(sketch: Sketch, found: Found) -> None:
    _layer(sketch, found, "back")


def forward(sketch: Sketch, found: Found) -> None:
    _layer(sketch, found, "forward")


def backward(sketch: Sketch, found: Found) -> None:
    _layer(sketch, found, "backward")


def _layer(sketch: Sketch, found: Found, to: str) -> None:
    """By the engine's own order; what is in front of all that it meets still goes up to the topmost track with room."""
    for item in sketch.ids(found["things"]):
        before = len(sketch.steps)
        sketch.do("setItemLayer", id=item, to=to)
        rooms = [
            track["id"] for track in sketch.state.tracks[sketch.track_index(item) + 1 :] if track["kind"] == "video"
        ]
        if (
            len(sketch.steps) > before
            or to == "front"
            and any(sketch.attempt("moveItems", ids=[item], trackId=room, deltaFrames=0) for room in rooms[::-1])
        ):
            continue
        raise Refused(f"{sketch.label(item)} is {'in front' if to in ('front', 'forward') else 'at the back'} already.")


def under(sketch: Sketch, found: Found) -> None:
    _layered(sketch, found, -1)


def over(sketch: Sketch, found: Found) -> None:
    _layered(sketch, found, 1)


def _layered(sketch: Sketch, found: Found, way: int) -> None:
    """Behind or in front of something else that is seen; Pass where one of the two is only heard."""
    ids, others = sketch.ids(found["things"]), sketch.ids(found["other"])
    if any(sketch.state.items[item]["type"] == "audio" for item in (*ids, *others)):
        raise Pass
    sketch.mention(*ids)
    there = [sketch.track_index(item) for item in others]
    edge = min(there) if way < 0 else max(there)
    for item in ids:
        if (sketch.track_index(item) - edge) * way > 0:
            raise Refused(f"{sketch.label(item)} is {'behind' if way < 0 else 'in front of'} that already.")
        tracks = sketch.state.tracks[:edge][::-1] if way < 0 else sketch.state.tracks[edge + 1 :]
        rooms = [track["id"] for track in tracks if track["kind"] == "video"]
        if not any(sketch.attempt("moveItems", ids=[item], trackId=track_id, deltaFrames=0) for track_id in rooms):
            sketch.do("setItemLayer", id=item, to="back" if way < 0 else "front")


def on(sketch: Sketch, found: Found) -> None:
    """ "put the logo over the interview": shown while that is."""
    ids, other = sketch.ids(found["things"]), sketch.ids(found["other"])
    if any(sketch.state.items[item]["type"] == "audio" for item in (*ids, *other)) or set(ids) & set(other):
        raise Pass
    sketch.mention(*ids)
    move_to(sketch, ids, min(sketch.state.items[item]["from"] for item in other))


def group(sketch: Sketch, found: Found) -> None:
    ids = sketch.ids(found["things"])
    if len(ids) < 2:
        raise Refused("A group takes at least two items.")
    sketch.do("groupItems", ids=ids)


def ungroup(sketch: Sketch, found: Found) -> None:
    sketch.do("ungroupItems", ids=sketch.ids(found["things"]))


def detach(sketch: Sketch, found: Found) -> None:
    for item in sketch.ids(found["things"], "video"):
        sketch.do("detachAudio", id=item)


def rename(sketch: Sketch, found: Found) -> None:
    sketch.do("updateItem", id=sketch.one(found["things"]), patch={"name": found["content"]})


def hide(sketch: Sketch, found: Found) -> None:
    _enable(sketch, found["things"], enabled=False)


def show(sketch: Sketch, found: Found) -> None:
    _enable(sketch, found["things"], enabled=True)


def _enable(sketch: Sketch, things: Things, *, enabled: bool) -> None:
    for item in sketch.ids(things):
        if sketch.state.items[item].get("enabled", True) is not enabled:
            sketch.do("updateItem", id=item, patch={"enabled": enabled})
    if not sketch.steps:
        raise Pass


EARLIER = "earlier|sooner|back|backward|backwards|left|forwards"
LATER = "later|forward|ahead|right|on|down"

LAYERING = (
    *rules(
        front,
        "bring {things} [all] [the] [way] [back] to [the] [very] front|top|foreground",
        "bring {things} forward|up to [the] front|top",
    ),
    *rules(
        back,
        "send {things} [all] [the] [way] to [the] [very] back|bottom|background",
        "push {things} to [the] back|background",
    ),
)

RULES = (
    *rules(front,
        "<move> {things} [up] [to] [the] foreground", "<move> {things} [to] [the] top layer", "<move> {things} on top [of] [everything|all|it]",
        "<move> {things} in front of everything [else]", "<move> {things} above everything [else]", "bring {things} [all] [the] [way] [to] [the] front|top",
        "<make> {things} [be] [the] topmost|uppermost [layer]",
    ),
    *rules(back,
        "<move> {things} [down] [to] [the] [very] back|background|bottom layer|back", "<move> {things} to [the] background",
        "send {things} [all] [the] [way] to [the] back|bottom|background",
        "<move> {things} behind|beneath|below|under|underneath everything [else]",
    ),
    *rules(forward, "bring|move {things} [one] forward|up [by] [one|a] [layer|level|step]", "<move> {things} up one|a layer|level", "<move> {things} one|a layer|level up"),
    *rules(backward, "send|move {things} [one] backward|backwards|down [by] [one|a] [layer|level|step]", "<move> {things} down one|a layer|level", "<move> {things} one|a layer|level down"),
    *rules(to_new_track, "<move> {things} [on] to|onto|on|into [its|their] [a] [own] new|separate|own [video|audio] track|layer", "<move> {things} to its own track"),
    *rules(to_track, "<move> {things} [on] to|onto|on|into {track}"),
    *rules(later, "push {things} back [by] {amount}", "push back {things} [by] {amount}"),
    *rules(earlier,
        f"<move> {{things}} {EARLIER} [by] {{amount}}", f"<move> {{things}} [by] {{amount}} {EARLIER} [in] [time]",
        "start {things} {amount} earlier|sooner", "<make> {things} start|begin|appear|come|happen [in] {amount} earlier|sooner", "advance {things} by {amount}",
        "<move> {things} {amount} to [the] left", "<make> {things} {amount} earlier",
    ),
    *rules(later,
        f"<move> {{things}} {LATER} [by] {{amount}}", f"<move> {{things}} [by] {{amount}} {LATER} [in] [time]",
        "start {things} {amount} later", "<make> {things} start|begin|appear|come|happen [in] {amount} later", "delay|postpone|offset|push {things} [back] [by] {amount}",
        "<move> {things} {amount} to [the] right", "<move> {things} by {amount}", "<make> {things} {amount} later",
    ),
    *rules(under, "<move> {things} behind|beneath|below|underneath|under {other:things}", "send {things} behind {other:things}"),
    *rules(over, "<move> {things} above|in [front] [of] {other:things}", "<move> {things} in front of {other:things}", "bring {things} in front of {other:things}"),
    *rules(on, "<move> {things} over|on|onto {other:things}", "<move> {things} on top of {other:things}", "overlay {things} on|over|onto [top] [of] {other:things}"),
    *rules(ends_at, "<make> {things} end|finish at|with {point}", "<move> {things} so [that] it ends at {point}"),
    *rules(before, "<move> {things} [to] [come|go|be] [right|just] before {other:things}"),
    *rules(beside, "<move> {things} [to] [come|go|be] [right|just] after {other:things}"),
    *rules(with_other,
        "<move> {things} to [the] [start|beginning] of {other:things}", "start {things} with {other:things}", "align|line|sync {things} [up] with|to [the] [start|beginning] [of] {other:things}",
        "<make> {things} start|begin [at|with|when] [the] [same] [time] [as] {other:things} [starts|begins|does]",
    ),
    *rules(at,
        "paste|drop {things} [in] {at}",         "<move> {things} [so] [that] [it] [starts|start|begins|begin] {at}", "start|begin {things} {at}", "<make> {things} start|begin|appear|come|show|play|happen|enter|kick [in|up] {at}",
        "{things} should start|begin|appear|come|play [in] {at}", "have {things} start|begin|appear|come [in] {at}", "show|bring {things} [in] {at}",
        "<set> [the] start|position [time] of {things} {at}",
    ),
    *rules(at_point,
        "<move> {things} [over] to|at [the] [time] {point}", "<set> [the] start|begin|starting [time|point|frame|position] of {things} to {point}",
        "<make> {things} start|begin|appear [from] {point}", "<set> {things} to start|begin [at] {point}",
        "<move> {things} to start|begin [together|along] with|when|as {point:beginning}", "<make> {things} start|begin [together|along] with|when|as {point:beginning}",
    ),
    *rules(group, "group|link|tie {things} [together]", "<merge> {things} [together] [into] [a|one] [group]", "<make> a group of|from|with {things}"),
    *rules(ungroup, "ungroup|unlink|separate|degroup {things}", "break [up] [the] group [of] {things}"),
    *rules(detach,
        "detach|separate|unlink|extract|split|pull|strip|rip [out|off] [the] <sound> [track] [of|from|off] {things}", "detach {things} 's <sound>",
        "detach|separate|unlink|split <sound> and|from video|picture of|from|in {things}",
        "detach|separate|extract|unlink [the] <sound> from [the] [video] [of|in|for] {things}",
    ),
    *rules(rename, "rename|relabel {things} to|as|: {content}", "rename|relabel {things} {content:quote}", "rename|relabel {things} {content:shouted}", "call {things} {content:quote}", "<set> [the] name of {things} to {content}", "name|call {things} {content:quote}", "name|call {things} {content:shouted}"),
    *rules(hide, "<hide> {things}", "turn|switch {things} off", "take {things} offline", "<make> {things} invisible|hidden|disappear", "hide {things} [from] [view]"),
    *rules(show, "<show> {things} [again]", "turn|switch {things} [back] on", "<make> {things} visible [again]", "bring {things} back"),
)  # fmt: skip
