"""Every command, on random compositions: undone exactly, never a rule broken, never the input touched."""

from __future__ import annotations

import json
import os
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tools.composition.documents import compositions, documents, four_clips
from tests.tools.composition.requests import commands, described, states_for
from tools.composition import (
    Composition,
    EngineError,
    PatchConflict,
    apply_patch,
    diff,
    evaluate,
    invert,
    summarise,
)
from tools.composition.errors import ItemNotFound

FEW = settings(
    max_examples=int(os.environ.get("PROPERTY_EXAMPLES", "16")),  # more of them: PROPERTY_EXAMPLES=500
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
OPS = sorted(described())


@pytest.mark.spec("E-02", "E-03", "E-04", "K-16")
@pytest.mark.parametrize("op", OPS)
def test_a_command_can_be_undone_exactly_breaks_no_rule_and_leaves_its_input_alone(op: str):
    came_of_it: Counter[str] = Counter()

    @FEW
    @given(st.data())
    def check(data: st.DataObject) -> None:
        state = data.draw(states_for(op))
        before = state.dump()
        request = data.draw(commands(state, op))
        try:
            result = evaluate(state, request, tag="once")
        except EngineError as refusal:
            came_of_it[refusal.code] += 1
            assert state.dump() == before
            return
        came_of_it["changed" if result.state is not state else "unchanged"] += 1
        assert state.dump() == before
        _holds(state, result, before)
        assert evaluate(state, request, tag="once").state.dump() == result.state.dump()

    check()
    assert came_of_it["changed"], f"{op} never did anything: {came_of_it}"
    assert not came_of_it["invalid_parameters"] > FEW.max_examples * 0.8, came_of_it


def _holds(state: Composition, result, before: dict) -> None:
    after = result.state.dump()
    assert Composition.load(after).dump() == after
    assert (result.state is state) == (after == before) == (not result.patch)
    assert apply_patch(result.state, invert(result.patch)).dump() == before
    assert apply_patch(state, result.patch).dump() == after
    found = diff(state, result.state)
    assert diff(state, result.state, result.patch) == found
    assert bool(found) == (result.state is not state)
    sentence = summarise(found, state, result.state)
    assert sentence.endswith(".")
    assert (sentence == "Changes nothing.") == (not found)


# --- batches ----------------------------------------------------------------------------------------------------------


@pytest.mark.spec("E-03", "E-04", "K-12")
@FEW
@given(st.data())
def test_a_batch_is_undone_in_one_step_and_equals_its_commands_one_by_one(data: st.DataObject):
    state = data.draw(compositions())
    requests, one_by_one = _some_that_work(data, state)
    result = evaluate(state, {"kind": "batch", "requests": requests}, tag="run")
    assert result.state.dump() == one_by_one.dump()
    assert apply_patch(result.state, invert(result.patch)).dump() == state.dump()
    assert apply_patch(state, result.patch).dump() == result.state.dump()
    assert diff(state, result.state, result.patch) == diff(state, result.state)
    assert len(result.value) == len(requests)
    assert json.loads(json.dumps(result.patch)) == result.patch


@pytest.mark.spec("E-03", "K-11")
@FEW
@given(st.data())
def test_a_batch_that_fails_says_where_and_changes_nothing(data: st.DataObject):
    state = data.draw(compositions())
    before = state.dump()
    requests, _ = _some_that_work(data, state)
    place = data.draw(st.integers(0, len(requests)))
    requests.insert(place, {"kind": "command", "op": "deleteItems", "params": {"ids": ["not-there"]}})
    with pytest.raises(ItemNotFound) as refusal:
        evaluate(state, {"kind": "batch", "requests": requests}, tag="run")
    assert refusal.value.index == place
    assert state.dump() == before


def _some_that_work(data: st.DataObject, state: Composition) -> tuple[list[dict], Composition]:
    """A few random commands that the engine takes one after the other, and the state that they lead to."""
    requests: list[dict] = []
    for _ in range(data.draw(st.integers(1, 4))):
        request = data.draw(commands(state))
        try:
            state = evaluate(state, request, tag=f"run-{len(requests) + 1}").state
        except EngineError:
            continue
        requests.append(request)
    return requests, state


@pytest.mark.spec("E-03")
@FEW
@given(documents())
def test_a_document_is_loaded_and_dumped_without_loss_and_without_sharing(document: dict):
    state = Composition.load(document)
    dumped = state.dump()
    assert dumped == document
    for scribbled in (document, dumped):
        scribbled["tracks"][0]["name"] = scribbled["masterAudio"]["muted"] = "scribbled over"
    assert "scribbled" not in json.dumps(state.dump())


@pytest.mark.spec("K-12")
@FEW
@given(st.data())
def test_undo_after_a_later_edit_is_refused_or_keeps_every_rule(data: st.DataObject):
    state = data.draw(compositions())
    requests, edited = _some_that_work(data, state)
    edit = evaluate(state, {"kind": "batch", "requests": requests}, tag="run")
    _, later = _some_that_work(data, edited)
    before = later.dump()
    with suppress(PatchConflict):
        undone = apply_patch(later, invert(edit.patch)).dump()
        assert Composition.load(undone).dump() == undone
    assert later.dump() == before


# --- nonsense ---------------------------------------------------------------------------------------------------------

NONSENSE = st.recursive(
    st.sampled_from(
        (None, True, -1, 0, 10**30, 1e308, float("nan"), float("inf"), "", "x" * 300, "#zzz", "clip-a", "\x00ü")
    ),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(("kf", "id", "text", "frame", "x")), inner)
    ),
    max_leaves=4,
)


@pytest.mark.spec("E-02", "S-09")
@settings(FEW, max_examples=200)
@given(st.data())
def test_nonsense_is_refused_with_a_sentence_and_never_crashes(data: st.DataObject):
    state, before = four_clips(), four_clips().dump()
    op = data.draw(st.sampled_from(OPS))
    schema = described()[op]["parameters"]
    names = data.draw(st.sets(st.sampled_from([*schema["properties"], "surprise"])))
    params = {name: data.draw(NONSENSE) for name in sorted(names | set(schema.get("required", ())))}
    try:
        result = evaluate(state, {"kind": "command", "op": op, "params": params}, tag="once")
    except EngineError as refusal:
        message, changed = refusal.message, state
    else:
        message, changed = "done.", result.state
        assert apply_patch(changed, invert(result.patch)).dump() == before
    assert message.endswith((".", "?", "!"))
    assert json.dumps(changed.dump(), allow_nan=False)
    assert state.dump() == before
