"""Collections being edited: what a state holds, under what has been written, each record copied when first written."""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast

from .errors import NotFound
from .model import Record

Plain = TypeVar("Plain")


class Shelf:
    """One collection: what the state holds, under what has been written so far (None: removed)."""

    def __init__(self, base: Mapping[str, Record], missing: type[NotFound]) -> None:
        self.base = base
        self.missing = missing
        self.written: dict[str, Record | None] = {}

    def find(self, id: str) -> Record | None:
        """The present record, to be read only."""
        return self.written[id] if id in self.written else self.base.get(id)

    def get(self, id: str) -> Record:
        """The present record, to be read only; raises the collection's NotFound."""
        found = self.find(id)
        if found is None:
            raise self.missing.named(id, self.base)
        return found

    def edit(self, id: str) -> Record:
        """A copy of the record that may be written to."""
        found = self.get(id)
        if id not in self.written:
            found = self.written[id] = copied(found)
        return found

    def put(self, record: Record) -> None:
        self.written[record["id"]] = record

    def drop(self, id: str) -> None:
        self.get(id)
        self.written[id] = None


class Row(Shelf):
    """A collection whose order the document chooses: tracks (bottom first) and markers."""

    def __init__(self, records: Iterable[Record], missing: type[NotFound]) -> None:
        super().__init__({record["id"]: record for record in records}, missing)
        self.order = list(self.base)

    def put(self, record: Record) -> None:
        if record["id"] not in self.order:
            self.order.append(record["id"])
        super().put(record)

    def drop(self, id: str) -> None:
        super().drop(id)
        self.order.remove(id)

    @property
    def reordered(self) -> bool:
        return self.order != list(self.base)

    def records(self) -> list[Record]:
        """The present records in order, to be read only."""
        return [self.get(id) for id in self.order]


def copied(value: Plain) -> Plain:
    """A deep copy of plain JSON: a marshal round trip is several times faster than copy.deepcopy."""
    copy: Plain = marshal.loads(marshal.dumps(cast(Any, value)))
    return copy
