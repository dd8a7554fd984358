"""What items are made of, as pydantic models: transform, sound, grade, lettering, cues, effects, masks and the like."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from .values import (
    NUMBER,
    Colour,
    Decibels,
    Flag,
    Fraction01,
    Frames,
    Id,
    Keyframes,
    Milliseconds,
    Name,
    Number,
    Positive,
    Ratio,
    Scale11,
    Shape,
    Stops,
    Words,
)

Metadata = dict[str, Any]
Fit = Literal["contain", "cover", "stretch", "none"]
Anchor = Annotated[list[Fraction01], Field(min_length=2, max_length=2, description="[x, y] within the item, 0 to 1")]
BlendMode = Literal[
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "add", "difference", "soft-light", "hard-light",
    "color-dodge", "color-burn", "exclusion",
]  # fmt: skip


class Crop(Shape):
    """How much of each side is cut off, as a share of the picture."""

    left: Fraction01 | Keyframes[Fraction01] = 0
    right: Fraction01 | Keyframes[Fraction01] = 0
    top: Fraction01 | Keyframes[Fraction01] = 0
    bottom: Fraction01 | Keyframes[Fraction01] = 0


class Transform(Shape):
    """Where and how the picture lies: x and y in pixels from the canvas centre, y down; scale on top of fit; degrees."""

    x: Number | Keyframes[Number] = 0
    y: Number | Keyframes[Number] = 0
    scale: Positive | Keyframes[Positive] = 1
    rotation: Number | Keyframes[Number] = 0
    opacity: Fraction01 | Keyframes[Fraction01] = 1
    anchor: Anchor = Field(default_factory=lambda: [0.5, 0.5])
    fit: Fit = "contain"
    flip_h: Flag = False
    flip_v: Flag = False
    crop: Crop = Field(default_factory=Crop)


class Audio(Shape):
    """How an item sounds: dB, pan from -1 (left) to 1, fades in frames."""

    volume_db: Decibels | Keyframes[Decibels] = 0
    muted: Flag = False
    pan: Scale11 = 0
    fade_in_frames: Frames = 0
    fade_out_frames: Frames = 0


class Fades(Shape):
    """The picture's fades from and to transparent, in frames."""

    in_frames: Frames = 0
    out_frames: Frames = 0


class SourceIn(Shape):
    """Where in the source an item begins: a frame at the source's own rate, or exactly, at a finer one."""

    frame: Annotated[int, Field(ge=0, le=10**12), NUMBER]
    fps: Ratio


class Grade(Shape):
    """Colour: every scale from -1 to 1 with 0 unchanged (black and white is saturation -1), exposure in stops."""

    exposure: Stops | Keyframes[Stops] = 0
    contrast: Scale11 | Keyframes[Scale11] = 0
    brightness: Scale11 | Keyframes[Scale11] = 0
    saturation: Scale11 | Keyframes[Scale11] = 0
    temperature: Scale11 | Keyframes[Scale11] = 0
    tint: Scale11 | Keyframes[Scale11] = 0
    highlights: Scale11 | Keyframes[Scale11] = 0
    shadows: Scale11 | Keyframes[Scale11] = 0
    gamma: Scale11 | Keyframes[Scale11] = 0
    lift: Scale11 | Keyframes[Scale11] = 0
    gain: Scale11 | Keyframes[Scale11] = 0
    vignette: Scale11 | Keyframes[Scale11] = 0
    lut_asset_id: Id | None = None


class Stroke(Shape):
    color: Colour
    width: Annotated[float, Field(ge=0, le=200, description="pixels"), NUMBER] = 4


class Background(Shape):
    color: Colour
    padding: Annotated[float, Field(ge=0, le=1000, description="pixels"), NUMBER] = 16
    radius: Annotated[float, Field(ge=0, le=1000, description="pixels"), NUMBER] = 0


class Shadow(Shape):
    color: Colour = "#000000"
    x: Number = 0
    y: Number = 4
    blur: Annotated[float, Field(ge=0, le=500, description="pixels"), NUMBER] = 8


class TextStyle(Shape):
    """How letters look; sizes in pixels."""

    font_family: Name = "Inter"
    font_size: Positive | Keyframes[Positive] = 96
    font_weight: Annotated[int, Field(ge=1, le=1000), NUMBER] = 700
    font_style: Literal["normal", "italic"] = "normal"
    color: Colour | Keyframes[Colour] = "#ffffff"
    alignment: Literal["left", "center", "right", "justify"] = "center"
    line_height: Positive = 1.2
    letter_spacing: Number | Keyframes[Number] = 0
    direction: Literal["auto", "ltr", "rtl"] = "auto"
    stroke: Stroke | None = None
    background: Background | None = None
    shadow: Shadow | None = None


class Word(Shape):
    t: Words
    start_ms: Milliseconds
    end_ms: Milliseconds


class Cue(Shape):
    """One caption: milliseconds from the item's start."""

    id: Id
    start_ms: Milliseconds
    end_ms: Milliseconds
    text: Words
    words: list[Word] | None = None
    speaker: Name | None = None
    style_id: Name | None = None


class Effect(Shape):
    id: Id
    kind: Name
    params: Metadata = Field(default_factory=dict)


class Mask(Shape):
    """A shape that shows only what is inside it: centre, width and height as shares of the item's picture."""

    shape: Literal["rectangle", "ellipse"] = "rectangle"
    x: Fraction01 = 0.5
    y: Fraction01 = 0.5
    width: Fraction01 = 1
    height: Fraction01 = 1
    radius: Annotated[float, Field(ge=0, le=10_000, description="pixels"), NUMBER] = 0
    feather: Annotated[float, Field(ge=0, le=1000, description="pixels"), NUMBER] = 0
    invert: Flag = False


class ChromaKey(Shape):
    color: Colour
    threshold: Fraction01 = 0.3
    softness: Fraction01 = 0.1


class Span(Shape):
    """The frames from `from` up to, but not with, `to`."""

    from_: Frames
    to: Frames

    @model_validator(mode="before")
    @classmethod
    def _pair(cls, value: Any) -> Any:
        return {"from": value[0], "to": value[1]} if isinstance(value, list) and len(value) == 2 else value


class Place(Shape):
    """Pixels from the canvas centre, y down."""

    x: Number = 0
    y: Number = 0
