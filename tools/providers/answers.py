"""Reading what services answer: the one thing in a list, a prediction, bytes in base64; nothing of it is taken on trust."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from tools.providers.service import Declined, Useless


def predicted(answer: Any) -> bytes:
    """The content of a prediction; raises Declined where the filter took it out. No prediction at all is a filter too."""
    if isinstance(answer, dict) and not answer.get("predictions"):
        raise Declined("its filter left nothing over; say it in other words.")
    prediction = first(answer, "predictions")
    if reason := prediction.get("raiFilteredReason"):
        raise Declined(str(reason))
    return decoded(prediction.get("bytesBase64Encoded"))


def first(answer: Any, name: str) -> dict[str, Any]:
    """The first object in a list of the answer; raises Useless where there is none."""
    found = answer.get(name) if isinstance(answer, dict) else None
    if not isinstance(found, list) or not found or not isinstance(found[0], dict):
        raise Useless("Its answer holds no content.")
    return found[0]


def decoded(text: Any) -> bytes:
    """The bytes of a base64 text, which may be a data: address; raises Useless for anything else."""
    if not isinstance(text, str) or not text:
        raise Useless("Its answer holds no content.")
    try:
        return base64.b64decode(text.partition(";base64,")[2] if text.startswith("data:") else text, validate=True)
    except (binascii.Error, ValueError):
        raise Useless("Its answer cannot be decoded.") from None
