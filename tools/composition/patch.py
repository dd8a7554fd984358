"""Structural patches: what an edit changed, path by path, with old and new values, so that it can be taken back.

A patch is a JSON list of {"path", "old", "new"}; a side that is absent did not exist. Lists of records that carry ids
(tracks, transitions, cues, effects, markers) are addressed by id, and a last step of "~order" holds the list of ids.
A track's own `items` never appear: which items it holds, and in what order, follows from the items.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .draft import Draft
from .errors import EngineError, PatchConflict
from .model import ABSENT, COLLECTIONS, ORDER, UNBOUNDED, Composition, Record
from .shelves import Row, Shelf, copied

Patch = list[dict[str, Any]]
Head = tuple[str, str | None]  # ("items", "clip-a"), or ("name", None) for a field of the composition
# Where a value may be of any type, so that Python's == (by which true is 1) cannot be trusted.
LOOSE = ("metadata", "effects", "provenance")


def between(before: Composition, after: Composition, heads: Iterable[Head]) -> Patch:
    """The patch from one state to another, looking only at the records and fields that `heads` name."""
    touched = list(dict.fromkeys(heads))
    patch: Patch = []
    for collection in COLLECTIONS:
        if named := [id for name, id in touched if name == collection and id is not None]:
            patch += _records(collection, before, after, named)
    for name, id in touched:
        if id is None:
            patch += _changes([name], _field(before, name), _field(after, name))
    return patch


def heads(patch: Patch) -> list[Head]:
    """The records and fields that a patch touches."""
    return [(op["path"][0], op["path"][1] if op["path"][0] in COLLECTIONS else None) for op in patch]


def invert(patch: Patch) -> Patch:
    """The patch that takes this one back."""
    back = [_op(op["path"], op.get("new", ABSENT), op.get("old", ABSENT)) for op in reversed(patch)]
    return sorted(back, key=lambda op: op["path"][-1] == ORDER)  # an order can be set once its records are there


def apply_patch(state: Composition, patch: Patch) -> Composition:
    """The state with the patch carried out; raises PatchConflict where the present value is not the patch's `old`."""
    from . import rules

    draft = Draft(state, tag="patch")
    if conflicts := [op for op in patch if not _carry_out(draft, op)]:
        raise PatchConflict(conflicts)
    try:
        after = draft.build()
        rules.check(after, heads(patch), UNBOUNDED, state)
    except EngineError as error:
        raise PatchConflict([{**op, "problem": error.message} for op in patch[:1]]) from error
    return after if patch else state


def _op(path: list[str], old: Any, new: Any) -> dict[str, Any]:
    op: dict[str, Any] = {"path": path}
    if old is not ABSENT:
        op["old"] = old
    if new is not ABSENT:
        op["new"] = new
    return op


def _same(old: Any, new: Any) -> bool:
    """Equal as JSON: unlike Python's ==, true is not 1."""
    return old is new or (old == new and isinstance(old, bool) == isinstance(new, bool))


def _changes(path: list[str], old: Any, new: Any) -> Patch:
    """The smallest operations that turn `old` into `new`."""
    if old is new:
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        if len(path) > 2 and path[2] not in LOOSE and old == new:
            return []
        names = [*old, *(name for name in new if name not in old)]
        return [op for name in names for op in _changes([*path, name], old.get(name, ABSENT), new.get(name, ABSENT))]
    if _keyed(old) and _keyed(new) and (old or new):
        return _keyed_changes(path, old, new)
    return [] if _same(old, new) else [_op(path, old, new)]


def _keyed(value: Any) -> bool:
    """Whether a value is a list of records with ids of their own."""
    if not isinstance(value, list) or not all(isinstance(one, dict) and type(one.get("id")) is str for one in value):
        return False
    names = {one["id"] for one in value}
    return len(names) == len(value) and ORDER not in names


def _keyed_changes(path: list[str], old: list[Record], new: list[Record]) -> Patch:
    was, now = {one["id"]: one for one in old}, {one["id"]: one for one in new}
    names = [*was, *(id for id in now if id not in was)]
    patch = [op for id in names for op in _changes([*path, id], was.get(id, ABSENT), now.get(id, ABSENT))]
    return patch + _order_change(path, list(was), list(now))


def _order_change(path: list[str], old: list[str], new: list[str]) -> Patch:
    """Say the order only when dropping what went and appending what came, either way, would not give it."""
    kept_old, kept_new = [id for id in old if id in set(new)], [id for id in new if id in set(old)]
    simple = kept_old == kept_new and old[: len(kept_old)] == kept_old and new[: len(kept_new)] == kept_new
    simple = simple and len(old) - len(kept_old) < 2  # an inverse is read backwards, and would put two back swapped
    return [] if simple else [_op([*path, ORDER], old, new)]


def _field(state: Composition, name: str) -> Any:
    return state.head.get(name, ABSENT)


def _records(collection: str, before: Composition, after: Composition, named: list[str]) -> Patch:
    was, now = _mapping(before, collection), _mapping(after, collection)
    if isinstance(was, dict):  # what comes is appended in the order that it stands in afterwards
        places = {id: place for place, id in enumerate([*was, *now])}
        named = sorted(named, key=lambda id: places.get(id, 0))
    patch: Patch = []
    for id in named:
        if id != ORDER:
            patch += _changes([collection, id], _record(collection, was.get(id)), _record(collection, now.get(id)))
    if isinstance(was, dict):
        patch += _order_change([collection], list(was), list(now))
    return patch


def _mapping(state: Composition, collection: str) -> Mapping[str, Record]:
    records = getattr(state, collection)
    return {one["id"]: one for one in records} if isinstance(records, tuple) else records


def _record(collection: str, record: Record | None) -> Any:
    if record is None:
        return ABSENT
    if collection == "tracks":
        return {name: value for name, value in record.items() if name != "items"}
    return record


def _carry_out(draft: Draft, op: dict[str, Any]) -> bool:
    """Carry out one operation on the draft; False when something else is there now."""
    name, *steps = op["path"]
    if name not in COLLECTIONS:
        return _write_field(draft, name, op)
    shelf = draft.shelf(name)
    if steps == [ORDER]:
        return isinstance(shelf, Row) and _reorder(shelf.order, op)
    if len(steps) == 1:
        return _write_record(shelf, name, steps[0], op)
    return shelf.find(steps[0]) is not None and _write(shelf.edit(steps[0]), steps[1:], op)


def _write_field(draft: Draft, name: str, op: dict[str, Any]) -> bool:
    root = {name: copied(value)} if (value := draft.get(name, ABSENT)) is not ABSENT else {}
    done = _write(root, op["path"], op)
    if done:
        draft.set(name, root.get(name, ABSENT))
    return done


def _write_record(shelf: Shelf, collection: str, id: str, op: dict[str, Any]) -> bool:
    if not _same(_record(collection, shelf.find(id)), op.get("old", ABSENT)):
        return False
    if "new" in op:
        shelf.put(copied(op["new"]))
    elif "old" in op:
        shelf.drop(id)
    return True


def _write(root: Any, steps: list[str], op: dict[str, Any]) -> bool:
    """Follow the steps into a private document and write at their end."""
    *way, last = steps
    for step in way:
        root = _child(root, step)
    if last == ORDER:
        return isinstance(root, list) and _reorder_records(root, op)
    if not isinstance(root, dict | list) or not _same(_child(root, last), op.get("old", ABSENT)):
        return False
    if isinstance(root, dict):
        if "new" in op:
            root[last] = copied(op["new"])
        else:
            root.pop(last, None)
    else:
        _write_keyed(root, last, op)
    return True


def _child(root: Any, step: str) -> Any:
    if isinstance(root, dict):
        return root.get(step, ABSENT)
    if isinstance(root, list):
        return next((one for one in root if isinstance(one, dict) and one.get("id") == step), ABSENT)
    return ABSENT


def _write_keyed(records: list[Any], id: str, op: dict[str, Any]) -> None:
    place = next((index for index, one in enumerate(records) if one.get("id") == id), len(records))
    records[place : place + 1] = [copied(op["new"])] if "new" in op else []


def _reorder_records(records: list[Any], op: dict[str, Any]) -> bool:
    order = [one["id"] for one in records]
    done = _reorder(order, op)
    records.sort(key=lambda one: order.index(one["id"]))
    return done


def _reorder(order: list[str], op: dict[str, Any]) -> bool:
    """Put the ids in the new order; ids that the operation does not know stay behind the one they follow."""
    known = set(op["new"])
    if set(order) & known != known:
        return False
    followers: dict[str | None, list[str]] = {}
    leader = None
    for id in order:
        if id in known:
            leader = id
        else:
            followers.setdefault(leader, []).append(id)
    order[:] = followers.get(None, []) + [one for id in op["new"] for one in (id, *followers.get(id, []))]
    return True
