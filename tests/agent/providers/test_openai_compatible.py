"""Chat Completions as servers really speak it: every quirk is a recording, and no call runs that was not wholly read."""

from __future__ import annotations

import base64
import json

import httpx
import pytest

from agent.messages import AssistantMessage, ImageBlock, ToolCall, ToolResultMessage, Usage, UserMessage, said, text_of
from agent.providers.base import ChatParams, Delta, ProviderError, ThinkingUnsupported, ToolSchema
from agent.providers.config import ProviderConfig
from agent.providers.openai_compatible import OpenAICompatible
from tests.agent.providers.wire import KEY, Wire, recording, sse

pytestmark = pytest.mark.spec("S-07")

IDS = {"type": "object", "properties": {"ids": {"type": "array", "items": {"type": "string"}}}}
TEXT = {"type": "object", "properties": {"id": {"type": "string"}, "text": {"type": "string"}}, "required": ["id"]}
TOOLS = (
    ToolSchema("deleteItems", "Delete items.", IDS),
    ToolSchema("setText", "Change a text.", TEXT),
    ToolSchema("describe", "List the commands.", {"type": "object", "properties": {}}),
    ToolSchema("generate.image", "Make a picture.", TEXT),
)
IMAGE = ImageBlock(data=base64.b64encode(b"png").decode(), mime_type="image/png")


def asked(*messages, **more) -> ChatParams:
    return ChatParams(messages or (UserMessage(content=said("delete it")),), "Plan.", TOOLS, **more)


def adapter(server: Wire, model: str = "some-model", base_url: str = "https://models.example/v1") -> OpenAICompatible:
    return OpenAICompatible(ProviderConfig("openai-compatible", model, KEY, base_url), server.door())


def answered(recording: str, **more) -> AssistantMessage:
    """The message of a recording, whole or streamed, as its name ends."""
    if recording.endswith(".json"):
        return adapter(Wire(recording), **more).chat(asked())
    *_, message = adapter(Wire(recording), **more).stream(asked())
    return message


def wished(message: AssistantMessage) -> list[tuple[str, dict]]:
    assert not any(call.arguments_error for call in message.tool_calls)
    return [(call.name, call.arguments) for call in message.tool_calls]


def turn(*calls: ToolCall, **more) -> AssistantMessage:
    origin = {"provider": "openai-compatible", "model": "some-model"}
    return AssistantMessage(tool_calls=list(calls), **{**origin, **more})


def result(call: ToolCall, text: str = '{"queued": true}', **more) -> ToolResultMessage:
    return ToolResultMessage(tool_call_id=call.id, tool_name=call.name, content=more.pop("content", said(text)), **more)


def sent_for(*messages, **more) -> list[dict]:
    server = Wire("chat_openai.json")
    adapter(server, **more).chat(asked(*messages))
    return server.bodies[-1]["messages"]


# --- Answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("recording", ["chat_openai.json", "chat_openai.sse"])
def test_an_answer_is_the_same_whole_and_in_pieces(recording):
    message = answered(recording)
    assert text_of(message) == "Deleting it."
    assert wished(message) == [("deleteItems", {"ids": ["i1"]}), ("describe", {})]
    assert [call.provider_id for call in message.tool_calls] == ["call_1", "call_2"]
    assert message.usage == Usage(input=30, output=20, cache_read=60, cache_write=10, reasoning=8)
    assert (message.api, message.provider) == ("openai-completions", "openai-compatible")
    assert (message.model, message.stop_reason) == ("some-model", "tool_use")


def test_every_call_gets_an_id_of_ours():
    first, second = answered("chat_openai.json"), answered("chat_openai.json")
    ids = [call.id for message in (first, second) for call in message.tool_calls]
    assert len(set(ids)) == 4
    assert all(id.startswith("call_") and len(id) > 30 for id in ids)


def test_a_stream_tells_words_and_thinking_as_they_come_and_the_message_last():
    *pieces, message = adapter(Wire("chat_words.sse")).stream(asked())
    assert pieces == [Delta("text", "26 "), Delta("text", "seconds.")]
    assert (text_of(message), message.stop_reason, message.tool_calls) == ("26 seconds.", "stop", [])
    assert Delta("thinking", "Think ") in list(adapter(Wire("chat_reasoning.sse")).stream(asked()))


def test_arguments_may_be_an_object_and_id_and_type_and_end_may_be_missing():
    message = answered("chat_llama_cpp.json")
    assert wished(message) == [("deleteItems", {"ids": ["i1"]}), ("describe", {})]
    assert [call.provider_id for call in message.tool_calls] == [None, None]
    assert message.stop_reason == "tool_use"
    assert message.usage == Usage()


@pytest.mark.spec("D-12")
def test_arguments_that_cannot_be_read_never_become_empty_ones():
    broken, empty, unnamed = answered("chat_unparsable.json").tool_calls
    assert "“ids”" in broken.arguments_error
    assert "empty" in empty.arguments_error
    assert "names no tool" in unnamed.arguments_error


@pytest.mark.parametrize("recording", ["chat_index_always_zero.sse", "chat_index_always_zero_no_ids.sse"])
def test_parallel_calls_that_all_have_index_zero_are_told_apart(recording):
    message = answered(recording)
    assert wished(message) == [("setText", {"id": "a", "text": "A"}), ("setText", {"id": "b", "text": "B"})]
    assert message.stop_reason == "tool_use"
    assert len({call.id for call in message.tool_calls}) == 2


@pytest.mark.spec("D-12")
def test_an_empty_object_glued_to_another_is_an_error_and_no_call_with_nothing():
    (call,) = answered("chat_index_zero_empty_objects.sse").tool_calls
    assert "one of them is empty" in call.arguments_error


@pytest.mark.parametrize(
    "recording",
    [
        "chat_new_name_at_taken_index.sse",
        "chat_sparse_and_omitted_index.sse",
        "chat_interleaved.sse",
        "chat_empty_ids.sse",
    ],
)
def test_pieces_find_their_call_by_id_then_index_then_the_latest(recording):
    assert wished(answered(recording)) == [("deleteItems", {"ids": ["i1"]}), ("setText", {"id": "b", "text": "B"})]


@pytest.mark.parametrize("recording", ["chat_function_call.sse", "chat_mistral.sse"])
def test_a_call_in_the_old_form_or_in_pieces_that_each_repeat_its_id_is_one_call(recording):
    assert wished(answered(recording)) == [("deleteItems", {"ids": ["i1"]})]


@pytest.mark.parametrize("recording", ["chat_name_after_arguments.sse", "chat_name_and_id_in_every_piece.sse"])
def test_a_name_may_come_late_or_again(recording):
    message = answered(recording)
    assert wished(message) == [("deleteItems", {"ids": ["i1"]})]
    assert message.tool_calls[0].provider_id == "a1"


def test_an_id_that_a_server_gives_twice_makes_two_calls_and_goes_back_once():
    message = answered("chat_kimi_ids.sse")
    first, second = message.tool_calls
    assert wished(message) == [("deleteItems", {"ids": ["i1"]}), ("deleteItems", {"ids": ["i2"]})]
    _, sent, *results = sent_for(message, result(first, "one"), result(second, "two"))
    ids = [call["id"] for call in sent["tool_calls"]]
    assert ids == ["deleteItems:0", second.id] == [told["tool_call_id"] for told in results]
    assert [told["content"] for told in results] == ["one", "two"]


def test_null_where_something_is_expected_and_content_in_parts_are_taken():
    *pieces, message = adapter(Wire("chat_odd_shapes.sse")).stream(asked())
    assert pieces == [Delta("thinking", "Hm."), Delta("text", "26 seconds.")]
    assert (text_of(message), message.stop_reason, message.usage.input) == ("26 seconds.", "stop", 3)


def test_a_chunk_that_holds_an_empty_message_beside_its_delta_is_still_a_piece():
    pieces = [{"index": 0, "id": "a", "function": {"name": "deleteItems", "arguments": '{"ids":'}},
              {"index": 0, "function": {"arguments": '["i1"]}'}}]  # fmt: skip
    chunks = [{"choices": [{"delta": {"tool_calls": [piece]}, "message": None}]} for piece in pieces]
    chunks.append({"choices": [{"delta": {}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 1, "cost": 0.25}})
    *_, message = adapter(Wire(sse(*chunks, "data: [DONE]"))).stream(asked())
    assert wished(message) == [("deleteItems", {"ids": ["i1"]})]
    assert message.usage.cost == 0.25


def test_azures_filter_results_without_a_choice_or_a_delta_are_passed_over():
    assert text_of(answered("chat_azure_filters.sse")) == "26 seconds."


def test_a_refusal_is_told_in_its_words():
    assert text_of(answered("chat_refusal.sse")) == "I cannot help with that."


def test_a_stream_asked_for_and_answered_with_plain_json_is_read():
    *_, message = adapter(Wire("chat_openai.json")).stream(asked())
    assert [name for name, _ in wished(message)] == ["deleteItems", "describe"]


def test_dotted_names_go_as_underscores_and_come_back_as_they_were():
    answer = {"role": "assistant", "tool_calls": [{"function": {"name": "generate_image", "arguments": '{"id": "a"}'}}]}
    server = Wire(httpx.Response(200, json={"choices": [{"message": answer, "finish_reason": "tool_calls"}]}))
    message = adapter(server).chat(asked())
    assert [tool["function"]["name"] for tool in server.bodies[-1]["tools"]][-1] == "generate_image"
    assert message.tool_calls[0].name == "generate.image"


# --- Answers without a good end -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("recording", "says", "kind"),
    [
        ("chat_stops_early.sse", "stopped before its end", "malformed"),
        ("chat_done_without_end.sse", "stopped before its end", "malformed"),
        ("chat_error_in_stream.sse", "Upstream is overloaded, try again", "overloaded"),
        ("chat_error_event.sse", "engine died", "overloaded"),
        ("chat_junk.sse", "no JSON", "malformed"),
        ("chat_filtered.sse", "filter", "filtered"),
        ("chat_nothing_announced.sse", "holds none", "malformed"),
    ],
)
def test_an_answer_without_a_good_end_is_an_error(recording, says, kind):
    with pytest.raises(ProviderError, match=says) as caught:
        answered(recording)
    assert caught.value.kind == kind


def test_junk_behind_the_end_is_passed_over():
    assert text_of(answered("chat_junk_after_end.sse")) == "26 seconds."


def test_a_connection_that_breaks_behind_the_end_breaks_nothing():
    class Cut(httpx.SyncByteStream):
        def __iter__(self):
            yield b'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n'
            raise httpx.ReadError("cut")

    *_, message = adapter(Wire(httpx.Response(200, stream=Cut()))).stream(asked())
    assert text_of(message) == "Hi"


@pytest.mark.parametrize(
    ("finish", "kind"),
    [
        ("abort", "malformed"),
        ("error", "malformed"),
        ("insufficient_system_resource", "malformed"),
        ("MALFORMED_FUNCTION_CALL", "malformed"),
        ("content_filter", "filtered"),
        ("SAFETY", "filtered"),
    ],
)
def test_an_end_that_servers_give_for_a_broken_or_a_withheld_answer_is_none(finish, kind):
    call = {"id": "a", "function": {"name": "deleteItems", "arguments": '{"ids": ["i1"]}'}}
    choice = {"message": {"content": "I will", "tool_calls": [call]}, "finish_reason": finish}
    with pytest.raises(ProviderError) as caught:
        adapter(Wire({"choices": [choice]})).chat(asked())
    assert caught.value.kind == kind


@pytest.mark.parametrize("finish", ["length", "max_tokens", "model_length"])
def test_every_word_for_the_limit_of_tokens_is_known(finish):
    choice = {"message": {"content": "I will"}, "finish_reason": finish}
    assert adapter(Wire({"choices": [choice]})).chat(asked()).stop_reason == "length"


@pytest.mark.spec("D-12")
def test_the_call_inside_which_an_answer_was_cut_off_does_not_run():
    message = answered("chat_cut_off.sse")
    whole, cut = message.tool_calls
    assert message.stop_reason == "length"
    assert (whole.arguments, whole.arguments_error) == ({"ids": ["i1"]}, None)
    assert "cut off" in cut.arguments_error


@pytest.mark.parametrize(
    "body",
    [{}, [], {"choices": []}, {"choices": None}, {"choices": [7]}, {"choices": [{"message": {"tool_calls": 7}}]}, 7],
)
def test_json_that_is_no_answer_is_an_error(body):
    with pytest.raises(ProviderError) as caught:
        adapter(Wire(httpx.Response(200, json=body))).chat(asked())
    assert caught.value.kind == "malformed"


@pytest.mark.parametrize(
    ("status", "body", "kind", "retryable"),
    [
        (401, {"error": {"message": f"Incorrect API key provided: {KEY}.", "code": "invalid_api_key"}}, "authentication", False),
        (429, {"error": {"message": "Rate limit reached", "type": "requests"}}, "rate_limit", True),
        (429, {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}, "rate_limit", False),
        (400, {"error": {"message": "maximum context length is 8192 tokens", "code": "context_length_exceeded"}}, "overflow", False),
        (400, {"object": "error", "message": "bad tool"}, "request", False),
        (422, {"detail": "extra fields"}, "request", False),
        (503, [{"error": {"code": 503, "message": "The model is overloaded", "status": "UNAVAILABLE"}}], "overloaded", True),
        (500, "<html>", "overloaded", True),
        (200, {"error": {"message": "no such model", "code": 404}}, "request", False),
        (200, {"object": "error", "message": "CUDA out of memory", "code": 500}, "overloaded", True),
    ],
)  # fmt: skip
def test_a_servers_refusal_is_told_in_one_line_without_the_key(status, body, kind, retryable):
    server = Wire(httpx.Response(status, json=body))
    with pytest.raises(ProviderError) as caught:
        adapter(server).chat(asked())
    assert (caught.value.kind, caught.value.retryable) == (kind, retryable)
    assert KEY not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_server_that_cannot_be_reached_is_an_error_of_the_network():
    with pytest.raises(ProviderError) as caught:
        adapter(Wire(httpx.ConnectError("refused"))).chat(asked())
    assert (caught.value.kind, caught.value.retryable) == ("network", True)


# --- Requests ---------------------------------------------------------------------------------------------------------


def test_a_request_carries_the_key_the_prompt_and_the_tools():
    server = Wire("chat_openai.json")
    adapter(server).chat(asked(max_output_tokens=500))
    request, sent = server.requests[-1], server.bodies[-1]
    assert str(request.url) == "https://models.example/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert sent["messages"] == [{"role": "system", "content": "Plan."}, {"role": "user", "content": "delete it"}]
    assert sent["tools"][0]["function"]["parameters"]["properties"] == IDS["properties"]
    assert "stream" not in sent
    assert sent["max_tokens"] == 500
    list(adapter(server).stream(asked()))
    assert (server.bodies[-1]["stream"], server.bodies[-1]["stream_options"]) == (True, {"include_usage": True})


def test_without_tools_nothing_is_said_of_them():
    server = Wire("chat_openai.json")
    adapter(server).chat(ChatParams([UserMessage(content=said("hi"))]))
    assert set(server.bodies[-1]) == {"model", "messages"}


def test_without_an_address_it_is_openais_own_and_takes_its_words():
    server = Wire("chat_openai.json")
    adapter(server, "gpt-6", "").chat(asked(max_output_tokens=500))
    assert str(server.requests[-1].url) == "https://api.openai.com/v1/chat/completions"
    assert server.bodies[-1]["messages"][0]["role"] == "developer"
    assert server.bodies[-1]["max_completion_tokens"] == 500
    assert "max_tokens" not in server.bodies[-1]


@pytest.mark.parametrize(
    ("base_url", "query", "address"),
    [
        ("https://us.openai.azure.com/openai/v1", "", "https://us.openai.azure.com/openai/v1/chat/completions"),
        (
            "https://us.openai.azure.com/openai/deployments/mine",
            "",
            "https://us.openai.azure.com/openai/deployments/mine/chat/completions?api-version=2024-10-21",
        ),
        (
            "https://us.cognitiveservices.azure.com/openai/deployments/mine",
            "api-version=2025-04-01-preview",
            "https://us.cognitiveservices.azure.com/openai/deployments/mine/chat/completions?api-version=2025-04-01-preview",
        ),
        ("https://us.services.ai.azure.com/openai/v1", "", "https://us.services.ai.azure.com/openai/v1/chat/completions"),
    ],
)  # fmt: skip
def test_azure_takes_the_key_in_a_header_of_its_own_and_a_version_behind_a_deployment(base_url, query, address):
    server = Wire("chat_openai.json")
    own = ProviderConfig("openai-compatible", "gpt-4.1", KEY, base_url, query)
    OpenAICompatible(own, server.door()).chat(asked(max_output_tokens=9))
    (request,), (sent,) = server.requests, server.bodies
    assert str(request.url) == address
    assert (request.headers["api-key"], "authorization" in request.headers) == (KEY, False)
    assert (sent["messages"][0]["role"], sent["max_completion_tokens"]) == ("system", 9)


def test_a_key_goes_to_azure_only_by_the_whole_end_of_its_name():
    server = Wire("chat_openai.json")
    adapter(server, base_url="https://openai.azure.com.evil.example/v1").chat(asked())
    assert "api-key" not in server.requests[0].headers


def test_the_servers_own_id_goes_back_with_its_turn_and_arguments_go_back_as_text():
    call = ToolCall(name="deleteItems", arguments={"ids": ["ü"]}, provider_id="deleteItems:0")
    again = ToolCall(name="deleteItems", arguments={}, provider_id="deleteItems:0")
    _, first, told, second, told_again = sent_for(
        turn(call), result(call), turn(again), result(again, "No.", is_error=True)
    )
    assert first == {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": "deleteItems:0",
                "type": "function",
                "function": {"name": "deleteItems", "arguments": '{"ids": ["ü"]}'},
            }
        ],
    }
    assert told == {"role": "tool", "tool_call_id": "deleteItems:0", "content": '{"queued": true}'}
    assert (second["tool_calls"][0]["id"], told_again["tool_call_id"]) == ("deleteItems:0", "deleteItems:0")
    assert told_again["content"] == "Error: No."


def test_an_id_of_another_provider_does_not_go_out():
    call = ToolCall(name="describe", provider_id="toolu_1")
    _, sent, told = sent_for(turn(call, provider="anthropic"), result(call))
    assert sent["tool_calls"][0]["id"] == told["tool_call_id"] == call.id


def test_content_is_null_only_beside_calls_and_empty_turns_are_left_out():
    call = ToolCall(name="describe")
    messages = sent_for(turn(), turn(call, content=said("Look.")), result(call), turn(content=said("Done.")), turn())
    assert [message.get("content") for message in messages[1:]] == ["Look.", '{"queued": true}', "Done."]


def test_a_call_without_result_gets_one_and_a_result_without_call_goes():
    call, lost = ToolCall(name="describe"), ToolCall(name="describe")
    messages = sent_for(result(lost), turn(call), UserMessage(content=said("and?")))
    assert [message["role"] for message in messages] == ["system", "assistant", "tool", "user"]
    assert messages[2]["content"].startswith("Error: ")


def test_a_name_that_a_model_made_up_goes_back_in_letters_that_the_wire_takes():
    call = ToolCall(name="delete item!" + "x" * 99, arguments_error="no JSON")
    _, sent, _ = sent_for(turn(call), result(call))
    assert sent["tool_calls"][0]["function"]["name"] == ("delete_item_" + "x" * 99)[:64]


def test_images_go_as_data_and_those_of_results_behind_all_results():
    one, two = ToolCall(name="describe"), ToolCall(name="describe")
    seen = UserMessage(content=[*said("what is this?"), IMAGE])
    messages = sent_for(seen, turn(one, two), result(one, content=[IMAGE]), result(two))
    image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{IMAGE.data}"}}
    assert messages[1]["content"] == [{"type": "text", "text": "what is this?"}, image]
    assert [message["role"] for message in messages[2:]] == ["assistant", "tool", "tool", "user"]
    assert messages[-1]["content"] == [image]
    assert all(message["content"] for message in messages[3:5])


@pytest.mark.parametrize(
    ("recording", "name"), [("chat_reasoning.sse", "reasoning_content"), ("chat_ollama_reasoning.sse", "reasoning")]
)
def test_reasoning_goes_back_under_its_own_name_with_calls_to_the_same_model_only(recording, name):
    message = answered(recording)
    (call,) = message.tool_calls
    assert text_of(message) == ""
    _, sent, _ = sent_for(message, result(call))
    assert {key: told for key, told in sent.items() if "reasoning" in key} == {name: "Think hard."}
    _, elsewhere, _ = sent_for(message, result(call), model="another-model")
    assert name not in elsewhere
    _, words = sent_for(message.model_copy(update={"tool_calls": [], "content": said("Done.")}))
    assert name not in words


def test_openrouters_reasoning_details_are_put_together_and_go_back_whole_with_their_signatures():
    *pieces, message = adapter(Wire("chat_openrouter_details.sse")).stream(asked())
    assert pieces == [Delta("thinking", "The outro "), Delta("thinking", "is last.")]
    stored = AssistantMessage.model_validate_json(message.model_dump_json())
    _, sent, _ = sent_for(stored, result(message.tool_calls[0]))
    claude, openai = {"format": "anthropic-claude-v1", "index": 0}, {"format": "openai-responses-v1", "index": 0}
    assert sent["reasoning_details"] == [
        {"type": "reasoning.text", "text": "The outro is last.", "signature": "Et8BCmUIDxgC+/==", **claude},
        {"type": "reasoning.encrypted", "data": "gAAAA", "id": "rs_1", **openai},
        {"type": "reasoning.encrypted", "data": "gBBBB", "id": "rs_2", **openai},
    ]
    assert "reasoning" not in sent
    _, elsewhere, _ = sent_for(stored, result(message.tool_calls[0]), model="another-model")
    assert "reasoning_details" not in elsewhere


def test_whole_reasoning_details_go_back_as_they_came():
    message = answered("chat_openrouter_details.json")
    _, sent, _ = sent_for(message, result(message.tool_calls[0]))
    details = recording("chat_openrouter_details.json")["choices"][0]["message"]["reasoning_details"]
    assert sent["reasoning_details"] == details


@pytest.mark.parametrize("recording", ["chat_think_tags.json", "chat_think_tags.sse"])
def test_thinking_in_tags_is_no_part_of_the_words_and_goes_back_with_the_calls_it_led_to(recording):
    message = answered(recording)
    assert text_of(message) == "Taking it <away>."
    _, sent, _ = sent_for(message, result(message.tool_calls[0]))
    assert sent["content"] == "<think>The outro is <b>last</b>.</think>\n\nTaking it <away>."
    _, elsewhere, _ = sent_for(message, result(message.tool_calls[0]), model="another-model")
    assert elsewhere["content"] == "Taking it <away>."
    _, words = sent_for(message.model_copy(update={"tool_calls": []}))
    assert words["content"] == "Taking it <away>."


def in_pieces(text: str, size: int) -> tuple[str, str, str]:
    """What is thought, what is shown meanwhile, and what is said in the end, of words that come a few letters at a time."""
    chunks = [{"choices": [{"delta": {"content": text[at : at + size]}}]} for at in range(0, len(text), size)]
    end = {"choices": [{"delta": {}, "finish_reason": "stop"}]}
    *pieces, message = adapter(Wire(sse(*chunks, end))).stream(asked())
    thought, shown = ("".join(one.text for one in pieces if one.kind == kind) for kind in ("thinking", "text"))
    return thought, shown, text_of(message)


@pytest.mark.parametrize("size", [1, 2, 5, 1000])
@pytest.mark.parametrize(
    ("text", "thought", "words"),
    [
        ("<think>a < b</think>\n\nDone.", "a < b", "Done."),
        ("\n<thinking>Hm.</thinking> Done.", "Hm.", "Done."),
        ("<thought>Hm.</thought>Done.", "Hm.", "Done."),
        ("[THINK]Hm.[/THINK]Done.", "Hm.", "Done."),
        ("<think></think>\n\nDone.", "", "Done."),
        ("<think>One.</think>\n<think>Two.</think>Done.", "One.Two.", "Done."),
        ("<think>No end, and then the tokens are u</thin", "No end, and then the tokens are u</thin", ""),
        ("<thin air>, it says", "", "<thin air>, it says"),
        ("<thi", "", "<thi"),
        (' {"text": "<think>a</think>"}', "", ' {"text": "<think>a</think>"}'),
        ('{"text": "a</think>"}', "", '{"text": "a</think>"}'),
        ("Done. <think>", "", "Done. <think>"),
    ],
)
def test_thinking_in_tags_is_told_apart_wherever_the_stream_is_cut(text, thought, words, size):
    assert in_pieces(text, size) == (thought, words, words)


def test_thinking_whose_opening_tag_the_server_kept_is_no_part_of_the_message():
    _, _, words = in_pieces("The outro is last.\n</think>\n\nDone.", 1000)
    assert words == "Done."


def test_a_server_that_must_have_reasoning_gets_it_empty_where_there_was_none():
    call = ToolCall(name="describe")
    _, sent, _ = sent_for(turn(call, provider="gemini"), result(call), base_url="https://api.deepseek.com/v1")
    assert sent["reasoning_content"] == ""


def test_a_signature_of_gemini_goes_back_unchanged_on_the_call_that_carried_it():
    message = answered("chat_gemini_signature.sse")
    first, second = message.tool_calls
    stored = AssistantMessage.model_validate_json(message.model_dump_json())
    _, sent, *_ = sent_for(stored, result(first), result(second))
    assert sent["tool_calls"][0]["extra_content"] == {"google": {"thought_signature": "c2lnbmF0dXJl+/=="}}
    assert "extra_content" not in sent["tool_calls"][1]


def test_mistral_gets_ids_of_nine_characters_and_its_own_as_they_were():
    own, other = ToolCall(name="describe", provider_id="Ab3De6Gh9"), ToolCall(name="describe")
    _, first, told, second, also_told = sent_for(
        turn(own), result(own), turn(other), result(other), base_url="https://api.mistral.ai/v1"
    )
    assert first["tool_calls"][0]["id"] == told["tool_call_id"] == "Ab3De6Gh9"
    assert second["tool_calls"][0]["id"] == also_told["tool_call_id"]
    assert len(also_told["tool_call_id"]) == 9


@pytest.mark.spec("A-02")
@pytest.mark.parametrize(
    ("model", "base_url", "level", "tools", "effort"),
    [
        ("gpt-6", "", "off", True, "none"),
        ("gpt-5.6-sol", "", "max", False, "max"),
        ("gpt-5.2", "", "xhigh", True, "xhigh"),
        ("gpt-5-mini", "", "off", True, "minimal"),
        ("o3", "", "off", True, None),
        ("o3", "", "high", True, "high"),
        ("gpt-4.1", "", "off", True, None),
        ("gpt-6", "", None, True, "none"),
        ("gpt-6", "", None, False, None),
        ("gpt-5", "", None, True, None),
        ("qwen3", "http://127.0.0.1:11434/v1", None, True, None),
        ("qwen3", "http://127.0.0.1:11434/v1", "off", True, "none"),
        ("some-model", "https://models.example/v1", "off", True, None),
        ("some-model", "https://models.example/v1", "medium", True, "medium"),
    ],
)
def test_a_thinking_level_becomes_the_word_that_the_model_takes(model, base_url, level, tools, effort):
    server = Wire("chat_openai.json")
    params = ChatParams([UserMessage(content=said("hi"))], tools=TOOLS if tools else (), thinking_level=level)
    adapter(server, model, base_url).chat(params)
    assert server.bodies[-1].get("reasoning_effort") == effort
    assert not {"temperature", "top_p"} & set(server.bodies[-1])


@pytest.mark.spec("A-02")
@pytest.mark.parametrize(
    ("model", "base_url", "level", "says"),
    [
        ("gpt-4.1", "", "low", r"it takes off\.$"),
        ("o3", "", "max", r"off, low, medium, high\.$"),
        ("gpt-5.6-sol", "", "high", "openai-responses"),
        ("some-model", "https://models.example/v1", "max", r"off, low, medium, high\.$"),
        ("deepseek-chat", "https://api.deepseek.com", "high", r"it takes off\.$"),
    ],
)
def test_a_level_that_the_model_has_not_is_refused_before_anything_is_sent(model, base_url, level, says):
    server = Wire("chat_openai.json")
    with pytest.raises(ThinkingUnsupported, match=says):
        adapter(server, model, base_url).chat(asked(thinking_level=level))
    assert not server.requests


@pytest.mark.spec("K-02")
@pytest.mark.parametrize(
    ("base_url", "kind"),
    [("", "json_schema"), ("https://api.deepseek.com", "json_object"), ("https://models.example", None)],
)
def test_json_is_asked_for_in_the_way_that_the_server_has(base_url, kind):
    server = Wire("chat_openai.json")
    adapter(server, base_url=base_url).chat(asked(answer_schema=IDS))
    told = server.bodies[-1].get("response_format")
    assert (told and told["type"]) == kind
    assert kind != "json_schema" or told["json_schema"]["schema"] == IDS


@pytest.mark.spec("S-08")
def test_the_key_is_in_no_message_and_in_no_body():
    server = Wire("chat_openai.json")
    message = adapter(server).chat(asked())
    assert KEY not in message.model_dump_json()
    assert KEY not in json.dumps(server.bodies[-1])
    assert KEY not in repr(adapter(server).config)
