"""The routes of exchange: a composition in another program's format, a hand-over with its media, and files taken in."""

from __future__ import annotations

from fractions import Fraction

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from tools import handover, interchange
from tools.api import shapes
from tools.api.compositions import detail
from tools.api.door import Door
from tools.api.route import route
from tools.media.interchange import Report
from tools.media.interchange.rates import exact_rate
from tools.models import Composition
from tools.ranges import attached


class Export(Door):
    @route(
        "interchange",
        "export_composition",
        "Write a composition in another program's format, with a report of what that cannot hold.",
        asks=shapes.ExportAsked,
        answers=shapes.Exported,
        refuses=(403, 404, 422),
    )
    def get(self, request: Request, id: str) -> Response:
        row, asked = self.caller.row(Composition, id), self.asked(shapes.ExportAsked)
        made = interchange.export(
            row, asked.format, by=self.caller.user, ceiling=self.caller.ceiling,
            target=asked.target, root=asked.media_root, track=asked.track,
        )  # fmt: skip
        told = shapes.Exported(
            name=made.name, format=made.format.name, media_type=made.format.media_type, content=made.text, report=_report(made.report)
        )  # fmt: skip
        return Response(told.wire())


class Package(Door):
    @route(
        "interchange",
        "hand_over",
        "Everything another program needs, as a zip: timelines, captions, media, and report.txt.",
        asks=shapes.HandoverAsked,
        answers={},
        refuses=(403, 404, 422),
        sends="application/zip",
    )
    def get(self, request: Request, id: str) -> HttpResponseBase:
        row, asked = self.caller.row(Composition, id), self.asked(shapes.HandoverAsked)
        made = handover.handover(row, by=self.caller.user, ceiling=self.caller.ceiling, target=asked.target)
        return attached(request._request, made.file, made.name, "application/zip")


class ImportTimeline(Door):
    @route(
        "interchange",
        "import_timeline",
        "Take a timeline of another program in as a new composition.",
        takes=shapes.TimelineFile,
        answers={201: shapes.TimelineTaken},
        refuses=(403, 404),
    )
    def post(self, request: Request) -> Response:
        body = self.read(shapes.TimelineFile)
        row, report = interchange.take_timeline(
            self.workspace(body.workspace_id), body.name, body.content.encode(), by=self.caller.user,
            ceiling=self.caller.ceiling, format=body.format, fps=_rate(body.fps),
        )  # fmt: skip
        return Response({**detail(row), "report": _report(report).wire()}, status=201)


class ImportCaptions(Door):
    @route(
        "interchange",
        "import_captions",
        "Add the captions of a file to a composition, as one change that can be undone.",
        takes=shapes.CaptionsFile,
        answers=shapes.CaptionsTaken,
        refuses=(403, 404),
    )
    def post(self, request: Request, id: str) -> Response:
        row, body = self.caller.row(Composition, id), self.read(shapes.CaptionsFile)
        taken = interchange.take_captions(
            row, body.name, body.content.encode(), by=self.caller.user, ceiling=self.caller.ceiling,
            format=body.format, at=body.from_frame, expected=body.revision,
        )  # fmt: skip
        told = shapes.CaptionsTaken(cues=taken.cues, revision=taken.revision, report=_report(taken.report))
        return Response(told.wire())


def _report(report: Report) -> shapes.ExchangeReport:
    return shapes.ExchangeReport(lost=report.lost, assumed=report.assumed)


def _rate(given: float | list[int] | None) -> Fraction | None:
    """The rate that a caller names; raises `Unreadable`."""
    if given is None:
        return None
    return exact_rate(Fraction(*given) if isinstance(given, list) else given)
