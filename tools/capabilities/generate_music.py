"""generate.music: a piece of music from words."""

from __future__ import annotations

from typing import Any

from tools.capabilities.making import made, origin, title
from tools.capabilities.order import Made, Maker, Order
from tools.providers import music

USUAL_SECONDS, MOST_SECONDS = 30.0, 600


def make(order: Order) -> Made:
    prompt, length = order.params["prompt"], seconds(order.params)
    return made(order, "music", name(order.params), lambda asking: music.piece(asking, prompt, length))


def expects(params: dict[str, Any]) -> dict[str, Any]:
    facts = {"kind": "audio", "name": name(params), "hasVideo": False, "hasAudio": True}
    return {**facts, "durationSeconds": seconds(params), "origin": origin("generate.music", "music")}


def name(params: dict[str, Any]) -> str:
    return title(params.get("prompt"), "Music")


def seconds(params: dict[str, Any]) -> float:
    """How long it is to be. What is no length yet, because nobody has looked at it, counts as the usual one."""
    said = params.get("durationSeconds")
    return float(said) if isinstance(said, int | float) and 0 < said <= MOST_SECONDS else USUAL_SECONDS


HAND = Maker(make, expects)
