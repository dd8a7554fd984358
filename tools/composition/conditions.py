"""The conditions of a query: fields, operators, and, or, not, made once into a test that each row passes or fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .errors import InvalidParameters
from .fields import Target, View, declared, read_by, refusal
from .model import Record

Test = Callable[[View, Record], bool]
MAX_DEPTH = 4


def where(target: Target, wanted: Any, depth: int) -> Test:
    """The test that a row must pass; raises InvalidParameters, which names the field or operator at fault."""
    if not isinstance(wanted, dict):
        raise InvalidParameters("where: conditions are an object of field and value", hint='{"type": "video"}')
    if depth > MAX_DEPTH:
        raise InvalidParameters(f"where: and, or and not nest at most {MAX_DEPTH} deep")
    tests = [_condition(target, name, value, depth) for name, value in wanted.items()]
    return lambda view, doc: all(test(view, doc) for test in tests)


def _condition(target: Target, name: str, wanted: Any, depth: int) -> Test:
    if name in ("and", "or"):
        if not isinstance(wanted, list) or not wanted:
            raise InvalidParameters(f"where.{name}: takes a list of conditions")
        tests, whole = [where(target, part, depth + 1) for part in wanted], all if name == "and" else any
        return lambda view, doc: whole(test(view, doc) for test in tests)
    if name == "not":
        test = where(target, wanted, depth + 1)
        return lambda view, doc: not test(view, doc)
    operations = wanted if isinstance(wanted, dict) else {"eq": wanted}
    tests = [_comparison(target, name, operator, operand) for operator, operand in operations.items()]
    return lambda view, doc: all(test(view, doc) for test in tests)


def _comparison(target: Target, name: str, operator: str, operand: Any) -> Test:
    if operator not in OPERATORS:
        raise refusal(f"where.{name}", f"there is no operator {operator!r}", OPERATORS, operator)
    if name == "atFrame" and target.span and name not in target.fields:
        return _at_frame(target.span, operator, operand)
    field = declared(target, name, "where")
    _operand(f"where.{name}.{operator}", field.type, operator, operand)
    read, compare = read_by(field, name), OPERATORS[operator]
    return lambda view, doc: compare(read(view, doc), operand)


def _at_frame(span: Callable[[View, Record], tuple[int, int]], operator: str, operand: Any) -> Test:
    """Rows whose span covers a frame, or (between) has a frame in common with a range, both its ends included."""
    if operator not in ("eq", "between"):
        raise InvalidParameters("where.atFrame: only eq and between ask for a place in time")
    _operand(f"where.atFrame.{operator}", "integer", operator, operand)
    first, last = operand if operator == "between" else (operand, operand)

    def test(view: View, doc: Record) -> bool:
        start, end = span(view, doc)
        return bool(start <= last and end > first)

    return test


def _operand(argument: str, type: str, operator: str, operand: Any) -> None:
    """Refuse a value that could never match, so that a slip is an error and not an empty answer."""
    if operator == "exists":
        type, values = "boolean", [operand]
    elif operator in ("in", "nin", "between"):
        if not isinstance(operand, list) or (operator == "between" and len(operand) != 2):
            raise InvalidParameters(f"{argument}: takes a list" + (" of two" if operator == "between" else ""))
        values = operand
    else:
        values = [operand]
    fits = _FITS["any" if operator == "contains" and type == "array" else type]
    for value in values:
        if not fits(value) and not (value is None and operator in ("eq", "ne", "in", "nin")):
            hint = 'a list of values goes under an operator: {"in": [...]}' if isinstance(value, list) else ""
            raise InvalidParameters(f"{argument}: {value!r} is not of the field's type, {type}", hint=hint)


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


_FITS: dict[str, Callable[[Any], bool]] = {
    "any": lambda value: True,
    "integer": is_number,
    "number": is_number,
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def _same(left: Any, right: Any) -> bool:
    return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)


def _ordered(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """A comparison that is false, not an error, where there is no value or it is of another kind."""

    def ordered(left: Any, right: Any) -> bool:
        alike = (is_number(left) and is_number(right)) or (isinstance(left, str) and isinstance(right, str))
        return alike and compare(left, right)

    return ordered


_AT_LEAST = _ordered(lambda left, right: left >= right)
_AT_MOST = _ordered(lambda left, right: left <= right)


def _contains(left: Any, right: Any) -> bool:
    if isinstance(left, str) and isinstance(right, str):
        return right.casefold() in left.casefold()
    return isinstance(left, list) and any(_same(value, right) for value in left)


OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "eq": _same,
    "ne": lambda left, right: not _same(left, right),
    "lt": _ordered(lambda left, right: left < right),
    "lte": _AT_MOST,
    "gt": _ordered(lambda left, right: left > right),
    "gte": _AT_LEAST,
    "in": lambda left, right: any(_same(left, value) for value in right),
    "nin": lambda left, right: not any(_same(left, value) for value in right),
    "contains": _contains,
    "startsWith": lambda left, right: isinstance(left, str) and left.casefold().startswith(right.casefold()),
    "between": lambda left, right: _AT_LEAST(left, right[0]) and _AT_MOST(left, right[1]),
    "exists": lambda left, right: (left is not None) == right,
}
