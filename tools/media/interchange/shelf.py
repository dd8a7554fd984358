"""The media of a workspace, as a file from elsewhere may speak of them: found by id, by content, or by their names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PureWindowsPath
from typing import Any
from urllib.parse import unquote, urlsplit

Record = dict[str, Any]
MOST_URL = 1_000


@dataclass(frozen=True, slots=True)
class Shelved:
    """A file of the workspace: its name, the SHA-256 of its content, and the asset as documents list it."""

    name: str
    sha256: str
    document: Record


class Shelf:
    """Where media are looked for. Nothing else is: no path and no address that a file names is ever opened."""

    def __init__(self, shelved: Iterable[Shelved] = ()) -> None:
        self._by_id: dict[str, Shelved] = {}
        self._by_content: dict[str, Shelved] = {}
        self._by_name: dict[str, list[Shelved]] = {}
        for one in shelved:
            self._by_id[one.document["id"]] = one
            self._by_content.setdefault(one.sha256, one)
            for name in {_plain(one.name), _stem(one.name)}:
                self._by_name.setdefault(name, []).append(one)

    def same(self, id: str, sha256: object = None) -> Shelved | None:
        """The very file: of this id, or of this content."""
        return self._by_id.get(id) or (self._by_content.get(sha256) if isinstance(sha256, str) else None)

    def called(self, *names: str) -> Shelved | None:
        """The only file of one of these names, with or without its ending; None where there are several."""
        for name in names:
            for key in (_plain(name), _stem(name)):
                if key and len(found := self._by_name.get(key, [])) == 1:
                    return found[0]
        return None


def file_name(url: str) -> str:
    """The last part of an address or a path, of whatever system it is."""
    try:
        path = urlsplit(url).path if "://" in url else url
    except ValueError:
        return ""
    return PureWindowsPath(unquote(path)).name


def offline(id: str, kind: str, name: str, told: Record) -> Record:
    """An asset that is not here: what a file says of it, for when it is taken in. `told` are fields of its document."""
    sounds = told.pop("hasAudio", kind == "audio")
    seen = {"hasVideo": kind != "audio", "hasAudio": bool(sounds)}
    return {"id": id, "kind": kind, "name": name[:500] or "media", **seen, **told, "offline": True}


def _plain(name: str) -> str:
    return file_name(name).strip().casefold()


def _stem(name: str) -> str:
    return PureWindowsPath(_plain(name)).stem
