"""The documents that the engine's tests begin from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tools.composition import Composition

FOUR_CLIPS = Path(__file__).parents[2] / "compositions" / "four-clips.json"


@pytest.fixture
def document() -> dict[str, Any]:
    """Four clips on v1, a logo on v2, a title on v3, music on a1 and a voice on a2; 30 frames per second."""
    return json.loads(FOUR_CLIPS.read_text())


@pytest.fixture
def film(document) -> Composition:
    return Composition.load(document)
