"""The page of one composition: its picture, timeline and history, and the conversation that changes it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from agent.web.chat import bubbles, session_of
from agent.web.forms import Prompt
from agent.web.suggestions import suggestions
from runs.web import live
from tools import models, store
from tools.web.access import MemberRequest, member_page
from tools.web.frame import sketch


@require_safe
@member_page
def composition(request: MemberRequest, composition: UUID) -> HttpResponse:
    row = found(request, composition)
    return render(request, "agent/composition.html", page_context(request, row, Prompt()))


@require_safe
@member_page
def conversation(request: MemberRequest, composition: UUID) -> HttpResponse:
    """The entries alone, for a tab that has missed some."""
    row = found(request, composition)
    context = {"bubbles": bubbles(session_of(request.user, row), request.user), "composition": row}
    return render(request, "agent/chat.html#entries", context)


@require_safe
@member_page
def frame(request: MemberRequest, composition: UUID) -> HttpResponse:
    """The sketch of the frame `?playhead=`."""
    row = found(request, composition)
    at = request.GET.get("playhead", "")
    number = int(at) if at.isascii() and at.isdecimal() and len(at) < 10 else 0
    return render(request, "tools/frame.html", {"frame": sketch(store.read(row), number)})


def found(request: MemberRequest, id: UUID) -> models.Composition:
    """The composition of an id in a workspace of the person; anything else does not exist."""
    return get_object_or_404(models.Composition.objects.of(request.user).select_related("workspace"), pk=id)


def page_context(request: MemberRequest, row: models.Composition, form: Prompt) -> dict[str, Any]:
    said = bubbles(session_of(request.user, row), request.user)
    state = store.read(row)
    more = {"bubbles": said, "form": form, "suggestions": suggestions(state)}
    return live.scene(row, request.user) | more
