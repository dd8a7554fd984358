"""What is handed to a platform and what comes back; a platform is how one kind of account is reached.

PublishFailed
├── kind "transient"    the same parcel may well arrive in a moment
├── kind "quota"        the platform takes no more of this account for now
├── kind "bad_param"    this can never arrive: the account, its place or its secret is wrong
└── kind "unknown"      nobody can tell whether it arrived
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Kind = Literal["transient", "quota", "bad_param", "unknown"]
MOST_STEM = 120
"""Bytes: a file system takes 255, and a folder writes under a longer name first."""


class PublishFailed(Exception):
    """Why a parcel did not arrive: one clean line without a secret. `wait`: seconds after which to try again."""

    def __init__(self, message: str, kind: Kind = "unknown", *, wait: float | None = None) -> None:
        super().__init__(message)
        self.kind, self.wait = kind, wait


class Account(BaseModel):
    """What a platform has to know of an account. A `SecretStr` is sealed and never shown; the rest is its place."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True, hide_input_in_errors=True)


@dataclass(frozen=True, slots=True)
class Parcel:
    """A film on its way. `key`: 64 hexadecimal digits, the same at every try. `film()` is the file, made when first asked
    for. `notes` outlive a worker: what is written there is kept, sealed, before the next line runs. `check()` is to be called
    often: it raises when the parcel is unwanted. `tell(sent, of)` says how many bytes of the film have left."""

    key: str
    title: str
    description: str
    film: Callable[[], Path]
    notes: MutableMapping[str, str] = field(default_factory=dict)
    check: Callable[[], None] = lambda: None
    tell: Callable[[int, int], None] = lambda sent, of: None

    @property
    def name(self) -> str:
        """The file's name: from the title, and from the key so that it is this parcel's and no other's."""
        plain = "".join(one if _spelt(one) else " " for one in unicodedata.normalize("NFC", self.title))
        stem = "-".join(plain.lower().split()).encode()[:MOST_STEM].decode(errors="ignore").strip("-")
        return f"{stem or 'film'}-{self.key[:16]}.mp4"


def _spelt(character: str) -> bool:
    """Whether it is a part of a word: a letter, a digit, or one of the marks that many scripts are written with."""
    return character.isalnum() or unicodedata.category(character).startswith("M")


@dataclass(frozen=True, slots=True)
class Arrived:
    """`where` says in a line where it is, as an address where it can be opened; `facts` are kept, without a secret."""

    where: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Platform:
    """`deliver` may be asked again with the same key and must not leave twice; `find` tells what became of an earlier try:
    None when nothing left, `PublishFailed` when nobody can tell. `test` asks whether the account can be reached."""

    account: type[Account]
    test: Callable[[Any], str]
    deliver: Callable[[Any, Parcel], Arrived]
    find: Callable[[Any, Parcel], Arrived | None]
