"""How much silence there is, is answered by listening to the media of the person's own workspace, and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.ask import answer
from agent.providers.base import Scene
from tests import factories
from tests.tools.capabilities import shelf
from tools.composition import Composition

pytestmark = [pytest.mark.django_db, pytest.mark.spec("K-26"), pytest.mark.spec("M-05")]


@pytest.fixture
def talk(studio, tmp_path: Path) -> Composition:
    asset = shelf.keep(studio, shelf.talk(tmp_path / "talk.mp4"))
    return Composition.load(shelf.document([shelf.item(asset, 0, 200)], assets=[asset]))


@pytest.mark.parametrize(
    "question",
    [
        "how much silence is there?",
        "How many pauses are there",
        "are there any silences?",
        "where are the silences",
        "how much silence is there in the talk",
    ],
)
def test_the_silences_of_the_timeline_are_counted_and_placed(studio, talk, question):
    told = answer(question, Scene(talk, workspace=studio.pk))
    assert told.ok
    assert told.intent == "silence"
    assert told.text.startswith("There are 3 silences, 4.")
    assert "0:00" in told.text


def test_what_is_not_this_workspaces_is_not_listened_to(talk):
    elsewhere = factories.workspace("Elsewhere")
    for workspace in (None, elsewhere.pk):
        told = answer("how much silence is there?", Scene(talk, workspace=workspace))
        assert "is not kept here" in told.text
