"""How a route tells the API's schema about itself, in one line of its own: what it takes, answers and refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import BaseModel

from tools.api.reading import Body
from tools.api.shapes import Problem

LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID", str, OpenApiParameter.HEADER, description="The last id of the stream; it is stronger than `after`."
)
F = TypeVar("F", bound=Callable[..., Any])


def route(
    tag: str,
    name: str,
    summary: str,
    *,
    takes: type[Body] | None = None,
    asks: type[Body] | None = None,
    answers: type[BaseModel] | dict[int, type[BaseModel]],
    refuses: tuple[int, ...] = (),
    streams: bool = False,
) -> Callable[[F], F]:
    """`takes` is the shape of the body, `asks` of the query string, `answers` of a success, `refuses` the other codes;
    `streams`: a success may also be a stream of events, which a client takes up again after the last id that it has."""
    told = answers if isinstance(answers, dict) else {200: answers}
    always = {400, 401, 413, 415} if takes else {400, 401}
    problems = dict.fromkeys(sorted({*always, *refuses} - set(told)), Problem)
    return extend_schema(
        tags=[tag],
        operation_id=name,
        summary=summary,
        description=summary,
        request=takes,
        parameters=[*(_parameters(asks) if asks else []), *([LAST_EVENT_ID] if streams else [])],
        responses={**told, **({(200, "text/event-stream"): OpenApiTypes.STR} if streams else {}), **problems},
    )


def _parameters(shape: type[Body]) -> list[OpenApiParameter]:
    schema = shape.model_json_schema()
    return [
        OpenApiParameter(
            name, type=one, required=name in schema.get("required", []), description=one.pop("description", "")
        )
        for name, one in schema["properties"].items()
    ]
