"""Opening a media file safely, and choosing the picture and the sound in it."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
from av.audio.stream import AudioStream
from av.container import InputContainer
from av.stream import Disposition
from av.video.stream import VideoStream

from .refusals import Incomplete, NotMedia

# A playlist or a script that opens in a demuxer can name other files of the disk: only plain containers may open.
FORMATS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,flac,ogg,aac,aiff,gif"
OPTIONS = {"format_whitelist": FORMATS, "protocol_whitelist": "file"}
# How those containers begin, to tell a broken one from something else: (offset, bytes).
BEGINNINGS = (
    (4, b"ftyp"), (4, b"moov"), (4, b"mdat"), (4, b"wide"), (0, b"\x1a\x45\xdf\xa3"), (0, b"ID3"), (0, b"RIFF"),
    (0, b"fLaC"), (0, b"OggS"), (0, b"FORM"), (0, b"GIF8"),
)  # fmt: skip
# What lives in the same boxes and is none of them: photos of phones beside films, other things in a RIFF.
OTHERS = (b"heic", b"heix", b"mif1", b"msf1", b"avif", b"AVI ", b"CDXA", b"sfbk")
# What a browser is told that a container is: with a picture, without one.
TYPES = {
    "mov": ("video/mp4", "audio/mp4"),
    "matroska": ("video/x-matroska", "audio/x-matroska"),
    "webm": ("video/webm", "audio/webm"),
    "ogg": ("video/ogg", "audio/ogg"),
    "gif": ("image/gif", ""),
    "mp3": ("", "audio/mpeg"),
    "wav": ("", "audio/wav"),
    "flac": ("", "audio/flac"),
    "aac": ("", "audio/aac"),
    "aiff": ("", "audio/aiff"),
}
SEE_THROUGH = re.compile("yuva|rgba|argb|bgra|abgr|gbrap|ya8|ya16|pal8")
# Transfer functions of high dynamic range, as H.273 numbers them: PQ and HLG.
HDR = (16, 18)


def opened(path: Path) -> InputContainer:
    """A container to read from (close it); raises NotMedia or Incomplete."""
    try:
        return av.open(str(path), options=OPTIONS)
    except (av.error.FFmpegError, EOFError, ValueError):
        raise (Incomplete if _begins_well(path) else NotMedia)(path.name) from None


def _begins_well(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(16)
    return head[8:12] not in OTHERS and any(head[at : at + len(start)] == start for at, start in BEGINNINGS)


def type_of(path: Path, container: InputContainer, picture: bool) -> str:
    """The media type of a file, by what is in it and not by its name."""
    family = container.format.name.split(",")[0]
    with path.open("rb") as file:
        head = file.read(64)
    if family == "matroska" and b"webm" in head:
        family = "webm"
    if family == "mov" and head[8:12] == b"qt  ":
        return "video/quicktime"
    return TYPES.get(family, ("", ""))[not picture] or "application/octet-stream"


def see_through(stream: VideoStream) -> bool:
    """Whether the picture may have see-through parts. VP8 and VP9 keep them beside the picture and say so in a tag."""
    return stream.metadata.get("alpha_mode") == "1" or bool(SEE_THROUGH.match(stream.codec_context.pix_fmt or ""))


def high_range(stream: VideoStream) -> bool:
    return int(stream.codec_context.color_trc or 0) in HDR


def exact(rational: Any) -> Fraction | None:
    """A rate, a ratio or a clock of PyAV, whichever type its release gives it; None when it is not known."""
    return Fraction(rational.numerator, rational.denominator) if rational and rational.denominator else None


def picture_of(container: InputContainer) -> VideoStream | None:
    """The first moving picture: the cover of a song is none, nor is one that no decoder is there for."""
    return next(
        (
            stream
            for stream in container.streams.video
            if not stream.disposition & Disposition.attached_pic and stream.codec_context
        ),
        None,
    )


def sound_of(container: InputContainer) -> AudioStream | None:
    """The first sound that can be decoded."""
    return next((stream for stream in container.streams.audio if stream.codec_context), None)
