"""Opening a media file safely, and choosing the picture and the sound in it."""

from __future__ import annotations

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


def opened(path: Path) -> InputContainer:
    """A container to read from (close it); raises NotMedia or Incomplete."""
    try:
        return av.open(str(path), options=OPTIONS)
    except (av.error.FFmpegError, EOFError, ValueError):
        raise (Incomplete if _begins_well(path) else NotMedia)(path.name) from None


def _begins_well(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(16)
    # A photo of a phone (HEIC, AVIF) lives in the same box as a film, but is no film.
    photo = head[8:12] in (b"heic", b"heix", b"mif1", b"msf1", b"avif")
    return not photo and any(head[offset : offset + len(start)] == start for offset, start in BEGINNINGS)


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
