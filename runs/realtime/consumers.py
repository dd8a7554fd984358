"""What is live: the pages of a composition and of a run as fragments of HTML, and a run's events as JSON. All of them read
the stored rows only."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.db import database_sync_to_async

from runs.answers import ProgressRecord
from runs.models import Run
from runs.reading import BEGINNING, SEQUENCE, Gone, Reading, RunLog
from runs.realtime.watcher import Watcher
from runs.web import live
from runs.web.cards import Card
from tools import wakeups
from tools.models import Composition


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
        self.reader.check()
        viewer = self.person
        row = Composition.objects.of(viewer).select_related("workspace").filter(pk=self.composition_id).first()
        if row is None:
            raise Gone
        fragments = []
        if self._differs("panels", live.stand(row, viewer)):
            fragments.append(live.panels(row, viewer))
        for card in live.cards(row, viewer):
            further = self._differs(f"headway-{card.run.pk}", card.far)
            if self._differs(str(card.run.pk), card.stamp):
                fragments.append(live.fragment(card, oob=True))
            elif further:
                fragments.append(live.headway(card))
        return fragments, Run.objects.filter(composition=row, status__in=Run.UNDER_WAY).exists()

    def _differs(self, what: str, stamp: str) -> bool:
        known, self._sent[what] = self._sent.get(what), stamp
        return known != stamp


class RunPage(Watcher):
    """Sends the card and the log of a run's own page whenever they differ from what was last sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sent = ("", "")

    @database_sync_to_async
    def admit(self) -> str | None:
        return group_of_run(self)

    async def news(self) -> bool:
        fragments, busy = await self._read()
        if fragments:
            await self.send(text_data=fragments)
        return busy

    @database_sync_to_async
    def _read(self) -> tuple[str, bool]:
        self.reader.check()
        rows = Run.objects.of(self.person).select_related("composition", "author", "workspace")
        row = rows.filter(pk=self.scope["url_route"]["kwargs"]["run"]).first()
        if row is None:
            raise Gone
        card = Card(row, self.person)
        known, self._sent = self._sent, (card.stamp, card.far)
        further = live.headway(card) if known[1] != card.far else ""
        return live.whole(card) if known[0] != card.stamp else further, card.run.status in Run.UNDER_WAY


class RunEvents(Watcher):
    """Sends the stored events of a run from `?after=N` on, in order, without a gap and none twice; and in between how far
    its step is, the newest only."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._place = BEGINNING
        self._shown: Sequence[ProgressRecord] = ()

    @database_sync_to_async
    def admit(self) -> str | None:
        asked = parse_qs(self.scope.get("query_string", b"").decode("latin-1")).get("after", [BEGINNING])[-1]
        self._place = asked if SEQUENCE.fullmatch(asked) else BEGINNING
        return group_of_run(self)

    async def news(self) -> bool:
        while True:
            reading = await self._read()
            for told in reading.told:
                await self.send(text_data=json.dumps(told.event.wire()))
                self._place = told.place
            for one in reading.progress:
                if one not in self._shown:
                    await self.send(text_data=json.dumps(one.wire()))
            self._shown = reading.progress
            if not reading.more:
                return reading.under_way

    @database_sync_to_async
    def _read(self) -> Reading:
        return RunLog(self.reader, self.scope["url_route"]["kwargs"]["run"]).read(self._place)


def group_of_run(watcher: Watcher) -> str | None:
    """The channel group of the run that a socket's address names; None for one that the person cannot see."""
    run = Run.objects.of(watcher.person).filter(pk=watcher.scope["url_route"]["kwargs"]["run"]).first()
    return wakeups.group_of(run.workspace_id) if run else None
