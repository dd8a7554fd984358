"""Place, size, crop, letters and captions in Final Cut's two XMLs: a frame looks the same after going out and coming in."""

from __future__ import annotations

import re

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.tools.media.interchange.cuts import back, cut, out, there_and_back
from tests.tools.media.scenes import item, picture, scene, solid
from tools.media.sources import source

pytestmark = pytest.mark.spec("M-06")
BOTH = pytest.mark.parametrize("format", ["fcp7", "fcpxml"])
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
