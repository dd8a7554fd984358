"""Where an exported cut says that its media are: names beside it, or below a folder, as the program that reads it likes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Literal
from urllib.parse import quote

Record = dict[str, Any]
Target = Literal["resolve", "premiere", "fcp"]
TARGETS: dict[str, str] = {
    "resolve": "DaVinci Resolve: plain paths",
    "premiere": "Premiere Pro: file://localhost/…",
    "fcp": "Final Cut Pro: file:///…",
}
FOLDER = "media"
MOST_NAME = 120
_DRIVE = re.compile(r"^[A-Za-z]:[\\/]")


@dataclass(frozen=True, slots=True)
class Places:
    """`names` are the files' names by asset; `root` is the folder that holds them on the other side, if that is known."""

    names: Mapping[str, str] = field(default_factory=dict)
    hashes: Mapping[str, str] = field(default_factory=dict)
    target: str = "resolve"
    root: str = ""

    def url(self, asset: Record) -> str:
        """The address of an asset's file in the dialect of the target."""
        name = self.names.get(asset["id"]) or safe_name(asset["name"])
        if not self.root:
            return f"{FOLDER}/{name if self.target == 'resolve' else quote(name)}"
        path = f"{self.root.rstrip('/')}/{name}"
        return path if self.target == "resolve" else _as_url(path, self.target)


def _as_url(path: str, target: str) -> str:
    """file:// with every part percent-encoded; a drive's colon is %3a as Premiere writes it."""
    path = path.replace("\\", "/") if _DRIVE.match(path) else path
    head = "file://localhost" if target == "premiere" else "file://"
    quoted = quote(path, safe="/").replace("%3A", "%3a", 1) if _DRIVE.match(path) else quote(path, safe="/")
    return f"{head}{'' if quoted.startswith('/') else '/'}{quoted}"


def safe_name(name: str, suffix: str = "") -> str:
    """A file's name that every system takes: no folders, no hidden files, no signs that mean something to a shell."""
    plain = unicodedata.normalize("NFC", name).replace("\\", "/").rsplit("/", 1)[-1]
    kept = "".join(sign if sign.isalnum() or sign in " ._-()" else "_" for sign in plain).strip(" .-")
    stem, ending = PurePosixPath(kept or "media").stem, suffix or PurePosixPath(kept).suffix
    return f"{stem[:MOST_NAME].strip() or 'media'}{ending[:10]}"


def distinct(names: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Safe names by asset, of (name, suffix); of two that differ by case only one gets a number."""
    taken: set[str] = set()
    result: dict[str, str] = {}
    for id, (name, suffix) in names.items():
        plain = safe_name(name, suffix)
        stem, ending = PurePosixPath(plain).stem, PurePosixPath(plain).suffix
        number = 1
        while plain.casefold() in taken:
            number += 1
            plain = f"{stem}-{number}{ending}"
        taken.add(plain.casefold())
        result[id] = plain
    return result
