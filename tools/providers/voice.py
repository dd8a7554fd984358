"""Speech from text: from an OpenAI-compatible server, from a Gemini voice on Vertex, or from what speaks on this machine."""

from __future__ import annotations

import io
import re
import wave
from collections.abc import Callable
from typing import Any

from tools.providers.answers import decoded, first
from tools.providers.local.speech import say
from tools.providers.service import OPENAI, Asking, Declined, Useless

OPENAI_VOICE, GEMINI_VOICE = "alloy", "Kore"
RATE = re.compile(r"rate=(\d{4,6})")


def speech(asking: Asking, text: str, voice: str, seconds: float) -> bytes:
    """The text, spoken by a voice of the service's own name, "" for its usual one. `seconds` is the length to keep to,
    where the speech is made here."""
    return SERVICES[asking.service.provider](asking, text, voice, seconds)


def spoken_here(asking: Asking, text: str, voice: str, seconds: float) -> bytes:
    return say(text, voice, seconds, model=asking.service.model, mark=asking.key, check=asking.check)


def openai_compatible(asking: Asking, text: str, voice: str, seconds: float) -> bytes:
    """POST /audio/speech, which answers with the sound itself."""
    body = {
        "model": asking.service.needed_model(),
        "input": text,
        "voice": voice or OPENAI_VOICE,
        "response_format": "mp3",
    }
    return asking.content(asking.service.url("audio/speech", OPENAI), body)


def vertex(asking: Asking, text: str, voice: str, seconds: float) -> bytes:
    """POST …/models/{model}:generateContent, which answers with bare samples."""
    speaker = {"voiceConfig": {"prebuiltVoiceConfig": {"voiceName": voice or GEMINI_VOICE}}}
    body = {
        "contents": [{"role": "user", "parts": [{"text": text}]}],
        "generationConfig": {"responseModalities": ["AUDIO"], "speechConfig": speaker},
    }
    answer = asking.json(asking.service.url(f"{asking.service.needed_model()}:generateContent"), body)
    said = _said(answer)
    kind = str(said.get("mimeType", "")).lower()
    samples = decoded(said.get("data"))
    return _wav(samples, kind) if kind.startswith(("audio/l16", "audio/pcm")) else samples


def _said(answer: Any) -> dict[str, Any]:
    """The sound in an answer; raises Declined where it was blocked, Useless where there is none."""
    feedback = answer.get("promptFeedback") if isinstance(answer, dict) else None
    if isinstance(feedback, dict) and feedback.get("blockReason"):
        raise Declined(f"it was blocked ({feedback['blockReason']}).")
    candidate = first(answer, "candidates")
    content = candidate.get("content")
    parts = content.get("parts") if isinstance(content, dict) else None
    for part in parts if isinstance(parts, list) else []:
        if isinstance(part, dict) and isinstance(part.get("inlineData"), dict):
            said: dict[str, Any] = part["inlineData"]
            return said
    if (reason := candidate.get("finishReason", "STOP")) not in ("STOP", "OTHER", "MAX_TOKENS"):
        raise Declined(f"it stopped ({reason}).")
    raise Useless("Its answer holds no sound.")


def _wav(samples: bytes, kind: str) -> bytes:
    """Bare 16-bit mono samples as a WAV file; the rate, in Hz, is told in their type."""
    rate = RATE.search(kind)
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(int(rate[1]) if rate else 24_000)
        sound.writeframes(samples[: len(samples) // 2 * 2])
    return file.getvalue()


SERVICES: dict[str, Callable[[Asking, str, str, float], bytes]] = {
    "local": spoken_here,
    "openai-compatible": openai_compatible,
    "vertex": vertex,
}
