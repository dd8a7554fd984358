"""A tool's schema in each vendor's words: nothing that a vendor refuses is left, and nothing that a model should know is lost."""

import re

import pytest

from agent.providers.base import ToolSchema
from agent.providers.dialect import by_wire_name, for_gemini, plain_object
from tools.catalog import TOOLS

pytestmark = pytest.mark.spec("S-07")

GEMINI_KEYS = {
    "type", "description", "nullable", "enum", "minimum", "maximum", "minLength", "maxLength", "pattern", "minItems",
    "maxItems", "minProperties", "maxProperties", "required", "properties", "items", "anyOf",
}  # fmt: skip


def of(**schema):
    """A parameter's schema as Gemini gets it."""
    return for_gemini({"type": "object", "properties": {"p": schema}})["properties"]["p"]


def faults(schema, path="parameters"):
    """What Gemini would refuse of a schema, all the way down."""
    if unknown := set(schema) - GEMINI_KEYS:
        yield f"{path}: {unknown}"
    if "anyOf" in schema and len(schema) > 1:
        yield f"{path}: a choice with something beside it"
    if "anyOf" not in schema and not isinstance(schema.get("type"), str):
        yield f"{path}: no type"
    if "enum" in schema and (schema["type"] != "string" or not all(schema["enum"])):
        yield f"{path}: an enum of something else than strings"
    if schema.get("properties") == {} or set(schema.get("required", ())) - set(schema.get("properties", ())):
        yield f"{path}: properties"
    if schema.get("type") == "array" and not schema.get("items"):
        yield f"{path}: an array of nothing"
    for name, part in schema.get("properties", {}).items():
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,63}", name):
            yield f"{path}: a parameter named {name}"
        yield from faults(part, f"{path}.{name}")
    for part in (*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else ())):
        yield from faults(part, f"{path}[]")


@pytest.mark.parametrize("tool", list(TOOLS), ids=lambda tool: tool.name)
def test_every_tool_of_ours_fits_gemini(tool):
    schema = for_gemini(tool.input_schema)
    assert (schema is None) == (not tool.input_schema.get("properties"))
    assert list(faults(schema or {"type": "object"})) == []
    assert set((schema or {}).get("properties", {})) == set(tool.input_schema.get("properties", {}))


def test_a_parameter_keeps_its_type_under_properties():
    schema = for_gemini({"type": "object", "properties": {"assetId": {"type": "string"}}, "required": ["assetId"]})
    assert schema == {"type": "object", "properties": {"assetId": {"type": "string"}}, "required": ["assetId"]}


def test_a_tool_without_parameters_has_no_schema_at_all():
    assert for_gemini({"type": "object", "properties": {}, "additionalProperties": False}) is None


def test_a_reference_is_written_out_and_a_recursive_one_is_cut():
    schema = for_gemini(
        {
            "type": "object",
            "properties": {"tree": {"$ref": "#/$defs/Node"}},
            "$defs": {"Node": {"type": "object", "properties": {"left": {"$ref": "#/$defs/Node"}}}},
        }
    )
    assert schema["properties"]["tree"] == {"type": "object", "properties": {"left": {"type": "object"}}}


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ({"const": "auto"}, {"type": "string", "enum": ["auto"]}),
        ({"const": 5}, {"type": "integer", "description": "(one of 5)"}),
        ({"enum": ["", "a"], "type": "string"}, {"type": "string", "enum": ["a"]}),
        ({"enum": [1, 2], "type": "integer"}, {"type": "integer", "description": "(one of 1, 2)"}),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "string", "nullable": True}),
        ({"type": ["number", "null"]}, {"type": "number", "nullable": True}),
        ({"oneOf": [{"type": "string"}, {"type": "number"}]}, {"anyOf": [{"type": "string"}, {"type": "number"}]}),
        (
            {"anyOf": [{"type": "string"}, {"type": "number"}], "description": "a size"},
            {"anyOf": [{"type": "string", "description": "a size"}, {"type": "number"}]},
        ),
        (
            {"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, {"required": ["a"]}]},
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
        ),
        (
            {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}]},
            {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "number"}]}},
        ),
        ({"type": "string", "format": "date", "title": "Day"}, {"type": "string", "description": "(format date)"}),
        ({"type": "integer", "exclusiveMinimum": 0}, {"type": "integer", "minimum": 1}),
        ({"type": "number", "exclusiveMinimum": 0}, {"type": "number", "description": "(greater than 0)"}),
        ({"type": "integer", "default": 3, "description": "n"}, {"type": "integer", "description": "n (default 3)"}),
        ({"type": "object", "properties": {}, "additionalProperties": True}, {"type": "object"}),
        ({"type": "object", "patternProperties": {"^x": {}}}, {"type": "object"}),
        ({"type": "string", "examples": ["a"], "discriminator": {}}, {"type": "string"}),
    ],
)
def test_what_gemini_does_not_know_is_said_in_words_it_knows(given, made):
    assert of(**given) == made


def test_an_array_of_anything_says_of_what():
    assert of(type="array")["items"]["anyOf"]


@pytest.mark.parametrize("name", ["title", "default", "const", "$schema", "format"])
def test_a_parameter_that_is_named_like_a_keyword_stays(name):
    schema = for_gemini({"type": "object", "properties": {name: {"type": "string"}}, "required": [name]})
    assert (list(schema["properties"]), schema["required"]) == ([name], [name])


def test_an_object_may_have_no_choice_at_its_root():
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "oneOf": [
            {
                "type": "object",
                "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
                "required": ["a", "b"],
            },
            {"$ref": "#/$defs/C"},
        ],
        "$defs": {"C": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}},
    }
    made = plain_object(schema)
    assert not {"$schema", "oneOf"} & set(made)
    assert (made["type"], set(made["properties"]), made["required"]) == ("object", {"a", "b"}, ["a"])


def test_an_object_says_that_it_has_no_properties():
    assert plain_object({"type": "object"}) == {"type": "object", "properties": {}, "required": []}


@pytest.mark.parametrize("tool", list(TOOLS), ids=lambda tool: tool.name)
def test_what_needs_no_other_words_is_left_as_it_is(tool):
    plain = {key: value for key, value in tool.input_schema.items() if key not in ("$schema", "oneOf")}
    made = plain_object(tool.input_schema)
    if "oneOf" in tool.input_schema:
        assert made.pop("description") == "Needs either id or ids."
    assert made == {"required": [], **plain}


def test_the_names_on_the_wire_lead_back_to_the_tools():
    tools = [ToolSchema(name, "", {}) for name in ("generate.image", "query")]
    found = by_wire_name(tools)
    assert {name: tool.name for name, tool in found.items()} == {"generate_image": "generate.image", "query": "query"}


def test_two_tools_that_would_share_a_name_on_the_wire_are_refused():
    with pytest.raises(ValueError, match="one name"):
        by_wire_name([ToolSchema(name, "", {}) for name in ("a.b", "a_b")])
