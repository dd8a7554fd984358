"""Which rendered files somebody still wants; asked by whoever sweeps up (`tools.ingest.sweeping`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import timedelta
from pathlib import PurePosixPath
from uuid import UUID

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from runs.models import Run, Step

RUN = 36
"""A file is named by the key of its order, which begins with the id of its run."""


def wanted(workspace: UUID, names: Collection[str]) -> set[str]:
    """Those of these files that are results, or that a run may yet take up again, or to which a link may still lead."""
    runs = {id for name in names if (id := _run(name))}
    results = Step.objects.filter(run__in=runs, run__workspace=workspace, status=Step.Status.DONE).exclude(outcome={})
    said = results.values_list("outcome", flat=True)
    done = {PurePosixPath(str(told.get("file", ""))).stem for told in said if isinstance(told, dict)}
    open_ = set(_open(workspace, runs))
    return {name for name in names if name in done or _run(name) in open_}


def _open(workspace: UUID, runs: Collection[UUID]) -> Iterator[UUID]:
    """The runs that are not over, and those that have sent a link to their film which still holds."""
    goes_on = Q(status__in=Run.TRANSITIONS, composition__isnull=False)
    linked = Q(finished_at__gt=timezone.now() - timedelta(days=settings.PUBLISH_LINK_DAYS), steps__tool="publish")
    rows = Run.objects.filter(goes_on | linked, pk__in=runs, workspace=workspace)
    yield from rows.values_list("pk", flat=True).distinct()


def _run(name: str) -> UUID | None:
    try:
        return UUID(name[:RUN])
    except ValueError:
        return None
