"""Runs in the admin, to be looked at and changed by nobody; and the policy tiers, which admins set within bounds."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from runs.models import Approval, Event, PolicyTier, Run, Step
from tools.admin import ModelAdmin, ModelForm, ReadOnly, ReadOnlyInline, pretty, short

CLASSES = ("read", "mutate", "generate")
CAPS = {
    "max_steps": "AGENT_MAX_STEPS",
    "max_plan_credits": "AGENT_MAX_PLAN_CREDITS",
    "confirm_credits": "AGENT_MAX_PLAN_CREDITS",
}
"""A tier's own threshold is at most the installation's setting of this name."""


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
        for field, setting in CAPS.items():
            most = getattr(settings, setting)
            if cleaned.get(field) is not None and not 1 <= cleaned[field] <= most:
                self.add_error(field, f"Between 1 and {most} ({setting}), or empty.")
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
