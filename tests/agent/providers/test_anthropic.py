"""Claude's wire: what goes out, what comes back, and each of its quirks by name."""

import json

import httpx
import pytest

from agent.messages import (
    AssistantMessage,
    ImageBlock,
    TextBlock,
    ToolCall,
    ToolResultMessage,
    UserMessage,
    said,
    text_of,
)
from agent.providers.anthropic import Anthropic
from agent.providers.anthropic.profile import profile_of
from agent.providers.base import Delta, ProviderError, ThinkingUnsupported
from tests.agent.providers.wire import KEY, PIXEL, RECORDINGS, Wire, config, params, recording, results, sse

pytestmark = pytest.mark.spec("S-07")

MODEL = "claude-opus-5"
WORDS = {"type": "message", "content": [{"type": "text", "text": "Done."}], "stop_reason": "end_turn", "usage": {}}


def claude(*answers, model=MODEL, base_url=""):
    wire = Wire(*answers)
    return Anthropic(config("anthropic", model, base_url), door=wire.door()), wire


def answer(*blocks, stop="tool_use", **more):
    return {"type": "message", "role": "assistant", "content": list(blocks), "stop_reason": stop, **more}


def use(name="query", input=None, id="toolu_1"):
    return {"type": "tool_use", "id": id, "name": name, "input": {"target": "items"} if input is None else input}


def sent(*messages, model=MODEL, **more):
    """The body of the request for a turn."""
    provider, wire = claude(WORDS, model=model)
    provider.chat(params(*messages, **more))
    return wire.bodies[0]


# --- What goes out ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base_url", "address"),
    [
        ("", "https://api.anthropic.com/v1/messages"),
        ("https://gate.example/claude", "https://gate.example/claude/v1/messages"),
        ("https://gate.example/v1", "https://gate.example/v1/messages"),
    ],
)
def test_the_address_is_the_vendors_or_the_one_that_is_set(base_url, address):
    provider, wire = claude(WORDS, base_url=base_url)
    provider.chat(params())
    request = wire.requests[0]
    assert str(request.url) == address
    assert (request.headers["x-api-key"], request.headers["anthropic-version"]) == (KEY, "2023-06-01")


def test_the_system_prompt_is_no_message_and_marks_the_end_of_what_is_cached():
    body = sent("hello", system_prompt="You are a video editor")
    assert body["system"] == [
        {"type": "text", "text": "You are a video editor", "cache_control": {"type": "ephemeral"}}
    ]
    assert body["messages"] == [{"role": "user", "content": [{"type": "text", "text": "hello"}]}]


def test_tools_are_declared_with_wire_names_and_object_schemas():
    declared = {one["name"]: one["input_schema"] for one in sent()["tools"]}
    assert set(declared) == {"query", "deleteItems", "generate_image", "describe"}
    assert all(schema["type"] == "object" for schema in declared.values())


def test_calls_in_the_conversation_have_declarations_even_where_nothing_may_be_called():
    asked = AssistantMessage(tool_calls=[ToolCall(name="generate.image"), ToolCall(name="generate.image")])
    body = sent("go", asked, *results(asked, "made", "made"), tools=())
    assert body["tools"] == [{"name": "generate_image", "input_schema": {"type": "object"}}]
    assert "tools" not in sent("go", tools=())


def test_images_are_base64_sources_in_words_and_in_results():
    picture = ImageBlock(data=PIXEL, mime_type="image/gif")
    asked = AssistantMessage(tool_calls=[ToolCall(id="a", name="describe")])
    shown = ToolResultMessage(tool_call_id="a", tool_name="describe", content=[picture])
    first, _, result = sent(UserMessage(content=[TextBlock(text="like this"), picture]), asked, shown)["messages"]

    source = {"type": "image", "source": {"type": "base64", "media_type": "image/gif", "data": PIXEL}}
    assert first["content"] == [{"type": "text", "text": "like this"}, source]
    assert result["content"][0]["content"] == [source]


@pytest.mark.spec("A-02")
@pytest.mark.parametrize(
    ("model", "level", "thinking", "effort"),
    [
        ("claude-opus-5", "off", {"type": "disabled"}, None),
        ("claude-opus-4-7", "off", None, None),
        ("claude-fable-5-2", "off", {"type": "adaptive"}, "low"),
        ("claude-mythos-preview", "xhigh", {"type": "adaptive"}, "high"),
        ("claude-opus-5-5", "minimal", {"type": "adaptive"}, "low"),
        ("claude-sonnet-5", "xhigh", {"type": "adaptive"}, "xhigh"),
        ("claude-opus-4-6", "xhigh", {"type": "adaptive"}, "high"),
        ("claude-opus-4-6", "max", {"type": "adaptive"}, "max"),
        ("claude-haiku-4-5-20251001", "off", None, None),
        ("claude-haiku-4-5-20251001", "medium", {"type": "enabled", "budget_tokens": 8192}, None),
        ("claude-sonnet-4-20250514", "low", {"type": "enabled", "budget_tokens": 2048}, None),
        ("claude-3-7-sonnet-latest", "minimal", {"type": "enabled", "budget_tokens": 1024}, None),
    ],
)
def test_thinking_is_asked_for_as_the_model_takes_it(model, level, thinking, effort):
    body = sent(model=model, thinking_level=level)
    assert body.get("thinking") == thinking
    assert body.get("output_config", {}).get("effort") == effort
    assert body["max_tokens"] > body.get("thinking", {}).get("budget_tokens", 0)


@pytest.mark.spec("A-02")
@pytest.mark.parametrize("model", ["claude-3-5-haiku-latest", "a-server-of-our-own"])
def test_a_model_that_cannot_think_says_so(model):
    assert "thinking" not in sent(model=model)
    with pytest.raises(ThinkingUnsupported, match="no thinking level “low”"):
        sent(model=model, thinking_level="low")


@pytest.mark.parametrize(("model", "most"), [("claude-3-haiku-20240307", 4096), ("claude-opus-5", 8192)])
def test_max_tokens_is_always_said(model, most):
    assert sent(model=model, thinking_level="off")["max_tokens"] == most
    assert sent(model=model, thinking_level="off", max_output_tokens=77)["max_tokens"] == 77


@pytest.mark.parametrize(
    ("model", "room"), [("claude-opus-5", 16384), ("claude-mythos-preview", 16384), ("claude-opus-4-7", 0)]
)
def test_a_model_that_thinks_of_its_own_accord_is_told_nothing_and_has_room_for_it(model, room):
    body = sent(model=model, max_output_tokens=77)
    assert "thinking" not in body
    assert "output_config" not in body
    assert body["max_tokens"] == 77 + room


def test_an_answers_schema_is_asked_for_where_the_model_knows_it():
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": False}
    body = sent(answer_schema=schema, thinking_level="high")
    assert body["output_config"] == {"effort": "high", "format": {"type": "json_schema", "schema": schema}}
    assert "output_config" not in sent(answer_schema=schema, model="claude-3-5-haiku-latest")


def test_turns_alternate_and_begin_with_the_user():
    messages = sent(AssistantMessage(content=said("Hello.")), "one", "two", AssistantMessage(content=said("a")), "b")[
        "messages"
    ]
    assert [message["role"] for message in messages] == ["user", "assistant", "user", "assistant", "user"]
    assert [block["text"] for block in messages[2]["content"]] == ["one", "two"]


def test_blank_words_are_not_sent():
    messages = sent("go", AssistantMessage(content=said(" \n"), tool_calls=[ToolCall(name="describe")]), "  ")[
        "messages"
    ]
    texts = [block.get("text", "x") for message in messages for block in message["content"]]
    assert all(text.strip() for text in texts)
    assert [message["role"] for message in messages] == ["user", "assistant", "user"]


# --- What comes back --------------------------------------------------------------------------------------------------


def test_words_alone_are_an_answer_without_calls():
    message = claude(WORDS)[0].chat(params())
    assert (text_of(message), message.tool_calls, message.stop_reason) == ("Done.", [], "stop")


def test_calls_have_ids_of_ours_and_their_tools_own_names():
    message = claude("anthropic-calls.json")[0].chat(params())

    assert [(call.name, call.arguments) for call in message.tool_calls] == [
        ("query", {"target": "items"}),
        ("generate.image", {"prompt": "a sunset"}),
    ]
    assert [call.provider_id for call in message.tool_calls] == ["toolu_01A", "toolu_01B"]
    assert not {call.id for call in message.tool_calls} & {"toolu_01A", "toolu_01B"}
    assert (message.api, message.provider, message.model) == ("anthropic-messages", "anthropic", MODEL)
    assert (text_of(message), message.stop_reason) == ("I look first.", "tool_use")


def test_cached_tokens_stand_beside_the_input():
    usage = claude("anthropic-calls.json")[0].chat(params()).usage
    assert (usage.input, usage.cache_read, usage.cache_write) == (200, 1000, 30)
    assert (usage.output, usage.reasoning) == (100, 60)


def test_signed_and_redacted_thinking_goes_back_byte_for_byte_and_in_place():
    provider, wire = claude("anthropic-calls.json", WORDS)
    message = provider.chat(params("go"))
    message = AssistantMessage.model_validate_json(message.model_dump_json())
    provider.chat(params("go", message, *results(message, "[]", "made")))

    assert wire.bodies[1]["messages"][1] == {
        "role": "assistant",
        "content": recording("anthropic-calls.json")["content"],
    }


def test_another_models_thinking_is_not_sent_but_its_words_and_calls_are():
    message = claude("anthropic-calls.json")[0].chat(params("go"))
    provider, wire = claude(WORDS, model="claude-sonnet-5")
    provider.chat(params("go", message, *results(message, "[]", "made")))

    blocks = wire.bodies[0]["messages"][1]["content"]
    assert [block["type"] for block in blocks] == ["text", "tool_use", "tool_use"]
    assert [block["id"] for block in blocks[1:]] == ["toolu_01A", "toolu_01B"]


def test_another_providers_ids_are_replaced_by_ours():
    foreign = AssistantMessage(
        tool_calls=[ToolCall(id="call_1", name="query", provider_id="query:0")], provider="openai-compatible"
    )
    messages = sent("go", foreign, *results(foreign, "[]"))["messages"]
    assert messages[1]["content"][0]["id"] == messages[2]["content"][0]["tool_use_id"] == "call_1"


def test_ids_that_repeat_from_turn_to_turn_are_replayed_in_their_turn():
    provider, wire = claude(answer(use(id="query:0")), answer(use(id="query:0")), WORDS)
    first = provider.chat(params("go"))
    second = provider.chat(params("go", first, *results(first, "one")))
    provider.chat(params("go", first, *results(first, "one"), second, *results(second, "two")))

    said_ = [
        (block["tool_use_id"], block["content"][0]["text"])
        for message in wire.bodies[2]["messages"]
        for block in message["content"]
        if block["type"] == "tool_result"
    ]
    assert said_ == [("query:0", "one"), ("query:0", "two")]


def test_an_id_given_twice_in_one_turn_is_told_apart():
    provider, wire = claude(answer(use(id="x"), use(id="x")), WORDS)
    message = provider.chat(params("go"))
    provider.chat(params("go", message, *results(message, "one", "two")))
    _, asked, told = wire.bodies[1]["messages"]
    ids = [block["id"] for block in asked["content"]]
    assert len(set(ids)) == 2
    assert [block["tool_use_id"] for block in told["content"]] == ids


def test_a_call_without_an_id_gets_ours():
    provider, wire = claude(answer({"type": "tool_use", "name": "describe", "input": {}}), WORDS)
    message = provider.chat(params("go"))
    provider.chat(params("go", message, *results(message, "{}")))
    assert wire.bodies[1]["messages"][1]["content"][0]["id"] == message.tool_calls[0].id


def test_all_results_of_a_turn_come_first_in_the_next_message_in_the_order_of_the_calls():
    provider, wire = claude("anthropic-calls.json", WORDS)
    message = provider.chat(params("go"))
    first, second = results(message, "[]", "made")
    second = second.model_copy(update={"is_error": True})
    provider.chat(params("go", message, second, first, "and now"))

    assert wire.bodies[1]["messages"][2] == {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "toolu_01A", "content": [{"type": "text", "text": "[]"}]},
            {
                "type": "tool_result",
                "tool_use_id": "toolu_01B",
                "content": [{"type": "text", "text": "made"}],
                "is_error": True,
            },
            {"type": "text", "text": "and now"},
        ],
    }


def test_a_call_that_was_aborted_is_sent_with_an_error_for_a_result():
    asked = AssistantMessage(tool_calls=[ToolCall(id="a", name="describe")])
    told = sent("go", asked, "never mind")["messages"][2]["content"]
    assert (told[0]["tool_use_id"], told[0]["is_error"], told[1]["text"]) == ("a", True, "never mind")


@pytest.mark.spec("D-12")
@pytest.mark.parametrize("input_", ['{"target": "it', ["items"], 7])
def test_arguments_that_cannot_be_read_are_an_error_and_never_an_empty_call(input_):
    call = claude(answer(use(input=input_)))[0].chat(params()).tool_calls[0]
    assert call.arguments_error
    assert call.arguments == {}


@pytest.mark.parametrize(
    ("reason", "stop"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("max_tokens", "length"),
        ("pause_turn", "length"),
        ("model_context_window_exceeded", "length"),
    ],
)
def test_stop_reasons_are_told_in_our_words(reason, stop):
    assert claude(answer({"type": "text", "text": "x"}, stop=reason))[0].chat(params()).stop_reason == stop


@pytest.mark.spec("D-12")
def test_a_call_that_stands_last_in_an_answer_at_its_limit_never_runs_though_it_can_be_read():
    message = claude(answer(use("describe", {}), use("query", {}), stop="max_tokens"))[0].chat(params())
    assert [bool(call.arguments_error) for call in message.tool_calls] == [False, True]
    assert "cut off" in message.tool_calls[1].arguments_error


def test_a_refusal_is_an_error_and_no_answer():
    with pytest.raises(ProviderError, match="declined") as error:
        claude(answer({"type": "text", "text": "I c"}, stop="refusal"))[0].chat(params())
    assert error.value.kind == "filtered"


@pytest.mark.parametrize(
    "junk",
    [
        [],
        "no",
        {},
        {"content": "words", "stop_reason": "end_turn"},
        {"content": [], "stop_reason": None},
        {"content": [], "stop_reason": "a_reason_of_next_year"},
        {"content": [{"type": "text", "text": "I call."}], "stop_reason": "tool_use"},
    ],
)
def test_junk_an_answer_without_an_end_and_an_announced_call_that_is_missing_are_errors(junk):
    with pytest.raises(ProviderError) as error:
        claude(httpx.Response(200, json=junk))[0].chat(params())
    assert error.value.kind == "malformed"


@pytest.mark.parametrize(
    ("status", "type_", "words", "kind"),
    [
        (401, "authentication_error", "invalid x-api-key", "authentication"),
        (429, "rate_limit_error", "slow down", "rate_limit"),
        (529, "overloaded_error", "Overloaded", "overloaded"),
        (400, "invalid_request_error", "prompt is too long: 213000 tokens > 200000 maximum", "overflow"),
        (400, "invalid_request_error", "messages: text content blocks must be non-empty", "request"),
    ],
)
def test_an_error_is_told_in_its_kind_and_without_a_secret(status, type_, words, kind):
    told = {"type": "error", "error": {"type": type_, "message": f"{words} {KEY}"}}
    with pytest.raises(ProviderError) as error:
        claude(httpx.Response(status, json=told))[0].chat(params())
    assert error.value.kind == kind
    assert words in str(error.value)
    assert KEY not in str(error.value)


# --- The streaming twin -----------------------------------------------------------------------------------------------


def stream(*answers, model=MODEL):
    provider, wire = claude(*answers, model=model)
    *deltas, message = provider.stream(params("go"))
    return deltas, message, provider, wire


def recorded() -> list[str]:
    """The events of the recorded stream."""
    return (RECORDINGS / "anthropic-calls.sse").read_text().strip().split("\n\n")


def without(*kinds: str) -> httpx.Response:
    return sse(*(event for event in recorded() if event.split("\n")[0].removeprefix("event: ") not in kinds))


def test_a_stream_tells_words_and_thoughts_as_they_come_and_the_message_last():
    deltas, message, _, wire = stream("anthropic-calls.sse")

    assert wire.bodies[0]["stream"] is True
    assert deltas == [
        Delta("thinking", "The outro "),
        Delta("thinking", "is clip-d."),
        Delta("text", "I look "),
        Delta("text", "first."),
    ]
    assert (text_of(message), message.stop_reason) == ("I look first.", "tool_use")
    assert [(call.name, call.arguments) for call in message.tool_calls] == [
        ("query", {"target": "items"}),
        ("describe", {}),
    ]


def test_a_call_whose_pieces_are_empty_has_no_arguments_and_no_error():
    call = stream("anthropic-calls.sse")[1].tool_calls[1]
    assert (call.arguments, call.arguments_error) == ({}, None)


def test_streamed_thinking_goes_back_with_its_signature():
    _, message, provider, wire = stream("anthropic-calls.sse", WORDS)
    provider.chat(params("go", message, *results(message, "[]", "{}")))
    blocks = wire.bodies[1]["messages"][1]["content"]
    assert blocks[0] == {
        "type": "thinking",
        "thinking": "The outro is clip-d.",
        "signature": "EqoBCkgIBRAB/signed+bytes==",
    }
    assert [block.get("input") for block in blocks] == [None, None, {"target": "items"}, {}]


def test_usage_in_a_stream_is_the_last_told_figure_by_figure():
    usage = stream("anthropic-calls.sse")[1].usage
    assert (usage.input, usage.cache_read, usage.output, usage.reasoning) == (200, 1000, 100, 60)


def test_a_stream_whose_last_word_is_lost_still_has_its_end():
    assert stream(without("message_stop"))[1].stop_reason == "tool_use"


@pytest.mark.parametrize("lost", [("message_delta",), ("message_delta", "message_stop")])
def test_a_stream_without_its_end_is_an_error(lost):
    with pytest.raises(ProviderError) as error:
        stream(without(*lost))
    assert error.value.kind == "malformed"


@pytest.mark.spec("D-12")
def test_a_stream_that_breaks_off_inside_a_call_runs_nothing():
    broken = next(place for place, event in enumerate(recorded()) if "partial_json" in event and "it" in event) + 1
    with pytest.raises(ProviderError, match="stopped before its end"):
        stream(sse(*recorded()[:broken]))


@pytest.mark.spec("D-12")
def test_a_call_that_ran_into_the_limit_of_tokens_in_a_stream_is_an_error_result():
    start = {"type": "content_block_start", "index": 0, "content_block": use(input={})}
    piece = {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": "{}"}}
    end = {"type": "message_delta", "delta": {"stop_reason": "max_tokens"}, "usage": {"output_tokens": 8192}}
    message = stream(sse(start, piece, end, {"type": "message_stop"}))[1]
    assert message.tool_calls[0].arguments_error


def test_an_error_inside_a_stream_is_an_error_though_the_status_was_200():
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    with pytest.raises(ProviderError, match="Overloaded") as raised:
        stream(sse(*recorded()[:6], f"event: error\ndata: {json.dumps(error)}"))
    assert (raised.value.kind, raised.value.retryable) == ("overloaded", True)


def test_pings_comments_and_events_of_next_year_are_passed_over_and_junk_after_the_end_too():
    noisy = [": hello", *recorded()[:1], 'event: news\ndata: {"type": "news"}', *recorded()[1:], "data: <html>"]
    assert len(stream(sse(*noisy))[1].tool_calls) == 2


@pytest.mark.parametrize(
    "junk",
    [
        "data: <html>",
        "data: []",
        'data: {"type": "content_block_delta", "index": 9, "delta": {"type": "text_delta", "text": "x"}}',
        'data: {"type": "content_block_start", "index": "a", "content_block": {}}',
    ],
)
def test_junk_inside_a_stream_is_an_error(junk):
    with pytest.raises(ProviderError) as error:
        stream(sse(*recorded()[:6], junk, *recorded()[6:]))
    assert error.value.kind == "malformed"


def test_a_plain_answer_in_place_of_a_stream_is_taken():
    assert len(stream("anthropic-calls.json")[1].tool_calls) == 2


def test_a_new_models_name_is_read_by_its_version():
    assert profile_of("anthropic/claude-sonnet-9-1").thinks == "adaptive"
    assert profile_of("us.anthropic.claude-3-5-sonnet-20241022-v2:0").thinks == "never"
