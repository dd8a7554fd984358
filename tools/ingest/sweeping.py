"""What was left behind: uploads that nobody continues, files that no row speaks of and renders that nobody wants any more,
because a process was killed or a run came to nothing."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator
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
PREFIX = "greenlight-"
"""How every temporary folder of ours begins."""

Wanted = Callable[[UUID, Collection[str]], Collection[str]]
_claims: list[Wanted] = []


def claimed_by(wanted: Wanted) -> None:
    """Say who knows which renders of a workspace are still wanted, by the names of their files without what they end in.
    Until somebody does, all of them are."""
    _claims[:] = [wanted]


def sweep(young: timedelta = YOUNG) -> None:
    """Clear up."""
    now = timezone.now()
    given_up = now - timedelta(hours=settings.UPLOAD_LIFETIME_HOURS)
    Upload.objects.filter(state=Upload.State.RECEIVING, touched_at__lte=given_up).delete()
    Upload.objects.exclude(state__in=Upload.UNDER_WAY).filter(touched_at__lte=now - REMEMBERED).delete()
    halfway = max(young, timedelta(seconds=2 * settings.RUNS_STEP_SECONDS))
    for path in (*_orphans(now - young), *_renders(now - young, now - halfway), *_temporary(now)):
        log.info("orphan_removed", path=str(path))
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


def _renders(since: datetime, halfway: datetime) -> Iterator[Path]:
    """Rendered files, untouched since then, that nobody wants any more; and the folders of renders that were killed: one
    that goes on touches something in its folder before it would be ended for standing still."""
    for folder, workspace in _named(places.root() / "renders"):
        old = {path: path.name.partition(".")[0] for path in folder.iterdir() if _older(path, since)}
        files = {path: name for path, name in old.items() if name}
        for wanted in _claims if files else ():
            kept = wanted(workspace, set(files.values()))
            yield from (path for path, name in files.items() if name not in kept)
        yield from (path for path in folder.glob(".render-*") if all(_older(one, halfway) for one in _all_of(path)))


def _temporary(now: datetime) -> Iterator[Path]:
    """Our folders among the temporary ones that are older than any step may become."""
    since = now - timedelta(seconds=settings.RUNS_STEP_MOST_SECONDS)
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        if _ours(path) and all(_older(one, since) for one in _all_of(path)):
            yield path


def _ours(path: Path) -> bool:
    try:
        return path.is_dir() and path.lstat().st_uid == os.getuid()
    except OSError:  # gone meanwhile
        return False


def _all_of(folder: Path) -> Iterator[Path]:
    yield folder
    yield from folder.rglob("*")


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
