"""Runs, approvals and credits in the admin, to be looked at, downloaded and changed by nobody; what they add up to; and
the three things that an operator does: grant credits, give charges back, and set policy tiers within bounds."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone

from runs import figures, ledger
from runs.models import DOCUMENTS, Account, Approval, Event, LedgerEntry, PolicyTier, Run, Step
from runs.sheet import lines
from runs.tiers import most_allowed
from tools.admin import MOST_BELOW, ModelAdmin, ModelForm, ReadOnly, ReadOnlyInline, pretty, short
from tools.catalog import TOOLS
from tools.models import Workspace
from tools.registry.descriptors import ApiTool

CLASSES = ("read", "mutate", "generate")
LEAST = {
    "max_steps": 1, "max_plan_credits": 1, "confirm_credits": 1, "max_bulk_delete": 0, "max_unconfirmed_generations": 0
}  # fmt: skip
"""The thresholds that a tier can have of its own, and the least that each can be."""


class Sheet(ModelAdmin):
    """Rows that can be downloaded as a CSV file, by whoever may look at them."""

    columns: tuple[str, ...]
    actions: tuple[str, ...] = ("as_csv",)

    @admin.action(description="Download the selected as CSV", permissions=["view"])
    def as_csv(self, request: HttpRequest, chosen: QuerySet[Any]) -> StreamingHttpResponse:
        heads = [column.split("__")[0].removesuffix("_id") for column in self.columns]
        rows = chosen.values_list(*self.columns).iterator(chunk_size=500)
        name = f"{chosen.model._meta.verbose_name_plural}-{timezone.now():%Y-%m-%d}.csv".replace(" ", "-")
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        table = lines(row for part in ([heads], rows) for row in part)
        return StreamingHttpResponse(table, content_type="text/csv; charset=utf-8", headers=headers)


class SheetOfRuns(Sheet):
    """Rows that name a run, of whose documents they show none."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer(*(f"run__{name}" for name in DOCUMENTS))


class StepInline(ReadOnlyInline):
    model = Step
    fields = ("position", "tool", "step_class", "sentence", "params_", "status", "credits", "error", "finished_at")
    params_ = pretty("params")


class ApprovalInline(ReadOnlyInline):
    model = Approval
    follows = ("decided_by",)
    fields = ("version", "status", "confirmed", "decided_by", "decided_at", "expires_at", "base_revision", "digest_")
    digest_ = short("digest")


class EventInline(ReadOnlyInline):
    model = Event
    fk_name, newest = "run", "sequence"
    verbose_name_plural = f"The newest {MOST_BELOW} events"
    fields = ("sequence", "kind", "data_", "created_at", "hash_")
    data_, hash_ = pretty("data"), short("hash")


@admin.register(Run)
class RunAdmin(ReadOnly, Sheet):
    list_display = ("message", "status", "tier", "author", "workspace", "credits", "created_at")
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
    columns = (
        "id", "created_at", "finished_at", "workspace__name", "author__username", "message", "tier", "status", "verdict",
        "credits", "base_revision", "result_revision",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Run]:
        return super().get_queryset(request).defer(*DOCUMENTS)

    def get_urls(self) -> list[URLPattern]:
        page = path("figures/", self.admin_site.admin_view(self.figures), name="runs_run_figures")
        return [page, *super().get_urls()]

    def figures(self, request: HttpRequest) -> TemplateResponse:
        """Credits spent a day, and what became of the plans, over all workspaces."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        days, outcomes = figures.spent_by_day(), list(figures.outcomes())
        context = {
            "days": days, "spent": sum(credits for _, credits in days), "most": max(1, *(n for _, n in days)),
            "outcomes": outcomes, "runs": sum(n for _, n in outcomes), "title": "Figures", "opts": self.opts,
        }  # fmt: skip
        return TemplateResponse(request, "admin/runs/figures.html", self.admin_site.each_context(request) | context)

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Run], search_term: str) -> tuple[Any, bool]:
        try:
            return queryset.filter(pk=UUID(search_term.strip())), False
        except ValueError:
            return super().get_search_results(request, queryset, search_term)


@admin.register(Approval)
class ApprovalAdmin(ReadOnly, SheetOfRuns):
    list_display = ("run", "version", "status", "confirmed", "decided_by", "decided_at", "expires_at")
    list_filter = ("status", "confirmed", "run__workspace", "created_at")
    list_select_related = ("run", "decided_by")
    search_fields = ("run__message", "decided_by__username")
    ordering = ("-created_at", "-pk")
    date_hierarchy = "created_at"
    show_full_result_count = False
    columns = (
        "created_at", "run_id", "version", "status", "confirmed", "decided_by__username", "decided_at", "expires_at",
        "base_revision", "digest",
    )  # fmt: skip


class PolicyTierForm(ModelForm):
    """A tier within bounds: no threshold above the installation's, and nothing that a higher tier may not do."""

    class Meta:
        model = PolicyTier
        fields = (*CLASSES, "default_policy", "second_approver", *LEAST)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field, least in LEAST.items() if self.fields else ():  # somebody who may only look has none
            most = getattr(most_allowed(), field)
            self.fields[field].help_text = f"{least} to {most}; empty: {most}, as AGENT_{field.upper()} says."

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        for field, least in LEAST.items():
            most = getattr(most_allowed(), field)
            if cleaned.get(field) is not None and not least <= cleaned[field] <= most:
                self.add_error(field, f"Between {least} and {most}, the installation's own, or empty.")
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
    fields = ("key", "rank", *CLASSES, "default_policy", "second_approver", *LEAST)

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


admin.site.unregister(User)


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]  # generic in the stubs, not when it runs
    """People are deactivated and never deleted: records name them. Only superusers decide what somebody may do here."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        above = obj is not None and obj.is_superuser and _superuser(request) is None
        return not above and super().has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return () if _superuser(request) else ("is_staff", "is_superuser", "groups", "user_permissions")


def _superuser(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) and request.user.is_superuser else None


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
        if (giver := _superuser(request)) is None:
            raise PermissionDenied
        asked = {"once": uuid4(), "workspace": request.GET.get("workspace")}
        form = GrantForm(request.POST) if request.method == "POST" else GrantForm(initial=asked)
        if form.is_valid():
            given = form.cleaned_data
            entry = ledger.grant(given["workspace"], given["credits"], giver, given["note"], given["once"])
            if (entry.credits, entry.note) == (given["credits"], given["note"]):
                messages.success(request, f"{entry.credits} credits granted to {given['workspace']}.")
            else:
                messages.error(request, f"Nothing was granted: this form gave {entry.credits} before. Open a new one.")
            return redirect("admin:runs_account_changelist")
        context = {**self.admin_site.each_context(request), "form": form, "title": "Grant credits", "opts": self.opts}
        return TemplateResponse(request, "admin/runs/account/grant.html", context)

    def prices(self, request: HttpRequest) -> TemplateResponse:
        """What every tool that costs something costs, the one price table as the registry has it; and what was spent."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        paid = [tool for tool in TOOLS if isinstance(tool, ApiTool) and (tool.price.credits or tool.meter_reason)]
        spent = figures.spent_by_tool()
        priced = [(tool, tool.price.of({}), spent.pop(tool.name, 0)) for tool in paid]
        context = self.admin_site.each_context(request) | {
            "tools": priced, "elsewhere": sum(spent.values()), "title": "Prices", "opts": self.opts
        }  # fmt: skip
        return TemplateResponse(request, "admin/runs/account/prices.html", context)


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnly, SheetOfRuns):
    list_display = ("created_at", "workspace", "kind", "credits", "run", "step", "attempt", "who", "note")
    list_filter = ("kind", "account__workspace", "created_at")
    list_select_related = ("account__workspace", "run", "who")
    search_fields = ("note", "step", "run__message")
    date_hierarchy = "created_at"
    show_full_result_count = False
    columns = (
        "created_at", "account__workspace__name", "kind", "credits", "run_id", "step", "attempt", "who__username", "note",
    )  # fmt: skip

    actions = ("as_csv", "refund")

    @admin.action(description="Give the selected charges back", permissions=["refund"])
    def refund(self, request: HttpRequest, chosen: QuerySet[LedgerEntry]) -> None:
        """Refund charges, each once however often it is asked for; other movements are left as they are."""
        charges = chosen.filter(kind=LedgerEntry.Kind.CHARGE, credits__lt=0).select_related("run__workspace")
        given = [
            ledger.refund(
                charge.run, charge.step, charge.attempt, "Given back by an administrator.", _superuser(request)
            )
            for charge in charges
            if charge.run
        ]
        messages.success(
            request, f"{sum(entry.credits for entry in given)} credits of {len(given)} charges are given back."
        )

    def has_refund_permission(self, request: HttpRequest) -> bool:
        return _superuser(request) is not None

    @admin.display(ordering="account__workspace__name")
    def workspace(self, row: LedgerEntry) -> Workspace:
        return row.account.workspace
