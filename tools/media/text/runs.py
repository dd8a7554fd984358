"""A line of words in the order in which it is drawn: pieces of one font and one direction."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from . import fonts
from .fonts import Face
from .order import backward, levels, visual

JOINER, TEXT_LIKE, PICTURE_LIKE, KEYCAP = 0x200D, 0xFE0E, 0xFE0F, 0x20E3
FLAG_LETTERS, SKINS, TAGS = range(0x1F1E6, 0x1F200), range(0x1F3FB, 0x1F400), range(0xE0020, 0xE0080)


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one face. `backward`: from right to left. `emoji`: pictures, that have colours of their own."""

    text: str
    face: Face
    backward: bool
    emoji: bool


def clusters(text: str) -> list[str]:
    """Characters with whatever belongs to them: accents, joined emoji, flags."""
    found: list[str] = []
    for character in text:
        if found and _belongs(character, found[-1]):
            found[-1] += character
        else:
            found.append(character)
    return found


def _belongs(character: str, before: str) -> bool:
    code, last = ord(character), ord(before[-1])
    if code in (JOINER, 0x200C, TEXT_LIKE, PICTURE_LIKE, KEYCAP) or code in SKINS or code in TAGS:
        return True
    if last == JOINER or (last in _VIRAMAS and unicodedata.category(character) == "Lo"):
        return True
    if code in FLAG_LETTERS:
        return last in FLAG_LETTERS and len(before) % 2 == 1
    return unicodedata.category(character) in ("Mn", "Mc", "Me")


# What joins two consonants of an Indic script into one letter.
_VIRAMAS = frozenset((0x94D, 0x9CD, 0xA4D, 0xACD, 0xB4D, 0xBCD, 0xC4D, 0xCCD, 0xD4D, 0xDCA))


def is_picture(cluster: str) -> bool:
    """Whether a cluster is shown as an emoji and not as a letter."""
    first = ord(cluster[0])
    if TEXT_LIKE in map(ord, cluster):
        return False
    return PICTURE_LIKE in map(ord, cluster) or first in FLAG_LETTERS or 0x1F300 <= first <= 0x1FAFF or first in _BRIGHT


# Older signs that are emoji without being asked to be.
_BRIGHT = frozenset(
    [
        0x231A,
        0x231B,
        0x23E9,
        0x23EA,
        0x23EB,
        0x23EC,
        0x23F0,
        0x23F3,
        0x25FD,
        0x25FE,
        0x2614,
        0x2615,
        *range(0x2648, 0x2654),
    ]
    + [0x267F, 0x2693, 0x26A1, 0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26D4, 0x26EA, 0x26F2, 0x26F3]
    + [0x26F5, 0x26FA, 0x26FD, 0x2705, 0x270A, 0x270B, 0x2728, 0x274C, 0x274E, 0x2753, 0x2754, 0x2755, 0x2757, 0x2795]
    + [
        0x2796,
        0x2797,
        0x27B0,
        0x27BF,
        0x2B1B,
        0x2B1C,
        0x2B50,
        0x2B55,
        0x1F004,
        0x1F0CF,
        0x1F18E,
        *range(0x1F191, 0x1F19B),
    ]
)


def runs(line: str, faces: tuple[Face, ...], direction: str, note: Callable[[str], None]) -> list[Run]:
    """The line's runs from left to right."""
    parts = clusters(line)
    deep = levels(parts, 1 if backward(line, direction) else 0)
    pieces = [(part, level, *_face(part, faces, note)) for part, level in zip(parts, deep, strict=True)]
    found = []
    for (level, face, emoji), group in groupby(_joined(pieces), key=lambda piece: piece[1:]):
        found.append((level, Run("".join(part for part, *_ in group), face, level % 2 == 1, emoji)))
    return visual(found)


def _joined(pieces: list[tuple[str, int, Face, bool]]) -> list[tuple[str, int, Face, bool]]:
    """Spaces take the face of what is before them, so that they part no run."""
    made: list[tuple[str, int, Face, bool]] = []
    for part, level, face, emoji in pieces:
        if part.isspace() and made and made[-1][1] == level and not made[-1][3]:
            face = made[-1][2]
        made.append((part, level, face, emoji))
    return made


def _face(part: str, faces: tuple[Face, ...], note: Callable[[str], None]) -> tuple[Face, bool]:
    picture = fonts.emoji()
    if picture and is_picture(part) and ord(part[0]) in fonts.letters(picture.path):
        return picture, True
    main = next((ord(one) for one in part if not one.isspace()), ord(" "))
    face = fonts.covering(main, faces)
    if face is None and picture and main in fonts.letters(picture.path):
        return picture, True
    if face is None:
        if unicodedata.category(chr(main)) not in ("Cc", "Cf"):
            note(f"No font has the letter {chr(main)!r} (U+{main:04X}); a box is drawn for it.")
        face = faces[0]
    return face, False
