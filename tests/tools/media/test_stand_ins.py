"""What stands in for a file: a small film that is quick to seek in, stills side by side, the levels of a sound."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import av
import pytest
from PIL import Image

from tests import clips
from tools.media import filmstrip, proxy, waveform
from tools.media.ffmpeg import EncoderFailed
from tools.media.probe import look
from tools.media.refusals import NothingInside, Unreadable

pytestmark = pytest.mark.spec("M-01", "M-02")

RED_THEN_BLUE = (
    *("-f", "lavfi", "-i", "color=red:size=64x48:rate=25:duration=2"),
    *("-f", "lavfi", "-i", "color=blue:size=64x48:rate=25:duration=2"),
    *("-filter_complex", "[0][1]concat"),
)


def proxied(source: Path, folder: Path) -> tuple[dict, Path]:
    """The facts of a film's proxy, and where it is."""
    folder.mkdir(exist_ok=True)
    made = folder / proxy.make(source, folder, look(source))["file"]
    return look(made), made


def keyframes(path: Path) -> list[int]:
    with av.open(str(path)) as container:
        return [n for n, packet in enumerate(container.demux(video=0)) if packet.is_keyframe and packet.pts is not None]


def test_a_proxy_is_small_even_paced_and_quick_to_seek_in(tmp_path: Path):
    large = clips.encode(
        tmp_path / "large.mp4", "-f", "lavfi", "-i", "testsrc=size=1282x722:rate=30000/1001:duration=2", *clips.SOUND, *clips.H264
    )  # fmt: skip
    facts, made = proxied(large, tmp_path / "made")
    assert (facts["width"], facts["height"], facts["fps"], facts["vfr"]) == (640, 360, [30000, 1001], False)
    assert facts["durationSeconds"] == pytest.approx(look(large)["durationSeconds"], abs=1 / 30)
    assert (facts["mime"], facts["audioRate"], facts["channels"]) == ("video/mp4", 48000, 2)
    assert keyframes(made) == [0, 15, 30, 45]


@pytest.mark.parametrize(
    ("size", "becomes"),
    [((1920, 1080), (640, 360)), ((1080, 1920), (360, 640)), ((64, 48), (64, 48)), ((8000, 400), (1280, 64)), ((1, 1), (2, 2)), ((641, 361), (640, 360))],
)  # fmt: skip
def test_a_proxy_keeps_its_shape_and_is_never_larger_than_the_film(size, becomes):
    assert proxy.size(*size) == becomes


def test_a_proxy_has_square_pixels_and_stands_upright(film: Path, tmp_path: Path):
    narrow = clips.encode(
        tmp_path / "narrow.mp4", "-display_rotation:v:0", "90", "-i", str(film), "-c", "copy", "-bsf:v", "h264_metadata=sample_aspect_ratio=1/2"
    )  # fmt: skip
    was = look(narrow)
    assert was["rotation"] == 270
    facts, _ = proxied(narrow, tmp_path / "made")
    assert (facts["width"], facts["height"], facts["rotation"], "sar" in facts) == (
        was["width"], was["height"], 0, False
    )  # fmt: skip


def test_an_uneven_pace_becomes_even_and_moments_stay_where_they_were(tmp_path: Path):
    uneven = (*RED_THEN_BLUE[:-1], "[0][1]concat,select='lt(n,5)+not(mod(n,3))'")
    phone = clips.encode(tmp_path / "phone.mp4", *uneven, "-fps_mode", "vfr", *clips.H264)
    assert look(phone)["vfr"] is True
    facts, made = proxied(phone, tmp_path / "made")
    assert facts["vfr"] is False
    with av.open(str(made)) as container:
        blue = next(f.time for f in container.decode(video=0) if f.to_image().getpixel((5, 5))[2] > 128)
    assert blue == pytest.approx(2, abs=0.2)


def test_picture_and_sound_stay_as_far_apart_as_they_were(tmp_path: Path):
    late = clips.encode(
        tmp_path / "late.mkv", *clips.SOUND, "-itsoffset", "0.4", *clips.PICTURE, "-map", "1", "-map", "0", *clips.H264, "-c:a", "aac"
    )  # fmt: skip
    assert look(late)["videoSpan"][0] == pytest.approx(0.4, abs=0.05)
    facts, made = proxied(late, tmp_path / "made")
    assert (facts["videoSpan"][0], facts["audioSpan"][0]) == (0, 0)  # the first picture is held until its time
    assert facts["videoSpan"][1] == pytest.approx(1.4, abs=0.1)


def test_a_proxy_can_be_seen_through_where_the_film_can(tmp_path: Path):
    glass = clips.encode(
        tmp_path / "glass.webm", "-f", "lavfi", "-i", "color=red@0.5:size=64x48:rate=25:duration=0.4,format=yuva420p", "-c:v", "libvpx-vp9"
    )  # fmt: skip
    facts, made = proxied(glass, tmp_path / "made")
    assert (facts["hasAlpha"], facts["mime"]) == (True, "video/webm")
    shown = clips.encode(tmp_path / "shown.png", "-c:v", "libvpx-vp9", "-i", str(made), "-frames:v", "1")
    with Image.open(shown) as image:
        assert image.getpixel((20, 20))[3] == pytest.approx(128, abs=8)


def test_a_proxy_of_a_high_range_has_the_usual_one(tmp_path: Path):
    told = ("-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-x265-params", "log-level=0:transfer=smpte2084:colorprim=bt2020:colormatrix=bt2020nc")  # fmt: skip
    facts, _ = proxied(clips.encode(tmp_path / "bright.mp4", *clips.PICTURE, *told), tmp_path / "made")
    assert facts["hdr"] is False


def test_work_that_is_no_longer_wanted_ends_and_so_does_work_without_end(film: Path, tmp_path: Path, monkeypatch):
    class Unwanted(Exception):
        pass

    def check():
        raise Unwanted

    with pytest.raises(Unwanted):
        proxy.make(film, tmp_path, look(film), check)
    monkeypatch.setattr(proxy, "SECONDS", -100)
    with pytest.raises(Unreadable):
        proxy.make(film, tmp_path, look(film))


def test_a_script_that_names_other_files_gets_no_proxy(film: Path, tmp_path: Path):
    script = tmp_path / "script.mp4"
    script.write_text(f"ffconcat version 1.0\nfile {film}\n")
    with pytest.raises(EncoderFailed):
        proxy.make(script, tmp_path, look(film))
    assert not (tmp_path / "proxy.mp4").exists()


def test_a_filmstrip_shows_each_moment_in_its_place(tmp_path: Path):
    film = clips.encode(tmp_path / "film.mp4", *RED_THEN_BLUE, *clips.H264)
    told = filmstrip.make(film, tmp_path, look(film))
    assert told | {"tiles": 4, "seconds": 1.0, "width": 96, "height": 72} == told
    with Image.open(tmp_path / told["file"]) as image:
        assert image.size == (4 * 96, 72)
        seen = [image.convert("RGB").getpixel((tile * 96 + 48, 36)) for tile in range(4)]
    assert [max(zip(pixel, "rgb", strict=True))[1] for pixel in seen] == ["r", "r", "b", "b"]


def test_a_long_film_and_a_wide_one_have_a_filmstrip_of_bounded_size(tmp_path: Path):
    wide = clips.encode(
        tmp_path / "wide.mp4", "-f", "lavfi", "-i", "color=red:size=1600x16:rate=1:duration=9", *clips.H264
    )
    told = filmstrip.make(wide, tmp_path, look(wide))
    assert (told["tiles"], told["width"]) == (4, 7200)
    long = clips.encode(
        tmp_path / "long.mp4", "-f", "lavfi", "-i", "color=red:size=16x16:rate=1:duration=600", *clips.H264
    )
    assert filmstrip.make(long, tmp_path, look(long))["tiles"] == filmstrip.MOST


def test_levels_are_high_where_it_is_loud_and_begin_when_the_sound_does(tone: Path, tmp_path: Path):
    late = clips.encode(
        tmp_path / "late.mkv", *clips.PICTURE, "-itsoffset", "0.5", "-i", str(tone), "-af", "volume=8", *clips.H264, "-c:a", "pcm_s16le", "-t", "1"
    )  # fmt: skip
    told = waveform.make(late, tmp_path, "late.mkv")
    peaks = json.loads((tmp_path / told["peaks"]["file"]).read_text())
    assert peaks | {"version": 2, "channels": 1, "sample_rate": 8000, "samples_per_pixel": 160, "bits": 16} == peaks
    assert len(peaks["data"]) == 2 * peaks["length"] == 2 * told["peaks"]["length"]
    highest = peaks["data"][1::2]
    assert max(highest[:24]) == 0
    assert min(highest[26:45]) > 20_000
    with Image.open(tmp_path / told["waveform"]["file"]) as image:
        assert (image.size, image.mode) == ((1800, 120), "RGBA")
        assert image.getpixel((100, 30))[3] == 0
        assert image.getpixel((1300, 50))[3] == 255


def test_a_long_sound_has_a_bounded_number_of_levels_and_loses_no_peak(tmp_path: Path):
    click = clips.encode(
        tmp_path / "click.wav", "-f", "lavfi", "-i", "aevalsrc='if(between(t,50,50.01),0.9,0)':d=60:s=8000"
    )
    peaks, every = waveform.levels(click, most=100)
    assert (len(peaks) <= 100, every) == (True, 160 * 32)
    loud = [n for n, (_, high) in enumerate(peaks) if high > 20_000]
    assert loud == [int(Fraction(50 * 8000, every))]


def test_a_film_without_sound_has_no_waveform(tmp_path: Path):
    with pytest.raises(NothingInside):
        waveform.make(clips.silent(tmp_path / "silent.mp4"), tmp_path, "silent.mp4")
    assert not (tmp_path / "peaks.json").exists()
