"""A model can look at what is heard and seen before it plans: free, at once, in frames, and only in its own workspace."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.toolbox import Toolbox
from tests.tools.capabilities import shelf
from tools import analysis
from tools.catalog import TOOLS
from tools.composition import Composition
from tools.composition.errors import InvalidRequest

pytestmark = [pytest.mark.django_db, pytest.mark.spec("M-05"), pytest.mark.spec("D-1")]


@pytest.fixture
def state(studio, tmp_path: Path, monkeypatch) -> Composition:
    said = shelf.words(("Key", 1.0, 1.4), ("sk-ant-api03-abcdefghijklmnopqrstuvwx.", 1.5, 2.0))
    ways = {"speech": said, "scenes": {"cuts": [2.0]}}
    for kind, result in ways.items():
        measure = lambda asset, language, check, result=result: result  # noqa: E731
        monkeypatch.setitem(analysis.WAYS, kind, analysis.Way(measure, lambda seconds: 1, lambda language: language))
    monkeypatch.setattr(analysis, "possible", lambda kind: None)
    asset = shelf.keep(studio, shelf.talk(tmp_path / "talk.mp4"))
    return Composition.load(shelf.document([shelf.item(asset, 50, 200)], assets=[asset]))


def test_silences_and_scenes_are_frames_of_the_composition(studio, state):
    tools = Toolbox(TOOLS, state, studio.pk)
    assert tools.class_of("inspect.media") == "read"
    assert tools.read("inspect.media", {"what": "scenes"}) == {"rows": [{"itemId": "a", "atFrame": 100}], "total": 1}
    silences = tools.read("inspect.media", {"what": "silences"})
    assert silences["total"] == 3
    assert silences["rows"][0]["from"] == 50


def test_what_is_said_comes_without_secrets(studio, state):
    [row] = Toolbox(TOOLS, state, studio.pk).read("inspect.media", {"what": "speech"})["rows"]
    assert row["text"].startswith("Key")
    assert "abcdefghijklmnop" not in row["text"]


def test_what_would_cost_or_is_not_ours_is_refused_with_what_to_do(studio, bob, state, settings):
    settings.TRANSCRIPTION_PROVIDER = "openai-compatible"
    with pytest.raises(InvalidRequest, match="Plan transcribe_video"):
        Toolbox(TOOLS, state, studio.pk).read("inspect.media", {"what": "speech"})
    for workspace in (None, bob.workspaces.get().pk):
        with pytest.raises(InvalidRequest, match="not kept here"):
            Toolbox(TOOLS, state, workspace).read("inspect.media", {"what": "silences"})
    assert not analysis.Analysis.objects.exists()
