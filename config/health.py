"""Is this process up, and may it be sent work? `/health/live` and `/health/ready`, for whatever watches over servers.

A middleware before all others: a probe comes with any host name, over HTTP, without a session, and is asked nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from asgiref.sync import async_to_sync, iscoroutinefunction, sync_to_async
from channels.layers import get_channel_layer
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

log = structlog.get_logger()

PATIENCE = 3.0
"""Seconds that one check may take."""


@sync_and_async_middleware
def health(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """The middleware: it answers what asks after the server's health, and hands on everything else."""
    if not iscoroutinefunction(get_response):
        return lambda request: async_to_sync(_answer)(request) if request.path in PROBES else get_response(request)

    async def awaited(request: HttpRequest) -> HttpResponseBase:
        found: HttpResponseBase = await (_answer if request.path in PROBES else get_response)(request)
        return found

    return awaited


async def _answer(request: HttpRequest) -> HttpResponseBase:
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    answer = await PROBES[request.path]()
    answer["Cache-Control"] = "no-store"
    return answer


async def live() -> JsonResponse:
    """The process answers. Nothing else is looked at: to start it again would mend nothing else."""
    return JsonResponse({"status": "live"})


async def ready() -> JsonResponse:
    """Everything that a request needs is there. What is wrong is named, and told in the log."""
    found = {name: await _passes(name, check) for name, check in CHECKS.items()}
    fit = all(found.values())
    told = {name: "ok" if passed else "failed" for name, passed in found.items()}
    return JsonResponse({"status": "ready" if fit else "unready", "checks": told}, status=200 if fit else 503)


async def _passes(name: str, check: Callable[[], Awaitable[bool]]) -> bool:
    try:
        return await asyncio.wait_for(check(), PATIENCE)
    except Exception as error:
        log.warning("not_ready", check=name, error=type(error).__name__)
        return False


@sync_to_async
def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return True


_migrated: list[bool] = []


@sync_to_async
def _migrations() -> bool:
    """Every migration of this code is applied; once true it stays so, and is not asked again."""
    if not _migrated:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return False
        _migrated.append(True)
    return True


async def _channels() -> bool:
    """The layer that wakes who watches takes a message."""
    layer = get_channel_layer()
    if layer is not None:
        await layer.group_send("health", {"type": "health.asked"})
    return layer is not None


CHECKS: dict[str, Callable[[], Awaitable[bool]]] = {
    "database": _database,
    "migrations": _migrations,
    "channels": _channels,
}
PROBES: dict[str, Callable[[], Awaitable[JsonResponse]]] = {"/health/live": live, "/health/ready": ready}
