"""Settings from the environment, read by name: a bad value stops the start and says which variable is wrong.

A `.env` file beside `manage.py` is read first; what the environment already says wins. `READ` remembers every
variable that was asked for and its default, so that `.env.example` can be held equal to it.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

READ: dict[str, str] = {}
UNITS = {"sec": 1, "min": 60, "hour": 60 * 60, "day": 24 * 60 * 60}


class BadSetting(Exception):
    """A variable holds a value that cannot be used; the message names it and says what would do."""


def load(path: Path) -> None:
    """Take `NAME=value` lines from `path` into the environment, without overruling it."""
    if not path.is_file():
        return
    for line in path.read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.lstrip().startswith("#"):
            os.environ.setdefault(name.strip(), value.strip().strip("'\""))


def text(name: str, default: str = "", choices: tuple[str, ...] = ()) -> str:
    """A variable as written; one of `choices` where there are any, or its default."""
    READ[name] = default
    value = os.environ.get(name) or default
    if choices and value not in (*choices, default):
        raise BadSetting(f"{name} is {value!r}; use one of {', '.join(choices)}.")
    return value


def flag(name: str, default: bool) -> bool:
    """A variable that is on or off."""
    value = text(name, "true" if default else "false").lower()
    if value not in ("true", "false", "1", "0", "yes", "no", "on", "off"):
        raise BadSetting(f"{name} is {value!r}; use true or false.")
    return value in ("true", "1", "yes", "on")


def number(name: str, default: int, least: int = 0) -> int:
    """A whole number, not below `least`."""
    value = text(name, str(default))
    try:
        result = int(value)
    except ValueError:
        raise BadSetting(f"{name} is {value!r}; use a whole number.") from None
    if result < least:
        raise BadSetting(f"{name} is {result}; the least is {least}.")
    return result


def rate(name: str, default: str) -> tuple[int, int] | None:
    """How often, as "30/min" (sec, min, hour, day): the number and the seconds; None for "none"."""
    value = text(name, default)
    if value == "none":
        return None
    number_, _, unit = value.partition("/")
    if not number_.isdecimal() or int(number_) < 1 or unit not in UNITS:
        raise BadSetting(f"{name} is {value!r}; use a number a sec, min, hour or day like 30/min, or none.")
    return int(number_), UNITS[unit]


def words(name: str, default: str) -> list[str]:
    """A comma-separated list."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def private(path: Path) -> None:
    """Have a file that nobody else on this machine may read before anybody writes into it; one that is there stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)


def secret(name: str, kept_in: Path) -> str:
    """A secret from the environment; where there is none, one made at the first start and kept in a private file."""
    value = text(name)
    if value:
        return value
    if not kept_in.exists():
        private(kept_in)
        kept_in.write_text(secrets.token_urlsafe(50))
    return kept_in.read_text().strip()
