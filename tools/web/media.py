"""The poster of a media file, for the members of its workspace."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.http import FileResponse, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tools.models import Asset
from tools.web.access import MemberRequest, member_page

A_DAY = "private, max-age=86400"


@require_safe
@member_page
def poster(request: MemberRequest, asset: UUID) -> HttpResponseBase:
    row = get_object_or_404(Asset.objects.filter(workspace__membership__user=request.user), pk=asset)
    path = _below_media(row.poster)
    if path is None:
        drawing = render_to_string("tools/placeholder.svg", {"kind": row.kind})
        return HttpResponse(drawing, content_type="image/svg+xml")
    # The content of an asset never changes, so neither does its poster.
    return FileResponse(path.open("rb"), content_type="image/jpeg", headers={"Cache-Control": A_DAY})


def _below_media(name: str) -> Path | None:
    root = Path(settings.MEDIA_ROOT).resolve()
    path = (root / name).resolve()
    return path if name and path.is_relative_to(root) and path.is_file() else None
