"""The answer to a request that cannot be read, as a page or below /api/ as JSON. It looks at nothing that was sent."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string

SAID = "This request cannot be read. Nothing was done; correct it and send it again."


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith("/api/"):
        return JsonResponse({"code": "UNREADABLE", "message": SAID}, status=400)
    return HttpResponse(render_to_string("400.html"), status=400)
