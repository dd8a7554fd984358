"""What runs have rendered, as a workspace keeps it: a file each, and beside it what is known of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from django.contrib.auth.models import User

from tools import access
from tools.ingest import places
from tools.models import Workspace

TYPES = {"mp4": "video/mp4", "webm": "video/webm", "gif": "image/gif", "wav": "audio/wav", "png": "image/png"}
ID = re.compile(rf"[A-Za-z0-9_-]{{1,200}}\.({'|'.join(TYPES)})")
"""A render is called by the name of its file; `tools.capabilities.render` gives it."""


@dataclass(frozen=True, slots=True)
class Render:
    """A rendered file. `name` is what people call it, `size` its bytes, `seconds` how long it lasts, 0 for a still."""

    id: str
    path: Path
    name: str
    size: int
    seconds: float
    made_at: datetime

    @property
    def mime(self) -> str:
        return TYPES[self.path.suffix[1:]]

    @property
    def content(self) -> str:
        """Names what is in it: its file may be made again, and then is another one."""
        return f"{self.path.stem}-{self.size}-{int(self.made_at.timestamp())}"


def of(workspace: UUID) -> list[Render]:
    """All of a workspace, the newest first."""
    told = places.renders(workspace).glob("*.json")
    found = (find(workspace, path.name.removesuffix(".json")) for path in told)
    return sorted(filter(None, found), key=lambda one: one.made_at, reverse=True)


def find(workspace: UUID, id: str) -> Render | None:
    """The render of an id; None where there is none, or not all of it."""
    path = places.renders(workspace) / id
    if not ID.fullmatch(id):
        return None
    try:
        facts, stat = json.loads(_beside(path).read_text()), path.stat()
        seconds = 0.0 if path.suffix == ".png" else float(facts["seconds"])
        made_at = datetime.fromtimestamp(stat.st_mtime, UTC)
        return Render(id, path, str(facts["name"]), stat.st_size, seconds, made_at)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def find_in(workspaces: Iterable[Workspace], id: str) -> tuple[Workspace, Render] | None:
    """The render of an id in one of these workspaces; None where none of them has it."""
    return next(((one, found) for one in workspaces if (found := find(one.pk, id))), None)


def remove(render: Render, workspace: Workspace, *, by: User, ceiling: str | None = None) -> None:
    """Delete a rendered file; links to it end. Raises TierForbids."""
    access.require(by, workspace, ("mutate",), ceiling)
    _beside(render.path).unlink(missing_ok=True)
    render.path.unlink(missing_ok=True)


def size(workspace: UUID) -> int:
    """Bytes of all that is there, half-made files among it."""
    return sum(_sizes(places.renders(workspace)))


def _sizes(folder: Path) -> Iterator[int]:
    for path in folder.iterdir() if folder.is_dir() else ():
        with suppress(OSError):  # gone meanwhile
            yield path.stat().st_size


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.json")
