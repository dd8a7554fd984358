"""Before each send every call has its result and nothing stands alone, whatever trimming or an abort left of the conversation."""

import pytest

from agent.messages import AssistantMessage, ToolCall, ToolResultMessage, UserMessage, said, text_of
from agent.providers.pairing import paired, wire_ids

pytestmark = pytest.mark.spec("S-07", "A-10")


def user(text="go"):
    return UserMessage(content=said(text))


def model(*calls, words="", provider="gemini"):
    return AssistantMessage(content=said(words), tool_calls=list(calls), provider=provider)


def call(id_, name="query", provider_id=None):
    return ToolCall(id=id_, name=name, provider_id=provider_id)


def result(id_, text="ok", is_error=False):
    return ToolResultMessage(tool_call_id=id_, tool_name="query", content=said(text), is_error=is_error)


def results(exchange):
    return [(r.tool_call_id, text_of(r), r.is_error) for r in exchange.results]


def test_results_stand_in_the_order_of_their_calls():
    _, turn = paired([user(), model(call("a"), call("b")), result("b", "two"), result("a", "one")])
    assert results(turn) == [("a", "one", False), ("b", "two", False)]


def test_a_call_without_a_result_gets_an_error_for_one():
    _, turn, after = paired([user(), model(call("a"), call("b")), result("a"), user("never mind")])
    assert results(turn) == [("a", "ok", False), ("b", "No result was recorded for this call.", True)]
    assert text_of(after.message) == "never mind"


def test_a_result_whose_call_was_trimmed_away_is_left_out():
    assert [text_of(exchange.message) for exchange in paired([result("gone"), user("hello")])] == ["hello"]


def test_a_result_that_came_after_other_words_returns_to_its_call():
    _, turn, after = paired([user(), model(call("a")), user("wait"), result("a", "late")])
    assert results(turn) == [("a", "late", False)]
    assert after.results == ()


def test_of_two_results_of_one_call_the_last_counts():
    assert results(paired([user(), model(call("a")), result("a", "old"), result("a", "new")])[1]) == [
        ("a", "new", False)
    ]


def test_a_message_that_says_and_calls_nothing_is_left_out():
    assert len(paired([user(), model(), user("again")])) == 2


def test_a_providers_own_ids_are_replayed_to_it_and_to_nobody_else():
    message = model(call("call_1", provider_id="query:0"), provider="gemini")
    assert wire_ids(message, "gemini") == ["query:0"]
    assert wire_ids(message, "anthropic") == ["call_1"]


def test_an_id_given_twice_in_one_turn_is_used_once():
    message = model(call("call_1", provider_id="query:0"), call("call_2", provider_id="query:0"))
    assert wire_ids(message, "gemini") == ["query:0", "call_2"]
