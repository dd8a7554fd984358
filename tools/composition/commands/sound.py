"""Commands on how items sound and fade, and on the effects that they carry."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from ..draft import Draft
from ..effects import EFFECTS, EffectKind
from ..errors import EffectNotFound, InvalidParameters, OutOfRange, WrongItemType
from ..model import Record
from ..properties import PARTS, having
from ..signature import command
from ..values import Decibels, Flag, Frames, Id, ItemId, ItemIds, Scale11, plain
from .look import given

EffectParams = Annotated[dict[str, Any], Field(description="what the effect takes; the rest keeps its default")]


@command(example={"ids": ["music"], "volumeDb": -12})
def set_volume(
    draft: Draft,
    ids: ItemIds,
    volume_db: Decibels | None = None,
    muted: Flag | None = None,
    pan: Annotated[Scale11 | None, Field(description="-1 is left, 1 is right")] = None,
) -> None:
    """Set how loud items are, mute or unmute them, or pan them."""
    changes = given(volumeDb=volume_db, muted=muted, pan=pan)
    for id in ids:
        having(draft, id, "audio")["audio"].update(changes)


@command(example={"ids": ["music"], "outFrames": 90, "target": "audio"})
def set_fades(
    draft: Draft,
    ids: ItemIds,
    in_frames: Annotated[Frames | None, Field(description="frames from the start; 0 takes the fade off")] = None,
    out_frames: Annotated[Frames | None, Field(description="frames to the end; 0 takes the fade off")] = None,
    target: Annotated[
        Literal["both", "visual", "audio"], Field(description="the picture, the sound, or whichever the item has")
    ] = "both",
) -> None:
    """Fade items in from nothing, and out to nothing."""
    changes = given(inFrames=in_frames, outFrames=out_frames)
    for id in ids:
        parts = {"visual": ["fades"], "audio": ["audio"]}.get(target) or _fading(draft.item(id))
        for part in parts:
            _fade(having(draft, id, part), part, changes)


def _fading(item: Record) -> list[str]:
    return [part for part in ("fades", "audio") if part in PARTS[item["type"]]]


_AUDIO = {"inFrames": "fadeInFrames", "outFrames": "fadeOutFrames"}


def _fade(item: Record, part: str, changes: Record) -> None:
    named = changes if part == "fades" else {_AUDIO[name]: frames for name, frames in changes.items()}
    if part == "fades" and "fades" not in item and not any(changes.values()):
        return
    fades = item[part] = {**item.get(part, {}), **named}
    names = _AUDIO.values() if part == "audio" else _AUDIO
    if (total := sum(fades.get(name, 0) for name in names)) > item["durationInFrames"]:
        raise OutOfRange(
            f"Fades of {total} frames do not fit into {item['name']!r}, which lasts {item['durationInFrames']}.",
            hint="Shorten the fades or lengthen the item.",
        )


# --- effects ----------------------------------------------------------------------------------------------------------


@command(example={"ids": ["clip-a"], "kind": "blur", "params": {"radius": 12}})
def add_effect(draft: Draft, ids: ItemIds, kind: EffectKind, params: EffectParams | None = None) -> Record:
    """Put an effect on items, on top of those that they have."""
    checked = _checked(kind, params or {})
    made = []
    for id in dict.fromkeys(ids):
        item = _able(draft, id, kind)
        effects = item.setdefault("effects", [])
        effects.append({"id": _new_id(draft, effects), "kind": kind, "params": {**checked}})
        made.append(effects[-1]["id"])
    return {"effectIds": made}


@command(example={"id": "clip-a", "effectId": "effect-1", "params": {"radius": 20}})
def update_effect(draft: Draft, id: ItemId, effect_id: Id, params: EffectParams) -> None:
    """Change what an effect takes; what is not given stays."""
    effect = _effect(having(draft, id, "effects"), effect_id)
    effect["params"] = _checked(effect["kind"], {**effect.get("params", {}), **params})


@command(example={"id": "clip-a", "effectId": "effect-1"})
def remove_effect(draft: Draft, id: ItemId, effect_id: Id) -> None:
    """Take an effect off an item."""
    item = having(draft, id, "effects")
    gone = _effect(item, effect_id)
    item["effects"].remove(gone)
    if not item["effects"]:
        del item["effects"]


def _able(draft: Draft, id: str, kind: str) -> Record:
    item, part = having(draft, id, "effects"), EFFECTS[kind].part
    if part not in PARTS[item["type"]]:
        works_on = "pictures" if part == "transform" else "sound"
        raise WrongItemType(f"{kind} works on {works_on}, which {item['name']!r} does not have.", id=id)
    return item


def _new_id(draft: Draft, effects: list[Record]) -> str:
    return draft.new_id("effect", {effect["id"] for effect in effects})


def _effect(item: Record, effect_id: str) -> Record:
    effects: list[Record] = item.get("effects", [])
    for effect in effects:
        if effect["id"] == effect_id:
            return effect
    raise EffectNotFound.named(effect_id, [effect["id"] for effect in effects])


def _checked(kind: str, params: Record) -> Record:
    """What an effect takes, validated; an effect of a kind that is not ours is left as it is."""
    if kind not in EFFECTS:
        return params
    shape = EFFECTS[kind].params
    try:
        checked: Record = plain(shape.model_validate(params))
        return checked
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        names = ", ".join(field.alias or name for name, field in shape.model_fields.items())
        path = ".".join(map(str, first["loc"]))
        raise InvalidParameters(
            f"params.{path} of {kind}: {first['msg']}.", hint=f"{kind} takes {names}.", argument=f"params.{path}"
        ) from None
