"""Final Cut's two XMLs: the cut comes back exactly at every rate, others' files are read, and strangers' tricks are refused."""

from __future__ import annotations

from collections import Counter

import opentimelineio as otio
import pytest
from hypothesis import HealthCheck, given, settings

from tests.tools.composition.documents import compositions
from tests.tools.media.interchange.cuts import back, cut, out, there_and_back, told
from tools.composition.timing import rate
from tools.media.interchange import InterchangeError, NothingInIt, TooMuch, Unreadable
from tools.media.interchange.refusals import Unsafe

pytestmark = pytest.mark.spec("M-06")
SOME = settings(
    max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
RATES = [(24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (60000, 1001)]
BOTH = pytest.mark.parametrize("format", ["fcp7", "fcpxml"])


def seam(alignment: str = "center", length: int = 15) -> dict:
    return {
        "id": "x",
        "leftId": "c1",
        "rightId": "c2",
        "kind": "fade",
        "durationInFrames": length,
        "alignment": alignment,
    }


@BOTH
@pytest.mark.parametrize("fps", RATES)
def test_cuts_speeds_gaps_and_what_is_off_come_back_exactly(format, fps):
    state = cut(
        {"sourceIn": {"frame": 301, "fps": list(fps)}},
        {"rate": [2, 1], "assetId": "as-b"},
        {"rate": [1, 2], "from": 100},
        {"freeze": True},
        {"enabled": False},
        fps=fps,
        startFrame=3600 * 24,
    )
    document, report = there_and_back(state, format)
    assert (document["fps"], document["startFrame"]) == (list(fps), 3600 * 24)
    assert told(document) == told(state.dump())
    assert report.lost == []


@BOTH
@pytest.mark.parametrize("fps", RATES)
def test_what_plays_backwards_comes_back_to_the_frame(format, fps):
    state = cut({"reverse": True}, {"reverse": True, "rate": [2, 1]}, fps=fps)
    document, _ = there_and_back(state, format)
    for (*_, was, speed, _), (*_, now, same, _) in zip(told(state.dump()), told(document), strict=True):
        assert (abs(was - now) <= 2 / state.fps, speed) == (True, same)


@BOTH
@pytest.mark.parametrize("alignment", ["center", "start", "end"])
@pytest.mark.parametrize("length", [14, 15])
def test_a_transition_keeps_its_length_and_its_place_on_the_cut(format, alignment, length):
    state = cut({}, {"assetId": "as-b"}, {"assetId": "as-a"}, transitions=[seam(alignment, length)])
    document, _ = there_and_back(state, format)
    [made] = document["tracks"][0]["transitions"]
    assert (made["durationInFrames"], made["alignment"], made["kind"]) == (length, alignment, "fade")
    assert told(document) == told(state.dump())


@SOME
@given(compositions(lambda item: item["type"] == "text"))
def test_any_composition_is_written_and_read_as_fcpxml_with_the_same_clips(state):
    document, _ = there_and_back(state, "fcpxml")
    kept = [item for item in state.in_order() if item["type"] != "captions"]
    assert sorted((item["from"], item["durationInFrames"]) for item in kept) == sorted(
        (item["from"], item["durationInFrames"]) for item in document["items"].values() if item["type"] != "captions"
    )
    played = Counter(rate(item) for item in kept if item["type"] == "video" and not item.get("freeze"))
    assert not played - Counter(rate(item) for item in document["items"].values() if item["type"] == "video")


@SOME
@given(compositions(lambda item: item["type"] == "text"))
def test_any_composition_is_written_and_read_as_fcp7_with_the_same_clips(state):
    document, _ = there_and_back(state, "fcp7")
    kept = [item for item in state.in_order() if item["type"] != "captions"]
    assert sorted((item["from"], item["durationInFrames"]) for item in kept) == sorted(
        (item["from"], item["durationInFrames"]) for item in document["items"].values()
    )


@BOTH
def test_titles_plates_and_markers_come_along(format):
    text = {
        "type": "text",
        "text": "Hello & <you>",
        "style": {},
        "assetId": None,
        "sourceIn": None,
        "rate": None,
        "audio": None,
    }
    plate = text | {"type": "solid", "text": None, "style": None, "color": "#336699"}
    state = cut(
        text,
        plate,
        {},
        markers=[{"id": "m", "atFrame": 40, "name": "Act two", "comment": "slow", "durationInFrames": 5}],
    )
    document, _ = there_and_back(state, format)
    words, color, _ = document["items"].values()
    assert (words["text"], color["color"]) == ("Hello & <you>", "#336699")
    [mark] = document["markers"]
    assert (mark["atFrame"], mark["name"], mark["comment"], mark["durationInFrames"]) == (40, "Act two", "slow", 5)


@BOTH
@pytest.mark.parametrize("muted", [False, True])
def test_a_clip_is_heard_or_not_as_it_was(format, muted):
    document, _ = there_and_back(cut({"audio": {"muted": muted}}), format)
    assert [item["audio"]["muted"] for item in document["items"].values()] == [muted]
    assert [track["kind"] for track in document["tracks"]] == ["video"]


@BOTH
def test_opacity_and_volume_come_along(format):
    document, _ = there_and_back(cut({"transform": {"opacity": 0.4}, "audio": {"volumeDb": -6.5}}), format)
    [item] = document["items"].values()
    assert (item["transform"]["opacity"], item["audio"]["volumeDb"]) == (0.4, -6.5)


def test_the_adapter_finds_the_same_cut_in_our_fcp7():
    state = cut({}, {"assetId": "as-b"}, {"from": 90}, fps=(30000, 1001), transitions=[seam()])
    timeline = otio.adapters.read_from_string(out(state, "fcp7")[0], "fcp_xml")
    clips = list(timeline.video_tracks()[0].find_clips())
    assert [clip.range_in_parent().start_time.value for clip in clips] == [0, 30, 90]
    assert [clip.source_range.start_time.value for clip in clips] == [300, 300, 300]
    assert clips[0].media_reference.target_url == "media/a.mov"


def test_a_source_at_another_rate_says_so_in_fcpxml():
    asset = {"id": "as-a", "kind": "video", "name": "a.mov", "hasVideo": True, "hasAudio": True, "durationSeconds": 60}
    state = cut({"sourceIn": {"frame": 50, "fps": [25, 1]}}, fps=(30000, 1001))
    document = state.dump()
    document["assets"]["as-a"] = asset | {"fps": [25, 1]}
    text, _ = out(type(state).load(document), "fcpxml")
    assert '<conform-rate scaleEnabled="0" srcFrameRate="25" />' in text
    assert 'frameDuration="1001/30000s"' in text
    assert 'frameDuration="1/25s"' in text
    document["assets"]["as-a"] = asset | {"fps": [120, 1]}  # a rate that Final Cut's definition has no name for
    assert "<conform-rate" not in out(type(state).load(document), "fcpxml")[0]


def test_a_sound_on_two_channels_is_one_clip_again():
    text, _ = out(cut({}), "fcp7")
    track = text[text.rindex("<track>") : text.rindex("</track>") + len("</track>")]
    document, report = back(text.replace(track, track + track.replace("c1-sound", "c1-right")), "fcp7")
    assert [track["kind"] for track in document["tracks"]] == ["video"]
    assert any("further channel" in sentence for sentence in report.assumed)


@BOTH
def test_silence_comes_along(format):
    document, _ = there_and_back(cut({"audio": {"volumeDb": -96}}), format)
    assert [item["audio"]["volumeDb"] for item in document["items"].values()] == [-96]


@BOTH
def test_a_muted_clip_of_sound_is_not_heard_again_and_that_is_said(format):
    sound = {"type": "audio", "transform": None, "audio": {"volumeDb": 0, "muted": True}}
    state = cut(sound, tracks=[{"id": "v1", "kind": "audio", "name": "A", "muted": False, "hidden": False, "locked": False, "volumeDb": 0, "items": [], "transitions": []}])  # fmt: skip
    text, report = out(state, format)
    document, _ = back(text, format)
    assert [item["enabled"] for item in document["items"].values()] == [False]
    assert any("it is switched off" in sentence for sentence in report.assumed)


@pytest.mark.parametrize("format", ["fcp7", "fcpxml", "edl"])
def test_pitch_rates_of_sound_and_what_markers_carry_are_named_where_they_are_lost(format):
    mark = {"id": "m", "atFrame": 3, "name": "a", "color": "green", "comment": "slow", "durationInFrames": 5}
    state = cut({"rate": [2, 1], "keepPitch": False}, {"rate": [2, 1]}, audioRate=96_000, markers=[mark])
    lost = "\n".join(out(state, format)[1].lost)
    assert "“c1” goes into" in lost
    assert "the changing pitch of another speed" in lost
    assert "96,000 samples a second" in lost
    assert ("without colour" in lost, "without comment" in lost) == (
        (False, True) if format == "edl" else (True, False)
    )


def test_a_point_stays_one_in_fcpxml_and_a_gif_says_what_it_loses():
    state = cut({}, markers=[{"id": "m", "atFrame": 3, "name": "a"}])
    assert there_and_back(state, "fcpxml")[0]["markers"][0]["durationInFrames"] == 0
    document = cut({"type": "gif", "audio": None, "rate": [2, 1], "sourceIn": {"frame": 0, "fps": [30, 1]}}).dump()
    document["assets"]["as-a"] |= {"kind": "gif", "hasAudio": False}
    _, report = out(type(state).load(document), "fcpxml")
    assert any("at its own pace" in sentence for sentence in report.lost)


# --- strangers --------------------------------------------------------------------------------------------------------

BOMB = '<!DOCTYPE {0} [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><{0}>&b;</{0}>'
LOCAL = '<!DOCTYPE {0} [<!ENTITY x SYSTEM "file:///etc/hostname">]><{0}>&x;</{0}>'
ROOTS = pytest.mark.parametrize(("format", "root"), [("fcp7", "xmeml"), ("fcpxml", "fcpxml")])


@ROOTS
@pytest.mark.parametrize("trick", [BOMB, LOCAL])
def test_entities_are_refused(format, root, trick):
    with pytest.raises(Unsafe):
        back(trick.format(root), format)


@ROOTS
def test_a_document_type_from_elsewhere_is_never_fetched(format, root, monkeypatch):
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("it went to the network"))
    with pytest.raises(InterchangeError):
        back(f'<!DOCTYPE {root} SYSTEM "http://127.0.0.1:9/x.dtd"><{root}/>', format)


@ROOTS
def test_depth_and_size_have_an_end(format, root):
    with pytest.raises(Unreadable, match="deep"):
        back(f"<{root}>" + "<a>" * 5000, format)
    with pytest.raises(TooMuch, match="elements"):
        back(f"<{root}>" + "<a/>" * 500_001, format)


@ROOTS
@pytest.mark.parametrize("text", ["", "{}", "<html/>", "<xmeml", "<fcpxml>"])
def test_what_is_no_such_xml_is_refused_in_a_sentence(format, root, text):
    with pytest.raises(InterchangeError):
        back(text, format)


@pytest.mark.parametrize("value", ["1e9", "NaN", "99999999999999999999", "--1", "1.5", "\u0663"])
def test_a_number_that_is_none_is_refused_by_name(value):
    text, _ = out(cut({}), "fcp7")
    with pytest.raises(Unreadable, match="of “c1” is"):
        back(text.replace("<in>300</in>", f"<in>{value}</in>", 1), "fcp7")


@pytest.mark.parametrize("value", ["1/0s", "1e400s", "NaN", "9999999999s", "x"])
def test_a_time_that_is_none_is_refused_by_name(value):
    text, _ = out(cut({}), "fcpxml")
    with pytest.raises(Unreadable, match="start of <asset-clip>"):
        back(text.replace('start="10s"', f'start="{value}"'), "fcpxml")


def test_compound_clips_that_double_at_every_level_are_refused():
    media = '<media id="m0" name="m"><sequence format="f"><spine><gap name="g" duration="1s"><title lane="1" ref="e" duration="1s"/></gap></spine></sequence></media>'  # fmt: skip
    for level in range(1, 6):
        inside = f'<ref-clip ref="m{level - 1}" duration="{10 ** (level - 1)}s"/>' * 10
        media += f'<media id="m{level}"><sequence format="f"><spine>{inside}</spine></sequence></media>'
    project = '<project name="p"><sequence format="f"><spine><ref-clip ref="m5" duration="99999s"/></spine></sequence></project>'
    with pytest.raises(TooMuch):
        back(
            f'<fcpxml><resources><format id="f" frameDuration="1/25s"/>{media}</resources>{project}</fcpxml>', "fcpxml"
        )


def test_a_compound_clip_within_itself_is_refused():
    media = '<media id="m"><sequence format="f"><spine><ref-clip ref="m" duration="9s"/></spine></sequence></media>'
    with pytest.raises(InterchangeError):
        back(f'<fcpxml><resources><format id="f" frameDuration="1/25s"/>{media}</resources></fcpxml>', "fcpxml")


def test_an_empty_sequence_is_nothing_to_take_in():
    with pytest.raises(NothingInIt):
        back("<xmeml><sequence><name>s</name><media/></sequence></xmeml>", "fcp7")


def test_signs_that_xml_cannot_hold_do_not_break_a_file():
    document, _ = there_and_back(cut({"name": "a\x07b"}), "fcpxml")
    assert document["items"]["clip-1"]["name"] == "ab"
