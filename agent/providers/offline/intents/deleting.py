"""Taking things away: items, spans of time, gaps."""

from __future__ import annotations

from ..core_phrase import Things
from ..kinds import of_kind
from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Refused, Sketch, end_of
from ..tokens import words
from ..tracks import main_track


def delete(sketch: Sketch, found: Found) -> None:
    _delete(sketch, found["things"], ripple=None)


def delete_and_close(sketch: Sketch, found: Found) -> None:
    _delete(sketch, found["things"], ripple=True)


def _delete(sketch: Sketch, things: Things, ripple: bool | None) -> None:
    if (
        things.kind == "audio"
        and things.words.lower().startswith(("all the ", "all ", "every", "any "))
        and MASS & set(things.words.lower().split())
    ):
        raise Pass  # to take away all the sound is to mute it
    ids = _others(sketch, things) if OTHERS & set(things.words.lower().split()) else sketch.ids(things)
    sketch.do("deleteItems", ids=ids, ripple=ripple)
    sketch.mention()


def _others(sketch: Sketch, things: Things) -> list[str]:
    """ "The rest" of clips is the other clips, and what lies over and under them stays; "everything else" is everything."""
    kept = sketch.spared | sketch.aside | set(sketch.mentioned or sketch.scene.selected)
    if not kept and not set(things.words.lower().split()) & EXCEPTING:
        raise Refused(f"Say what should stay, for example “keep the first clip and delete {things.words}”.")
    ids, clips = sketch.ids(things), of_kind(sketch.state, "clip")
    others = [item for item in ids if item in clips]
    if not things.words.lower().endswith("else") and kept <= {*clips} and others and len(others) < len(ids):
        sketch.note(STAYS.format("is no clip"))
        return others
    return ids


def keep_only(sketch: Sketch, found: Found) -> None:
    """Delete the others of the same tracks: keeping two clips does not throw the music away."""
    kept = sketch.ids(found["things"])
    tracks = {sketch.state.items[item]["trackId"] for item in kept}
    gone = [i for i, item in sketch.state.items.items() if item["trackId"] in tracks and i not in kept]
    if not gone:
        raise Refused("There is nothing else on that track to remove.")
    sketch.do("deleteItems", ids=sketch.by_time(gone))
    sketch.mention(*kept)
    if len(sketch.state.items) > len(kept):
        sketch.note(STAYS.format("is on other tracks"))


def remove_span(sketch: Sketch, found: Found) -> None:
    """Take a span of time out of the whole composition and close up."""
    span = found["span"]
    _remove(sketch, span.start, span.end)


def _remove(sketch: Sketch, start: int, end: int) -> None:
    end = min(end, sketch.state.end)
    if start >= end:
        raise Refused(
            f"There is nothing after {sketch.clock(start)}: the composition is {sketch.clock(sketch.state.end)} long."
        )
    sketch.do("rippleDeleteRange", fromFrame=start, toFrame=end)


def remove_after(sketch: Sketch, found: Found) -> None:
    _remove(sketch, found["point"].frame, sketch.state.end)


def remove_before(sketch: Sketch, found: Found) -> None:
    _remove(sketch, 0, found["point"].frame)


def cut_head(sketch: Sketch, found: Found) -> None:
    _remove(sketch, 0, found["amount"])


def cut_tail(sketch: Sketch, found: Found) -> None:
    _remove(sketch, max(0, sketch.state.end - found["amount"]), sketch.state.end)


def keep_span(sketch: Sketch, found: Found) -> None:
    """Keep a span: what is after it goes first, so that the frames before it still count."""
    span, end = found["span"], sketch.state.end
    if span.end < end:
        _remove(sketch, span.end, end)
    if span.start > 0:
        _remove(sketch, 0, span.start)


def limit(sketch: Sketch, found: Found) -> None:
    length, end = found["amount"], sketch.state.end
    if length >= end:
        raise Refused(f"The composition is only {sketch.clock(end)} long, so there is nothing to cut off.")
    _remove(sketch, length, end)


def ripple_track(sketch: Sketch, found: Found) -> None:
    span = found["span"]
    sketch.do("rippleDeleteRange", fromFrame=span.start, toFrame=span.end, trackIds=[found["track"]])


def close_gaps(sketch: Sketch, found: Found) -> None:
    """On the named track, else on every track that has several items with gaps between them; the main one first."""
    if "track" in found:
        if not gaps(sketch, found["track"]):
            raise Refused("There are no gaps on that track to close.")
        sketch.do("closeGaps", trackId=found["track"])
        return
    before = len(sketch.steps)
    tracks = [main_track(sketch)] if found.get("one") else [t["id"] for t in sketch.state.tracks]
    for track_id in tracks:
        if track_id and gaps(sketch, track_id):
            sketch.do("closeGaps", trackId=track_id)
    if len(sketch.steps) == before:
        raise Refused("There are no gaps between clips to close.")


def gaps(sketch: Sketch, track_id: str) -> list[tuple[int, int]]:
    """Empty spans before and between the items of a track; only between, where the track has a single item."""
    track = next(track for track in sketch.state.tracks if track["id"] == track_id)
    items = [sketch.state.items[item] for item in sketch.by_time(track["items"])]
    found = []
    for left, right in zip(items, items[1:], strict=False):
        if end_of(left) < right["from"]:
            found.append((end_of(left), right["from"]))
    return found


def close_between(sketch: Sketch, found: Found) -> None:
    left, right = (sketch.state.items[sketch.one(found[side])] for side in ("left", "right"))
    if left["trackId"] != right["trackId"] or end_of(left) >= right["from"]:
        raise Refused("There is no gap between these two.")
    sketch.do("closeGaps", trackId=left["trackId"], fromFrame=end_of(left), toFrame=right["from"])


def insert_gap(sketch: Sketch, found: Found) -> None:
    sketch.do("insertGap", atFrame=found["at"].frame, durationInFrames=found["dur"])


def clear(sketch: Sketch, found: Found) -> None:
    if not sketch.state.items:
        raise Refused("There is nothing to delete: the composition is empty.")
    ids = [item for item in sketch.state.items if not sketch.shut(item)]
    sketch.do("deleteItems", ids=sketch.by_time(ids))


STAYS = "What {} stays; say “delete everything else” to remove that as well."
OTHERS = words("rest others other remaining else remainder")
EXCEPTING = words("except but besides than without not")
MASS = frozenset({"sound", "audio", "noise"})
ALL = "(everything|all / all the {noun:word} / all of it|that|them / [the] whole lot|thing / it all)"
BUT = "(but|except|bar|besides|excluding|minus [for] / other than / apart|aside from)"
GAP = "[up] [the] gap|gaps|hole|holes|space|spaces"
LEFT = "[it|that|this|they|which] [leaves|left|leave|makes|made|behind|afterwards|after] [behind|it|that|over]"
STUFF = (
    "everything|all|anything|section|part|bit|stuff|footage|range|piece|content|portion|segment|chunk|bits|region|time"
)
WHOLE_TAIL = "[of|from|off|in] [the] [whole|entire] [<whole>]"

# These stand before splitting: "cut everything after 5s" is no cut at 5s.
BEYOND = (
    *rules(remove_after,
        f"<cut> [off] {STUFF} [that] [is|comes] after|past|beyond {{point}}",
        f"<cut> [off] {STUFF} [that] from {{point}} [on|onward|onwards|forward]",
        "<cut> [off] after|past|beyond {point}",
        "<cut> from {point} on|onward|onwards|forward",
        "end|stop|finish [the] video|composition|timeline|edit|movie|film at|after {point}",
        "trim|shorten [the] [whole|entire] video|composition|timeline|edit|movie|film at {point}",
    ),
    *rules(remove_before,
        f"<cut> [off] {STUFF} [that] [is|comes] [before|until|till] before|until|till {{point}}",
        "<cut> [off] before|until {point}",
        "start [the] video|composition|timeline|edit|movie|film at|from {point}",
    ),
)  # fmt: skip

RULES = (
    *rules(delete_and_close,
        f"<delete> {{things}} and|but|then|, [then|also] close|fill|remove [up] {GAP} [it|they|that] [leaves|left|leave|behind|afterwards|after] [behind]",
        "ripple delete|cut|remove {things}",
        "<delete> {things} with|using [a] ripple [delete]",
        "<delete> {things} without leaving [a|any] gap|gaps|hole|space|behind",
        "<delete> {things} leaving|and|with|, [leave] no gap|gaps|hole",
        "<delete> {things} and|then|, shift|move|slide|pull|bring|push [all] [the] rest|everything|others|remaining|following [clips|else] [after] [it] [up|left|back|forward|earlier|over]",
    ),
    *rules(remove_span,
        f"<cut> [out] [{STUFF}] [of|that] [is] [the] [<whole>] {{span}} {WHOLE_TAIL}",
        f"<cut> {{span}} out {WHOLE_TAIL}",
        f"<cut> [off] [{STUFF}] {{span}} [off] {WHOLE_TAIL}",
        f"ripple delete|cut|remove [{STUFF}] {{span}}",
        f"get rid of [{STUFF}] {{span}} {WHOLE_TAIL}",
        f"<delete> [{STUFF}] [of|from] [the] [<whole>] {{span}}",
    ),
    *rules(cut_head,
        f"<cut> {{amount}} [off|from|of|at] [off|from] [the] front|start|beginning|head|top {WHOLE_TAIL}",
        "start|begin [<whole>] {amount} later|in",
    ),
    *rules(cut_tail,
        f"<cut> {{amount}} [off|from|of|at] [off|from] [the] end|ending|tail|back {WHOLE_TAIL}",
        "<make> [the] video|composition|timeline|edit|whole|entire|project [video|thing|composition] {amount} shorter",
        "shorten|trim|cut|reduce [the] [whole|entire] video|composition|timeline|edit|project|movie|film by {amount}",
        "end [<whole>] {amount} earlier|sooner",
    ),
    *rules(limit,
        "<trim> [the] [whole|entire] video|composition|timeline|edit|project|movie|film|thing|everything [down] to {amount} [long|total]",
        "<make> [the] [whole|entire] video|composition|timeline|edit|project|movie|film|thing [be|last|only|just] {amount} [long|total|in] [length|duration]",
        "limit|cap|keep [the] [whole|entire] video|composition|timeline|edit|project [to|at|under] {amount}",
        "<set> [the] duration|length of [the] [whole|entire] video|composition|timeline|edit|project to {amount}",
        "<set> [the] video|composition|timeline|project [total] length|duration to {amount}",
        "<keep> [the] [whole|entire] video|composition {amount} long",
    ),
    *rules(keep_span,
        f"<keep> [only|just] {{span}} {WHOLE_TAIL}", "only|just <keep> {span}",
        "<trim> [the] [whole|entire] video|composition|timeline|edit [down] to [only|just] [its] {span}",
        f"<keep> [only|just] {STUFF} {{span}}",
        f"<delete> {STUFF} except|but|outside|besides [for|of] [only|just] {{span}}",
        "crop|trim|limit|cut [<whole>] [down] to {span}",
    ),
    *rules(ripple_track, "<cut> {span} from|on|of|off {track}"),
    *rules(close_between,
        "close|fill|remove|delete [up] gap|hole|space between {left:things} and {right:things}",
    ),
    *rules(close_gaps,
        f"close|remove|delete|fill|eliminate|collapse|fix [up|in] [all] [of] {GAP} on|in|from {{track}}",
        f"close|remove|delete|fill|eliminate|collapse|fix|tighten [up|in] [all|every|any] [of] [empty] {GAP} [between] [all] [clips|them|everything] [everywhere]", f"close|remove|fill [up] {GAP} {LEFT}",
        "<delete> [all|every|any] [of] [the] [empty] gap|gaps|space|spaces|hole|holes [between] [clips]",
        "<make> [the] clips|everything contiguous|adjacent|flush|back [to] [back]",
        "tighten [up] [the] timeline|edit|video",
        "snap [all] clips|everything together",
    ),
    *rules(insert_gap,
        "<add> {dur} [of] [a|an] [empty|blank|black] gap|space|pause|nothing|black|silence|blank|break|emptiness|room {at}",
        "<add> a|an [empty|blank|black] gap|space|pause|break|room of {dur} {at}",
        "<add> a {dur} [long] [empty|blank|black] gap|space|pause|break|silence {at}",
        "<add> {at} a {dur} [long] [empty|blank|black] gap|space|pause|break",
        "<make> {dur} [of] room|space {at}",
        "leave [a] {dur} gap|pause|space|break {at}",
        "<make> [a] gap|room|space of {dur} {at}",
    ),
    *rules(delete, f"<keep> {ALL} {BUT} {{things}}"),
    *rules(keep_only,
        "<keep> only|just {things}", "only|just <keep> {things}",
        "isolate {things}",
    ),
    *rules(clear, "clear|empty|wipe|reset [out] [the] [whole|entire] timeline|composition|project|canvas|edit", "start over|fresh"),
    *rules(delete,
        "<delete> {things} without closing|moving|rippling [up] [the|any|anything] [gap|gaps|else|rest]", "<delete> {things} and|but leave|keep [a|the] gap|space|hole [there|open]",
        "<delete> {things} [completely|entirely|altogether|too|off|out|away|permanently|forever]",
        "take|throw|cut|chuck|toss|pull {things} out|away|off",
        "get {things} out",
        "cut|trim|chop|snip {things} [out]",
        "i|we do not want|need|like {things} [in] [it|here|there] anymore|any [more|longer]",
        "do without {things}",
    ),
)  # fmt: skip
