"""The picture of a composition at a revision: a still of a frame, the small film, and how far the film is."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_safe

from tools import models, preview, store
from tools.composition import Composition
from tools.ranges import A_YEAR, ranged
from tools.web.access import MemberRequest, member_page


class NoSuchRevision(LookupError):
    """The composition has no revision of this number."""


@require_safe
@member_page
def frame_picture(request: MemberRequest, composition: UUID, number: int) -> HttpResponse:
    """The JPEG of a frame at `?rev=`, the newest when none is named; small for `?for=card`."""
    try:
        row, state, _ = _seen(request, composition)
    except NoSuchRevision as missing:
        return words(missing, 404)
    height = preview.CARD if request.GET.get("for") == "card" else preview.PAGE
    return picture(row.workspace_id, state, number, height, lasting="rev" in request.GET)


def picture(workspace: UUID, state: Composition, number: int, height: int, *, lasting: bool) -> HttpResponse:
    """A frame as an answer: its JPEG, `lasting` where its address names the state that it shows, or why there is none, in
    words that a page can show."""
    try:
        content = preview.still(workspace, state, number, height)
    except (preview.NoSuchFrame, preview.MediaMissing) as missing:
        return words(missing, 404)
    except (preview.Busy, preview.CannotRender) as late:
        return words(late, 503)
    kept = A_YEAR if lasting else "no-store"
    return HttpResponse(content, content_type="image/jpeg", headers={"Cache-Control": kept})


def words(why: Exception, status: int) -> HttpResponse:
    answer = HttpResponse(str(why), content_type="text/plain; charset=utf-8", status=status)
    answer["Cache-Control"] = "no-store"
    return answer


@require_safe
@member_page
def preview_film(request: MemberRequest, composition: UUID) -> HttpResponseBase:
    """The small film of `?rev=`, once it is rendered."""
    try:
        row, state, _ = _seen(request, composition)
    except NoSuchRevision as missing:
        return words(missing, 404)
    film = preview.Film(row.workspace_id, state)
    path = film.path
    if path is None:
        return words(LookupError("This preview is not rendered. Press Play on the composition's page."), 404)
    answer = ranged(request, path, "video/mp4", film.key)
    if "rev" not in request.GET:
        answer["Cache-Control"] = "no-store"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@member_page
def preview_state(request: MemberRequest, composition: UUID) -> HttpResponse:
    """How far the film of `?rev=` is, as a fragment that asks again while it is under way; to post has it rendered.
    `?away` is for a page that looks no longer."""
    try:
        row, state, rev = _seen(request, composition)
    except NoSuchRevision as missing:
        return words(missing, 404)
    context: dict[str, Any] = {"composition": row, "rev": rev}
    if "away" not in request.GET:
        film = preview.Film(row.workspace_id, state)
        context |= {"film": film, "said": _started(film) if request.method == "POST" else ""}
        context["standing"] = film.standing()
    return render(request, "tools/player.html#film", context)


def _started(film: preview.Film) -> str:
    """Have a film rendered; why not, where it has to wait."""
    try:
        film.start()
    except preview.Busy as busy:
        return str(busy)
    return ""


def _seen(request: MemberRequest, composition: UUID) -> tuple[models.Composition, Composition, int]:
    """A composition of the person's, its state at `?rev=`, and that number. Raises Http404 and NoSuchRevision."""
    row = get_object_or_404(models.Composition.objects.of(request.user), pk=composition)
    asked = request.GET.get("rev", str(row.head))
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else 0
    if not 1 <= number <= row.head:
        raise NoSuchRevision(f"This composition has no revision {asked[:20]}. The newest is {row.head}.")
    return row, store.read(row, number), number
