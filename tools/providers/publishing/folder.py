"""A storage folder below PUBLISH_ROOT: the film under its own name, whole or not at all, and beside it what it is.

The name holds the parcel's key, so a second try finds the first. A watcher that takes the film away leaves the sheet.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Annotated

from django.conf import settings
from pydantic import AfterValidator, Field

from tools.providers.publishing.parcel import Account, Arrived, Parcel, Platform, PublishFailed

PIECE = 1 << 20


def _plain(path: str) -> str:
    parts = Path(path).parts
    if Path(path).is_absolute() or not parts or any(part.startswith(".") or "\0" in part for part in parts):
        raise ValueError("Use a path below the publishing folder, without dots at the start of a name.")
    return Path(path).as_posix()


class Folder(Account):
    path: Annotated[str, AfterValidator(_plain)] = Field(
        min_length=1, max_length=200, title="Folder", description="Below PUBLISH_ROOT, as films/finished."
    )


def test(account: Folder) -> str:
    """Whether a file can be written there."""
    folder = _folder(account)
    try:
        probe = folder / f".test-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise _failed(error) from None
    return f"Files can be written to {account.path}."


def deliver(account: Folder, parcel: Parcel) -> Arrived:
    if found := find(account, parcel):
        return found
    film, target = parcel.film(), _folder(account) / parcel.name
    aside = _aside(target)
    try:
        _copy(film, aside, parcel)
        os.replace(aside, target)
        _note(target, parcel, target.stat().st_size)
    except OSError as error:
        raise _failed(error) from None
    finally:
        aside.unlink(missing_ok=True)
    return _arrived(account, target)


def find(account: Folder, parcel: Parcel) -> Arrived | None:
    """The film of an earlier try; its sheet is written where only that was missing, and half a film is taken away."""
    target = _folder(account) / parcel.name
    try:
        if not _sheet(target).exists():
            if not target.exists():
                _aside(target).unlink(missing_ok=True)
                return None
            _note(target, parcel, target.stat().st_size)
    except OSError as error:
        raise _failed(error) from None
    return _arrived(account, target)


def _folder(account: Folder) -> Path:
    """The folder, which is there afterwards; one that a link leads out of the root is none of ours."""
    root = Path(settings.PUBLISH_ROOT).resolve()
    folder = (root / account.path).resolve()
    if not folder.is_relative_to(root):
        raise PublishFailed("The folder leads out of the publishing folder. Connect another.", "bad_param")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _failed(error) from None
    return folder


def _copy(film: Path, aside: Path, parcel: Parcel) -> None:
    size = film.stat().st_size
    with film.open("rb") as source, aside.open("wb") as copy:
        while piece := source.read(PIECE):
            parcel.check()
            copy.write(piece)
            parcel.tell(copy.tell(), size)
        copy.flush()
        os.fsync(copy.fileno())
    shutil.copymode(film, aside)


def _aside(target: Path) -> Path:
    return target.with_name(f".{target.name}.part")


def _sheet(target: Path) -> Path:
    return target.with_suffix(".json")


def _note(target: Path, parcel: Parcel, size: int) -> None:
    sheet = {
        "key": parcel.key, "title": parcel.title, "description": parcel.description, "file": target.name, "bytes": size
    }  # fmt: skip
    aside = target.with_name(f".{target.stem}.json.part")
    aside.write_text(json.dumps(sheet, indent=2, ensure_ascii=False))
    os.replace(aside, _sheet(target))


def _arrived(account: Folder, target: Path) -> Arrived:
    return Arrived(f"{account.path}/{target.name}", {"file": target.name})


def _failed(error: OSError) -> PublishFailed:
    return PublishFailed(f"The folder cannot be written to: {error.strerror or 'no reason given'}.", "transient")


PLATFORM = Platform(Folder, test, deliver, find)
