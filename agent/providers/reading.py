"""What a model wrote, read strictly: whole words, and arguments that are one JSON object or an error, never a guess."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from agent.messages import ToolCall

MOST_SHOWN = 80
NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_decoder = json.JSONDecoder(parse_constant=lambda constant: _refuse(constant))
KEY = re.compile(r'"((?:[^"\\]|\\.)*)"\s*:')

Arguments = dict[str, Any]


def whole(text: str) -> str:
    """Text that a database can hold: halves of a character that came in two pieces are put together, NULs left out."""
    return text.replace("\0", "").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def count(value: Any) -> int:
    """A number of tokens as vendors state it: absent, null and senseless ones are 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def calls(name: str, raw: Any, schema: Mapping[str, Any] | None, provider_id: str | None = None) -> list[ToolCall]:
    """The call, or the calls, that a vendor's `raw` arguments (text, an object or nothing) hold; `schema` are the tool's
    parameters, None for a tool that was not offered.

    Nothing at all means no arguments only for a tool that takes none. Several whole objects written one behind the other
    are as many calls, the later ones without an id of the vendor's. Whatever else cannot be read becomes one call with
    `arguments_error`, which never runs.
    """
    name, provider_id = whole(name), provider_id and whole(provider_id)
    found = read(raw, takes_nothing=not (schema or {}).get("properties"))
    if isinstance(found, str):
        return [ToolCall(name=name, arguments_error=found, provider_id=provider_id)]
    return [
        ToolCall(name=name, arguments=one, provider_id=provider_id if number == 0 else None)
        for number, one in enumerate(found)
    ]


def read(raw: Any, *, takes_nothing: bool) -> list[Arguments] | str:
    """One or more sets of arguments, or what is wrong in a sentence."""
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return [{}] if takes_nothing else "they are empty; send {} where you mean none."
    if isinstance(raw, dict):
        raw = json.dumps(raw)
    if not isinstance(raw, str):
        return "they are no JSON object."
    raw = whole(raw)
    try:
        objects = _objects(raw.strip())
    except (ValueError, RecursionError) as error:
        return f"they are no JSON {_place(raw, error)}({getattr(error, 'msg', None) or error}): {_shown(raw)}"
    if not all(isinstance(one, dict) for one in objects):
        return f"they are no JSON object: {_shown(raw)}"
    if len(objects) > 1 and not all(objects) and not takes_nothing:
        return f"they are several objects, and one of them is empty: {_shown(raw)}"
    return objects


def _objects(text: str) -> list[Any]:
    """The JSON values that stand one behind the other, with nothing but space between them."""
    found, at = [], 0
    while at < len(text):
        value, at = _decoder.raw_decode(text, at)
        found.append(_unquoted(value))
        while at < len(text) and text[at] in " \t\r\n":
            at += 1
    if NUL.search(json.dumps(found, ensure_ascii=False, allow_nan=False).encode()):
        raise ValueError("a NUL cannot be kept")
    return found


def _unquoted(value: Any) -> Any:
    """An object that was written as a JSON string once too often."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        return _decoder.decode(value)
    return value


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number that can be kept")


def _place(raw: str, error: Exception) -> str:
    """The last argument that was begun before the error, so that the model knows which one to write anew."""
    begun = KEY.findall(raw[: getattr(error, "pos", None)])
    return f"at or after “{begun[-1][:60]}” " if begun else ""


def _shown(raw: str) -> str:
    return raw if len(raw) <= MOST_SHOWN else f"{raw[:MOST_SHOWN]}…"
