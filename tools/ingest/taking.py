"""From a file to an asset: kept once by its content, looked at in a bounded child, all there afterwards or not at all."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, ClassVar
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError

from tools import access
from tools.capabilities.order import HandFailed, Made
from tools.ingest import places, room
from tools.media.probe import probe
from tools.media.refusals import Altered, Empty, Full, Missing, NotKept, Refusal, TooLarge
from tools.models import Asset, Upload, Workspace

PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Taken:
    """A file that is now an asset; `again` when the workspace had its content already."""

    path: Path
    asset: Asset
    again: bool = False
    reason: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that was not taken: a stable code, and a sentence that names it and says what to do."""

    path: Path
    code: str
    reason: str
    asset: ClassVar[None] = None


def ingest(workspace: Workspace, paths: Iterable[str | Path], author: User | None = None) -> list[Taken | Refused]:
    """Take files, and all files in folders (hidden ones apart), into a workspace; one answer a file, in order.

    Each file stands for itself: one that is refused does not hold up the others. Raises `access.TierForbids`
    when `author` may not change things in the workspace.
    """
    if author:
        access.require(author, workspace, ("mutate",))
    return [take(workspace, path) for path in _files(paths)]


def take(workspace: Workspace, path: Path) -> Taken | Refused:
    """Take one file in: its row, its copy and its poster are all there afterwards, or none of them."""
    name = places.spoken(path.name)
    return _answered(path, name, lambda: _take(Coming(workspace, path, name, uuid4())))


def adopt(upload: Upload, check: Callable[[], None], settle: Callable[[Asset], None]) -> Taken | Refused:
    """Make the file of an upload an asset; `settle` writes that down together with the asset's row, or raises.

    `check` is called often, and what it raises ends the work and leaves nothing. May be called again after a crash.
    """
    path = places.incoming() / str(upload.pk)
    coming = Coming(upload.workspace, path, upload.name, upload.pk, upload, check, settle)
    return _answered(path, upload.name, lambda: _take(coming))


def admit(workspace: UUID, name: str) -> None:
    """Raise HandFailed where a workspace or the disk has no room for what a run is to make or render: before it is paid for."""
    try:
        room.for_more(Workspace.objects.get(pk=workspace), name)
        room.on_disk(name, 0)
    except (Full, NotKept) as refused:
        raise HandFailed(str(refused), "bad_param") from None


def ready(workspace: Workspace, id: UUID, made: Made, provenance: dict[str, Any], run_id: UUID) -> Asset:
    """The row of a file that a run has made, its copy and its poster in their places; not saved, so that whoever asks can
    save it together with what else the step changed.

    For the same `id` it begins from nothing, so it can be called again after a crash. Raises HandFailed, leaving nothing,
    where the file is not what it should be: it is looked at like any stranger's.
    """
    coming = Coming(workspace, made.path, places.spoken(made.name), id)
    told = {**provenance, "provider": made.provider, "model": made.model, "placeholder": made.placeholder}
    try:
        row = _kept(coming)
        _look(row, coming)
    except (OSError, Refusal) as error:
        shutil.rmtree(coming.home, ignore_errors=True)
        reason = error if isinstance(error, Refusal) else NotKept(coming.name, because=_because(error))
        raise HandFailed(f"What was made cannot be used: {reason}", billed=True) from None
    row.run_id, row.provenance = run_id, told
    return row


# --- one file ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Coming:
    """A file that is to become the asset `id`; `upload` where it came from afar."""

    workspace: Workspace
    path: Path
    name: str
    id: UUID
    upload: Upload | None = None
    check: Callable[[], None] = field(default=lambda: None)
    settle: Callable[[Asset], None] = field(default=lambda asset: None)

    @property
    def home(self) -> Path:
        return places.home(self.workspace.pk, self.id)

    @property
    def original(self) -> Path:
        """By the name that the file had, which a person may have changed to one that says nothing."""
        return places.original(self.home, self.upload.name if self.upload else self.path.name)


def _answered(path: Path, name: str, work: Callable[[], Taken]) -> Taken | Refused:
    try:
        return work()
    except OSError as error:
        refusal: Refusal = NotKept(name, because=_because(error))
    except Refusal as refused:
        refusal = refused
    return Refused(path, refusal.code, str(refusal))


def _take(coming: Coming) -> Taken:
    taken = None
    try:
        row = _kept(coming)
        if known := coming.workspace.assets.filter(sha256=row.sha256, run_id=None).first():
            coming.settle(known)
            return Taken(coming.path, known, again=True)
        _look(row, coming)
        taken = _save(row, coming)
        return taken
    finally:
        if taken is None or taken.again:
            shutil.rmtree(coming.home, ignore_errors=True)


def _kept(coming: Coming) -> Asset:
    """The row of a file whose bytes are in their place; nothing is in its folder beside them."""
    shutil.rmtree(coming.home, ignore_errors=True)
    coming.home.mkdir(parents=True)
    row = Asset(id=coming.id, workspace=coming.workspace, name=coming.name, path=places.below(coming.original))
    row.sha256, row.size = _copy(coming) if coming.upload is None else _link(coming, coming.upload)
    return row


def _look(row: Asset, coming: Coming) -> None:
    """Fill in what a file holds, and draw its poster beside it."""
    poster = coming.home / "poster.jpg"
    row.facts = probe(coming.original, row.name, poster=poster, check=coming.check)
    row.kind, row.poster = row.facts["kind"], places.below(poster)


def _save(row: Asset, coming: Coming) -> Taken:
    """Durable: were an outer transaction rolled back, the files would stay behind without their row."""
    try:
        with room.within_quota(row.workspace, row.name, row.size, besides=coming.id, durable=True):
            row.save(force_insert=True)
            coming.settle(row)
    except IntegrityError:  # somebody took the same content in while this one was looked at
        theirs = Asset.objects.get(workspace=row.workspace, sha256=row.sha256, run_id=None)
        coming.settle(theirs)
        return Taken(coming.path, theirs, again=True)
    return Taken(coming.path, row)


# --- its bytes --------------------------------------------------------------------------------------------------------


def _copy(coming: Coming) -> tuple[str, int]:
    """Copy a file's bytes and return their SHA-256 and number; raises Missing, Empty, or TooLarge before it is all here."""
    digest, size = hashlib.sha256(), 0
    with _opened(coming.path, coming.name) as read, coming.original.open("xb") as write:
        room.on_disk(coming.name, min(os.fstat(read.fileno()).st_size, settings.MEDIA_MAX_BYTES))
        while piece := read.read(PIECE):
            size += len(piece)
            if size > settings.MEDIA_MAX_BYTES:
                raise TooLarge(coming.name, most=room.spoken(settings.MEDIA_MAX_BYTES))
            digest.update(piece)
            write.write(piece)
    if not size:
        raise Empty(coming.name)
    return digest.hexdigest(), size


def _link(coming: Coming, upload: Upload) -> tuple[str, int]:
    """The same for a file that is here already: no byte is copied, and the upload keeps its own until all is done."""
    digest, size = hashlib.sha256(), 0
    with _opened(coming.path, coming.name) as read:
        while piece := read.read(PIECE):
            coming.check()
            size += len(piece)
            digest.update(piece)
    if upload.sha256 and digest.hexdigest() != upload.sha256:
        raise Altered(coming.name)
    try:
        os.link(coming.path, coming.original)
    except OSError:  # a file system that knows no links
        shutil.copyfile(coming.path, coming.original)
    return digest.hexdigest(), size


def _opened(source: Path, name: str) -> BinaryIO:
    """A plain file to read from: waiting for a pipe to be written to would take for ever."""
    if not source.is_file():
        raise Missing(name, because="it is no file" if source.exists() else "there is no such file")
    try:
        return source.open("rb")
    except OSError as error:
        raise Missing(name, because=_because(error)) from None


def _because(error: OSError) -> str:
    return (error.strerror or "it failed").lower()


# --- many files -------------------------------------------------------------------------------------------------------


def _files(paths: Iterable[str | Path]) -> Iterator[Path]:
    """Each path that is a file; of a folder, its files in order of their names, then those of the folders in it."""
    for path in map(Path, paths):
        if not path.is_dir():
            yield path
            continue
        for folder, inner, names in os.walk(path):
            inner[:] = sorted(name for name in inner if not name.startswith("."))
            yield from (Path(folder, name) for name in sorted(names) if not name.startswith("."))
