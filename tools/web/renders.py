"""What runs have rendered, for the members of its workspace: to download, and to delete."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from tools.access import TierForbids
from tools.ingest import renders
from tools.models import Workspace
from tools.ranges import downloaded
from tools.web.access import MemberRequest, member_page


@require_safe
@member_page
def render_file(request: MemberRequest, id: str) -> HttpResponseBase:
    """The file, or a part of it."""
    _, found = _found(request, id)
    return downloaded(request, found.path, found.mime, found.content, found.name)


@require_POST
@member_page
def delete_render(request: MemberRequest, id: str) -> HttpResponse:
    workspace, found = _found(request, id)
    try:
        renders.remove(found, workspace, by=request.user)
    except TierForbids as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"“{found.name}” is deleted.")
    return redirect("media")


def _found(request: MemberRequest, id: str) -> tuple[Workspace, renders.Render]:
    """A render that the person can see; a 404 alike for a foreign and for an unknown one."""
    found = renders.find_in(Workspace.objects.of(request.user), id)
    if found is None:
        raise Http404
    return found
