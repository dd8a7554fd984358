"""Verbs become exact steps: one after another, each on what the steps before leave, and what is named stays what was meant."""

from __future__ import annotations

from typing import Any

import pytest

from runs.plan.expand import FIRST, expand
from runs.plan.normalise import normalise
from runs.plan.preview import preview
from tests import factories
from tools.catalog import TOOLS
from tools.composition import Composition, Limits
from tools.registry.descriptors import ApiTool
from tools.registry.expansion import CannotExpand, Expansion, Occasion, Part
from tools.registry.registry import Registry

pytestmark = [pytest.mark.spec("K-14"), pytest.mark.spec("M-05")]
SCHEMA = {"type": "object", "properties": {"ids": {"type": "array"}}, "additionalProperties": False}


@pytest.fixture
def state() -> Composition:
    return Composition.load(factories.document())


def verb(name: str, expands) -> ApiTool:
    facts = {"description": "A verb.", "input_schema": SCHEMA, "tool_class": "mutate", "phase": "produce"}
    return ApiTool(name=name, expand=expands, route="/x", cli="x", **facts)


def registry(**verbs: Any) -> Registry:
    return Registry([*TOOLS, *(verb(name, expands) for name, expands in verbs.items())])


def unfolded(state: Composition | None, known: Registry, *steps: tuple[str, dict[str, Any]]):
    raw = {"steps": [{"tool": tool, "params": params, "rationale": "because"} for tool, params in steps]}
    return expand(normalise(raw, known, message="do it", tag="ab12"), state, known, Limits())


def seconds_off(params: dict[str, Any], occasion: Occasion) -> Expansion:
    item = occasion.state.item("clip-a")
    parts = [
        Part("removeRangesFromItem", {"id": "clip-a", "ranges": [{"from": at, "to": at + 10}]}, f"Cuts at {at}.")
        for at in (50, 20)
    ]
    return Expansion(tuple(parts), said=f"It was {item['durationInFrames']} frames long.")


def test_a_verb_becomes_its_parts_and_their_sentences_are_what_was_found(state):
    known = registry(shorten=seconds_off)
    found = unfolded(state, known, ("shorten", {}))
    assert [(step.id, step.tool, step.kind, step.found) for step in found.plan.steps] == [
        ("step-1", "removeRangesFromItem", "engine", "Cuts at 50."),
        ("step-2", "removeRangesFromItem", "engine", "Cuts at 20."),
    ]
    plan, shown = preview(found.plan, state, known, Limits())
    assert shown.ok
    assert [step.sentence for step in plan.steps] == ["Cuts at 50.", "Cuts at 20."]
    assert found.plan.steps[0].rationale == "because"


def test_the_next_verb_sees_what_the_first_one_leaves(state):
    seen = []

    def look(params: dict[str, Any], occasion: Occasion) -> Expansion:
        seen.append(
            [
                sum(one["durationInFrames"] for one in state.items.values())
                for state in (occasion.before, occasion.state)
            ]
        )
        assert occasion.number == 3
        return Expansion(said="Looked.")

    found = unfolded(state, registry(shorten=seconds_off, look=look), ("shorten", {}), ("look", {}))
    [[before, after]] = seen
    assert after == before - 20
    assert found.said[-1] == "Looked."
    lengths = unfolded(state, registry(shorten=seconds_off), ("shorten", {}), ("shorten", {})).said
    assert lengths[0] != lengths[1], "the second is told a shorter clip"


def test_what_later_steps_name_is_still_what_was_meant(state):
    known = registry(shorten=seconds_off)
    found = unfolded(
        state, known, ("shorten", {}), ("addText", {"text": "Hello", "from": 0, "durationInFrames": 30}),
        ("setTextStyle", {"ids": ["text-ab12-2-1"], "color": "red"}), ("generate.image", {"prompt": "a cat"}),
        ("addItem", {"item": {"type": "image", "assetId": "@asset:step-4", "from": 0, "durationInFrames": 30}}),
    )  # fmt: skip
    steps = found.plan.steps
    assert [step.id for step in steps] == [f"step-{n}" for n in range(1, 7)]
    assert steps[3].params["ids"] == ["text-ab12-3-1"]
    assert steps[5].params["item"]["assetId"] == "@asset:step-5"
    _, shown = preview(found.plan, state, known, Limits())
    assert shown.ok, shown.summary


def test_a_verb_that_cannot_is_a_fault_that_names_its_step_and_stays(state):
    def cannot(params: dict[str, Any], occasion: Occasion) -> Expansion:
        raise CannotExpand("Install it.")

    found = unfolded(state, registry(shorten=seconds_off, cannot=cannot), ("shorten", {}), ("cannot", {}))
    assert found.faults == ["step-3 (cannot): Install it."]
    assert [step.tool for step in found.plan.steps][-1] == "cannot"
    assert unfolded(None, registry(cannot=cannot), ("cannot", {})).faults == [
        "step-1 (cannot): No composition is open. Open one first."
    ]


def test_arguments_that_are_wrong_are_not_expanded(state):
    def never(params: dict[str, Any], occasion: Occasion) -> Expansion:
        raise AssertionError("it was asked")

    found = unfolded(state, registry(never=never), ("never", {"count": 3}))
    assert [step.tool for step in found.plan.steps] == ["never"]


def test_what_has_to_be_found_out_first_stands_alone(state):
    def first(params: dict[str, Any], occasion: Occasion) -> Expansion:
        return Expansion((Part("describe", {}, "Finds it out."),), first=True)

    known = registry(shorten=seconds_off, first=first)
    found = unfolded(state, known, ("shorten", {}), ("first", {}), ("first", {}))
    assert [(step.id, step.tool, step.found) for step in found.plan.steps] == [("step-1", "describe", "Finds it out.")]
    assert found.said == [FIRST]


def test_a_plan_without_such_verbs_is_left_as_it_is(state):
    raw = {"steps": [{"tool": "deleteItems", "params": {"ids": ["clip-a"]}}]}
    plan = normalise(raw, TOOLS, message="", tag="ab12")
    assert expand(plan, state, TOOLS, Limits()).plan is plan


def test_expanding_again_changes_nothing(state):
    known = registry(shorten=seconds_off)
    once = unfolded(state, known, ("shorten", {})).plan
    assert expand(once, state, known, Limits()).plan == once
    assert expand(once, state, known, Limits()).plan.digest == once.digest
