"""The transcript card: what is said in a file, word by word, to go to, to select, and to cut."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from agent.cutting import Span, Words, cut_words
from agent.models import Session
from agent.web.pages import found
from agent.web.prompts import planned
from runs.plan.policy import Tier
from tools import store
from tools.access import allowed_to
from tools.composition import Composition
from tools.models import Asset
from tools.transcripts import Placed, Transcript, transcript_of
from tools.web.access import MemberRequest, member_page

PART = 800
"""Words that are shown at once, but for the rest of a segment: a form may not have many more fields."""


@dataclass(frozen=True, slots=True)
class Line:
    """A segment: the frame at which it plays (None: nowhere), that as a clock, and its words."""

    at: int | None
    clock: str
    words: list[Placed]


class Cut(forms.Form):
    """The words that were selected, as the seconds at which they are said: 39.98-40.62."""

    language = forms.CharField(required=False, max_length=40)

    def clean(self) -> dict[str, object]:
        told = self.data.getlist("word") if hasattr(self.data, "getlist") else []
        if not told:
            raise ValidationError("Select the words to cut first.")
        return {**self.cleaned_data, "spans": [_span(one) for one in told]}


def _span(told: str) -> Span:
    start, _, end = told.partition("-")
    try:
        span = (float(start), float(end))
    except ValueError:
        span = (-1.0, -1.0)
    if not 0 <= span[0] <= span[1] < 1e6:
        raise ValidationError("These are no words of a transcript. Reload the page and select them again.")
    return span


@require_safe
@member_page
def transcript(request: MemberRequest, composition: UUID, asset: UUID) -> HttpResponseBase:
    row = found(request, composition)
    file = get_object_or_404(Asset, workspace=row.workspace_id, pk=asset)
    if not request.htmx:
        return redirect(reverse("composition", args=[row.pk]) + "#latest")
    language, state = request.GET.get("language", ""), store.read(row)
    told = transcript_of(file, state, language)
    part = request.GET.get("part", "")
    context = {
        "composition": row,
        "asset": file,
        "language": language,
        "transcript": told,
        "may_change": "mutate" in allowed_to(request.user, row.workspace),
        **(
            _part(told, state, int(part) if part.isascii() and part.isdecimal() and len(part) < 6 else 0)
            if told
            else {}
        ),
    }
    return render(request, "agent/transcript.html", context)


def _part(told: Transcript, state: Composition, part: int) -> dict[str, object]:
    parts: list[list[Line]] = [[]]
    count = 0
    for segment in told.segments:
        if count >= PART:
            parts.append([])
            count = 0
        parts[-1].append(_line(segment, state))
        count += len(segment)
    part = min(part, len(parts) - 1)
    return {"lines": parts[part], "part": part, "parts": len(parts)}


def _line(words: list[Placed], state: Composition) -> Line:
    at = min((placed.frames[0] for placed in words if placed.frames), default=None)
    seconds = int(at / state.fps) if at is not None else 0
    return Line(at, f"{seconds // 60:02}:{seconds % 60:02}", words)


@require_POST
@member_page
def cut(request: MemberRequest, composition: UUID, asset: UUID) -> HttpResponseBase:
    row, form = found(request, composition), Cut(request.POST)
    file = get_object_or_404(Asset, workspace=row.workspace_id, pk=asset)

    def plan(session: Session, tier: Tier) -> None:
        words = Words(file, form.cleaned_data["spans"], language=form.cleaned_data["language"])
        cut_words(request.user, row, words, tier=tier, session=session)

    return planned(request, row, form, plan)
