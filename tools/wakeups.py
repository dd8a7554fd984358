"""Whoever watches a workspace is told, after commit, that there is something to read. Only a hint: the rows are the truth."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

# The server's event loop, once there is one: a thread that works beside it hands its wake-ups over, which is some
# hundred times faster than giving each a loop of its own. The terminal has none and needs none.
_server_loop: list[asyncio.AbstractEventLoop] = []


def serve_on(loop: asyncio.AbstractEventLoop) -> None:
    """Remember the loop that consumers run on; they call this when they connect."""
    _server_loop[:] = [loop]


def wake_on_commit(workspace: UUID) -> None:
    """Wake the watchers of a workspace once the transaction commits; a lost wake-up loses nothing."""
    transaction.on_commit(lambda: wake(workspace))


def wake(workspace: UUID) -> None:
    """Tell the watchers of a workspace now that something moved."""
    layer, loop = get_channel_layer(), _server_loop[0] if _server_loop else None
    serving = loop is not None and loop.is_running()
    if layer is None or (isinstance(layer, InMemoryChannelLayer) and not serving):
        return  # nobody in this process has ever listened, and nobody outside it can
    sending = layer.group_send(group_of(workspace), {"type": "workspace.moved"})
    if loop is not None and serving:
        asyncio.run_coroutine_threadsafe(sending, loop)
    else:
        async_to_sync(_finish)(sending)


@asynccontextmanager
async def listening(group: str) -> AsyncIterator[asyncio.Event]:
    """An event that is set whenever the group is woken, for whoever watches without being a consumer."""
    serve_on(asyncio.get_running_loop())
    layer, woken = get_channel_layer(), asyncio.Event()
    if layer is None:
        yield woken
        return
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    ringing = asyncio.create_task(_ring(layer, channel, woken))
    try:
        yield woken
    finally:
        ringing.cancel()
        await layer.group_discard(group, channel)


async def woken_within(woken: asyncio.Event, seconds: float | None) -> None:
    """Wait for a wake-up, at most so long: one that is lost is made good by looking again."""
    try:
        await asyncio.wait_for(woken.wait(), seconds)
    except TimeoutError:
        return


async def _ring(layer: Any, channel: str, woken: asyncio.Event) -> None:
    while True:
        await layer.receive(channel)
        woken.set()


async def _finish(sending: Coroutine[Any, Any, None]) -> None:
    await sending


def group_of(workspace: UUID) -> str:
    """The channel group of a workspace."""
    return f"workspace.{workspace}"
