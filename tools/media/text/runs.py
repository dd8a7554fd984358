"""A line of words in the order in which it is drawn: pieces of one font and one direction."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from . import fonts
from .fonts import Face
from .order import levels, visual

JOINER, TEXT_LIKE, PICTURE_LIKE, KEYCAP = 0x200D, 0xFE0E, 0xFE0F, 0x20E3
FLAG_LETTERS, SKINS, TAGS = range(0x1F1E6, 0x1F200), range(0x1F3FB, 0x1F400), range(0xE0020, 0xE0080)


@dataclass(frozen=True, slots=True)
class Piece:
    """A cluster of a paragraph with its level there, see `order.levels`, and the face that it is drawn in."""

    text: str
    level: int
    face: Face
    emoji: bool


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
    if code in (JOINER, TEXT_LIKE, PICTURE_LIKE, KEYCAP) or code in SKINS or code in TAGS or character in _UNSEEN:
        return True
    if character in _AFTER or before[-1] in _AHEAD:
        return True
    if last == JOINER or (last in _VIRAMAS and unicodedata.category(character) == "Lo"):
        return True
    if code in FLAG_LETTERS:
        return last in FLAG_LETTERS and len(before) % 2 == 1
    return unicodedata.category(character) in ("Mn", "Mc", "Me")


# Signs without a shape: a non-joiner, a soft hyphen, places where a line may end or may not.
_UNSEEN = "\u200c\u00ad\u200b\u2060\ufeff"
# Thai and Lao vowels that are written after or ahead of the consonant that they belong to.
_AFTER, _AHEAD = "ะาำๅๆะາຳໆ", "เแโใไເແໂໃໄ"
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


def pieces(paragraph: str, faces: tuple[Face, ...], base: int, note: Callable[[str], None]) -> list[Piece]:
    """The clusters of a paragraph of level `base`, in the order in which they are read."""
    found: list[Piece] = []
    parts = clusters(paragraph)
    for part, level in zip(parts, levels(parts, base), strict=True):
        face, emoji = _face(part, faces, note)
        # Spaces take the face of what is before them, so that they part no run.
        if part.isspace() and found and found[-1].level == level and not found[-1].emoji:
            face = found[-1].face
        found.append(Piece(part, level, face, emoji))
    return found


def ordered(line: Sequence[Piece]) -> list[Run]:
    """The pieces of a line as runs from left to right."""
    found = []
    for (level, face, emoji), group in groupby(line, key=lambda piece: (piece.level, piece.face, piece.emoji)):
        found.append((level, Run("".join(piece.text for piece in group), face, level % 2 == 1, emoji)))
    return visual(found)


def _face(part: str, faces: tuple[Face, ...], note: Callable[[str], None]) -> tuple[Face, bool]:
    picture = fonts.emoji()
    if picture and is_picture(part) and ord(part[0]) in fonts.letters(picture.path):
        if not picture.coloured:
            note("Emoji are drawn in one colour: there is no font for more on this machine.")
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
