"""How long an item lasts: set, lengthen, shorten, stretch to the end or over the whole."""

from __future__ import annotations

from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Refused, Sketch
from ..times import Span
from .trimming import edges, length_of, move_edge


def to_length(sketch: Sketch, found: Found) -> None:
    """Set how long items last, from their start."""
    for item in sketch.ids(found["things"]):
        move_edge(sketch, item, "end", edges(sketch, item)[0] + length_of(found))


def longer(sketch: Sketch, found: Found) -> None:
    amount = found.get("amount") or round(float(sketch.state.fps) * sketch.degree)
    for item in sketch.ids(found["things"]):
        move_edge(sketch, item, "end", edges(sketch, item)[1] + amount)


def shorter(sketch: Sketch, found: Found) -> None:
    for item in sketch.ids(found["things"]):
        start, end = edges(sketch, item)
        usual = min(round(float(sketch.state.fps) * sketch.degree), (end - start) // 2)
        move_edge(sketch, item, "end", end - (found.get("amount") or usual))


def scaled(sketch: Sketch, found: Found) -> None:
    for item in sketch.ids(found["things"]):
        start, end = edges(sketch, item)
        move_edge(sketch, item, "end", start + max(1, round((end - start) * found["multiple"])))


def to_end_of_video(sketch: Sketch, found: Found) -> None:
    """Extend up to where everything else ends."""
    for item in sketch.ids(found["things"]):
        end = sketch.state.end
        if edges(sketch, item)[1] >= end:
            raise Refused(f"{sketch.label(item)} lasts to the end already.")
        move_edge(sketch, item, "end", end)


def retime(sketch: Sketch, found: Found) -> None:
    """From here to there in the composition."""
    span: Span = found["span"]
    item = sketch.one(found["things"])
    if edges(sketch, item)[0] != span.start:
        sketch.do("moveItems", ids=[item], **{"from": span.start})
    if edges(sketch, item)[1] != span.end:
        move_edge(sketch, item, "end", span.end)


def only_during(sketch: Sketch, found: Found) -> None:
    """There while something else is, and no longer."""
    other = [edges(sketch, item) for item in sketch.ids(found["other"])]
    start, end = min(edge[0] for edge in other), max(edge[1] for edge in other)
    ids = sketch.ids(found["things"])
    if set(ids) & set(found["other"].ids):
        raise Pass
    for item in ids:
        if edges(sketch, item)[0] != start:
            sketch.do("moveItems", ids=[item], **{"from": start})
        if edges(sketch, item)[1] != end:
            move_edge(sketch, item, "end", end)


def whole_video(sketch: Sketch, found: Found) -> None:
    """From the first frame to the last; a still or a title can, a clip as far as its source goes."""
    for item in sketch.ids(found["things"]):
        end = sketch.state.end
        if edges(sketch, item)[0] > 0:
            sketch.do("moveItems", ids=[item], **{"from": 0})
        if edges(sketch, item)[1] != end:
            move_edge(sketch, item, "end", end)


AWAY = "(go|goes|going away / disappear|disappears|vanish|vanishes|leave|end|stop [the] [screen] / be gone|over)"

RULES = (
    *rules(to_length,
        "<make> {things} [be] [last|run|play|go|only|just|exactly] [for|only] {amount} [long|in] [length]",
        "<set> duration|length|runtime of {things} to {amount}",
        "<set> {things} 's duration|length to {amount}",
        "<set> {things} duration|length to {amount}",
        "<set> {things} to [be|last] {amount} [long]",
        "<extend> {things} to [be] [last] {amount} [long|total]",
        "<make> {things} stay|visible|appear|show|stay [on] [up|screen|visible] [for] {amount}",
        "<keep> {things} on [the] screen for {amount}",
        "{things} should last|be|run|stay [for|up] {amount} [long]",
        "show|display {things} for {amount}", "only|just show|display {things} for {amount}",
        f"<make> {{things}} {AWAY} after {{amount:dur}}", f"{{things}} {AWAY} after {{amount:dur}}", "take {things} off|away [the] [screen] after {amount:dur}", "<hide> {things} after {amount:dur}",
    ),
    *rules(shorter,
        "<trim> {things} by {amount}",
        "<make> {things} {amount} shorter",
        "<make> {things} shorter by {amount}",
        "<make> {things} shorter",
        "<cut> {things} {amount} shorter",
    ),
    *rules(longer,
        "<extend> {things} by {amount}",
        "<extend> [the] end of {things} by {amount}",
        "<make> {things} [last|run|stay] {amount} longer",
        "<make> {things} longer by {amount}",
        "<make> {things} [last|stay] longer",
        "<add> {amount} to [the] [end|length|duration] [of] {things}",
        "hold|keep {things} [on] [screen] [for] {amount} longer",
        "<extend> {things} [longer]",
    ),
    *rules(scaled,
        "<make> {things} {multiple} as long",
        "<make> {things} {multiple} [its|their|the] length|duration",
        "{multiple} [the] length|duration of {things}", "{multiple} {things} 's length|duration",
    ),
    *rules(to_end_of_video,
        "<extend> {things} to|until|till|through [the] [very] end [of] [the] [whole] [video|composition|timeline|edit|everything]",
        "<make> {things} end|stop|finish with|when [the] video|everything|composition|rest [ends|does|stops]",
        "<make> {things} last|run|go|play|stay until|to|till|through [the] [very] end [of] [the] [whole] [video|composition|timeline|edit]",
    ),
    *rules(only_during,
        "show|display|keep|have|put|use {things} only|just [on] [screen] [visible] during|over|in|for|on|while {other:things} [plays|is|runs] [playing|on]", "only|just show|display|keep|use {things} during|over|in|on|for|while {other:things} [plays|is|runs] [playing|on]",
        "<make> {things} [be] [visible|show|shown|appear|on] only|just during|over|in|for|on {other:things}", "<make> {things} only|just [be] [visible|show|appear] during|over|on {other:things}",
    ),
    *rules(whole_video,
        "<extend> {things} so [that] it|they covers|cover|fills|fill|spans|span|lasts|last [the] whole|entire [video|time|composition|thing|timeline]",
        "<make> {things} last|run|stay|play|visible|show|appear [on] [for|the|throughout|screen] [the] whole|entire [video|time|composition|thing|timeline]",
        "<extend> {things} to [cover|fill|span] [the] whole|entire video|composition|timeline|thing",
        "<extend> {things} over|across|throughout [the] whole|entire video|composition|timeline|thing",
        "<keep> {things} on|visible [screen] [for|throughout] [the] whole|entire video|time|composition",
        "<make> {things} as long as [the] [whole] video|composition|timeline",
        "show|display|keep|have|put {things} [on|visible|up] [screen] from [the] start|beginning to [the] end|finish", "show|display|keep|have|put {things} [on|visible] [screen] throughout",
    ),
    *rules(retime, "show|display|keep|have|put {things} [on|visible|up] [screen] {span}", "<make> {things} appear|visible|show|play|run|last [up] {span}"),
)  # fmt: skip
