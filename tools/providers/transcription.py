"""What is said in a file, from an OpenAI-compatible server: POST /audio/transcriptions, with the times of the words."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.media import ffmpeg
from tools.media.refusals import NothingInside, Unreadable
from tools.providers.service import OPENAI, Asking, Service, Useless

MODEL = "whisper-1"
MOST_BYTES = 25_000_000
SOUND = (
    "-map",
    "0:a:0",
    "-af",
    "aresample=async=1:first_pts=0",
    "-ac",
    "1",
    "-ar",
    "16000",
    "-b:a",
    "32k",
    "-f",
    "mp3",
)


def transcript(
    service: Service,
    path: Path,
    name: str,
    language: str = "",
    check: Callable[[], None] = lambda: None,
    passed: Callable[[float], None] = lambda seconds: None,
) -> dict[str, Any]:
    """{"language", "words": [{"t", "start", "end"}, …]} with seconds. Raises a Refusal, ServiceFailed or HttpError.

    `passed(seconds)` hears how much of the sound is ready to be sent; what the service takes then has an end of its own.
    """
    content = _sound(path, name, check, passed)
    fields = {
        "model": service.model or MODEL,
        "response_format": "verbose_json",
        "timestamp_granularities[]": "word",
        **({"language": language} if language else {}),
    }
    asking = Asking(service, hashlib.sha256(content + language.encode()).hexdigest(), check)
    return _words(
        asking.send(service.url("audio/transcriptions", OPENAI), fields, ("sound.mp3", content, "audio/mpeg"))
    )


def _sound(path: Path, name: str, check: Callable[[], None], passed: Callable[[float], None]) -> bytes:
    """The sound as a small file of its own: the pictures are nobody's business there."""
    try:
        with tempfile.TemporaryDirectory(prefix="greenlight-") as folder:
            command = [*ffmpeg.SAFE, "-i", f"file:{path}", *SOUND, "sound.mp3"]
            ffmpeg.encode(command, Path(folder), check=check, progress=lambda _, seconds: passed(seconds))
            content = (Path(folder) / "sound.mp3").read_bytes()
    except ffmpeg.EncoderFailed as failed:
        raise (NothingInside if "matches no streams" in failed.said else Unreadable)(name) from None
    if len(content) > MOST_BYTES:
        raise Useless(
            f"“{name}” is too long for one request: {len(content) / 1e6:.0f} MB of sound, 25 MB at most. Split it."
        )
    return content


def _words(answer: Any) -> dict[str, Any]:
    if not isinstance(answer, dict) or not isinstance(answer.get("text"), str):
        raise Useless("Its answer is no transcript.")
    listed = answer.get("words")
    if not listed and answer["text"].strip():
        raise Useless(
            "Its answer has no times for the words. Set TRANSCRIPTION_MODEL to one that gives them, as whisper-1 does."
        )
    words = [_word(word) for word in listed or ()]
    return {"language": str(answer.get("language") or ""), "words": [word for word in words if word["t"]]}


def _word(word: Any) -> dict[str, Any]:
    try:
        start, end = float(word["start"]), float(word["end"])
        if not 0 <= start <= end < 1e6:
            raise ValueError
        return {"t": str(word["word"]).strip()[:200], "start": round(start, 3), "end": round(end, 3)}
    except (KeyError, TypeError, ValueError):
        raise Useless("Its answer has words whose times cannot be read.") from None
