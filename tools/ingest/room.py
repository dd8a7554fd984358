"""Is there room? All that a workspace keeps, of what it may, and what the disk still holds; asked before a file comes and
while it does."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, Sum

from tools.ingest import places, renders
from tools.media.refusals import Full, NotKept, OverQuota
from tools.models import Asset, StandIns, Upload, Workspace

MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Use:
    """What a workspace keeps, in bytes: what people took in, what runs made and rendered, what stands in for these (posters
    among it), and what its uploads are going to take. Pieces of renders are a cache of the whole place, and no one's."""

    originals: int
    generated: int
    stand_ins: int
    renders: int
    uploads: int

    @property
    def total(self) -> int:
        return self.originals + self.generated + self.stand_ins + self.renders + self.uploads

    @property
    def parts(self) -> list[tuple[str, str]]:
        """What there is of each, in words."""
        told = {
            "originals": self.originals, "generated": self.generated, "stand-ins": self.stand_ins,
            "renders": self.renders, "on the way in": self.uploads,
        }  # fmt: skip
        return [(name, spoken(size)) for name, size in told.items() if size]


def use_of(workspace: Workspace, besides: UUID | None = None, rendered: int | None = None) -> Use:
    """What a workspace keeps; `besides` is an upload that is not counted, `rendered` what renders were measured to take."""
    rendered = renders.size(workspace.pk) if rendered is None else rendered
    assets = Asset.objects.filter(workspace=workspace)
    sums = assets.aggregate(all=Sum("size"), generated=Sum("size", filter=Q(run_id__isnull=False)))
    made = StandIns.objects.filter(asset__workspace=workspace).aggregate(sum=Sum("size"))["sum"]
    coming = Upload.objects.filter(workspace=workspace, state__in=Upload.UNDER_WAY)
    coming = coming.exclude(pk=besides) if besides else coming
    uploads = coming.aggregate(sum=Sum("size"))["sum"]
    generated = sums["generated"] or 0
    return Use((sums["all"] or 0) - generated, generated, made or 0, rendered, uploads or 0)


@contextmanager
def within_quota(
    workspace: Workspace, name: str, size: int, besides: UUID | None = None, *, durable: bool = False
) -> Iterator[None]:
    """A transaction to keep so many bytes more in; raises OverQuota, and begins nothing, where they would be too many.

    It holds the workspace, so that of two files that come at once one is refused where both together are too much. Renders
    ask nobody, so they are measured before: meanwhile nobody waits for the disk.
    """
    most = settings.MEDIA_QUOTA_BYTES
    rendered, use = renders.size(workspace.pk) if most else 0, None
    with transaction.atomic(durable=durable):
        if most:
            Workspace.objects.select_for_update().get(pk=workspace.pk)
            use = use_of(workspace, besides, rendered)
        if use is None or size <= most - use.total:
            yield
            return
    left = spoken(max(0, most - use.total))
    raise OverQuota(name, size=spoken(size), left=left, most=spoken(most), **_kept(workspace, use))


def for_more(workspace: Workspace, name: str) -> None:
    """Raise Full where nothing is left. What is made and rendered here takes as much as it comes to, since it was paid for:
    only that it is begun asks for room."""
    most, use = settings.MEDIA_QUOTA_BYTES, use_of(workspace)
    if most and use.total >= most:
        raise Full(name, most=spoken(most), **_kept(workspace, use))


def _kept(workspace: Workspace, use: Use) -> dict[str, str]:
    """What takes the room, in words, and which files give most of it when they go."""
    parts = ", ".join(f"{part} {told}" for part, told in use.parts) or "nothing"
    return {"kept": parts, "largest": _largest(workspace)}


def _largest(workspace: Workspace) -> str:
    """The files that give most room when they go, in brackets; "" for none."""
    rows = Asset.objects.filter(workspace=workspace).order_by("-size").values_list("name", "size")[:MOST_NAMED]
    all = [*rows, *((one.name, one.size) for one in renders.of(workspace.pk))]
    named = [f"“{name}”, {spoken(size)}" for name, size in sorted(all, key=lambda one: -one[1])[:MOST_NAMED]]
    return f" (the largest: {'; '.join(named)})" if named else ""


def on_disk(name: str, size: int) -> None:
    """Raise NotKept where nothing can be written, or the disk has no room for so many bytes and what must stay free."""
    places.root().mkdir(parents=True, exist_ok=True)
    if not os.access(places.root(), os.W_OK):
        raise NotKept(name, because="the folder of media cannot be written to")
    if shutil.disk_usage(places.root()).free - size < settings.MEDIA_FREE_BYTES:
        raise NotKept(name, because="the disk is nearly full")


def spoken(count: int) -> str:
    """Bytes as people say them."""
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{count / size:,.1f}".removesuffix(".0") + f" {unit}"
    return f"{count:,} bytes"
