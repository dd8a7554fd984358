"""The runs of a person's workspaces: the list, and one run with its card, steps and log of events."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from runs.models import Event, Run
from runs.web.cards import Card
from tools.web.access import MemberRequest, member_page

A_PAGE = 40
SAID = {
    "agent_plan": "Plan shown",
    "agent_approved": "Approved",
    "agent_denied": "Rejected",
    "agent_superseded": "Replaced by a newer plan",
    "agent_expired": "Expired",
    "agent_cancelled": "Cancelled",
    "agent_start": "Started",
    "agent_step": "Step",
    "agent_recovery": "Recovered",
    "agent_done": "Done",
    "agent_error": "Failed",
    "agent_undo": "Taken back",
}
TOLD = ("sentence", "verdict", "error", "summary", "reason")


@require_safe
@member_page
def runs(request: MemberRequest) -> HttpResponse:
    """The newest first; `?status=` keeps one status."""
    wanted = request.GET.get("status", "")
    rows = Run.objects.of(request.user).select_related("author", "composition")
    if wanted in Run.Status.values:
        rows = rows.filter(status=wanted)
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "runs/runs.html", {"page": page, "wanted": wanted, "statuses": Run.Status.choices})


@require_safe
@member_page
def run(request: MemberRequest, run: UUID) -> HttpResponse:
    row = found(request, run)
    log = [_told(event) for event in row.events.all()]
    context = {"card": Card(row, request.user), "run": row, "log": log, "whole": True}
    return render(request, "runs/run.html", context)


def _told(event: Event) -> dict[str, object]:
    """An event in words, and as it is stored."""
    data = event.data
    by = f"by {data['by']}" if data.get("by") else ""
    words = next((data[name] for name in TOLD if data.get(name)), by)
    return {"event": event, "said": SAID.get(event.kind, event.kind), "words": words}


@require_safe
@member_page
def run_card(request: MemberRequest, run: UUID) -> HttpResponse:
    """The card alone: what a page asks for while a run is active and its socket is not there."""
    card = Card(found(request, run), request.user)
    return render(request, "runs/card.html", {"card": card, "whole": "whole" in request.GET})


def found(request: MemberRequest, id: UUID) -> Run:
    """The run of an id in a workspace of the person; anything else does not exist."""
    rows = Run.objects.of(request.user).select_related("author", "composition", "workspace")
    return get_object_or_404(rows, pk=id)
