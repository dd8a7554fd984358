"""The effects that can be put on items: what each is for, what it works on, and what it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from .values import NUMBER, Colour, Fraction01, Shape

Pixels = Annotated[float, Field(ge=0, le=500, allow_inf_nan=False, description="pixels"), NUMBER]
Hertz = Annotated[float, Field(ge=20, le=20_000, allow_inf_nan=False, description="Hz"), NUMBER]


class Blur(Shape):
    radius: Pixels = 10


class Sharpen(Shape):
    amount: Annotated[float, Field(ge=0, le=5, description="0 to 5"), NUMBER] = 1


class Pixelate(Shape):
    size: Annotated[int, Field(ge=2, le=500, description="pixels"), NUMBER] = 16


class Grain(Shape):
    amount: Fraction01 = 0.2


class Glow(Shape):
    amount: Fraction01 = 0.5
    radius: Pixels = 20


class Posterize(Shape):
    levels: Annotated[int, Field(ge=2, le=64), NUMBER] = 6


class Amount(Shape):
    amount: Fraction01 = 1


class Mirror(Shape):
    axis: Literal["horizontal", "vertical"] = "horizontal"


class RoundedCorners(Shape):
    radius: Pixels = 40


class Border(Shape):
    width: Pixels = 8
    color: Colour = "#ffffff"


class DropShadow(Shape):
    x: Annotated[float, Field(ge=-500, le=500, description="pixels"), NUMBER] = 0
    y: Annotated[float, Field(ge=-500, le=500, description="pixels"), NUMBER] = 8
    blur: Pixels = 24
    color: Colour = "#000000"
    opacity: Fraction01 = 0.5


class HighPass(Shape):
    frequency: Hertz = 100


class LowPass(Shape):
    frequency: Hertz = 8000


class Echo(Shape):
    delay_ms: Annotated[int, Field(ge=1, le=2000, description="milliseconds"), NUMBER] = 250
    decay: Fraction01 = 0.4


class Compressor(Shape):
    threshold_db: Annotated[float, Field(ge=-60, le=0, description="dB"), NUMBER] = -18
    ratio: Annotated[float, Field(ge=1, le=20), NUMBER] = 3


@dataclass(frozen=True, slots=True)
class Kind:
    """One effect: the part of an item that it works on, and what it takes."""

    part: Literal["transform", "audio"]
    params: type[Shape]


EFFECTS = {
    "blur": Kind("transform", Blur),
    "sharpen": Kind("transform", Sharpen),
    "pixelate": Kind("transform", Pixelate),
    "grain": Kind("transform", Grain),
    "glow": Kind("transform", Glow),
    "posterize": Kind("transform", Posterize),
    "invert": Kind("transform", Amount),
    "grayscale": Kind("transform", Amount),
    "sepia": Kind("transform", Amount),
    "mirror": Kind("transform", Mirror),
    "rounded-corners": Kind("transform", RoundedCorners),
    "border": Kind("transform", Border),
    "drop-shadow": Kind("transform", DropShadow),
    "high-pass": Kind("audio", HighPass),
    "low-pass": Kind("audio", LowPass),
    "echo": Kind("audio", Echo),
    "compressor": Kind("audio", Compressor),
    "denoise": Kind("audio", Amount),
}
EffectKind = Literal[
    "blur", "sharpen", "pixelate", "grain", "glow", "posterize", "invert", "grayscale", "sepia", "mirror",
    "rounded-corners", "border", "drop-shadow", "high-pass", "low-pass", "echo", "compressor", "denoise",
]  # fmt: skip
