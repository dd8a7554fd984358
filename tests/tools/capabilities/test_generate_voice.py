"""generate.voice: a text spoken as long as it was expected to take, here or by a service."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.capabilities.listening import comment, heard, level
from tests.tools.capabilities.recorded import KEY, base64_of, wav
from tools.capabilities import HANDS
from tools.capabilities.generate_voice import expects
from tools.capabilities.order import Halted, HandFailed
from tools.media.probe import look
from tools.providers.local import speech

pytestmark = pytest.mark.spec("K-13")
VOICE = HANDS["generate.voice"]
TEXT = "Welcome back, everybody. Today we look at how a harbour wakes up in the morning."


# --- murmured ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["Hi", TEXT, "港は朝に目を覚まします。", "...", "x" * 2000])
def test_without_an_engine_a_text_is_murmured_as_long_as_it_should_take(order, text):
    made = VOICE.make(order("generate.voice", text=text))
    assert look(made.path)["durationSeconds"] == pytest.approx(expects({"text": text})["durationSeconds"], abs=0.001)
    assert (made.provider, made.placeholder, made.path.name) == ("local", True, "voice.m4a")


def test_a_murmur_is_soft_and_has_the_pauses_of_its_text(order):
    sound = heard(VOICE.make(order("generate.voice", text=TEXT)).path)
    assert -34 < level(sound) < -18
    assert np.abs(sound).max() < 0.9
    pieces = [level(sound[:, at : at + 4800]) for at in range(0, sound.shape[1] - 4800, 4800)]
    assert min(pieces) < max(pieces) - 25


def test_the_same_text_gives_the_same_murmur_in_another_file(order):
    first, second = (VOICE.make(order("generate.voice", key=key, text=TEXT)).path for key in ("run-1/1", "run-2/1"))
    assert first.read_bytes() != second.read_bytes()
    assert (comment(first), comment(second)) == ("run-1/1", "run-2/1")
    assert np.array_equal(heard(first), heard(second))


@given(st.text(max_size=2000))
def test_every_text_takes_at_least_a_second_and_no_text_takes_for_ever(text):
    assert 1 <= expects({"text": text})["durationSeconds"] <= 800


def test_a_murmur_ends_when_the_order_is_halted(order):
    checks = []

    def check():
        checks.append(1)
        if len(checks) == 5:
            raise Halted("late")

    placed = order("generate.voice", text=TEXT, check=check)
    with pytest.raises(Halted):
        VOICE.make(placed)
    assert list(placed.folder.iterdir()) == []


# --- by an engine -----------------------------------------------------------------------------------------------------

ENGINE = """#!{python}
import os, sys, wave
arguments = sys.argv[1:]
text = sys.stdin.read()
open({told!r}, "a").write(repr((arguments, text, sorted(os.environ))) + "\\n")
{more}
pace = int(arguments[arguments.index("-s") + 1]) / 150
with wave.open(arguments[arguments.index("-w") + 1], "wb") as sound:
    sound.setnchannels(1); sound.setsampwidth(2); sound.setframerate(22050)
    sound.writeframes(b"\\x00\\x20\\x00\\xe0" * int(22050 * {seconds} / pace / 2))
"""


@pytest.fixture
def engine(tmp_path, monkeypatch):
    """A speech engine that speaks for `seconds` at its usual pace, and writes down how it was called."""
    told = tmp_path / "told"

    def install(seconds: float, more: str = "") -> Path:
        program = tmp_path / "espeak-ng"
        program.write_text(ENGINE.format(python=sys.executable, told=str(told), more=more, seconds=seconds))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        which = {"espeak-ng": str(program)}.get
        monkeypatch.setattr("tools.providers.local.speech.shutil.which", which)
        return told

    return install


def calls(told: Path) -> list:
    return [eval(line) for line in told.read_text().splitlines()]


@pytest.mark.parametrize("usual", [4, 6.1, 9])
def test_an_engine_is_asked_to_keep_to_the_time_that_was_expected(order, engine, usual):
    engine(usual)
    made = VOICE.make(order("generate.voice", text=TEXT))
    expected = expects({"text": TEXT})["durationSeconds"]
    assert expected == 6
    assert look(made.path)["durationSeconds"] == pytest.approx(expected, abs=0.01)
    assert level(heard(made.path)[:, : 5 * 48_000]) > -20
    assert made.placeholder


def test_an_engine_that_takes_its_time_is_waited_for(order, engine, monkeypatch):
    monkeypatch.setattr(speech, "PATIENCE", 0.05)
    engine(6, "import time; time.sleep(0.5)")
    made = VOICE.make(order("generate.voice", text=TEXT))
    assert level(heard(made.path)[:, : 5 * 48_000]) > -20, "the engine's tone, not the murmur"


def test_the_text_goes_in_as_text_and_nothing_of_it_becomes_a_command(order, engine, monkeypatch):
    monkeypatch.setenv("VOICE_API_KEY", KEY)
    told = engine(6)
    text = "--help; $(touch /tmp/never) `id` <speak>"
    VOICE.make(order("generate.voice", text=text, voice="en; rm -rf /"))
    for arguments, said, environment in calls(told):
        assert said == text
        assert not any(part in " ".join(arguments) for part in ("--help", "touch", "rm"))
        assert "VOICE_API_KEY" not in environment


@pytest.mark.parametrize(
    ("voice", "language"), [("en-gb", "en-gb"), ("DE", "de"), ("Kore", "en"), ("../../etc", "en"), ("-x", "en")]
)
def test_only_a_language_is_a_voice_of_an_engine(order, engine, voice, language):
    told = engine(6)
    VOICE.make(order("generate.voice", text=TEXT, voice=voice))
    arguments = calls(told)[0][0]
    assert arguments[arguments.index("-v") + 1] == language


@pytest.mark.parametrize(
    "more", ["sys.exit(3)", "sys.exit(0)", "open(arguments[arguments.index('-w') + 1], 'w').write('no'); sys.exit(0)"]
)
def test_an_engine_that_does_not_speak_is_murmured_for(order, engine, more):
    engine(6, more)
    made = VOICE.make(order("generate.voice", text=TEXT))
    assert look(made.path)["durationSeconds"] == 6


def test_an_engine_is_ended_when_the_order_is_halted(order, engine, tmp_path):
    told = engine(6, "import time; time.sleep(600)")

    def check():
        if told.exists():
            raise Halted("cancelled")

    with pytest.raises(Halted):
        VOICE.make(order("generate.voice", text=TEXT, check=check))


def test_piper_is_asked_where_it_has_a_voice(monkeypatch):
    monkeypatch.setattr("tools.providers.local.speech.shutil.which", lambda name: f"/usr/bin/{name}")
    assert speech._engine("/voices/joe.onnx").program == "piper"
    assert speech._engine("").program == "espeak-ng"


# --- over the wire ----------------------------------------------------------------------------------------------------


@pytest.mark.spec("S-07")
@pytest.mark.parametrize(("voice", "told"), [({}, "alloy"), ({"voice": "nova"}, "nova")])
def test_an_openai_compatible_server_speaks(order, configure, wire, voice, told):
    configure("voice", "openai-compatible", "gpt-4o-mini-tts")
    wire.answer_with(b"ID3\x04" + bytes(100))
    made = VOICE.make(order("generate.voice", text=TEXT, **voice))
    assert str(wire.requests[0].url) == "https://models.example/v1/audio/speech"
    assert wire.requests[0].headers["idempotency-key"] == "run-7/step-1"
    assert wire.asked == {"model": "gpt-4o-mini-tts", "input": TEXT, "voice": told, "response_format": "mp3"}
    assert (made.path.suffix, made.placeholder) == (".mp3", False)


def gemini(content: bytes, kind: str) -> dict:
    part = {"inlineData": {"mimeType": kind, "data": base64_of(content)}}
    return {"candidates": [{"content": {"parts": [{"text": "note"}, part]}, "finishReason": "STOP"}]}


def test_a_gemini_voice_speaks_in_bare_samples_that_become_a_file(order, configure, wire):
    configure("voice", "vertex", "gemini-2.5-flash-tts", api_key="ya29.token")
    wire.answer_with(gemini(b"\x00\x10" * 12_000, "audio/L16;codec=pcm;rate=16000"))
    made = VOICE.make(order("generate.voice", text=TEXT, voice="Puck"))
    assert wire.requests[0].url.path.endswith("/models/gemini-2.5-flash-tts:generateContent")
    assert wire.asked["generationConfig"]["responseModalities"] == ["AUDIO"]
    speaker = wire.asked["generationConfig"]["speechConfig"]["voiceConfig"]["prebuiltVoiceConfig"]
    assert (speaker, wire.asked["contents"][0]["parts"]) == ({"voiceName": "Puck"}, [{"text": TEXT}])
    facts = look(made.path)
    assert (facts["audioRate"], facts["durationSeconds"], made.path.suffix) == (16_000, 0.75, ".wav")


def test_a_gemini_voice_may_answer_with_a_whole_file(order, configure, wire):
    configure("voice", "vertex", "gemini-2.5-flash-tts")
    wire.answer_with(gemini(wav(), "audio/wav"))
    assert VOICE.make(order("generate.voice", text=TEXT)).path.read_bytes() == wav()


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ({"promptFeedback": {"blockReason": "SAFETY"}}, "bad_param"),
        ({"candidates": [{"finishReason": "PROHIBITED_CONTENT"}]}, "bad_param"),
        ({"candidates": [{"finishReason": "OTHER"}]}, "unknown"),
        ({"candidates": [{"content": None}]}, "unknown"),
        ({"candidates": [{"content": {"parts": [{"text": "I would rather write."}]}}]}, "unknown"),
        ({"candidates": []}, "unknown"),
        ([], "unknown"),
    ],
)
def test_an_answer_without_speech_gives_nothing(order, configure, wire, answer, kind):
    configure("voice", "vertex", "gemini-2.5-flash-tts")
    wire.answer_with(answer)
    placed = order("generate.voice", text=TEXT)
    with pytest.raises(HandFailed) as caught:
        VOICE.make(placed)
    assert (caught.value.kind, caught.value.billed) == (kind, kind == "unknown")
    assert list(placed.folder.iterdir()) == []
