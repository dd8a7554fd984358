"""What the probe sees in media of every kind, and why it refuses a file."""

from __future__ import annotations

import contextlib
import os
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from PIL import Image

from tests import clips
from tools.media import refusals
from tools.media.probe import Limits, look, probe

pytestmark = pytest.mark.spec("M-01", "M-02")


def test_a_film_is_measured_in_the_fields_of_a_document(film: Path):
    assert probe(film) == {
        "kind": "video",
        "name": "film.mp4",
        "mime": "video/mp4",
        "hasVideo": True,
        "hasAudio": True,
        "durationSeconds": 1.0,
        "width": 64,
        "height": 48,
        "fps": [25, 1],
        "rotation": 0,
        "vfr": False,
        "hasAlpha": False,
        "hdr": False,
        "audioRate": 48000,
        "channels": 1,
        "videoSpan": [0.0, 1.0],
        "audioSpan": [0.0, 1.0],
    }


def test_a_tone_has_no_picture(tone: Path):
    facts = probe(tone)
    assert (facts["kind"], facts["hasVideo"], facts["hasAudio"]) == ("audio", False, True)
    assert facts["durationSeconds"] == 1.0
    assert not facts.keys() & {"width", "height", "fps", "vfr"}


def test_a_silent_film_has_no_sound(tmp_path: Path):
    facts = probe(clips.silent(tmp_path / "silent.mp4"))
    assert (facts["kind"], facts["hasAudio"]) == ("video", False)
    assert "audioRate" not in facts


def test_rates_of_television_are_exact(tmp_path: Path):
    assert probe(clips.silent(tmp_path / "ntsc.mkv", "-r", "30000/1001"))["fps"] == [30000, 1001]


def test_a_length_that_no_header_states_is_counted(tmp_path: Path):
    piped = clips.silent(tmp_path / "piped.mkv", "-f", "matroska", "-live", "1")
    assert probe(piped)["durationSeconds"] == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize(
    ("turn", "clockwise", "size"), [("90", 270, (48, 64)), ("-90", 90, (48, 64)), ("180", 180, (64, 48))]
)
def test_a_turned_film_is_measured_upright(
    film: Path, tmp_path: Path, turn: str, clockwise: int, size: tuple[int, int]
):
    turned = clips.encode(tmp_path / "turned.mp4", "-display_rotation:v:0", turn, "-i", str(film), "-c", "copy")
    facts = probe(turned)
    assert (facts["rotation"], facts["width"], facts["height"]) == (clockwise, *size)


def test_pixels_that_are_not_square_are_squared(tmp_path: Path):
    facts = probe(clips.silent(tmp_path / "narrow.mp4", "-vf", "setsar=1/2"))
    assert (facts["width"], facts["height"], facts["sar"]) == (32, 48, [1, 2])


def test_an_uneven_pace_is_noticed(tmp_path: Path):
    facts = probe(clips.silent(tmp_path / "phone.mp4", "-vf", "select='lt(n,5)+not(mod(n,4))'", "-fps_mode", "vfr"))
    assert facts["vfr"] is True


def test_a_frame_lost_here_and_there_is_no_uneven_pace(tmp_path: Path):
    source = "testsrc=size=64x48:rate=25:duration=8,select='not(eq(n,70))'"
    lossy = clips.encode(tmp_path / "lossy.mp4", "-f", "lavfi", "-i", source, *clips.H264, "-fps_mode", "vfr")
    assert probe(lossy)["vfr"] is False


def test_the_clock_of_a_container_is_no_uneven_pace(tmp_path: Path):
    assert probe(clips.silent(tmp_path / "ticks.mkv", "-r", "30000/1001"))["vfr"] is False


def test_the_cover_of_a_song_is_no_picture(tone: Path, tmp_path: Path):
    cover = tmp_path / "cover.png"
    Image.new("RGB", (32, 32), "red").save(cover)
    song = clips.encode(
        tmp_path / "song.mp3", "-i", str(tone), "-i", str(cover), "-map", "0", "-map", "1", "-c:v", "copy",
        "-disposition:v:0", "attached_pic",
    )  # fmt: skip
    facts = probe(song)
    assert (facts["kind"], facts["hasVideo"]) == ("audio", False)


def test_a_tag_in_an_old_encoding_does_no_harm(tone: Path, tmp_path: Path):
    song = clips.encode(tmp_path / "song.mp3", "-i", str(tone), "-write_xing", "0")
    song.write_bytes(song.read_bytes() + b"TAG" + b"Caf\xe9 \xff".ljust(124, b"\0") + b"\x11")
    assert probe(song)["kind"] == "audio"


def test_what_may_be_seen_through_is_noticed(tmp_path: Path):
    drawn = ("-f", "lavfi", "-i", "color=red@0.5:size=64x48:rate=25:duration=0.2,format=yuva420p")
    assert probe(clips.encode(tmp_path / "glass.webm", *drawn, "-c:v", "libvpx-vp9"))["hasAlpha"] is True
    assert probe(clips.encode(tmp_path / "glass.mov", *drawn, "-c:v", "qtrle", "-pix_fmt", "argb"))["hasAlpha"] is True
    for mode, seen_through in (("RGBA", True), ("LA", True), ("RGB", False)):
        Image.new(mode, (40, 30)).save(tmp_path / "logo.png")
        assert probe(tmp_path / "logo.png")["hasAlpha"] is seen_through


@pytest.mark.parametrize("curve", ["smpte2084", "arib-std-b67"])
def test_a_high_dynamic_range_is_noticed(tmp_path: Path, curve: str):
    told = ("-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-color_trc", curve, "-x265-params", f"log-level=0:transfer={curve}")  # fmt: skip
    assert probe(clips.encode(tmp_path / "bright.mp4", *clips.PICTURE, *told))["hdr"] is True


def test_picture_and_sound_of_different_lengths_are_told_apart(tmp_path: Path):
    late = ("-itsoffset", "0.4", *clips.SOUND, "-t", "0.8")
    facts = probe(clips.encode(tmp_path / "late.mkv", *clips.PICTURE, *late, *clips.H264, "-c:a", "pcm_s16le"))
    assert facts["videoSpan"] == pytest.approx([0, 0.8], abs=0.05)
    assert facts["audioSpan"] == pytest.approx([0.4, 0.8], abs=0.05)


def test_a_type_is_told_by_the_content_and_not_by_the_name(film: Path, tone: Path, tmp_path: Path):
    made = {
        "song.mp4": (clips.encode(tmp_path / "song.mp3", "-i", str(tone)), "audio/mpeg"),
        "sound.jpg": (tone, "audio/wav"),
        "film.mp3": (film, "video/mp4"),
        "apple.avi": (clips.silent(tmp_path / "apple.mov"), "video/quicktime"),
        "web.mov": (clips.encode(tmp_path / "web.webm", *clips.PICTURE, "-c:v", "libvpx"), "video/webm"),
        "box.mp4": (clips.silent(tmp_path / "box.mkv"), "video/x-matroska"),
    }
    for name, (source, mime) in made.items():
        (tmp_path / "named" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "named" / name).write_bytes(source.read_bytes())
        assert probe(tmp_path / "named" / name)["mime"] == mime


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp", "gif"])
def test_a_photo_has_a_size_and_no_length(tmp_path: Path, suffix: str):
    photo = tmp_path / f"photo.{suffix}"
    Image.new("RGB", (40, 30), "green").save(photo)
    assert probe(photo) == {
        "kind": "image",
        "name": photo.name,
        "mime": "image/jpeg" if suffix == "jpg" else f"image/{suffix}",
        "hasVideo": True,
        "hasAudio": False,
        "width": 40,
        "height": 30,
        "hasAlpha": False,
    }


def test_a_photo_taken_sideways_is_measured_upright(tmp_path: Path):
    photo = tmp_path / "sideways.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (40, 30)).save(photo, exif=exif)
    assert (probe(photo)["width"], probe(photo)["height"]) == (30, 40)


def test_a_gif_that_moves_has_a_length(tmp_path: Path):
    facts = probe(clips.encode(tmp_path / "moving.gif", *clips.PICTURE))
    assert facts["kind"] == "gif"
    assert facts["durationSeconds"] == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("name", ["-rf.mp4", "Ünïcode 映画 🎬.mp4", "two words.mp4", "%03d.mp4"])
def test_names_are_only_names(film: Path, tmp_path: Path, name: str):
    copy = tmp_path / name
    copy.write_bytes(film.read_bytes())
    assert probe(copy)["name"] == name
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        assert probe(Path(name))["durationSeconds"] == 1.0
    finally:
        os.chdir(before)


# --- refusals ---------------------------------------------------------------------------------------------------------


def refused(path: Path, kind: type[refusals.Refusal], limits: Limits | None = None) -> str:
    """The sentence of a refusal, after which nothing is left."""
    poster = path.with_suffix(".poster.jpg")
    with pytest.raises(kind) as caught:
        probe(path, "my film.mp4", poster=poster, limits=limits or Limits())
    assert type(caught.value) is kind
    assert not poster.exists()
    assert "“my film.mp4”" in str(caught.value)
    return str(caught.value)


def test_no_file_and_an_empty_file_are_refused(tmp_path: Path):
    refused(tmp_path / "nothing.mp4", refusals.Missing)
    empty = tmp_path / "empty.mp4"
    empty.touch()
    refused(empty, refusals.Empty)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
PLAYLIST = b"#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfilm.mp4\n#EXT-X-ENDLIST\n"


@pytest.mark.parametrize(
    "content",
    [
        b"ffconcat version 1.0\nfile film.mp4\n",
        PLAYLIST,
        SVG,
        b"just words\n" * 100,
        bytes(range(256)) * 40,
        b"\x7fELF" + bytes(4000),
        b"1\n00:00:00,000 --> 00:00:01,000\nHello\n",
    ],
    ids=["concat script", "playlist", "svg", "text", "noise", "program", "subtitles"],
)
def test_what_only_pretends_to_be_media_is_refused(film: Path, tmp_path: Path, content: bytes):
    (tmp_path / "film.mp4").write_bytes(film.read_bytes())  # what a script or a playlist would open
    hostile = tmp_path / "hostile.mp4"
    hostile.write_bytes(content)
    refused(hostile, refusals.NotMedia)


def test_a_film_in_a_container_that_is_not_read_is_no_broken_one(tmp_path: Path):
    refused(clips.silent(tmp_path / "old.avi"), refusals.NotMedia)


def test_an_archive_is_refused(film: Path, tmp_path: Path):
    archive = tmp_path / "clips.mp4"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(film, "film.mp4")
    refused(archive, refusals.NotMedia)


@pytest.mark.parametrize("part", [0.5, 0.8])
def test_a_film_cut_off_in_its_middle_is_incomplete(tmp_path: Path, part: float):
    long = clips.encode(
        tmp_path / "long.mp4", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=12", *clips.H264, "-movflags", "+faststart"
    )  # fmt: skip
    whole = long.read_bytes()
    long.write_bytes(whole[: int(len(whole) * part)])
    assert "incomplete" in refused(long, refusals.Incomplete)


def test_a_film_that_lacks_its_last_bytes_is_incomplete_too(film: Path, tmp_path: Path):
    short = tmp_path / "short.mp4"
    short.write_bytes(film.read_bytes()[:-50])
    refused(short, refusals.Incomplete)


def test_a_film_without_its_index_is_incomplete(tmp_path: Path):
    film = clips.silent(tmp_path / "late.mp4")
    film.write_bytes(film.read_bytes()[:-400])
    refused(film, refusals.Incomplete)


def test_a_photo_cut_off_in_its_middle_is_incomplete(tmp_path: Path):
    photo = tmp_path / "photo.jpg"
    Image.effect_noise((200, 200), 90).save(photo)
    photo.write_bytes(photo.read_bytes()[:2000])
    refused(photo, refusals.Incomplete)


def test_a_photo_that_unpacks_to_very_much_is_not_read(tmp_path: Path):
    photo = tmp_path / "bomb.png"
    Image.new("RGB", (4, 4)).save(photo)
    content = photo.read_bytes()
    body = b"zTXtk\0\0" + zlib.compress(bytes(100 << 20), 9)
    words = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    photo.write_bytes(content[:33] + words + content[33:])  # behind the header
    refused(photo, refusals.Unreadable)


def test_subtitles_alone_are_nothing_to_see_or_hear(tmp_path: Path):
    words = tmp_path / "words.srt"
    words.write_text("1\n00:00:00,000 --> 00:00:01,000\nHello\n")
    refused(clips.encode(tmp_path / "words.mkv", "-i", str(words)), refusals.NothingInside)


def test_too_long_and_too_many_pixels_are_refused_with_the_limit(film: Path, tmp_path: Path):
    assert "1×" not in refused(film, refusals.TooLong, Limits(seconds=0))
    assert "64×48" in refused(film, refusals.TooManyPixels, Limits(pixels=1000))
    photo = tmp_path / "photo.png"
    huge = tmp_path / "huge.gif"
    huge.write_bytes(b"GIF89a" + struct.pack("<HH3x", 65535, 65535) + b"," + struct.pack("<HHHH", 0, 0, 65535, 65535) + b"\0\2\2L\1\0;")  # fmt: skip
    assert "65535×65535" in refused(huge, refusals.TooManyPixels)
    Image.new("1", (3000, 2000)).save(photo)
    assert "3000×2000" in refused(photo, refusals.TooManyPixels, Limits(still_pixels=1_000_000))


@pytest.mark.parametrize("at", range(0, 100, 9))
def test_a_damaged_film_is_measured_or_refused_but_never_breaks_the_probe(film: Path, tmp_path: Path, at: int):
    damaged = bytearray(film.read_bytes())
    start = len(damaged) * at // 100
    damaged[start : start + 200] = b"\xa5" * len(damaged[start : start + 200])
    path = tmp_path / "damaged.mp4"
    path.write_bytes(damaged)
    with contextlib.suppress(refusals.Refusal):
        assert look(path)["durationSeconds"] > 0
