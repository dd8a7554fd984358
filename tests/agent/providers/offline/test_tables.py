"""Look-up tables by sentence: put on clips or on the whole, taken off; other files mean what they meant."""

from __future__ import annotations

from typing import Any

import pytest

from agent.providers.base import Scene
from agent.providers.offline.understand import understand
from tests import factories
from tools.composition import Composition

pytestmark = pytest.mark.spec("M-01", "D-2")
ON: dict[str, Any] = {"lutAssetId": "as-lut"}
SENTENCES: dict[str, list[dict[str, Any]]] = {
    "use the LUT teal.cube": [{"grade": ON}],
    "apply teal.cube to the whole video": [{"grade": ON}],
    "apply the teal lut to everything": [{"grade": ON}],
    "put teal.cube on the first clip": [{"grade": ON, "ids": ["clip-a"]}],
    "grade the city clip with teal.cube": [{"grade": ON, "ids": ["clip-b"]}],
    "grade the video with the teal LUT": [{"grade": ON}],
    "remove the LUT": [{"grade": {"lutAssetId": None}}],
    "take the LUT off the park clip": [{"grade": {"lutAssetId": None}, "ids": ["clip-c"]}],
    "remove the lut from the park clip": [{"grade": {"lutAssetId": None}, "ids": ["clip-c"]}],
}


def steps(said: str) -> list[tuple[str, dict[str, Any]]]:
    document = factories.document()
    document["assets"]["as-lut"] = {"id": "as-lut", "kind": "lut", "name": "teal.cube"}
    document["items"]["clip-c"]["grade"] = dict(ON)
    document["grade"] = dict(ON) if said.startswith(("remove", "take")) else None
    state = Composition.load(document)
    return [(step.tool, step.arguments) for step in understand(Scene(state), said).steps]


@pytest.mark.parametrize("said", SENTENCES)
def test_a_table_grades_what_is_said(said):
    assert steps(said) == [("setColorGrade", one) for one in SENTENCES[said]]


def test_other_files_are_put_where_they_were_put():
    assert [tool for tool, _ in steps("add logo.png at 5 seconds")] == ["addItem"]
    assert [tool for tool, _ in steps("put a warm look on the first clip")] == ["setColorGrade"]
