"""Where clips meet: what a transition needs of its neighbours, and what becomes of it when an edit moves them."""

from __future__ import annotations

from . import timing
from .draft import Draft
from .errors import HandlesTooShort, NotNeighbours, Overlap
from .model import Composition, Record, end


def check_transitions(state: Composition, track: Record) -> None:
    """The transitions of a track join neighbours, one a cut, with handles for them and room inside every clip."""
    taken: dict[str, int] = {}
    for transition in in_order(state, track["transitions"]):
        if transition["rightId"] in taken:
            raise Overlap(f"There are two transitions into {transition['rightId']!r}.", hint="Remove one of them.")
        _check_transition(state, track, transition, taken.get(transition["leftId"], 0))
        taken[transition["rightId"]] = reach(transition)[1]


def longest_transition(state: Composition | Draft, left: Record, right: Record, alignment: str, taken: int = 0) -> int:
    """The most frames that a transition between two neighbours can have, given their handles and lengths.

    `taken` frames of the left clip belong to the transition into it already.
    """
    _, after = timing.handles(left, state.asset_of(left), state.fps)
    before, _ = timing.handles(right, state.asset_of(right), state.fps)
    # The part before the cut lies in the left clip and is fed by the right one's handle; the part after, the reverse.
    ahead = left["durationInFrames"] - taken
    ahead = max(0, ahead if before is None else min(ahead, before))
    behind = right["durationInFrames"] if after is None else min(right["durationInFrames"], after)
    if alignment == "center":
        return int(min(2 * ahead + 1, 2 * behind))
    return int(behind if alignment == "start" else ahead)


def reach(transition: Record) -> tuple[int, int]:
    """How many frames of the transition lie before its cut, and after it."""
    length: int = transition["durationInFrames"]
    before = {"center": length // 2, "start": 0, "end": length}[transition["alignment"]]
    return before, length - before


def in_order(state: Composition | Draft, transitions: list[Record]) -> list[Record]:
    """Transitions in order of their cuts; those whose clips are gone come first."""
    return sorted(transitions, key=lambda one: right["from"] if (right := state.find(one["rightId"])) else -1)


def _check_transition(state: Composition, track: Record, transition: Record, taken: int) -> None:
    """Raises NotNeighbours, or HandlesTooShort saying how many frames there are."""
    left, right = state.find(transition["leftId"]), state.find(transition["rightId"])
    if not (left and right and left["trackId"] == right["trackId"] == track["id"] and end(left) == right["from"]):
        raise NotNeighbours(
            f"A transition needs two neighbours that touch; {transition['leftId']!r} and {transition['rightId']!r} "
            "do not.",
            hint="Close the gap between them first.",
        )
    most = longest_transition(state, left, right, transition["alignment"], taken)
    if transition["durationInFrames"] > most:
        raise HandlesTooShort(
            f"A transition of {transition['durationInFrames']} frames between {left['id']!r} and {right['id']!r} "
            f"has handles for {most} only.",
            hint=f"Use at most {most} frames." if most else "Trim the clips first, so that they have handles.",
            available=most,
        )


def settle(draft: Draft) -> None:
    """Shrink or drop each transition beside an item that was written; warns of every one."""
    written = draft.items.written
    tracks = {item["trackId"] for id in written for item in (draft.items.base.get(id), written[id]) if item}
    for id in sorted(tracks):
        track = draft.tracks.find(id)
        if track and track["transitions"]:
            _settle_track(draft, track)


def _settle_track(draft: Draft, track: Record) -> None:
    kept: list[Record] = []
    taken: dict[str, int] = {}
    for transition in in_order(draft, track["transitions"]):
        settled = _settled(draft, transition, taken.get(transition["leftId"], 0))
        home = str(draft.item(settled["leftId"])["trackId"]) if settled else ""
        if settled and home == track["id"]:
            kept.append(settled)
            taken[settled["rightId"]] = reach(settled)[1]
        elif settled:  # both clips went to another track, and it goes with them
            draft.tracks.edit(home)["transitions"].append(settled)
    after = [one for was in track["transitions"] for one in kept if one["id"] == was["id"]]
    if after != track["transitions"]:
        draft.tracks.edit(track["id"])["transitions"] = after


def _settled(draft: Draft, transition: Record, taken: int) -> Record | None:
    """The transition as it can be now; None when it cannot be."""
    sides = transition["leftId"], transition["rightId"]
    if not any(side in draft.items.written for side in sides):
        return transition
    left, right = (draft.find(side) for side in sides)
    # A side may be a piece that the command itself made and took away again: it has no name any more.
    known = [draft.find(side) or draft.items.base.get(side) for side in sides]
    names = " and ".join(item["name"] if item else "a part" for item in known)
    if left is None or right is None or left["trackId"] != right["trackId"] or end(left) != right["from"]:
        draft.warn(f"The {transition['kind']} between {names} is gone, because they no longer touch.")
        return None
    most = longest_transition(draft, left, right, transition["alignment"], taken)
    if most >= transition["durationInFrames"]:
        return transition
    if most < 1:
        draft.warn(f"The {transition['kind']} between {names} is gone, because no handles are left for it.")
        return None
    draft.warn(f"The {transition['kind']} between {names} is {most} frames now: there are handles for no more.")
    return {**transition, "durationInFrames": most}
