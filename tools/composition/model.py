"""The composition as an immutable value: records in persistent maps, time in integer frames at a rational rate."""

from __future__ import annotations

import json
import marshal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from immutables import Map

from .errors import InvalidComposition, ItemNotFound, TrackNotFound
from .values import unsound

# An item, track, asset or marker: a plain JSON object that is never mutated once it is in a state.
Record = dict[str, Any]
COLLECTIONS = ("tracks", "items", "assets", "markers")
# The last step of a patch path that holds the order of a list of records.
ORDER = "~order"


class Absent:
    """Stands for "did not exist", which JSON's null does not."""


ABSENT = Absent()


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a composition may grow before it is refused as hostile."""

    items: int = 5_000
    tracks: int = 200
    assets: int = 5_000
    markers: int = 5_000
    cues: int = 10_000
    text: int = 65_536
    requests: int = 2_000


DEFAULT = Limits()
# Taking an edit back only brings back what was let in before.
UNBOUNDED = Limits(*[sys.maxsize] * 7)


@dataclass(frozen=True, slots=True)
class Composition:
    """One state of a composition. Editing makes another state that shares everything untouched."""

    head: Map[str, Any]
    tracks: tuple[Record, ...]
    items: Map[str, Record]
    assets: Map[str, Record]
    markers: tuple[Record, ...]

    @classmethod
    def load(cls, document: Any, limits: Limits = DEFAULT) -> Composition:
        """Read a plain JSON document, keeping no reference to it; raises InvalidComposition listing all problems."""
        from . import rules

        plain = _plain(document)
        if problems := rules.shape_problems(plain, limits):
            raise InvalidComposition(problems)
        state = cls.restore(plain)
        if problems := rules.all_problems(state, limits):
            raise InvalidComposition(problems)
        return state

    @classmethod
    def restore(cls, dumped: dict[str, Any]) -> Composition:
        """Take over a document that `dump` made, which broke no rule then and is not checked again."""
        return cls(
            head=Map({name: value for name, value in dumped.items() if name not in COLLECTIONS}),
            tracks=tuple(dumped["tracks"]),
            items=Map(dumped["items"]),
            assets=Map(dumped["assets"]),
            markers=tuple(dumped["markers"]),
        )

    def dump(self) -> dict[str, Any]:
        """The plain JSON document again; it shares nothing with this state."""
        parts = {
            "tracks": list(self.tracks),
            "items": {item["id"]: item for item in self.in_order()},
            "assets": dict(sorted(self.assets.items())),
            "markers": list(self.markers),
        }
        document: dict[str, Any] = marshal.loads(marshal.dumps(self.fields() | parts))  # the quickest deep copy
        return document

    def in_order(self) -> Iterator[Record]:
        """Every item, track by track from the bottom and in order of time: a map of items has no order of its own."""
        return (self.items[id] for track in self.tracks for id in track["items"])

    def fields(self) -> dict[str, Any]:
        """The composition's own fields, without its tracks, items, assets and markers."""
        return dict(self.head)

    @property
    def name(self) -> str:
        return str(self.head["name"])

    @property
    def width(self) -> int:
        """Pixels, even."""
        return int(self.head["width"])

    @property
    def height(self) -> int:
        """Pixels, even."""
        return int(self.head["height"])

    @property
    def fps(self) -> Fraction:
        """Frames per second, exact."""
        return Fraction(*self.head["fps"])

    @property
    def end(self) -> int:
        """The frame after the last item; 0 when there are no items."""
        last = (self.items[track["items"][-1]] for track in self.tracks if track["items"])
        return max((end(item) for item in last), default=0)

    def item(self, id: str) -> Record:
        """Raises ItemNotFound."""
        if found := self.items.get(id):
            return found
        raise ItemNotFound.named(id, self.items)

    def find(self, id: str) -> Record | None:
        """The item, or None."""
        return self.items.get(id)

    def asset_of(self, item: Record) -> Record | None:
        """The asset that an item shows or plays."""
        return self.assets.get(item.get("assetId", ""))

    def track(self, id: str) -> Record:
        """Raises TrackNotFound."""
        for track in self.tracks:
            if track["id"] == id:
                return track
        raise TrackNotFound.named(id, ids(self.tracks))


def end(item: Record) -> int:
    """The frame after the item's last."""
    return int(item["from"]) + int(item["durationInFrames"])


def ids(records: Iterable[Record]) -> list[str]:
    return [record["id"] for record in records]


def _plain(document: Any) -> dict[str, Any]:
    """A private copy of a JSON document; refuses what JSON cannot say (NaN, infinity, objects, cycles)."""
    try:
        copied = json.loads(json.dumps(document, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidComposition([f"the document is not plain JSON ({error})"]) from None
    if not isinstance(copied, dict):
        raise InvalidComposition(["the document must be an object"])
    if why := unsound(copied):
        raise InvalidComposition([f"the document {why}"])
    return copied
