"""What each record of a document may hold, as pydantic models: the shape of the document and of commands' arguments."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from .parts import (
    Audio,
    BlendMode,
    ChromaKey,
    Cue,
    Effect,
    Fades,
    Grade,
    Mask,
    Metadata,
    SourceIn,
    TextStyle,
    Transform,
)
from .values import (
    NUMBER,
    Colour,
    Decibels,
    Flag,
    Fps,
    Frame,
    Frames,
    Id,
    Keyframes,
    Length,
    Name,
    Ratio,
    Shape,
    Size,
    Words,
)


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
