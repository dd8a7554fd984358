"""The runs of a person's workspaces: the list, and one run with its card, steps and log of events."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from runs.models import Run
from runs.web import live
from runs.web.cards import Card
from runs.web.log import log_of
from tools.web.access import MemberRequest, member_page

A_PAGE = 40


@require_safe
@member_page
def runs(request: MemberRequest) -> HttpResponse:
    """The newest first; `?status=` keeps one status."""
    wanted = request.GET.get("status", "")
    rows = Run.objects.of(request.user).listed().select_related("author", "composition")
    if wanted in Run.Status.values:
        rows = rows.filter(status=wanted)
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "runs/runs.html", {"page": page, "wanted": wanted, "statuses": Run.Status.choices})


@require_safe
@member_page
def run(request: MemberRequest, run: UUID) -> HttpResponse:
    row = found(request, run)
    context = {"card": Card(row, request.user), "run": row, "log": log_of(row), "whole": True}
    return render(request, "runs/run.html", context)


@require_safe
@member_page
def run_card(request: MemberRequest, run: UUID) -> HttpResponse:
    """The card alone: what a page asks for while a run is under way and its socket is not there. For a page that has the
    same card already, how far its step is, and nothing (204) where that is not known."""
    row, whole = found(request, run), "whole" in request.GET
    card = Card(row, request.user)
    if request.GET.get("seen") == card.stamp:
        return HttpResponse(live.headway(card), headers={"HX-Reswap": "none"}) if card.far else HttpResponse(status=204)
    return HttpResponse(live.fragment(card, whole=whole) + (live.log(row) if whole else ""))


def found(request: MemberRequest, id: UUID) -> Run:
    """The run of an id in a workspace of the person; anything else does not exist."""
    rows = Run.objects.of(request.user).select_related("author", "composition", "workspace")
    return get_object_or_404(rows, pk=id)
