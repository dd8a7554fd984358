"""What comes in, checked before anything else: strict JSON, then a declared shape; every fault names its field."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from math import isfinite
from typing import Any, TypeVar

from django.conf import settings
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from tools.api.errors import Refusal, too_large
from tools.composition import Composition, InvalidComposition
from tools.store import limits

MAX_DEPTH = 64


class StrictJSON(JSONParser):
    """JSON that a database can hold: of bounded size and depth, no lone surrogates, no NUL, no infinite number."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        sent = stream.read(most + 1)
        if len(sent) > most:
            raise too_large()
        try:
            body = super().parse(BytesIO(sent), media_type, parser_context)
        except RecursionError:
            raise ParseError(f"The body is nested deeper than {MAX_DEPTH} levels.") from None
        _check(body)
        return body


def _check(body: Any) -> None:
    level = [body]
    for _ in range(MAX_DEPTH):
        level = [inner for value in level for inner in _inside(value)]
        if not level:
            return
    raise ParseError(f"The body is nested deeper than {MAX_DEPTH} levels.")


def _inside(value: Any) -> list[Any]:
    if isinstance(value, str):
        if "\0" in value or not _encodes(value):
            raise ParseError("The body holds a character that cannot be kept (NUL or half of a surrogate pair).")
        return []
    if isinstance(value, float) and not isfinite(value):
        raise ParseError("The body holds a number that is too large.")
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class Body(BaseModel):
    """A request: camelCase on the wire, and a name that is not declared is refused."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=False, extra="forbid")


B = TypeVar("B", bound=Body)


def read(shape: type[B], data: Any) -> B:
    """The data as the shape declares it; raises a 400 that lists every fault with its field."""
    try:
        return shape.model_validate(data)
    except ValidationError as error:
        faults = [_fault(one["loc"], one["msg"]) for one in error.errors(include_url=False, include_context=False)]
        raise malformed(faults) from None


def _fault(place: tuple[int | str, ...], message: str) -> dict[str, str]:
    said = message.removeprefix("Value error, ").replace("Extra inputs are not permitted", "There is no such field")
    if said.startswith("Input should be a valid dictionary or instance of "):
        said = "Send a JSON object"
    return {"field": ".".join(str(part) for part in place) or "body", "message": said}


def malformed(faults: list[dict[str, str]]) -> Refusal:
    """The 400 of a request with faults; its message names the first three fields."""
    told = "; ".join(f"“{fault['field']}”: {fault['message']}" for fault in faults[:3])
    return Refusal(400, "INVALID_REQUEST", f"{told}.".replace("..", "."), faults[:50])


MOST_KEY = 255


def idempotency_key(header: str | None) -> str | None:
    """The key that a request names, with or without quotes; raises a 400 where there is one that cannot be used."""
    if header is None:
        return None
    quoted = len(header) > 1 and header[0] == header[-1] == '"'
    key = header[1:-1] if quoted else header
    if not 0 < len(key) <= MOST_KEY or not (key.isascii() and key.isprintable()):
        told = f"send 1 to {MOST_KEY} printable ASCII characters, a new UUID for example"
        raise malformed([{"field": "Idempotency-Key", "message": told}])
    return key


def document(raw: dict[str, Any], field: str) -> Composition:
    """A composition that came with the request; raises a 400 that lists what is wrong in it under its field."""
    try:
        return Composition.load(raw, limits=limits())
    except InvalidComposition as error:
        raise malformed([{"field": field, "message": problem} for problem in error.problems]) from None
