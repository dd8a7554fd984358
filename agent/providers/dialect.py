"""A tool's JSON Schema (2020-12) in the words each vendor takes; what its words cannot say goes into the description."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from tools.registry.registry import wire_name

from .base import ToolSchema

Schema = dict[str, Any]

ANY: Schema = {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "boolean"}]}
NULL: Schema = {"type": "null"}
BOUNDS = {
    "string": ("minLength", "maxLength", "pattern"),
    "integer": ("minimum", "maximum"),
    "number": ("minimum", "maximum"),
    "array": ("minItems", "maxItems"),
    "object": ("minProperties", "maxProperties"),
}
SAID = {
    "format": "format {}",
    "default": "default {}",
    "exclusiveMinimum": "greater than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
}
TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", dict: "object", list: "array"}


def by_wire_name(tools: Iterable[ToolSchema]) -> dict[str, ToolSchema]:
    """The tools under the names that a wire can carry; raises `ValueError` where two would share one."""
    found: dict[str, ToolSchema] = {}
    for tool in tools:
        if (other := found.setdefault(wire_name(tool.name), tool)).name != tool.name:
            raise ValueError(f"{tool.name} and {other.name} would be one name on a provider's wire")
    return found


def plain_object(schema: Schema) -> Schema:
    """The schema as OpenAI and Anthropic take it: an object at its root with `properties`, and no choice up there.

    Alternatives at the root become one object that requires what every alternative requires, and says the rest.
    """
    root = {key: value for key, value in schema.items() if key not in ("$schema", "$id", "anyOf", "oneOf", "allOf")}
    parts = [_resolved(part, schema, ())[0] for part in schema.get("allOf", ())]
    choices = [_resolved(part, schema, ())[0] for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ()))]
    properties: Schema = {}
    for part in (*choices, *parts, root):
        properties |= part.get("properties", {})
    needed = {name for part in (root, *parts) for name in part.get("required", ())}
    needs = [set(choice.get("required", ())) for choice in choices]
    if needs:
        needed |= set.intersection(*needs)
        ways = [" and ".join(name for name in properties if name in way - needed) for way in needs]
        if all(ways):
            root["description"] = f"{root.get('description', '')} Needs either {' or '.join(ways)}.".strip()
    required = [name for name in properties if name in needed]
    return {**root, "type": "object", "properties": properties, "required": required}


def for_gemini(schema: Schema) -> Schema | None:
    """The subset of OpenAPI 3.0 that a function declaration takes; None for a tool without parameters.

    References are written out (a recursive one becomes a free object); a choice holds nothing beside its alternatives;
    only strings keep an `enum`; an object never has empty `properties`. What comes back is shared: it is not to be changed.
    """
    return _for_gemini(json.dumps(schema))


@lru_cache(maxsize=512)
def _for_gemini(written: str) -> Schema | None:
    root = plain_object(json.loads(written))
    return _gemini(root, root, ()) if root["properties"] else None


def _gemini(schema: Any, root: Schema, seen: tuple[str, ...]) -> Schema:
    schema, seen = _resolved(schema, root, seen)
    schema = _flat(schema, root, seen)
    options = _options(schema)
    nullable = NULL in options
    options = [option for option in options if option != NULL] or ([ANY] if options else [])
    made = [_gemini(option, root, seen) for option in options] if options else [_single(schema, root, seen)]
    made = _distinct(part for option in made for part in option.get("anyOf", [option]))
    if nullable:
        made = [{**option, "nullable": True} for option in made]
    if options:
        made[0] = _described(made[0], schema)
    return made[0] if len(made) == 1 else {"anyOf": made}


def _resolved(schema: Any, root: Schema, seen: tuple[str, ...]) -> tuple[Schema, tuple[str, ...]]:
    """The schema with the reference at its head written out, and the references that led here."""
    schema = schema if isinstance(schema, dict) else {}
    while isinstance(ref := schema.get("$ref"), str):
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        if ref in seen:
            return {"type": "object", **beside}, seen
        seen = (*seen, ref)
        schema = {**_at(ref, root), **beside}
    return schema, seen


def _at(ref: str, root: Schema) -> Schema:
    place: Any = root
    for part in ref.removeprefix("#").strip("/").split("/") if ref != "#" else ():
        key = part.replace("~1", "/").replace("~0", "~")
        place = place.get(key, {}) if isinstance(place, dict) else {}
    return place if isinstance(place, dict) else {}


def _flat(schema: Schema, root: Schema, seen: tuple[str, ...]) -> Schema:
    """`allOf` laid over one another."""
    parts = [_flat(_resolved(part, root, seen)[0], root, seen) for part in schema.get("allOf", ())]
    if not parts:
        return schema
    flat: Schema = {}
    for part in (*parts, {key: value for key, value in schema.items() if key != "allOf"}):
        properties = {**flat.get("properties", {}), **part.get("properties", {})}
        required = [*flat.get("required", ()), *part.get("required", ())]
        flat = {**flat, **part, **({"properties": properties, "required": required} if properties else {})}
    return flat


def _options(schema: Schema) -> list[Schema]:
    """What a choice is between; none where the schema is one thing."""
    options = list(schema.get("anyOf") or schema.get("oneOf") or ())
    if options and "properties" not in schema:
        return options
    kinds = schema.get("type")
    if isinstance(kinds, list):
        bare = {key: value for key, value in schema.items() if key not in ("type", "description")}
        return [NULL if kind == "null" else {**bare, "type": kind} for kind in kinds]
    return []


def _single(schema: Schema, root: Schema, seen: tuple[str, ...]) -> Schema:
    kind = _type_of(schema)
    if kind is None:
        return _described(ANY, schema)
    made: Schema = {"type": kind} | {key: schema[key] for key in BOUNDS.get(kind, ()) if key in schema}
    if kind == "integer" and isinstance(least := schema.get("exclusiveMinimum"), int):
        made["minimum"] = least + 1
    if kind == "string" and (words := [value for value in _values(schema) if isinstance(value, str) and value]):
        made["enum"] = words
    if kind == "array":
        made["items"] = _items(schema, root, seen)
    if kind == "object" and schema.get("properties"):
        made["properties"] = {name: _gemini(part, root, seen) for name, part in schema["properties"].items()}
        if required := [name for name in dict.fromkeys(schema.get("required", ())) if name in made["properties"]]:
            made["required"] = required
    return _described(made, schema)


def _items(schema: Schema, root: Schema, seen: tuple[str, ...]) -> Schema:
    if places := schema.get("prefixItems"):
        return _gemini({"anyOf": places}, root, seen)
    return _gemini(schema.get("items", {}), root, seen)


def _type_of(schema: Schema) -> str | None:
    if isinstance(kind := schema.get("type"), str):
        return kind
    if "properties" in schema or "additionalProperties" in schema:
        return "object"
    if "items" in schema or "prefixItems" in schema:
        return "array"
    kinds = {TYPES.get(type(value), "string") for value in _values(schema)}
    return kinds.pop() if len(kinds) == 1 else ("string" if kinds else None)


def _values(schema: Schema) -> Sequence[Any]:
    return [schema["const"]] if "const" in schema else schema.get("enum", ())


def _described(made: Schema, schema: Schema) -> Schema:
    """With the description of the schema, and in it what its words could not carry."""
    notes = [said.format(_written(schema[key])) for key, said in SAID.items() if key in schema]
    if "minimum" in made and made["minimum"] != schema.get("minimum"):
        notes = [note for note in notes if not note.startswith("greater than")]
    values = _values(schema)
    if values and "enum" not in made and "anyOf" not in made:
        notes.insert(0, f"one of {', '.join(_written(value) for value in values)}")
    own = " ".join(dict.fromkeys(text for text in (schema.get("description"), made.get("description")) if text))
    text = f"{own} ({'; '.join(notes)})".strip() if notes else own
    if not text:
        return made
    if "anyOf" in made:
        first, *rest = made["anyOf"]
        return {"anyOf": [{**first, "description": text}, *rest]}
    return {**made, "description": text}


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _distinct(schemas: Iterable[Schema]) -> list[Schema]:
    return list({json.dumps(schema, sort_keys=True): schema for schema in schemas}.values())
