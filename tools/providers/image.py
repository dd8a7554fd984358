"""Pictures from words: from an OpenAI-compatible server, from Imagen on Vertex, or a card that is drawn here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tools.providers.answers import decoded, first, predicted
from tools.providers.local import card
from tools.providers.service import OPENAI, Asking, Useless

Size = tuple[int, int]

# What OpenAI's own models draw; every other server is asked for the very size. By the beginning of a model's name.
SIZES: dict[str, tuple[Size, ...]] = {
    "gpt-image": ((1024, 1024), (1536, 1024), (1024, 1536)),
    "dall-e-3": ((1024, 1024), (1792, 1024), (1024, 1792)),
    "dall-e-2": ((1024, 1024),),
}
ALWAYS_INLINE = ("gpt-image", "chatgpt-image")
"""Models that answer with the picture itself, and refuse to be told so."""

IMAGEN_SHAPES: tuple[Size, ...] = ((1, 1), (4, 3), (3, 4), (16, 9), (9, 16))


def picture(asking: Asking, prompt: str, size: Size) -> bytes:
    """A picture, drawn as near to `size` in pixels as the configured service can."""
    return SERVICES[asking.service.provider](asking, prompt, size)


def drawn_here(asking: Asking, prompt: str, size: Size) -> bytes:
    return card.draw(prompt, size, mark=asking.key)


def openai_compatible(asking: Asking, prompt: str, size: Size) -> bytes:
    """POST /images/generations. An answer that is only an address is refused: nobody knows where it leads."""
    model = asking.service.needed_model()
    known = next((sizes for start, sizes in SIZES.items() if model.startswith(start)), (size,))
    width, height = nearest(size, known)
    body: dict[str, Any] = {"model": model, "prompt": prompt, "n": 1, "size": f"{width}x{height}"}
    if not model.startswith(ALWAYS_INLINE):
        body["response_format"] = "b64_json"
    answer = asking.json(asking.service.url("images/generations", OPENAI), body)
    picture = first(answer, "data")
    if picture.get("url") and not picture.get("b64_json"):
        raise Useless("It answered with an address instead of a picture.")
    return decoded(picture.get("b64_json"))


def vertex(asking: Asking, prompt: str, size: Size) -> bytes:
    """POST …/models/{model}:predict, as Imagen takes it. The base address ends in `/models`."""
    width, height = nearest(size, IMAGEN_SHAPES)
    body = {
        "instances": [{"prompt": prompt}],
        "parameters": {"sampleCount": 1, "aspectRatio": f"{width}:{height}", "includeRaiReason": True},
    }
    answer = asking.json(asking.service.url(f"{asking.service.needed_model()}:predict"), body)
    return predicted(answer)


def nearest(size: Size, among: tuple[Size, ...]) -> Size:
    """The one whose shape is most like that of `size`."""
    wanted = size[0] / size[1]
    return min(among, key=lambda one: max(wanted * one[1] / one[0], one[0] / one[1] / wanted))


SERVICES: dict[str, Callable[[Asking, str, Size], bytes]] = {
    "local": drawn_here,
    "openai-compatible": openai_compatible,
    "vertex": vertex,
}
