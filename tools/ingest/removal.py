"""Letting an asset go: not while compositions use it, or Undo could bring it back, unless somebody says so; its files after
its row."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models.functions import Cast

from tools import access, store
from tools.history import within_reach
from tools.ingest import places
from tools.models import Asset, Composition, Revision


@dataclass(frozen=True, slots=True)
class Uses:
    """The compositions that list an asset as they are `now`, and others where Undo or Redo could bring it `back`."""

    now: list[Composition]
    back: list[Composition]

    def __bool__(self) -> bool:
        return bool(self.now or self.back)


class AssetInUse(Exception):
    """Compositions show or play the asset, or could again; `uses` are those."""

    code = "ASSET_IN_USE"

    def __init__(self, asset: Asset, uses: Uses) -> None:
        told = [f"“{asset.name}” is used in {_named(uses.now)}."] if uses.now else []
        told += [f"Undo or Redo could bring “{asset.name}” back in {_named(uses.back)}."] if uses.back else []
        way_out = "Take it out there first, or confirm" if uses.now and not uses.back else "Confirm"
        super().__init__(f"{' '.join(told)} {way_out} that it goes all the same: these are then without it.")
        self.uses = uses


def uses_of(asset: Asset) -> Uses:
    """Where the asset is used, and where it could come back. An edit that was taken back and followed by another edit
    cannot be brought again, so neither can what it used."""
    rows = list(Composition.objects.filter(workspace=asset.workspace_id).order_by("name"))
    now = [row for row in rows if str(asset.pk) in store.read(row).assets]
    dropped = _dropped(asset)
    others = (row for row in rows if row not in now and row.pk in dropped)
    return Uses(now, [row for row in others if dropped[row.pk] & within_reach(row)])


def remove(asset: Asset, *, by: User, ceiling: str | None = None, confirmed: bool = False) -> None:
    """Delete an asset and its files; what it was stays in the compositions that use it, without a picture.

    Raises TierForbids, or AssetInUse where it is used, or could be again, and nobody `confirmed` it.
    """
    access.require(by, asset.workspace, ("mutate",), ceiling)
    with transaction.atomic():
        if not confirmed and (uses := uses_of(asset)):
            raise AssetInUse(asset, uses)
        home, path = places.home(asset.workspace_id, asset.pk), asset.path
        asset.delete()
        if not Asset.objects.filter(path=path).exists():
            transaction.on_commit(lambda: shutil.rmtree(home, ignore_errors=True))


def _dropped(asset: Asset) -> dict[object, set[int]]:
    """Of each composition the revisions that dropped the asset, which taken back bring it again."""
    id = str(asset.pk)
    told = Revision.objects.filter(composition__workspace=asset.workspace_id)
    told = told.annotate(text=Cast("patch", models.TextField())).filter(text__contains=id)
    dropped: dict[object, set[int]] = {}
    for composition, number, patch in told.values_list("composition", "number", "patch"):
        if any(op["path"] == ["assets", id] and "new" not in op for op in patch):
            dropped.setdefault(composition, set()).add(number)
    return dropped


def _named(compositions: Iterable[Composition]) -> str:
    names = [f"“{one.name}”" for one in compositions]
    return ", ".join(names[:5]) + (" …" if len(names) > 5 else "")
