"""The Responses API: items that go back as they came, a terminal event as the only end, and thinking beside tools."""

from __future__ import annotations

import httpx
import pytest

from agent.messages import AssistantMessage, ImageBlock, ToolCall, ToolResultMessage, Usage, UserMessage, said, text_of
from agent.providers.base import Delta, ProviderError, ThinkingUnsupported
from agent.providers.openai_responses import OpenAIResponses
from tests.agent.providers.wire import DELETE, DESCRIBE, KEY, PIXEL, Wire, config, params, recording, results

pytestmark = pytest.mark.spec("S-07")

MODEL = "gpt-6"
IMAGE = ImageBlock(data=PIXEL, mime_type="image/png")


def adapter(wire: Wire, model: str = MODEL, base_url: str = "") -> OpenAIResponses:
    return OpenAIResponses(config("openai-responses", model, base_url), wire.door())


def answered(name: str) -> AssistantMessage:
    """The message of a recording, whole or streamed, as its name ends."""
    if name.endswith(".json"):
        return adapter(Wire(name)).chat(params())
    *_, message = adapter(Wire(name)).stream(params())
    return message


def sent(*messages, model: str = MODEL, base_url: str = "", **more) -> dict:
    wire = Wire("responses_words.json")
    adapter(wire, model, base_url).chat(params(*messages, **more))
    return wire.bodies[0]


def turn(*calls: ToolCall, **more) -> AssistantMessage:
    return AssistantMessage(tool_calls=list(calls), **{"provider": "openai-responses", "model": MODEL, **more})


# --- Answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["responses_openai.json", "responses_openai.sse", "responses_items_only_in_stream.sse"]
)
def test_an_answer_is_the_same_whole_and_in_pieces(name):
    message = answered(name)
    assert text_of(message) == "Deleting it."
    assert [(call.name, call.arguments, call.arguments_error) for call in message.tool_calls] == [
        ("deleteItems", {"ids": ["i1"]}, None),
        ("describe", {}, None),
    ]
    assert [call.provider_id for call in message.tool_calls] == ["call_1", "call_2"]
    assert all(call.id.startswith("call_") and call.id != call.provider_id for call in message.tool_calls)
    assert message.usage == Usage(input=30, output=20, cache_read=60, cache_write=10, reasoning=8)
    assert (message.api, message.provider, message.model) == ("openai-responses", "openai-responses", MODEL)
    assert message.stop_reason == "tool_use"


def test_a_stream_tells_words_and_thinking_as_they_come_and_the_message_last():
    *pieces, message = adapter(Wire("responses_openai.sse")).stream(params())
    assert pieces == [Delta("thinking", "Look."), Delta("text", "Deleting "), Delta("text", "it.")]
    assert isinstance(message, AssistantMessage)


def test_words_alone_end_the_turn():
    message = answered("responses_words.json")
    assert (text_of(message), message.stop_reason, message.echo) == ("26 seconds.", "stop", None)


def test_a_refusal_is_told_in_its_words():
    assert text_of(answered("responses_refusal.json")) == "I cannot help with that."


def test_a_stream_asked_for_and_answered_with_plain_json_is_read():
    *_, message = adapter(Wire("responses_openai.json")).stream(params())
    assert len(message.tool_calls) == 2


@pytest.mark.spec("D-12")
def test_arguments_that_cannot_be_read_never_become_empty_ones():
    broken, empty = answered("responses_unparsable.json").tool_calls
    assert "“ids”" in broken.arguments_error
    assert "empty" in empty.arguments_error


@pytest.mark.spec("D-12")
def test_the_call_inside_which_an_answer_was_cut_off_does_not_run():
    message = answered("responses_cut_off.json")
    whole, cut = message.tool_calls
    assert (message.stop_reason, message.echo) == ("length", None)
    assert whole.arguments_error is None
    assert "cut off" in cut.arguments_error


@pytest.mark.parametrize(
    ("name", "says", "kind"),
    [
        ("responses_stops_early.sse", "stopped before its end", "malformed"),
        ("responses_done_without_end.sse", "stopped before its end", "malformed"),
        ("responses_junk.sse", "no JSON", "malformed"),
        ("responses_error.sse", "The server had an error", "overloaded"),
        ("responses_failed.sse", "Rate limit reached", "rate_limit"),
        ("responses_failed.json", "The server had an error", "overloaded"),
        ("responses_filtered.json", "filter", "filtered"),
        ("responses_queued.json", "queued", "malformed"),
    ],
)
def test_an_answer_without_a_good_end_is_an_error(name, says, kind):
    with pytest.raises(ProviderError, match=says) as caught:
        answered(name)
    assert caught.value.kind == kind


@pytest.mark.parametrize("body", [[], 7, {}, {"output": []}, {"status": "completed", "output": 7}])
def test_json_that_is_no_answer_is_an_error(body):
    with pytest.raises(ProviderError) as caught:
        adapter(Wire(httpx.Response(200, json=body))).chat(params())
    assert caught.value.kind == "malformed"


@pytest.mark.spec("S-08")
def test_a_servers_refusal_is_told_in_one_line_without_the_key():
    answer = httpx.Response(401, json={"error": {"message": f"Incorrect API key:\n{KEY}", "code": "invalid_api_key"}})
    with pytest.raises(ProviderError, match=r"Incorrect API key.*\[redacted\]") as caught:
        adapter(Wire(answer)).chat(params())
    assert caught.value.kind == "authentication"


# --- Requests ---------------------------------------------------------------------------------------------------------


def test_a_request_is_stateless_and_asks_for_reasoning_that_can_go_back():
    wire = Wire("responses_words.json")
    adapter(wire).chat(params("delete it", system_prompt="Plan.", tools=[DELETE], max_output_tokens=500))
    assert str(wire.requests[0].url) == "https://api.openai.com/v1/responses"
    assert wire.requests[0].headers["authorization"] == f"Bearer {KEY}"
    (tool,) = wire.bodies[0].pop("tools")
    assert (tool["type"], tool["name"], tool["strict"]) == ("function", "deleteItems", False)
    assert tool["parameters"]["required"] == ["ids"]
    assert wire.bodies[0] | {"tools": []} == {
        "model": MODEL,
        "instructions": "Plan.",
        "input": [{"role": "user", "content": [{"type": "input_text", "text": "delete it"}]}],
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "max_output_tokens": 500,
        "tools": [],
    }


def test_azure_takes_the_key_in_a_header_of_its_own():
    wire = Wire("responses_words.json")
    adapter(wire, base_url="https://us.openai.azure.com/openai/v1").chat(params())
    assert str(wire.requests[0].url) == "https://us.openai.azure.com/openai/v1/responses"
    assert (wire.requests[0].headers["api-key"], "authorization" in wire.requests[0].headers) == (KEY, False)


def test_items_go_back_as_they_came_and_their_results_behind_them():
    message = AssistantMessage.model_validate_json(answered("responses_openai.json").model_dump_json())
    reasoning, *others = recording("responses_openai.json")["output"]
    items = sent("go", message, *results(message, "one", "two"))["input"][1:]
    assert items[0] == {key: value for key, value in reasoning.items() if key != "status"}
    assert items[1:4] == others
    assert items[4:] == [
        {"type": "function_call_output", "call_id": "call_1", "output": "one"},
        {"type": "function_call_output", "call_id": "call_2", "output": "two"},
    ]


def test_another_model_gets_the_turn_written_anew_without_its_reasoning():
    message = answered("responses_openai.json")
    items = sent(message, *results(message, "one", "two"), model="gpt-5.2")["input"]
    assert [item.get("type", item.get("role")) for item in items] == [
        "assistant", "function_call", "function_call", "function_call_output", "function_call_output",
    ]  # fmt: skip
    assert not any("id" in item for item in items)


def test_reasoning_that_the_vendor_has_not_kept_is_not_pointed_at():
    message = answered("responses_unencrypted.json")
    items = sent(message, *results(message, "one"))["input"]
    assert [item["type"] for item in items] == ["function_call", "function_call_output"]


def test_calls_of_another_provider_go_out_under_our_ids():
    call = ToolCall(name="generate.image", arguments={"prompt": "ü"}, provider_id="toolu_1")
    told = ToolResultMessage(tool_call_id=call.id, tool_name=call.name, content=said("No."), is_error=True)
    items = sent(turn(call, provider="anthropic"), told)["input"]
    assert items == [
        {"type": "function_call", "call_id": call.id, "name": "generate_image", "arguments": '{"prompt": "ü"}'},
        {"type": "function_call_output", "call_id": call.id, "output": "Error: No."},
    ]


def test_a_call_without_result_gets_one_and_a_result_without_call_goes():
    call, lost = ToolCall(name="describe"), ToolCall(name="describe")
    told = ToolResultMessage(tool_call_id=lost.id, tool_name="describe", content=said("lost"))
    items = sent(told, turn(call), "and?")["input"]
    assert [item.get("type", item.get("role")) for item in items] == ["function_call", "function_call_output", "user"]
    assert items[1]["output"].startswith("Error: ")


def test_images_go_as_data_also_in_results():
    call = ToolCall(name="describe")
    told = ToolResultMessage(tool_call_id=call.id, tool_name="describe", content=[IMAGE])
    items = sent(UserMessage(content=[*said("what is this?"), IMAGE]), turn(call), told)["input"]
    image = {"type": "input_image", "image_url": f"data:image/png;base64,{PIXEL}", "detail": "auto"}
    assert items[0]["content"] == [{"type": "input_text", "text": "what is this?"}, image]
    assert items[2]["output"][1] == image


def test_dotted_names_come_back_as_they_were():
    answer = recording("responses_words.json")
    answer["output"] = [
        {"type": "function_call", "call_id": "c", "name": "generate_image", "arguments": '{"prompt": "x"}'}
    ]
    assert adapter(Wire(answer)).chat(params()).tool_calls[0].name == "generate.image"


@pytest.mark.spec("A-02")
@pytest.mark.parametrize(
    ("model", "level", "reasoning", "include"),
    [
        ("gpt-6", "off", {"effort": "none"}, False),
        ("gpt-6", None, None, True),
        ("gpt-5.6-sol", "max", {"effort": "max"}, True),
        ("o3", "off", None, True),
        ("gpt-5", "minimal", {"effort": "minimal"}, True),
        ("gpt-4.1", "off", None, False),
    ],
)
def test_a_thinking_level_goes_together_with_tools(model, level, reasoning, include):
    body = sent("hi", model=model, thinking_level=level, tools=[DESCRIBE])
    assert body.get("reasoning") == reasoning
    assert (body.get("include") == ["reasoning.encrypted_content"]) is include
    assert body["tools"]


@pytest.mark.spec("A-02")
def test_a_level_that_the_model_has_not_is_refused_before_anything_is_sent():
    wire = Wire("responses_words.json")
    with pytest.raises(ThinkingUnsupported, match="gpt-4.1 has no thinking level “low”"):
        adapter(wire, "gpt-4.1").chat(params(thinking_level="low"))
    assert not wire.requests


@pytest.mark.spec("K-02")
def test_json_is_asked_for_as_a_format_of_the_text():
    told = sent("hi", answer_schema=DELETE.parameters)["text"]["format"]
    assert (told["type"], told["schema"]) == ("json_schema", DELETE.parameters)
