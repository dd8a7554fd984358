"""Undo and redo of a composition from its page."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from runs.web import live
from runs.web.toasts import toast
from tools import edits, models, store
from tools.access import TierForbids
from tools.web.access import MemberRequest, member_page

Step = Callable[[models.Composition, User], store.Saved]


@require_POST
@member_page
def composition_undo(request: MemberRequest, composition: UUID) -> HttpResponseBase:
    return _moved(request, composition, lambda row, by: edits.undo(row, by=by))


@require_POST
@member_page
def composition_redo(request: MemberRequest, composition: UUID) -> HttpResponseBase:
    return _moved(request, composition, lambda row, by: edits.redo(row, by=by))


def _moved(request: MemberRequest, id: UUID, step: Step) -> HttpResponseBase:
    row = get_object_or_404(models.Composition.objects.of(request.user), pk=id)
    refusal = _refusal(request, row, step)
    if not request.htmx:
        if refusal:
            messages.error(request, refusal)
        return redirect("composition", row.pk)
    body = live.panels(row, request.user)
    body += "".join(live.fragment(card, oob=True) for card in live.cards(row, request.user) if card.run.result_revision)
    return HttpResponse(body + toast(refusal, "error"), status=409 if refusal else 200)


def _refusal(request: MemberRequest, row: models.Composition, step: Step) -> str:
    """Take the step; why not, if it was refused."""
    try:
        step(row, request.user)
    except (TierForbids, store.StoreError) as error:
        return str(error)
    return ""
