"""`@asset:step-N` names what an earlier step makes: refused by name when it cannot, and one asset from preview to undo."""

import pytest

from runs.plan import chain
from runs.plan.normalise import normalise
from tools.catalog import TOOLS

PICTURE = {"tool": "generate.image", "params": {"prompt": "a harbour"}}


def plan_of(*steps):
    return normalise({"steps": list(steps)}, TOOLS, message="", tag="ab12")


def place(token):
    return {"tool": "addItem", "params": {"trackId": "v1", "item": {"type": "image", "assetId": token, "from": 0}}}


@pytest.mark.spec("K-15")
@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([PICTURE, place("@asset:step-1")], None),
        ([place("@asset:step-2"), PICTURE], "names a step that comes later"),
        ([PICTURE, place("@asset:step-9")], "names a step that is not there; the plan has 2"),
        ([PICTURE, place("@asset:step-2")], "names a step that comes later"),
        ([{"tool": "setFps", "params": {"fps": [25, 1]}}, place("@asset:step-1")], "names a step that makes no asset"),
        ([PICTURE, {"tool": "addText", "params": {"text": "@asset:step-9 is a token"}}], None),
    ],
)
def test_a_token_names_an_asset_of_an_earlier_step(steps, said):
    faults = list(chain.faults(plan_of(*steps), TOOLS))
    assert [said in fault for fault in faults] == ([True] if said else [])


@pytest.mark.spec("K-15")
def test_tokens_are_filled_wherever_they_lie_and_nothing_else_is():
    params = {"a": "@asset:step-1", "b": ["@asset:step-1", {"c": "@asset:step-1"}], "d": "see @asset:step-1", "e": 5}
    assert chain.filled(params, {"step-1": "x"}) == {"a": "x", "b": ["x", {"c": "x"}], "d": "see @asset:step-1", "e": 5}


@pytest.mark.spec("K-15")
def test_an_asset_has_one_id_as_long_as_what_is_asked_for_is_the_same():
    plan, again = plan_of(PICTURE), plan_of(PICTURE)
    other = plan_of({"tool": "generate.image", "params": {"prompt": "a ship"}})
    ids = [chain.asset_id(one, one.steps[0]) for one in (plan, again, other, plan.model_copy(update={"tag": "cd34"}))]
    assert ids[0] == ids[1]
    assert len(set(ids)) == 3
