"""Undo and redo of a composition from its page."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from runs import events
from runs.web import live
from runs.web.toasts import toast
from tools import models, store
from tools.web.access import MemberRequest, may_change, member_page

Step = Callable[[models.Composition, User], store.Saved]


@require_POST
@member_page
def composition_undo(request: MemberRequest, composition: UUID) -> HttpResponseBase:
    return _moved(request, composition, store.undo)


@require_POST
@member_page
def composition_redo(request: MemberRequest, composition: UUID) -> HttpResponseBase:
    return _moved(request, composition, store.redo)


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
    """Take the step and tell the other tabs; why not, if it was refused."""
    if not may_change(request.user, row.workspace):
        return "You may look at this workspace, but not change anything in it."
    try:
        saved = step(row, request.user)
    except store.StoreError as error:
        return str(error)
    run = saved.revision.run_id if saved.revision else None
    events.wake(row.workspace_id, run or row.pk, row.pk, 0)
    return ""
