"""The values that documents and commands are written in: frames, decibels, colours, keyframe tracks and the like."""

from __future__ import annotations

import difflib
import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Generic, Literal, TypeVar

from PIL import ImageColor
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, GetCoreSchemaHandler, Strict
from pydantic_core import CoreSchema

T = TypeVar("T")

# How many objects and lists may lie within one another.
DEEPEST = 64
_PLAIN = (float, int, bool, type(None))


def camel(name: str) -> str:
    """from_ -> from, duration_in_frames -> durationInFrames."""
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(part.capitalize() for part in rest)


def unsound(value: Any) -> str | None:
    """Why a value is not plain JSON that can be kept, as the end of a sentence; None when it is."""
    texts: set[Any] = set()
    level = [value]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for one in level:
            kind = type(one)
            if kind is dict:
                texts.update(one)
                below += one.values()
            elif kind is list:
                below += one
            elif kind is str:
                texts.add(one)
            elif kind is float and not math.isfinite(one):
                return "holds a number that is not finite"
            elif kind not in _PLAIN:
                return "holds what JSON cannot say"
        level = below
    if level:
        return "is nested too deep"
    return None if all(map(_storable, texts)) else "holds text with a NUL or half a character"


def _storable(text: Any) -> bool:
    if not isinstance(text, str):
        return False
    if text.isascii():
        return "\0" not in text
    return not any(character == "\0" or "\ud800" <= character <= "\udfff" for character in text)


def _number(value: Any) -> Any:
    if type(value) not in (int, float):  # a bool is an int to isinstance
        raise ValueError("must be a number")
    return value


def colour(value: Any) -> Any:
    """#rgb, #rrggbb, #rrggbbaa or a CSS name, as lower-case #rrggbb or #rrggbbaa; raises ValueError."""
    text = str(value).strip().lower()
    text = _named(text)
    if re.fullmatch(r"#[0-9a-f]{3,4}", text):
        text = "#" + "".join(digit * 2 for digit in text[1:])
    if isinstance(value, str) and re.fullmatch(r"#[0-9a-f]{6}([0-9a-f]{2})?", text):
        return text
    near = difflib.get_close_matches(text, ImageColor.colormap, n=1)
    raise ValueError(f"{value!r} is not a colour" + (f"; did you mean {near[0]!r}?" if near else ""))


def _named(text: str) -> str:
    """The colour of a CSS name, anything else as it is. Pillow keeps a name as numbers once it has looked it up."""
    known = ImageColor.colormap.get(text, text)
    return known if isinstance(known, str) else "#{:02x}{:02x}{:02x}".format(*known[:3])


def _fps(value: Any) -> Any:
    """25, 29.97 or [30000, 1001] as [numerator, denominator]; the NTSC rates become exact."""
    if isinstance(value, list):
        return value
    rate = float(_number(value))
    for exact in (24, 30, 48, 60, 120):
        if abs(rate - exact * 1000 / 1001) < 0.006 and rate != exact:
            return [exact * 1000, 1001]
    if not math.isfinite(rate):
        raise ValueError("must be a finite number")
    return list(Fraction(rate).limit_denominator(1000).as_integer_ratio())


def _sane(fps: list[int]) -> list[int]:
    if not 1 <= fps[0] / fps[1] <= 240:
        raise ValueError("must be from 1 to 240 frames per second")
    return fps


NUMBER = BeforeValidator(_number)

Id = Annotated[str, Field(min_length=1, max_length=128, pattern=r"^[A-Za-z0-9_.:@-]+$")]
ItemId = Annotated[Id, Field(description="an item's id")]
ItemIds = Annotated[list[Id], Field(min_length=1, max_length=20_000, description="items' ids: all or nothing")]
TrackId = Annotated[Id, Field(description="a track's id")]
TrackIds = Annotated[list[Id], Field(min_length=1, description="tracks' ids; absent: every track")]
Name = Annotated[str, Field(min_length=1, max_length=500)]
Words = Annotated[str, Field(max_length=65_536)]
Flag = Annotated[bool, Strict()]
Number = Annotated[float, Field(allow_inf_nan=False), NUMBER]
Frame = Annotated[int, Field(ge=0, le=100_000_000, description="a frame of the composition, from 0"), NUMBER]
Frames = Annotated[int, Field(ge=0, le=100_000_000, description="frames"), NUMBER]
Length = Annotated[int, Field(ge=1, le=100_000_000, description="frames, at least 1"), NUMBER]
Delta = Annotated[int, Field(ge=-100_000_000, le=100_000_000, description="frames; negative is earlier"), NUMBER]
Milliseconds = Annotated[int, Field(ge=0, description="milliseconds from the item's start"), NUMBER]
Decibels = Annotated[float, Field(ge=-96, le=24, allow_inf_nan=False, description="dB; 0 is unchanged"), NUMBER]
Fraction01 = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False, description="0 to 1"), NUMBER]
Scale11 = Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False, description="-1 to 1; 0 is unchanged"), NUMBER]
Stops = Annotated[float, Field(ge=-4, le=4, allow_inf_nan=False, description="stops; 0 is unchanged"), NUMBER]
Positive = Annotated[float, Field(gt=0, le=10_000, allow_inf_nan=False), NUMBER]
Size = Annotated[int, Field(ge=16, le=7680, multiple_of=2, description="pixels, even, 16 to 7680"), NUMBER]
Colour = Annotated[str, Field(description="#rgb, #rrggbb, #rrggbbaa or a CSS colour name"), BeforeValidator(colour)]
PositiveInt = Annotated[int, Field(ge=1, le=1_000_000), NUMBER]
Ratio = Annotated[list[PositiveInt], Field(min_length=2, max_length=2, description="[numerator, denominator]")]
Fps = Annotated[
    Ratio,
    Field(description="frames per second: a number, or exact as [numerator, denominator]"),
    BeforeValidator(_fps, json_schema_input_type=Positive | Ratio),
    AfterValidator(_sane),
]
Easing = (
    Literal["linear", "hold", "ease-in", "ease-out", "ease-in-out"]
    | Annotated[
        list[Number], Field(min_length=4, max_length=4, description="a cubic Bézier as [x1, y1, x2, y2], x from 0 to 1")
    ]
)
Json = Annotated[Any, Field(description="any JSON value")]


# pydantic's words, as patterns, and ours for the same.
_WORDS = (
    (r"Value error, | after validation", ""),
    (r"(Input|List|String) should", "must"),
    (r"Field required", "must be there"),
    (r"a valid dictionary or instance of \w+", "an object"),
)


def worded(message: str) -> str:
    """A message of pydantic's as the end of a sentence that begins with the argument's name."""
    for theirs, ours in _WORDS:
        message = re.sub(theirs, ours, message)
    return message


class Shape(BaseModel):
    """A JSON object whose names are the camelCase of its fields, and which has no others."""

    model_config = ConfigDict(
        extra="forbid", alias_generator=camel, validate_by_name=False, validate_by_alias=True, allow_inf_nan=False
    )


class Key(Shape, Generic[T]):
    """One keyframe: f in frames from the item's start, its value, and the easing towards the next keyframe."""

    f: Annotated[int, NUMBER]
    v: T
    e: Easing


class Keyframes(Shape, Generic[T]):
    """A value that changes over the item's time, in place of a plain number: {"kf": [{"f", "v", "e"}]}."""

    kf: Annotated[list[Key[T]], Field(min_length=1, max_length=10_000)]


def plain(value: Any) -> Any:
    """A validated value as plain JSON again: only the fields that were given, whole floats as integers."""
    if isinstance(value, BaseModel):
        return plain(value.model_dump(by_alias=True, exclude_unset=True))
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


@dataclass(frozen=True, slots=True)
class Like:
    """Marks a plain dict that must have a shape: Annotated[dict[str, Any], Like(Keyframe)]."""

    shape: type[Shape]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler.generate_schema(self.shape)
