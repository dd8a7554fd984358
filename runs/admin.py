"""Runs and credits in the admin, to be looked at and changed by nobody; grants, and policy tiers set within bounds."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from runs import ledger
from runs.models import Account, Approval, Event, LedgerEntry, PolicyTier, Run, Step
from tools.admin import ModelAdmin, ModelForm, ReadOnly, ReadOnlyInline, pretty, short
from tools.catalog import TOOLS
from tools.models import Workspace
from tools.registry.descriptors import ApiTool

CLASSES = ("read", "mutate", "generate")
CAPS = {
    "max_steps": (1, "AGENT_MAX_STEPS"),
    "max_plan_credits": (1, "AGENT_MAX_PLAN_CREDITS"),
    "confirm_credits": (1, "AGENT_MAX_PLAN_CREDITS"),
    "max_bulk_delete": (0, "AGENT_MAX_BULK_DELETE"),
    "max_unconfirmed_generations": (0, "AGENT_MAX_UNCONFIRMED_GENERATIONS"),
}
"""A tier's own threshold: its least, and the installation's setting that is its most."""


class StepInline(ReadOnlyInline):
    model = Step
    fields = ("position", "tool", "step_class", "sentence", "params_", "status", "credits", "error", "finished_at")
    params_ = pretty("params")


class ApprovalInline(ReadOnlyInline):
    model = Approval
    fields = ("version", "status", "confirmed", "decided_by", "decided_at", "expires_at", "base_revision", "digest_")
    digest_ = short("digest")


class EventInline(ReadOnlyInline):
    model = Event
    fields = ("sequence", "kind", "data_", "created_at", "hash_")
    data_, hash_ = pretty("data"), short("hash")


@admin.register(Run)
class RunAdmin(ReadOnly, ModelAdmin):
    list_display = ("message", "status", "tier", "author", "workspace", "credits", "created_at", "id")
    list_filter = ("status", "tier", "workspace", "created_at")
    list_select_related = ("author", "workspace")
    search_fields = ("message", "verdict")
    search_help_text = "Words of the message or the verdict, or a run's id."
    date_hierarchy = "created_at"
    show_full_result_count = False
    exclude = ("plan", "preview", "context")
    readonly_fields = ("plan_", "preview_", "context_")
    inlines = (StepInline, ApprovalInline, EventInline)
    plan_, preview_, context_ = pretty("plan"), pretty("preview"), pretty("context")

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Run], search_term: str) -> tuple[Any, bool]:
        try:
            return queryset.filter(pk=UUID(search_term.strip())), False
        except ValueError:
            return super().get_search_results(request, queryset, search_term)


class PolicyTierForm(ModelForm):
    """A tier within bounds: no threshold above the installation's, and nothing that a higher tier may not do."""

    class Meta:
        model = PolicyTier
        fields = (*CLASSES, "default_policy", "second_approver", *CAPS)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        for field, (least, setting) in CAPS.items():
            most = getattr(settings, setting)
            if cleaned.get(field) is not None and not least <= cleaned[field] <= most:
                self.add_error(field, f"Between {least} and {most} ({setting}), or empty.")
        others = PolicyTier.objects.exclude(pk=self.instance.pk)
        for name in CLASSES:
            if cleaned.get(name) and others.filter(rank__gt=self.instance.rank, **{name: False}).exists():
                self.add_error(name, "A higher tier may not do this: allow it there first.")
            if not cleaned.get(name) and others.filter(rank__lt=self.instance.rank, **{name: True}).exists():
                self.add_error(name, "A lower tier may do this: take it away there first.")
        return cleaned


@admin.register(PolicyTier)
class PolicyTierAdmin(ModelAdmin):
    form = PolicyTierForm
    list_display = ("key", "rank", *CLASSES, "default_policy", "second_approver")
    readonly_fields = ("key", "rank")
    fields = ("key", "rank", *CLASSES, "default_policy", "second_approver", *CAPS)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: PolicyTier | None = None) -> bool:
        return False


class GrantForm(forms.Form):
    """Credits for a workspace; `once` makes a form that is sent twice one grant."""

    workspace = forms.ModelChoiceField(Workspace.objects.all())
    credits = forms.IntegerField(min_value=1, max_value=1_000_000)
    note = forms.CharField(max_length=200, required=False, help_text="What it is for; members of the workspace see it.")
    once = forms.UUIDField(widget=forms.HiddenInput)


@admin.register(Account)
class AccountAdmin(ReadOnly, ModelAdmin):
    list_display = ("workspace", "balance", "reserved", "created_at")
    list_select_related = ("workspace",)
    search_fields = ("workspace__name",)
    change_list_template = "admin/runs/account/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        grant = path("grant/", self.admin_site.admin_view(self.grant), name="runs_account_grant")
        prices = path("prices/", self.admin_site.admin_view(self.prices), name="runs_account_prices")
        return [grant, prices, *super().get_urls()]

    def grant(self, request: HttpRequest) -> HttpResponse:
        """Give a workspace credits; for superusers alone."""
        if not (isinstance(request.user, User) and request.user.is_superuser):
            raise PermissionDenied
        asked = {"once": uuid4(), "workspace": request.GET.get("workspace")}
        form = GrantForm(request.POST) if request.method == "POST" else GrantForm(initial=asked)
        if form.is_valid():
            given = form.cleaned_data
            ledger.grant(given["workspace"], given["credits"], request.user, given["note"], given["once"])
            messages.success(request, f"{given['credits']} credits granted to {given['workspace']}.")
            return redirect("admin:runs_account_changelist")
        context = {**self.admin_site.each_context(request), "form": form, "title": "Grant credits", "opts": self.opts}
        return TemplateResponse(request, "admin/runs/account/grant.html", context)

    def prices(self, request: HttpRequest) -> TemplateResponse:
        """What every tool that costs something costs: the one price table, as the registry has it."""
        paid = [tool for tool in TOOLS if isinstance(tool, ApiTool) and (tool.price.credits or tool.meter_reason)]
        priced = [(tool, tool.price.of({})) for tool in paid]
        context = {**self.admin_site.each_context(request), "tools": priced, "title": "Prices", "opts": self.opts}
        return TemplateResponse(request, "admin/runs/account/prices.html", context)


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnly, ModelAdmin):
    list_display = ("created_at", "account", "kind", "credits", "run", "step", "attempt", "who", "note")
    list_filter = ("kind", "account", "created_at")
    list_select_related = ("account__workspace", "run", "who")
    search_fields = ("note", "step", "run__message")
    date_hierarchy = "created_at"
    show_full_result_count = False
