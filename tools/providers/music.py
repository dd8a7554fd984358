"""Music from words: from an OpenAI-compatible server, from Lyria on Vertex, or a bed that is computed here."""

from __future__ import annotations

from collections.abc import Callable

from tools.providers.answers import predicted
from tools.providers.local import bed
from tools.providers.service import Asking


def piece(asking: Asking, prompt: str, seconds: float) -> bytes:
    """A piece of music, as near to the length as the configured service can."""
    return SERVICES[asking.service.provider](asking, prompt, seconds)


def computed_here(asking: Asking, prompt: str, seconds: float) -> bytes:
    return bed.compose(prompt, seconds, mark=asking.key, check=asking.check)


def openai_compatible(asking: Asking, prompt: str, seconds: float) -> bytes:
    """POST /audio/generate, which answers with the sound itself.

    OpenAI has no call for music. This is the one of vLLM-Omni, the server whose call is documented; it follows the form of
    /audio/speech.
    """
    body = {
        "model": asking.service.needed_model(),
        "input": prompt,
        "audio_length": seconds,
        "response_format": "wav",
    }
    return asking.content(asking.service.url("audio/generate"), body)


def vertex(asking: Asking, prompt: str, seconds: float) -> bytes:
    """POST …/models/{model}:predict, as Lyria takes it: it always makes about half a minute, whatever `seconds` says."""
    body = {"instances": [{"prompt": prompt}], "parameters": {"sample_count": 1}}
    return predicted(asking.json(asking.service.url(f"{asking.service.needed_model()}:predict"), body))


SERVICES: dict[str, Callable[[Asking, str, float], bytes]] = {
    "local": computed_here,
    "openai-compatible": openai_compatible,
    "vertex": vertex,
}
