"""Commands on assets: add them, describe them better, put one in another's place, and delete them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from .. import timing
from ..defaults import AUDIO, full_length, merge, source_start
from ..draft import Draft
from ..errors import InUse, InvalidParameters, WrongItemType
from ..model import Record
from ..shapes import AssetPatch, NewAsset
from ..shelves import copied
from ..signature import command
from ..values import Flag, Id, ItemId, plain

# What an asset may be shown as, the usual first.
SHOWN_AS = {"video": ("video", "audio", "gif"), "audio": ("audio",), "image": ("image", "gif"), "gif": ("gif",)}

AssetId = Annotated[Id, Field(description="an asset's id")]


@command(gated=True, example={"asset": {"kind": "video", "name": "drone.mp4", "hasVideo": True, "durationSeconds": 8}})
def add_asset(draft: Draft, asset: NewAsset) -> dict[str, Any]:
    """Add a piece of media that items can then show or play."""
    record: Record = plain(asset)
    record["id"] = draft.own_id(record.get("id"), "asset")
    record.setdefault("hasVideo", record["kind"] in ("video", "image", "gif"))
    record.setdefault("hasAudio", record["kind"] == "audio")
    draft.assets.put(record)
    return {"ids": [record["id"]]}


@command(example={"assetId": "as-logo", "patch": {"name": "logo-2.png"}})
def update_asset(draft: Draft, asset_id: AssetId, patch: AssetPatch) -> None:
    """Change what is known about an asset; the items that use it must still fit."""
    asset, changes = draft.assets.edit(asset_id), plain(patch)
    if fixed := [name for name in ("id", "kind") if name in changes]:
        raise InvalidParameters(f"An asset's {fixed[0]} cannot change.", hint="Add another asset.", argument=fixed[0])
    merge(asset, changes)
    for id in users(draft, asset_id):
        draft.items.edit(id)  # so that the rules look at it again


@command(example={"id": "clip-b", "assetId": "as-park"})
def replace_item_asset(
    draft: Draft,
    id: ItemId,
    asset_id: AssetId,
    keep_timing: Annotated[
        Flag, Field(description="keep the item's place and length; else take all of the new source")
    ] = True,
) -> None:
    """Put another asset in an item, which keeps its look, sound and animation."""
    item, asset, old = draft.edit_item(id), draft.asset(asset_id), draft.asset_of(draft.item(id))
    _become(item, asset)
    item["assetId"] = asset_id
    if old and item["name"] == old["name"]:
        item["name"] = asset["name"]
    fits = timing.endless(item, asset) or timing.source_out(item, draft.fps) <= timing.seconds(asset)
    if not keep_timing or not fits:
        item["sourceIn"] = source_start(draft, asset)
    if not keep_timing:
        item["durationInFrames"] = full_length(draft, item, asset)


@command(destructive=True, example={"assetId": "as-vo", "deleteItems": True})
def delete_asset(
    draft: Draft,
    asset_id: AssetId,
    delete_items: Annotated[Flag, Field(description="delete the items that use it too; else none may")] = False,
) -> None:
    """Delete an asset."""
    asset, used = draft.asset(asset_id), users(draft, asset_id)
    grading = _grading(draft, asset_id)
    if grading and not delete_items:
        raise InUse(
            f"{asset['name']!r} grades {', '.join(grading[:5])}.",
            hint="Set deleteItems to true to grade without it, or set lutAssetId of these grades to null first.",
            ids=grading[:20],
        )
    for id in grading:
        _grade(draft, id).pop("lutAssetId")
    if used and not delete_items:
        raise InUse(
            f"{asset['name']!r} is used by {len(used)} item{'s' if len(used) > 1 else ''}.",
            hint="Set deleteItems to true to delete them too, or give them another asset first.",
            ids=used[:20],
        )
    for id in used:
        draft.remove(id)
    draft.assets.drop(asset_id)


def users(draft: Draft, asset_id: str) -> list[str]:
    """The items that show or play an asset."""
    return [item["id"] for item in draft.base.in_order() if item.get("assetId") == asset_id]


WHOLE = "the whole composition"


def _grading(draft: Draft, asset_id: str) -> list[str]:
    """What a look-up table grades: items by their ids, and the whole."""
    of = {WHOLE: draft.base.head, **{item["id"]: item for item in draft.base.in_order()}}
    return [id for id, holder in of.items() if (holder.get("grade") or {}).get("lutAssetId") == asset_id]


def _grade(draft: Draft, id: str) -> Record:
    """The grade of an item, or of the whole, to be written to."""
    if id != WHOLE:
        grade: Record = draft.edit_item(id)["grade"]
        return grade
    draft.set("grade", copied(draft.get("grade")))
    whole: Record = draft.get("grade")
    return whole


def _become(item: Record, asset: Record) -> None:
    """Make an item of the type that the asset needs: a video may become an image, and the other way round."""
    if "assetId" not in item or not (types := SHOWN_AS.get(asset["kind"])):
        raise WrongItemType(f"{item['name']!r} is {item['type']}, which cannot show the {asset['kind']} asset.")
    if item["type"] in types:
        return
    if "audio" in (item["type"], types[0]):
        raise WrongItemType(f"{item['name']!r} is {item['type']} and {asset['name']!r} is {asset['kind']}.")
    item["type"] = types[0]
    if types[0] == "video":
        item.setdefault("audio", copied(AUDIO))
    else:
        item.pop("audio", None)
