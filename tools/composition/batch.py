"""Carrying a request out: a query, a description, one command, or many commands that all happen or none."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from . import patch as patches
from . import rules
from .commands import BY_OP, COMMANDS
from .draft import Draft
from .errors import EngineError, InvalidRequest, LimitExceeded, UnknownCommand
from .model import DEFAULT, Composition, Limits
from .query import describe as describe_query
from .query import query
from .seams import settle
from .shelves import copied
from .signature import suggestion

Request = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a request: the state (the same object if nothing changed), a value, the patch, and warnings."""

    state: Composition
    value: Any = None
    patch: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def evaluate(state: Composition, request: Request, *, tag: str | None = None, limits: Limits = DEFAULT) -> Result:
    """Carry out one request; the state given is never changed. Raises EngineError.

    `tag` names what is new: the same request with the same tag gives the same ids. Without one, a fresh one is made.
    """
    kind = _kind(request)
    if kind == "query":
        return Result(state, query(state, {name: value for name, value in request.items() if name != "kind"}))
    if kind == "describe":
        return Result(state, describe(limits))
    if kind == "command":
        return _command(state, request, tag or secrets.token_hex(3), limits)
    return _batch(state, request, tag or secrets.token_hex(3), limits)


def describe(limits: Limits = DEFAULT) -> dict[str, Any]:
    """Everything the engine can be asked: {"commands": {name: …}, "query": …, "limits": …}."""
    return copied(_described()) | {"limits": {name: getattr(limits, name) for name in limits.__slots__}}


@cache
def _described() -> dict[str, Any]:
    """Commands and queries never change while the program runs, and their schemas are slow to make."""
    return {"commands": {command.op: command.describe() for command in COMMANDS}, "query": describe_query()}


def _kind(request: Any) -> str:
    kinds = ("query", "describe", "command", "batch")
    kind = request.get("kind") if isinstance(request, dict) else None
    if kind not in kinds:
        raise InvalidRequest(f"A request needs a kind; {kind!r} is none.", hint=f"The kinds are {', '.join(kinds)}.")
    return str(kind)


def _command(state: Composition, request: Request, tag: str, limits: Limits) -> Result:
    _only(request, "kind", "op", "params", "tag")
    op = request.get("op")
    command = BY_OP.get(op) if isinstance(op, str) else None
    if command is None:
        raise UnknownCommand(f"There is no command {op!r}.", hint=suggestion(str(op), list(BY_OP)), op=op)
    draft = Draft(state, _tag(request.get("tag") or tag))
    value = command.carry_out(draft, request.get("params", {}))
    settle(draft)
    after = draft.build()
    touched = draft.touched()
    patch = patches.between(state, after, touched)
    if not patch:
        return Result(state, value, [], draft.warnings)
    rules.check(after, touched, limits, state)
    return Result(after, value, patch, draft.warnings)


def _batch(state: Composition, request: Request, tag: str, limits: Limits) -> Result:
    _only(request, "kind", "requests", "tag")
    requests = request.get("requests")
    if not isinstance(requests, list):
        raise InvalidRequest("A batch needs its requests as a list.")
    if len(requests) > limits.requests:
        raise LimitExceeded(f"A batch holds at most {limits.requests:,} requests.", limit=limits.requests)
    results = list(_each(state, requests, str(request.get("tag") or tag), limits))
    after = results[-1].state if results else state
    touched = [head for result in results for head in patches.heads(result.patch)]
    patch = patches.between(state, after, touched)
    warnings = [sentence for result in results for sentence in result.warnings]
    return Result(after if patch else state, [result.value for result in results], patch, warnings)


def _each(state: Composition, requests: list[Request], tag: str, limits: Limits) -> Iterator[Result]:
    """Each request on the state the one before it left; an error says which request it was."""
    for index, request in enumerate(requests):
        try:
            if _kind(request) == "batch":
                raise InvalidRequest("A batch cannot hold a batch.")
            result = evaluate(state, request, tag=f"{tag}-{index + 1}", limits=limits)
        except EngineError as error:
            error.index = index
            raise
        state = result.state
        yield result


def _only(request: Request, *names: str) -> None:
    if unknown := [name for name in request if name not in names]:
        raise InvalidRequest(f"A {request['kind']} has no {unknown[0]!r}.", hint=suggestion(unknown[0], list(names)))


def _tag(tag: Any) -> str:
    if not isinstance(tag, str) or not re.fullmatch(r"[A-Za-z0-9_.:-]{1,80}", tag):
        raise InvalidRequest("A tag is 1 to 80 letters, digits, and - _ . : only.")
    return tag
