"""A film and a tone, encoded once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import clips


@pytest.fixture(scope="session")
def studio_shelf(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("shelf")


@pytest.fixture(scope="session")
def film(studio_shelf: Path) -> Path:
    return clips.film(studio_shelf / "film.mp4")


@pytest.fixture(scope="session")
def tone(studio_shelf: Path) -> Path:
    return clips.tone(studio_shelf / "tone.wav")
