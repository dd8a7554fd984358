"""Fonts: those that come with the product, those that the machine has, and which of them has a letter."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # it ships no types
from PIL import ImageFont

# Wheels that hold font files, the one that titles are set in by default first.
WHEELS = ("fontpkg_inter", "manimgx_fonts", "manimgx_fonts_cjk")
FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.fonts",
    "~/.local/share/fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
)
# Fonts by other names that look like these.
ALIASES = {
    "arial": "liberation sans",
    "helvetica": "liberation sans",
    "helvetica neue": "liberation sans",
    "times": "liberation serif",
    "times new roman": "liberation serif",
    "courier": "liberation mono",
    "courier new": "liberation mono",
    "sans-serif": "inter",
    "system-ui": "inter",
    "serif": "liberation serif",
    "monospace": "liberation mono",
}
COLOURED = ("noto color emoji", "apple color emoji")
COLOURED_SIZES = (109, 136, 160, 128, 96, 64)
"""The sizes, in pixels, at which fonts of coloured pictures hold them."""
DEFAULT = "inter"


@dataclass(frozen=True, slots=True)
class Face:
    """A file of a family. `style` is what the file calls itself; a variable one holds every weight."""

    path: str
    index: int
    family: str
    style: str

    @property
    def italic(self) -> bool:
        return "italic" in self.style.lower() or "oblique" in self.style.lower()

    @property
    def bold(self) -> bool:
        return any(word in self.style.lower() for word in ("bold", "black", "heavy"))

    @property
    def coloured(self) -> bool:
        return self.family.lower() in COLOURED


@cache
def shipped() -> tuple[Face, ...]:
    """The faces that come as wheels, in the order in which they are asked for a letter."""
    found: list[Face] = []
    for wheel in WHEELS:
        spec = importlib.util.find_spec(wheel)
        if spec and spec.origin:
            found += _faces(Path(spec.origin).parent)
    return tuple(found)


@cache
def installed() -> tuple[Face, ...]:
    """The faces that the machine has."""
    folders = [*FOLDERS, *([os.path.join(os.environ["WINDIR"], "Fonts")] if sys.platform == "win32" else [])]
    return tuple(face for folder in folders for face in _faces(Path(folder).expanduser()))


def lost() -> list[str]:
    """The wheels of fonts that should be there and are not."""
    return [wheel.replace("_", "-") for wheel in WHEELS if importlib.util.find_spec(wheel) is None]


def _faces(folder: Path) -> Iterator[Face]:
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.suffix.lower() in (".ttf", ".otf", ".ttc"):
            try:
                family, style = ImageFont.truetype(str(path), _size(path)).getname()
            except OSError:
                continue
            yield Face(str(path), 0, str(family or path.stem), str(style or ""))


def _size(path: Path) -> int:
    return COLOURED_SIZES[0] if "emoji" in path.name.lower() else 16


def family(name: str) -> tuple[Face, ...]:
    """The faces of a family by its name, or of the one that stands for it; () where the machine has neither."""
    wanted = name.strip().lower()
    for one in (wanted, ALIASES.get(wanted, wanted)):
        for shelf in (shipped, installed):
            if found := tuple(face for face in shelf() if _named(face, one)):
                return found
    return ()


def _named(face: Face, name: str) -> bool:
    known = face.family.lower()
    return known == name or (known.startswith(f"{name} ") and face.path.endswith("[opsz,wght].ttf"))


def chosen(faces: tuple[Face, ...], weight: int, italic: bool) -> Face:
    """The face of a family that comes nearest."""
    return min(faces, key=lambda face: (face.italic != italic, face.bold != (weight >= 600), "[" not in face.path))


@cache
def emoji() -> Face | None:
    """The font of emoji: a coloured one where the machine has one that can be drawn, else one in a single colour."""
    for face in installed():
        if face.coloured and coloured_size(face.path):
            return face
    return next((face for face in shipped() if "emoji" in face.family.lower()), None)


@cache
def coloured_size(path: str) -> int:
    """The one size that a font of coloured pictures can be opened at; 0 where there is none."""
    for size in COLOURED_SIZES:
        try:
            ImageFont.truetype(path, size)
            return size
        except OSError:
            continue
    return 0


@lru_cache(maxsize=64)
def letters(path: str) -> frozenset[int]:
    """The code points that a font file has a letter for."""
    try:
        with TTFont(path, fontNumber=0, lazy=True) as font:
            return frozenset(font.getBestCmap() or ())
    except Exception:  # a damaged font of the machine's has no letters
        return frozenset()


@lru_cache(maxsize=256)
def opened(path: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    """A face at a size in pixels and, where it is variable, at a weight."""
    font = ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.RAQM)
    try:
        axes = font.get_variation_axes()
    except OSError:
        return font  # not a variable one
    font.set_variation_by_axes([_along(axis, size, weight) for axis in axes])
    return font


def _along(axis: ImageFont.Axis, size: int, weight: int) -> float:
    name = axis["name"] or b""
    wanted = weight if b"eight" in name else size if b"ptical" in name else axis["default"]
    return float(min(max(wanted or 0, axis["minimum"] or 0), axis["maximum"] or wanted or 0))


def covering(character: int, preferred: tuple[Face, ...]) -> Face | None:
    """The first face that has a letter: of the family asked for, of those shipped, of those installed."""
    for faces in (preferred, _upright(), installed()):
        for face in faces:
            if character in letters(face.path) and not face.coloured:
                return face
    return None


@cache
def _upright() -> tuple[Face, ...]:
    return tuple(face for face in shipped() if not face.italic and "emoji" not in face.family.lower())
