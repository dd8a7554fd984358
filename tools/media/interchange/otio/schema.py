"""The objects of an OpenTimelineIO file, as far as they are read: any version of a schema whose fields are these."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError

from ..rates import exact_rate, seconds
from ..refusals import Unreadable

OWN = "greenlight"
"""Our namespace in an object's metadata."""

FINEST = 1_000_000
"""Times may count in anything up to this a second, samples of sound for example."""

Name = Annotated[str | None, Field(max_length=65_536)]
Metadata = dict[str, Any]


class Object(BaseModel):
    model_config = ConfigDict(extra="ignore", allow_inf_nan=False)

    otio_schema: Annotated[str, Field(alias="OTIO_SCHEMA")] = ""
    name: Name = ""
    metadata: Metadata | None = None

    @property
    def own(self) -> Metadata:
        """What we wrote into it ourselves."""
        own = (self.metadata or {}).get(OWN)
        return own if isinstance(own, dict) else {}


class RationalTime(BaseModel):
    model_config = ConfigDict(extra="ignore", allow_inf_nan=False)

    value: float
    rate: float

    def seconds(self, where: str) -> Fraction:
        """Exact: a time between two frames is taken to the millionth of a frame."""
        rate = exact_rate(self.rate, f"The rate of {where}", FINEST)
        return seconds(Fraction(self.value).limit_denominator(FINEST) / rate, where)


class TimeRange(BaseModel):
    start_time: RationalTime | None = None
    duration: RationalTime | None = None


class Effect(Object):
    effect_name: Name = ""
    time_scalar: float | None = None


class Marker(Object):
    marked_range: TimeRange = TimeRange()
    color: Any = None
    comment: Name = ""


class Media(Object):
    target_url: Annotated[str, Field(max_length=65_536)] = ""
    available_range: TimeRange | None = None
    generator_kind: Name = ""
    parameters: Metadata | None = None

    @property
    def generates(self) -> bool:
        return self.otio_schema.startswith("GeneratorReference.")


class Item(Object):
    source_range: TimeRange | None = None
    effects: list[Effect] | None = None
    markers: list[Marker] | None = None
    enabled: bool = True


class Gap(Item):
    pass


class Clip(Item):
    media_reference: Media | None = None
    media_references: dict[str, Media] | None = None
    active_media_reference_key: str = "DEFAULT_MEDIA"

    @property
    def media(self) -> Media | None:
        return (self.media_references or {}).get(self.active_media_reference_key) or self.media_reference


class Transition(Object):
    in_offset: RationalTime
    out_offset: RationalTime
    transition_type: Name = ""


class Nest(Item):
    children: list[Child] = []


class Track(Nest):
    kind: Literal["Video", "Audio"] | str = "Video"


class Stack(Nest):
    pass


def _schema(value: Any) -> str:
    name = str(value.get("OTIO_SCHEMA", "")).partition(".")[0] if isinstance(value, dict) else ""
    return "Track" if name == "Sequence" else name  # its name in the first version


Child = Annotated[
    Annotated[Clip, Tag("Clip")]
    | Annotated[Gap, Tag("Gap")]
    | Annotated[Transition, Tag("Transition")]
    | Annotated[Track, Tag("Track")]
    | Annotated[Stack, Tag("Stack")],
    Discriminator(_schema),
]


class Timeline(Object):
    global_start_time: RationalTime | None = None
    tracks: Stack


Nest.model_rebuild()
Track.model_rebuild()
Stack.model_rebuild()
Timeline.model_rebuild()


def timeline_in(document: Any) -> Timeline:
    """The timeline of a file, or the first of a collection; raises Unreadable naming the field."""
    if _schema(document) == "SerializableCollection":
        inside = document.get("children")
        document = next((one for one in inside or () if _schema(one) == "Timeline"), None)
    if _schema(document) != "Timeline":
        raise Unreadable("There is no OpenTimelineIO timeline in it (an object whose OTIO_SCHEMA is Timeline.1).")
    try:
        return Timeline.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(step) for step in first["loc"])
        raise Unreadable(f"{place[:200]}: {first['msg']}.") from None
