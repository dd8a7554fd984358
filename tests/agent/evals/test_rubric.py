"""The rubric: each of the five dimensions falls for its own fault, and for nothing else."""

import pytest

from agent.evals import Case, film
from agent.evals.rubric import scores
from agent.interpret import interpret
from agent.messages import AssistantMessage, ToolCall, said
from runs.tiers import file_tier

DELETE_LAST = {"tools": ["deleteItems"], "grounded": [{"tool": "deleteItems", "params": {"ids": ["i4"]}}]}


class Planner:
    """Calls these tools, then says these words."""

    name = "planner"

    def __init__(self, *calls, words="Done."):
        self.calls, self.words = calls, words

    def chat(self, params):
        if self.calls and params.messages[-1].role == "user":
            return AssistantMessage(tool_calls=[ToolCall(name=name, arguments=given) for name, given in self.calls])
        return AssistantMessage(content=said(self.words))


def scored(expect, *calls, words="Done.", kind="edit"):
    case = Case.model_validate({"name": "a-case", "kind": kind, "say": "go", "expect": expect})
    proposal = interpret(case.say, state=film(), tier=file_tier(), provider=Planner(*calls, words=words)).proposal
    given = scores(case, proposal, film())
    return {name: value for name, value in given.model_dump().items() if value != 5.0}, given.overall


DELETE = ("deleteItems", {"ids": ["@last"]})
VERTICAL = ("setCompositionSize", {"width": 1080, "height": 1920})


@pytest.mark.spec("K-25")
def test_a_good_plan_has_everything():
    assert scored(DELETE_LAST, DELETE) == ({}, 1.0)


@pytest.mark.spec("K-25")
def test_tools_that_are_missing_or_out_of_order_cost_their_share():
    both = {"tools": ["deleteItems", "setCompositionSize"]}
    assert scored(both, DELETE, VERTICAL)[0] == {}
    assert scored(both, VERTICAL, DELETE)[0] == {"tools": 2.5}
    assert scored(both, DELETE)[0] == {"tools": 2.5}
    assert scored({"tools": ["cutItems|deleteItems"]}, DELETE)[0] == {}


@pytest.mark.spec("K-25")
def test_a_change_where_none_was_asked_for_is_no_restraint_at_all():
    lost, _ = scored({}, VERTICAL, kind="restraint")
    assert lost == {"tools": 0.0, "restraint": 0.0, "validity": 0.0, "minimality": 4.0}


@pytest.mark.spec("K-25")
def test_something_destructive_or_paid_beside_what_was_asked_for_is_none_either():
    assert scored({"tools": ["setCompositionSize"]}, VERTICAL, DELETE)[0] == {"restraint": 0.0, "minimality": 4.0}
    assert "restraint" in scored({"tools": ["setCompositionSize"]}, VERTICAL, ("generate.image", {"prompt": "x"}))[0]
    marker = ("addMarker", {"atFrame": 3})
    assert scored({"tools": ["setCompositionSize"]}, VERTICAL, marker)[0] == {"minimality": 4.0}


@pytest.mark.spec("K-25")
def test_a_plan_that_is_not_fit_to_run_loses_validity_unless_nothing_can_run_it_yet():
    twice = scored({"tools": ["deleteItems", "deleteItems"]}, DELETE, ("deleteItems", {"ids": ["i4"]}))[0]
    assert twice == {"validity": 3.0}
    film = ("director", {"brief": "a film about a rolling pin"})
    assert scored({"tools": ["director"], "ready": False}, film)[0] == {}


@pytest.mark.spec("K-25")
def test_the_wrong_thing_is_not_grounded():
    assert scored(DELETE_LAST, ("deleteItems", {"ids": ["i3"]}))[0] == {"grounding": 2.5}


@pytest.mark.spec("K-25")
def test_an_answer_is_grounded_in_what_is_there():
    ask = {"answerHas": ["26 seconds"]}
    assert scored(ask, words="It is 26 seconds long.", kind="restraint") == ({}, 1.0)
    assert scored(ask, words="It is long.", kind="restraint")[0] == {"grounding": 0.0}


@pytest.mark.spec("K-25", "K-09")
def test_a_question_offers_real_choices():
    expect = {"question": True, "choices": ["i1", "i2"]}
    real = [{"id": "i1", "label": "dough"}, {"id": "i2", "label": "oven"}]
    made_up = [{"id": "i1", "label": "dough"}, {"id": "i9", "label": "ghost"}]
    assert scored(expect, ("ask_user", {"question": "Which?", "choices": real}), kind="question") == ({}, 1.0)
    assert "grounding" in scored(expect, ("ask_user", {"question": "Which?", "choices": made_up}), kind="question")[0]
    assert scored(expect, words="No idea.", kind="question")[0] == {"validity": 0.0, "grounding": 0.0}


@pytest.mark.spec("K-25")
def test_doing_nothing_is_no_plan():
    lost, overall = scored(DELETE_LAST, words="Sorry.")
    assert lost == {"tools": 0.0, "validity": 0.0, "minimality": 0.0, "grounding": 0.0}
    assert overall == 0.2
