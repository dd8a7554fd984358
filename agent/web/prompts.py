"""Words from the page: planned, put on record, and shown where they were said. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from django import forms
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from agent import actions
from agent.models import Session
from agent.web.chat import bubbles
from agent.web.forms import Prompt
from agent.web.pages import found, page_context
from runs.models import Run
from runs.plan.policy import Tier
from runs.tiers import tier_of
from runs.web import live
from runs.web.cards import Card
from tools import limits, models
from tools.web.access import MemberRequest, member_page


@require_POST
@member_page
def prompt(request: MemberRequest, composition: UUID) -> HttpResponseBase:
    row, form = found(request, composition), Prompt(request.POST)

    def plan(session: Session, tier: Tier) -> None:
        asked = form.cleaned_data
        actions.plan(
            request.user, row.workspace, asked["text"], composition=row, tier=tier, selected=asked["selected"],
            playhead=asked["playhead"], session=session,
        )  # fmt: skip

    return planned(request, row, form, plan)


def planned(
    request: MemberRequest, row: models.Composition, form: forms.Form, plan: Callable[[Session, Tier], None]
) -> HttpResponseBase:
    """What comes of a form once `plan` has put it into the conversation, or what keeps it from being planned."""
    if not form.is_valid():
        return _fault(request, row, form, status=422)
    try:
        limits.count("plan", request.user.pk)
    except limits.TooOften as refusal:
        form.add_error(None, str(refusal))
        return _fault(request, row, form, status=429, wait=refusal.seconds)
    session = actions.conversation(request.user, row)
    seen, before = session.leaf_id or 0, _open_cards(request, row)
    plan(session, tier_of(request.user, row.workspace))
    return _answer(request, row, session, seen, before)


def _answer(
    request: MemberRequest, row: models.Composition, session: Session, seen: int, before: Sequence[UUID]
) -> HttpResponseBase:
    """What was said since the entry `seen`, and of the cards that were open `before` those that no longer are."""
    if not request.htmx:
        return redirect(reverse("composition", args=[row.pk]) + "#latest")
    said = bubbles(session, request.user, after=seen)
    body = render(request, "agent/chat.html#said", {"bubbles": said, "composition": row}).content.decode()
    closed = Run.objects.filter(pk__in=before).exclude(status=Run.Status.PROPOSED)
    closed = closed.select_related("composition", "author")
    return HttpResponse(body + "".join(live.fragment(Card(run, request.user), oob=True) for run in closed))


def _fault(
    request: MemberRequest, row: models.Composition, form: forms.Form, status: int, wait: int | None = None
) -> HttpResponse:
    """What keeps a request from being planned, said where one types; what was typed stays there."""
    if request.htmx:
        shown = render(request, "agent/chat.html#fault", {"form": form, "composition": row}, status=status)
    else:
        typed = form if isinstance(form, Prompt) else Prompt()
        context = page_context(request, row, typed) | {"fault": form}
        shown = render(request, "agent/composition.html", context, status=status)
    if wait is not None:
        shown["Retry-After"] = str(wait)
    return shown


def _open_cards(request: MemberRequest, row: models.Composition) -> list[UUID]:
    """The person's plans on a composition that nobody has decided on."""
    rows = Run.objects.filter(author=request.user, composition=row, status=Run.Status.PROPOSED)
    return list(rows.values_list("pk", flat=True))
