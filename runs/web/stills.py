"""The frame on the right of a card: what a plan would make of it, rendered from the dry run, which has no revision."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from runs.plan.preview import StepRefused
from runs.web.pages import found
from runs.web.pictures import after_of
from tools import preview, store
from tools.web.access import MemberRequest, member_page
from tools.web.preview import picture, words


class NoSuchPlan(LookupError):
    """The card is not the one in force, or it has nothing to show."""


@require_safe
@member_page
def after(request: MemberRequest, run: UUID, number: int) -> HttpResponse:
    """The JPEG of a frame after the plan in force; `?plan=` is its digest, by which the address is another for each plan."""
    row = found(request, run)
    if row.composition is None or row.base_revision is None or request.GET.get("plan", row.digest) != row.digest:
        return words(NoSuchPlan("Another plan has taken the place of this one. Look at the run again."), 404)
    try:
        state = after_of(row, store.read(row.composition, row.base_revision))
    except StepRefused as refused:
        return words(refused, 404)
    return picture(row.workspace_id, state, number, preview.CARD, lasting="plan" in request.GET)
