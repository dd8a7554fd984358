"""The stored events: of one run and of all runs of a composition, as pages of JSON to ask for or as a stream to follow."""

from __future__ import annotations

from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from runs.api import shapes
from runs.api.stream import StreamingDoor
from runs.models import Run
from runs.reading import NEWEST, CompositionLog, RunLog
from tools.api.route import route
from tools.models import Composition
from tools.wakeups import group_of


class RunEvents(StreamingDoor):
    @route(
        "runs",
        "list_events",
        "Read what happened in a run after the last event that you have seen; or follow it until it is over.",
        asks=shapes.EventsAsked,
        answers=shapes.EventList,
        refuses=(404,),
        streams=True,
    )
    def get(self, request: Request, id: str) -> HttpResponseBase:
        run, asked = self.caller.row(Run, id), self.asked(shapes.EventsAsked)
        log = RunLog(self.reader(request), run.pk)
        if self.streams(request, asked.stream):
            return self.stream(log, group_of(run.workspace_id), self.place(request, str(asked.after)))
        reading = log.read(str(asked.after), asked.limit)
        events, last = [one.event for one in reading.told], int(reading.told[-1].place) if reading.told else asked.after
        page = shapes.EventList(events=events, progress=list(reading.progress), last=last, status=run.status)
        return Response(page.wire())


class CompositionEvents(StreamingDoor):
    streams_unasked = True

    @route(
        "runs",
        "follow_composition",
        "Follow what happens in all runs of a composition, from any place on; or read it page by page.",
        asks=shapes.AllEventsAsked,
        answers=shapes.AllEvents,
        refuses=(404,),
        streams=True,
    )
    def get(self, request: Request, id: str) -> HttpResponseBase:
        row, asked = self.caller.row(Composition, id), self.asked(shapes.AllEventsAsked)
        log = CompositionLog(self.reader(request), row.pk)
        place = self.place(request, asked.after)
        place = log.newest() if place == NEWEST else place
        if self.streams(request, asked.stream):
            return self.stream(log, group_of(row.workspace_id), place)
        reading = log.read(place, asked.limit)
        events, last = [one.event for one in reading.told], reading.told[-1].place if reading.told else place
        return Response(shapes.AllEvents(events=events, progress=list(reading.progress), last=last).wire())
