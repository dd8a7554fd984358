"""Where clips meet: what a transition needs of its neighbours, and what becomes of it when an edit moves them."""

from __future__ import annotations

from . import timing
from .draft import Draft
from .errors import HandlesTooShort, NotNeighbours
from .model import Composition, Record, end


def check_transitions(state: Composition, track: Record) -> None:
    """The transitions of a track join neighbours that have the handles for them."""
    for transition in track["transitions"]:
        check_transition(state, track, transition)


def check_transition(state: Composition, track: Record, transition: Record) -> None:
    """Raises NotNeighbours, or HandlesTooShort saying how many frames each side has."""
    left, right = state.items.get(transition["leftId"]), state.items.get(transition["rightId"])
    if not (left and right and left["trackId"] == right["trackId"] == track["id"] and end(left) == right["from"]):
        raise NotNeighbours(
            f"A transition needs two neighbours that touch; {transition['leftId']!r} and {transition['rightId']!r} "
            "do not.",
            hint="Close the gap between them first.",
        )
    if transition["durationInFrames"] > (most := longest_transition(state, left, right, transition["alignment"])):
        raise HandlesTooShort(
            f"A transition of {transition['durationInFrames']} frames between {left['id']!r} and {right['id']!r} "
            f"has handles for {most} only.",
            hint=f"Use at most {most} frames." if most else "Trim the clips first, so that they have handles.",
            available=most,
        )


def longest_transition(state: Composition | Draft, left: Record, right: Record, alignment: str) -> int:
    """The most frames that a transition between two neighbours can have, given their handles and lengths.

    It begins half its length (rounded down) before the cut when centred, at the cut for "start", ends there for "end".
    """
    _, after = timing.handles(left, state.asset_of(left), state.fps)
    before, _ = timing.handles(right, state.asset_of(right), state.fps)
    # The part before the cut lies in the left clip and is fed by the right one's handle; the part after, the reverse.
    ahead = min(left["durationInFrames"], left["durationInFrames"] if before is None else before)
    behind = min(right["durationInFrames"], right["durationInFrames"] if after is None else after)
    if alignment == "center":
        return int(min(2 * ahead + 1, 2 * behind))
    return int(behind if alignment == "start" else ahead)


def settle(draft: Draft) -> None:
    """Shrink or drop each transition beside an item that was written; warns of every one."""
    written = draft.items.written
    tracks = {item["trackId"] for id in written for item in (draft.items.base.get(id), written[id]) if item}
    for id in sorted(tracks):
        track = draft.tracks.find(id)
        if track and track["transitions"]:
            _settle_track(draft, track)


def _settle_track(draft: Draft, track: Record) -> None:
    kept = []
    for one in track["transitions"]:
        after = _settled(draft, one)
        home = str(draft.item(after["leftId"])["trackId"]) if after else ""
        if after and home == track["id"]:
            kept.append(after)
        elif after:  # both clips went to another track, and it goes with them
            draft.tracks.edit(home)["transitions"].append(after)
    if kept != track["transitions"]:
        draft.tracks.edit(track["id"])["transitions"] = kept


def _settled(draft: Draft, transition: Record) -> Record | None:
    """The transition as it can be now; None when it cannot be."""
    sides = transition["leftId"], transition["rightId"]
    if not any(side in draft.items.written for side in sides):
        return transition
    left, right = (draft.items.find(side) for side in sides)
    # A side may be a piece that the command itself made and took away again: it has no name any more.
    known = [draft.items.find(side) or draft.items.base.get(side) for side in sides]
    names = " and ".join(item["name"] if item else "a part" for item in known)
    if left is None or right is None or left["trackId"] != right["trackId"] or end(left) != right["from"]:
        draft.warn(f"The {transition['kind']} between {names} is gone, because they no longer touch.")
        return None
    most = longest_transition(draft, left, right, transition["alignment"])
    if most >= transition["durationInFrames"]:
        return transition
    if most < 1:
        draft.warn(f"The {transition['kind']} between {names} is gone, because no handles are left for it.")
        return None
    draft.warn(f"The {transition['kind']} between {names} is {most} frames now: there are handles for no more.")
    return {**transition, "durationInFrames": most}
