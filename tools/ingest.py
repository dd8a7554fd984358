"""Taking media in: a file becomes an asset of a workspace, kept once, or is refused with the reason and leaves nothing."""

from __future__ import annotations

import hashlib
import os
import shutil
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, ClassVar
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from tools import access
from tools.capabilities.order import HandFailed, Made
from tools.media.probe import probe
from tools.media.refusals import Empty, Missing, NotKept, Refusal, TooLarge
from tools.models import Asset, Workspace

PIECE = 1 << 20
# What a kept file's name may end in; players and servers tell a type by it. Everything before it is ours.
SUFFIXES = {
    *(".mp4", ".mov", ".m4v", ".mkv", ".webm", ".3gp", ".gif"),
    *(".mp3", ".m4a", ".wav", ".aif", ".aiff", ".flac", ".ogg", ".opus", ".aac"),
    *(".jpg", ".jpeg", ".png", ".webp"),
}


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
    name = _spoken(path.name)
    try:
        return _take(workspace, path, name)
    except OSError as error:
        refusal: Refusal = NotKept(name, because=_because(error))
    except Refusal as refused:
        refusal = refused
    return Refused(path, refusal.code, str(refusal))


def ready(workspace: Workspace, id: UUID, made: Made, provenance: dict[str, Any], run_id: UUID) -> Asset:
    """The row of a file that a run has made, its copy and its poster in their places; not saved, so that whoever asks can
    save it together with what else the step changed.

    For the same `id` it begins from nothing, so it can be called again after a crash. Raises HandFailed, leaving nothing,
    where the file is not what it should be: it is looked at like any stranger's.
    """
    home, name = _home(workspace, id), _spoken(made.name)
    shutil.rmtree(home, ignore_errors=True)
    told = {**provenance, "provider": made.provider, "model": made.model, "placeholder": made.placeholder}
    try:
        home.mkdir(parents=True)
        row, original = Asset(id=id, workspace=workspace, name=name), home / f"original{_suffix(made.path)}"
        row.sha256, row.size = _copy(made.path, original, name)
        _look(row, original)
    except (OSError, Refusal) as error:
        shutil.rmtree(home, ignore_errors=True)
        reason = error if isinstance(error, Refusal) else NotKept(name, because=_because(error))
        raise HandFailed(f"What was made cannot be used: {reason}", billed=True) from None
    row.run_id, row.provenance = run_id, told
    return row


# --- one file ---------------------------------------------------------------------------------------------------------


def _take(workspace: Workspace, path: Path, name: str) -> Taken:
    row = Asset(id=uuid4(), workspace=workspace, name=name)
    home = _home(workspace, row.pk)
    home.mkdir(parents=True)
    taken = None
    try:
        original = home / f"original{_suffix(path)}"
        row.sha256, row.size = _copy(path, original, name)
        if known := workspace.assets.filter(sha256=row.sha256, run_id=None).first():
            return Taken(path, known, again=True)
        _look(row, original)
        taken = _save(row, path)
        return taken
    finally:
        if taken is None or taken.again:
            shutil.rmtree(home, ignore_errors=True)


def _home(workspace: Workspace, id: UUID) -> Path:
    """The folder of an asset."""
    return Path(settings.MEDIA_ROOT) / str(workspace.pk) / str(id)


def _look(row: Asset, original: Path) -> None:
    """Fill in what a file holds, and draw its poster beside it."""
    poster = original.with_name("poster.jpg")
    row.facts = probe(original, row.name, poster=poster)
    row.kind, row.path, row.poster = row.facts["kind"], _below(original), _below(poster)


def _save(row: Asset, path: Path) -> Taken:
    """Durable: were an outer transaction rolled back, the files would stay behind without their row."""
    try:
        with transaction.atomic(durable=True):
            row.save(force_insert=True)
    except IntegrityError:  # somebody took the same content in while this one was looked at
        return Taken(path, Asset.objects.get(workspace=row.workspace, sha256=row.sha256, run_id=None), again=True)
    return Taken(path, row)


def _copy(source: Path, target: Path, name: str) -> tuple[str, int]:
    """Copy a file's bytes and return their SHA-256 and number; raises Missing, Empty, or TooLarge before it is all here."""
    digest, size = hashlib.sha256(), 0
    with _opened(source, name) as read, target.open("xb") as write:
        while piece := read.read(PIECE):
            size += len(piece)
            if size > settings.MEDIA_MAX_BYTES:
                raise TooLarge(name, most=_megabytes(settings.MEDIA_MAX_BYTES))
            digest.update(piece)
            write.write(piece)
    if not size:
        raise Empty(name)
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


def _megabytes(count: int) -> str:
    return f"{count / 1e6:,.0f} MB" if count >= 1_000_000 else f"{count:,} bytes"


def _below(path: Path) -> str:
    return path.relative_to(settings.MEDIA_ROOT).as_posix()


def _suffix(path: Path) -> str:
    suffix = path.suffix.lower()
    return suffix if suffix in SUFFIXES else ""


def _spoken(name: str) -> str:
    """A file's name as a person reads it: whole characters, none that steer a terminal or a page, not too long."""
    whole = unicodedata.normalize("NFC", os.fsencode(name).decode(errors="replace"))
    plain = "".join("�" if unicodedata.category(character) in ("Cc", "Cf", "Cs") else character for character in whole)
    return plain if len(plain) <= 255 else f"{plain[:240]}…{plain[-14:]}"


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
