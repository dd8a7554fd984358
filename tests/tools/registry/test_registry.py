"""The registry: what it takes, what it refuses, and that it is the engine's own description and nothing beside it."""

import re

import pytest
from pydantic import ValidationError

from runs.plan.price import price_of
from tools.catalog import TOOLS
from tools.composition import describe
from tools.registry.arguments import faults
from tools.registry.descriptors import ApiTool, BrowserTool, CostRange, Price
from tools.registry.registry import NameTaken, Registry, ToolNotFound, wire_name


def tool(name: str, **changes) -> ApiTool:
    facts = {"description": "x", "input_schema": {}, "tool_class": "read", "phase": "read", "route": "/x", "cli": "x"}
    return ApiTool(name=name, **(facts | changes))


@pytest.mark.spec("S-05")
def test_a_tool_is_registered_found_and_listed():
    registry = Registry()
    assert not registry.has("echo")

    registry.register(tool("echo"))

    assert registry.has("echo")
    assert registry.get("echo").name == "echo"
    assert [entry.name for entry in registry.get_all()] == ["echo"]
    assert registry.schemas() == [{"name": "echo", "description": "x", "parameters": {}}]


@pytest.mark.spec("S-05")
def test_transcription_is_registered_and_the_echo_is_not():
    assert TOOLS.has("transcribe_video")
    assert not TOOLS.has("echo_context")


@pytest.mark.spec("D-3")
def test_two_names_that_would_be_one_on_the_wire_collide():
    registry = Registry([tool("generate.image")])

    with pytest.raises(NameTaken):
        registry.register(tool("generate_image"))
    with pytest.raises(NameTaken):
        registry.register(tool("generate.image"))

    assert registry.get("generate_image").name == "generate.image"


@pytest.mark.spec("D-3")
@pytest.mark.parametrize("name", ["", "9lives", "a-b", "a..b", ".a", "a b", "a" * 65, "ä"])
def test_a_name_that_no_provider_takes_is_no_tool_name(name):
    with pytest.raises(ValidationError):
        tool(name)


def test_an_unknown_tool_is_refused_with_what_is_near():
    with pytest.raises(ToolNotFound, match="Did you mean deleteItems") as refusal:
        TOOLS.get("deleteItem")
    assert refusal.value.code == "TOOL_NOT_FOUND"


@pytest.mark.spec("K-03")
def test_classes_and_an_unknown_tool_counts_as_a_mutation():
    classes = {name: TOOLS.class_of(name) for name in ("query", "deleteItems", "generate.image", "nonsense")}
    assert classes == {"query": "read", "deleteItems": "mutate", "generate.image": "generate", "nonsense": "mutate"}
    assert not TOOLS.get("generate.image").reversible
    assert TOOLS.get("deleteItems").reversible


@pytest.mark.spec("K-03", "K-17")
@pytest.mark.parametrize(
    "trait", [{"price": Price(credits=2)}, {"meter_reason": "usage:x"}, {"destructive": True}, {"external": True}]
)
def test_what_spends_takes_away_or_leaves_is_no_read(trait):
    with pytest.raises(ValidationError, match="no read"):
        tool("listen", **trait)
    assert tool("listen", tool_class="generate", **trait)
    assert TOOLS.class_of("transcribe_video") == "generate"


@pytest.mark.spec("K-10", "E-06")
def test_the_registry_is_the_engines_own_description():
    commands = describe()["commands"]
    registered = {entry.name: entry for entry in TOOLS if entry.phase == "apply"}

    assert registered.keys() == commands.keys()
    for name, command in commands.items():
        assert registered[name].input_schema == command["parameters"]
        assert registered[name].tool_class == "mutate"
        assert registered[name].destructive == command["destructive"]
        assert registered[name].gated == command["gated"]
        assert price_of(name, command["example"], TOOLS) == CostRange()


@pytest.mark.spec("K-10")
def test_what_takes_away_or_brings_in_is_gated():
    gated = {entry.name for entry in TOOLS if entry.phase == "apply" and entry.gated}
    assert {"deleteItems", "cutItems", "deleteTrack", "removeRangesFromItem", "addAsset"} <= gated


@pytest.mark.spec("K-10")
def test_every_engine_command_takes_its_own_example():
    for name, command in describe()["commands"].items():
        assert faults(command["parameters"], command["example"]) == [], name


@pytest.mark.spec("K-10")
def test_every_tool_has_a_name_a_provider_takes_and_a_meter_where_it_spends():
    wire = [wire_name(entry.name) for entry in TOOLS]

    assert len(set(wire)) == len(wire)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name) for name in wire)
    for entry in TOOLS:
        assert bool(entry.meter_reason) == bool(entry.price.credits) or entry.name in ("director", "recipe"), entry.name
    assert {d["name"]: d["tool"] for d in TOOLS.functions()}["generate_image"] == "generate.image"


@pytest.mark.spec("B-01")
def test_a_tool_is_of_the_api_or_of_the_browser_and_never_a_mix():
    with pytest.raises(ValidationError):
        BrowserTool(name="seek", description="x", input_schema={}, route="/x")
    with pytest.raises(ValidationError):
        BrowserTool(name="seek", description="x", input_schema={}, view_state_only=False)
    with pytest.raises(ValidationError):
        tool("seek", view_state_only=True)


@pytest.mark.spec("K-04")
def test_a_price_with_an_open_count_is_a_range_and_a_count_settles_it():
    shots = Price(credits=40, per="shots", low=1, expected=4, high=8)

    assert shots.of({}) == CostRange(low=40, expected=160, high=320, uncertain=True)
    assert shots.of({"shots": 2}) == CostRange(low=80, expected=80, high=80)
    assert shots.of({"shots": True}).uncertain
    assert shots.of({"shots": -3}).uncertain


@pytest.mark.spec("S-09")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"a": 1}, []),
        ({}, ["“a” is missing."]),
        ({"a": "1"}, ['“a”: "1" is not of type "integer".']),
        ({"a": 1, "b": 3}, ['“b”: 3 is not of type "string".']),
        ({"a": 0}, ["“a”: 0 is less than the minimum of 1."]),
        ({"a": 1, "c": "q"}, ['“c”: "q" is not one of "x" or "y".']),
        ({"a": 1, "colour": 1}, ["“colour” is no argument of this tool. Did you mean “color”?"]),
        ({"a": 1, "zzz": 1}, ["“zzz” is no argument of this tool. It takes a, b, c, color, list."]),
        ({"a": 1, "list": [{"n": 1}, {}]}, ["“list[1].n” is missing."]),
    ],
)
def test_arguments_are_checked_and_every_fault_names_its_argument(arguments, said):
    schema = {
        "type": "object",
        "required": ["a"],
        "additionalProperties": False,
        "properties": {
            "a": {"type": "integer", "minimum": 1},
            "b": {"type": "string"},
            "c": {"enum": ["x", "y"]},
            "color": {"type": "string"},
            "list": {"type": "array", "items": {"type": "object", "required": ["n"]}},
        },
    }
    assert faults(schema, arguments) == said


@pytest.mark.spec("S-09")
def test_a_fault_does_not_repeat_a_huge_value():
    schema = {"type": "object", "properties": {"text": {"type": "string", "maxLength": 10}}}
    (fault,) = faults(schema, {"text": "x" * 1_000_000})
    assert "“text”" in fault
    assert len(fault) < 500
