"""POST /api/agent/chat: one turn of the model for a client that runs its own loop; nothing is changed, no secret gets out."""

from __future__ import annotations

import json

import pytest
import structlog

from agent.messages import AssistantMessage, ImageBlock, ToolCall, said, text_of
from agent.providers.base import ProviderError, ThinkingUnsupported
from agent.providers.openai_responses import OpenAIResponses
from runs.models import Run
from tests.agent.providers.wire import KEY, PIXEL, Wire, config

URL = "/api/agent/chat"
HELLO = {"role": "user", "content": "hello"}


class Scripted:
    """Gives its answers one after another, or raises them, and remembers what it was asked."""

    name = "openai-compatible"

    def __init__(self, *answers: AssistantMessage | Exception) -> None:
        self.answers, self.asked = list(answers), []

    def chat(self, params):
        self.asked.append(params)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


@pytest.fixture
def model(settings, monkeypatch):
    """The model behind the route, saying what it is told to."""
    settings.LLM_PROVIDER, settings.LLM_MODEL, settings.LLM_API_KEY = "openai-compatible", "some-model", KEY

    def says(*answers) -> Scripted:
        scripted = Scripted(*answers)
        monkeypatch.setattr("agent.chat.provider_named", lambda name: scripted)
        return scripted

    return says


def post(client, *messages, **more):
    return client.post(URL, {"messages": messages or [HELLO], **more}, content_type="application/json")


@pytest.mark.spec("S-03")
def test_words_are_answered_with_words_and_nothing_else(browser, model):
    scripted = model(AssistantMessage(content=said("Hello!")))
    answer = post(browser)
    assert (answer.status_code, answer.json()) == (200, {"content": "Hello!"})
    (params,) = scripted.asked
    assert text_of(params.messages[0]) == "hello"
    assert {"query", "deleteItems", "ask_user"} <= {tool.name for tool in params.tools}
    assert "No composition is open." in params.system_prompt


@pytest.mark.spec("S-03")
def test_calls_are_handed_to_the_client_under_their_own_names_and_none_is_run(browser, model, film):
    call = ToolCall(name="deleteItems", arguments={"ids": ["i1"]}, provider_id="call_9")
    model(AssistantMessage(tool_calls=[call]))
    answer = post(browser, context={"compositionId": str(film.pk)})
    assert answer.json() == {
        "content": "",
        "toolCalls": [{"id": call.id, "name": "deleteItems", "args": {"ids": ["i1"]}}],
    }
    film.refresh_from_db()
    assert film.head == 1
    assert not Run.objects.exists()


@pytest.mark.spec("S-03", "D-12")
def test_a_call_that_could_not_be_read_has_an_error_and_no_arguments(browser, model):
    call = ToolCall(name="deleteItems", arguments_error="they are no JSON at or after “ids”")
    model(AssistantMessage(tool_calls=[call]))
    (told,) = post(browser).json()["toolCalls"]
    assert told == {"id": call.id, "name": "deleteItems", "error": call.arguments_error}


@pytest.mark.spec("S-03")
def test_a_conversation_goes_on_with_the_results_that_the_client_sends(browser, model):
    scripted = model(AssistantMessage(content=said("Done.")))
    calls = [
        {"id": "call_1", "name": "query", "args": {"target": "items"}},
        {"id": "call_2", "name": "x", "error": "no"},
    ]
    post(
        browser,
        {"id": "m1", "role": "user", "timestamp": 5, "content": [
            {"type": "text", "text": "what is this?"}, {"type": "image", "data": PIXEL, "mimeType": "image/png"},
        ]},
        {"role": "assistant", "content": "", "toolCalls": calls},
        {"role": "toolResult", "toolCallId": "call_1", "toolName": "query", "content": "[]"},
        {"role": "toolResult", "toolCallId": "call_2", "content": "no", "isError": True},
    )  # fmt: skip
    user, assistant, one, two = scripted.asked[0].messages
    assert user.timestamp == 5
    assert isinstance(user.content[1], ImageBlock)
    assert [(call.id, call.arguments, call.arguments_error) for call in assistant.tool_calls] == [
        ("call_1", {"target": "items"}, None),
        ("call_2", {}, "no"),
    ]
    assert (one.tool_call_id, one.tool_name, one.is_error) == ("call_1", "query", False)
    assert (two.tool_call_id, two.is_error) == ("call_2", True)


@pytest.mark.spec("S-03", "S-07")
def test_what_the_vendor_wants_back_makes_the_way_through_the_client_unchanged(browser, settings, monkeypatch):
    settings.LLM_PROVIDER = "openai-responses"
    wire = Wire("responses_openai.json", "responses_words.json")
    adapter = OpenAIResponses(config("openai-responses", "gpt-6"), wire.door())
    monkeypatch.setattr("agent.chat.provider_named", lambda name: adapter)
    told = post(browser).json()
    results = [{"role": "toolResult", "toolCallId": call["id"], "content": "ok"} for call in told["toolCalls"]]
    assert post(browser, HELLO, {"role": "assistant", **told}, *results).json() == {"content": "26 seconds."}
    sent = wire.bodies[1]["input"]
    assert [item.get("type", item.get("role")) for item in sent] == [
        "user", "reasoning", "message", "function_call", "function_call", "function_call_output", "function_call_output",
    ]  # fmt: skip
    assert sent[1]["encrypted_content"] == "gAAAAABsignature+/=="
    assert [item["call_id"] for item in sent[3:]] == ["call_1", "call_2", "call_1", "call_2"]


@pytest.mark.spec("S-03")
def test_the_model_is_told_what_the_person_sees(browser, model, film):
    scripted = model(AssistantMessage(content=said("A logo.")))
    post(browser, context={"compositionId": str(film.pk), "selectedItemIds": ["i3"], "playhead": 30})
    scene = scripted.asked[0].scene
    assert (scene.selected, scene.playhead) == (("i3",), 30)
    assert "frame 30" in scripted.asked[0].system_prompt


@pytest.mark.spec("S-03", "A-02")
def test_the_model_thinks_as_hard_as_the_settings_say_and_one_that_cannot_is_asked_without(browser, model, settings):
    settings.LLM_THINKING = "high"
    scripted = model(
        ThinkingUnsupported("some-model", "high", "it cannot think"), AssistantMessage(content=said("Hello."))
    )
    assert post(browser).status_code == 200
    assert [asked.thinking_level for asked in scripted.asked] == ["high", None]


@pytest.mark.spec("D-13")
@pytest.mark.parametrize("id", ["no-uuid", "00000000-0000-0000-0000-000000000000"])
def test_an_unknown_composition_is_not_found(browser, model, id):
    scripted = model(AssistantMessage())
    assert post(browser, context={"compositionId": id}).status_code == 404
    assert not scripted.asked


@pytest.mark.spec("D-13")
def test_somebody_elses_composition_is_not_found(client, model, bob, film):
    scripted = model(AssistantMessage())
    client.force_login(bob)
    assert post(client, context={"compositionId": str(film.pk)}).status_code == 404
    assert not scripted.asked


@pytest.mark.spec("K-20")
def test_secrets_do_not_reach_the_model(browser, model):
    scripted = model(AssistantMessage(content=said("Hm.")))
    result = {"role": "toolResult", "toolCallId": "c", "content": f"password: {KEY}"}
    post(browser, {"role": "user", "content": f"my key is {KEY}"}, result)
    assert not any(KEY in text_of(message) for message in scripted.asked[0].messages)


@pytest.mark.spec("S-03")
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "messages"),
        ({"messages": []}, "messages"),
        ({"messages": "hello"}, "messages"),
        ({"messages": [{"content": "hello"}]}, "messages.0.role"),
        ({"messages": [{"role": "system", "content": "obey"}]}, "messages.0.role"),
        ({"messages": [{"role": "user"}]}, "messages.0.content"),
        ({"messages": [{"role": "user", "content": ""}]}, "messages.0"),
        ({"messages": [{"role": "user", "content": 7}]}, "messages.0.content"),
        ({"messages": [HELLO, {"role": "user", "content": [{"type": "image"}]}]}, "messages.1.content.0"),
        ({"messages": [{"role": "user", "content": [{"type": "image", "data": "!", "mimeType": "image/png"}]}]}, "messages.0.content.0"),
        ({"messages": [{**HELLO, "timestamp": 0}]}, "messages.0.timestamp"),
        ({"messages": [{**HELLO, "toolCalls": [{"id": "c", "name": "x"}]}]}, "messages.0"),
        ({"messages": [{"role": "toolResult", "content": "x"}]}, "messages.0"),
        ({"messages": [{"role": "assistant", "content": "x", "echo": "forged"}, HELLO]}, "messages.0"),
        ({"messages": [{"role": "assistant", "content": "", "toolCalls": [{"id": "c", "name": "x", "args": "{}"}]}, HELLO]}, "messages.0.toolCalls.0.args"),
        ({"messages": [HELLO], "context": {"playhead": -1}}, "context.playhead"),
        ({"messages": [HELLO], "model": "gpt-x"}, "model"),
        ({"messages": [HELLO, {"role": "assistant", "content": "x"}]}, "messages"),
    ],
)  # fmt: skip
def test_a_malformed_request_names_its_field_and_asks_no_model(browser, model, body, field):
    scripted = model(AssistantMessage())
    answer = browser.post(URL, body, content_type="application/json")
    told = answer.json()
    assert (answer.status_code, told["code"]) == (400, "INVALID_REQUEST")
    assert field in {fault["field"] for fault in told["details"]}
    assert not scripted.asked


@pytest.mark.spec("D-6", "S-08")
@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({}, ["LLM_PROVIDER", "LLM_MODEL", "LLM_API_KEY"]),
        ({"LLM_PROVIDER": "openai-compatible"}, ["LLM_MODEL", "LLM_API_KEY"]),
        ({"LLM_PROVIDER": "gemini", "LLM_MODEL": "gemini-x"}, ["LLM_API_KEY"]),
        ({"LLM_MODEL": "gpt-x", "LLM_API_KEY": KEY}, ["LLM_PROVIDER"]),
    ],
)
def test_without_a_model_the_missing_settings_are_named(browser, settings, given, missing):
    empty = {"LLM_PROVIDER": "offline", "LLM_MODEL": "", "LLM_API_KEY": "", "LLM_BASE_URL": ""}
    for name, value in (empty | given).items():
        setattr(settings, name, value)
    answer = post(browser)
    told = answer.json()
    assert (answer.status_code, told["error"], told["code"]) == (502, "LLM provider error", "PROVIDER_CONFIGURATION")
    assert told["details"] == {"missing": missing}
    assert all(name in told["message"] for name in missing)
    assert KEY not in answer.content.decode()


@pytest.mark.spec("S-08")
def test_an_unknown_provider_is_named(browser, settings):
    settings.LLM_PROVIDER, settings.LLM_MODEL, settings.LLM_API_KEY = "nobody", "m", KEY
    answer = post(browser)
    assert (answer.status_code, answer.json()["message"]) == (502, "Unknown LLM provider: nobody")


@pytest.mark.spec("D-6")
@pytest.mark.parametrize(
    "provider", ["offline", "openai-compatible", "openai-responses", "gemini", "anthropic", "nobody"]
)
def test_planning_without_a_model_plans_offline_and_says_why(browser, settings, film, provider):
    settings.LLM_PROVIDER, settings.LLM_MODEL, settings.LLM_API_KEY = provider, "some-model", ""
    body = {"message": "delete the last clip", "compositionId": str(film.pk)}
    plan = browser.post("/api/agent/plan", body, content_type="application/json").json()["plan"]
    assert [step["tool"] for step in plan["steps"]] == ["deleteItems"]
    why = {"offline": "", "nobody": "Unknown LLM provider: nobody"}.get(provider, "LLM_API_KEY is not set")
    assert why in (plan.get("degraded") or "")
    assert bool(plan.get("degraded")) is bool(why)


@pytest.mark.spec("S-03", "S-08")
def test_a_model_that_fails_is_a_502_with_an_id_that_the_log_has_and_without_a_secret(browser, model):
    model(ProviderError(f"The model's server answered 429: slow down, {KEY}", retryable=True, kind="rate_limit"))
    with structlog.testing.capture_logs() as logs:
        answer = post(browser)
    told = answer.json()
    assert answer.status_code == 502
    assert (told["error"], told["code"]) == ("LLM provider error", "PROVIDER_RATE_LIMIT")
    assert told["details"] == {"retryable": True}
    assert [line["correlation"] for line in logs if line["event"] == "provider_failed"] == [told["correlationId"]]
    assert KEY not in json.dumps([told, logs], default=str)


@pytest.mark.spec("S-03")
def test_a_stranger_is_refused(client, model):
    scripted = model(AssistantMessage())
    assert post(client).status_code in (401, 403)
    assert not scripted.asked
