"""What a stored composition is rendered from: the files of its workspace's assets, and where pieces of renders are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from uuid import UUID

from django.conf import settings

from tools.composition import Composition
from tools.ingest import places
from tools.media.sources import Source, source
from tools.models import Asset

PROXIES = ("proxy.mp4", "proxy.webm")


class Sources(Mapping[str, Source]):
    """Sources by the ids of their assets. Each file is looked at when it is asked for: a still of one frame needs few."""

    def __init__(self, files: dict[str, tuple[Path, str]]) -> None:
        self._files = files

    def __getitem__(self, id: str) -> Source:
        path, digest = self._files[id]
        return source(path, _proxy(path), digest=digest)

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def contents(self) -> list[tuple[str, str, bool]]:
        """What is there, in order: the id, the hash of the file, and whether something smaller stands in for it."""
        return [(id, digest, bool(_proxy(path))) for id, (path, digest) in sorted(self._files.items())]


def sources_of(workspace: UUID, state: Composition) -> Sources:
    """The sources of what a composition shows and plays, by the ids in its document. What the workspace has no file of is
    left out; another workspace's files are never looked at."""
    rows = Asset.objects.filter(workspace_id=workspace).named(used(state))
    return Sources({str(row.pk): (path, row.sha256) for row in rows if (path := places.found(row.path))})


def _proxy(path: Path) -> Path | None:
    return next((one for name in PROXIES if (one := path.with_name(name)).is_file()), None)


def pieces() -> tuple[Path, int]:
    """The folder of pieces, and how many bytes may be in it."""
    return Path(settings.MEDIA_ROOT) / "pieces", settings.RENDER_CACHE_MB * 1_000_000


def used(state: Composition) -> list[str]:
    """The assets that a composition shows, plays or grades with, each once, in the order of the timeline."""
    graded = [holder.get("grade") or {} for holder in (state.head, *state.items.values())]
    ids = [item.get("assetId") for item in state.in_order()] + [grade.get("lutAssetId") for grade in graded]
    return [id for id in dict.fromkeys(ids) if id]
