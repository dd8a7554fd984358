"""Copies: one or several, at their place or at the end, and on the clipboard."""

from __future__ import annotations

from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Refused, Sketch, end_of
from .moving import move_to


def duplicate(sketch: Sketch, found: Found) -> None:
    """Copies; each at its place if one is named, else as the engine places them. "It" is then the copy."""
    ids = sketch.ids(found["things"])
    count, made = round(found.get("number", 1)), list[str]()
    if not 1 <= count <= MOST_COPIES:
        raise Refused(f"Between 1 and {MOST_COPIES} copies can be made at once.")
    for _ in range(count):
        known = set(sketch.state.items)
        sketch.do("duplicateItems", ids=made[-len(ids) :] or ids)
        made += sketch.by_time(set(sketch.state.items) - known)
    sketch.mention(*made)
    if "at" in found:
        move_to(sketch, made, found["at"].frame)
        sketch.mention(*made)


def more_of(sketch: Sketch, found: Found) -> None:
    """ "two more logos", "another logo": copies of the one there is; "two more clips" says not of which."""
    if len(found["things"].ids) != 1:
        raise Pass
    duplicate(sketch, found)


def copy_last(sketch: Sketch, found: Found) -> None:
    ids = sketch.ids(found["things"])
    track = sketch.track_of(ids[0])
    end = max(end_of(sketch.state.items[i]) for i in track["items"])
    known = set(sketch.state.items)
    start = min(sketch.state.items[i]["from"] for i in ids)
    sketch.do("duplicateItems", ids=ids, offsetFrames=end - start)
    sketch.mention(*sketch.by_time(set(sketch.state.items) - known))


def clipboard(sketch: Sketch, found: Found) -> None:
    sketch.do("copyItems", ids=sketch.ids(found["things"]))


MOST_COPIES = 20
COPIES = "[more|extra|further|additional|new|other|identical] copy|copies|duplicate|duplicates|clone|clones"

RULES = (
    *rules(copy_last,
        "<duplicate> {things} [to|at|and] [put|place|move|add] [it|them|copy] [to|at] [the] [very] end [of] [the] [video|timeline|composition|edit]",
        "<duplicate> {things} and <move> [it|them|the] [copy|duplicate|new] [one] [to|at] [the] [very] end [of] [the] [video|timeline|composition|edit]",
        "repeat {things} at the end",
    ),
    *rules(lambda s, m: duplicate(s, {**m, "number": 2}), "<duplicate> {things} twice"),
    *rules(duplicate,
        "<duplicate> {things} {number} times", "<duplicate> {things} {at}", "<duplicate> {things} [once]",
        "<add> a|another copy|duplicate of {things} {at}", "<add> a|another copy|duplicate of {things}", f"<make> {{number}} {COPIES} of {{things}} [{{at}}]", f"<add> {{number}} {COPIES} of {{things}} [{{at}}]", f"{{number}} {COPIES} of {{things}} [{{at}}]",
        "<add> a second|another {things} {at}", "<duplicate> {things} {number} more times", "<duplicate> {things} {number} more time",
    ),
    *rules(more_of, "<make> {number} more [of] {things} [{at}]", "<add> {number} more [of] {things} [{at}]", "{number} more [of] {things} [{at}]", "[give me] another {number} {things} [{at}]", "<add> another {things}"),
    *rules(clipboard, "copy {things} to [the] clipboard"),
)  # fmt: skip
