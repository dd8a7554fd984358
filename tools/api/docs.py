"""The API's own description as a page: every route by tag, its parameters, body, answers, and a call to try."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """The schema of GET /api/schema/, read by a person."""
    return render(request, "tools/api.html", _described())


@cache
def _described() -> dict[str, Any]:
    """The schema as the page tells it. It is the code's, and made once: anybody may ask for it."""
    generator: Any = SchemaGenerator
    schema = generator().get_schema(public=True)
    return {"info": schema["info"], "groups": groups_of(schema)}


def groups_of(schema: dict[str, Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The operations of a schema by their first tag, in the order of the schema."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            told = _operation(schema, path, method.upper(), operation)
            groups.setdefault((operation.get("tags") or ["api"])[0], []).append(told)
    return list(groups.items())


def _operation(schema: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    body = _shape(schema, operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema"))
    fields = _fields(schema, body)
    return {
        "method": method,
        "path": path,
        "id": operation["operationId"],
        "summary": operation.get("summary") or operation.get("description", ""),
        "parameters": [
            {
                "name": one["name"],
                "in": one["in"],
                "required": one.get("required", False),
                "type": _type(schema, one["schema"]),
            }
            for one in operation.get("parameters", [])
        ],
        "about": body.get("description", ""),
        "fields": fields,
        "responses": [_response(schema, code, one) for code, one in sorted(operation["responses"].items())],
        "curl": _curl(method, path, fields),
    }


def _shape(schema: dict[str, Any], named: dict[str, Any] | None) -> dict[str, Any]:
    if not named:
        return {}
    reference = named.get("$ref")
    found: dict[str, Any] = schema["components"]["schemas"][reference.rsplit("/", 1)[1]] if reference else named
    return found


def _fields(schema: dict[str, Any], shape: dict[str, Any]) -> list[dict[str, Any]]:
    required = shape.get("required", [])
    return [
        {"name": name, "required": name in required, "type": _type(schema, one), "about": one.get("description", "")}
        for name, one in shape.get("properties", {}).items()
    ]


def _type(schema: dict[str, Any], one: dict[str, Any]) -> str:
    if "$ref" in one:
        return str(one["$ref"]).rsplit("/", 1)[1]
    if "enum" in one:
        return " | ".join(map(str, one["enum"][:6])) + (" | …" if len(one["enum"]) > 6 else "")
    if arms := one.get("anyOf") or one.get("oneOf"):
        return " | ".join(_type(schema, arm) for arm in arms if arm.get("type") != "null")
    if one.get("type") == "array":
        return f"list of {_type(schema, one.get('items', {}))}"
    return str(one.get("const") or one.get("type") or "any")


def _response(schema: dict[str, Any], code: str, response: dict[str, Any]) -> dict[str, Any]:
    content = response.get("content", {})
    shape: dict[str, Any] = next((one.get("schema", {}) for one in content.values()), {})
    return {
        "code": code,
        "type": _type(schema, shape) if shape else "",
        "fields": _fields(schema, _shape(schema, shape)),
    }


def _curl(method: str, path: str, fields: list[dict[str, Any]]) -> str:
    call = f"curl -H 'Authorization: Bearer gl_…' 'http://127.0.0.1:8000{path}'"
    if method == "GET":
        return call
    body = {field["name"]: "…" for field in fields if field["required"]}
    return f"{call} -X {method} -H 'Content-Type: application/json' -d '{json.dumps(body, ensure_ascii=False)}'"
