"""What a service refuses, breaks off or garbles, in a hand's words: the kind, the reason in one clean line, no secret."""

from __future__ import annotations

import httpx
import pytest
import structlog

from tests.factories import document
from tests.tools.capabilities.recorded import KEY, base64_of, png
from tools.capabilities import HANDS
from tools.capabilities.order import Halted, HandFailed, Maker
from tools.catalog import TOOLS
from tools.composition import Composition, diff, evaluate, summarise
from tools.registry.descriptors import ApiTool

pytestmark = pytest.mark.spec("K-13", "K-30")
PARAMS = {
    "generate.image": {"prompt": "a pier"},
    "generate.music": {"prompt": "waves"},
    "generate.voice": {"text": "Welcome back."},
}
PRODUCTS = {"generate.image": "image", "generate.music": "music", "generate.voice": "voice"}
everywhere = pytest.mark.parametrize("tool", PARAMS)
remote = pytest.mark.parametrize("provider", ["openai-compatible", "vertex"])


def said(message: str, **more: str) -> dict:
    return {"error": {"message": message, **more}}


def failed(order, tool: str, **more) -> HandFailed:
    """How the hand fails; nothing is left in its folder."""
    placed = order(tool, **PARAMS[tool], **more)
    with pytest.raises(HandFailed) as caught:
        HANDS[tool].make(placed)
    assert list(placed.folder.iterdir()) == []
    return caught.value


@everywhere
@remote
@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, said("Prompt is too long."), "bad_param"),
        (404, said("The model does not exist."), "bad_param"),
        (422, {"detail": "Wrong size."}, "bad_param"),
        (400, said("Rejected by the safety system.", code="moderation_blocked"), "bad_param"),
        (301, {}, "bad_param"),
        (402, {}, "quota"),
        (429, said("You exceeded your current quota, please check your plan.", code="insufficient_quota"), "quota"),
        (403, said("This API method requires billing to be enabled."), "quota"),
        (429, said("Too many requests."), "transient"),
        (429, said("Quota exceeded for requests per minute.", status="RESOURCE_EXHAUSTED"), "transient"),
        (408, {}, "transient"),
        (425, {}, "transient"),
        (500, {}, "transient"),
        (503, said("Overloaded."), "transient"),
        (529, {}, "transient"),
    ],
)
def test_a_refusal_has_its_kind(order, configure, wire, tool, provider, status, body, kind):
    configure(PRODUCTS[tool], provider, "a-model")
    wire.answer_with(httpx.Response(status, json=body, headers={"location": "https://elsewhere.example/"}))
    failure = failed(order, tool)
    assert (failure.kind, failure.billed) == (kind, False)
    assert len(wire.requests) == 1, "whoever placed the order decides whether to try again"
    assert str(status) in str(failure)
    if isinstance(words := (body.get("error") or {}).get("message"), str):
        assert words in str(failure)


@everywhere
@pytest.mark.parametrize(
    "error", [httpx.ConnectError("no"), httpx.ReadTimeout("slow"), httpx.RemoteProtocolError("cut")]
)
def test_a_network_that_fails_may_work_in_a_moment(order, configure, wire, tool, error):
    configure(PRODUCTS[tool], "openai-compatible", "a-model")
    wire.answer_with(error)
    assert failed(order, tool).kind == "transient"


def test_a_service_says_when_to_come_back(order, configure, wire):
    configure("image", "openai-compatible", "flux")
    wire.answer_with(httpx.Response(429, headers={"retry-after": "17"}))
    assert failed(order, "generate.image").wait == 17
    wire.answer_with(httpx.Response(503))
    assert failed(order, "generate.image").wait is None


@everywhere
@pytest.mark.parametrize("content", [b"", b"<html>busy</html>", b'{"ok": true}', b"MZ\x90\x00", b"\x00" * 64])
def test_a_good_answer_that_is_no_media_was_paid_for(order, configure, wire, tool, content):
    configure(PRODUCTS[tool], "openai-compatible", "a-model")
    wire.answer_with(content)
    failure = failed(order, tool)
    assert (failure.kind, failure.billed) == ("unknown", True)


def test_an_answer_without_an_end_is_cut_off(order, configure, wire, monkeypatch):
    monkeypatch.setattr("tools.providers.service.MOST_BYTES", 1000)
    configure("voice", "openai-compatible", "tts")
    wire.answer_with(httpx.Response(200, content=(b"ID3" + bytes(100) for _ in range(10**6))))
    failure = failed(order, "generate.voice")
    assert (failure.kind, failure.billed) == ("unknown", True)
    assert "larger than" in str(failure)


@everywhere
@remote
@pytest.mark.parametrize("missing", ["MODEL", "API_KEY"])
def test_a_setting_that_is_missing_is_named_and_nobody_is_asked(
    order, configure, wire, settings, tool, provider, missing
):
    configure(PRODUCTS[tool], provider, "a-model")
    setattr(settings, f"{PRODUCTS[tool].upper()}_{missing}", "")
    failure = failed(order, tool)
    assert failure.kind == "bad_param"
    assert f"{PRODUCTS[tool].upper()}_{missing} is not set" in str(failure)
    assert wire.requests == []


@pytest.mark.parametrize("address", ["ftp://x/v1", "no address", "file:///etc/passwd", "https://"])
def test_an_address_that_is_none_is_named(order, configure, wire, address):
    configure("image", "openai-compatible", "flux", base_url=address)
    wire.answer_with(httpx.UnsupportedProtocol("no"))
    failure = failed(order, "generate.image")
    assert failure.kind == "bad_param"
    assert "IMAGE_BASE_URL" in str(failure)


@pytest.mark.spec("K-20")
@everywhere
@remote
def test_a_secret_is_in_no_error_and_no_log(order, configure, wire, tool, provider):
    configure(PRODUCTS[tool], provider, "a-model")
    words = f"Incorrect API key {KEY} (sk-proj-abcdefghijk, Bearer abcdefghijkl).\n\n" + "more " * 200
    with structlog.testing.capture_logs() as logs:
        for answer in (httpx.Response(401, json=said(words)), httpx.Response(500, text=words)):
            wire.answer_with(answer)
            line = str(failed(order, tool))
            for secret in (KEY, "sk-proj-abcdefghijk", "abcdefghijkl"):
                assert secret not in line
            assert "\n" not in line
            assert len(line) <= 301
    assert KEY not in str(logs)


@pytest.mark.spec("K-20")
def test_a_filter_that_repeats_the_key_does_not_get_it_out(order, configure, wire):
    configure("image", "vertex", "imagen-4")
    wire.answer_with({"predictions": [{"raiFilteredReason": f"no {KEY} no"}]})
    assert KEY not in str(failed(order, "generate.image"))


def test_a_key_that_is_refused_is_named_by_its_setting(order, configure, wire):
    configure("music", "vertex", "lyria-002")
    wire.answer_with(httpx.Response(403, json=said("Permission denied.")))
    assert "Look at MUSIC_API_KEY" in str(failed(order, "generate.music"))


# --- halted -----------------------------------------------------------------------------------------------------------


@everywhere
def test_an_order_that_is_no_longer_wanted_is_not_begun(order, configure, wire, tool):
    def unwanted():
        raise Halted("cancelled")

    for provider in ("local", "openai-compatible", "vertex"):
        configure(PRODUCTS[tool], provider, "a-model")
        placed = order(tool, check=unwanted, **PARAMS[tool])
        with pytest.raises(Halted) as caught:
            HANDS[tool].make(placed)
        assert (caught.value.billed, list(placed.folder.iterdir())) == (False, [])
    assert wire.requests == []


@everywhere
@remote
def test_an_order_that_is_halted_on_the_way_ends_within_a_piece_and_has_been_paid(
    order, configure, wire, tool, provider
):
    pieces = []

    def answer():
        for piece in range(1000):
            pieces.append(piece)
            yield b"x"

    def check():
        if len(pieces) >= 3:
            raise Halted("cancelled")

    configure(PRODUCTS[tool], provider, "a-model")
    wire.answer_with(httpx.Response(200, content=answer()))
    placed = order(tool, check=check, **PARAMS[tool])
    with pytest.raises(Halted) as caught:
        HANDS[tool].make(placed)
    assert (len(pieces), caught.value.billed) == (3, True)
    assert list(placed.folder.iterdir()) == []


def test_every_try_of_an_order_has_the_same_key_at_the_service(order, configure, wire):
    configure("image", "openai-compatible", "flux")
    wire.answer_with(httpx.Response(503), {"data": [{"b64_json": base64_of(png())}]})
    placed = order("generate.image", **PARAMS["generate.image"])
    with pytest.raises(HandFailed):
        HANDS["generate.image"].make(placed)
    HANDS["generate.image"].make(placed)
    assert [request.headers["idempotency-key"] for request in wire.requests] == ["run-7/step-1"] * 2


# --- one truth --------------------------------------------------------------------------------------------------------


def test_a_verb_is_ready_when_it_is_carried_out_or_expanded_and_says_what_it_makes():
    for tool in TOOLS:
        if isinstance(tool, ApiTool) and tool.noun == "verbs":
            hand = HANDS.get(tool.name)
            assert tool.ready == (hand is not None or tool.expand is not None)
            assert (tool.makes is not None) == isinstance(hand, Maker)
            if isinstance(hand, Maker):
                assert tool.expects(PARAMS.get(tool.name, {}))["kind"] == tool.makes
    assert {"makes", "expects", "expand", "look"}.isdisjoint(TOOLS.get("generate.image").model_dump())


@everywhere
@pytest.mark.parametrize("wrong", [None, 7, "seven", [], {}, float("nan"), float("inf"), -1, True, 10**400])
def test_an_asset_is_expected_before_anybody_has_looked_at_its_parameters(tool, wrong):
    for params in ({}, dict.fromkeys(("prompt", "text", "voice", "aspect", "durationSeconds"), wrong)):
        expected = TOOLS.get(tool).expects(params)
        assert expected["kind"] == TOOLS.get(tool).makes
        assert expected["name"]
        assert 0 < expected.get("durationSeconds", 1) <= 800


@pytest.mark.spec("K-16")
@everywhere
def test_a_card_says_that_a_placeholder_will_be_made(configure, tool):
    def summary() -> str:
        before = Composition.load(document())
        asset = {"id": "new", **TOOLS.get(tool).expects(PARAMS[tool])}
        after = evaluate(before, {"kind": "command", "op": "addAsset", "params": {"asset": asset}}).state
        return summarise(diff(before, after), before, after)

    assert "(placeholder)" in summary()
    configure(PRODUCTS[tool], "vertex", "a-model")
    assert "(placeholder)" not in summary()
