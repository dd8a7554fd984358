"""The arguments of a call as a model wrote them: read as they are, or said to be unreadable; never mended into something else."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
_KEY = re.compile(r'"((?:[^"\\]|\\.)*)"\s*:')


def read_arguments(raw: Any) -> tuple[dict[str, Any], str | None]:
    """The arguments of a call, and what is wrong with them (then they are empty, and the call must not run).

    Taken are an object, an object as JSON text, and nothing at all ("" or null) for a tool that needs nothing.
    """
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return {}, None
    if isinstance(raw, str):
        try:
            raw = json.loads(raw, parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            return {}, _unreadable(str(raw), error)
    if not isinstance(raw, dict):
        return {}, f"they are {type(raw).__name__}, not an object"
    if not keepable(raw):
        return {}, "they hold a character that cannot be kept (a NUL, or half a character)"
    return raw, None


def keepable(value: Any) -> bool:
    """Whether a database keeps this JSON as it is: without NULs, halves of characters, and numbers that are none."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        return not _NUL.search(text) and bool(text.encode())
    except (ValueError, RecursionError):
        return False


def _unreadable(raw: str, error: Exception) -> str:
    at = getattr(error, "pos", len(raw))
    why = getattr(error, "msg", "") or str(error)
    begun = _KEY.findall(raw[:at])
    where = f"at or after “{begun[-1][:60]}” " if begun else ""
    return f"they are no JSON {where}({why}, character {at} of {len(raw)})"


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")
