"""A film, a tone and a still, encoded once; workers that do what they are rung for when the test says so."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest
from django.conf import settings

from tests import clips
from tools.ingest import work


@pytest.fixture(scope="session")
def clip(tmp_path_factory) -> Path:
    return clips.film(tmp_path_factory.mktemp("clip") / "clip.mp4")


@pytest.fixture(scope="session")
def tone(tmp_path_factory) -> Path:
    return clips.tone(tmp_path_factory.mktemp("tone") / "tone.wav")


@pytest.fixture
def kept():
    """Every file below MEDIA_ROOT, and every folder in a workspace's folder."""

    def files() -> list[Path]:
        root = Path(settings.MEDIA_ROOT)
        return sorted(path for path in root.rglob("*") if path.is_file() or len(path.relative_to(root).parts) > 1)

    return files


@pytest.fixture
def rung(monkeypatch) -> list[UUID]:
    """What a worker was woken for; nobody has done it yet."""
    heard: list[UUID] = []
    monkeypatch.setattr(work, "_bell", [heard.append])
    monkeypatch.setattr(work, "_swept", [])
    return heard
