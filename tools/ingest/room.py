"""Is there room? What a workspace may keep, and what the disk still holds; asked before a file comes and while it does."""

from __future__ import annotations

import shutil
from uuid import UUID

from django.conf import settings
from django.db.models import Sum

from tools.ingest import places
from tools.media.refusals import NotKept, OverQuota
from tools.models import Asset, Upload, Workspace


def used(workspace: Workspace, besides: UUID | None = None) -> int:
    """Bytes that a workspace's originals take, and those that its uploads are going to (`besides` apart)."""
    kept = Asset.objects.filter(workspace=workspace).aggregate(sum=Sum("size"))["sum"] or 0
    coming = Upload.objects.filter(workspace=workspace, state__in=Upload.UNDER_WAY)
    coming = coming.exclude(pk=besides) if besides else coming
    return int(kept + (coming.aggregate(sum=Sum("size"))["sum"] or 0))


def within_quota(workspace: Workspace, name: str, size: int, besides: UUID | None = None) -> None:
    """Raise OverQuota where so many bytes more would be too many. In a transaction the workspace is held until it ends,
    so that of two files that come at once one is refused where both together are too much."""
    most = settings.MEDIA_QUOTA_BYTES
    if not most:
        return
    Workspace.objects.select_for_update().get(pk=workspace.pk)
    left = most - used(workspace, besides)
    if size > left:
        raise OverQuota(name, left=spoken(max(0, left)), most=spoken(most))


def on_disk(name: str, size: int) -> None:
    """Raise NotKept where the disk has no room for so many bytes and what must stay free."""
    places.root().mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(places.root()).free - size < settings.MEDIA_FREE_BYTES:
        raise NotKept(name, because="the disk is nearly full")


def spoken(count: int) -> str:
    """Bytes as people say them."""
    for unit, size in (("GB", 1e9), ("MB", 1e6)):
        if count >= size:
            return f"{count / size:,.1f}".removesuffix(".0") + f" {unit}"
    return f"{count:,} bytes"
