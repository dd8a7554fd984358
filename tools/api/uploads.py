"""Files that come in pieces, by tus 1.0 (creation, termination, expiration, checksum), so that its clients can be used.

POST announces a file by its headers and answers where to send it; HEAD says how much is there; PATCH sends the next piece.
A piece counts when all of it has arrived, so a sender does well to send some megabytes at a time.
"""

from __future__ import annotations

import base64
import re
from datetime import timedelta
from email.utils import format_datetime
from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tools.api import shapes
from tools.api.door import Door
from tools.api.errors import Refusal
from tools.api.reading import malformed
from tools.api.route import route
from tools.ingest import uploads
from tools.models import Upload

VERSION = "1.0.0"
EXTENSIONS = "creation,termination,expiration,checksum"
A_PIECE = "application/offset+octet-stream"


def _header(name: str, type_: type, about: str, required: bool = True) -> OpenApiParameter:
    return OpenApiParameter(name, type_, OpenApiParameter.HEADER, required=required, description=about)


LENGTH = _header("Upload-Length", int, "The size of the file in bytes.")
METADATA = _header(
    "Upload-Metadata",
    str,
    "Names and Base64 values, `filename bXkubXA0,sha256 …`: filename, and if you like sha256 (hex; what is there already need "
    "not be sent) and workspaceId (needed only by somebody with several).",
)
OFFSET = _header("Upload-Offset", int, "Where this piece begins: as many bytes as are there.")
CHECKSUM = _header("Upload-Checksum", str, "`sha1 BASE64` or `sha256 BASE64` of this piece.", required=False)


class TusDoor(Door):
    """A door that says which tus it speaks, on every answer; a sender of another version is refused."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.headers.get("Tus-Resumable", VERSION) != VERSION:
            raise Refusal(412, "TUS_VERSION", f"This server speaks tus {VERSION}.")

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer["Tus-Resumable"] = answer["Tus-Version"] = VERSION
        answer["Cache-Control"] = "no-store"
        return answer

    def whole(self, name: str) -> int:
        """A header that is a number of bytes; raises a 400."""
        said = self.request.headers.get(name, "")
        if not re.fullmatch(r"\d{1,15}", said):
            raise malformed([{"field": name, "message": "Send a whole number of bytes"}])
        return int(said)


class Uploads(TusDoor):
    @route(
        "media",
        "begin_upload",
        "Announce a file; send its pieces to the Location that is answered.",
        answers={201: shapes.UploadLine},
        refuses=(403, 404, 412, 413, 507),
        headers=(LENGTH, METADATA),
    )
    def post(self, request: Request) -> Response:
        size, told = self.whole("Upload-Length"), _metadata(request.headers.get("Upload-Metadata", ""))
        sha256 = told.get("sha256", "").lower()
        if sha256 and not re.fullmatch(r"[0-9a-f]{64}", sha256):
            raise malformed([{"field": "Upload-Metadata", "message": "sha256 is 64 hexadecimal digits"}])
        upload = uploads.begin(
            self.workspace(told.get("workspaceId")), told.get("filename", ""), size, sha256, by=self.caller.user, ceiling=self.caller.ceiling
        )  # fmt: skip
        answer = _answer(upload, 201)
        answer["Location"] = reverse("api-upload", [upload.pk], request=request)
        return answer

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        told = {"Tus-Extension": EXTENSIONS, "Tus-Max-Size": str(settings.MEDIA_MAX_BYTES)}
        told["Tus-Checksum-Algorithm"] = ",".join(uploads.CHECKSUMS)
        return Response(status=204, headers=told)

    def _place(self, key: str) -> str:
        """What is announced is in the headers here, and not in the body."""
        told = [self.request.headers.get(name, "") for name in ("Upload-Length", "Upload-Metadata")]
        return super()._place(key) + "\n".join(told)


class UploadDoor(TusDoor):
    body = A_PIECE

    @route(
        "media",
        "read_upload",
        "Say how far an upload is. HEAD answers the same in Upload-Offset and Upload-Length.",
        answers=shapes.UploadLine,
        refuses=(404, 412),
    )
    def get(self, request: Request, id: str) -> Response:
        return _answer(self.caller.row(Upload, id))

    @route(
        "media",
        "continue_upload",
        "Send the next piece; with the last one the file is checked and becomes an asset.",
        answers={204: None},
        refuses=(403, 404, 409, 412, 413, 423, 460, 507),
        bytes_as=A_PIECE,
        headers=(OFFSET, CHECKSUM),
        once=False,
    )
    def patch(self, request: Request, id: str) -> Response:
        upload = self.caller.row(Upload, id)
        self.caller.require(upload.workspace, ("mutate",))
        if request.content_type != A_PIECE:
            raise UnsupportedMediaType(request.content_type)
        checksum = _checksum(request.headers.get("Upload-Checksum"))
        upload = uploads.receive(upload, self.whole("Upload-Offset"), request._request, checksum)
        return Response(status=204, headers=_headers(upload))

    @route(
        "media",
        "abandon_upload",
        "Give an upload up, or forget one that is over; an asset that it became stays.",
        answers={204: None},
        refuses=(403, 404, 412),
        once=False,
    )
    def delete(self, request: Request, id: str) -> Response:
        upload = self.caller.row(Upload, id)
        self.caller.require(upload.workspace, ("mutate",))
        uploads.abandon(upload)
        return Response(status=204)


def _answer(upload: Upload, status: int = 200) -> Response:
    line = shapes.UploadLine(
        id=upload.pk,
        workspace_id=upload.workspace_id,
        name=upload.name,
        size=upload.size,
        offset=upload.received,
        state=upload.state,
        code=upload.code,
        reason=upload.reason,
        asset_id=upload.asset_id,
        expires_at=upload.touched_at + timedelta(hours=settings.UPLOAD_LIFETIME_HOURS),
    )
    return Response(line.wire(), status=status, headers=_headers(upload))


def _headers(upload: Upload) -> dict[str, str]:
    told = {"Upload-Offset": str(upload.received), "Upload-Length": str(upload.size)}
    if upload.state == Upload.State.RECEIVING:
        expires = upload.touched_at + timedelta(hours=settings.UPLOAD_LIFETIME_HOURS)
        told["Upload-Expires"] = format_datetime(expires.replace(microsecond=0), usegmt=True)
    return told


def _metadata(header: str) -> dict[str, str]:
    """The names and values of Upload-Metadata; raises a 400 for what is no Base64 of UTF-8, or holds a NUL."""
    told = {}
    for pair in filter(None, (one.strip() for one in header.split(","))):
        name, _, value = pair.partition(" ")
        try:
            told[name] = base64.b64decode(value, validate=True).decode()
        except ValueError:
            raise malformed([{"field": "Upload-Metadata", "message": f"{name} is no Base64 of UTF-8"}]) from None
    return told


def _checksum(header: str | None) -> tuple[str, bytes] | None:
    if header is None:
        return None
    algorithm, _, value = header.partition(" ")
    try:
        digest = base64.b64decode(value, validate=True)
    except ValueError:
        digest = b""
    if algorithm not in uploads.CHECKSUMS or not digest:
        known = " or ".join(uploads.CHECKSUMS)
        raise malformed([{"field": "Upload-Checksum", "message": f"Send {known}, and the digest as Base64"}])
    return algorithm, digest
