"""Is this call's input what the tool declares? Every fault at once, each naming its argument."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import jsonschema_rs
from rapidfuzz import fuzz, process

MOST_TOLD = 400
Meant = Mapping[str, Sequence[str]]


def faults(schema: dict[str, Any], arguments: dict[str, Any], meant: Meant | None = None) -> list[str]:
    """One sentence a fault, none when the arguments fit the schema.

    Checked are names, required arguments, types (optional ones too), choices and ranges. `meant` says what people write
    for what the tool takes: {"align": ("alignment",)}.
    """
    found = []
    for error in _validator(json.dumps(schema, sort_keys=True)).iter_errors(arguments):
        kind = type(error.kind).__name__
        if kind == "AdditionalProperties" and not error.instance_path:
            found += [_unknown(name, schema, meant or {}) for name in error.kind.unexpected]
        else:
            found.append(_fault(kind, list(error.instance_path), _short(error.message)))
    return found


def _short(message: str) -> str:
    """The validator repeats the value it refuses, however long that is; a person needs only its two ends."""
    return message if len(message) <= MOST_TOLD else f"{message[: MOST_TOLD // 2]} … {message[-MOST_TOLD // 2 :]}"


@lru_cache(maxsize=512)
def _validator(schema: str) -> Any:
    return jsonschema_rs.Draft202012Validator(json.loads(schema))


def _fault(kind: str, path: list[str | int], message: str) -> str:
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
    if kind == "Required":
        return f"“{where + '.' if where else ''}{message.split(chr(34))[1][:MOST_TOLD]}” is missing."
    return f"“{where}”: {message}." if where else f"{message}."


def _unknown(name: str, schema: dict[str, Any], meant: Meant) -> str:
    known = list(schema.get("properties", {}))
    near = process.extractOne(name, known, scorer=fuzz.ratio, score_cutoff=60)
    guess = next((known_as for known_as in meant.get(name, ()) if known_as in known), near[0] if near else None)
    hint = f" Did you mean “{guess}”?" if guess else f" It takes {', '.join(known) or 'nothing'}."
    return f"“{name}” is no argument of this tool.{hint}"
