"""What becomes of transitions when an edit moves their neighbours: they shrink to the handles left, or go, and say so."""

from __future__ import annotations

from .draft import Draft
from .model import Record, end
from .rules import longest_transition


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
