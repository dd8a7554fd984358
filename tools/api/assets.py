"""The routes of media that a workspace has: list, read, delete."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from tools.api import shapes
from tools.api.door import Door
from tools.api.files import ANY
from tools.api.route import route
from tools.ingest import removal, room
from tools.models import Asset, StandIns

MOST_LISTED = 1000


class Assets(Door):
    @route(
        "media",
        "list_assets",
        "List the media of a workspace, the newest first, and how much room they take.",
        asks=shapes.AssetsAsked,
        answers=shapes.AssetList,
        refuses=(404,),
    )
    def get(self, request: Request) -> Response:
        workspace = self.workspace(self.asked(shapes.AssetsAsked).workspace_id)
        rows = self.caller.rows(Asset).filter(workspace=workspace).select_related("stand_ins").order_by("-created_at")
        use = room.use_of(workspace)
        told = {
            "use": shapes.RoomUse(**asdict(use)).wire(),
            "usedBytes": use.total,
            "quotaBytes": settings.MEDIA_QUOTA_BYTES,
        }
        return Response({"assets": [_line(row) for row in rows[:MOST_LISTED]], **told})


class AssetDoor(Door):
    @route("media", "read_asset", "Read what is known of a media file.", answers=shapes.AssetLine, refuses=(404,))
    def get(self, request: Request, id: str) -> Response:
        return Response(_line(self.caller.row(Asset, id)))

    @route(
        "media",
        "delete_asset",
        "Delete a media file; refused while compositions use it, or Undo could bring it back, unless it is confirmed.",
        asks=shapes.RemovalAsked,
        answers={204: None},
        refuses=(403, 404, 409),
        once=False,
    )
    def delete(self, request: Request, id: str) -> Response:
        asset = self.caller.row(Asset, id)
        confirmed = self.asked(shapes.RemovalAsked).confirm
        removal.remove(asset, by=self.caller.user, ceiling=self.caller.ceiling, confirmed=confirmed)
        return Response(status=204)


def _line(row: Asset) -> dict[str, Any]:
    made = getattr(row, "stand_ins", None) or StandIns(asset=row)
    told = {**made.files, "original": {"mime": row.facts.get("mime", ANY)}}
    told |= {"poster": {"mime": "image/jpeg"}} if row.poster else {}
    return shapes.AssetLine(
        id=row.pk,
        workspace_id=row.workspace_id,
        name=row.name,
        kind=row.kind,
        size=row.size,
        sha256=row.sha256,
        facts=row.facts,
        stand_ins=made.state,
        reason=made.reason,
        files={name: {**one, "url": reverse("api-asset-file", args=[row.pk, name])} for name, one in told.items()},
        created_at=row.created_at,
    ).wire()
