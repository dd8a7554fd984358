"""Final Cut's two XMLs: the cut comes back exactly at every rate, others' files are read, and strangers' tricks are refused."""

from __future__ import annotations

import re
from collections import Counter

import opentimelineio as otio
import pytest
from hypothesis import HealthCheck, given, settings
from PIL import Image, ImageChops, ImageStat

from tests.tools.composition.documents import compositions
from tests.tools.media.interchange.cuts import back, cut, out, there_and_back, told
from tests.tools.media.scenes import item, picture, scene, solid
from tools.composition.timing import rate
from tools.media.interchange import InterchangeError, NothingInIt, TooMuch, Unreadable
from tools.media.interchange.refusals import Unsafe
from tools.media.sources import source

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


LOOK = {"x": 200, "y": -54, "scale": 0.5, "rotation": 30, "opacity": 0.4}
CROP = {"left": 0.1, "right": 0.25, "top": 0, "bottom": 0.05}


@BOTH
@pytest.mark.parametrize("size", [None, (3840, 2160), (1080, 1920)])
def test_place_size_and_crop_come_along_whatever_the_size_of_the_file(format, size):
    document = cut({"transform": {**LOOK, "crop": CROP}, "audio": {"volumeDb": -6.5}}).dump()
    document["assets"]["as-a"] |= {"width": size[0], "height": size[1]} if size else {}
    made, report = there_and_back(type(cut({})).load(document), format)
    [item] = made["items"].values()
    assert {name: item["transform"][name] for name in LOOK} == LOOK
    assert item["transform"]["crop"] == pytest.approx(CROP)
    assert item["audio"]["volumeDb"] == -6.5
    assert report.lost == []


def test_final_cut_pro_7_is_told_sizes_in_pixels_of_the_file():
    """There 100 is a pixel for a pixel, and a place is a share of the file's sides, y down."""
    document = cut({"transform": {"x": 384, "y": -108, "rotation": 30, "scale": 0.5}}).dump()
    document["assets"]["as-a"] |= {"width": 3840, "height": 2160}
    text, report = out(type(cut({})).load(document), "fcp7")
    motion = text[text.index("Basic Motion") : text.index("</filter>")]
    assert re.findall(r"<(?:value|horiz|vert)>([-.\d]+)<", motion) == ["25", "30", "0.1", "-0.05"]
    assert not report.lost


@BOTH
@pytest.mark.parametrize(("fit", "scale"), [("cover", 1920 / 1080 * 16 / 9), ("none", 1920 / 1080)])
def test_how_a_file_fills_the_canvas_is_seen_the_same(format, fit, scale):
    document = cut({"transform": {"fit": fit}}).dump()
    document["assets"]["as-a"] |= {"width": 1080, "height": 1920}
    made, _ = there_and_back(type(cut({})).load(document), format)
    [item] = made["items"].values()
    told = item["transform"]["fit"], item["transform"]["scale"]
    assert told == ((fit, 1) if format == "fcpxml" else ("contain", pytest.approx(scale, abs=1e-5)))


@BOTH
def test_letters_look_as_they_did_and_what_is_finer_is_named(format):
    style = {"fontFamily": "Inter", "fontSize": 64, "fontWeight": 400, "fontStyle": "italic", "color": "#ffcc00", "alignment": "left"}  # fmt: skip
    words = {"type": "text", "text": "Hello", "assetId": None, "sourceIn": None, "rate": None, "audio": None}
    plain, fine = words | {"style": style}, words | {"style": style | {"stroke": {"color": "#000000"}}}
    state = cut(
        plain, fine, {"transform": {"x": {"kf": [{"f": 0, "v": 0, "e": "linear"}, {"f": 9, "v": 9, "e": "linear"}]}}}
    )
    _, report = out(state, format)
    document, _ = there_and_back(state, format)
    assert document["items"]["clip-1"]["style"] == style
    assert len(report.lost) == 2
    assert "“c2” goes" in report.lost[0]
    assert "stroke" in report.lost[0]
    assert "“c3” goes" in report.lost[1]
    assert "keyframes" in report.lost[1]


@BOTH
def test_a_frame_is_drawn_the_same_after_going_out_and_coming_in(format, tmp_path):
    photo = Image.new("RGB", (90, 160), "#336699")
    photo.paste("#cc3300", (0, 0, 45, 80))
    photo.save(tmp_path / "photo.png")
    cropped = {"crop": {"left": 0.2, "right": 0, "top": 0, "bottom": 0.25}}
    state = scene(
        [item("image", 0, 10, "photo", transform={"fit": "cover", **cropped})],
        [item("image", 0, 10, "photo", transform={"x": 60, "y": -20, "scale": 0.4, "rotation": 20, "opacity": 0.7})],
        [item("text", 0, 10, text="Hello", style={"fontStyle": "italic", "color": "#ffcc00"}, transform={"y": 60})],
        [solid(0, 10, "#ffffff80", transform={"scale": 0.2, "x": -100})],
        assets={"photo": {"kind": "image", "hasVideo": True, "width": 90, "height": 160, "name": "photo.png"}},
        size=(320, 180),
    )
    document, _ = there_and_back(state, format)
    sources = {"photo": source(tmp_path / "photo.png")}
    before, after = (picture(one, sources, 5).convert("RGB") for one in (state, type(state).load(document)))
    assert max(ImageStat.Stat(ImageChops.difference(before, after)).mean) < 0.5


@BOTH
def test_what_is_seen_through_stays_so(format):
    base = {"assetId": None, "sourceIn": None, "rate": None, "audio": None}
    plate = base | {"type": "solid", "color": "#33669980", "transform": {"opacity": 0.5}}
    words = base | {"type": "text", "text": "Hello", "style": {"color": "#ffcc0080"}}
    document, _ = there_and_back(cut(plate, words), format)
    solid, text = document["items"].values()
    assert (solid["color"], solid["transform"]["opacity"]) == ("#336699", pytest.approx(0.25, abs=0.01))
    assert text["style"]["color"] == "#ffcc0080"


def test_captions_come_along_in_fcpxml_on_whole_frames():
    cues = [
        {"id": "q1", "startMs": 0, "endMs": 400, "text": "Où vas-tu ?"},
        {"id": "q2", "startMs": 600, "endMs": 1000, "text": "To the <market>\n& back", "speaker": "Ada"},
    ]
    captions = {
        "type": "captions",
        "cues": cues,
        "style": {},
        "assetId": None,
        "sourceIn": None,
        "rate": None,
        "audio": None,
    }
    state = cut({}, captions | {"from": 40}, fps=(25, 1))
    _, report = out(state, "fcpxml")
    document, read = there_and_back(state, "fcpxml")
    [item] = [one for one in document["items"].values() if one["type"] == "captions"]
    assert (item["from"], item["durationInFrames"]) == (40, 25)
    assert [(cue["startMs"], cue["endMs"], cue["text"]) for cue in item["cues"]] == [
        (cue["startMs"], cue["endMs"], cue["text"]) for cue in cues
    ]
    assert read.lost == []
    assert report.lost == ["“c2” goes into FCPXML without style and place of captions and speakers."]
    state = cut(captions | {"cues": [{**cues[0], "startMs": 10, "endMs": 395}]}, fps=(25, 1))
    assert any("whole frames" in sentence for sentence in out(state, "fcpxml")[1].assumed)


def test_what_moves_or_is_framed_otherwise_is_named_when_it_is_read():
    text, _ = out(cut({"transform": {"scale": 2, "crop": CROP}}), "fcp7")
    _, report = back(text.replace("<value>200</value>", "<value>200</value><keyframe/>"), "fcp7")
    assert report.lost[0] == "The keyframes of “c1”: it does not move here."
    text, _ = out(cut({"transform": {"crop": CROP}}), "fcpxml")
    document, report = back(text.replace('mode="trim"', 'mode="pan"'), "fcpxml")
    assert "Crop on “c1”." in report.lost
    assert not any(document["items"]["clip-1"]["transform"]["crop"].values())


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
