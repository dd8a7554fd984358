"""What a route says of itself, in one line of its own: what it takes, answers and refuses, and how often. The API's schema
is made of it, and every view that acts does so once for a key and within its limit."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import BaseModel

from tools.api.reading import Body
from tools.api.shapes import Problem

LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID", str, OpenApiParameter.HEADER, description="The last id of the stream; it is stronger than `after`."
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255},
    OpenApiParameter.HEADER,
    description="The same key with the same body is done once, and answered again for a day (`Idempotency-Replayed`).",
)
F = TypeVar("F", bound=Callable[..., Any])


def route(
    tag: str,
    name: str,
    summary: str,
    *,
    takes: type[Body] | None = None,
    asks: type[Body] | None = None,
    answers: type[BaseModel] | dict[int, type[BaseModel] | None],
    refuses: tuple[int, ...] = (),
    streams: bool = False,
    sends: str | None = None,
    limit: str | None = None,
    bytes_as: str = "",
    headers: tuple[OpenApiParameter, ...] = (),
    once: bool = True,
) -> Callable[[F], F]:
    """`takes` is the shape of the body, `asks` of the query string, `answers` of a success, `refuses` the other codes;
    `sends` is the type of a file that a success is, `streams`: a success may also be a stream of events, which a client
    takes up again after the last id that it has;
    `limit` is the scope of settings.RATES that a request counts in. `bytes_as` is the media type of a body that is no JSON,
    `headers` what else is read, and `once` is false for what does no more when it is sent twice."""
    told = answers if isinstance(answers, dict) else {200: answers}

    def declared(view: F) -> F:
        acts = once and view.__name__ != "get"
        refused = {400, 401, *refuses} | ({413, 415} if takes or bytes_as else set())
        refused |= ({409, 422} if acts else set()) | ({429} if limit or streams else set())
        problems = dict.fromkeys(sorted(refused - set(told)), Problem)
        described = extend_schema(
            tags=[tag],
            operation_id=name,
            summary=summary,
            description=summary,
            request={bytes_as: OpenApiTypes.BINARY} if bytes_as else takes,
            parameters=[
                *(_parameters(asks) if asks else []),
                *headers,
                *([LAST_EVENT_ID] if streams else []),
                *([IDEMPOTENCY_KEY] if acts else []),
            ],
            responses={
                **told,
                **({(200, sends): OpenApiTypes.BINARY} if sends else {}),
                **({(200, "text/event-stream"): OpenApiTypes.STR} if streams else {}),
                **problems,
            },
        )
        return described(_bounded(view, acts, limit))

    return declared


def _bounded(view: F, acts: bool, limit: str | None) -> F:
    """The view within its limit, done once for a key."""

    @wraps(view)
    def bounded(door: Any, *args: Any, **kwargs: Any) -> Any:
        if limit:
            door.limit(limit)
        return door.once(lambda: view(door, *args, **kwargs)) if acts else view(door, *args, **kwargs)

    return cast(F, bounded)


def _parameters(shape: type[Body]) -> list[OpenApiParameter]:
    schema = shape.model_json_schema()
    return [
        OpenApiParameter(
            name, type=one, required=name in schema.get("required", []), description=one.pop("description", "")
        )
        for name, one in schema["properties"].items()
    ]
