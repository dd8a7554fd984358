"""Gemini's wire: what goes out, what comes back, and each of its quirks by name."""

import base64
import copy

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
from agent.providers.base import Delta, ProviderError, ThinkingUnsupported
from agent.providers.gemini import Gemini
from tests.agent.providers.wire import DESCRIBE, KEY, PIXEL, QUERY, Wire, config, params, recording, results, sse

pytestmark = pytest.mark.spec("S-07")

MODEL = "gemini-3.1-pro"
SKIP = base64.b64encode(b"skip_thought_signature_validator").decode()
WORDS = {"candidates": [{"content": {"role": "model", "parts": [{"text": "Done."}]}, "finishReason": "STOP"}]}


def gemini(*answers, model=MODEL):
    wire = Wire(*answers)
    return Gemini(config("gemini", model), door=wire.door()), wire


def answer(*parts, finish="STOP", **more):
    return {"candidates": [{"content": {"role": "model", "parts": list(parts)}, "finishReason": finish, **more}]}


def sent(*messages, model=MODEL, **more):
    """The body of the request for a turn."""
    provider, wire = gemini(WORDS, model=model)
    provider.chat(params(*messages, **more))
    return wire.bodies[0]


# --- What goes out ----------------------------------------------------------------------------------------------------


def test_the_key_goes_in_a_header_and_the_address_is_the_vendors_own():
    wire = Wire(WORDS)
    Gemini(config("gemini", MODEL, base_url="https://elsewhere.example"), door=wire.door()).chat(params())

    request = wire.requests[0]
    assert str(request.url) == "https://generativelanguage.googleapis.com/v1beta/models/gemini-3.1-pro:generateContent"
    assert request.headers["x-goog-api-key"] == KEY
    assert KEY not in str(request.url)


def test_a_models_name_cannot_leave_its_place_in_the_address():
    provider, wire = gemini(WORDS, model="models/../../evil?x=1")
    provider.chat(params())
    assert wire.requests[0].url.host == "generativelanguage.googleapis.com"
    assert wire.requests[0].url.query == b""


def test_the_system_prompt_is_an_instruction_and_no_message():
    body = sent("hello", system_prompt="You are a video editor")
    assert body["systemInstruction"] == {"parts": [{"text": "You are a video editor"}]}
    assert body["contents"] == [{"role": "user", "parts": [{"text": "hello"}]}]


def test_tools_are_declared_with_wire_names_and_without_empty_parameters():
    declared = {one["name"]: one for one in sent()["tools"][0]["functionDeclarations"]}
    assert set(declared) == {"query", "deleteItems", "generate_image", "describe"}
    assert declared["query"]["parameters"]["properties"] == {"target": {"type": "string"}}
    assert "parameters" not in declared["describe"]


def test_without_tools_none_are_sent():
    assert "tools" not in sent(tools=())


def test_images_are_inline_data():
    message = UserMessage(content=[TextBlock(text="like this"), ImageBlock(data=PIXEL, mime_type="image/png")])
    assert sent(message)["contents"][0]["parts"] == [
        {"text": "like this"},
        {"inlineData": {"mimeType": "image/png", "data": PIXEL}},
    ]


def test_a_gif_is_refused_by_name():
    gif = UserMessage(content=[ImageBlock(data=PIXEL, mime_type="image/gif")])
    with pytest.raises(ProviderError, match="no GIF"):
        sent(gif)


@pytest.mark.spec("A-02")
@pytest.mark.parametrize(
    ("model", "level", "how"),
    [
        ("gemini-2.5-flash", "off", {"thinkingBudget": 0}),
        ("gemini-2.5-pro", "off", {"thinkingBudget": 128}),
        ("gemini-2.5-flash", "high", {"thinkingBudget": 16384, "includeThoughts": True}),
        ("gemini-3-flash-preview", "minimal", {"thinkingLevel": "MINIMAL", "includeThoughts": True}),
        ("gemini-3-pro-preview", "off", {"thinkingLevel": "LOW"}),
        ("gemini-3-pro-preview", "medium", {"thinkingLevel": "HIGH", "includeThoughts": True}),
        ("gemini-3.7-flash", "minimal", {"thinkingLevel": "LOW", "includeThoughts": True}),
        ("gemini-4-argon", "off", {"thinkingLevel": "LOW"}),
        ("gemini-4-argon", "medium", {"thinkingLevel": "MEDIUM", "includeThoughts": True}),
        ("gemini-4-carbon", "max", {"thinkingLevel": "HIGH", "includeThoughts": True}),
    ],
)
def test_thinking_is_a_budget_or_a_level_and_only_one_the_model_has(model, level, how):
    assert sent(model=model, thinking_level=level)["generationConfig"]["thinkingConfig"] == how


def test_without_a_level_the_vendor_chooses_one():
    assert "generationConfig" not in sent(model="gemini-3.1-pro")


@pytest.mark.spec("A-02")
def test_a_model_that_cannot_think_says_so():
    assert "generationConfig" not in sent(model="gemini-2.0-flash")
    with pytest.raises(ThinkingUnsupported, match=r"gemini-2.0-flash has no thinking level “high”"):
        sent(model="gemini-2.0-flash", thinking_level="high")


def test_an_answers_schema_is_asked_for_where_no_tool_may_be_called():
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": False}
    config = sent(tools=(), answer_schema=schema, max_output_tokens=500)["generationConfig"]
    assert config["responseSchema"] == {"type": "object", "properties": {"n": {"type": "integer"}}}
    assert (config["responseMimeType"], config["maxOutputTokens"]) == ("application/json", 500)
    assert "responseSchema" not in sent(answer_schema=schema).get("generationConfig", {})


def test_a_conversation_that_begins_with_the_model_gets_a_users_word_before_it():
    contents = sent(AssistantMessage(content=said("Hello.")), "go")["contents"]
    assert [content["role"] for content in contents] == ["user", "model", "user"]
    assert all(part["text"] for content in contents for part in content["parts"])


# --- What comes back --------------------------------------------------------------------------------------------------


def test_words_alone_are_an_answer_without_calls():
    message = gemini(WORDS)[0].chat(params())
    assert (text_of(message), message.tool_calls, message.stop_reason) == ("Done.", [], "stop")


def test_calls_have_ids_of_ours_and_their_tools_own_names():
    message = gemini("gemini-calls.json")[0].chat(params())

    assert [(call.name, call.arguments) for call in message.tool_calls] == [
        ("query", {"target": "items"}),
        ("generate.image", {"prompt": "a sunset"}),
        ("describe", {}),
    ]
    assert len({call.id for call in message.tool_calls}) == 3
    assert [call.provider_id for call in message.tool_calls] == ["fc-7", None, None]
    assert message.stop_reason == "tool_use"
    assert (message.api, message.provider, message.model) == ("gemini-generate-content", "gemini", MODEL)


def test_thoughts_are_no_part_of_the_answer():
    assert text_of(gemini("gemini-calls.json")[0].chat(params())) == "I look first."


def test_usage_counts_cached_and_thought_tokens_once():
    usage = gemini("gemini-calls.json")[0].chat(params()).usage
    assert (usage.input, usage.cache_read, usage.output, usage.reasoning) == (205, 1000, 100, 60)


def test_a_call_without_args_is_a_call_and_keeps_its_signature():
    provider, wire = gemini(answer({"functionCall": {"name": "describe"}, "thoughtSignature": "c2ln"}), WORDS)
    message = provider.chat(params("go"))
    provider.chat(params("go", message, *results(message, "{}")))

    assert message.tool_calls[0].arguments == {}
    assert wire.bodies[1]["contents"][1]["parts"] == [
        {"functionCall": {"name": "describe"}, "thoughtSignature": "c2ln"}
    ]


@pytest.mark.parametrize("args", ['{"target": "it', ["items"], 7])
@pytest.mark.spec("D-12")
def test_arguments_that_cannot_be_read_are_an_error_and_never_an_empty_call(args):
    provider, wire = gemini(
        answer({"functionCall": {"name": "query", "args": args}, "thoughtSignature": "c2ln"}), WORDS
    )
    message = provider.chat(params("go"))
    call = message.tool_calls[0]
    provider.chat(params("go", message, *results(message, "unreadable", is_error=True)))

    assert call.arguments_error
    assert call.arguments == {}
    replayed = wire.bodies[1]["contents"][1]["parts"][0]
    assert (replayed["functionCall"]["args"], replayed["thoughtSignature"]) == ({}, "c2ln")


def test_parts_go_back_to_the_same_model_byte_for_byte_and_in_place():
    provider, wire = gemini("gemini-calls.json", WORDS)
    message = provider.chat(params("go"))
    provider.chat(params("go", message, *results(message, "[]", "{}", "{}")))

    parts = recording("gemini-calls.json")["candidates"][0]["content"]["parts"]
    assert wire.bodies[1]["contents"][1] == {"role": "model", "parts": parts}


def test_parts_survive_being_stored():
    message = gemini("gemini-calls.json")[0].chat(params())
    assert AssistantMessage.model_validate_json(message.model_dump_json()) == message


def test_another_models_signatures_are_replaced_by_the_vendors_placeholder_on_the_first_call():
    message = gemini("gemini-calls.json")[0].chat(params("go"))
    provider, wire = gemini(WORDS, model="gemini-4-argon")
    provider.chat(params("go", message, *results(message, "[]", "{}", "{}")))

    words, first, *rest = wire.bodies[0]["contents"][1]["parts"]
    assert words == {"text": "I look first."}
    assert first["thoughtSignature"] == SKIP
    assert all("thoughtSignature" not in part for part in rest)
    assert [part["functionCall"]["name"] for part in (first, *rest)] == ["query", "generate_image", "describe"]


def test_another_providers_turn_has_neither_its_ids_nor_its_echo():
    call = ToolCall(name="query", arguments={"target": "items"}, provider_id="toolu_1")
    foreign = AssistantMessage(tool_calls=[call], provider="anthropic", model=MODEL, echo={"parts": [{"text": "no"}]})
    contents = sent("go", foreign, *results(foreign, "[]"))["contents"]

    asked = {"functionCall": {"name": "query", "args": {"target": "items"}}, "thoughtSignature": SKIP}
    assert contents[1]["parts"] == [asked]
    assert contents[2]["parts"] == [{"functionResponse": {"name": "query", "response": {"output": []}}}]


def test_a_model_before_signatures_gets_no_placeholder():
    foreign = AssistantMessage(tool_calls=[ToolCall(name="describe")])
    contents = sent("go", foreign, *results(foreign, "{}"), model="gemini-2.5-flash")["contents"]
    assert contents[1]["parts"] == [{"functionCall": {"name": "describe", "args": {}}}]


def test_all_results_of_a_turn_stand_in_one_content_in_the_order_of_the_calls():
    provider, wire = gemini("gemini-calls.json", WORDS)
    message = provider.chat(params("go"))
    first, second, third = results(message, '[{"id": "clip-d"}]', "made", "nothing")
    third = third.model_copy(update={"is_error": True})
    provider.chat(params("go", message, third, first, second, "and now"))

    _, _, responses, words = wire.bodies[1]["contents"]
    assert responses == {
        "role": "user",
        "parts": [
            {"functionResponse": {"id": "fc-7", "name": "query", "response": {"output": [{"id": "clip-d"}]}}},
            {"functionResponse": {"name": "generate_image", "response": {"output": "made"}}},
            {"functionResponse": {"name": "describe", "response": {"error": "nothing"}}},
        ],
    }
    assert words == {"role": "user", "parts": [{"text": "and now"}]}


def test_an_image_in_a_result_follows_in_a_content_of_its_own():
    asked = AssistantMessage(tool_calls=[ToolCall(id="a", name="describe")])
    shown = ToolResultMessage(
        tool_call_id="a", tool_name="describe", content=[ImageBlock(data=PIXEL, mime_type="image/png")]
    )
    contents = sent("go", asked, shown)["contents"]
    assert list(contents[2]["parts"][0]) == ["functionResponse"]
    assert contents[3]["parts"][1]["inlineData"]["data"] == PIXEL


def test_a_gateways_own_word_for_a_stop_with_calls_is_known():
    called = answer({"functionCall": {"name": "query", "args": {"target": "items"}}}, finish="FUNCTION_CALL")
    assert gemini(called)[0].chat(params()).stop_reason == "tool_use"
    with pytest.raises(ProviderError, match="holds none"):
        gemini(answer({"text": "I call."}, finish="FUNCTION_CALL"))[0].chat(params())


@pytest.mark.parametrize("lost", [{}, {"content": {}}, {"content": {"parts": []}}, {"content": None}])
def test_a_candidate_without_parts_is_an_empty_answer(lost):
    message = gemini({"candidates": [{**lost, "finishReason": "STOP"}]})[0].chat(params())
    assert (message.content, message.tool_calls) == ([], [])


@pytest.mark.parametrize("reason", ["MAX_TOKENS", "CONTINUATION"])
def test_an_answer_at_its_limit_keeps_its_words_and_runs_no_call_that_stood_last(reason):
    parts = [{"text": "I "}, {"functionCall": {"name": "query", "args": {"target": "items"}}}]
    message = gemini(answer(*parts, finish=reason))[0].chat(params())
    assert (message.stop_reason, text_of(message)) == ("length", "I ")
    assert "cut off" in message.tool_calls[0].arguments_error


@pytest.mark.parametrize(
    "reason",
    ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MALFORMED_RESPONSE"],
)
def test_a_garbled_call_is_tried_once_more_and_then_an_error_never_an_empty_success(reason):
    garbled = answer(
        {"functionCall": {"name": "query", "args": {"target": "x"}}}, finish=reason, finishMessage="bad\ncall"
    )

    provider, wire = gemini(garbled, WORDS)
    assert text_of(provider.chat(params())) == "Done."
    assert len(wire.requests) == 2

    provider, wire = gemini(garbled)
    with pytest.raises(ProviderError, match=f"{reason}: bad call") as error:
        provider.chat(params())
    assert error.value.kind == "malformed"
    assert len(wire.requests) == 2


@pytest.mark.parametrize("reason", ["SAFETY", "RECITATION", "PROHIBITED_CONTENT", "OTHER", "A_REASON_OF_NEXT_YEAR"])
def test_an_end_that_is_not_a_good_one_is_an_error_by_its_name(reason):
    provider, wire = gemini(answer({"text": "half a"}, finish=reason))
    with pytest.raises(ProviderError, match=reason) as error:
        provider.chat(params())
    assert error.value.kind == "filtered"
    assert len(wire.requests) == 1


def test_a_blocked_prompt_has_no_candidates_and_is_an_error():
    with pytest.raises(ProviderError, match="PROHIBITED_CONTENT") as error:
        gemini({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}})[0].chat(params())
    assert error.value.kind == "filtered"


def test_an_answer_without_an_end_is_an_error():
    endless = copy.deepcopy(WORDS)
    del endless["candidates"][0]["finishReason"]
    with pytest.raises(ProviderError, match="stopped before its end"):
        gemini(endless)[0].chat(params())


@pytest.mark.parametrize(
    "answer_", [[], "no", {"candidates": [7]}, {"candidates": [{"content": {"parts": [{"functionCall": {}}]}}]}]
)
def test_junk_is_an_error_of_ours(answer_):
    with pytest.raises(ProviderError) as error:
        gemini(httpx.Response(200, json=answer_))[0].chat(params())
    assert error.value.kind == "malformed"


@pytest.mark.parametrize(
    "rejected",
    [
        httpx.Response(400, json={"error": {"code": 400, "message": "Corrupted thought signature.", "status": "INVALID_ARGUMENT"}}),
        httpx.Response(400, json={"error": {"code": 400, "message": "Function call is missing a thought_signature in functionCall parts."}}),
        answer(finish="MISSING_THOUGHT_SIGNATURE"),
    ],
)  # fmt: skip
def test_a_rejected_signature_is_tried_once_more_with_placeholders(rejected):
    message = gemini("gemini-calls.json")[0].chat(params("go"))
    provider, wire = gemini(rejected, WORDS)
    provider.chat(params("go", message, *results(message, "[]", "{}", "{}")))

    signatures = [
        [part["thoughtSignature"] for part in body["contents"][1]["parts"] if "thoughtSignature" in part]
        for body in wire.bodies
    ]
    assert signatures == [["CiQBjz1rX+q/Zmlyc3Q="], [SKIP]]


def test_a_signature_that_is_rejected_again_is_an_error():
    rejected = httpx.Response(400, json={"error": {"code": 400, "message": "Invalid thought signature"}})
    provider, wire = gemini(rejected)
    with pytest.raises(ProviderError, match="thought signature"):
        provider.chat(params())
    assert len(wire.requests) == 2


@pytest.mark.parametrize(
    ("status", "words", "kind"),
    [
        (400, "API key not valid. Please pass a valid API key.", "authentication"),
        (403, "permission", "authentication"),
        (429, "Resource has been exhausted", "rate_limit"),
        (503, "The model is overloaded.", "overloaded"),
        (400, "The input token count (2000000) exceeds the maximum number of tokens allowed", "overflow"),
        (400, "Invalid JSON payload received.", "request"),
    ],
)
def test_the_error_envelope_is_read_and_no_secret_is_in_it(status, words, kind):
    told = {"error": {"code": status, "message": f"{words} key={KEY}", "status": "X"}}
    with pytest.raises(ProviderError) as error:
        gemini(httpx.Response(status, json=told))[0].chat(params())
    assert error.value.kind == kind
    assert words in str(error.value)
    assert KEY not in str(error.value)


# --- The streaming twin -----------------------------------------------------------------------------------------------


def stream(*answers, model=MODEL):
    provider, wire = gemini(*answers, model=model)
    *deltas, message = provider.stream(params("go"))
    return deltas, message, provider, wire


def test_a_stream_tells_words_and_thoughts_as_they_come_and_the_message_last():
    deltas, message, _, wire = stream("gemini-words.sse")

    assert wire.requests[0].url.path.endswith(f"{MODEL}:streamGenerateContent")
    assert wire.requests[0].url.query == b"alt=sse"
    assert [delta.text for delta in deltas if delta.kind == "thinking"] == ["Let me ", "think."]
    assert [delta.text for delta in deltas if delta.kind == "text"] == ["It is 26 ", "seconds long."]
    assert text_of(message) == "It is 26 seconds long."


def test_usage_in_a_stream_is_the_last_told_and_not_a_sum():
    _, message, _, _ = stream("gemini-words.sse")
    assert (message.usage.input, message.usage.output, message.usage.reasoning) == (90, 19, 11)


def test_a_signature_on_an_empty_part_is_kept_apart_from_the_words_before_it():
    _, message, provider, wire = stream("gemini-words.sse", WORDS)
    provider.chat(params("go", message, "and?"))
    assert wire.bodies[1]["contents"][1]["parts"] == [
        {"text": "Let me think.", "thought": True},
        {"text": "It is 26 seconds long."},
        {"text": "", "thoughtSignature": "EpwBc2lnbmVk/dGV4dA="},
    ]


def test_calls_in_a_stream_come_whole_and_the_first_keeps_its_signature():
    _, message, provider, wire = stream("gemini-calls.sse", WORDS)
    provider.chat(params("go", message, *results(message, "{}", "[]")))

    assert [(call.name, call.arguments) for call in message.tool_calls] == [
        ("describe", {}),
        ("query", {"target": "items"}),
    ]
    assert message.stop_reason == "tool_use"
    parts = wire.bodies[1]["contents"][1]["parts"]
    assert [part.get("thoughtSignature") for part in parts] == [None, "EgYKBHNpZw==", None]


def test_a_stream_that_stops_before_its_end_is_an_error():
    with pytest.raises(ProviderError, match="stopped before its end"):
        stream(sse({"candidates": [{"content": {"parts": [{"text": "It is"}]}}]}))


def test_an_error_inside_a_stream_is_an_error_though_the_status_was_200():
    error = {"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}}
    with pytest.raises(ProviderError, match="overloaded") as raised:
        stream(sse({"candidates": [{"content": {"parts": [{"text": "It is"}]}}]}, error))
    assert raised.value.kind == "overloaded"


def test_junk_after_the_end_is_tolerated_and_before_it_is_not():
    end = answer({"text": "Done."})
    assert text_of(stream(sse(end, "data: [DONE]", ": bye", "data: <html>"))[1]) == "Done."
    with pytest.raises(ProviderError, match="no JSON"):
        stream(sse("data: <html>", end))


def test_a_garbled_call_in_a_stream_is_tried_again_only_while_nothing_was_shown():
    garbled = answer(finish="MALFORMED_FUNCTION_CALL")
    assert text_of(stream(sse(garbled), sse(WORDS))[1]) == "Done."

    provider, wire = gemini(sse(answer({"text": "I "}, finish="MALFORMED_FUNCTION_CALL")), sse(WORDS))
    seen = []
    with pytest.raises(ProviderError, match="MALFORMED_FUNCTION_CALL"):
        seen.extend(provider.stream(params()))
    assert len(wire.requests) == 1


def test_a_plain_answer_in_place_of_a_stream_is_taken():
    deltas, message, _, _ = stream(WORDS)
    assert deltas == [Delta("text", "Done.")]
    assert text_of(message) == "Done."


def test_only_the_tools_that_were_offered_have_a_way_back_to_their_names():
    provider, _ = gemini("gemini-calls.json")
    message = provider.chat(params(tools=(QUERY, DESCRIBE)))
    assert [call.name for call in message.tool_calls] == ["query", "generate_image", "describe"]
