"""What was left behind: uploads that nobody continues, and files that no row speaks of, because a process was killed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

import structlog
from django.conf import settings
from django.utils import timezone

from tools.ingest import places
from tools.models import Asset, Upload

log = structlog.get_logger()

REMEMBERED = timedelta(days=7)
"""How long it is said what became of an upload."""
YOUNG = timedelta(hours=1)
"""How long files may be there before their row is: nothing takes longer between two touches of a folder."""


def sweep(young: timedelta = YOUNG) -> None:
    """Clear up."""
    now = timezone.now()
    given_up = now - timedelta(hours=settings.UPLOAD_LIFETIME_HOURS)
    Upload.objects.filter(state=Upload.State.RECEIVING, touched_at__lte=given_up).delete()
    Upload.objects.exclude(state__in=Upload.UNDER_WAY).filter(touched_at__lte=now - REMEMBERED).delete()
    for path in _orphans(now - young):
        log.info("orphan_removed", path=places.below(path))
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


def _orphans(since: datetime) -> Iterator[Path]:
    """Files of uploads and folders of assets, untouched since then, that no row speaks of."""
    coming = {path: id for path, id in _named(places.incoming()) if _older(path, since)}
    kept = set(Upload.objects.filter(pk__in=coming.values(), state__in=Upload.UNDER_WAY).values_list("pk", flat=True))
    yield from (path for path, id in coming.items() if id not in kept)
    for folder, workspace in _named(places.root()):
        homes = {path: id for path, id in _named(folder) if _older(path, since)}
        assets = set(Asset.objects.filter(workspace=workspace).values_list("pk", flat=True)) if homes else set()
        yield from (path for path, id in homes.items() if id not in assets)


def _named(folder: Path) -> Iterator[tuple[Path, UUID]]:
    """What lies in a folder and has an id for its name; nothing else there is ours to judge."""
    for path in folder.iterdir() if folder.is_dir() else ():
        try:
            yield path, UUID(path.name)
        except ValueError:
            continue


def _older(path: Path, since: datetime) -> bool:
    try:
        return path.lstat().st_mtime <= since.timestamp()
    except OSError:  # gone meanwhile
        return False
