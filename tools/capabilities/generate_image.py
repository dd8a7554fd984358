"""generate.image: a picture from words."""

from __future__ import annotations

from typing import Any

from tools.capabilities.making import made, origin, title
from tools.capabilities.order import HandFailed, Made, Maker, Order
from tools.providers import image

LONG_SIDE, LEAST_SIDE, STEP = 1536, 64, 16
"""Pixels. Models draw sides that are multiples of STEP."""


def make(order: Order) -> Made:
    size = size_of(order.params.get("aspect"))
    if size is None:
        raise HandFailed(f"“{order.params['aspect']}” is no shape of a picture; write it as 16:9.", "bad_param")
    prompt = order.params["prompt"]
    return made(order, "image", name(order.params), lambda asking: image.picture(asking, prompt, size))


def expects(params: dict[str, Any]) -> dict[str, Any]:
    width, height = size_of(params.get("aspect")) or (LONG_SIDE, LONG_SIDE)
    facts = {
        "kind": "image",
        "mime": "image/png",
        "name": name(params),
        "hasVideo": True,
        "hasAudio": False,
        "hasAlpha": False,
    }
    return {**facts, "width": width, "height": height, "origin": origin("generate.image", "image")}


def name(params: dict[str, Any]) -> str:
    return title(params.get("prompt"), "Picture")


def size_of(aspect: Any) -> tuple[int, int] | None:
    """Width and height in pixels of a shape like 9:16, a square where none is named; None for what is no shape."""
    across, _, down = str(aspect or "1:1").partition(":")
    try:
        ratio = float(across) / float(down)
    except (ValueError, ZeroDivisionError):
        return None
    if not ratio > 0:
        return None
    short = max(LEAST_SIDE, STEP * round(LONG_SIDE * min(ratio, 1 / ratio) / STEP))
    return (LONG_SIDE, short) if ratio >= 1 else (short, LONG_SIDE)


HAND = Maker(make, expects)
