"""A WebSocket that watches rows: it reads what is new when it is woken, and looks again every second or few."""

from __future__ import annotations

import asyncio
from typing import cast

import structlog
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth.models import User

from runs.reading import Reader
from tools import wakeups
from tools.access import Caller

log = structlog.get_logger()

UNDER_WAY, IDLE = 1.0, 5.0
"""Seconds until the rows are looked at again where no wake-up came: it may be lost, or come from another process."""
NOT_FOUND = 4404
BROKEN = 1011


class Watcher(AsyncWebsocketConsumer):
    """Accepts a member, then shows news until the socket closes. Wake-ups only say that there may be something to read:
    a burst of them is one reading, and a lost one is made good by the next."""

    channel_layer_alias = "none"
    """It has no channel of its own: `wakeups` listens, and bears a layer that is away."""
    _watching: asyncio.Task[None] | None = None

    @property
    def person(self) -> User:
        """Who watches, as the session says; a stranger is nobody's member and is never let in."""
        return cast(User, self.scope["user"])

    @property
    def reader(self) -> Reader:
        """The person, and the session that the socket was opened in."""
        return Reader(Caller(self.person), self.scope.get("session"))

    async def admit(self) -> str | None:
        """The channel group to listen to; None for somebody who may not watch this."""
        raise NotImplementedError

    async def news(self) -> bool:
        """Send what is new; whether something is under way, so that looking again soon is worth it."""
        raise NotImplementedError

    async def connect(self) -> None:
        group = await self.admit()
        # Accepted before it is closed, because a browser sees the code of an accepted socket only.
        await self.accept()
        if group is None:
            await self.close(code=NOT_FOUND)
            return
        self._watching = asyncio.create_task(self._watch(group))

    async def _watch(self, group: str) -> None:
        try:
            async with wakeups.listening(group) as woken:
                while True:
                    woken.clear()
                    busy = await self.news()
                    await wakeups.woken_within(woken, UNDER_WAY if busy else IDLE)
        except LookupError:
            await self.close(code=NOT_FOUND)
        except Exception:
            # Closed as broken, so that the client connects again and reads from where it was.
            log.exception("watcher_failed", path=self.scope.get("path"))
            await self.close(code=BROKEN)

    async def disconnect(self, code: int) -> None:
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait({self._watching})


class Unknown(Watcher):
    """Where nothing is: answered as what does not exist, instead of a failure in the server's log."""

    async def admit(self) -> str | None:
        return None
