"""The picture that stands for a file: a frame of a film, a photo, the waveform of a sound, what a look-up table does to
colours; a JPEG, drawn in a bounded child."""

from __future__ import annotations

import argparse
import itertools
import json
import struct
from pathlib import Path
from typing import Any

import av
from av.container import InputContainer
from av.video.stream import VideoStream
from PIL import Image, ImageOps, UnidentifiedImageError

from . import child, lut, waveform
from .brightness import brought_down
from .opening import exact, high_range, opened, picture_of
from .refusals import Incomplete, NothingInside, NotMedia, TooManyPixels, Unreadable

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
BEGINNINGS = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG": "image/png", b"GIF8": "image/gif"}
MOST_PIXELS = 120_000_000
WIDTH = 480
HEIGHT = 270
BACKGROUND = "#16191d"
# A poster is no reason to decode for long: the frame reached by then will do.
MOST_FRAMES = 300


def poster(source: Path, target: Path, at: float | None = None, width: int = WIDTH, name: str | None = None) -> None:
    """Draw a film at `at` seconds (a third of its first half-minute when none is named), or a photo, as a JPEG at most
    `width` wide; raises a Refusal, leaving nothing."""
    options = json.dumps({"at": at, "width": width})
    try:
        child.run(
            "tools.media.stills", str(source.absolute()), str(target.absolute()), options, name=name or source.name
        )
    except BaseException:
        target.unlink(missing_ok=True)
        raise


# --- in the child -----------------------------------------------------------------------------------------------------


def is_still(path: Path) -> bool:
    """Whether the file is a picture that does not move, by its first bytes."""
    with path.open("rb") as file:
        head = file.read(12)
    if not (head.startswith(tuple(BEGINNINGS)) or (head[:4] == b"RIFF" and head[8:] == b"WEBP")):
        return False
    if not head.startswith(b"GIF8"):
        return True
    Image.MAX_IMAGE_PIXELS = None  # whoever decodes it has a limit
    try:
        with Image.open(path, formats=FORMATS) as image:
            return not getattr(image, "is_animated", False)
    except (OSError, SyntaxError, ValueError):
        raise Incomplete(path.name) from None


def type_of(path: Path) -> str:
    """The media type of a photo, by its first bytes."""
    with path.open("rb") as file:
        head = file.read(12)
    return next((told for start, told in BEGINNINGS.items() if head.startswith(start)), "image/webp")


def still(path: Path, most_pixels: int) -> Image.Image:
    """A photo, decoded and upright; raises TooManyPixels before decoding, Incomplete or Unreadable."""
    Image.MAX_IMAGE_PIXELS = None  # we have our own limit
    try:
        image = Image.open(path, formats=FORMATS)
        if image.width * image.height > most_pixels:
            found, most = f"{image.width}×{image.height}", f"{most_pixels / 1e6:.0f} million"
            raise TooManyPixels(path.name, found=found, most=most)
        image.load()
        return ImageOps.exif_transpose(image)
    except UnidentifiedImageError:
        raise NotMedia(path.name) from None
    except (OSError, SyntaxError):
        raise Incomplete(path.name) from None
    except ValueError:  # words in it that would unpack to hundreds of megabytes, for one
        raise Unreadable(path.name) from None


def draw(source: Path, target: Path, facts: dict[str, Any]) -> None:
    """The picture that stands for a file with these facts."""
    if facts["kind"] == "audio":
        draw_waveform(source, target)
    elif facts["kind"] == "lut":
        lut.draw(source, target)
    else:
        draw_poster(source, target, at=min(facts.get("durationSeconds", 0), 30) / 3)


def draw_poster(source: Path, target: Path, at: float | None = None, width: int = WIDTH) -> None:
    image = still(source, MOST_PIXELS) if is_still(source) else frame(source, at or 0, width)
    image.thumbnail((width, width * 4))
    if image.mode != "RGB":
        image = image.convert("RGBA")
        paper = Image.new("RGBA", image.size, BACKGROUND)
        image = Image.alpha_composite(paper, image).convert("RGB")
    image.save(target, "JPEG", quality=82)


def frame(source: Path, at: float, least: int) -> Image.Image:
    """The frame shown at `at` seconds as a person sees it: upright, with square pixels; a large one is scaled down
    until its shorter side is `least`."""
    with opened(source) as container:
        stream = picture_of(container)
        if stream is None:
            raise NothingInside(source.name)
        found = _reached(container, stream, at) or _reached(container, stream, 0)
        if found is None:
            raise Incomplete(source.name)
        pixel = exact(stream.sample_aspect_ratio) or 1
        shrink = min(1, least / min(found.width * pixel, found.height))
        size = {"width": max(1, round(found.width * pixel * shrink)), "height": max(1, round(found.height * shrink))}
        image: Image.Image = found.to_image(**size)  # type: ignore[no-untyped-call]  # PyAV leaves it untyped
        if high_range(stream):
            image = brought_down(image, int(stream.codec_context.color_trc))
        return upright(image, found)


def upright(image: Image.Image, frame: av.VideoFrame) -> Image.Image:
    """The image of a frame, turned and mirrored as its film says."""
    matrix: Any = frame.side_data.get("DISPLAYMATRIX")
    if matrix:
        a, b, _, c, d, *_ = struct.unpack("=9i", bytes(matrix))
        if a * d < b * c:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return image.rotate(frame.rotation, expand=True) if frame.rotation else image


def _reached(container: InputContainer, stream: VideoStream, at: float) -> av.VideoFrame | None:
    """The first frame from `at` on, or the last one that could be decoded on the way there."""
    found = None
    try:
        container.seek(int(at * av.time_base))
        for found in itertools.islice(container.decode(stream), MOST_FRAMES):
            if found.time is None or found.time >= at:
                break
    except (av.error.FFmpegError, EOFError):
        pass  # the end is damaged; a frame from before it is as good a poster
    return found


def draw_waveform(source: Path, target: Path) -> None:
    """The levels of a sound over its whole length."""
    image = Image.new("RGB", (WIDTH, HEIGHT), BACKGROUND)
    image.paste(waveform.COLOUR, mask=waveform.draw(waveform.levels(source)[0], WIDTH, HEIGHT))
    image.save(target, "JPEG", quality=82)


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw a media file as a JPEG.")
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("options", type=json.loads, nargs="?", default={})
    given = parser.parse_args()
    child.answer(lambda: draw_poster(given.source.absolute(), given.target, **given.options))


if __name__ == "__main__":
    main()
