"""Good answers with one place damaged, by property: an adapter gives a message or a `ProviderError`, and nothing unread runs."""

import copy
import json

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.messages import AssistantMessage
from agent.providers.base import ProviderError
from agent.providers.calling import keepable
from tests.agent.providers.vendors import ADAPTERS
from tests.agent.providers.wire import Wire, config, params, sse

pytestmark = pytest.mark.spec("S-07", "D-12")

TURN = ("I take the last one.", [("deleteItems", {"ids": ["clip-d"]}), ("describe", {})])
JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.just(10**400), st.text(max_size=3), st.sampled_from(["{}", "{", "null", "\ud83d", "\0"]),
    st.just([]), st.just({}), st.just([7]), st.just({"type": "text"}), st.just({"error": 7}), st.just([{"functionCall": 7}]),
)  # fmt: skip


def places(value, path=()):
    """The way to everything inside a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*path, key))


def damaged(value, path, junk):
    """The value with `junk` at a place; `...` takes the place out."""
    if not path:
        return junk if junk is not ... else None
    value = copy.deepcopy(value)
    at = value
    for key in path[:-1]:
        at = at[key]
    if junk is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = junk
    return value


def provider(name, answer):
    make, model, _, _ = ADAPTERS[name]
    return make(config(name, model), door=Wire(answer).door())


def comes_to(answer):
    """What a turn comes to, which must be one of two things; and a message must be one that can be kept."""
    try:
        message = answer()
    except ProviderError:
        return
    assert isinstance(message, AssistantMessage)
    assert all(call.arguments == {} for call in message.tool_calls if call.arguments_error)
    assert AssistantMessage.model_validate_json(message.model_dump_json()) == message
    assert keepable(message.model_dump(mode="json"))


@pytest.mark.parametrize("name", ADAPTERS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_answer_is_a_message_or_an_error_of_ours(name, data):
    whole = ADAPTERS[name][2](*TURN)
    path = data.draw(st.sampled_from(list(places(whole))))
    answer = damaged(whole, path, data.draw(st.one_of(st.just(...), JUNK)))
    comes_to(lambda: provider(name, httpx.Response(200, content=json.dumps(answer).encode())).chat(params()))


@pytest.mark.parametrize("name", ADAPTERS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_stream_is_a_message_or_an_error_of_ours(name, data):
    events = list(ADAPTERS[name][3](*TURN))
    at = data.draw(st.sampled_from([n for n, event in enumerate(events) if isinstance(event, dict)]))
    path = data.draw(st.sampled_from(list(places(events[at]))[1:]))
    events[at] = damaged(events[at], path, data.draw(st.one_of(st.just(...), JUNK)))
    if data.draw(st.booleans()):
        del events[data.draw(st.integers(0, len(events) - 1))]
    comes_to(lambda: list(provider(name, sse(*events)).stream(params()))[-1])
