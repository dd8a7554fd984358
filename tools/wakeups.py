"""Whoever watches a workspace is told, after commit, that there is something to read. Only a hint: the rows are the truth, and
nothing fails because the layer that carries hints is away.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from typing import Any
from uuid import UUID

import structlog
from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

log = structlog.get_logger()

PATIENCE = 2.0
"""Seconds that the layer is given to take a hint."""
AGAIN = 5.0
"""Seconds after which a layer that was away is asked for hints again."""

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
        asyncio.run_coroutine_threadsafe(_tried(sending), loop)
    else:
        async_to_sync(_tried)(sending)


@asynccontextmanager
async def listening(group: str) -> AsyncIterator[asyncio.Event]:
    """An event that is set whenever the group is woken. While the layer is away it is not, and whoever waits looks again."""
    serve_on(asyncio.get_running_loop())
    woken = asyncio.Event()
    ringing = asyncio.create_task(_ring(group, woken))
    try:
        yield woken
    finally:
        ringing.cancel()
        await asyncio.wait({ringing}, timeout=PATIENCE)


async def woken_within(woken: asyncio.Event, seconds: float | None) -> None:
    """Wait for a wake-up, at most so long: one that is lost is made good by looking again."""
    # Not `wait_for`: before Python 3.12 it forgets that it is cancelled where the wake-up comes at the same moment.
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await woken.wait()


async def _ring(group: str, woken: asyncio.Event) -> None:
    """Set the event at every hint, and ask again for hints from a layer that was away."""
    while (layer := get_channel_layer()) is not None:
        try:
            await _rung_by(layer, group, woken)
        except Exception as error:
            log.warning("wake_ups_away", reason=type(error).__name__)
        await asyncio.sleep(AGAIN)


async def _rung_by(layer: Any, group: str, woken: asyncio.Event) -> None:
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    try:
        woken.set()  # what happened before is not told
        while True:
            await layer.receive(channel)
            woken.set()
    finally:
        await layer.group_discard(group, channel)


async def _tried(sending: Awaitable[None]) -> None:
    """Send a hint, or say in the log that it was lost."""
    try:
        async with asyncio.timeout(PATIENCE):
            await sending
    except Exception as error:
        log.warning("wake_up_lost", reason=type(error).__name__)


def group_of(workspace: UUID) -> str:
    """The channel group of a workspace."""
    return f"workspace.{workspace}"
