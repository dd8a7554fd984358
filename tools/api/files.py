"""The routes of bytes: the files of an asset, and what runs have rendered, to be downloaded with a key as with a session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from tools.api import shapes
from tools.api.door import Door
from tools.api.route import route
from tools.ingest import places, renders, stand_ins
from tools.models import Asset, Workspace
from tools.ranges import downloaded

ANY = "application/octet-stream"
RANGE = OpenApiParameter(
    "Range", str, OpenApiParameter.HEADER, description="`bytes=FIRST-LAST`: a part (206), or that there is none (416)."
)
FILES = ("original", "poster", "proxy", "filmstrip", "waveform", "peaks")


class BytesDoor(Door):
    """A door that sends a file, whatever its caller accepts; a refusal is JSON all the same."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        return super().perform_content_negotiation(request, force=True)


class AssetFile(BytesDoor):
    @route(
        "media",
        "download_asset",
        f"Download a file of an asset by what it is: {', '.join(FILES)}. The asset says which there are.",
        answers={206: None, 304: None, 416: None},
        refuses=(403, 404),
        sends=ANY,
        headers=(RANGE,),
    )
    def get(self, request: Request, id: str, what: str) -> HttpResponseBase:
        row = self.caller.row(Asset, id)
        self.caller.require(row.workspace, ("read",))
        path, mime = file_of(row, what)
        name = row.name if what == FILES[0] else f"{Path(row.name).stem}-{what}{path.suffix}"
        return downloaded(request._request, path, mime, f"{row.sha256}-{what}", name)


class Renders(Door):
    @route(
        "media",
        "list_renders",
        "List what runs have rendered in a workspace, the newest first.",
        asks=shapes.AssetsAsked,
        answers=shapes.RenderList,
        refuses=(404,),
    )
    def get(self, request: Request) -> Response:
        workspace = self.workspace(self.asked(shapes.AssetsAsked).workspace_id)
        return Response({"renders": [_line(workspace, one) for one in renders.of(workspace.pk)]})


class RenderFile(BytesDoor):
    @route(
        "media",
        "download_render",
        "Download what a run has rendered.",
        answers={206: None, 304: None, 416: None},
        refuses=(403, 404),
        sends=ANY,
        headers=(RANGE,),
    )
    def get(self, request: Request, id: str) -> HttpResponseBase:
        workspace, found = self._found(id)
        self.caller.require(workspace, ("read",))
        return downloaded(request._request, found.path, found.mime, found.content, found.name)

    @route(
        "media",
        "delete_render",
        "Delete what a run has rendered; links to it end.",
        answers={204: None},
        refuses=(403, 404),
        once=False,
    )
    def delete(self, request: Request, id: str) -> Response:
        workspace, found = self._found(id)
        renders.remove(found, workspace, by=self.caller.user, ceiling=self.caller.ceiling)
        return Response(status=204)

    def _found(self, id: str) -> tuple[Workspace, renders.Render]:
        found = renders.find_in(self.caller.rows(Workspace), id)
        if found is None:
            raise ObjectDoesNotExist
        return found


def file_of(row: Asset, what: str) -> tuple[Path, str]:
    """The file of an asset by what it is, and its media type; raises ObjectDoesNotExist."""
    if what not in FILES:
        raise ObjectDoesNotExist
    if what in ("original", "poster"):
        path = places.found(row.path if what == "original" else row.poster)
        mime = str(row.facts.get("mime", ANY)) if what == "original" else "image/jpeg"
    else:
        path, told = stand_ins.file_of(row, what) or (None, {})
        mime = str(told.get("mime", ANY))
    if path is None:
        raise ObjectDoesNotExist
    return path, mime


def _line(workspace: Workspace, one: renders.Render) -> dict[str, Any]:
    return shapes.RenderLine(
        id=one.id, workspace_id=workspace.pk, name=one.name, mime=one.mime, size=one.size, seconds=one.seconds,
        created_at=one.made_at, url=reverse("api-render", args=[one.id]),
    ).wire()  # fmt: skip
