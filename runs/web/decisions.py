"""Decisions on a run from a page: the form says which card was seen, the action decides, a refusal brings the card anew."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from runs import actions, cards
from runs.models import Run
from runs.web import live
from runs.web.cards import Card
from runs.web.pages import found
from runs.web.toasts import toast
from tools import store
from tools.access import TierForbids
from tools.web.access import MemberRequest, member_page

STATUS: dict[type[Exception], int] = {
    actions.ConfirmationRequired: 412,
    actions.PlanInvalid: 422,
    actions.SecondApproverRequired: 409,
    actions.CreditsShort: 402,
    actions.PriceUnknown: 422,
}
CONFLICT = 409
Act = Callable[[MemberRequest, Run], object]


@require_POST
@member_page
def approve(request: MemberRequest, run: UUID) -> HttpResponseBase:
    return _decide(request, found(request, run), _approve)


@require_POST
@member_page
def reject(request: MemberRequest, run: UUID) -> HttpResponseBase:
    return _decide(
        request, found(request, run), lambda request, run: actions.reject(run, request.user, _shown(request))
    )


@require_POST
@member_page
def cancel(request: MemberRequest, run: UUID) -> HttpResponseBase:
    return _decide(request, found(request, run), lambda request, run: actions.cancel(run, request.user))


@require_POST
@member_page
def resume(request: MemberRequest, run: UUID) -> HttpResponseBase:
    return _decide(request, found(request, run), lambda request, run: actions.resume(run, request.user))


@require_POST
@member_page
def undo_run(request: MemberRequest, run: UUID) -> HttpResponseBase:
    return _decide(request, found(request, run), lambda request, run: actions.undo(run, request.user))


def _approve(request: MemberRequest, run: Run) -> Run:
    asked = {confirmation["kind"] for confirmation in run.preview.get("confirmations") or []}
    confirmed = asked <= set(request.POST.getlist("confirm"))
    return actions.approve(run, request.user, _shown(request), confirm=confirmed)


def _shown(request: HttpRequest) -> cards.Card:
    """The card that the person saw; a form that names none names one that was never shown."""
    number, digest, base = (request.POST.get(name, "") for name in ("version", "digest", "base_revision"))
    return cards.Card(_whole(number) or 0, digest, _whole(base))


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _decide(request: MemberRequest, run: Run, act: Act) -> HttpResponseBase:
    try:
        act(request, run)
    except (actions.Refused, TierForbids, store.StoreError) as refusal:
        return _answer(request, run, str(refusal), STATUS.get(type(refusal), CONFLICT))
    return _answer(request, run)


def _answer(request: MemberRequest, run: Run, refusal: str = "", status: int = 200) -> HttpResponseBase:
    """The card as it is now, with what else has moved on the page it was pressed on; without scripts, the page itself."""
    run.refresh_from_db()
    if not request.htmx:
        if refusal:
            messages.error(request, refusal)
        return redirect(_page(request, run))
    whole = request.POST.get("page") != "composition"
    body = live.fragment(Card(run, request.user), whole=whole)
    if whole:
        body += live.log(run)
    elif run.composition:
        body += live.panels(run.composition, request.user)
    return HttpResponse(body + toast(refusal, "error"), status=status)


def _page(request: MemberRequest, run: Run) -> str:
    """Where the button was pressed, told by the form: the composition's page or the run's own."""
    if request.POST.get("page") == "composition" and run.composition_id:
        return reverse("composition", args=[run.composition_id]) + f"#card-{run.pk}"
    return reverse("run", args=[run.pk])
