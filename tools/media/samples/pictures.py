"""Scenes painted with a brush of rectangles and ellipses: a room, a city at night, a park, a farewell; and a logo."""

from __future__ import annotations

import random

from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

INK = "#f4f1ea"
GREEN = "#3ddc84"


def interview(width: int, height: int) -> Image.Image:
    """Somebody before a warm wall with lights out of focus."""
    chance = random.Random(1)
    wall = _sky(width, height, "#5b3a29", "#d9a066")
    lights = Image.new("RGBA", wall.size)
    pen = ImageDraw.Draw(lights)
    for _ in range(40):
        x, y, r = chance.random() * width, chance.random() * height * 0.7, height * chance.uniform(0.02, 0.08)
        pen.ellipse((x - r, y - r, x + r, y + r), fill=(255, 220, 160, chance.randint(40, 130)))
    wall.paste(lights, mask=lights.filter(ImageFilter.GaussianBlur(height / 90)))
    pen = ImageDraw.Draw(wall)
    x, unit = width / 2, height / 10
    pen.rounded_rectangle((x - 3.2 * unit, 6.6 * unit, x + 3.2 * unit, 13 * unit), 2.4 * unit, fill="#27405c")
    pen.rectangle((x - 0.6 * unit, 5.4 * unit, x + 0.6 * unit, 7.2 * unit), fill="#c48a66")
    pen.ellipse((x - 1.6 * unit, 2.1 * unit, x + 1.6 * unit, 6.3 * unit), fill="#e0a983")
    pen.pieslice((x - 1.75 * unit, 1.7 * unit, x + 1.75 * unit, 5.6 * unit), 180, 360, fill="#2d1d16")
    return wall


def city(width: int, height: int) -> Image.Image:
    """Towers with lit windows under an evening sky."""
    chance = random.Random(2)
    scene = _sky(width, height, "#0b1437", "#a64d79")
    pen = ImageDraw.Draw(scene)
    for far, shade in ((0.5, "#1b2450"), (0.3, "#0d1230")):
        x = 0.0
        while x < width:
            wide, top = height * chance.uniform(0.08, 0.18), height * chance.uniform(far, far + 0.35)
            pen.rectangle((x, top, x + wide, height), fill=shade)
            step = max(4, height // 36)
            for wx in range(int(x) + step // 2, int(x + wide) - step // 2, step):
                for wy in range(int(top) + step // 2, height, step):
                    if chance.random() < 0.3:
                        pen.rectangle((wx, wy, wx + step // 3, wy + step // 3), fill="#ffd479")
            x += wide + height * chance.uniform(0, 0.03)
    return scene


def park(width: int, height: int) -> Image.Image:
    """Hills, trees and a sun."""
    chance = random.Random(3)
    scene = _sky(width, height, "#6cb8e6", "#e9f6ff")
    pen = ImageDraw.Draw(scene)
    sun = height * 0.09
    pen.ellipse((width * 0.7 - sun, height * 0.2 - sun, width * 0.7 + sun, height * 0.2 + sun), fill="#ffe08a")
    for depth, shade in ((0.5, "#8fc97a"), (0.62, "#62ad58"), (0.76, "#3f8a45")):
        for left in range(-height // 2, width, height // 2):
            rise = height * chance.uniform(0, 0.12)
            pen.ellipse((left, height * depth - rise, left + height * 1.1, height * 1.8), fill=shade)
    for _ in range(16):
        x, foot, tall = chance.random() * width, height * chance.uniform(0.72, 0.95), height * chance.uniform(0.16, 0.3)
        pen.rectangle((x - tall * 0.04, foot - tall * 0.5, x + tall * 0.04, foot), fill="#6b4a2f")
        pen.ellipse((x - tall * 0.3, foot - tall, x + tall * 0.3, foot - tall * 0.3), fill="#2f6f3a")
    return scene


def outro(width: int, height: int) -> Image.Image:
    """Rings on a dark green ground, and thanks."""
    scene = _sky(width, height, "#10231b", "#1f5c43")
    pen = ImageDraw.Draw(scene)
    for ring in range(12, 0, -1):
        r = height * ring / 11
        box = (width / 2 - r, height / 2 - r, width / 2 + r, height / 2 + r)
        pen.ellipse(box, outline="#2f8f65", width=max(1, height // 180))
    font = ImageFont.load_default(height / 7)
    pen.text((width / 2, height / 2), "Thank you", font=font, fill=INK, anchor="mm")
    return scene


def label(text: str, height: int) -> Image.Image:
    """The name of a clip on a dark tag, for a picture of `height`."""
    font = ImageFont.load_default(height / 18)
    _, _, wide, high = font.getbbox(text)
    pad = height // 40
    tag = Image.new("RGBA", (int(wide) + 2 * pad, int(high) + 2 * pad))
    pen = ImageDraw.Draw(tag)
    pen.rounded_rectangle((0, 0, tag.width - 1, tag.height - 1), pad, fill=(10, 14, 18, 170))
    pen.text((pad, pad), text, font=font, fill=INK)
    return tag


def logo(side: int) -> Image.Image:
    """A green light with a play mark, on nothing."""
    fine = Image.new("RGBA", (side * 2, side * 2))
    pen = ImageDraw.Draw(fine)
    unit = side / 5
    pen.ellipse((unit / 2, unit / 2, 9.5 * unit, 9.5 * unit), fill=GREEN)
    pen.polygon(((4 * unit, 3 * unit), (4 * unit, 7 * unit), (7.3 * unit, 5 * unit)), fill="#0e1512")
    return fine.resize((side, side), Image.Resampling.LANCZOS)


def _sky(width: int, height: int, top: str, bottom: str) -> Image.Image:
    return ImageOps.colorize(Image.linear_gradient("L").resize((width, height)), top, bottom)
