"""The files of media, for the members of its workspace: the original, the poster, and what stands in for it."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tools.ingest import places, stand_ins
from tools.models import Asset
from tools.ranges import ranged
from tools.web.access import MemberRequest, member_page

ORIGINAL = "original"


def asset_of(request: MemberRequest, id: UUID) -> Asset:
    """An asset that the person can see; a 404 alike for a foreign and for an unknown one."""
    return get_object_or_404(Asset.objects.of(request.user).select_related("workspace"), pk=id)


@require_safe
@member_page
def poster(request: MemberRequest, asset: UUID) -> HttpResponseBase:
    """The poster; a drawing where there is none, and with its 404 too: a clip may outlive its file, and pages show it."""
    row = Asset.objects.of(request.user).filter(pk=asset).first()
    path = places.found(row.poster) if row else None
    if row is None or path is None:
        drawing = render_to_string("tools/placeholder.svg", {"kind": row.kind if row else ""})
        return HttpResponse(drawing, content_type="image/svg+xml", status=200 if row else 404)
    return ranged(request, path, "image/jpeg", f"{row.sha256}-poster")


@require_safe
@member_page
def media_file(request: MemberRequest, asset: UUID, what: str) -> HttpResponseBase:
    """A file of an asset by what it is: the original, proxy, filmstrip, waveform or peaks; a part of it where a player
    asks for one. What is in an asset never changes, so neither do these."""
    row = asset_of(request, asset)
    if what == ORIGINAL:
        return _original(request, row)
    if (found := stand_ins.file_of(row, what)) is None:
        raise Http404
    path, told = found
    return ranged(request, path, told["mime"], f"{row.sha256}-{what}")


def _original(request: HttpRequest, row: Asset) -> HttpResponseBase:
    path = places.found(row.path)
    if path is None:
        raise Http404
    return ranged(request, path, row.facts.get("mime", "application/octet-stream"), row.sha256)
