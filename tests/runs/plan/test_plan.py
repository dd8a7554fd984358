"""When a plan is fit to run: what becomes of a client's claims, what is refused, what is asked for, what it costs."""

import pytest

from runs.assess import assess
from runs.plan.bind import bind
from runs.plan.confirm import confirm
from runs.plan.model import Limits, Plan
from runs.plan.normalise import MalformedPlan, normalise
from runs.plan.policy import gates, policy_named
from runs.plan.preview import compile_batch, foreseen, preview
from runs.plan.price import price
from runs.plan.validate import validate
from runs.tiers import file_tier
from tests import factories
from tools.catalog import TOOLS
from tools.composition import DEFAULT, Composition, diff, evaluate

EVERY_CLASS = {"read", "mutate", "generate"}


@pytest.fixture
def state() -> Composition:
    return Composition.load(factories.document())


def plan_of(*steps: dict | tuple, **kw) -> Plan:
    raw = [{"tool": step[0], "params": step[1]} if isinstance(step, tuple) else step for step in steps]
    return normalise({"steps": raw, **kw}, TOOLS, message="do it", tag="ab12")


def reasons(plan: Plan, classes=EVERY_CLASS, limits=None, facts=None) -> list[str]:
    return validate(plan, TOOLS, classes=classes, limits=limits or Limits(), facts=facts)


@pytest.mark.spec("K-05", "D-7")
def test_nothing_that_a_plan_claims_about_itself_is_believed():
    forged = {
        "id": "step-99", "tool": "deleteItems", "params": {"ids": ["a"]}, "kind": "studio", "class": "read",
        "reversible": False, "estCredits": -5, "targetStudio": "__proto__", "rationale": "key sk-abc",
    }  # fmt: skip

    step = normalise(
        {"steps": [forged]}, TOOLS, message="", tag="t", clean=lambda text: text.replace("sk-abc", "***")
    ).steps[0]

    assert (step.id, step.kind, step.step_class, step.reversible, step.est_credits) == (
        "step-1",
        "engine",
        "mutate",
        True,
        0,
    )
    assert (step.target_studio, step.rationale) == (None, "key ***")


@pytest.mark.spec("K-05")
@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({}, "no list of steps"),
        ({"steps": "deleteItems"}, "no list of steps"),
        ({"steps": [1]}, "step-1 is int"),
        ({"steps": [{"params": {}}]}, "step-1 names no tool"),
        ({"steps": [{"tool": "deleteItems", "params": [1]}]}, r"step-1 \(deleteItems\): “params” is list"),
    ],
)
def test_a_plan_without_a_shape_is_refused_by_name(raw, said):
    with pytest.raises(MalformedPlan, match=said):
        normalise(raw, TOOLS, message="", tag="t")


def test_texts_are_capped_and_a_lone_reference_becomes_a_list():
    plan = plan_of({"tool": "deleteItems", "params": {"ids": "@all"}, "rationale": "x" * 9999}, summary="y" * 9999)

    assert plan.steps[0].params == {"ids": ["@all"]}
    assert (len(plan.summary), len(plan.steps[0].rationale)) == (2000, 500)


@pytest.mark.spec("K-05", "K-20")
def test_the_name_of_no_tool_is_cleaned_and_capped_like_every_other_text():
    raw = {"steps": [{"tool": "sk-abc" + "x" * 5000, "params": {}}]}
    tool = normalise(raw, TOOLS, message="", tag="t", clean=lambda text: text.replace("sk-abc", "***")).steps[0].tool

    assert tool == "***" + "x" * 61


@pytest.mark.spec("K-05")
@pytest.mark.parametrize(
    ("tool", "claimed", "kept"),
    [
        ("generate.image", "image", "image"),
        ("generate.image", "__proto__", None),
        ("generate.image", ["image"], None),
        ("deleteItems", "image", None),
    ],
)
def test_a_studio_is_a_known_one_and_never_that_of_an_engine_command(tool, claimed, kept):
    assert plan_of({"tool": tool, "params": {}, "targetStudio": claimed}).steps[0].target_studio == kept


@pytest.mark.spec("D-3")
def test_a_tool_is_known_by_its_wire_name_too():
    assert plan_of(("generate_image", {"prompt": "a sunset"})).steps[0].tool == "generate.image"


@pytest.mark.spec("K-07", "D-8")
@pytest.mark.parametrize(
    ("key", "token", "bound"),
    [
        ("id", "@first", "clip-a"),
        ("itemId", "@last", "clip-d"),
        ("id", "@longest", "clip-a"),
        ("id", "@shortest", "clip-d"),
        ("id", "@first:audio", "music"),
        ("id", "@last:audio", "vo"),
        ("id", "@first:text", "title-1"),
        ("id", "@selected", "logo"),
        ("trackId", "@track:first", "v1"),
        ("trackId", "@track:last", "a2"),
        ("ids", ["@first", "@last"], ["clip-a", "clip-d"]),
        ("ids", ["clip-b", "@all"], ["clip-b", "clip-a", "title-1", "music", "vo", "clip-c", "logo", "clip-d"]),
        ("trackIds", ["@track:first", "a1"], ["v1", "a1"]),
        ("name", "@first", "@first"),
        ("assetId", "@asset:step-1", "@asset:step-1"),
    ],
)
def test_references_are_bound_against_the_composition(state, key, token, bound):
    result = bind(plan_of(("updateItem", {key: token})), state, selected=["logo"])

    assert result.plan.steps[0].params[key] == bound
    assert result.unresolved == []


@pytest.mark.spec("K-07")
@pytest.mark.parametrize(
    ("token", "selected", "said"),
    [
        ("@selected", [], "nothing is selected"),
        ("@selected", ["gone"], "nothing is selected"),
        ("@first:gif", [], "nothing in the composition fits it"),
        ("@newest", [], "it is no reference"),
        ("@track:middle", [], "@track:first or @track:last"),
        ("@all", [], "fits 8 things equally well"),
    ],
)
def test_a_reference_that_fits_nothing_or_too_much_is_never_guessed(state, token, selected, said):
    result = bind(plan_of(("splitItem", {"id": token, "atFrame": 5})), state, selected)

    assert said in result.unresolved[0]
    assert result.unresolved[0].startswith("step-1 (splitItem)")
    assert result.plan.steps[0].params["id"] == token


@pytest.mark.spec("K-09")
def test_an_unresolved_reference_becomes_one_question_with_real_choices(state):
    question = bind(plan_of(("deleteItems", {"ids": ["@selected"]})), state).question

    assert [choice.id for choice in question.choices] == ["clip-a", "clip-b", "clip-c", "logo", "clip-d"]
    assert question.choices[0].label == "interview.mp4 at 0.0 s"


@pytest.mark.spec("K-07")
def test_two_clips_of_one_length_are_asked_about(state):
    longer = evaluate(
        state, {"kind": "command", "op": "trimItem", "params": {"id": "clip-a", "edge": "end", "toFrame": 240}}
    ).state

    result = bind(plan_of(("deleteItems", {"ids": ["@longest"]})), longer)

    assert [choice.id for choice in result.question.choices] == ["clip-a", "clip-c"]


@pytest.mark.spec("K-06")
def test_an_empty_plan_and_one_that_is_too_long_are_refused():
    assert reasons(plan_of()) == ["The plan has no steps."]
    many = plan_of(*[("deleteItems", {"ids": ["a"]})] * 201)
    assert reasons(many) == ["The plan has 201 steps; at most 200 are allowed."]


@pytest.mark.spec("K-06", "S-09")
@pytest.mark.parametrize(
    ("tool", "params", "said"),
    [
        ("deletItems", {}, "no tool named “deletItems”. Did you mean deleteItems"),
        ("deleteItems", {}, "“ids” is missing"),
        ("deleteItems", {"ids": 7}, "“ids”: 7 is not of type"),
        ("setCompositionSize", {"width": "wide", "height": 1080}, "“width”"),
        ("setTextStyle", {"ids": ["t"], "align": "left"}, "Did you mean “alignment”"),
        ("generate.image", {"promt": "x", "prompt": "y"}, "“promt” is no argument of this tool. Did you mean “prompt”"),
        ("upscale", {"factor": 3}, "“factor”: 3 is not"),
        ("create.short", {"count": 0}, "“count”: 0 is less than the minimum of 1"),
        ("recipe", {"name": "intro"}, "nothing here can carry it out yet"),
    ],
)
def test_a_step_that_cannot_run_is_refused_with_its_name_and_argument(tool, params, said):
    found = reasons(plan_of(("setBackgroundColor", {"color": "#000000"}), (tool, params)))

    assert any(reason.startswith(f"step-2 ({tool})") and said in reason for reason in found), found


@pytest.mark.spec("K-06")
def test_every_reason_is_told_at_once_each_naming_its_step():
    found = reasons(plan_of(("deleteItems", {}), ("nonsense", {}), ("setTextStyle", {"ids": ["t"], "align": "left"})))

    assert [reason.split(" ")[0] for reason in found] == ["step-1", "step-2", "step-3"]


@pytest.mark.spec("K-19")
@pytest.mark.parametrize(
    ("classes", "tool", "params", "allowed"),
    [
        ({"read"}, "query", {"target": "items"}, True),
        ({"read"}, "muteTrack", {"trackId": "a1"}, False),
        ({"read", "mutate"}, "muteTrack", {"trackId": "a1"}, True),
        ({"read", "mutate"}, "generate.image", {"prompt": "x"}, False),
    ],
)
def test_a_tier_forbids_the_classes_it_does_not_list(classes, tool, params, allowed):
    forbidden = any("your tier allows" in reason for reason in reasons(plan_of((tool, params)), classes))
    assert forbidden is not allowed


@pytest.mark.spec("K-04", "D-7")
def test_a_plan_costs_what_the_table_says_and_an_open_count_is_a_range():
    cost = price(
        plan_of(("generate.image", {"prompt": "x", "estCredits": 0}), ("director", {"brief": "a film"})), TOOLS
    )
    assert (cost.low, cost.expected, cost.high, cost.uncertain) == (44, 164, 324, True)

    counted = price(plan_of(("director", {"brief": "a film", "shots": 3}), ("create.short", {"count": 3})), TOOLS)
    assert (counted.low, counted.high, counted.uncertain) == (135, 135, False)
    assert price(plan_of(("recipe", {"name": "promo"})), TOOLS).high == 40


@pytest.mark.spec("K-04", "D-7")
@pytest.mark.parametrize(
    ("count", "credits"),
    [(3, 15), (10.0, 50), (2.5, 15), (0, 5), (-3, 5), (True, 5), ("3", 5), ("٣", 5), ([3], 5), (None, 5)],
)
def test_a_count_is_charged_for_however_the_number_is_written(count, credits):
    assert price(plan_of(("create.short", {"count": count})), TOOLS).high == credits


@pytest.mark.spec("K-06")
@pytest.mark.parametrize("count", [10**4299, 1e308], ids=["4300 digits", "1e308"])
def test_a_count_beyond_all_reason_is_refused_in_words_of_a_bearable_length(count):
    found = reasons(plan_of(("director", {"brief": "x", "shots": count})))

    assert any("“shots”" in reason for reason in found)
    assert any("at most 5000 are allowed" in reason for reason in found)
    assert max(map(len, found)) < 1000


@pytest.mark.spec("K-06")
def test_a_plan_over_the_cap_is_never_plannable():
    films = plan_of(*[("director", {"brief": "a film"})] * 16)
    assert any("may cost 5120 credits; at most 5000" in reason for reason in reasons(films))


@pytest.mark.spec("K-18")
@pytest.mark.parametrize(
    ("steps", "kinds"),
    [
        ([("deleteItems", {"ids": [f"i{n}" for n in range(25)]})], []),
        (
            [
                ("deleteItems", {"ids": [f"i{n}" for n in range(13)]}),
                ("cutItems", {"ids": [f"j{n}" for n in range(13)]}),
            ],
            ["bulk_delete"],
        ),
        ([("deleteItems", {"ids": ["i1"] * 40})], []),
        ([("deleteTrack", {"trackId": "v1", "deleteItems": True})], ["bulk_delete"]),
        ([("deleteTrack", {"trackId": "v1"})], []),
        ([("publish", {"platform": "tiktok"})], ["external"]),
        ([("generate.image", {"prompt": "x"})] * 8, []),
        ([("generate.image", {"prompt": "x"})] * 9, ["bulk_generate"]),
        ([("generate.music", {"prompt": "x"})] * 8, []),
        ([("director", {"brief": "x"})], ["high_spend"]),
        ([("director", {"brief": "x", "shots": 2})], []),
    ],
)
def test_what_wants_an_explicit_yes(steps, kinds):
    assert [found.kind for found in confirm(plan_of(*steps), TOOLS, Limits())] == kinds


@pytest.mark.spec("K-17")
@pytest.mark.parametrize(
    ("tool", "params", "asks"),
    [
        ("query", {"target": "items"}, {"auto": False, "guided": False, "manual": False}),
        ("setVolume", {"ids": ["m"], "volumeDb": 0}, {"auto": False, "guided": True, "manual": True}),
        ("deleteItems", {"ids": ["m"]}, {"auto": True, "guided": True, "manual": True}),
        ("removeRangesFromItem", {"id": "m", "ranges": []}, {"auto": True, "guided": True, "manual": True}),
        ("addAsset", {"asset": {}}, {"auto": True, "guided": True, "manual": True}),
        ("generate.image", {"prompt": "x"}, {"auto": True, "guided": True, "manual": True}),
        ("publish", {"platform": "x"}, {"auto": True, "guided": True, "manual": True}),
        ("nonsense", {}, {"auto": True, "guided": True, "manual": True}),
        ("setVolume", {"ids": ["m"]}, {"__proto__": True, "AUTO": True, "": True}),
    ],
)
def test_who_must_be_asked_under_each_policy(tool, params, asks):
    plan = plan_of((tool, params))
    assert {policy: bool(gates(plan, policy_named(policy), TOOLS)) for policy in asks} == asks


@pytest.mark.spec("K-16")
def test_the_preview_is_what_the_batch_then_does(state):
    plan = plan_of(
        ("deleteItems", {"ids": ["clip-d"]}),
        ("setCompositionSize", {"width": 1080, "height": 1920}),
        ("addText", {"text": "Hello", "from": 0}),
        ("setFps", {"fps": [25, 1]}),
        ("setMasterAudio", {"volumeDb": -3}),
        ("setColorGrade", {"grade": {"temperature": 0.2}}),
        ("renameTrack", {"trackId": "a1", "name": "Score"}),
    )

    named, shown = preview(plan, state, TOOLS, DEFAULT)
    done = evaluate(state, {"kind": "batch", "requests": compile_batch(plan, plan.steps, {}, state).requests}).state

    assert shown.ok
    assert shown.diff == diff(state, done)
    assert foreseen(plan, state, TOOLS, DEFAULT).after.dump() == done.dump()
    assert [step.sentence for step in named.steps[:2]] == ["Removes 1 clip (outro.mp4).", "Resizes to 1080×1920."]


@pytest.mark.spec("K-16")
def test_a_step_that_the_engine_refuses_makes_the_plan_unfit_and_leaves_the_state_alone(state):
    before = state.dump()

    proposal = assess(plan_of(("splitItem", {"id": "clip-a", "atFrame": 9999})), state, file_tier())

    assert not proposal.valid
    assert proposal.errors[0].startswith("step-1 (splitItem): ")
    assert state.dump() == before


@pytest.mark.spec("K-11")
def test_a_read_step_cannot_smuggle_a_command(state):
    plan = plan_of(
        ("query", {"target": "items", "kind": "command", "op": "deleteItems", "params": {"ids": ["clip-a"]}})
    )
    batch = compile_batch(plan, plan.steps, {}, state)
    assert batch.requests == [{"kind": "query", "target": "items"}]


def test_the_digest_names_the_deed_and_not_the_words():
    one = plan_of(("deleteItems", {"ids": ["a"]}), summary="Deletes a.")
    said_otherwise = plan_of(("deleteItems", {"ids": ["a"]}), summary="Does nothing at all.")
    other = plan_of(("deleteItems", {"ids": ["b"]}), summary="Deletes a.")

    assert one.digest == said_otherwise.digest != other.digest


@pytest.mark.spec("E-07", "K-16")
def test_a_dry_run_copies_only_what_it_touches(state):
    plan = plan_of(("setVolume", {"ids": ["music"], "volumeDb": -12}))

    after = foreseen(plan, state, TOOLS, DEFAULT).after

    assert after.items["music"] is not state.items["music"]
    assert all(after.items[id] is state.items[id] for id in state.items if id != "music")
    assert after.assets is state.assets


@pytest.mark.spec("K-06")
def test_a_plan_with_too_many_steps_is_refused_before_it_is_tried_out(state, monkeypatch):
    monkeypatch.setattr("runs.assess.preview", lambda *_: 1 / 0)

    proposal = assess(plan_of(*[("setBackgroundColor", {"color": "#000000"})] * 201), state, file_tier())

    assert proposal.errors == ["The plan has 201 steps; at most 200 are allowed."]
    assert proposal.preview is None
