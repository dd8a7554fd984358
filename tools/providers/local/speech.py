"""A text spoken on this machine: by the speech engine that is there (espeak-ng, piper, or `say` of macOS), else murmured."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import numpy as np
import structlog

from tools.media.child import ENVIRONMENT

from . import murmur
from .sound import RATE, Samples, m4a

log = structlog.get_logger()

Check = Callable[[], None]
PLAIN_VOICE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{1,12}){0,3}(\+[a-z0-9]{1,12})?")
"""A language, as engines name it: en, en-gb, en+f3. Names of other services' voices mean nothing here."""

WORDS_A_MINUTE = 150
MOST_SECONDS = 120
ROOM = 0.96
"""The part of the time that the words should fill; silence fills the rest, so that the length is the expected one."""
LEAST_PACE, MOST_PACE = 0.5, 2.0
PATIENCE = 0.2


class EngineFailed(Exception):
    """The engine did not speak."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A program that takes text and writes a sound file: its command for a pace (1 is usual), a language and a target."""

    program: str
    suffix: str
    command: Callable[[float, str, str], list[str]]


def say(text: str, voice: str, seconds: float, *, model: str, mark: str, check: Check = lambda: None) -> bytes:
    """An M4A of about `seconds`, with `mark` as its comment. `model` is the path of piper's voice, where it has one."""
    engine = _engine(model)
    if engine:
        try:
            return m4a([_in_time(engine, text, voice, seconds, check)], mark)
        except (EngineFailed, OSError) as error:
            log.warning("speech_engine_failed", engine=engine.program, error=str(error))
    return m4a(murmur.speak(text, seconds, check), mark)


def _engine(model: str) -> Engine | None:
    engines = [
        Engine("espeak-ng", ".wav", _espeak),
        Engine("espeak", ".wav", _espeak),
        Engine("say", ".aiff", lambda pace, voice, to: ["-r", _words(pace), "-o", to, "-f", "-"]),
    ]
    if model.endswith(".onnx"):
        piper = Engine(
            "piper", ".wav", lambda pace, voice, to: ["-m", model, "--length-scale", f"{1 / pace:.2f}", "-f", to]
        )
        engines.insert(0, piper)
    return next((engine for engine in engines if shutil.which(engine.program)), None)


def _espeak(pace: float, voice: str, to: str) -> list[str]:
    return ["-s", _words(pace), "-v", voice or "en", "-w", to, "--stdin"]


def _words(pace: float) -> str:
    return str(round(WORDS_A_MINUTE * pace))


def _in_time(engine: Engine, text: str, voice: str, seconds: float, check: Check) -> Samples:
    """What the engine says; once more, quicker or slower, where it did not take as long as it should."""
    language = voice.lower() if PLAIN_VOICE.fullmatch(voice.lower()) else ""
    said = _spoken(engine, 1, text, language, check)
    length, wanted = said.shape[1], round(seconds * RATE)
    if not 0.85 * wanted < length <= wanted:
        pace = min(MOST_PACE, max(LEAST_PACE, length / (ROOM * wanted)))
        said = _spoken(engine, pace, text, language, check)
    return np.pad(said, ((0, 0), (0, max(0, wanted - said.shape[1]))))


def _spoken(engine: Engine, pace: float, text: str, language: str, check: Check) -> Samples:
    with tempfile.TemporaryDirectory(prefix="greenlight-") as folder:
        target = Path(folder, f"speech{engine.suffix}")
        program = shutil.which(engine.program) or engine.program
        _run([program, *engine.command(pace, language, str(target))], text, check)
        if not target.is_file():
            raise EngineFailed("it wrote no file")
        return _heard(target)


def _run(command: list[str], text: str, check: Check) -> None:
    """Run a program with the text as its input; it ends when it is unwanted, and when it takes too long."""
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, env=environment) as running:
        told: bytes | None = text.encode()
        try:
            for _ in range(int(MOST_SECONDS / PATIENCE)):
                check()
                try:
                    running.communicate(told, timeout=PATIENCE)
                except subprocess.TimeoutExpired:
                    told = None  # it has it, or is being sent the rest
                    continue
                if running.returncode:
                    raise EngineFailed(f"it ended with {running.returncode}")
                return
            raise EngineFailed(f"it took longer than {MOST_SECONDS} seconds")
        finally:
            running.kill()


def _heard(path: Path) -> Samples:
    """A sound file as samples at our rate."""
    resampler = av.AudioResampler(format="fltp", layout="stereo", rate=RATE)
    try:
        with av.open(str(path)) as container:
            frames: list[Any] = [part for frame in container.decode(audio=0) for part in resampler.resample(frame)]
            frames += resampler.resample(None)
    except (av.error.FFmpegError, IndexError):
        raise EngineFailed("what it wrote is no sound") from None
    if not frames:
        raise EngineFailed("it said nothing")
    return np.concatenate([frame.to_ndarray() for frame in frames], axis=1)
