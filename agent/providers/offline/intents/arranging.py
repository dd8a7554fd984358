"""The order of things in time: swap, reorder, first and last, before and after, sort."""

from __future__ import annotations

from ..core_phrase import Things
from ..kinds import of_kind
from ..pattern import Found
from ..rule import Build, rules
from ..selectors import measure
from ..sketch import Pass, Refused, Sketch, end_of


def lay_out(sketch: Sketch, track_id: str, order: list[str]) -> None:
    """Give a track's items a new order; the gaps stay where they are in the sequence.

    One item that jumps over others is inserted, and the hole it leaves closed, where that gives the order; otherwise
    everything that moves first steps aside, so that nothing overlaps on the way.
    """
    items = sketch.state.items
    old = sketch.by_time(next(track for track in sketch.state.tracks if track["id"] == track_id)["items"])
    if old == order:
        raise Refused("They are in that order already.")
    targets = _targets(sketch, old, order)
    for item in sorted(order, key=lambda item: abs(old.index(item) - order.index(item)), reverse=True)[:2]:
        if _inserted(sketch, track_id, item, targets):
            return
    moved = [item for item in order if items[item]["from"] != targets[item]]
    aside = sketch.state.end + sum(items[item]["durationInFrames"] for item in moved)
    sketch.do("moveItems", ids=moved, deltaFrames=aside)
    for item in moved:
        sketch.do("moveItems", ids=[item], **{"from": targets[item]})


def _inserted(sketch: Sketch, track_id: str, item: str, targets: dict[str, int]) -> bool:
    for closing in (False, True):
        trial = sketch.fork()
        done = trial.attempt("moveItems", ids=[item], mode="insert", **{"from": targets[item]})
        done = done and (not closing or trial.attempt("closeGaps", trackId=track_id))
        if done and all(trial.state.items[i]["from"] == frame for i, frame in targets.items()):
            sketch.adopt(trial)
            return True
    return False


def _targets(sketch: Sketch, old: list[str], order: list[str]) -> dict[str, int]:
    """Where each item begins in the new order, with the gaps of the old one."""
    items = sketch.state.items
    gaps, at = [], 0
    for item in old:
        gaps.append(items[item]["from"] - at)
        at = end_of(items[item])
    targets, at = {}, 0
    for gap, item in zip(gaps, order, strict=True):
        targets[item] = at + gap
        at = targets[item] + items[item]["durationInFrames"]
    return targets


def line(sketch: Sketch, item_id: str) -> list[str]:
    """All items of an item's track in time order."""
    return sketch.by_time(sketch.track_of(item_id)["items"])


def put_at(sketch: Sketch, ids: list[str], place: int) -> None:
    """Move items of one track to a place in its order, counted from 0, negative from the end."""
    track_id = sketch.state.items[ids[0]]["trackId"]
    if any(sketch.state.items[item]["trackId"] != track_id for item in ids):
        raise Refused("These are on different tracks; say where in time each should go.")
    rest = [item for item in line(sketch, ids[0]) if item not in ids]
    where = len(rest) + 1 + place if place < 0 else place
    if not 0 <= where <= len(rest):
        raise Refused(f"There are only {len(rest) + len(ids)} on that track.")
    lay_out(sketch, track_id, [*rest[:where], *ids, *rest[where:]])


def first(sketch: Sketch, found: Found) -> None:
    ids = sketch.ids(found["things"])
    if len(line(sketch, ids[0])) == len(ids):
        _shift_to(sketch, ids, 0)
    else:
        put_at(sketch, ids, 0)


def last(sketch: Sketch, found: Found) -> None:
    ids = sketch.ids(found["things"])
    if len(line(sketch, ids[0])) == len(ids):
        length = max(end_of(sketch.state.items[i]) for i in ids) - min(sketch.state.items[i]["from"] for i in ids)
        _shift_to(sketch, ids, max(0, sketch.state.end - length))
    else:
        put_at(sketch, ids, -1)


def in_front(sketch: Sketch, found: Found) -> None:
    """ "to the front": of the line for clips in a line, of the picture for what stands alone on its track."""
    _front_or(sketch, found, first, "front")


def at_back(sketch: Sketch, found: Found) -> None:
    _front_or(sketch, found, last, "back")


def _front_or(sketch: Sketch, found: Found, ordered: Build, layer: str) -> None:
    ids = sketch.ids(found["things"])
    if sketch.state.items[ids[0]]["type"] in ("video", "audio") and len(line(sketch, ids[0])) > len(ids):
        ordered(sketch, found)
        return
    for item in ids:
        sketch.do("setItemLayer", id=item, to=layer)


def _shift_to(sketch: Sketch, ids: list[str], frame: int) -> None:
    if min(sketch.state.items[i]["from"] for i in ids) == frame:
        raise Refused(f"{sketch.label(ids[0])} is there already.")
    sketch.do("moveItems", ids=ids, **{"from": frame})


def to_place(sketch: Sketch, found: Found) -> None:
    place = found["nth"]
    put_at(sketch, sketch.ids(found["things"]), place - 1 if place > 0 else place)


def by_places(sketch: Sketch, found: Found) -> None:
    ids = sketch.ids(found["things"])
    step = round(found.get("number", 1)) * (-1 if "back" in found else 1)
    here = line(sketch, ids[0]).index(ids[0])
    put_at(sketch, ids, max(0, here + step))


def _beside(sketch: Sketch, found: Found, *, after: bool) -> None:
    ids = sketch.ids(found["things"])
    other = sketch.ids(found["other"])
    anchor = sketch.by_time(other)[-1 if after else 0]
    track = sketch.state.items[anchor]["trackId"]
    if anchor in ids or any(sketch.state.items[item]["trackId"] != track for item in ids):
        raise Pass
    rest = [item for item in line(sketch, anchor) if item not in ids]
    where = rest.index(anchor) + (1 if after else 0)
    sketch.mention(*ids)
    lay_out(sketch, track, [*rest[:where], *ids, *rest[where:]])


def after(sketch: Sketch, found: Found) -> None:
    _beside(sketch, found, after=True)


def before(sketch: Sketch, found: Found) -> None:
    _beside(sketch, found, after=False)


def between(sketch: Sketch, found: Found) -> None:
    _beside(sketch, {**found, "other": found["left"]}, after=True)


def swap(sketch: Sketch, found: Found) -> None:
    left, right = sketch.one(found["a"]), sketch.one(found["b"])
    exchange(sketch, left, right)


def swap_pair(sketch: Sketch, found: Found) -> None:
    ids = sketch.ids(found["things"])
    if len(ids) != 2:
        raise Refused("Swapping takes two clips. Say for example “swap the first and the last clip”.")
    exchange(sketch, *ids)


def exchange(sketch: Sketch, left: str, right: str) -> None:
    """Two items change places: within a track by order, across tracks by their starts."""
    items = sketch.state.items
    if left == right:
        raise Refused("These are the same clip.")
    if items[left]["trackId"] != items[right]["trackId"]:
        starts = items[left]["from"], items[right]["from"]
        sketch.do("moveItems", ids=[left], **{"from": starts[1]})
        sketch.do("moveItems", ids=[right], **{"from": starts[0]})
        return
    order = [{left: right, right: left}.get(item, item) for item in line(sketch, left)]
    sketch.mention(left, right)
    lay_out(sketch, items[left]["trackId"], order)


def _main_clips(sketch: Sketch, things: Things | None) -> list[str]:
    ids = sketch.ids(things) if things else sketch.by_time(of_kind(sketch.state, "clip"))
    if not ids:
        raise Refused("There are no clips to put in order.")
    return sketch.by_time(ids)


def _reorder(sketch: Sketch, ids: list[str], order: list[str]) -> None:
    """New order of some of a track's items, the others keeping their places."""
    track_id = sketch.state.items[ids[0]]["trackId"]
    if any(sketch.state.items[item]["trackId"] != track_id for item in ids):
        raise Refused("These clips are on different tracks, so they have no one order.")
    queue = iter(order)
    lay_out(sketch, track_id, [next(queue) if item in ids else item for item in line(sketch, ids[0])])


def backwards(sketch: Sketch, found: Found) -> None:
    ids = _main_clips(sketch, found.get("things"))
    _reorder(sketch, ids, ids[::-1])


def by_length(sketch: Sketch, found: Found) -> None:
    _sorted(sketch, found, "length", descending=False)


def by_length_down(sketch: Sketch, found: Found) -> None:
    _sorted(sketch, found, "length", descending=True)


def _sorted(sketch: Sketch, found: Found, name: str, *, descending: bool) -> None:
    ids = _main_clips(sketch, found.get("things"))
    _reorder(sketch, ids, sorted(ids, key=lambda item: measure(sketch.state, item, name), reverse=descending))


def by_name(sketch: Sketch, found: Found) -> None:
    ids = _main_clips(sketch, found.get("things"))
    _reorder(sketch, ids, sorted(ids, key=lambda item: (sketch.state.items[item].get("name") or "").lower()))


def in_order(sketch: Sketch, found: Found) -> None:
    """An order spelled out: "interview, outro, city, park"."""
    things: Things = found["order"]
    ids = list(things.ids)
    if len(ids) < 2 or things.one:
        raise Pass
    _reorder(sketch, sketch.by_time(ids), ids)


ONE = "[one|clip|shot|thing|item|video|scene]"

RULES = (
    *rules(swap,
        "<swap> [places|positions] [of|between] {a:things} and|with|for|against|to {b:things} [around|over]",
        "<swap> [the] places|positions|order|place|position of {a:things} and|with {b:things}",
        "<make> {a:things} and {b:things} swap|trade|switch [places|positions|order]",
        "put {a:things} where {b:things} is [and] [vice] [versa]",
    ),
    *rules(swap_pair,
        "<swap> {things} [around|over]", "<swap> [the] places|positions|order|place|position of {things}",
        "<make> {things} swap|trade|switch places|positions",
    ),
    *rules(backwards,
        "reverse|flip|invert [the] order [of] {things}", "reverse|flip|invert [the] [clip] order",
        "<move> {things} in|into reverse|reversed|backwards|opposite order", "<make> {things} in [the] reverse|reversed|opposite order", "order|arrange|sort {things} in reverse [order]",
    ),
    *rules(by_length_down,
        "sort|order|arrange|reorder {things} by|from length|duration|longest descending|down|first|to [shortest]",
        "sort|order|arrange|reorder {things} longest [to|first] [shortest|first]",
        "sort|order|arrange|reorder {things} from [the] longest to [the] shortest",
    ),
    *rules(by_length,
        "sort|order|arrange|reorder {things} by [their] length|duration|time|shortest [ascending|first|up]",
        "sort|order|arrange|reorder {things} [from] [the] shortest [to|first] [the] [longest]",
    ),
    *rules(by_name, "sort|order|arrange|reorder {things} by name|title", "sort|order|arrange|reorder {things} alphabetically"),
    *rules(in_order,
        "<move> clips|shots|them|everything|videos|scenes in|into [this|the] [following] order : {order:things}",
        "<move> clips|shots|them|everything|videos|scenes in|into [this|the] [following] order [of] {order:things}",
        "reorder|rearrange|arrange|order|sort [the] clips|shots|them|everything|videos|scenes [to|as|like|into|in|this] [this] [order] [:] {order:things}",
        "reorder|rearrange|arrange|order|sort [the] clips|shots|them|it|everything|videos|scenes so [that] [it|they|the] [order] goes|go|is|are|plays|play|reads|runs|run [:] {order:things}",
        "order|sequence should be|: {order:things}",
        "<make> [the] order|sequence [be|:] {order:things}",
        "reorder [to] [:] {order:things}",
    ),
    *rules(first,
        f"<move> {{things}} [to|in|at] [be|become] [the] [very] first|1st {ONE}",
        f"<make> {{things}} [be|become|come|go|play] [the] [very] first {ONE}",
        "<move> {things} to|at|in [the] [very] start|beginning|head [of] [the] [whole] [video|timeline|track|composition|edit|sequence|everything]",
        "start|open|begin [the] [video|composition|edit|timeline] with {things}",
        "{things} should come|go|be|play first", "rearrange|reorder|arrange [it|them|the] [clips|everything] so [that] {things} comes|goes|is|plays|come|go first", "lead with {things}", "play|show {things} first", "{things} first", "<move> {things} before|ahead everything|all [of] [else] [everything] [else]",
        "<move> {things} up front",
    ),
    *rules(last,
        f"<move> {{things}} [to|in|at] [be|become] [the] [very] last|end {ONE}",
        f"<make> {{things}} [be|become|come|go|play] [the] [very] last|final {ONE}",
        "<move> {things} to|at|in [the] [very] end|tail [of] [the] [whole] [video|timeline|track|composition|edit|sequence|everything]",
        "end|finish|close|conclude [the] [video|composition|edit|timeline] with|on {things}",
        "{things} should come|go|be|play last", "rearrange|reorder|arrange [it|them|the] [clips|everything] so [that] {things} comes|goes|is|plays|come|go last", "{things} last", "play|show {things} last", "<move> {things} after everything|all [else]",
    ),
    *rules(in_front, "<move> {things} [up] to|at|in [the] [very] front|top [of] [the] [line|timeline|track|sequence|queue|video]"),
    *rules(at_back, "<move> {things} to|at [the] [very] back [of] [the] [line|timeline|track|sequence|queue|video]"),
    *rules(to_place,
        "<move> {things} to|in|into|at [the] [clip] position|place|slot|spot|number {nth}",
        "<move> {things} to|in|into [the] {nth} position|place|slot|spot", "<make> {things} [be] [the] {nth} clip|one|shot",
        "<move> {things} {nth}", "<make> {things} [come|go|play] {nth}",
    ),
    *rules(by_places,
        "<move> {things} [up|forward|down|later|right] [by] {number} position|positions|place|places|slot|slots|spot|spots [later|forward|down|right]",
        "<move> {things} {back:backward} [by] {number} position|positions|place|places|slot|slots|spot|spots",
        "<move> {things} {number} position|positions|place|places|slot|slots|spot|spots {back:backward}",
    ),
    *rules(between, "<move> {things} [in] between {left:things} and {right:things}"),
    *rules(after,
        "<move> {things} [to] [come|go|be|play] [right|just|directly|immediately] after|behind|following {other:things}",
        "<make> {things} come|go|play|follow [right|directly] [after] {other:things}", "{things} should come|go|be [right] after {other:things}", "rearrange|reorder|arrange [it|them|the] [clips|everything] so [that] {things} comes|goes|is|plays|come|go after {other:things}",
        "<move> {things} to [the] [right] [side] [end] of {other:things}",
    ),
    *rules(before,
        "<move> {things} [to] [come|go|be|play] [right|just|directly|immediately] before|ahead|preceding [of] {other:things}",
        "<move> {things} in front of {other:things}",
        "<make> {things} come|go|play [right|directly] before {other:things}", "{things} should come|go|be [right] before {other:things}", "rearrange|reorder|arrange [it|them|the] [clips|everything] so [that] {things} comes|goes|is|plays|come|go before {other:things}",
    ),
)  # fmt: skip
