"""What a command works on: a state under the changes made to it so far, each record copied the first time it is written."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Container, Mapping
from fractions import Fraction
from typing import Any

from immutables import Map

from .errors import (
    AssetNotFound,
    IdTaken,
    ItemNotFound,
    MarkerNotFound,
    NotEmpty,
    TrackLocked,
    TrackNotFound,
)
from .model import ABSENT, COLLECTIONS, ORDER, Composition, Record, end
from .shelves import Row, Shelf


class Draft:
    """A composition being edited by one command; nothing it does is seen until `build`."""

    def __init__(self, base: Composition, tag: str) -> None:
        self.base = base
        self.tag = tag
        self.warnings: list[str] = []
        self.items = Shelf(base.items, ItemNotFound)
        self.assets = Shelf(base.assets, AssetNotFound)
        self.tracks = Row(base.tracks, TrackNotFound)
        self.markers = Row(base.markers, MarkerNotFound)
        self._head: dict[str, Any] = {}
        self._counts: Counter[str] = Counter()

    # --- the composition's own fields ---------------------------------------------------------------------------------

    def get(self, field: str, default: Any = None) -> Any:
        """A field of the composition, to be read only."""
        value = self._head.get(field, self.base.head.get(field, default))
        return default if value is ABSENT else value

    def set(self, field: str, value: Any) -> None:
        """Write a field of the composition; ABSENT takes it away."""
        self._head[field] = value

    @property
    def fps(self) -> Fraction:
        return Fraction(*self.get("fps"))

    @property
    def width(self) -> int:
        return int(self.get("width"))

    @property
    def height(self) -> int:
        return int(self.get("height"))

    # --- items --------------------------------------------------------------------------------------------------------

    def item(self, id: str) -> Record:
        """The item as it is now, to be read only; raises ItemNotFound."""
        return self.items.get(id)

    def find(self, id: str) -> Record | None:
        """The item as it is now, or None."""
        return self.items.find(id)

    def edit_item(self, id: str) -> Record:
        """A copy of the item that may be written to; raises ItemNotFound, TrackLocked."""
        self.unlocked(self.items.get(id)["trackId"])
        return self.items.edit(id)

    def place(self, item: Record, track_id: str) -> Record:
        """Put a new item, or move one, onto a track; raises TrackNotFound, TrackLocked."""
        self.unlocked(track_id)
        if before := self.items.find(item["id"]):
            self.unlocked(before["trackId"])
        item["trackId"] = track_id
        self.items.put(item)
        return item

    def remove(self, id: str) -> Record:
        """Take an item off its track; raises ItemNotFound, TrackLocked."""
        gone = self.items.get(id)
        self.unlocked(gone["trackId"])
        self.items.drop(id)
        return gone

    def on_track(self, track_id: str) -> list[Record]:
        """The items of a track as they are now, in order of time, to be read only."""
        self.tracks.get(track_id)
        return [self.items.get(id) for id in self._sequence(track_id)]

    def within(self, track_id: str, start: int, stop: int) -> list[Record]:
        """The items that lie, in part at least, in the span [start, stop) of a track, to be read only."""
        self.tracks.get(track_id)
        ids = self._sequence(track_id)
        first = bisect_right(ids, start, key=self._from)
        if first and end(self.items.get(ids[first - 1])) > start:
            first -= 1
        last = bisect_left(ids, stop, lo=first, key=self._from)
        return [self.items.get(id) for id in ids[first:last]]

    def _from(self, id: str) -> int:
        return int(self.items.get(id)["from"])

    # --- tracks, assets, markers --------------------------------------------------------------------------------------

    def track(self, id: str) -> Record:
        """The track, to be read only (its items: `on_track`); raises TrackNotFound."""
        return self.tracks.get(id)

    def edit_track(self, id: str, *, even_locked: bool = False) -> Record:
        """A copy of the track that may be written to; raises TrackNotFound, TrackLocked."""
        if not even_locked:
            self.unlocked(id)
        return self.tracks.edit(id)

    def unlocked(self, track_id: str) -> Record:
        """The track, if it may be edited; raises TrackNotFound, TrackLocked."""
        track = self.tracks.get(track_id)
        if track["locked"]:
            raise TrackLocked(
                f"Track {track['name']!r} is locked.", hint="Unlock it with lockTrack first.", trackId=track_id
            )
        return track

    def asset(self, id: str) -> Record:
        """The asset, to be read only; raises AssetNotFound."""
        return self.assets.get(id)

    def asset_of(self, item: Record) -> Record | None:
        """The asset that an item shows or plays."""
        return self.assets.find(item.get("assetId", ""))

    # --- ids and warnings ---------------------------------------------------------------------------------------------

    def new_id(self, prefix: str, among: Container[str] = ()) -> str:
        """An id that follows from the tag alone, so that a dry run and the deed give the same document.

        It is none of the items, assets, tracks and markers, nor any of `among` (the cues of an item, for one).
        """
        while True:
            self._counts[prefix] += 1
            id = f"{prefix}-{self.tag}-{self._counts[prefix]}"
            if id not in among and not self.taken(id):
                return id

    def own_id(self, wanted: str | None, prefix: str) -> str:
        """The id asked for, or a new one; raises IdTaken."""
        if wanted is not None and self.taken(wanted):
            raise IdTaken(f"The id {wanted!r} is in use.", hint="Leave the id out to have one made.", id=wanted)
        return wanted or self.new_id(prefix)

    def shelf(self, collection: str) -> Shelf:
        shelf: Shelf = getattr(self, collection)
        return shelf

    def taken(self, id: str) -> bool:
        shelves = map(self.shelf, COLLECTIONS)
        return any(id in shelf.base or id in shelf.written for shelf in shelves)

    def warn(self, sentence: str) -> None:
        self.warnings.append(sentence)

    # --- the outcome --------------------------------------------------------------------------------------------------

    def touched(self) -> list[tuple[str, str | None]]:
        """The records and fields that may have changed, as (collection, id) or (field, None)."""
        names: list[tuple[str, str | None]] = [(field, None) for field in self._head]
        for collection in COLLECTIONS:
            shelf = self.shelf(collection)
            names += [(collection, id) for id in shelf.written]
            if isinstance(shelf, Row) and shelf.reordered:
                names.append((collection, ORDER))
        return names

    def build(self) -> Composition:
        """The state with everything written so far, sharing every untouched record; raises NotEmpty for lost items."""
        for id, track in self.tracks.written.items():
            if track is None and self._sequence(id):
                raise NotEmpty(f"Track {id!r} still has items.", hint="Delete or move its items first.", trackId=id)
        return Composition(
            head=_updated(self.base.head, self._head, ABSENT),
            tracks=self._built_tracks(),
            items=_updated(self.base.items, self.items.written, None),
            assets=_updated(self.base.assets, self.assets.written, None),
            markers=_row(self.markers, self.base.markers),
        )

    def _built_tracks(self) -> tuple[Record, ...]:
        moved = self._moved()
        if not (moved or self.tracks.written or self.tracks.reordered):
            return self.base.tracks
        return tuple(
            {**track, "items": self._sequence(track["id"])}
            if track["id"] in moved or track["id"] not in self.tracks.base
            else track
            for track in self.tracks.records()
        )

    def _moved(self) -> dict[str, tuple[list[Record], list[Record]]]:
        """By track: the items (as they were) that left their place, and those (as they are) that came to a new one."""
        moved: dict[str, tuple[list[Record], list[Record]]] = {}
        for id, now in self.items.written.items():
            was = self.items.base.get(id)
            if was and now and was["trackId"] == now["trackId"] and was["from"] == now["from"]:
                continue
            if was:
                moved.setdefault(was["trackId"], ([], []))[0].append(was)
            if now:
                moved.setdefault(now["trackId"], ([], []))[1].append(now)
        return moved

    def _sequence(self, track_id: str) -> list[str]:
        """The ids on a track in order of time: bisected, so that moving one item of ten thousand stays cheap."""
        base = self.tracks.base.get(track_id)
        ids: list[str] = list(base["items"]) if base else []
        left, came = self._moved().get(track_id, ([], []))
        starts = self.items.base
        gone = [bisect_left(ids, was["from"], key=lambda id: starts[id]["from"]) for was in left]
        for place in sorted(gone, reverse=True):
            del ids[place]
        for now in came:
            insort(ids, now["id"], key=self._from)
        return ids


def _updated(base: Map[str, Any], written: Mapping[str, Any], gone: object) -> Map[str, Any]:
    """The map with what was written put in, or taken out where it is `gone`; the same map when nothing was."""
    if not written:
        return base
    changing = base.mutate()
    for name, value in written.items():
        if value is gone:
            changing.pop(name, None)
        else:
            changing[name] = value
    return changing.finish()


def _row(row: Row, base: tuple[Record, ...]) -> tuple[Record, ...]:
    return tuple(row.records()) if row.written or row.reordered else base
