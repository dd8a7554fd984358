"""The media of a person's workspaces: what is there, what is on its way in, a form and a place to drop files, and deleting."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tools.access import TierForbids, allowed_to
from tools.compose import add
from tools.composition import EngineError
from tools.ingest import removal, renders, room, uploads
from tools.media.refusals import Refusal
from tools.models import Asset, Composition, StandIns, Upload, Workspace
from tools.store import StoreError
from tools.web.access import MemberRequest, member_page
from tools.web.facts import rate_of
from tools.web.media import asset_of

A_PAGE = 48
MOST_UPLOADS = 20
MOST_COMPOSITIONS = 100
"""That a file can be put into from its page: those that were changed last."""


class Files(forms.Form):
    """Files to take in; where, only for somebody in several workspaces."""

    workspace = forms.ModelChoiceField(Workspace.objects.none(), empty_label=None)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        theirs = [one for one in Workspace.objects.of(user) if "mutate" in allowed_to(user, one)]
        field: Any = self.fields["workspace"]
        field.queryset = Workspace.objects.filter(pk__in=[one.pk for one in theirs])
        self.may_add = bool(theirs)
        if len(theirs) == 1:
            field.initial, field.widget = theirs[0], forms.HiddenInput()


@dataclass(frozen=True, slots=True)
class Tile:
    """An asset as the page shows it: how far what stands in for it is, and what could not be made."""

    row: Asset
    made: StandIns

    @property
    def size(self) -> str:
        return room.spoken(self.row.size)

    @property
    def kind(self) -> str:
        return "look-up table" if self.row.kind == "lut" else self.row.kind

    @property
    def length(self) -> str:
        """As a clock says it; "" for what has none."""
        seconds = self.row.facts.get("durationSeconds")
        if seconds is None:
            return ""
        whole = max(1, round(seconds))
        hours = f"{whole // 3600}:" if whole >= 3600 else ""
        return f"{hours}{whole // 60 % 60:{'02' if hours else ''}}:{whole % 60:02}"

    @property
    def rate(self) -> str:
        """Frames a second: 25, 29.97; "" for what has none."""
        fps = self.row.facts.get("fps")
        return rate_of(Fraction(*fps)) if fps else ""

    @property
    def under_way(self) -> bool:
        return self.made.state == StandIns.State.WAITING


@dataclass(frozen=True, slots=True)
class Rendered:
    """A rendered file as the page lists it."""

    file: renders.Render
    workspace: Workspace
    may_delete: bool

    @property
    def size(self) -> str:
        return room.spoken(self.file.size)


@dataclass(frozen=True, slots=True)
class Usage:
    """What a workspace keeps, of what it may (0: as much as it likes)."""

    workspace: Workspace
    use: room.Use
    most: int

    @property
    def high(self) -> int:
        """From where on it is nearly full."""
        return self.most * 9 // 10

    @property
    def said(self) -> str:
        return room.spoken(self.use.total) + (f" of {room.spoken(self.most)}" if self.most else "")


@member_page
@require_http_methods(["GET", "HEAD", "POST"])
def library(request: MemberRequest) -> HttpResponse:
    form = Files(request.user, request.POST or None)
    if request.method == "POST":
        if form.is_valid() and request.FILES:
            _take(request, form.cleaned_data["workspace"])
        else:
            messages.error(request, "Nothing was taken in. Choose files, and a workspace that you may add to.")
        return redirect("media")
    made = [(one, workspace) for workspace in Workspace.objects.of(request.user) for one in renders.of(workspace.pk)]
    context = {"form": form, "renders": [Rendered(*one, _may(request.user, one[1])) for one in made]}
    return render(request, "tools/media.html", context | _shelf(request))


def _into(request: MemberRequest) -> Composition | None:
    """The composition that the person comes from and may change, to put files into."""
    asked = _uuid(request.GET.get("into", ""))
    row = Composition.objects.of(request.user).select_related("workspace").filter(pk=asked).first() if asked else None
    return row if row and _may(request.user, row.workspace) else None


@require_safe
@member_page
def shelf(request: MemberRequest) -> HttpResponse:
    """The part of the page that moves, asked for while something is under way; nothing where it is `?seen=` already."""
    context = _shelf(request)
    if request.GET.get("seen") == context["stamp"]:
        return HttpResponse(status=204)
    return render(request, "tools/shelf.html", context)


@require_safe
@member_page
def asset_page(request: MemberRequest, asset: UUID) -> HttpResponse:
    """The page of a file; of `?made` only what was made of it, and nothing while that is under way."""
    row = asset_of(request, asset)
    tile = _tile(row)
    if "made" in request.GET:
        context = {"tile": tile, "oob": True}
        return HttpResponse(status=204) if tile.under_way else render(request, "tools/asset.html#made", context)
    context = {"tile": tile, "uses": removal.uses_of(row)}
    compositions = Composition.objects.filter(workspace=row.workspace)[:MOST_COMPOSITIONS]
    context |= {"may_change": _may(request.user, row.workspace), "compositions": compositions}
    return render(request, "tools/asset.html", context)


@require_POST
@member_page
def use_asset(request: MemberRequest, asset: UUID) -> HttpResponse:
    """Put an asset into the composition of the form, and go there; a page that stays where it is says so."""
    row = asset_of(request, asset)
    named = {"pk": _uuid(request.POST.get("composition", "")), "workspace": row.workspace_id}
    composition = get_object_or_404(Composition.objects.of(request.user).select_related("workspace"), **named)
    try:
        add(composition, row, by=request.user)
    except (TierForbids, EngineError, StoreError) as refused:
        if request.htmx:
            return render(request, "tools/toast.html", {"text": str(refused), "tone": "error"})
        messages.error(request, str(refused))
        return redirect("asset", row.pk)
    if request.htmx:
        return render(request, "tools/toast.html", {"text": f"“{row.name}” is in “{composition.name}” now."})
    return redirect("composition", composition.pk)


@require_POST
@member_page
def delete_asset(request: MemberRequest, asset: UUID) -> HttpResponse:
    row = asset_of(request, asset)
    try:
        removal.remove(row, by=request.user, confirmed="confirm" in request.POST)
    except (removal.AssetInUse, TierForbids) as refused:
        messages.error(request, str(refused))
        return redirect("asset", row.pk)
    messages.success(request, f"“{row.name}” is deleted.")
    return redirect("media")


@require_POST
@member_page
def forget_upload(request: MemberRequest, upload: UUID) -> HttpResponse:
    row = get_object_or_404(Upload.objects.of(request.user).select_related("workspace"), pk=upload)
    if _may(request.user, row.workspace):
        uploads.abandon(row)
    return redirect("media")


def _take(request: MemberRequest, workspace: Workspace) -> None:
    """The files of the form, one by one; what is refused at once is said on the next page, the rest in its list."""
    for file in request.FILES.getlist("files"):
        try:
            uploads.whole(workspace, file.name or "", file.size or 0, file, by=request.user)
        except (Refusal, TierForbids, uploads.UploadRefused) as refused:
            messages.error(request, str(refused))


def _shelf(request: MemberRequest) -> dict[str, Any]:
    coming = Upload.objects.of(request.user).exclude(state=Upload.State.READY).order_by("-created_at")[:MOST_UPLOADS]
    assets = Asset.objects.of(request.user).select_related("workspace", "stand_ins").order_by("-created_at", "name")
    page = Paginator(assets, A_PAGE).get_page(request.GET.get("page"))
    tiles = [_tile(row) for row in page]
    busy = any(one.state in Upload.UNDER_WAY for one in coming) or any(tile.under_way for tile in tiles)
    usage = [
        Usage(one, room.use_of(one), settings.MEDIA_QUOTA_BYTES) for one in Workspace.objects.of(request.user)
    ]  # fmt: skip
    seen: list[Any] = [[one.pk, one.state, one.percent] for one in coming]
    seen += [one.said for one in usage]
    seen += [[tile.row.pk, tile.made.state, tile.made.percent] for tile in tiles]
    stamp = sha256(repr(seen).encode()).hexdigest()[:16]
    parts = {"coming": coming, "tiles": tiles, "page": page, "busy": busy, "stamp": stamp, "usage": usage}
    return parts | {"into": _into(request)}


def _tile(row: Asset) -> Tile:
    return Tile(row, getattr(row, "stand_ins", None) or StandIns(asset=row))


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _may(user: User, workspace: Workspace) -> bool:
    return "mutate" in allowed_to(user, workspace)
