"""Conversations in the admin, to be looked at."""

from __future__ import annotations

from django.contrib import admin

from agent.models import Entry, Session
from tools.admin import MOST_BELOW, ModelAdmin, ReadOnly, ReadOnlyInline, pretty


class EntryInline(ReadOnlyInline):
    model = Entry
    fk_name, newest = "session", "pk"
    verbose_name_plural = f"The newest {MOST_BELOW} entries"
    fields = ("id", "parent_id", "kind", "data_", "run_id", "created_at")
    data_ = pretty("data")


@admin.register(Session)
class SessionAdmin(ReadOnly, ModelAdmin):
    list_display = ("id", "user", "composition", "workspace", "created_at")
    list_filter = ("workspace", "created_at")
    list_select_related = ("user", "composition", "workspace")
    search_fields = ("user__username", "composition__name")
    inlines = (EntryInline,)
