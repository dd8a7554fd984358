"""A look-up table of colours (.cube): read strictly, written as the encoder reads it, and drawn as what it does to colours."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageFilter

from .refusals import NotALut, TooLarge

SUFFIX = ".cube"
MOST_BYTES = 16_000_000
"""Of a file: the largest 3D table with all digits that a float has takes ten."""
MOST_SIZE = {1: 65_536, 3: 65}
"""Points along an axis, by the number of axes: the format's own limit, and the most that programs write in 3D."""
HEAD = 1 << 16
SIZED = re.compile(rb"^\s*LUT_[13]D_SIZE\s", re.MULTILINE)
WIDTH, HEIGHT, GREYS = 480, 270, 30
"""Of the drawing, in pixels; GREYS is the height of its grey ramp."""


@dataclass(frozen=True, slots=True)
class Lut:
    """`table` is the colours that come out, floats of shape (size, 3) or, in 3D, (size, size, size, 3) by blue, green and
    red; their inputs are spread evenly from 0 to 1, whatever domain the file has."""

    dimensions: int
    size: int
    table: np.ndarray

    def text(self) -> bytes:
        """As the encoder reads it: it passes over a domain's lower end, and over lines before the size."""
        rows = "\n".join(f"{r:.7g} {g:.7g} {b:.7g}" for r, g, b in self.table.reshape(-1, 3).tolist())
        return f"LUT_{self.dimensions}D_SIZE {self.size}\n{rows}\n".encode()


def is_lut(path: Path) -> bool:
    """Whether a file is text that says the size of a table, or is called one."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    return b"\0" not in head and (path.suffix.lower() == SUFFIX or bool(SIZED.search(head)))


def facts(path: Path) -> dict[str, Any]:
    """What an asset of a document states; raises NotALut or TooLarge."""
    lut = read(path)
    told = {"lutDimensions": lut.dimensions, "lutSize": lut.size}
    return {"kind": "lut", "mime": "text/plain", "hasVideo": False, "hasAudio": False, **told}


def read(path: Path) -> Lut:
    """The table of a file; raises NotALut with the line or what is missing, or TooLarge."""
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise TooLarge(path.name, most=f"{MOST_BYTES // 10**6} MB")
    try:
        return _Reading().of(content)
    except _Wrong as wrong:
        raise NotALut(path.name, because=str(wrong)) from None


@lru_cache(maxsize=4)
def _written(path: Path, size: int, changed: int) -> tuple[int, bytes]:
    lut = read(path)
    return lut.dimensions, lut.text()


def written(path: Path) -> tuple[int, bytes]:
    """The dimensions of a file's table, and its text for the encoder; raises what `read` raises. Kept in memory while the
    file stays as it is."""
    stat = path.stat()
    return _written(path, stat.st_size, stat.st_mtime_ns)


# --- reading ----------------------------------------------------------------------------------------------------------


class _Wrong(ValueError):
    """What is wrong with a file, in the words that follow “because”."""


class _Reading:
    """The lines of one file: first what the table is like, then its rows."""

    def __init__(self) -> None:
        self.dimensions = self.size = 0
        self.domain = [[0.0] * 3, [1.0] * 3]
        self.rows: list[list[float]] = []

    def of(self, content: bytes) -> Lut:
        for number, line in enumerate(_lines(content), start=1):
            if words := line.partition(b"#")[0].split() if not line.startswith(b"TITLE") else []:
                try:
                    self._take(words)
                except _Wrong as wrong:
                    raise _Wrong(f"line {number:,}: {wrong}") from None
        return self._lut()

    def _take(self, words: list[bytes]) -> None:
        name = words[0].decode("ascii", errors="replace")
        if not name[0].isalpha() or name.lower() in ("nan", "inf", "infinity"):
            self._row(words)
        elif self.rows:
            raise _Wrong(f"{name[:20]} comes after the table has begun")
        elif name in ("LUT_1D_SIZE", "LUT_3D_SIZE"):
            self._sized(int(name[4]), words[1:])
        elif name in ("DOMAIN_MIN", "DOMAIN_MAX"):
            self.domain[name == "DOMAIN_MAX"] = _numbers(words[1:], 3)
        elif name in ("LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE"):
            low, high = _numbers(words[1:], 2)
            self.domain = [[low] * 3, [high] * 3]
        else:
            raise _Wrong(f"{name[:20]!r} is no word of this format")

    def _sized(self, dimensions: int, words: list[bytes]) -> None:
        if self.size:
            twice = dimensions == self.dimensions
            raise _Wrong("the size is there twice" if twice else "a 1D and a 3D table in one file are not read here")
        most = MOST_SIZE[dimensions]
        size = int(words[0]) if len(words) == 1 and re.fullmatch(rb"\d{1,6}", words[0]) else 0
        if not 2 <= size <= most:
            raise _Wrong(f"the size of a {dimensions}D table is a whole number from 2 to {most:,}")
        self.dimensions, self.size = dimensions, size

    def _row(self, words: list[bytes]) -> None:
        if not self.size:
            raise _Wrong("the table begins before LUT_3D_SIZE or LUT_1D_SIZE")
        if len(self.rows) == self.size**self.dimensions:
            raise _Wrong(f"the table has more than its {len(self.rows):,} rows")
        self.rows.append(_numbers(words, 3))

    def _lut(self) -> Lut:
        if not self.size:
            raise _Wrong("there is no line LUT_3D_SIZE or LUT_1D_SIZE")
        wanted = self.size**self.dimensions
        if len(self.rows) < wanted:
            raise _Wrong(f"the table stops after {len(self.rows):,} of its {wanted:,} rows")
        low, high = self.domain
        if not all(one < other for one, other in zip(low, high, strict=True)):
            raise _Wrong("DOMAIN_MIN must be below DOMAIN_MAX in each colour")
        table = np.array(self.rows).reshape((self.size,) * self.dimensions + (3,))
        return Lut(
            self.dimensions, self.size, table if self.domain == [[0] * 3, [1] * 3] else _spread(table, low, high)
        )


def _lines(content: bytes) -> Iterator[bytes]:
    """Whatever ends them; a mark of the byte order is none of them."""
    return iter(io.BytesIO(content.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")))


def _numbers(words: list[bytes], count: int) -> list[float]:
    """So many numbers that a single-precision float can hold."""
    try:
        found = [float(word) for word in words]
    except ValueError:
        found = []
    if len(found) != count or b"_" in b"".join(words):
        raise _Wrong(f"{count} numbers belong here")
    if not all(abs(one) < 3e38 for one in found):
        raise _Wrong("a number is infinite or none")
    return found


def _spread(table: np.ndarray, low: list[float], high: list[float]) -> np.ndarray:
    """The table for inputs from 0 to 1 of one for inputs from `low` to `high`; beyond its ends it goes on as there."""
    size, axes = len(table), table.ndim - 1
    for axis in range(axes):
        colour = axes - 1 - axis  # red runs fastest, so it is the last axis
        ends = (low[colour], high[colour])
        if axes == 1:
            return np.stack([_sampled(table[:, one], 0, (low[one], high[one]), size) for one in range(3)], axis=-1)
        table = _sampled(table, axis, ends, size)
    return table


def _sampled(table: np.ndarray, axis: int, ends: tuple[float, float], size: int) -> np.ndarray:
    place = np.clip((np.linspace(0, 1, size) - ends[0]) / (ends[1] - ends[0]), 0, 1) * (size - 1)
    before = np.minimum(place.astype(int), size - 2)
    part = (place - before).reshape([-1 if one == axis else 1 for one in range(table.ndim)])
    return np.asarray(table.take(before, axis) * (1 - part) + table.take(before + 1, axis) * part)


# --- the drawing ------------------------------------------------------------------------------------------------------


def draw(path: Path, target: Path) -> None:
    """All hues from bright to dark under a ramp of greys, and below them, mirrored, what the table makes of them."""
    plain = _colours()
    graded = apply(read(path), plain).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    image = Image.new("RGB", (WIDTH, HEIGHT))
    image.paste(plain, (0, 0))
    image.paste(graded, (0, HEIGHT // 2))
    image.save(target, "JPEG", quality=90)


def apply(lut: Lut, image: Image.Image) -> Image.Image:
    """The picture, RGB, through the table."""
    if lut.dimensions == 3:
        return image.filter(ImageFilter.Color3DLUT(lut.size, lut.table.ravel().tolist()))
    levels, points = np.linspace(0, 1, 256), np.linspace(0, 1, lut.size)
    curves = [np.interp(levels, points, lut.table[:, colour]) for colour in range(3)]
    return image.point([round(255 * min(1.0, max(0.0, one))) for curve in curves for one in curve.tolist()])


def _colours() -> Image.Image:
    high = HEIGHT // 2 - GREYS
    hue = np.tile(np.linspace(0, 255, WIDTH), (high, 1))
    light = np.tile(np.linspace(255, 50, high)[:, None], (1, WIDTH))
    hues = np.stack([hue, np.full_like(hue, 190), light], axis=-1).astype(np.uint8)
    image = Image.new("RGB", (WIDTH, HEIGHT // 2))
    image.paste(Image.fromarray(hues, "HSV").convert("RGB"), (0, GREYS))
    greys = np.tile(np.linspace(0, 255, WIDTH).astype(np.uint8), (GREYS, 1))
    image.paste(Image.fromarray(greys, "L").convert("RGB"), (0, 0))
    return image
