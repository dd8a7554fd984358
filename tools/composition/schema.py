"""The JSON Schema (2020-12) of a command's parameters, small enough for a person or a model to read."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

# One definition stands for keyframe tracks of every kind of value; the engine checks the values by property.
KEYFRAMES = {
    "description": "A value that changes over the item's time; f counts frames from its start.",
    "type": "object",
    "required": ["kf"],
    "additionalProperties": False,
    "properties": {"kf": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Key"}}},
}
KEY = {
    "description": "One keyframe; e is the easing towards the next.",
    "type": "object",
    "required": ["f", "v", "e"],
    "additionalProperties": False,
    "properties": {
        "f": {"type": "integer"},
        "v": {"type": ["number", "string"]},
        "e": {
            "anyOf": [
                {"enum": ["linear", "hold", "ease-in", "ease-out", "ease-in-out"]},
                {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4},
            ],
        },
    },
}


def schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a parameters model, without titles and with one definition for all keyframe tracks."""
    schema: dict[str, Any] = _tidied(model.model_json_schema(by_alias=True))
    schema.pop("description", None)
    schema["properties"] = {name: _optional(one) for name, one in schema["properties"].items()}
    defs = {name: one for name, one in schema.pop("$defs", {}).items() if not name.startswith(("Key_", "Keyframes_"))}
    if "#/$defs/Keyframes" in str((schema, defs)):
        defs |= {"Keyframes": KEYFRAMES, "Key": KEY}
    return schema | ({"$defs": defs} if defs else {})


def _optional(parameter: dict[str, Any]) -> dict[str, Any]:
    """A parameter that may be left out is described by what it may be when it is not."""
    if parameter.get("default", ...) is not None:
        return parameter
    arms = [arm for arm in parameter.pop("anyOf") if arm != {"type": "null"}]
    del parameter["default"]
    return {**arms[0], **parameter} if len(arms) == 1 else {"anyOf": arms, **parameter}


def _tidied(value: Any) -> Any:
    if isinstance(value, list):
        return [_tidied(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    if str(value.get("$ref", "")).startswith("#/$defs/Keyframes_"):
        return {"$ref": "#/$defs/Keyframes"}
    # A title that is a string is pydantic's echo of a name; a property that is called title is an object.
    return {name: _tidied(inner) for name, inner in value.items() if name != "title" or not isinstance(inner, str)}
