"""A film for whoever holds its link: a webhook's receiver, who is nobody's member and signs in nowhere."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from tools.providers.publishing import shelf
from tools.ranges import ranged


@require_safe
def published(request: HttpRequest, token: str) -> HttpResponseBase:
    film = shelf.at(token)
    if film is None:
        raise Http404
    answer = ranged(request, film, "video/mp4", f"{film.stem}-{film.stat().st_size}")
    answer["Cache-Control"], answer["Content-Disposition"] = "private, no-store", 'attachment; filename="film.mp4"'
    return answer
