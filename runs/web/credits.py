"""The statement of a workspace's credits: what is left, what is held, every movement, and the same as a file."""

from __future__ import annotations

from django.core.exceptions import ObjectDoesNotExist
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from runs import ledger
from runs.models import Account
from runs.sheet import lines
from runs.statement import entries, rows, with_left
from tools.access import Caller
from tools.models import Workspace
from tools.web.access import MemberRequest, member_page

A_PAGE = 50


@require_safe
@member_page
def credits(request: MemberRequest) -> HttpResponse:
    """The newest movements first; `?workspace=` names one of several."""
    account = _account(request)
    page = Paginator(entries([account] if account else []), A_PAGE).get_page(request.GET.get("page"))
    workspaces = list(Workspace.objects.of(request.user))
    context = {"account": account, "page": page, "entries": with_left(page), "workspaces": workspaces}
    return render(request, "runs/credits.html", context)


@require_safe
@member_page
def credits_csv(request: MemberRequest) -> StreamingHttpResponse:
    """The whole statement, newest first."""
    account = _account(request)
    if account is None:
        raise Http404
    name = f"credits-{slugify(account.workspace.name) or 'workspace'}-{timezone.now():%Y-%m-%d}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(lines(rows(account)), content_type="text/csv; charset=utf-8", headers=headers)


def _account(request: MemberRequest) -> Account | None:
    """The account that is asked for, else that of the person's first workspace; None for somebody who has none.

    A workspace that is not the person's does not exist.
    """
    wanted = request.GET.get("workspace")
    try:
        named = Caller(request.user).row(Workspace, wanted) if wanted else None
    except ObjectDoesNotExist:
        raise Http404 from None
    workspace = named or Workspace.objects.of(request.user).order_by("created_at").first()
    return ledger.account_of(workspace) if workspace else None
