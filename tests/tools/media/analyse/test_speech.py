"""What is said comes with the time of each word; without an engine there is a sentence that says what to install."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import clips
from tools.media.analyse import speech
from tools.media.refusals import NothingInside, Unreadable

pytestmark = pytest.mark.spec("M-05")


def test_a_folder_without_weights_is_named(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(speech, "find_spec", lambda name: object())
    assert not speech.available(str(tmp_path))
    with pytest.raises(speech.NoEngine, match="no model.bin"):
        speech.weights(str(tmp_path), tmp_path)
    (tmp_path / "model.bin").write_bytes(b"weights")
    assert speech.weights(str(tmp_path), tmp_path / "shelf") == tmp_path


def test_without_an_engine_it_is_said_what_to_install(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(speech, "find_spec", lambda name: None)
    with pytest.raises(speech.NoEngine, match="extra “speech”"):
        speech.weights("", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_weights_that_are_not_the_ones_that_are_meant_are_not_kept(tmp_path: Path, monkeypatch):
    (tmp_path / "data").mkdir()
    for part in ("model.bin.part1", "model.bin.part2", "config.json", "tokenizer.json", "vocabulary.txt"):
        (tmp_path / "data" / part).write_bytes(b"other")
    monkeypatch.setattr(speech, "find_spec", lambda name: object())
    monkeypatch.setattr(speech, "_data", lambda package: tmp_path / "data")
    with pytest.raises(speech.NoEngine, match="not the ones"):
        speech.weights("", tmp_path / "shelf")
    assert list((tmp_path / "shelf").iterdir()) == []


def test_the_engine_is_given_samples_of_one_channel(tmp_path: Path):
    file = clips.film(tmp_path / "film.mp4")
    heard = speech.samples(file, "film.mp4", tmp_path)
    assert heard.stat().st_size / 2 / speech.RATE == pytest.approx(1, abs=0.1)
    with pytest.raises(NothingInside):
        speech.samples(clips.silent(tmp_path / "mute.mp4"), "mute.mp4", tmp_path)


def test_nothing_is_said_where_nothing_is_said(tmp_path: Path, settings):
    if not speech.available():
        pytest.skip("the extra “speech” is not installed")
    model = speech.weights("", settings.DATA_DIR / "models")
    silence = clips.encode(tmp_path / "quiet.wav", "-f", "lavfi", "-i", "anullsrc=r=16000:d=3")
    assert speech.measured(silence, "quiet.wav", model)["words"] == []


def test_what_a_machine_says_is_heard_word_by_word(tmp_path: Path, settings):
    voice = shutil.which("espeak-ng")
    if not (speech.available() and voice):
        pytest.skip("the extra “speech” or the engine espeak-ng is not installed")
    said = tmp_path / "said.wav"
    words = "The first train leaves on Monday. The second train leaves on Friday."
    subprocess.run([voice, "-v", "en", "-s", "140", "-w", str(said), words], check=True)
    model, passed = speech.weights("", settings.DATA_DIR / "models"), list[float]()
    told = speech.measured(said, "said.wav", model, passed=passed.append)["words"]
    heard = [re.sub(r"\W", "", word["t"]).lower() for word in told]
    assert [word for word in heard if word in ("train", "monday", "friday")] == ["train", "monday", "train", "friday"]
    times = [moment for word in told for moment in (word["start"], word["end"])]
    assert times == sorted(times)
    assert 0 < passed[-1] <= times[-1] + 1


def test_a_child_that_fails_is_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(speech, "samples", lambda *arguments: tmp_path / "no samples")
    with pytest.raises(Unreadable):
        speech.measured(tmp_path / "film.mp4", "film.mp4", tmp_path / "no model")
