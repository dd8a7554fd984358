"""generate.voice: a text that is spoken."""

from __future__ import annotations

from typing import Any

from tools.capabilities.making import made, origin, title
from tools.capabilities.order import Made, Maker, Order
from tools.providers import voice

WORDS_A_SECOND = 2.5
LONGEST_WORD = 9
"""Characters. A script that does not part its words is counted by this."""


def make(order: Order) -> Made:
    text, speaker, length = order.params["text"], order.params.get("voice") or "", seconds(order.params)
    return made(order, "voice", name(order.params), lambda asking: voice.speech(asking, text, speaker, length))


def expects(params: dict[str, Any]) -> dict[str, Any]:
    facts = {"kind": "audio", "name": name(params), "hasVideo": False, "hasAudio": True}
    return {**facts, "durationSeconds": seconds(params), "origin": origin("generate.voice", "voice")}


def name(params: dict[str, Any]) -> str:
    return title(params.get("text"), "Voice")


def seconds(params: dict[str, Any]) -> float:
    """How long it takes to say the text, about; at least a second."""
    text = str(params.get("text") or "")
    words = max(len(text.split()), len(text) / LONGEST_WORD)
    return round(max(1.0, words / WORDS_A_SECOND), 2)


HAND = Maker(make, expects)
