"""A transcript from an OpenAI-compatible server: only the sound is sent, words come with times, everything else is refused."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import httpx
import pytest

from tests import clips
from tests.tools.capabilities.recorded import KEY, Recorded
from tools.media.refusals import NothingInside
from tools.providers import service, transcription
from tools.providers.http import Http, HttpError
from tools.providers.service import NotSet, Service, Useless

pytestmark = pytest.mark.spec("M-05")
ANSWER = {"text": "Hello there.", "language": "english", "words": [{"word": " Hello", "start": 0.1, "end": 0.52}, {"word": "there.", "start": 0.6, "end": 0.91}]}  # fmt: skip
SERVICE = Service("transcription", "openai-compatible", "", KEY, "https://models.example/v1")


@pytest.fixture
def film(tmp_path: Path) -> Path:
    return clips.film(tmp_path / "film.mp4")


@pytest.fixture
def wire(monkeypatch) -> Recorded:
    recorded = Recorded(ANSWER)
    monkeypatch.setattr(service, "Http", partial(Http, transport=httpx.MockTransport(recorded)))
    return recorded


def test_only_the_sound_is_sent_and_the_times_of_words_are_asked_for(film, wire):
    passed = list[float]()
    said = transcription.transcript(SERVICE, film, "film.mp4", "en", passed=passed.append)
    assert passed[-1] == pytest.approx(1, abs=0.1)
    assert said == {
        "language": "english",
        "words": [{"t": "Hello", "start": 0.1, "end": 0.52}, {"t": "there.", "start": 0.6, "end": 0.91}],
    }
    [request] = wire.requests
    body = request.content
    assert str(request.url) == "https://models.example/v1/audio/transcriptions"
    assert request.headers["Authorization"] == f"Bearer {KEY}"
    assert request.headers["Content-Type"].startswith("multipart/form-data")
    for name, value in (("model", "whisper-1"), ("response_format", "verbose_json"), ("timestamp_granularities[]", "word"), ("language", "en")):  # fmt: skip
        assert f'name="{name}"\r\n\r\n{value}\r\n'.encode() in body
    assert b'filename="sound.mp3"' in body
    assert len(body) < 20_000 < film.stat().st_size + 20_000


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ({"text": "Hello."}, "TRANSCRIPTION_MODEL"),
        ({"words": []}, "no transcript"),
        ({"text": "x", "words": [{"word": "x", "start": 2, "end": 1}]}, "cannot be read"),
        ({"text": "x", "words": [{"word": "x", "start": "nan", "end": 1}]}, "cannot be read"),
        ({"text": "x", "words": ["x"]}, "cannot be read"),
    ],
)
def test_an_answer_without_times_is_refused(film, wire, answer, says):
    wire.answer_with(answer)
    with pytest.raises(Useless, match=says):
        transcription.transcript(SERVICE, film, "film.mp4")


def test_where_nothing_is_said_there_are_no_words(film, wire):
    wire.answer_with({"text": "", "words": []})
    assert transcription.transcript(SERVICE, film, "film.mp4")["words"] == []


def test_a_film_without_sound_and_a_service_without_a_key_are_not_asked(tmp_path, film, wire):
    with pytest.raises(NothingInside):
        transcription.transcript(SERVICE, clips.silent(tmp_path / "mute.mp4"), "mute.mp4")
    with pytest.raises(NotSet):
        transcription.transcript(Service("transcription", "openai-compatible"), film, "film.mp4")
    assert wire.requests == []


def test_a_refusal_holds_no_key(film, wire):
    wire.answer_with(httpx.Response(401, text=f"bad key {KEY}"))
    with pytest.raises(HttpError) as refused:
        transcription.transcript(SERVICE, film, "film.mp4")
    assert KEY not in f"{refused.value} {refused.value.body}"
