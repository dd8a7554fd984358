"""Which track an item lies on: in front of or behind others, or wherever there is room for a new one."""

from __future__ import annotations

from .draft import Draft
from .errors import WrongItemType
from .model import Record, end
from .rules import TRACK_KIND
from .timeline import has_room

# What a new track is called for the first item that it is made for.
TRACK_NAMES = {"text": "Titles", "captions": "Captions", "audio": "Audio", "video": "Video"}
COVERING = ("video",)


def add_track(draft: Draft, kind: str, name: str | None = None, index: int | None = None, id: str | None = None) -> str:
    """Put a new track at a place (0 is the bottom), on top of those of its kind by default; returns its id."""
    same = [place for place, track in enumerate(draft.tracks.records()) if track["kind"] == kind]
    after = same[-1] + 1 if same else (0 if kind == "video" else len(draft.tracks.order))
    track: Record = {
        "id": draft.own_id(id, "track"),
        "kind": kind,
        "name": name or f"{kind.capitalize()} {len(same) + 1}",
        "muted": False,
        "hidden": False,
        "locked": False,
        "volumeDb": 0,
        "items": [],
        "transitions": [],
    }
    draft.tracks.put(track)
    move_track(draft, track["id"], after if index is None else index)
    return str(track["id"])


def move_track(draft: Draft, id: str, index: int) -> None:
    draft.tracks.order.remove(id)
    draft.tracks.order.insert(index, id)


def find_track(draft: Draft, item: Record, track_id: str | None) -> str:
    """The track for a new item: the one asked for, or the topmost with room where it will be seen, or a new one."""
    if track_id not in (None, "auto"):
        return str(draft.unlocked(str(track_id))["id"])
    for track in reversed(_open_tracks(draft, item)):
        if has_room(draft, track["id"], item["from"], end(item)):
            return str(track["id"])
    name = TRACK_NAMES.get(item["type"], "Overlay")
    used = {track["name"] for track in draft.tracks.records()}
    return add_track(draft, TRACK_KIND[item["type"]], name if name not in used else None)


def to_layer(draft: Draft, item: Record, to: str) -> str:
    """Move an item to a layer ("front", "back", "forward", "backward" or a track's id); returns its track."""
    if to not in ("front", "back", "forward", "backward"):
        return str(draft.place(item, to)["trackId"])
    if item["type"] == "audio":
        raise WrongItemType(f"{item['name']!r} is sound, which lies neither in front nor behind.")
    tracks = [track["id"] for track in draft.tracks.records() if track["kind"] == "video"]
    here = tracks.index(item["trackId"])
    up = to in ("front", "forward")
    beyond = tracks[here + 1 :] if up else tracks[:here][::-1]
    target = _layer(draft, item, beyond, furthest=to in ("front", "back"), up=up)
    return str(draft.place(item, target)["trackId"]) if target else str(item["trackId"])


def _layer(draft: Draft, item: Record, beyond: list[str], *, furthest: bool, up: bool) -> str | None:
    """The next track beyond, or the furthest; a new one where that has no room; None when it is there already."""
    passed = [id for id in beyond if not has_room(draft, id, item["from"], end(item))]
    if furthest and not passed:
        return None
    goal = beyond[-1:] if furthest else beyond[:1]
    if goal and goal[0] not in passed and not draft.track(goal[0])["locked"]:
        return goal[0]
    if not goal:
        return None
    place = draft.tracks.order.index(goal[0])
    return add_track(draft, "video", index=place + 1 if up else place)


def _open_tracks(draft: Draft, item: Record) -> list[Record]:
    """The unlocked tracks of its kind, bottom first; for an overlay only those above every video in its span."""
    kind = TRACK_KIND[item["type"]]
    tracks = [track for track in draft.tracks.records() if track["kind"] == kind]
    if kind == "video" and item["type"] not in COVERING:
        covered = [
            place
            for place, track in enumerate(tracks)
            if any(other["type"] in COVERING for other in draft.within(track["id"], item["from"], end(item)))
        ]
        tracks = tracks[covered[-1] + 1 if covered else 0 :]
    return [track for track in tracks if not track["locked"]]
