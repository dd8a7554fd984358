"""generate.music: music of the length that was asked for, computed here or fetched from a service."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tools.capabilities.listening import comment, heard, level
from tests.tools.capabilities.recorded import base64_of, wav
from tools.capabilities import HANDS
from tools.capabilities.generate_music import expects
from tools.capabilities.order import Halted, HandFailed
from tools.media.probe import look
from tools.providers.local import bed

pytestmark = pytest.mark.spec("K-13")
MUSIC = HANDS["generate.music"]


@pytest.mark.parametrize("asked", [{}, {"durationSeconds": 7.5}, {"durationSeconds": 0.3}])
def test_a_bed_is_as_long_as_it_was_expected_to_be(order, asked):
    made = MUSIC.make(order("generate.music", prompt="calm background music", **asked))
    facts = look(made.path)
    assert (facts["kind"], facts["audioRate"], facts["channels"]) == ("audio", 48_000, 2)
    assert (
        facts["durationSeconds"]
        == expects({"prompt": "x", **asked})["durationSeconds"]
        == asked.get("durationSeconds", 30)
    )
    assert (made.provider, made.placeholder, made.path.name) == ("local", True, "music.m4a")


@pytest.mark.parametrize("prompt", ["calm piano", "an upbeat pop track", "dark and tense"])
def test_a_bed_is_heard_softly_on_both_sides_and_rises_and_falls(order, prompt):
    sound = heard(MUSIC.make(order("generate.music", prompt=prompt, durationSeconds=12)).path)
    assert np.abs(sound).max() < 0.9
    middle = sound[:, 3 * 48_000 : 9 * 48_000]
    assert -26 < level(middle) < -14
    assert abs(level(middle[0]) - level(middle[1])) < 3
    assert np.corrcoef(middle)[0, 1] < 0.95  # it is no mono
    assert level(sound[:, :4800]) < level(middle) - 12
    assert level(sound[:, -4800:]) < level(middle) - 12
    assert abs(float(middle.mean())) < 0.01


def test_a_bed_is_more_than_one_tone(order):
    sound = heard(MUSIC.make(order("generate.music", prompt="calm piano", durationSeconds=12)).path)
    notes = set()
    for start in range(48_000, 10 * 48_000, 24_000):
        spectrum = np.abs(np.fft.rfft(sound[0, start : start + 24_000] * np.hanning(24_000)))
        notes.add(int(np.argmax(spectrum[100:1000])))
    assert len(notes) >= 4


def test_the_loop_of_a_bed_has_no_seam():
    loop = bed._loop(bed._tune("calm piano"), lambda: None)
    steps = np.abs(np.diff(loop, axis=1)).max()
    assert np.abs(loop[:, 0] - loop[:, -1]).max() <= steps


def test_the_same_words_give_the_same_music_in_another_file(order):
    first = MUSIC.make(order("generate.music", key="run-1/step-1", prompt="calm piano", durationSeconds=2)).path
    second = MUSIC.make(order("generate.music", key="run-2/step-1", prompt="Calm  piano", durationSeconds=2)).path
    other = MUSIC.make(order("generate.music", prompt="calm guitar", durationSeconds=2)).path
    assert first.read_bytes() != second.read_bytes()
    assert (comment(first), comment(second)) == ("run-1/step-1", "run-2/step-1")
    assert np.array_equal(heard(first), heard(second))
    assert not np.array_equal(heard(first), heard(other))


def test_computing_ends_when_the_order_is_halted(order):
    checks = []

    def check():
        checks.append(1)
        if len(checks) == 20:
            raise Halted("cancelled")

    placed = order("generate.music", prompt="calm piano", durationSeconds=600, check=check)
    with pytest.raises(Halted) as caught:
        MUSIC.make(placed)
    assert (len(checks), caught.value.billed) == (20, False)
    assert list(placed.folder.iterdir()) == []


# --- over the wire ----------------------------------------------------------------------------------------------------


@pytest.mark.spec("S-07")
def test_a_server_is_asked_for_music_and_answers_with_it(order, configure, wire):
    configure("music", "openai-compatible", "stabilityai/stable-audio-open-1.0")
    wire.answer_with(wav())
    made = MUSIC.make(order("generate.music", prompt="waves", durationSeconds=12))
    [request] = wire.requests
    assert str(request.url) == "https://models.example/v1/audio/generate"
    assert request.headers["idempotency-key"] == "run-7/step-1"
    model = "stabilityai/stable-audio-open-1.0"
    assert wire.asked == {"model": model, "input": "waves", "audio_length": 12, "response_format": "wav"}
    assert (made.path.suffix, made.path.read_bytes(), made.placeholder) == (".wav", wav(), False)


def test_lyria_on_vertex_is_asked_in_its_form(order, configure, wire):
    configure("music", "vertex", "lyria-002", api_key="ya29.token")
    wire.answer_with({"predictions": [{"mimeType": "audio/wav", "bytesBase64Encoded": base64_of(wav())}]})
    made = MUSIC.make(order("generate.music", prompt="waves"))
    assert wire.requests[0].url.path.endswith("/models/lyria-002:predict")
    assert wire.asked == {"instances": [{"prompt": "waves"}], "parameters": {"sample_count": 1}}
    assert made.path.read_bytes() == wav()


@pytest.mark.parametrize("provider", ["openai-compatible", "vertex"])
def test_music_needs_an_address(order, configure, wire, provider):
    configure("music", provider, "a-model", base_url="")
    with pytest.raises(HandFailed, match="MUSIC_BASE_URL is not set") as caught:
        MUSIC.make(order("generate.music", prompt="waves"))
    assert (caught.value.kind, wire.requests) == ("bad_param", [])
