"""A recorded service in place of the real one: it gives its answers one after another and remembers what it was asked."""

from __future__ import annotations

import base64
import io
import json
import wave
from typing import Any

import httpx
from PIL import Image

KEY = "sk-very-secret-value-1234567890"
MODELS = "https://europe-west4-aiplatform.googleapis.com/v1/projects/p/locations/europe-west4/publishers/google/models"


class Recorded:
    """Answers are objects (as JSON), bytes, whole responses or exceptions; the last one is given for ever."""

    def __init__(self, *answers: Any) -> None:
        self.answers, self.requests = list(answers), list[httpx.Request]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, bytes):
            return httpx.Response(200, content=answer)
        return answer if isinstance(answer, httpx.Response) else httpx.Response(200, json=answer)

    def answer_with(self, *answers: Any) -> None:
        self.answers = list(answers)

    @property
    def asked(self) -> Any:
        """The body of the only request."""
        [request] = self.requests
        return json.loads(request.content)


def png(width: int = 64, height: int = 36) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(file, "PNG")
    return file.getvalue()


def wav(seconds: float = 0.5, rate: int = 8000) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        sound.writeframes(b"\x00\x10" * int(seconds * rate))
    return file.getvalue()


def base64_of(content: bytes) -> str:
    return base64.b64encode(content).decode()
