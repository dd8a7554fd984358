"""add.captions puts words where they are said on the timeline, whatever was cut, moved or sped up; nothing is paid unasked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.tools.capabilities import shelf
from tools import analysis
from tools.capabilities.add_captions import expand
from tools.composition import Composition, evaluate
from tools.registry.expansion import CannotExpand

pytestmark = [pytest.mark.django_db, pytest.mark.spec("K-14"), pytest.mark.spec("M-05")]
SAID = shelf.words(("Hello.", 0.8, 2.0), ("How", 4.0, 4.4), ("are", 4.5, 4.7), ("you?", 4.75, 5.0), ("Bye.", 5.3, 6.0))


@pytest.fixture
def talk(studio, tmp_path: Path, monkeypatch):
    way = analysis.Way(lambda asset, language, check: SAID, lambda seconds: 1, lambda language: language)
    monkeypatch.setitem(analysis.WAYS, "speech", way)
    monkeypatch.setattr(analysis, "possible", lambda kind: None)
    return shelf.keep(studio, shelf.talk(tmp_path / "talk.mp4"))


def cues(found) -> list[tuple[int, str]]:
    [part] = found.parts
    return [(cue["startMs"], cue["text"]) for cue in part.params["cues"]]


def test_each_sentence_is_a_caption_where_it_is_heard(studio, talk):
    found = expand({}, shelf.occasion(studio, shelf.document([shelf.item(talk, 50, 200)], assets=[talk])))
    assert [text for _, text in cues(found)] == ["Hello.", "How are you?", "Bye."]
    for (at, _), wanted in zip(cues(found), (3000, 6000, 7300), strict=True):
        assert at == pytest.approx(wanted, abs=30), (
            "the first word was said to begin too early; it begins with its sound"
        )
    assert found.parts[0].found == "Captions “talk.mp4”: 3 captions, 5 words."


def test_only_what_a_clip_plays_is_captioned_and_at_its_speed(studio, talk):
    row = [shelf.item(talk, 0, 50, at=100), shelf.item(talk, 50, 50, rate=[2, 1])]
    found = cues(expand({}, shelf.occasion(studio, shelf.document(row, assets=[talk]))))
    assert [text for _, text in found] == ["How are you?", "Bye.", "Hello."]
    assert [at for at, _ in found] == pytest.approx([0, 1300, 2500], abs=30)


def test_what_earlier_steps_cut_from_a_named_clip_is_captioned_too(studio, talk):
    before = shelf.occasion(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk]))
    cut = {"id": "a", "ranges": [{"from": 55, "to": 95}], "unit": "item"}
    after = evaluate(before.state, {"kind": "command", "op": "removeRangesFromItem", "params": cut}, tag="x").state
    found = cues(expand({"ids": ["a"]}, replace(before, state=after)))
    assert [text for _, text in found] == ["Hello.", "How are you?", "Bye."]
    assert [at for at, _ in found] == pytest.approx([1000, 2400, 3700], abs=50)


def test_captions_do_not_make_the_composition_longer(studio, talk):
    occasion = shelf.occasion(studio, shelf.document([shelf.item(talk, 0, 140)], assets=[talk]))
    [part] = expand({}, occasion).parts
    after: Composition = evaluate(occasion.state, {"kind": "command", "op": part.tool, "params": part.params}).state
    assert after.end == 140


def test_a_style_is_one_of_the_list(studio, talk):
    occasion = shelf.occasion(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk]))
    assert expand({"style": "Yellow"}, occasion).parts[0].params["style"]["color"] == "#ffe600"
    with pytest.raises(CannotExpand, match="there are plain, large"):
        expand({"style": "wobbly"}, occasion)


def test_where_nothing_is_said_there_is_an_answer_and_no_step(studio, talk, monkeypatch):
    monkeypatch.setitem(SAID, "words", [])
    found = expand({}, shelf.occasion(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk])))
    assert (found.parts, found.said) == ((), "Nothing that could be written down is said in “talk.mp4”.")


def test_a_paid_service_is_asked_only_after_an_approval(studio, talk, settings):
    settings.TRANSCRIPTION_PROVIDER = "openai-compatible"
    found = expand(
        {"language": "en"}, shelf.occasion(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk]))
    )
    assert found.first
    [part] = found.parts
    assert (part.tool, part.params) == ("transcribe_video", {"assetId": str(talk.pk), "language": "en"})
    assert analysis.known(talk, "speech", "en") is None
