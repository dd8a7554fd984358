"""Where media are kept, below MEDIA_ROOT: each asset in a folder of its own, and what is on its way in by itself."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from uuid import UUID

from django.conf import settings

# What a kept file's name may end in; players and servers tell a type by it. Everything before it is ours.
SUFFIXES = {
    *(".mp4", ".mov", ".m4v", ".mkv", ".webm", ".3gp", ".gif"),
    *(".mp3", ".m4a", ".wav", ".aif", ".aiff", ".flac", ".ogg", ".opus", ".aac"),
    *(".jpg", ".jpeg", ".png", ".webp", ".cube"),
}


def root() -> Path:
    return Path(settings.MEDIA_ROOT)


def home(workspace: UUID, asset: UUID) -> Path:
    """The folder of an asset: its original, its poster and what stands in for it."""
    return root() / str(workspace) / str(asset)


def renders(workspace: UUID) -> Path:
    """The folder of what runs have rendered."""
    return root() / "renders" / str(workspace)


def incoming() -> Path:
    """Where uploads are until they are assets, each in a file named for its id."""
    return root() / "incoming"


def original(folder: Path, name: str) -> Path:
    """The file of an asset that people call `name`."""
    suffix = Path(name).suffix.lower()
    return folder / f"original{suffix if suffix in SUFFIXES else ''}"


def below(path: Path) -> str:
    """A path as a row keeps it."""
    return path.relative_to(root()).as_posix()


def found(name: str) -> Path | None:
    """The file that a row names; None for none, and for one that is not below MEDIA_ROOT."""
    base = root().resolve()
    path = (base / name).resolve()
    return path if name and path.is_relative_to(base) and path.is_file() else None


JOINERS = "\u200c\u200d"
"""Invisible, and a part of what is read: families of emoji, and words of Persian and Hindi, are written with them."""


def spoken(name: str) -> str:
    """A file's name as a person reads it: whole characters, none that steer a terminal or a page, not too long."""
    whole = unicodedata.normalize("NFC", os.fsencode(name).decode(errors="replace"))
    plain = "".join("�" if _steers(character) else character for character in whole)
    return plain if len(plain) <= 255 else f"{plain[:240]}…{plain[-14:]}"


def _steers(character: str) -> bool:
    """Whether a character ends lines, turns the direction of those around it, or is no character at all."""
    return character not in JOINERS and unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
