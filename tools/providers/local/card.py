"""A drawn card in place of a picture: the words that were asked for, on soft shapes in colours of their own."""

from __future__ import annotations

import colorsys
import io
import random
import textwrap

from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps
from PIL.PngImagePlugin import PngInfo

Colour = tuple[int, int, int]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

MARK = "placeholder"
FACES = ("", "NotoSans-Regular.ttf", "DejaVuSans.ttf", "Arial Unicode.ttf", "Arial.ttf", "NotoSansCJK-Regular.ttc")
"""Where letters come from: Pillow's own, and what systems usually have for those that it lacks."""
INK = (255, 255, 255, 235)
MOST_LINES = 7


def draw(prompt: str, size: tuple[int, int], mark: str) -> bytes:
    """A PNG of `size` in pixels, the same picture for the same words, with `mark` as its comment."""
    words = " ".join(prompt.split())
    chance = random.Random(words.lower())
    hue = chance.random()
    card = _ground(size, hue)
    _shapes(card, hue, chance)
    _write(card, words)
    _tag(card)
    told = PngInfo()
    told.add_itxt("Comment", mark)
    file = io.BytesIO()
    card.convert("RGB").save(file, "PNG", pnginfo=told)
    return file.getvalue()


def _ground(size: tuple[int, int], hue: float) -> Image.Image:
    shade = Image.linear_gradient("L").resize(size)
    return ImageOps.colorize(shade, _colour(hue, 0.5, 0.42), _colour(hue + 0.09, 0.62, 0.16)).convert("RGBA")


def _shapes(card: Image.Image, hue: float, chance: random.Random) -> None:
    """A few large rounds that lie over one another like thin paper, soft at their edges."""
    reach = min(card.size)
    for _ in range(6):
        layer = Image.new("RGBA", card.size)
        r = reach * chance.uniform(0.18, 0.5)
        x, y = chance.uniform(0.3, 1.05) * card.width, chance.uniform(-0.05, 0.75) * card.height
        colour = _colour(hue + chance.uniform(-0.1, 0.14), 0.5, chance.uniform(0.5, 0.95))
        ImageDraw.Draw(layer).ellipse((x - r, y - r, x + r, y + r), fill=(*colour, chance.randint(26, 62)))
        card.alpha_composite(layer.filter(ImageFilter.GaussianBlur(reach * chance.choice((0.002, 0.02)))))


def _write(card: Image.Image, words: str) -> None:
    """The words at the lower left, as large as they fit; what the font cannot draw is left out."""
    margin = round(min(card.size) * 0.075)
    room = (card.width - 2 * margin, round(card.height * 0.62))
    pen, face = ImageDraw.Draw(card), _face(words)
    for large in (0.1, 0.08, 0.062, 0.048, 0.036, 0.026):
        font = _font(face, max(9.0, min(card.size) * large))
        lines = _lines(_drawable(words, font), font, room[0])
        text = "\n".join(lines[:MOST_LINES])
        gap = font.size * 0.28 if isinstance(font, ImageFont.FreeTypeFont) else 4
        box = pen.multiline_textbbox((0, 0), text, font=font, spacing=gap)
        if len(lines) <= MOST_LINES and box[3] <= room[1] and box[2] <= room[0]:
            break
    top = card.height - margin * 1.9 - box[3]
    pen.multiline_text((margin, top), text, font=font, fill=INK, spacing=gap)


def _lines(words: str, font: Font, room: int) -> list[str]:
    """The words broken into lines of at most `room` pixels, as a line of usual letters is wide."""
    usual = max(1.0, font.getlength("the quick brown fox jumps") / 25)
    return textwrap.wrap(words, max(4, int(room / usual)), max_lines=MOST_LINES + 1, placeholder=" …") or [""]


def _face(words: str) -> str:
    """The first face that can draw all of the words, else the one that can draw most."""
    there = {}
    for face in FACES:
        try:
            there[face] = len(_drawable(words, _font(face, 12)))
        except OSError:
            continue
    return max(there, key=lambda face: there[face])


def _font(face: str, large: float) -> Font:
    return ImageFont.truetype(face, large) if face else ImageFont.load_default(large)


def _drawable(words: str, font: Font) -> str:
    """The words without what comes out as an empty box."""
    box = bytes(font.getmask("\uffff"))
    return "".join(one for one in words if one.isspace() or bytes(font.getmask(one)) != box).strip()


def _tag(card: Image.Image) -> None:
    """The mark in the corner."""
    margin, font = round(min(card.size) * 0.045), ImageFont.load_default(max(9.0, min(card.size) * 0.026))
    layer = Image.new("RGBA", card.size)
    pen = ImageDraw.Draw(layer)
    left, top, right, bottom = pen.textbbox((card.width - margin, card.height - margin), MARK, font=font, anchor="rb")
    pad = (bottom - top) * 0.55
    pen.rounded_rectangle((left - pad, top - pad, right + pad, bottom + pad), pad, fill=(0, 0, 0, 110))
    pen.text((card.width - margin, card.height - margin), MARK, font=font, fill=INK, anchor="rb")
    card.alpha_composite(layer)


def _colour(hue: float, saturation: float, value: float) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, saturation, value)
    return round(red * 255), round(green * 255), round(blue * 255)
