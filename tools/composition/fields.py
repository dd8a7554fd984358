"""What a query's targets are made of: a view of the composition, fields with their types, and how each is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from typing import Any

from .errors import InvalidParameters
from .model import Composition, Record, end
from .timecode import timecode
from .values import Shape


class View:
    """A composition as a query sees it: each index is made once, and only when a field needs it."""

    def __init__(self, state: Composition) -> None:
        self.state = state

    @cached_property
    def track_index(self) -> dict[str, int]:
        return {track["id"]: index for index, track in enumerate(self.state.tracks)}

    @cached_property
    def gap_before(self) -> dict[str, int]:
        """Frames of nothing before each item of a track, by item id."""
        return {after["id"]: gap(before, after) for _, before, after in neighbours(self.state) if after}

    @cached_property
    def uses(self) -> dict[str, int]:
        """How many items show or play each asset, by asset id."""
        counts: dict[str, int] = {}
        for item in self.state.items.values():
            if asset := item.get("assetId"):
                counts[asset] = counts.get(asset, 0) + 1
        return counts

    def track(self, doc: Record) -> Record:
        return self.state.tracks[self.track_index[doc["trackId"]]]

    def asset(self, item: Record) -> Record:
        return self.state.assets.get(item.get("assetId", ""), {})

    def seconds(self, frames: int) -> float:
        return round(float(Fraction(frames) / self.state.fps), 6)

    def frames(self, ms: int) -> int:
        return round(Fraction(ms, 1000) * self.state.fps)

    def timecode(self, frame: int) -> str:
        head = self.state.head
        return timecode(head.get("startFrame", 0) + frame, self.state.fps, head.get("dropFrame", False))


Read = Callable[[View, Record], Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a target's rows: its JSON type, and how it is computed (None: as the document has it)."""

    type: str
    read: Read | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """A kind of row: what it is, where the rows come from, their fields, and the order they come in unasked."""

    about: str
    rows: Callable[[View], Iterable[Record]]
    fields: dict[str, Field]
    order: tuple[str, ...]
    free: tuple[str, ...] = field(default=())  # names whose insides may be asked for by any dotted path
    # The span of frames that `atFrame` tests; None where the rows have no place in time.
    span: Callable[[View, Record], tuple[int, int]] | None = None


def neighbours(state: Composition) -> Iterator[tuple[Record, Record | None, Record | None]]:
    """(track, item, next item) along every track; the first pair has no item before, the last none after."""
    for track in state.tracks:
        before: Record | None = None
        for id in track["items"]:
            yield track, before, (after := state.items[id])
            before = after
        yield track, before, None


def gap(before: Record | None, after: Record) -> int:
    """Frames of nothing between two neighbours."""
    return int(after["from"]) - (end(before) if before else 0)


# --- declaring fields -------------------------------------------------------------------------------------------------


def fields(**names: str) -> dict[str, Field]:
    """Fields by type: fields(string="id name", integer="from")."""
    return {name: Field(type) for type, listed in names.items() for name in listed.split()}


def own(*shapes: type[Shape]) -> dict[str, Field]:
    """The fields that the shape of a record declares, those inside others by their path ("transform.opacity")."""
    found: dict[str, Field] = {}
    for shape in shapes:
        schema = shape.model_json_schema()
        found |= dict(_declared_by(schema, schema.get("$defs", {}), ""))
    return found


def _declared_by(schema: dict[str, Any], shapes: dict[str, Any], prefix: str) -> Iterator[tuple[str, Field]]:
    for name, declared in schema.get("properties", {}).items():
        # The first alternative is the plain value; the others are its keyframe track, or null.
        first = declared.get("anyOf", [declared])[0]
        inner = shapes[first["$ref"].rsplit("/", 1)[1]] if "$ref" in first else first
        yield f"{prefix}{name}", Field(inner.get("type", "any"))
        yield from _declared_by(inner, shapes, f"{prefix}{name}.")


# --- fields by name ---------------------------------------------------------------------------------------------------


def reader(target: Target, name: Any, argument: str) -> Read:
    return read_by(declared(target, name, argument), name)


def declared(target: Target, name: Any, argument: str) -> Field:
    if isinstance(name, str):
        if name in target.fields:
            return target.fields[name]
        if name.split(".")[0] in target.free:
            return Field("any")
    raise refusal(argument, f"there is no field {name!r} here", target.fields, name)


def read_by(field: Field, name: str) -> Read:
    if field.read:
        return field.read
    keys = name.split(".")
    return lambda view, doc: _dig(doc, keys)


def _dig(doc: Any, keys: list[str]) -> Any:
    for key in keys:
        doc = doc.get(key) if isinstance(doc, dict) else None
    return doc


def refusal(argument: str, problem: str, valid: Iterable[str], got: object) -> InvalidParameters:
    """The error for a name that is not among the valid ones: it lists them, and says which is nearest."""
    names = list(valid)
    near = get_close_matches(str(got), names, n=1)
    meant = f"Did you mean {near[0]!r}? " if near else ""
    return InvalidParameters(
        f"{argument}: {problem}.", hint=f"{meant}Valid: {', '.join(names)}.", argument=argument, valid=names
    )
