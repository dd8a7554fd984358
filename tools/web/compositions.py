"""The compositions of a person's workspaces as cards, and the form that begins a new one."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tools import models, store
from tools.blank import blank
from tools.models import Membership, Workspace
from tools.web.access import MemberRequest, member_page
from tools.web.facts import facts_of
from tools.web.frame import sketch, telling_frame

SIZES = {
    "1920x1080": "Landscape 16:9, 1920 × 1080",
    "3840x2160": "Landscape 16:9, 3840 × 2160",
    "1080x1920": "Vertical 9:16, 1080 × 1920",
    "1080x1080": "Square 1:1, 1080 × 1080",
    "1080x1350": "Portrait 4:5, 1080 × 1350",
}
RATES = {
    "24000/1001": "23.976",
    "24/1": "24",
    "25/1": "25",
    "30000/1001": "29.97",
    "30/1": "30",
    "50/1": "50",
    "60/1": "60",
}
A_PAGE = 24


class InWorkspace(forms.Form):
    """A form that makes something in a workspace; where, it only asks somebody in several."""

    workspace = forms.ModelChoiceField(Workspace.objects.none(), empty_label=None)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        theirs = Membership.objects.filter(user=user).exclude(role=Membership.Role.VIEWER).exclude(tier="readonly")
        workspaces = Workspace.objects.filter(pk__in=theirs.values("workspace"))
        cast("forms.ModelChoiceField[Workspace]", self.fields["workspace"]).queryset = workspaces
        self.may_begin = workspaces.exists()
        if workspaces.count() == 1:
            self.fields["workspace"].initial = workspaces[0]
            self.fields["workspace"].widget = forms.HiddenInput()


class NewComposition(InWorkspace):
    """The name, size and rate of a composition to begin."""

    name = forms.CharField(
        max_length=200, widget=forms.TextInput(attrs={"placeholder": "Summer trailer", "autocomplete": "off"})
    )
    size = forms.ChoiceField(choices=list(SIZES.items()))
    fps = forms.ChoiceField(choices=list(RATES.items()), initial="30/1", label="Frames per second")
    field_order = ["name", "size", "fps", "workspace"]

    def document(self) -> dict[str, Any]:
        """The document of an empty composition with one track for pictures and one for sound."""
        width, height = map(int, self.cleaned_data["size"].split("x"))
        fps = [int(part) for part in self.cleaned_data["fps"].split("/")]
        return blank(self.cleaned_data["name"], fps, width, height)


@member_page
@require_http_methods(["GET", "HEAD", "POST"])
def compositions(request: MemberRequest) -> HttpResponse:
    form = NewComposition(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        row = store.create(form.cleaned_data["workspace"], form.document(), request.user)
        return redirect("composition", row.pk)
    rows = models.Composition.objects.of(request.user).select_related("workspace")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    cards = [_card(row) for row in page]
    context = {"form": form, "cards": cards, "page": page}
    return render(request, "tools/compositions.html", context, status=400 if request.method == "POST" else 200)


def _card(row: models.Composition) -> dict[str, Any]:
    state = store.read(row)
    return {"row": row, "facts": facts_of(state), "frame": sketch(state, telling_frame(state))}
