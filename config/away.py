"""The answer to what broke: while the database is away 503, as a page or below /api/ as JSON, and else our fault, 500."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from tools.api.errors import database_away
from tools.away import AWAY


def broken(request: HttpRequest) -> HttpResponse:
    """Called while what broke is being handled. It reads no row."""
    if not isinstance(sys.exc_info()[1], AWAY):
        return server_error(request)
    refusal = database_away()
    headers = {"Retry-After": str(refusal.retry_after)}
    if request.path.startswith("/api/"):
        return JsonResponse(refusal.body, status=refusal.status_code, headers=headers)
    return HttpResponse(render_to_string("503.html"), status=refusal.status_code, headers=headers)
