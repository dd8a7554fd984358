"""Against what others wrote: the vendors' own SDK types, and a mock server that knows each vendor's wire and ways to fail.

They are no dependencies: `pip install openai anthropic google-genai llmock` beside the rest makes these tests run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

import httpx
import pytest
from pydantic import TypeAdapter

from agent.interpret import interpret
from agent.messages import AssistantMessage, ImageBlock, ToolCall, UserMessage, said, text_of
from agent.providers.base import ProviderError
from runs.tiers import file_tier
from tests import factories
from tests.agent.providers.vendors import ADAPTERS
from tests.agent.providers.wire import KEY, PIXEL, RECORDINGS, Wire, config, params, recording, results
from tools.composition import Composition
from tools.providers.http import Http, Patience

pytestmark = pytest.mark.spec("S-07")
WHY = "{} is not installed: an independent peer, optional"


def sdk(name):
    return pytest.importorskip(name, reason=WHY.format(name.partition(".types")[0]))


# --- What we send is of the types that the vendor's SDK sends ---------------------------------------------------------


def sent(name, **more):
    """The body of a request that has everything in it: words, an image, calls, results, tools, a limit, a level."""
    make, model, whole, _ = ADAPTERS[name]
    model = "o3" if name == "openai-compatible" else model
    wire = Wire(whole("Done.", []))
    calls = [ToolCall(name="query", arguments={"target": "items"}), ToolCall(name="describe")]
    called = AssistantMessage(content=said("I look."), tool_calls=calls)
    seen = UserMessage(content=[*said("like this"), ImageBlock(data=PIXEL, mime_type="image/png")])
    turn = params(seen, called, *results(called, "[]", "{}"), "go on", system_prompt="Plan.", **more)
    make(config(name, model), door=wire.door()).chat(turn)
    return wire.bodies[0]


REQUESTS = {
    "openai-compatible": ("openai.types.chat.completion_create_params", "CompletionCreateParamsNonStreaming"),
    "openai-responses": ("openai.types.responses.response_create_params", "ResponseCreateParamsNonStreaming"),
    "anthropic": ("anthropic.types.message_create_params", "MessageCreateParamsNonStreaming"),
}


@pytest.mark.parametrize("level", [None, "high"])
@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_has_no_word_that_the_vendors_types_have_not(name, level):
    module, kind = REQUESTS[name]
    body = sent(name, max_output_tokens=500, thinking_level=level)
    assert known(TypeAdapter(getattr(sdk(module), kind)).validate_python(body)) == body


def known(value):
    """What validation left of a value; it looks into an iterable only while it is read."""
    if isinstance(value, dict):
        return {key: known(part) for key, part in value.items()}
    return value if isinstance(value, str) or not isinstance(value, Iterable) else [known(part) for part in value]


@pytest.mark.parametrize("level", [None, "high"])
def test_a_request_to_gemini_is_of_the_vendors_types(level):
    types = sdk("google.genai.types")
    body = sent("gemini", max_output_tokens=500, thinking_level=level)
    assert set(body) == {"contents", "systemInstruction", "tools", "generationConfig"}
    for content in (*body["contents"], body["systemInstruction"]):
        types.Content.model_validate(content)
    for tool in body["tools"]:
        types.Tool.model_validate(tool)
    types.GenerateContentConfig.model_validate(body["generationConfig"])


# --- What the recordings answer is of the types that the vendor's SDK reads -------------------------------------------


@pytest.mark.parametrize(
    ("name", "module", "kind"),
    [
        ("chat_openai.json", "openai.types.chat", "ChatCompletion"),
        ("responses_openai.json", "openai.types.responses", "Response"),
        ("anthropic-calls.json", "anthropic.types", "Message"),
        ("gemini-calls.json", "google.genai.types", "GenerateContentResponse"),
        ("chat_openai.sse", "openai.types.chat", "ChatCompletionChunk"),
        ("anthropic-calls.sse", "anthropic.types", "RawMessageStreamEvent"),
        ("gemini-calls.sse", "google.genai.types", "GenerateContentResponse"),
        ("gemini-words.sse", "google.genai.types", "GenerateContentResponse"),
    ],
)
def test_a_recording_is_an_answer_as_the_vendors_types_have_it(name, module, kind):
    type_ = TypeAdapter(getattr(sdk(module), kind))
    if name.endswith(".json"):
        type_.validate_python(recording(name))
        return
    lines = (RECORDINGS / name).read_text().splitlines()
    events = [json.loads(line[5:]) for line in lines if line.startswith("data:") and "[DONE]" not in line]
    for event in (event for event in events if event.get("type") != "ping"):
        type_.validate_python(event)
    assert events


# --- A server of somebody else's --------------------------------------------------------------------------------------


@pytest.fixture
def peer(request):
    sdk("llmock")
    return request.getfixturevalue("llmock")


class AtPeer(httpx.HTTPTransport):
    """Takes Gemini, which is at one address only, to the peer."""

    def __init__(self, address):
        super().__init__()
        self.address = httpx.URL(address)

    def handle_request(self, request):
        path = self.address.path.rstrip("/") + request.url.path
        request.url = self.address.copy_with(path=path, query=request.url.query or None)
        return super().handle_request(request)


def adapter(name, peer):
    make, model, _, _ = ADAPTERS[name]
    patience = Patience(connect=2, read=2, whole=10, retries=2, backoff=0.05, pause=1)
    gemini = name == "gemini"
    base_url = "" if gemini else peer.base_url("anthropic" if name == "anthropic" else "openai")
    transport = AtPeer(peer.base_url("gemini")) if gemini else None
    return make(config(name, model, base_url), door=Http(secrets=[KEY], patience=patience, transport=transport))


def planned(name, peer, *, streamed=False):
    state = Composition.load(factories.document())
    asked = {"state": state, "tier": file_tier(), "provider": adapter(name, peer)}
    return interpret("delete the last clip", listener=[].append if streamed else None, **asked).proposal


both = pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])


@both
@pytest.mark.parametrize("name", ADAPTERS)
def test_the_peer_is_understood_and_understands(peer, name, streamed):
    peer.call_tool("deleteItems", {"ids": ["clip-d"]}).reply("Deletes the outro.")
    proposal = planned(name, peer, streamed=streamed)
    assert (proposal.degraded, proposal.errors) == (None, [])
    assert [(step.tool, step.params) for step in proposal.plan.steps] == [("deleteItems", {"ids": ["clip-d"]})]
    assert proposal.plan.summary == "Deletes the outro."
    assert proposal.plan.trace["usage"]["output"] > 0
    peer.assert_resilient(strict=True)


@both
@pytest.mark.parametrize("name", ADAPTERS)
def test_a_peer_that_is_busy_is_asked_again_when_it_says(peer, name, streamed):
    peer.rate_limit(times=2, retry_after=0.2).reply("It is 26 seconds long.")
    assert planned(name, peer, streamed=streamed).answer == "It is 26 seconds long."
    peer.assert_resilient(strict=True)


@pytest.mark.parametrize("fault", ["truncate", "disconnect", "corrupt"])
@pytest.mark.parametrize("name", ADAPTERS)
def test_a_stream_that_the_peer_breaks_is_never_taken_for_an_answer(peer, name, fault):
    peer.reply("One two three four five six seven eight nine ten.")
    getattr(peer, fault)(after_chunks=2)
    with pytest.raises(ProviderError):
        list(adapter(name, peer).stream(params()))


@pytest.mark.spec("D-12")
@pytest.mark.parametrize("name", ["openai-compatible", "openai-responses", "anthropic"])
def test_arguments_that_the_peer_garbles_run_nothing(peer, name):
    peer.break_tool_call("malformed_arguments", times=None)
    *_, message = adapter(name, peer).stream(params())
    assert message.tool_calls
    assert all(call.arguments_error and call.arguments == {} for call in message.tool_calls)


@pytest.mark.parametrize("name", ADAPTERS)
def test_a_peer_without_room_and_one_that_knows_no_key_say_so(peer, name):
    peer.context_overflow()
    with pytest.raises(ProviderError) as caught:
        adapter(name, peer).chat(params())
    assert caught.value.kind == "overflow"
    peer.fail(401)
    with pytest.raises(ProviderError) as caught:
        adapter(name, peer).chat(params())
    assert caught.value.kind == "authentication"
    assert text_of(adapter(name, peer).chat(params(tools=())))
