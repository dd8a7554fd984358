"""What is different between two states of a composition: what came, what went, and which fields changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .model import Composition, Record

Patch = Sequence[Mapping[str, Any]]


def diff(before: Composition, after: Composition, patch: Patch | None = None) -> Record:
    """Everything that changed; {} when nothing did.

    {"composition": {field: change}, "tracks": …, "items": …, "assets": …, "markers": …, "transitions": …}, each but the
    first {"added": [documents], "removed": [documents], "changed": {id: {field: change}}} with what is empty left out;
    "tracks" also has "order": {"from": [ids], "to": [ids]} when tracks have passed each other. A change is
    {"from", "to"}; a field inside another is named by its path ("transform.opacity"); what is not there is None.
    What both states share is not looked into. With the `patch` that led from one to the other, only what the patch
    names is looked at, so that the cost is that of the edit.
    """
    if before is after:
        return {}
    touched = _touched(patch) if patch is not None else {}
    found = {
        "composition": fields_changed(before.fields(), after.fields()),
        "tracks": _tracks(before.tracks, after.tracks),
        "items": _collection(before.items, after.items, touched.get("items") if patch is not None else None),
        "assets": _collection(before.assets, after.assets, touched.get("assets") if patch is not None else None),
        "markers": _listed(before.markers, after.markers),
        "transitions": _transitions(before.tracks, after.tracks),
    }
    return {name: part for name, part in found.items() if part}


def fields_changed(before: Record, after: Record, skip: frozenset[str] = frozenset()) -> Record:
    """{path: {"from", "to"}} for every field that differs, down to the innermost."""
    if before is after:
        return {}
    return {path: {"from": old, "to": new} for path, old, new in _leaves(before, after, "", skip)}


def _leaves(before: Record, after: Record, prefix: str, skip: frozenset[str]) -> Iterator[tuple[str, Any, Any]]:
    for name in [*before, *(name for name in after if name not in before)]:
        old, new = before.get(name), after.get(name)
        if name in skip or old is new and (name in before) == (name in after):
            continue
        if isinstance(old, dict) and isinstance(new, dict) and "kf" not in old and "kf" not in new:
            yield from _leaves(old, new, f"{prefix}{name}.", frozenset())
        elif old != new or type(old) is not type(new) or (name in before) != (name in after):
            yield f"{prefix}{name}", old, new


def _touched(patch: Patch) -> dict[str, set[str]]:
    ids: dict[str, set[str]] = {"items": set(), "assets": set()}
    for entry in patch:
        if entry["path"][0] in ids and len(entry["path"]) > 1:
            ids[entry["path"][0]].add(entry["path"][1])
    return ids


def _collection(before: Mapping[str, Record], after: Mapping[str, Record], ids: Iterable[str] | None = None) -> Record:
    if before is after:
        return {}
    looked_at = sorted(ids) if ids is not None else _apart(before, after)
    added, removed, changed = [], [], {}
    for id in looked_at:
        old, new = before.get(id), after.get(id)
        if old is None and new is not None:
            added.append(new)
        elif new is None and old is not None:
            removed.append(old)
        elif old is not None and new is not None and (fields := fields_changed(old, new)):
            changed[id] = fields
    return _parts(added, removed, changed)


def _apart(before: Mapping[str, Record], after: Mapping[str, Record]) -> list[str]:
    """The ids whose documents are not one and the same object in both."""
    ids = [id for id, doc in after.items() if before.get(id) is not doc]
    return sorted([*ids, *(id for id in before if id not in after)])


def _parts(added: list[Record], removed: list[Record], changed: Record) -> Record:
    return {name: part for name, part in (("added", added), ("removed", removed), ("changed", changed)) if part}


def _listed(before: Sequence[Record], after: Sequence[Record]) -> Record:
    if before is after:
        return {}
    return _collection({doc["id"]: doc for doc in before}, {doc["id"]: doc for doc in after})


# An item's place on its track follows from its own trackId and from; transitions have a part of their own.
_DERIVED = frozenset({"items", "transitions"})


def _tracks(before: Sequence[Record], after: Sequence[Record]) -> Record:
    if before is after:
        return {}
    old, new = {track["id"]: track for track in before}, {track["id"]: track for track in after}
    changed = {id: fields for id in new if id in old and (fields := fields_changed(old[id], new[id], _DERIVED))}
    found = _parts(
        [_bare(track) for track in after if track["id"] not in old],
        [_bare(track) for track in before if track["id"] not in new],
        changed,
    )
    stayed, stand = [id for id in old if id in new], [id for id in new if id in old]
    return found | ({"order": {"from": [*old], "to": [*new]}} if stayed != stand else {})


def _bare(track: Record) -> Record:
    return {name: value for name, value in track.items() if name not in _DERIVED}


def _transitions(before: Sequence[Record], after: Sequence[Record]) -> Record:
    if before is after:
        return {}
    return _collection(_transitions_by_id(before), _transitions_by_id(after))


def _transitions_by_id(tracks: Sequence[Record]) -> dict[str, Record]:
    return {t["id"]: {"trackId": track["id"], **t} for track in tracks for t in track["transitions"]}
