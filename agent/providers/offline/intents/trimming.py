"""Which part of its source an item shows: trim, take parts out, keep parts, roll, slide, slip."""

from __future__ import annotations

from ..core_phrase import Things
from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Refused, Sketch, end_of
from ..times import Span, When


def edges(sketch: Sketch, item_id: str) -> tuple[int, int]:
    """The first frame of an item, and the first after it."""
    item = sketch.state.items[item_id]
    return item["from"], end_of(item)


def move_edge(sketch: Sketch, item_id: str, edge: str, to_frame: int) -> None:
    """Trim; when a longer item would run into the next one, the next one makes room."""
    start, end = edges(sketch, item_id)
    if to_frame <= start and edge == "end" or to_frame >= end and edge == "start":
        raise Refused(f"{sketch.label(item_id)} is too short for that.")
    try:
        sketch.do("trimItem", id=item_id, edge=edge, toFrame=to_frame)
    except Refused:
        if edge != "end" or to_frame < end:
            raise
        sketch.do("trimItem", id=item_id, edge=edge, toFrame=to_frame, ripple=True)


def off_start(sketch: Sketch, found: Found) -> None:
    for item in sketch.ids(found["things"]):
        move_edge(sketch, item, "start", edges(sketch, item)[0] + found["amount"])


def off_end(sketch: Sketch, found: Found) -> None:
    for item in sketch.ids(found["things"]):
        move_edge(sketch, item, "end", edges(sketch, item)[1] - found["amount"])


def off_both(sketch: Sketch, found: Found) -> None:
    off_start(sketch, found)
    off_end(sketch, found)


def _pointed(sketch: Sketch) -> Things:
    """What is selected or was just spoken of, for a trim that names no item; Pass when that is nothing."""
    ids = tuple(i for i in (sketch.mentioned or sketch.scene.selected) if i in sketch.state.items)
    if not ids:
        raise Pass
    return Things(ids, "it")


def pointed_start(sketch: Sketch, found: Found) -> None:
    off_start(sketch, {**found, "things": _pointed(sketch)})


def pointed_end(sketch: Sketch, found: Found) -> None:
    off_end(sketch, {**found, "things": _pointed(sketch)})


def share_off_start(sketch: Sketch, found: Found) -> None:
    for item in sketch.ids(found["things"]):
        start, end = edges(sketch, item)
        move_edge(sketch, item, "start", start + round((end - start) * found["part"]))


def share_off_end(sketch: Sketch, found: Found) -> None:
    for item in sketch.ids(found["things"]):
        start, end = edges(sketch, item)
        move_edge(sketch, item, "end", end - round((end - start) * found["part"]))


def keep_share_start(sketch: Sketch, found: Found) -> None:
    share_off_end(sketch, {**found, "part": 1 - found["part"]})


def keep_share_end(sketch: Sketch, found: Found) -> None:
    share_off_start(sketch, {**found, "part": 1 - found["part"]})


def length_of(found: Found) -> int:
    """The frames asked for, at least one."""
    return max(1, int(found["amount"]))


def trim_to(sketch: Sketch, found: Found) -> None:
    """ "trim it to 5 seconds" only ever shortens."""
    for item in sketch.ids(found["things"]):
        start, end = edges(sketch, item)
        if end - start < length_of(found):
            raise Refused(
                f"{sketch.label(item)} is only {sketch.clock(end - start)} long, so there is nothing to trim."
            )
        move_edge(sketch, item, "end", start + length_of(found))


def keep_last(sketch: Sketch, found: Found) -> None:
    for item in sketch.ids(found["things"]):
        start, end = edges(sketch, item)
        if end - start < length_of(found):
            raise Refused(
                f"{sketch.label(item)} is only {sketch.clock(end - start)} long, so there is nothing to trim."
            )
        move_edge(sketch, item, "start", end - length_of(found))


def end_at(sketch: Sketch, found: Found) -> None:
    if found["things"].everything:
        raise Pass
    when: When = found["point"]
    for item in sketch.ids(found["things"]):
        move_edge(sketch, item, "end", inside(sketch, item, when))


def start_at(sketch: Sketch, found: Found) -> None:
    if found["things"].everything:
        raise Pass
    for item in sketch.ids(found["things"]):
        move_edge(sketch, item, "start", inside(sketch, item, found["point"]))


def inside(sketch: Sketch, item_id: str, when: When) -> int:
    """A frame of the composition; "4 seconds" that lies outside the item is meant from the item's start."""
    start, end = edges(sketch, item_id)
    if when.loose and not start < when.frame < end and start < start + when.frame < end:
        return start + when.frame
    return when.frame


def within(sketch: Sketch, item_id: str, span: Span) -> Span:
    """A span of the composition; loose ones outside the item count from its start."""
    start, end = edges(sketch, item_id)
    if span.loose and not (start <= span.start and span.end <= end) and span.end <= end - start:
        return Span(start + span.start, start + span.end)
    return span


def take_out(sketch: Sketch, found: Found) -> None:
    item = sketch.one(found["things"])
    span = within(sketch, item, found["span"])
    sketch.do("removeRangesFromItem", id=item, ranges=[{"from": span.start, "to": span.end}], unit="timeline")


def keep_between(sketch: Sketch, found: Found) -> None:
    item = sketch.one(found["things"])
    span = within(sketch, item, found["span"])
    start, end = edges(sketch, item)
    if span.start < start or span.end > end:
        raise Refused(
            f"{sketch.label(item)} does not reach from {sketch.clock(span.start)} to {sketch.clock(span.end)}."
        )
    if span.end < end:
        move_edge(sketch, item, "end", span.end)
    if span.start > start:
        move_edge(sketch, item, "start", span.start)


def keep_middle(sketch: Sketch, found: Found) -> None:
    keep_between(sketch, {**found, "span": _middle(sketch, found)})


def take_middle(sketch: Sketch, found: Found) -> None:
    take_out(sketch, {**found, "span": _middle(sketch, found)})


def _middle(sketch: Sketch, found: Found) -> Span:
    item = sketch.one(found["things"])
    start, end = edges(sketch, item)
    length = found["amount"] if "amount" in found else round((end - start) * found["part"])
    if length >= end - start:
        raise Refused(f"{sketch.label(item)} is only {sketch.clock(end - start)} long.")
    first = (start + end - length) // 2
    return Span(first, first + length)


def slip(sketch: Sketch, found: Found) -> None:
    for item in sketch.ids(found["things"]):
        sketch.do("slipItem", id=item, deltaFrames=found["amount"] * (-1 if "back" in found else 1))


def roll(sketch: Sketch, found: Found) -> None:
    left, right = sorted((sketch.one(found["a"]), sketch.one(found["b"])), key=lambda i: edges(sketch, i)[0])
    sketch.do("rollEdit", leftId=left, rightId=right, deltaFrames=found["amount"] * (-1 if "back" in found else 1))


def slide(sketch: Sketch, found: Found) -> None:
    """Between two neighbours; an item without them just moves."""
    item = sketch.one(found["things"])
    delta = found["amount"] * (-1 if "back" in found else 1)
    start, end = edges(sketch, item)
    others = [edges(sketch, other) for other in sketch.track_of(item)["items"]]
    if any(other[1] == start for other in others) and any(other[0] == end for other in others):
        sketch.do("slideItem", id=item, deltaFrames=delta)
    else:
        sketch.do("moveItems", ids=[item], deltaFrames=delta)


def vague(sketch: Sketch, found: Found) -> None:
    """ "trim the interview" says not by how much: an honest answer, no guess."""
    item = sketch.one(found["things"])
    raise Refused(f"By how much should {sketch.label(item)} be trimmed? Say for example “trim it to 5 seconds”.")


OFF = "[off|from|of|at|out] [off|from|of]"
START, END = "[very] front|start|beginning|head|top", "[very] end|ending|tail|back"

RULES = (
    *rules(off_both,
        f"<cut> {{amount}} {OFF} both|each ends|sides|end [of] {{things}}",
        "<trim> both|each ends|end of {things} by {amount}",
        f"<cut> {{amount}} {OFF} start|beginning and end of {{things}}",
    ),
    *rules(off_start,
        f"<cut> {{amount}} {OFF} {START} of|on|in {{things}}",
        f"<cut> {{amount}} {OFF} {{things}} 's {START}",
        f"<cut> [off] first|opening {{amount:dur}} {OFF} {{things}}",
        f"<trim> {START} of {{things}} by {{amount}}",
        f"<trim> {{things}} 's {START} by {{amount}}",
        f"<trim> {{things}} by {{amount}} {OFF} [at] {START}",
        f"<trim> {{things}} {OFF} [at] {START} by {{amount}}",
        "<make> {things} start {amount} [later] in|into [its|the] [source|clip|footage]",
        "<cut> {things} 's first {amount:dur}",
    ),
    *rules(off_end,
        f"<cut> {{amount}} {OFF} {END} of|on|in {{things}}",
        f"<cut> {{amount}} {OFF} {{things}} 's {END}",
        f"<cut> [off] last|final {{amount:dur}} {OFF} {{things}}",
        f"<trim> {END} of {{things}} by {{amount}}",
        f"<trim> {{things}} 's {END} by {{amount}}",
        f"<trim> {{things}} by {{amount}} {OFF} [at] {END}",
        f"<trim> {{things}} {OFF} [at] {END} by {{amount}}",
        "end {things} {amount} earlier|sooner",
        "<cut> {things} 's last|final {amount:dur}",
        "<cut> {amount} off|from {things}",
    ),
    *rules(pointed_start,
        f"<cut> {{amount}} {OFF} {START}", "<cut> [off] first {amount:dur}", f"<trim> {START} by {{amount}}",
    ),
    *rules(pointed_end,
        f"<cut> {{amount}} {OFF} {END}", "<cut> [off] last {amount:dur}", f"<trim> {END} by {{amount}}",
        "<cut> [off] {amount}",
    ),
    *rules(keep_middle,
        "[only|just] <keep> [only|just] [the] middle|center|centre {amount:dur} of|from|in {things}", "use|show only|just [the] middle|center|centre {amount:dur} of|from {things}", "<trim> {things} [down] to [just|only] [its|the] middle {amount:dur}",
        "[only|just] <keep> [only|just] [the] middle|center|centre {part} of|from|in {things}",
    ),
    *rules(take_middle, "<cut> [out] [the] middle|center|centre {amount:dur} [out|from|of] [of|from] {things}", "<cut> [out] [the] middle|center|centre {part} [out|from|of] [of|from] {things}"),
    *rules(share_off_start, f"<cut> [off] first|opening {{part}} {OFF} {{things}}"),
    *rules(share_off_end,
        f"<cut> [off] last|second|final {{part}} {OFF} {{things}}", "<trim> {things} by {part}", f"<cut> {{part}} {OFF} {END} of {{things}}",
    ),
    *rules(keep_share_start, "<trim> {things} [down] to [only|just] {part} [of] [its|the] [original|current|full] [length|duration|size|time]", "<make> {things} {part} [of] [its|the] [original|current] length|duration", "<keep> [only|just] [the] first {part} of {things}", "use|show [only|just] [the] first {part} of {things}", "<trim> {things} [down] to [its|the] first {part}"),
    *rules(keep_share_end,
        "<keep> [only|just] [the] last|second|final {part} of {things}", "use|show [only|just] [the] last|second {part} of {things}", "<trim> {things} [down] to [its|the] last|second {part}",
    ),
    *rules(keep_last,
        "<trim> {things} [down] to [only|just] [its|the] last|final {amount:dur}",
        "<keep> [only|just] [the] last|final {amount:dur} of {things}",
        "only|just <keep> last|final {amount:dur} of {things}",
    ),
    *rules(keep_between,
        "<trim> {things} [down] to [just|only] [the] [bit|part|section|piece|stretch] {span}", "<trim> {things} {span}", "<keep> [only|just] {span} of|from {things}",
        "only|just <keep> {span} of|from {things}", "<keep> only|just [the] part of {things} {span}",
        "use only|just {span} of|from {things}",
    ),
    *rules(trim_to,
        "<trim> {things} [down] to [only|just] [its|the] first {amount:dur}",
        "<trim> {things} [down] to [only|just] {amount} [long|total|in] [length]",
        "<trim> {things} so [that] only [the|its] first {amount} remain|remains|stay|stays|is|are [left]",
        "<trim> {things} so [that] it|they is|are|lasts|last [only|just] {amount} [long]",
        "<keep> [only|just] [the] first {amount:dur} of|from {things}",
        "only|just <keep> first {amount:dur} of|from {things}",
        "use only|just [the] first {amount:dur} of {things}",
    ),
    *rules(take_out,
        "<cut> [out] [everything|section|bit|piece|stuff|part] {span} from|of|out|in|inside [of] {things}",
        "<cut> [out] part|section|bit|piece of {things} {span}",
    ),
    *rules(end_at,
        "<trim> {things} so [that] it|they ends|end|stops|finishes at {point}", "<trim> {things} at {point}", "<trim> {things} to [end|stop|finish] at {point}", "end|stop|finish {things} at {point}",
        "<make> {things} end|stop|finish|last|run [at|until|till] {point}", "<extend> {things} until|to|till {point}",
        "<trim> {things} until {point}", "<trim> [the] end of {things} to {point}",
        "<cut> [off] everything|all after {point} from|of|in {things}",
        "<cut> [off] {things} after {point}",
    ),
    *rules(start_at,
        "<trim> {things} to start|begin [at|from] {point}", "<trim> [the] start|beginning of {things} to {point}",
        "<cut> [off] everything|all before {point} from|of|in {things}",
    ),
    *rules(roll,
        "roll [the] cut|edit|boundary [point] between {a:things} and {b:things} [by] {amount}", "roll [the] cut|edit|boundary [point] between {a:things} and {b:things} [by] {amount} later|forward|right",
        "roll [the] cut|edit|boundary [point] between {a:things} and {b:things} [by] {amount} {back:backward}", "move [the] cut between {a:things} and {b:things} [by] {amount} [later|forward]", "move [the] cut between {a:things} and {b:things} [by] {amount} {back:backward}",
    ),
    *rules(slide, "slide {things} [by] {amount} [later|forward|right]", "slide {things} [by] {amount} {back:backward}", "slide {things} {back:backward} [by] {amount}"),
    *rules(slip,
        "slip {things} [by] {amount} [forward|later|ahead]", "slip {things} [by] {amount} {back:backward}",
    ),
    *rules(vague, "trim|shorten {things}"),
)  # fmt: skip
