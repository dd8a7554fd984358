"""What is found out is found out once; what costs or takes long is never done while somebody waits for a plan."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import factories
from tests.tools.capabilities import shelf
from tools import analysis
from tools.analysis import CannotAnalyse, NotYet
from tools.models import Analysis

pytestmark = [pytest.mark.django_db, pytest.mark.spec("M-05")]


@pytest.fixture
def talk(studio, tmp_path: Path):
    return shelf.keep(studio, shelf.talk(tmp_path / "talk.mp4"))


@pytest.fixture
def counted(monkeypatch) -> list[str]:
    """Every listening and looking that is really done."""
    done: list[str] = []

    def way(kind: str) -> analysis.Way:
        def measure(asset, language, check):
            done.append(f"{kind} {language}".strip())
            return {"words": [], "language": language}

        return analysis.Way(measure, analysis.WAYS[kind].seconds, analysis.WAYS[kind].asked)

    monkeypatch.setattr(analysis, "WAYS", {kind: way(kind) for kind in analysis.WAYS})
    monkeypatch.setattr(analysis, "possible", lambda kind: None)
    return done


def test_it_is_found_out_once_and_kept(talk, counted):
    first, again = (analysis.read([talk], "levels") for _ in range(2))
    assert first == again
    assert counted == ["levels"]
    assert Analysis.objects.get().asset == talk


def test_another_language_and_another_engine_are_other_questions(talk, counted, settings):
    for language in ("en", "de", "en"):
        analysis.read([talk], "speech", language)
    settings.TRANSCRIPTION_MODEL = "/models/large"
    analysis.read([talk], "speech", "en")
    assert counted == ["speech en", "speech de", "speech en"]


def test_what_takes_long_is_not_done_while_planning(talk, counted, settings):
    settings.PLANNING_ANALYSIS_SECONDS = 0
    with pytest.raises(NotYet) as missing:
        analysis.read([talk], "scenes")
    assert (missing.value.assets, missing.value.kind) == ([talk], "scenes")
    assert counted == []
    analysis.find_out(talk, "scenes")
    analysis.read([talk], "scenes")
    assert counted == ["scenes"], "now it is known"


def test_what_is_paid_for_is_not_done_while_planning(talk, counted, settings):
    settings.TRANSCRIPTION_PROVIDER = "openai-compatible"
    with pytest.raises(NotYet):
        analysis.read([talk], "speech")
    assert counted == []
    assert not Analysis.objects.exists()


def test_without_an_engine_it_is_said_what_to_install(talk, monkeypatch):
    monkeypatch.setattr(analysis.speech, "available", lambda folder="": False)
    monkeypatch.setattr(analysis.faces, "network", lambda: None)
    with pytest.raises(CannotAnalyse, match="extra “speech”.*TRANSCRIPTION_PROVIDER"):
        analysis.read([talk], "speech")
    with pytest.raises(CannotAnalyse, match="extra “faces”"):
        analysis.read([talk], "faces")
    assert not Analysis.objects.exists()


def test_a_file_that_is_gone_and_one_that_is_silent_are_named(studio, talk, tmp_path: Path):
    mute = shelf.keep(studio, shelf.clips.silent(tmp_path / "mute.mp4"))
    with pytest.raises(CannotAnalyse, match="mute.mp4"):
        analysis.read([mute], "levels")
    analysis.path_of(talk).unlink()
    with pytest.raises(CannotAnalyse, match=r"“talk\.mp4” is not there"):
        analysis.read([talk], "levels")
    assert not Analysis.objects.exists()


def test_a_foreign_asset_is_as_unknown_as_none(talk):
    elsewhere = factories.workspace("Elsewhere")
    for workspace, id in ((elsewhere.pk, talk.pk), (None, talk.pk), (elsewhere.pk, "as-logo")):
        with pytest.raises(CannotAnalyse, match="not kept here"):
            analysis.asset_named(workspace, id)
    assert analysis.asset_named(talk.workspace_id, str(talk.pk)) == talk
