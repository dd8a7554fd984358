"""generate.image: a picture of the shape that was asked for, drawn here or fetched from a service."""

from __future__ import annotations

import io

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from tests.tools.capabilities.recorded import KEY, base64_of, png
from tools.capabilities import HANDS
from tools.capabilities.generate_image import expects, size_of
from tools.capabilities.order import HandFailed
from tools.media.probe import look
from tools.providers.local import card

pytestmark = pytest.mark.spec("K-13")
PICTURE = HANDS["generate.image"]


# --- here -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aspect", "size"),
    [
        (None, (1536, 1536)),
        ("16:9", (1536, 864)),
        ("9:16", (864, 1536)),
        ("2.39:1", (1536, 640)),
        ("999:1", (1536, 64)),
    ],
)
def test_a_card_is_drawn_in_the_shape_that_was_asked_for_and_expected(order, aspect, size):
    made = PICTURE.make(order("generate.image", prompt="a harbour at dusk", **({"aspect": aspect} if aspect else {})))
    facts = look(made.path)
    assert (facts["kind"], facts["width"], facts["height"]) == ("image", *size)
    expected = expects({"prompt": "a harbour at dusk", "aspect": aspect})
    assert facts | {"name": made.name} | {"origin": {"tool": "generate.image", "placeholder": True}} == expected
    assert (made.provider, made.placeholder, made.path.suffix) == ("local", True, ".png")


def test_the_same_words_give_the_same_picture_in_another_file(order):
    first = PICTURE.make(order("generate.image", key="run-1/step-1", prompt="a harbour  at dusk")).path
    second = PICTURE.make(order("generate.image", key="run-2/step-4", prompt="A harbour at dusk")).path
    other = PICTURE.make(order("generate.image", prompt="a rolling pin")).path
    assert first.read_bytes() != second.read_bytes()
    with Image.open(first) as one, Image.open(second) as two, Image.open(other) as three:
        assert (one.info["Comment"], two.info["Comment"]) == ("run-1/step-1", "run-2/step-4")
        lower = (0, 0, 1536, 600)  # the words differ in a capital letter, the shapes and colours do not
        assert not ImageChops.difference(one.crop(lower), two.crop(lower)).getbbox()
        assert ImageChops.difference(one.convert("RGB"), three.convert("RGB")).getbbox()


def test_a_card_is_marked_in_its_corner(monkeypatch):
    marked = Image.open(io.BytesIO(card.draw("a pier", (768, 432), "k")))
    monkeypatch.setattr(card, "_tag", lambda card: None)
    plain = Image.open(io.BytesIO(card.draw("a pier", (768, 432), "k")))
    left, top, right, bottom = ImageChops.difference(marked, plain).getbbox()
    assert left > 768 * 0.8
    assert top > 432 * 0.85
    assert right <= 768
    assert bottom <= 432


@settings(max_examples=12, deadline=None)
@given(st.text(min_size=1, max_size=2000), st.sampled_from([(1536, 64), (64, 1536), (320, 180)]))
def test_a_card_takes_any_words_in_any_shape(words, size):
    assert Image.open(io.BytesIO(card.draw(words, size, "k"))).size == size


@pytest.mark.parametrize("aspect", ["0:1", "1:0", "0:0"])
def test_what_is_no_shape_is_refused_and_nothing_is_drawn(order, aspect):
    placed = order("generate.image", prompt="a pier", aspect=aspect)
    with pytest.raises(HandFailed, match="no shape") as caught:
        PICTURE.make(placed)
    assert (caught.value.kind, caught.value.billed) == ("bad_param", False)
    assert list(placed.folder.iterdir()) == []
    assert expects({"prompt": "a pier", "aspect": aspect})["kind"] == "image"


@given(st.text(max_size=20))
def test_any_text_is_a_shape_that_can_be_drawn_or_none(text):
    size = size_of(text)
    assert size is None or (max(size) == 1536 and min(size) >= 64)


def test_a_name_is_the_first_words_and_never_a_path(order):
    words = "../../etc/passwd\n\x1b[31m " + "very long words " * 40
    made = PICTURE.make(order("generate.image", prompt=words))
    assert made.path.parent.name.startswith("order-")
    assert made.path.name == "image.png"
    assert len(made.name) <= 60
    assert "\n" not in made.name


# --- over the wire ----------------------------------------------------------------------------------------------------


@pytest.mark.spec("S-07")
@pytest.mark.parametrize(
    ("model", "size", "told"),
    [
        ("gpt-image-1", "1536x1024", None),
        ("dall-e-3", "1792x1024", "b64_json"),
        ("flux.1-schnell", "1536x864", "b64_json"),
    ],
)
def test_an_openai_compatible_server_is_asked_in_its_form(order, configure, wire, model, size, told):
    configure("image", "openai-compatible", model)
    wire.answer_with({"created": 1, "data": [{"b64_json": base64_of(png())}]})
    made = PICTURE.make(order("generate.image", prompt="a pier", aspect="16:9"))
    [request] = wire.requests
    assert str(request.url) == "https://models.example/v1/images/generations"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.headers["idempotency-key"] == "run-7/step-1"
    assert wire.asked == {"model": model, "prompt": "a pier", "n": 1, "size": size} | (
        {"response_format": told} if told else {}
    )
    assert made.path.read_bytes() == png()
    assert (made.provider, made.model, made.placeholder) == ("openai-compatible", model, False)


def test_openai_itself_is_asked_where_no_address_is_set(order, configure, wire):
    configure("image", "openai-compatible", "gpt-image-1", base_url="")
    wire.answer_with({"data": [{"b64_json": base64_of(png())}]})
    PICTURE.make(order("generate.image", prompt="a pier"))
    assert wire.requests[0].url.host == "api.openai.com"


def test_imagen_on_vertex_is_asked_for_the_nearest_shape_that_it_draws(order, configure, wire):
    configure("image", "vertex", "imagen-4.0-generate-001", api_key="ya29.token-of-an-account")
    wire.answer_with({"predictions": [{"mimeType": "image/png", "bytesBase64Encoded": base64_of(png())}]})
    made = PICTURE.make(order("generate.image", prompt="a pier", aspect="2:1"))
    [request] = wire.requests
    assert request.url.path.endswith("/publishers/google/models/imagen-4.0-generate-001:predict")
    assert request.headers["authorization"] == "Bearer ya29.token-of-an-account"
    assert wire.asked["instances"] == [{"prompt": "a pier"}]
    assert (wire.asked["parameters"]["sampleCount"], wire.asked["parameters"]["aspectRatio"]) == (1, "16:9")
    assert made.path.read_bytes() == png()


def test_a_key_of_google_goes_into_its_own_header(order, configure, wire):
    configure("image", "vertex", "imagen-4.0-generate-001", api_key="AIzaSyExampleExample")
    wire.answer_with({"predictions": [{"bytesBase64Encoded": base64_of(png())}]})
    PICTURE.make(order("generate.image", prompt="a pier"))
    assert wire.requests[0].headers["x-goog-api-key"] == "AIzaSyExampleExample"
    assert "authorization" not in wire.requests[0].headers


def test_an_answer_that_is_only_an_address_is_not_followed(order, configure, wire):
    configure("image", "openai-compatible", "flux")
    wire.answer_with({"data": [{"url": "http://169.254.169.254/latest/meta-data/"}]})
    placed = order("generate.image", prompt="a pier")
    with pytest.raises(HandFailed, match="address instead of a picture") as caught:
        PICTURE.make(placed)
    assert (caught.value.kind, caught.value.billed) == ("unknown", True)
    assert len(wire.requests) == 1
    assert list(placed.folder.iterdir()) == []


@pytest.mark.parametrize(
    "answer",
    [
        {"predictions": [{"raiFilteredReason": "Unable to show generated images. Support codes: 58061214"}]},
        {},
        {"predictions": []},
    ],
)
def test_a_picture_that_a_filter_took_out_is_the_words_fault(order, configure, wire, answer):
    configure("image", "vertex", "imagen-4.0-generate-001")
    wire.answer_with(answer)
    with pytest.raises(HandFailed, match="declined") as caught:
        PICTURE.make(order("generate.image", prompt="a pier"))
    assert caught.value.kind == "bad_param"


@pytest.mark.parametrize(
    "answer",
    [
        {"data": []},
        {"data": [{}]},
        {"data": "no"},
        [],
        {"data": [{"b64_json": "not base64!"}]},
        {"data": [{"b64_json": base64_of(b"<html>")}]},
        {"data": [{"b64_json": 7}]},
        httpx.Response(200, text="<html>"),
    ],
)
def test_an_answer_without_a_picture_was_paid_for_and_gives_nothing(order, configure, wire, answer):
    configure("image", "openai-compatible", "flux")
    wire.answer_with(answer)
    placed = order("generate.image", prompt="a pier")
    with pytest.raises(HandFailed) as caught:
        PICTURE.make(placed)
    assert (caught.value.kind, caught.value.billed) == ("unknown", True)
    assert list(placed.folder.iterdir()) == []
