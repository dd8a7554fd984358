"""Questions about a composition: which rows, of what, in which order, or what they add up to. It changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .conditions import MAX_DEPTH, OPERATORS, is_number, where
from .errors import InvalidParameters
from .fields import Target, View, declared, reader, refusal
from .model import Composition, Record
from .shelves import copied
from .targets import TARGETS

Request = Mapping[str, Any]

MAX_LIMIT = 200
DEFAULT_LIMIT = 50


def query(state: Composition, request: Request) -> Record:
    """Answer a question about `state`.

    Returns {"rows": [...], "total": n}, where total counts the rows before limit and offset; or, with `aggregate`,
    {"aggregate": {...}} in the shape of the question, a list of them with `groupBy`.
    Without `select` a row is what the document holds. Raises InvalidParameters, which names the argument.
    """
    for parameter in request:
        if parameter not in (*SCHEMA["properties"], "kind", "tag"):
            raise refusal("query", f"there is no parameter {parameter!r}", SCHEMA["properties"], parameter)
    name = request.get("target")
    if not isinstance(name, str) or name not in TARGETS:
        raise refusal("target", f"{name!r} is not something to ask about", TARGETS, name)
    target, view = TARGETS[name], View(state)
    test = where(target, request.get("where") or {}, 0)
    rows = [row for row in target.rows(view) if test(view, row)]
    if "aggregate" in request:
        return {"aggregate": _aggregate(target, view, rows, request)}
    _sort(target, view, rows, request.get("orderBy"))
    start, limit = _integer(request, "offset", 0, 0, None), _integer(request, "limit", DEFAULT_LIMIT, 1, MAX_LIMIT)
    select = _select(target, request.get("select"))
    return {"rows": [copied(select(view, row)) for row in rows[start : start + limit]], "total": len(rows)}


def describe() -> Record:
    """What can be asked: the targets with their fields, the operators, and the JSON Schema of a question."""
    targets = {
        name: {
            "description": target.about,
            "fields": {field: declared.type for field, declared in target.fields.items()}
            | ({"atFrame": "integer"} if target.span else {}),
        }
        for name, target in TARGETS.items()
    }
    return {"targets": targets, "operators": list(OPERATORS), "aggregates": list(AGGREGATES), "parameters": SCHEMA}


# --- order and shape --------------------------------------------------------------------------------------------------


def _sort(target: Target, view: View, rows: list[Record], order_by: Any) -> None:
    """Sort in place: by each field asked for (rows without a value last), then by id."""
    order = [(name, False) for name in target.order] if order_by is None else _order(order_by)
    rows.sort(key=lambda row: str(row.get("id", "")))
    for name, descending in reversed(order):
        read = reader(target, name, "orderBy")
        keyed = [(_rank(read(view, row)), row) for row in rows]
        present = [pair for pair in keyed if pair[0] != _NOTHING]
        present.sort(key=lambda pair: pair[0], reverse=descending)
        rows[:] = [row for _, row in present] + [row for rank, row in keyed if rank == _NOTHING]


_NOTHING = (3, "")


def _rank(value: Any) -> tuple[int, Any]:
    """Something to sort any values by: numbers, then strings, then other things, then nothing."""
    if value is None:
        return _NOTHING
    return (0, value) if isinstance(value, (int, float)) else (1, value) if isinstance(value, str) else (2, repr(value))


def _order(order_by: Any) -> list[tuple[str, bool]]:
    """[(field, descending)] from "from", "-from", {"field", "direction"} or a list of these."""
    order = []
    for part in order_by if isinstance(order_by, list) else [order_by]:
        if isinstance(part, str):
            order.append((part.removeprefix("-"), part.startswith("-")))
        elif isinstance(part, dict) and set(part) <= {"field", "direction"} and "field" in part:
            direction = part.get("direction", "asc")
            if direction not in ("asc", "desc"):
                raise InvalidParameters(f"orderBy.direction: {direction!r} is neither asc nor desc")
            order.append((part["field"], direction == "desc"))
        else:
            raise InvalidParameters("orderBy: takes fields", hint='"from", "-from" or {"field", "direction": "desc"}')
    return order


def _select(target: Target, select: Any) -> Callable[[View, Record], Record]:
    if select is None:
        return lambda view, row: row
    if not isinstance(select, list) or not select:
        raise InvalidParameters("select: takes a list of fields")
    reads = {name: reader(target, name, "select") for name in select}
    return lambda view, row: {name: read(view, row) for name, read in reads.items()}


# --- aggregates -------------------------------------------------------------------------------------------------------

_FOLDS: dict[str, Callable[[list[Any]], Any]] = {
    "sum": sum,
    "avg": lambda values: sum(values) / len(values) if values else None,
    "min": lambda values: min(values, default=None),
    "max": lambda values: max(values, default=None),
}
AGGREGATES = ("count", *_FOLDS)


def _aggregate(target: Target, view: View, rows: list[Record], request: Request) -> Any:
    wanted = request["aggregate"]
    wanted = {"count": True} if wanted == "count" else wanted
    if not isinstance(wanted, dict) or not wanted:
        raise InvalidParameters("aggregate: takes an object", hint='{"count": true, "sum": "durationInFrames"}')
    folds = {name: _fold(target, name, fields) for name, fields in wanted.items()}
    group_by = request.get("groupBy")
    if group_by is None:
        return {name: fold(view, rows) for name, fold in folds.items()}
    names = group_by if isinstance(group_by, list) else [group_by]
    reads = [reader(target, name, "groupBy") for name in names]
    groups: dict[tuple[Any, ...], tuple[list[Any], list[Record]]] = {}
    for row in rows:
        values = [read(view, row) for read in reads]
        groups.setdefault(tuple(map(_rank, values)), (values, []))[1].append(row)
    ordered = [group for _, group in sorted(groups.items(), key=lambda group: group[0])]
    return [
        dict(zip(names, values, strict=True)) | {name: fold(view, members) for name, fold in folds.items()}
        for values, members in ordered
    ]


def _fold(target: Target, name: str, fields: Any) -> Callable[[View, list[Record]], Any]:
    if name not in AGGREGATES:
        raise refusal("aggregate", f"there is no aggregate {name!r}", AGGREGATES, name)
    if name == "count":
        return lambda view, rows: len(rows)
    if isinstance(fields, list):
        each = {field: _fold(target, name, field) for field in fields}
        return lambda view, rows: {field: fold(view, rows) for field, fold in each.items()}
    if declared(target, fields, f"aggregate.{name}").type not in ("integer", "number"):
        raise InvalidParameters(f"aggregate.{name}: {fields!r} is not a number")
    read, fold = reader(target, fields, f"aggregate.{name}"), _FOLDS[name]
    return lambda view, rows: fold([value for row in rows if is_number(value := read(view, row))])


# --- what a question looks like ---------------------------------------------------------------------------------------

_NAMES = {"type": "array", "items": {"type": "string"}, "minItems": 1}
_ORDER = {
    "type": ["string", "object"],
    "description": 'a field, "-field" for descending, or {"field", "direction": "asc" or "desc"}',
}
SCHEMA: Record = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "additionalProperties": False,
    "required": ["target"],
    "properties": {
        "target": {"enum": list(TARGETS), "description": "what to ask about"},
        "where": {
            "type": "object",
            "description": f"{{field: value}} or {{field: {{operator: value}}}}, with and, or (lists) and not, nested at "
            f"most {MAX_DEPTH} deep. Operators: {', '.join(OPERATORS)}. contains and startsWith take no notice of case.",
        },
        "select": {**_NAMES, "description": "the fields wanted; absent: what the document holds"},
        "orderBy": {"anyOf": [_ORDER, {"type": "array", "items": _ORDER}], "description": "ties go by id"},
        "limit": {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT},
        "offset": {"type": "integer", "minimum": 0, "default": 0},
        "aggregate": {
            "anyOf": [{"const": "count"}, {"type": "object", "minProperties": 1}],
            "description": f'"count", or {{"count": true, "sum": "durationInFrames"}}. Known: {", ".join(AGGREGATES)}',
        },
        "groupBy": {"anyOf": [{"type": "string"}, _NAMES], "description": "with aggregate: one answer for each value"},
    },
}


# --- refusals ---------------------------------------------------------------------------------------------------------


def _integer(request: Request, name: str, default: int, low: int, high: int | None) -> int:
    value = request.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < low or (high is not None and value > high):
        limits = f"at least {low}" if high is None else f"{low} to {high}"
        raise InvalidParameters(f"{name}: {value!r} is not an integer of {limits}")
    return value
