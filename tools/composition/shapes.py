"""What each record of a document may hold, as pydantic models: the shape of the document and of commands' arguments."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, model_validator

from .values import (
    NUMBER,
    Colour,
    Decibels,
    Flag,
    Fps,
    Fraction01,
    Frame,
    Frames,
    Id,
    Keyframes,
    Length,
    Milliseconds,
    Name,
    Number,
    Positive,
    Ratio,
    Scale11,
    Shape,
    Size,
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


class Item(Shape):
    """What every item has. All times are frames of the composition."""

    id: Id
    track_id: Id
    type: str
    name: Name
    enabled: Flag = True
    from_: Frame
    duration_in_frames: Length
    group_id: Id | None = None
    metadata: Metadata | None = None


class Visual(Item):
    transform: Transform
    blend: BlendMode = "normal"
    fades: Fades | None = None
    grade: Grade | None = None
    effects: list[Effect] | None = None
    mask: Mask | None = None


class Sourced(Item):
    """An item that shows or plays an asset; rate is its speed, [2, 1] being twice as fast."""

    asset_id: Id
    source_in: SourceIn
    rate: Ratio
    reverse: Flag = False
    loop: Flag = False
    freeze: Annotated[Flag, Field(description="one frame of the source, held")] = False
    keep_pitch: Flag = True


class VideoItem(Visual, Sourced):
    type: Literal["video"]
    audio: Audio
    chroma_key: ChromaKey | None = None


class AudioItem(Sourced):
    type: Literal["audio"]
    audio: Audio
    effects: list[Effect] | None = None


class ImageItem(Visual, Sourced):
    type: Literal["image", "gif"]
    chroma_key: ChromaKey | None = None


class TextItem(Visual):
    type: Literal["text"]
    text: Words
    style: TextStyle


class CaptionsItem(Visual):
    type: Literal["captions"]
    cues: list[Cue]
    style: TextStyle


class SolidItem(Visual):
    type: Literal["solid"]
    color: Colour | Keyframes[Colour]


class ItemPatch(Shape):
    """Changes to an item; which fields it has depends on its type, and null takes an optional one away."""

    name: Name | None = None
    enabled: Flag | None = None
    from_: Frame | None = None
    duration_in_frames: Length | None = None
    asset_id: Id | None = None
    source_in: SourceIn | None = None
    rate: Ratio | None = None
    reverse: Flag | None = None
    loop: Flag | None = None
    freeze: Flag | None = None
    keep_pitch: Flag | None = None
    transform: Transform | None = None
    audio: Audio | None = None
    fades: Fades | None = None
    blend: BlendMode | None = None
    grade: Grade | None = None
    effects: list[Effect] | None = None
    mask: Mask | None = None
    chroma_key: ChromaKey | None = None
    text: Words | None = None
    style: TextStyle | None = None
    cues: list[Cue] | None = None
    color: Colour | Keyframes[Colour] | None = None
    group_id: Id | None = None
    metadata: Metadata | None = None


class NewItem(ItemPatch):
    """An item to be made: its type, and whatever should differ from the defaults."""

    type: Literal["video", "audio", "image", "gif", "text", "captions", "solid"]
    id: Id | None = None


ITEM_SHAPES: dict[str, type[Item]] = {
    "video": VideoItem,
    "audio": AudioItem,
    "image": ImageItem,
    "gif": ImageItem,
    "text": TextItem,
    "captions": CaptionsItem,
    "solid": SolidItem,
}


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


class Transition(Shape):
    """Two neighbours blended without changing any length, fed by their handles."""

    id: Id
    left_id: Id
    right_id: Id
    kind: Name
    duration_in_frames: Length
    alignment: Literal["center", "start", "end"]


class Track(Shape):
    """Index 0 is the bottom of the picture."""

    id: Id
    kind: Literal["video", "audio"]
    name: Name
    muted: Flag
    hidden: Flag
    locked: Flag
    volume_db: Decibels
    items: list[Id]
    transitions: list[Transition]


class AssetPatch(Shape):
    """Changes to an asset. Durations in seconds, sizes in pixels as displayed; null takes an optional field away."""

    model_config = ConfigDict(extra="allow")

    name: Name | None = None
    has_video: Flag | None = None
    has_audio: Flag | None = None
    has_alpha: Flag | None = None
    duration_seconds: Annotated[float, Field(gt=0, allow_inf_nan=False), NUMBER] | None = None
    width: Annotated[int, Field(ge=1), NUMBER] | None = None
    height: Annotated[int, Field(ge=1), NUMBER] | None = None
    fps: Fps | None = None
    metadata: Metadata | None = None


class NewAsset(AssetPatch):
    """An asset to be added; without durationSeconds its length is unknown and unbounded."""

    kind: Literal["video", "audio", "image", "gif", "lut"]
    name: Name
    id: Id | None = None


class Asset(NewAsset):
    """A piece of media."""

    id: Id


class Marker(Shape):
    id: Id
    at_frame: Frame
    duration_in_frames: Frames = 0
    name: Words = ""
    color: Words = ""
    comment: Words = ""


class MasterAudio(Shape):
    volume_db: Decibels = 0
    muted: Flag = False
    fade_in_frames: Frames = 0
    fade_out_frames: Frames = 0


class Head(Shape):
    """The composition's own fields."""

    id: Id
    name: Name
    fps: Fps
    width: Size
    height: Size
    background: Colour
    audio_rate: Annotated[int, Field(ge=8000, le=192_000), NUMBER] = 48_000
    start_frame: Frames = 0
    drop_frame: Flag = False
    master_audio: MasterAudio
    grade: Grade | None = None
    metadata: Metadata = Field(default_factory=dict)
