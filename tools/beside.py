"""Files of a workspace that a composition does not list yet: to show one is to bring it in."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any
from uuid import UUID

from tools.composition import Composition
from tools.models import Asset

MOST = 200
NAMING = frozenset({"assetId", "lutAssetId"})
"""The parameters that name a file to show, play or grade with."""
LISTING = frozenset({"addAsset", "updateAsset", "deleteAsset"})
"""Commands about the list of files itself."""


def beside(workspace: UUID | None, state: Composition | None) -> dict[str, dict[str, Any]]:
    """The newest `MOST` of them by id, each as a document would list it."""
    if workspace is None or state is None:
        return {}
    rows = Asset.objects.filter(workspace_id=workspace).exclude(pk__in=Asset.objects.named(state.assets))
    return {str(row.pk): row.document() for row in rows.order_by("-created_at")[:MOST]}


def files(workspace: UUID | None, ids: Collection[str]) -> dict[str, dict[str, Any]]:
    """The files of a workspace of these ids, as documents list them: what they are, their rows say, and nobody else."""
    if workspace is None or not ids:
        return {}
    return {str(row.pk): row.document() for row in Asset.objects.filter(workspace_id=workspace).named(ids)}


def named(op: str, params: dict[str, Any]) -> Iterator[str]:
    """The files that a command is to show, play or grade with."""
    return iter(()) if op in LISTING else _named(params)


def _named(value: Any) -> Iterator[str]:
    match value:
        case list():
            for one in value:
                yield from _named(one)
        case dict():
            for key, one in value.items():
                if key in NAMING and isinstance(one, str):
                    yield one
                else:
                    yield from _named(one)
