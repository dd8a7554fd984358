"""Is this process up, and may it be sent work? `/health/live` and `/health/ready`, for whatever watches over servers.

What no request can do without decides (503); what works behind it is told beside that: a server whose disk is full, whose
worker is away or who wakes nobody still shows, plans and explains, and to take it out of the way would mend none of them.

A middleware before all others: a probe comes with any host name, over HTTP, without a session, and is asked nothing.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Awaitable, Callable
from itertools import starmap
from pathlib import Path
from typing import Any

import structlog
from asgiref.sync import async_to_sync, iscoroutinefunction, sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from runs import queue
from runs.tasks import CREW

log = structlog.get_logger()

Check = Callable[[], Awaitable[bool | None]]

PATIENCE = 3.0
"""Seconds that a check may take, and all of them together: they are made at once."""


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
    """Everything that a request needs is there ("ready"), and what works behind it too, or not ("degraded"). What is wrong is
    named, and told in the log."""
    checks = NEEDED | BEHIND
    told = dict(zip(checks, await asyncio.gather(*starmap(_found, checks.items())), strict=True))
    if any(told[name] != "ok" for name in NEEDED):
        return JsonResponse({"status": "unready", "checks": told}, status=503)
    return JsonResponse({"status": "degraded" if "failed" in told.values() else "ready", "checks": told})


async def _found(name: str, check: Check) -> str:
    """ok, failed, or unknown where nobody can tell from here."""
    try:
        passed, error = await asyncio.wait_for(check(), PATIENCE), ""
    except Exception as failure:
        passed, error = False, type(failure).__name__
    if passed is None:
        return "unknown"
    if not passed:
        log.warning("not_ready", check=name, error=error)
    return "ok" if passed else "failed"


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


async def _media() -> bool:
    """Media can be kept. In a thread of its own: a disk that does not answer holds up nobody."""
    return await asyncio.to_thread(_room)


def _room() -> bool:
    """The folder of media, or what it will be made in, may be written to, and the disk has room."""
    root = Path(settings.MEDIA_ROOT)
    there = next(place for place in (root, *root.parents) if place.exists())
    return os.access(there, os.W_OK | os.X_OK) and shutil.disk_usage(there).free >= settings.MEDIA_FREE_BYTES


async def _worker() -> bool | None:
    """Somebody carries runs out. In a thread of its own: the request's may wait for the database."""
    return await asyncio.to_thread(_at_work)


def _at_work() -> bool | None:
    if settings.RUNS_WORKER == "celery":
        return queue.works()
    return settings.RUNS_WORKER == "inline" or CREW.works()


NEEDED: dict[str, Check] = {"database": _database, "migrations": _migrations}
BEHIND: dict[str, Check] = {"channels": _channels, "media": _media, "worker": _worker}
PROBES: dict[str, Callable[[], Awaitable[JsonResponse]]] = {"/health/live": live, "/health/ready": ready}
