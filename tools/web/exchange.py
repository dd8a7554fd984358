"""The pages of exchange: a composition out in other programs' formats, captions into it, and timelines in as new ones."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tools import handover, interchange, store
from tools.access import TierForbids, allowed_to
from tools.composition import EngineError
from tools.media.interchange import FORMATS, MOST_BYTES, TARGETS, InterchangeError, Report
from tools.models import Composition
from tools.ranges import attached
from tools.web.access import MemberRequest, member_page
from tools.web.compositions import RATES, InWorkspace

R = TypeVar("R")
REFUSALS = (InterchangeError, EngineError, TierForbids, store.StoreError)
MOST_SAID = 4


def _small(file: UploadedFile[bytes]) -> None:
    if file.size is None or file.size > MOST_BYTES:
        raise forms.ValidationError(f"The file is larger than {MOST_BYTES // 1_000_000} MB.")


def _field(kind: str) -> forms.FileField:
    endings = ",".join(suffix for one in FORMATS if getattr(one, kind) for suffix in one.suffixes)
    return forms.FileField(validators=[_small], widget=forms.FileInput(attrs={"accept": endings}))


class TimelineFile(InWorkspace):
    """A timeline to take in; its rate only where the file does not say it."""

    file = _field("timeline")
    fps = forms.ChoiceField(
        choices=[("", "As the file says"), *RATES.items()], required=False, label="Frames per second"
    )
    field_order = ["file", "fps", "workspace"]


class CaptionsFile(forms.Form):
    file = _field("captions")


class Wish(forms.Form):
    """The format and the program that an export is for."""

    format = forms.ChoiceField(choices=[(one.name, one.title) for one in FORMATS])
    target = forms.ChoiceField(choices=list(TARGETS.items()), required=False)


@require_safe
@member_page
def exchange(request: MemberRequest, composition: UUID) -> HttpResponse:
    """What a composition can be exported as, with the report of the format that is looked at."""
    row = _found(request, composition)
    return _page(request, row, CaptionsFile())


def _page(request: MemberRequest, row: Composition, form: CaptionsFile, status: int = 200) -> HttpResponse:
    name, target = _wished(request)
    made, refusal = _tried(lambda: interchange.export(row, name, by=request.user, target=target))
    context = {
        "composition": row,
        "formats": FORMATS,
        "chosen": next(one for one in FORMATS if one.name == name),
        "target": target,
        "targets": TARGETS,
        "made": made,
        "refusal": refusal,
        "form": form,
        "may_change": "mutate" in allowed_to(request.user, row.workspace),
        "imported": store.read(row).head.get("metadata", {}).get(interchange.KEPT),
    }
    return render(request, "tools/exchange.html", context, status=status)


@require_safe
@member_page
def download(request: MemberRequest, composition: UUID) -> HttpResponse:
    """The file of `?format=`."""
    row, (name, target) = _found(request, composition), _wished(request)
    made, refusal = _tried(lambda: interchange.export(row, name, by=request.user, target=target))
    if made is None:
        messages.error(request, refusal)
        return redirect("exchange", row.pk)
    answer = HttpResponse(made.text, content_type=f"{made.format.media_type}; charset=utf-8")
    answer.headers["Content-Disposition"] = content_disposition_header(True, made.name) or "attachment"
    return answer


@require_safe
@member_page
def package(request: MemberRequest, composition: UUID) -> HttpResponseBase:
    """The hand-over as a zip."""
    row, (_, target) = _found(request, composition), _wished(request)
    made, refusal = _tried(lambda: handover.handover(row, by=request.user, target=target))
    if made is None:
        messages.error(request, refusal)
        return redirect("exchange", row.pk)
    return attached(request, made.file, made.name, "application/zip")


@require_POST
@member_page
def import_captions(request: MemberRequest, composition: UUID) -> HttpResponse:
    row, form = _found(request, composition), CaptionsFile(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["file"]
        taken, refusal = _tried(lambda: interchange.take_captions(row, file.name, file.read(), by=request.user))
        if taken:
            count = f"{taken.cues} cue{'' if taken.cues == 1 else 's'} added. Undo takes them away again."
            _say(request, count, taken.report)
            return redirect("composition", row.pk)
        form.add_error("file", refusal)
    return _page(request, row, form, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page
def import_timeline(request: MemberRequest) -> HttpResponse:
    posted = request.method == "POST"
    form = TimelineFile(request.user, request.POST if posted else None, request.FILES if posted else None)
    if posted and form.is_valid():
        told, file = form.cleaned_data, form.cleaned_data["file"]
        fps = Fraction(told["fps"]) if told["fps"] else None
        taken, refusal = _tried(
            lambda: interchange.take_timeline(told["workspace"], file.name, file.read(), by=request.user, fps=fps)
        )
        if taken:
            return redirect("exchange", taken[0].pk)
        form.add_error("file", refusal)
    return render(request, "tools/import.html", {"form": form, "formats": FORMATS}, status=422 if posted else 200)


def _found(request: MemberRequest, id: UUID) -> Composition:
    return get_object_or_404(Composition.objects.of(request.user).select_related("workspace"), pk=id)


def _wished(request: MemberRequest) -> tuple[str, str]:
    """The format and target that are asked for, else the usual ones."""
    wish = Wish(request.GET)
    wish.is_valid()
    told: dict[str, Any] = getattr(wish, "cleaned_data", {})
    return told.get("format") or FORMATS[0].name, told.get("target") or next(iter(TARGETS))


def _tried(act: Callable[[], R]) -> tuple[R | None, str]:
    """What an action came to, or why it was refused."""
    try:
        return act(), ""
    except REFUSALS as refusal:
        return None, str(refusal)


def _say(request: MemberRequest, first: str, report: Report) -> None:
    messages.success(request, first)
    said = [*report.lost, *report.assumed]
    for sentence in said[:MOST_SAID]:
        messages.info(request, sentence)
    if len(said) > MOST_SAID:
        messages.info(request, f"And {len(said) - MOST_SAID} more remarks.")
