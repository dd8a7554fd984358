"""cut.words comes to ranges of whole frames of every item that plays a word: trimmed, sped up, turned round, or twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.capabilities import shelf
from tools import analysis
from tools.capabilities.cut_words import expand
from tools.composition import evaluate
from tools.registry.expansion import CannotExpand, Part
from tools.transcripts import heard_in, transcript_of

pytestmark = [pytest.mark.django_db, pytest.mark.spec("S-11", "M-05", "K-14")]
SAID = shelf.words(("Hello.", 1.0, 2.0), ("How", 4.0, 4.4), ("are", 4.4, 4.6), ("you?", 4.6, 5.0), ("Hello!", 5.3, 6.0))
HELLO, HOW, ARE, YOU, AGAIN = ({"start": word["start"], "end": word["end"]} for word in SAID["words"])


@pytest.fixture(scope="module")
def film(tmp_path_factory) -> Path:
    return shelf.talk(tmp_path_factory.mktemp("talk") / "talk.mp4")


@pytest.fixture
def talk(studio, film: Path, monkeypatch):
    way = analysis.Way(lambda asset, language, check: SAID, lambda seconds: 1, lambda language: language)
    monkeypatch.setitem(analysis.WAYS, "speech", way)
    monkeypatch.setattr(analysis, "possible", lambda kind: None)
    asset = shelf.keep(studio, film)
    analysis.find_out(asset, "speech")
    return asset


def cut(studio, talk, doc, *words, **params):
    return expand({"assetId": str(talk.pk), "words": list(words), **params}, shelf.occasion(studio, doc))


def ranges(found) -> dict[str, list[tuple[int, int]]]:
    return {part.params["id"]: [(one["from"], one["to"]) for one in part.params["ranges"]] for part in found.parts}


def test_a_word_is_its_frames_between_its_neighbours(studio, talk):
    doc = shelf.document([shelf.item(talk, 50, 200)], assets=[talk])
    found = cut(studio, talk, doc, ARE)
    assert ranges(found) == {"a": [(110, 115)]}, "4.4 to 4.6 s of 25 frames, and nothing of the words beside it"
    assert found.parts[0].found == "Cuts “are” out of “talk.mp4”, 0.2 s."
    assert (found.parts[0].tool, found.said) == ("removeRangesFromItem", "")


def test_neighbours_are_one_range_and_others_their_own(studio, talk):
    found = cut(studio, talk, shelf.document([shelf.item(talk, 0, 200)], assets=[talk]), YOU, AGAIN, HELLO)
    assert ranges(found) == {"a": [(22, 53), (115, 153)]}
    assert found.parts[0].found == "Cuts 3 words (“Hello. you? Hello!”) out of “talk.mp4”, 2.8 s."


def test_a_trimmed_a_fast_and_a_backward_item_are_cut_where_they_play_it_and_the_card_says_so(studio, talk):
    row = [
        shelf.item(talk, 0, 50, at=50),  # 2–4 s: it is not said there
        shelf.item(talk, 50, 50, at=75),  # 3–5 s
        shelf.item(talk, 100, 100, rate=[2, 1]),  # 0–8 s in four
        shelf.item(talk, 200, 200, reverse=True),
    ]
    found = cut(studio, talk, shelf.document(row, assets=[talk]), HOW, ARE, YOU)
    assert ranges(found) == {"b": [(22, 50)], "c": [(48, 64)], "d": [(72, 103)]}
    assert found.said == "3 words (“How are you?”) play 3 times; every one of them is cut."


@pytest.mark.parametrize("fps", [(30000, 1001), (24000, 1001), (60, 1)])
def test_at_other_rates_the_neighbours_stay_whole(studio, talk, fps):
    length = int(8 * fps[0] / fps[1])
    doc = shelf.document([shelf.item(talk, 0, length)], assets=[talk], fps=fps)
    [(first, last)] = ranges(cut(studio, talk, doc, ARE))["a"]
    start, stop = (frame * fps[1] / fps[0] for frame in (first, last))
    assert 4.4 <= start < 4.4 + fps[1] / fps[0]
    assert 4.6 - fps[1] / fps[0] < stop <= 4.6


def test_what_is_left_of_the_item_is_what_the_engine_leaves_and_the_word_is_gone_from_the_transcript(studio, talk):
    occasion = shelf.occasion(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk]))
    [part] = expand({"assetId": str(talk.pk), "words": [HELLO, ARE]}, occasion).parts
    after = evaluate(occasion.state, {"kind": "command", "op": part.tool, "params": part.params}, tag="x").state
    gone = sum(one["to"] - one["from"] for one in part.params["ranges"])
    gone_before = part.params["ranges"][0]["to"] - part.params["ranges"][0]["from"]
    assert after.end == 200 - gone
    words = transcript_of(talk, after).words
    assert [placed.word.text for placed in words if not placed.frames] == ["Hello.", "are"]
    at = next(placed.frames for placed in words if placed.frames)
    assert at == pytest.approx((100 - gone_before,), abs=1), "4 s, less the cut before it"
    again = cut(studio, talk, after.dump(), HELLO)
    assert (again.parts, again.said) == (
        (), "“Hello.” of “talk.mp4” is not on the timeline, so there is nothing to cut.",
    )  # fmt: skip


def test_a_detached_sound_takes_its_picture_along_and_captions_lose_the_same_time(studio, talk):
    picture = shelf.item(talk, 25, 200)
    picture["audio"] = {**picture["audio"], "muted": True}
    sound = {**shelf.item(talk, 25, 200), "type": "audio"}
    del sound["transform"]
    occasion = shelf.occasion(studio, shelf.document([picture], [sound], assets=[talk]))
    cues = [{"startMs": 5000, "endMs": 6000, "text": "How are you?"}]
    state = evaluate(occasion.state, {"kind": "command", "op": "addCaptions", "params": {"cues": cues}}, tag="x").state
    found = ranges(cut(studio, talk, state.dump(), ARE))
    assert found["a"] == found["a1"] == [(110, 115)]
    [captions] = [item for item in state.items.values() if item["type"] == "captions"]
    assert found[captions["id"]] == [(135 - captions["from"], 140 - captions["from"])]


def test_a_word_by_name_is_cut_where_there_is_one_and_asked_for_where_there_are_several(studio, talk):
    occasion = shelf.occasion(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk]))
    assert ranges(expand({"say": "are"}, occasion)) == {"a": [(110, 115)]}
    asks = expand({"say": "hello"}, occasion).asks
    assert asks.question == (
        "“hello” is said 2 times: 0:01 “Hello. How are you? Hello!”; 0:05 “Hello. How are you? Hello!”. Which one goes?"
    )
    assert asks.choices == ("every time", "the first time", "the second time")
    assert ranges(expand({"say": "hello", "which": -1}, occasion))["a"][0][0] > 100
    assert len(ranges(expand({"say": "hello", "which": 0}, occasion))["a"]) == 2
    with pytest.raises(CannotExpand, match="said 2 times here, so there is no number 3"):
        expand({"say": "hello", "which": 3}, occasion)


def test_a_word_that_is_not_said_is_asked_about_with_what_is(studio, talk):
    occasion = shelf.occasion(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk]))
    asks = expand({"say": "hallo"}, occasion).asks
    assert asks.question == "I do not hear “hallo” in “talk.mp4”. There is “Hello. How are you? Hello!”."
    assert expand({"say": "hallo", "which": 0}, occasion).said == asks.question, "“every um” of none is an answer"
    assert "begins with “Hello. How are you? Hello!”" in expand({"say": "xylophone"}, occasion).asks.question


def test_what_cannot_be_cut_says_why(studio, bob, talk):
    doc = shelf.document([shelf.item(talk, 0, 200)], assets=[talk])
    with pytest.raises(CannotExpand, match="Which words"):
        expand({}, shelf.occasion(studio, doc))
    with pytest.raises(CannotExpand, match="Of which file"):
        expand({"words": [HELLO]}, shelf.occasion(studio, doc))
    with pytest.raises(CannotExpand, match="at these times"):
        cut(studio, talk, doc, {"start": 7, "end": 7.5})
    with pytest.raises(CannotExpand, match=r"no transcript of “talk\.mp4”"):
        cut(studio, talk, doc, HELLO, language="de")
    for workspace in (None, bob.workspaces.get()):
        with pytest.raises(CannotExpand, match="not kept here"):
            expand({"assetId": str(talk.pk), "words": [HELLO]}, shelf.occasion(workspace, doc))
    doc["tracks"][0]["locked"] = True
    assert "locked" in cut(studio, talk, doc, HELLO).said


def test_where_nothing_is_written_down_yet_that_comes_first(studio, talk, settings, monkeypatch):
    settings.TRANSCRIPTION_PROVIDER = "openai-compatible"
    found = expand(
        {"say": "hello", "language": "en"},
        shelf.occasion(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk])),
    )
    assert found.first
    assert found.parts == (Part("transcribe_video", {"assetId": str(talk.pk), "language": "en"}, found.parts[0].found),)


def test_the_transcript_names_each_file_once_with_its_sentences(studio, talk):
    row = [shelf.item(talk, 0, 100), shelf.item(talk, 100, 100, at=100)]
    state = shelf.occasion(studio, shelf.document(row, assets=[talk])).state
    assert heard_in(state, studio.pk) == [talk]
    told = transcript_of(talk, state).wire()
    assert [one["text"] for one in told["segments"]] == ["Hello.", "How are you?", "Hello!"]
    assert (told["segments"][1]["start"], told["segments"][1]["end"], told["durationSeconds"]) == (4.0, 5.0, 8.0)
