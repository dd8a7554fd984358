"""A block of words drawn in a style: lines broken, aligned and set, with what lies beneath and around the letters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PIL import Image, ImageColor, ImageDraw, ImageFilter

from tools.composition.parts import TextStyle
from tools.composition.values import plain

from . import fonts
from .lines import SMALLER, Line, Note, Setting, broken, is_joined, length, words_of
from .runs import Run, clusters

LARGEST = 2000
"""Pixels that a letter is high at the most."""


def draw(text: str, style: dict[str, Any], zoom: float, widest: float, note: Note = lambda said: None) -> Image.Image:
    """The words on a see-through sheet with even sides, their block in its middle.

    `style` as items have it, its lengths times `zoom`; lines longer than `widest` pixels are broken. `note` hears what is
    drawn otherwise than asked.
    """
    told = plain(TextStyle.model_validate(style, extra="ignore").model_dump(by_alias=True))
    setting = setting_of(told, zoom, note)
    lines = [line for part in text.replace("\t", "    ").splitlines() for line in broken(part, setting, widest)]
    ascent, descent = setting.font(setting.faces[0]).getmetrics()
    pitch = setting.size * told["lineHeight"]
    width, height = max((line.width for line in lines), default=0), pitch * len(lines)
    margin = _margin(told, zoom, setting.size)
    sheet = Image.new("RGBA", (_even(width + 2 * margin), _even(height + 2 * margin)))
    block = ((sheet.width - width) / 2, (sheet.height - height) / 2, width, height)
    placed: list[tuple[Run, float, float]] = []
    for number, line in enumerate(lines):
        baseline = block[1] + pitch * number + (pitch - ascent - descent) / 2 + ascent
        placed += _aligned(line, told["alignment"], block[0], width, baseline, setting)
    return _painted(sheet, placed, told, zoom, block, setting)


def setting_of(style: dict[str, Any], zoom: float, note: Note) -> Setting:
    """A whole style, its lengths times `zoom`; raises LookupError where there is no font at all."""
    named, italic = style["fontFamily"], style["fontStyle"] == "italic"
    faces = fonts.family(named)
    if not faces:
        note(f"There is no font {named!r} on this machine; Inter is used in its place.")
        faces = fonts.family(fonts.DEFAULT) or fonts.shipped() or fonts.installed()
    if not faces:
        raise LookupError("There is no font at all. Install what uv.lock says.")
    best = fonts.chosen(faces, style["fontWeight"], italic)
    if italic and not best.italic:
        note(f"The font {named!r} has no italics; it is drawn upright.")
    size = min(LARGEST, max(1, round(style["fontSize"] * zoom)))
    if size == LARGEST:
        note(f"Letters are drawn {LARGEST} pixels high at the most.")
    spacing = style["letterSpacing"] * zoom
    return Setting((best, *faces), size, style["fontWeight"], spacing, style["direction"], note)


def _margin(style: dict[str, Any], zoom: float, size: int) -> float:
    """What may stick out of the block of lines: letters' own swashes, stroke, shadow, padding."""
    shadow, stroke, ground = (style.get(name) or {} for name in ("shadow", "stroke", "background"))
    cast = max(abs(shadow.get("x", 0)), abs(shadow.get("y", 0))) + 1.5 * shadow.get("blur", 0)
    around = max(cast + stroke.get("width", 0), ground.get("padding", 0))
    return max(size * 0.4, zoom * float(around)) + 2


def _even(length: float) -> int:
    """A side that is even, and whose half is too: then words in the middle of a canvas begin at an even place."""
    return max(4, 4 * round(length / 4 + 0.5))


# --- lines ------------------------------------------------------------------------------------------------------------


def _aligned(
    line: Line, alignment: str, left: float, width: float, baseline: float, setting: Setting
) -> list[tuple[Run, float, float]]:
    """Each run with its left end and baseline."""
    free = width - line.width
    x = left + {"left": 0.0, "right": free, "center": free / 2}.get(alignment, 0.0)
    gaps = sum(run.text.count(" ") for run in line.runs)
    spread = free / gaps if alignment == "justify" and not line.rigid and gaps else 0.0
    placed = []
    for run in line.runs:
        if spread:
            for word in _spread(run):
                placed.append((word, x, baseline))
                x += length(word, setting) + spread * word.text.count(" ")
        else:
            placed.append((run, x, baseline))
            x += length(run, setting)
    return placed


def _spread(run: Run) -> list[Run]:
    """The words of a run from left to right, each with the space after it."""
    words = [replace(run, text=word) for word in words_of(run.text)]
    return words[::-1] if run.backward else words


# --- paint ------------------------------------------------------------------------------------------------------------


def _painted(
    sheet: Image.Image,
    placed: list[tuple[Run, float, float]],
    style: dict[str, Any],
    zoom: float,
    block: tuple[float, float, float, float],
    setting: Setting,
) -> Image.Image:
    letters = Image.new("RGBA", sheet.size)
    stroke = style.get("stroke") or {}
    if width := stroke.get("width", 0) * zoom:
        for run, x, y in placed:
            _letters(letters, run, x, y, stroke["color"], setting, width)
    for run, x, y in placed:
        _letters(letters, run, x, y, style["color"], setting, 0)
    if (ground := style.get("background")) and block[2]:
        sheet = Image.alpha_composite(sheet, _ground(sheet.size, ground, zoom, block))
    if shadow := style.get("shadow"):
        sheet = Image.alpha_composite(sheet, _shadow(letters, shadow, zoom))
    return Image.alpha_composite(sheet, letters)


def _letters(sheet: Image.Image, run: Run, x: float, y: float, colour: str, setting: Setting, stroke: float) -> None:
    if run.face.coloured:
        if not stroke:
            _coloured(sheet, run, x, y, setting)
        return
    font, ink = setting.font(run.face), ImageColor.getcolor(colour, "RGBA")
    over = Image.new("RGBA", sheet.size)
    pen = ImageDraw.Draw(over)
    options: dict[str, Any] = {"font": font, "fill": ink, "anchor": "ls", "stroke_width": stroke}
    if not setting.spacing or is_joined(run):
        pen.text((x, y), run.text, direction="rtl" if run.backward else "ltr", **options)
    else:
        parts = clusters(run.text)
        for part in reversed(parts) if run.backward else parts:
            pen.text((x, y), part, **options)
            x += font.getlength(part) + setting.spacing
    sheet.alpha_composite(over)


def _coloured(sheet: Image.Image, run: Run, x: float, y: float, setting: Setting) -> None:
    """Pictures have one size in their font: drawn at it, then made as large as the letters."""
    size = fonts.coloured_size(run.face.path)
    font = fonts.opened(run.face.path, size, 400)
    by = setting.size / size * SMALLER
    for part in clusters(run.text):
        wide = max(1, round(font.getlength(part)))
        picture = Image.new("RGBA", (wide, round(size * 1.3)))
        ImageDraw.Draw(picture).text((0, size), part, font=font, embedded_color=True, anchor="ls")
        small = picture.resize((max(1, round(wide * by)), max(1, round(picture.height * by))), Image.Resampling.LANCZOS)
        sheet.alpha_composite(small, (max(0, round(x)), max(0, round(y - size * by * 0.98))))
        x += wide * by + setting.spacing


def _ground(
    size: tuple[int, int], ground: dict[str, Any], zoom: float, block: tuple[float, float, float, float]
) -> Image.Image:
    pad, radius = ground["padding"] * zoom, ground["radius"] * zoom
    x, y, width, height = block
    sheet = Image.new("RGBA", size)
    box = (x - pad, y - pad, x + width + pad, y + height + pad)
    ImageDraw.Draw(sheet).rounded_rectangle(box, radius, fill=ImageColor.getcolor(ground["color"], "RGBA"))
    return sheet


def _shadow(letters: Image.Image, shadow: dict[str, Any], zoom: float) -> Image.Image:
    sheet = Image.new("RGBA", letters.size, ImageColor.getcolor(shadow["color"][:7], "RGBA"))
    shape = Image.new("L", letters.size)
    shape.paste(letters.getchannel("A"), (round(shadow["x"] * zoom), round(shadow["y"] * zoom)))
    strength = ImageColor.getrgb(shadow["color"])[3:] or (255,)
    shape = shape.filter(ImageFilter.GaussianBlur(shadow["blur"] * zoom / 2)).point(
        lambda one: one * strength[0] // 255
    )
    sheet.putalpha(shape)
    return sheet
