"""Letting an asset go: not while compositions use it, unless somebody says so; its files after its row."""

from __future__ import annotations

import shutil

from django.contrib.auth.models import User
from django.db import transaction

from tools import access, store
from tools.ingest import places
from tools.models import Asset, Composition


class AssetInUse(Exception):
    """Compositions show or play the asset; `compositions` are those."""

    code = "ASSET_IN_USE"

    def __init__(self, asset: Asset, compositions: list[Composition]) -> None:
        names = ", ".join(f"“{one.name}”" for one in compositions[:5]) + (" …" if len(compositions) > 5 else "")
        super().__init__(
            f"“{asset.name}” is used in {names}. Take it out there first, or say that it goes all the same."
        )
        self.compositions = compositions


def users(asset: Asset) -> list[Composition]:
    """The compositions that list the asset as they are now."""
    rows = Composition.objects.filter(workspace=asset.workspace_id).order_by("name")
    return [row for row in rows.iterator() if str(asset.pk) in store.read(row).assets]


def remove(asset: Asset, *, by: User, ceiling: str | None = None, confirmed: bool = False) -> None:
    """Delete an asset and its files; what it was stays in the compositions that use it, without a picture.

    Raises TierForbids, or AssetInUse where it is used and nobody `confirmed` it.
    """
    access.require(by, asset.workspace, ("mutate",), ceiling)
    with transaction.atomic():
        used = [] if confirmed else users(asset)
        if used:
            raise AssetInUse(asset, used)
        home, path = places.home(asset.workspace_id, asset.pk), asset.path
        asset.delete()
        if not Asset.objects.filter(path=path).exists():
            transaction.on_commit(lambda: shutil.rmtree(home, ignore_errors=True))
