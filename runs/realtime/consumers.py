"""What is live: a composition's page as fragments of HTML, and a run's events as JSON. Both read the stored rows only."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.db import database_sync_to_async

from runs.models import Event, Run
from runs.realtime.watcher import Watcher
from runs.web import live
from tools import wakeups
from tools.models import Composition

ACTIVE = (Run.Status.APPROVED, Run.Status.RUNNING)
A_READING = 200


class Gone(LookupError):
    """The row is no longer there for this person."""


class CompositionPage(Watcher):
    """Sends cards, timeline, facts and history of one composition whenever they differ from what was last sent; the
    first reading after a connection sends all of them, and the page keeps what it has already."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sent: dict[str, str] = {}

    @property
    def composition_id(self) -> UUID:
        found: UUID = self.scope["url_route"]["kwargs"]["composition"]
        return found

    @database_sync_to_async
    def admit(self) -> str | None:
        row = Composition.objects.of(self.person).filter(pk=self.composition_id).first()
        return wakeups.group_of(row.workspace_id) if row else None

    async def news(self) -> bool:
        fragments, busy = await self._read()
        if fragments:
            await self.send(text_data="".join(fragments))
        return busy

    @database_sync_to_async
    def _read(self) -> tuple[list[str], bool]:
        """One unit of work: the fragments that moved, and whether a run of this composition is active."""
        viewer = self.person
        row = Composition.objects.of(viewer).select_related("workspace").filter(pk=self.composition_id).first()
        if row is None or self.signed_out():
            raise Gone
        fragments = []
        stand = f"{row.head}.{[str(run.pk) for run in live.waiting(row, viewer)]}"
        if self._differs("panels", stand):
            fragments.append(live.panels(row, viewer))
        for card in live.cards(row, viewer):
            if self._differs(str(card.run.pk), card.stamp):
                fragments.append(live.fragment(card, oob=True))
        return fragments, Run.objects.filter(composition=row, status__in=ACTIVE).exists()

    def _differs(self, what: str, stamp: str) -> bool:
        known, self._sent[what] = self._sent.get(what), stamp
        return known != stamp


class RunEvents(Watcher):
    """Sends the stored events of a run from `?after=N` on, in order, without a gap and none twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._last = 0

    @property
    def run_id(self) -> UUID:
        found: UUID = self.scope["url_route"]["kwargs"]["run"]
        return found

    @database_sync_to_async
    def admit(self) -> str | None:
        asked = parse_qs(self.scope.get("query_string", b"").decode("latin-1")).get("after", ["0"])[-1]
        self._last = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else 0
        run = Run.objects.of(self.person).filter(pk=self.run_id).first()
        return wakeups.group_of(run.workspace_id) if run else None

    async def news(self) -> bool:
        while True:
            told, busy = await self._read()
            for event in told:
                await self.send(text_data=json.dumps(event))
                self._last = event["sequence"]
            if len(told) < A_READING:
                return busy

    @database_sync_to_async
    def _read(self) -> tuple[list[dict[str, Any]], bool]:
        run = Run.objects.of(self.person).filter(pk=self.run_id).first()
        if run is None or self.signed_out():
            raise Gone
        rows = run.events.filter(sequence__gt=self._last).order_by("sequence")[:A_READING]
        return [_wire(event) for event in rows], run.status in ACTIVE


def _wire(event: Event) -> dict[str, Any]:
    moment = event.created_at.isoformat()
    return {"sequence": event.sequence, "kind": event.kind, "data": event.data, "createdAt": moment}
