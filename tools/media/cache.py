"""A folder of pieces that are named by what they depend on: bounded, and safe for several renderers at once."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from . import ffmpeg

ABANDONED = 3600.0
"""Seconds after which what was being put here is no longer waited for: whoever did it has died."""
RECENT = 60.0
"""Seconds for which nothing is thrown away, whatever the size: somebody has just made it."""


@dataclass(frozen=True, slots=True)
class Cache:
    """`most`: bytes that stay after tidying up, the least recently used going first."""

    folder: Path
    most: int

    def key(self, *parts: str) -> str:
        """A name for what comes of these, by this encoder."""
        return hashlib.sha256("\0".join((ffmpeg.version(), *parts)).encode()).hexdigest()[:40]

    def take(self, name: str, path: Path) -> bool:
        """Put a piece at a path, if it is here. It stays there even when it is thrown away here."""
        kept = self._place(name)
        try:
            _link(kept, path)
            os.utime(kept)
        except FileNotFoundError:
            return path.exists()
        return True

    def find(self, name: str) -> Path | None:
        """Where a piece is, if it is here: to be opened at once, before it may be thrown away."""
        kept = self._place(name)
        try:
            os.utime(kept)
        except FileNotFoundError:
            return None
        return kept

    def keep(self, name: str, path: Path) -> None:
        """Keep a copy of a whole piece; readers see all of it or nothing. A full disk is no reason to fail."""
        kept = self._place(name)
        with contextlib.suppress(OSError):
            kept.parent.mkdir(parents=True, exist_ok=True)
            aside = Path(tempfile.mkdtemp(prefix=".new-", dir=self.folder))
            try:
                _link(path, aside / name)
                os.replace(aside / name, kept)
            finally:
                shutil.rmtree(aside, ignore_errors=True)

    def tidy(self) -> None:
        """Throw away what was used longest ago, until no more is kept than may be."""
        for left in self.folder.glob(".new-*") if self.folder.is_dir() else ():
            with contextlib.suppress(FileNotFoundError):
                if time.time() - left.stat().st_mtime > ABANDONED:
                    shutil.rmtree(left, ignore_errors=True)
        kept = sorted(self._kept(), key=lambda one: one[1], reverse=True)
        total, now = 0, time.time()
        for path, used, size in kept:
            total += size
            if total > self.most and now - used > RECENT:
                path.unlink(missing_ok=True)

    def _kept(self) -> list[tuple[Path, float, int]]:
        found = []
        for path in self.folder.glob("??/*") if self.folder.is_dir() else ():
            with contextlib.suppress(FileNotFoundError):
                stat = path.stat()
                found.append((path, stat.st_mtime, stat.st_size))
        return found

    def _place(self, name: str) -> Path:
        return self.folder / name[:2] / name


def _link(source: Path, target: Path) -> None:
    """The same content under another name, without copying it where the disk can do that."""
    try:
        os.link(source, target)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copyfile(source, target)
