"""Scenes, transcripts, shorts and larger pictures: planned exactly, carried out as planned, and paid for once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agent.actions import plan
from runs import actions as run_actions
from runs.cards import card_of
from runs.tiers import tier_of
from tests import clips
from tests.tools.capabilities import shelf
from tools import analysis, store
from tools.capabilities import HANDS, create_short, detect_scenes, transcribe, upscale
from tools.capabilities.order import HandFailed
from tools.media.probe import probe
from tools.models import Composition
from tools.registry.expansion import CannotExpand

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.spec("K-14"), pytest.mark.spec("M-05")]
SAID = shelf.words(("Hello.", 1.0, 2.0), ("How", 4.0, 4.4), ("are", 4.5, 4.7), ("you?", 4.75, 5.0), ("Bye.", 5.3, 6.0))


@pytest.fixture
def talk(studio, tmp_path: Path, monkeypatch):
    ways = {"speech": SAID, "faces": {"looks": []}, "scenes": {"cuts": [2.0, 4.5, 7.96]}}
    for kind, result in ways.items():
        measure = lambda asset, language, check, result=result: result  # noqa: E731
        monkeypatch.setitem(analysis.WAYS, kind, analysis.Way(measure, lambda seconds: 1, lambda language: language))
    monkeypatch.setattr(analysis, "possible", lambda kind: None)
    return shelf.keep(studio, shelf.talk(tmp_path / "talk.mp4"))


@pytest.fixture
def doc(talk):
    return shelf.document([shelf.item(talk, 0, 200)], assets=[talk])


def planned(alice, studio, row, words: str):
    return plan(alice, studio, words, composition=row, tier=tier_of(alice, studio))


def carried_out(alice, run):
    done = run_actions.approve(run, alice, card_of(run))
    assert done.status == "done", done.verdict
    return done


# --- scenes -----------------------------------------------------------------------------------------------------------


def test_scenes_become_markers_or_splits_inside_the_clip(studio, doc):
    found = detect_scenes.expand({}, shelf.occasion(studio, doc))
    assert [(part.tool, part.params["atFrame"]) for part in found.parts] == [("addMarker", 50), ("addMarker", 112), ("addMarker", 199)]  # fmt: skip
    found = detect_scenes.expand({"make": "splits"}, shelf.occasion(studio, doc))
    assert [(part.tool, part.params["id"], part.params["atFrame"]) for part in found.parts] == [("splitItem", "a", 199), ("splitItem", "a", 112), ("splitItem", "a", 50)]  # fmt: skip


def test_more_scenes_than_a_plan_can_hold_are_refused(studio, doc, talk, monkeypatch):
    monkeypatch.setattr(detect_scenes, "MOST", 2)
    with pytest.raises(CannotExpand, match="3 scene changes"):
        detect_scenes.expand({}, shelf.occasion(studio, doc))


# --- transcripts ------------------------------------------------------------------------------------------------------


def test_a_transcript_is_an_answer_with_times_and_no_plan(studio, alice, doc):
    row = store.create(studio, doc)
    found = planned(alice, studio, row, "transcribe the video")
    assert found.run is None
    assert found.proposal.errors == []
    assert found.proposal.answer.splitlines() == ["What is said in “talk.mp4”:", "0:01.0 Hello.", "0:04.0 How are you?", "0:05.3 Bye."]  # fmt: skip


def test_a_paid_transcript_is_a_run_of_its_own_and_then_the_captions_are_exact(studio, alice, doc, talk, settings):
    settings.TRANSCRIPTION_PROVIDER, settings.TRANSCRIPTION_API_KEY = "openai-compatible", "sk-1234567890"
    row = store.create(studio, doc)
    first = planned(alice, studio, row, "add captions")
    assert [step.tool for step in first.proposal.plan.steps] == ["transcribe_video"]
    assert "say the same again" in first.proposal.preview.warnings[0]
    assert analysis.known(talk, "speech") is None

    done = carried_out(alice, first.run)
    assert "5 words" in done.verdict
    again = planned(alice, studio, row, "add captions")
    assert [step.tool for step in again.proposal.plan.steps] == ["addCaptions"]


def test_a_transcript_that_is_known_is_not_paid_for_again(order, studio, talk):
    analysis.find_out(talk, "speech", "")
    asked = replace(order("transcribe_video", assetId=str(talk.pk)), workspace=studio.pk)
    assert transcribe.find(asked).facts == {"assetId": str(talk.pk)}
    with pytest.raises(HandFailed, match="not kept here"):
        HANDS["transcribe_video"].deliver(order("transcribe_video", assetId=str(talk.pk)))


# --- shorts -----------------------------------------------------------------------------------------------------------


def test_shorts_are_compositions_of_their_own_in_another_shape_with_captions(studio, alice, doc):
    row = store.create(studio, doc)
    found = planned(alice, studio, row, "make a 3 second vertical short")
    [step] = found.proposal.plan.steps
    assert step.params["toFrame"] - step.params["fromFrame"] == pytest.approx(75, abs=12)
    assert (step.params["aspect"], step.params["captions"]) == ("9:16", True)
    assert step.sentence.startswith("Makes a 9:16 short of ")

    carried_out(alice, found.run)
    made = Composition.objects.exclude(pk=row.pk).get()
    state = store.read(made)
    assert made.workspace == studio
    assert state.end == step.params["toFrame"] - step.params["fromFrame"]
    assert (state.width, state.height) == (36, 64)
    [captions] = [item for item in state.items.values() if item["type"] == "captions"]
    assert "How are you?" in [cue["text"] for cue in captions["cues"]]
    row.refresh_from_db()
    assert row.head == 1, "what it was made from is as it was"


def test_the_same_order_makes_one_short(studio, doc, order):
    row = store.create(studio, doc)
    asked = order("create.short", fromFrame=0, toFrame=100, aspect="1:1")
    asked = replace(asked, workspace=studio.pk, composition=row.pk, revision=1)
    assert create_short.find(asked) is None
    assert create_short.deliver(asked) == create_short.deliver(asked) == create_short.find(asked)
    assert Composition.objects.exclude(pk=row.pk).count() == 1


def test_fewer_shorts_than_asked_for_are_said_to_be_fewer(studio, doc):
    found = create_short.expand({"count": 5, "durationSeconds": 3}, shelf.occasion(studio, doc))
    assert 1 <= len(found.parts) < 5
    assert found.said == f"There is room for {len(found.parts)} that do not overlap, not 5."


# --- larger pictures --------------------------------------------------------------------------------------------------


def test_a_film_is_made_larger_and_put_in_its_place(studio, alice, doc, talk):
    row = store.create(studio, doc)
    found = planned(alice, studio, row, "upscale the video")
    assert [step.tool for step in found.proposal.plan.steps] == ["upscale", "replaceItemAsset"]
    assert found.proposal.plan.steps[0].sentence == "Makes “talk.mp4” 128×72 pixels large."

    carried_out(alice, found.run)
    row.refresh_from_db()
    state = store.read(row)
    made = state.assets[state.items["a"]["assetId"]]
    assert (made["width"], made["height"], made["name"], made["origin"]["placeholder"]) == (
        128,
        72,
        "talk.mp4 (2×)",
        True,
    )
    assert state.items["a"]["durationInFrames"] == 200
    facts = probe(analysis.path_of(studio.assets.get(pk=made["id"])))
    assert (facts["width"], facts["durationSeconds"]) == (128, pytest.approx(8, abs=0.05))


def test_what_would_be_too_large_is_refused_before_anything_is_paid(studio, talk, doc, monkeypatch):
    monkeypatch.setattr(upscale, "MOST_SIDE", 200)
    with pytest.raises(CannotExpand, match="256×144 pixels"):
        upscale.expand({"factor": 4}, shelf.occasion(studio, doc))


def test_a_picture_is_made_larger_too(studio, order, tmp_path: Path):
    picture = shelf.keep(
        studio, clips.encode(tmp_path / "still.png", "-f", "lavfi", "-i", "testsrc=s=40x30", "-frames:v", "1")
    )
    made = upscale.make(replace(order("upscale", assetId=str(picture.pk), factor=4), workspace=studio.pk))
    assert made.placeholder
    assert (probe(made.path)["width"], probe(made.path)["height"]) == (160, 120)
