"""Cutting in two or more without losing a frame, and freezing."""

from __future__ import annotations

from ..core_phrase import Things
from ..kinds import of_kind
from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Refused, Sketch, end_of
from ..times import When
from .trimming import inside


def _cut(sketch: Sketch, item_id: str, frames: list[int]) -> None:
    """Split at several frames, the latest first, so that the item keeps its id as the leftmost piece."""
    before, item = set(sketch.state.items), sketch.state.items[item_id]
    for frame in sorted(set(frames), reverse=True):
        if not item["from"] < frame < end_of(item):
            raise Refused(f"{sketch.label(item_id)} cannot be split at {sketch.clock(frame)}: it is not there then.")
        sketch.do("splitItem", id=item_id, atFrame=frame)
    made = sketch.by_time(set(sketch.state.items) - before)
    sketch.mention(item_id, *made)
    sketch.pieces = (item_id, *made)


def at(sketch: Sketch, found: Found) -> None:
    times: list[When] = found["ats"]
    things: Things = found["things"]
    crossed = _crossing(sketch, list(things.ids), times) if things.one and len(things.ids) > 1 else []
    for item in crossed or sketch.ids(things):
        _cut(sketch, item, [inside(sketch, item, when) for when in times])


def _crossing(sketch: Sketch, ids: list[str], times: list[When]) -> list[str]:
    """ "split the clip at 12s" means the one that is there then."""
    items = sketch.state.items
    found = [item for item in ids if all(items[item]["from"] < when.frame < end_of(items[item]) for when in times)]
    return found if len(found) == 1 else []


def everything_at(sketch: Sketch, found: Found) -> None:
    """Every item that lies across the frame."""
    through(sketch, list(sketch.state.items), found["ats"])


def clips_at(sketch: Sketch, found: Found) -> None:
    """What is selected and lies there, or the clips that do."""
    picked = [item for item in sketch.mentioned or sketch.scene.selected if item in sketch.state.items]
    through(sketch, picked or of_kind(sketch.state, "clip"), found["ats"])


def through(sketch: Sketch, ids: list[str], times: list[When]) -> None:
    cut = False
    for item_id in sketch.by_time(ids):
        item = sketch.state.items[item_id]
        frames = [when.frame for when in times if item["from"] < when.frame < end_of(item)]
        if frames:
            _cut(sketch, item_id, frames)
            cut = True
    if not cut:
        places = ", ".join(sketch.clock(when.frame) for when in times)
        raise Refused(f"There is nothing to cut in two at {places}.")


def equally(sketch: Sketch, found: Found) -> None:
    parts = int(found.get("number") or round(1 / found.get("part", 0.5)))
    for item_id in sketch.ids(found["things"]):
        start, length = sketch.state.items[item_id]["from"], sketch.state.items[item_id]["durationInFrames"]
        if parts > length:
            raise Refused(f"{length} frames cannot be cut into {parts} parts.")
        _cut(sketch, item_id, [start + round(length * n / parts) for n in range(1, parts)])


def part_way(sketch: Sketch, found: Found) -> None:
    """ "a quarter in": counted from the start of each item."""
    share = found["share"]
    if not 0 < share < 1:
        raise Pass
    for item_id in sketch.ids(found["things"]):
        item = sketch.state.items[item_id]
        _cut(sketch, item_id, [item["from"] + round(item["durationInFrames"] * share)])


def every(sketch: Sketch, found: Found) -> None:
    for item_id in sketch.ids(found["things"]):
        start, length = sketch.state.items[item_id]["from"], sketch.state.items[item_id]["durationInFrames"]
        step = found["amount"]
        if step <= 0 or step >= length or length / step > 100:
            raise Refused(f"{sketch.label(item_id)} cannot be cut into pieces of {sketch.clock(step)}.")
        _cut(sketch, item_id, list(range(start + step, start + length, step)))


def freeze(sketch: Sketch, found: Found) -> None:
    """Hold one frame: of the item named, or of the clip that is there."""
    frame, length = found["at"].frame, found.get("dur") or found.get("dur2") or round(2 * float(sketch.state.fps))
    if "things" in found:
        item = sketch.one(found["things"], "video", "gif")
        frame = inside(sketch, item, found["at"])
    else:
        here = [
            i
            for i in of_kind(sketch.state, "clip")
            if sketch.state.items[i]["from"] <= frame < end_of(sketch.state.items[i])
        ]
        if not here:
            raise Refused(f"There is no clip at {sketch.clock(frame)} to freeze.")
        item = here[-1]
    frame = min(frame, end_of(sketch.state.items[item]) - 1)
    sketch.do("freezeFrame", id=item, atFrame=frame, durationInFrames=length)


def freeze_last(sketch: Sketch, found: Found) -> None:
    _freeze_edge(sketch, found, last=True)


def freeze_first(sketch: Sketch, found: Found) -> None:
    _freeze_edge(sketch, found, last=False)


def _freeze_edge(sketch: Sketch, found: Found, *, last: bool) -> None:
    clips = sketch.by_time(of_kind(sketch.state, "clip"))
    if not clips:
        raise Refused("There is no clip whose frame could be held.")
    item_id = sketch.one(found["things"], "video", "gif") if "things" in found else clips[-1 if last else 0]
    item = sketch.state.items[item_id]
    frame = end_of(item) - 1 if last else item["from"]
    sketch.do(
        "freezeFrame",
        id=item_id,
        atFrame=frame,
        durationInFrames=found.get("dur") or round(2 * float(sketch.state.fps)),
    )


WHOLE = "[the] [whole|entire] video|composition|timeline|edit|movie|film|sequence"

RULES = (
    *rules(equally,
        "<split> {things} in|into <half>",
        "<split> {things} [right] [down|in|at|through] [the] middle|center|centre|midpoint|halfway [point]",
        "<split> {things} in|into {number} [equal|even] [parts|pieces|sections|segments|clips|chunks|equal] [pieces|parts|sections]",
        "<split> {things} [in|into] halves|half", "<split> {things} halfway [through]", "halve {things}", "bisect {things}",
        "<split> {things} evenly", "<split> middle of {things}",
    ),
    *rules(part_way, "<split> {things} {share} [of the way] in|into|through|along [it]"),
    *rules(everything_at,
        "<split> everything|all [tracks|layers|items] {ats}", "<split> [the] [whole|entire] timeline|composition {ats}",
    ),
    *rules(clips_at,
        f"<split> {WHOLE} {{ats}}", "<split> {ats}", "<add> a cut|split {ats}", "make a cut|split {ats}",
        "cut [right] {ats}",
    ),
    *rules(at,
        "<split> {things} [into] [two|2|pieces|parts|in] [two|pieces|parts] {ats}",
        "make a cut|split in {things} {ats}", "<add> a cut|split to|in|into {things} {ats}",
        "<split> {things} {ats} [in|into] [two|2] [parts|pieces|clips]",
    ),
    *rules(lambda s, m: equally(s, {**m, "number": 3}), "<split> {things} in|into [equal] thirds"),
    *rules(lambda s, m: equally(s, {**m, "number": 4}), "<split> {things} in|into [equal] quarters|fourths"),
    *rules(every, "<split> {things} [up] [in|into] [pieces|parts|chunks|segments|clips] every {amount}", "<split> {things} into {amount} [long] pieces|parts|chunks|segments|clips"),
    *rules(freeze_last,
        "freeze|hold [on] [the] last|final frame [of] {things} [for] {dur}", "freeze|hold [on] [the] last|final frame [of] {things}",
        "freeze|hold [on] [the] last|final frame [for] {dur}", "freeze|hold [on] [the] last|final frame",
        "freeze|hold [the] end [of] {things} [for] {dur}",
    ),
    *rules(freeze_first,
        "freeze|hold [on] [the] first|opening frame [of] {things} [for] {dur}", "freeze|hold [on] [the] first|opening frame [for] {dur}",
    ),
    *rules(freeze,
        "freeze|pause|hold {things} {at} for {dur}", "freeze|pause|hold {things} for {dur} {at}", "freeze|pause {things} {at}",
        "freeze|hold [the] [frame|picture|video|image] {at} [for] {dur}", "freeze|hold [the] [frame|picture|video|image] [for] {dur} {at}",
        "<add> a [{dur}] freeze [frame] {at} [for] {dur2:dur}", "<add> a [{dur}] freeze [frame] {at}", "<add> a [{dur}] freeze [frame] to|in|on {things} {at}",
        "<add> a freeze [frame] to|in|on {things} {at} for {dur}", "freeze [the] [frame|picture|video] {at}",
    ),
)  # fmt: skip
