"""Every refusal as one JSON shape: {"code", "message", "details"?}; a stable code, a sentence, and no secret or stack trace."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import structlog
from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.text import get_text_list
from rest_framework import status
from rest_framework.exceptions import (
    APIException,
    MethodNotAllowed,
    NotAcceptable,
    NotAuthenticated,
    UnsupportedMediaType,
)
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler, set_rollback

from tools.access import TierForbids
from tools.away import AWAY
from tools.composition import EngineError
from tools.edits import YesRequired
from tools.history import Conflict
from tools.idempotency import KeyRefused, KeyReused, StillUnderWay
from tools.ingest import uploads
from tools.ingest.removal import AssetInUse
from tools.limits import TooOften
from tools.media import refusals as media
from tools.media.interchange import InterchangeError
from tools.store import RevisionMoved, StoreError

log = structlog.get_logger()


class Refusal(APIException):
    """An answer that is no success. `more` are fields beside code, message and details."""

    retry_after: int | None = None
    """Seconds after which the same request may be sent again."""

    def __init__(self, status_code: int, code: str, message: str, details: Any = None, **more: Any) -> None:
        super().__init__(message)
        self.status_code = status_code
        self.body: dict[str, Any] = {"code": code, "message": message, **more}
        if details:
            self.body["details"] = details


def later(status_code: int, code: str, message: str, seconds: int) -> Refusal:
    """A refusal that holds for some seconds only; its header and its details say for how many."""
    refusal = Refusal(status_code, code, message, {"retryAfter": seconds})
    refusal.retry_after = seconds
    return refusal


NOT_FOUND = "There is nothing here that you can see."


def too_large() -> Refusal:
    """The 413 of a body above DATA_UPLOAD_MAX_MEMORY_SIZE, whoever noticed it first: the framework or our parser."""
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return Refusal(
        status.HTTP_413_REQUEST_ENTITY_TOO_LARGE, "BODY_TOO_LARGE", f"The body is larger than {most:,} bytes."
    )


def database_away() -> Refusal:
    """The 503 of a request that the database was needed for. Whether it was done nobody knows, who was cut off at its end."""
    message = "The database is not available at the moment. Send the request again in a moment."
    return later(status.HTTP_503_SERVICE_UNAVAILABLE, "DATABASE_AWAY", message, 5)


def answer(exception: Exception, context: dict[str, Any]) -> Response:
    """What the API says to an exception of a view (REST_FRAMEWORK["EXCEPTION_HANDLER"])."""
    refusal = translated(exception)
    if refusal is None:
        return _framework(exception, context) or _unexpected(exception)
    set_rollback()
    headers = None if refusal.retry_after is None else {"Retry-After": str(refusal.retry_after)}
    return Response(_plain(refusal.body), status=refusal.status_code, headers=headers)


def translated(exception: Exception) -> Refusal | None:
    """The refusal that an exception of the toolbox is; None for one that is not ours."""
    match exception:
        case Refusal():
            return exception
        case Http404() | ObjectDoesNotExist():
            return Refusal(status.HTTP_404_NOT_FOUND, "NOT_FOUND", NOT_FOUND)
        case RequestDataTooBig():
            return too_large()
        case _ if isinstance(exception, AWAY):
            log.error("database_away", exc_info=exception)
            return database_away()
        case TierForbids():
            return Refusal(status.HTTP_403_FORBIDDEN, exception.code, str(exception))
        case YesRequired():
            return Refusal(status.HTTP_412_PRECONDITION_FAILED, exception.code, str(exception))
        case TooOften():
            return later(status.HTTP_429_TOO_MANY_REQUESTS, exception.code, str(exception), exception.seconds)
        case StillUnderWay():
            return later(status.HTTP_409_CONFLICT, exception.code, str(exception), exception.seconds)
        case KeyReused():
            return Refusal(status.HTTP_422_UNPROCESSABLE_ENTITY, exception.code, str(exception))
        case KeyRefused():
            return Refusal(status.HTTP_409_CONFLICT, exception.code, str(exception))
        case AssetInUse():
            uses = (("now", exception.uses.now), ("undo", exception.uses.back))
            used = [{"id": str(one.pk), "name": one.name, "use": use} for use, rows in uses for one in rows]
            return Refusal(status.HTTP_409_CONFLICT, exception.code, str(exception), {"compositions": used})
        case uploads.UploadRefused():
            return Refusal(UPLOADS.get(type(exception), 409), exception.code, str(exception))
        case media.Refusal():
            return Refusal(_of_media(exception), exception.code, str(exception))
        case StoreError():
            return Refusal(status.HTTP_409_CONFLICT, exception.code, str(exception), _facts(exception))
        case InterchangeError():
            return Refusal(status.HTTP_422_UNPROCESSABLE_ENTITY, exception.code, str(exception))
        case EngineError():
            details = {**exception.details, "hint": exception.hint, "index": exception.index}
            return Refusal(status.HTTP_422_UNPROCESSABLE_ENTITY, exception.code, exception.message, details)
    return None


UPLOADS = {uploads.TooMuch: 413, uploads.PieceAltered: 460, uploads.InOtherHands: 423}
"""What a refused piece is answered with, else 409; 460 is tus's own."""


def _of_media(refusal: media.Refusal) -> int:
    """Too large (413), no room (507), or nothing that can be taken (422)."""
    if isinstance(refusal, media.TooLarge):
        return 413
    return 507 if isinstance(refusal, media.NotKept | media.OverQuota) else 422


def _facts(error: StoreError) -> dict[str, Any]:
    match error:
        case RevisionMoved():
            return {"expected": error.expected, "revision": error.found}
        case Conflict():
            return {"revision": error.number, "conflicts": error.conflicts}
    return {}


def _framework(exception: Exception, context: dict[str, Any]) -> Response | None:
    """The framework's own refusals (401, 403, 405, 415, 429 …) in our shape, their headers kept."""
    response = exception_handler(exception, context)
    if response is not None:
        denied = isinstance(exception, PermissionDenied)
        code = "permission_denied" if denied else getattr(exception, "default_code", "error")
        response.data = {"code": str(code).upper(), "message": _advice(exception, context["view"])}
    return response


def _advice(exception: Exception, view: APIView) -> str:
    """What was wrong by the framework's word, and what to do."""
    match exception:
        case MethodNotAllowed():
            able = [method for method in view.allowed_methods if method != "OPTIONS"]
            return f"{view.request.method} is nothing that can be asked here. Use {get_text_list(able)}."
        case UnsupportedMediaType():
            return f"{exception.detail} Send {getattr(view, 'body', 'application/json')}, and say so in Content-Type."
        case NotAcceptable():
            return f"This is answered as {' or '.join(one.media_type for one in view.get_renderers())}. Accept that."
        case NotAuthenticated():
            return "Nobody is signed in. Send a key as “Authorization: Bearer gl_…”, or sign in."
    return str(getattr(exception, "detail", "") or "You may not do this.")


def _unexpected(exception: Exception) -> Response:
    """Our own fault: the log has everything under the id that the caller is told."""
    fault = uuid4().hex[:12]
    log.error("request_failed", fault=fault, exc_info=exception)
    message = f"Something went wrong here. Look for {fault} in the log."
    return Response({"code": "INTERNAL_ERROR", "message": message, "details": {"fault": fault}}, status=500)


def _plain(body: dict[str, Any]) -> Any:
    return json.loads(json.dumps(body, default=str))
