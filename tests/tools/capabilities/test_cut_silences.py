"""cut.silences comes to ranges of whole frames, of what is heard, as it is cut, sped up and turned round on the timeline."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import clips
from tests.tools.capabilities import shelf
from tools.capabilities.cut_silences import expand
from tools.composition import evaluate
from tools.registry.expansion import CannotExpand

pytestmark = [pytest.mark.django_db, pytest.mark.spec("K-14"), pytest.mark.spec("M-05")]


@pytest.fixture
def talk(studio, tmp_path: Path):
    return shelf.keep(studio, shelf.talk(tmp_path / "talk.mp4"))


def ranges(studio, doc, **params) -> dict[str, list[tuple[int, int]]]:
    found = expand(params, shelf.occasion(studio, doc))
    return {part.params["id"]: [(one["from"], one["to"]) for one in part.params["ranges"]] for part in found.parts}


def near(found, wanted) -> bool:
    """Whether ranges are these, but for a frame that an encoder's edge makes."""
    pairs = zip(found, wanted, strict=True)
    return all(abs(one - other) <= 1 for (a, b), (c, d) in pairs for one, other in ((a, c), (b, d)))


def test_the_pauses_of_a_clip_are_its_own_frames(studio, talk):
    found = ranges(studio, shelf.document([shelf.item(talk, 50, 200)], assets=[talk]))
    assert near(found["a"], [(0, 20), (55, 95), (155, 200)])


def test_the_sentence_says_how_many_and_how_long(studio, talk):
    [part] = expand({}, shelf.occasion(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk]))).parts
    frames = sum(one["to"] - one["from"] for one in part.params["ranges"])
    assert part.found == f"Cuts 3 silences, {frames / 25:.1f} s, out of “talk.mp4”."


def test_a_trimmed_a_fast_and_a_backward_clip_are_heard_as_they_play(studio, talk):
    row = [
        shelf.item(talk, 0, 100, at=50),  # 2–6 s
        shelf.item(talk, 100, 100, rate=[2, 1]),  # 0–8 s in four
        shelf.item(talk, 200, 200, reverse=True),
    ]
    found = ranges(studio, shelf.document(row, assets=[talk]))
    assert near(found["a"], [(0, 45)])
    assert near(found["b"], [(0, 7), (30, 45), (80, 100)])
    assert near(found["c"], [(0, 45), (105, 145), (180, 200)])


def test_the_threshold_and_the_shortest_pause_are_the_callers(studio, talk):
    doc = shelf.document([shelf.item(talk, 0, 200)], assets=[talk])
    assert near(ranges(studio, doc, minSilenceSeconds=1.9)["a"], [(55, 95), (155, 200)])
    assert ranges(studio, doc, thresholdDb=0) == {}, "nothing is that loud, so the clip stays"


def test_what_stays_beside_what_is_heard_is_the_callers(studio, talk):
    doc = shelf.document([shelf.item(talk, 0, 200)], assets=[talk])
    assert near(ranges(studio, doc, paddingSeconds=0.4)["a"], [(0, 15), (60, 90), (160, 200)])


def test_only_what_is_named_is_cut_and_muted_music_and_silent_films_are_not(studio, talk, tmp_path):
    mute = shelf.keep(studio, clips.silent(tmp_path / "mute.mp4"))
    music = shelf.keep(studio, clips.tone(tmp_path / "music.wav"))
    row = [shelf.item(talk, 0, 200), shelf.item(talk, 200, 200), shelf.item(mute, 400, 25)]
    row[1]["audio"] = {**row[1]["audio"], "muted": True}
    doc = shelf.document(row, [shelf.item(music, 0, 25)], assets=[talk, mute, music])
    assert list(ranges(studio, doc)) == ["a"]
    assert list(ranges(studio, doc, ids=["a"])) == ["a"]
    with pytest.raises(CannotExpand, match="nothing that can be heard"):
        ranges(studio, doc, ids=["b"])


def test_a_detached_sound_takes_its_picture_along(studio, talk):
    picture = shelf.item(talk, 0, 200)
    picture["audio"] = {**picture["audio"], "muted": True}
    sound = {**shelf.item(talk, 0, 200), "type": "audio"}
    del sound["transform"]
    found = ranges(studio, shelf.document([picture], [sound], assets=[talk]))
    assert found["a"] == found["a1"]


def test_a_clip_without_a_pause_or_without_a_sound_is_an_answer(studio, tmp_path):
    tone = shelf.keep(studio, clips.film(tmp_path / "tone.mp4"))
    quiet = shelf.keep(studio, clips.encode(tmp_path / "quiet.wav", "-f", "lavfi", "-i", "anullsrc=d=1"))
    told = expand({}, shelf.occasion(studio, shelf.document([shelf.item(tone, 0, 25)], assets=[tone])))
    assert (told.parts, told.said) == ((), "There is no silence to cut in “tone.mp4”.")
    told = expand({}, shelf.occasion(studio, shelf.document([shelf.item(quiet, 0, 25)], assets=[quiet])))
    assert (told.parts, told.said) == ((), "Nothing is heard in “quiet.wav” at all, so it stays.")


def test_the_cuts_are_what_the_engine_takes(studio, talk):
    occasion = shelf.occasion(studio, shelf.document([shelf.item(talk, 0, 200)], assets=[talk]))
    [part] = expand({}, occasion).parts
    gone = sum(one["to"] - one["from"] for one in part.params["ranges"])
    after = evaluate(occasion.state, {"kind": "command", "op": part.tool, "params": part.params}).state
    assert after.end == 200 - gone


def test_a_file_of_nobody_or_of_others_is_not_listened_to(bob, talk):
    doc = shelf.document([shelf.item(talk, 0, 200)], assets=[talk])
    for workspace in (None, bob.workspaces.get()):
        with pytest.raises(CannotExpand, match=r"“talk\.mp4” is not kept here"):
            expand({}, shelf.occasion(workspace, doc))
