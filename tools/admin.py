"""The toolbox in the admin: workspaces and members, keys, compositions with their revisions, and the tools there are."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tools import connecting, vault
from tools.ingest import room
from tools.manifest import manifest
from tools.models import (
    ApiToken,
    Asset,
    Composition,
    KnowledgeNote,
    Membership,
    PublishAccount,
    Revision,
    StandIns,
    Upload,
    Workspace,
)
from tools.providers.publishing.parcel import PublishFailed

if TYPE_CHECKING:  # generic in their stubs, not when they run
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
    ModelForm = forms.ModelForm[Any]
else:
    ModelAdmin, TabularInline, ModelForm = admin.ModelAdmin, admin.TabularInline, forms.ModelForm

admin.site.site_header = admin.site.site_title = "Greenlight"
KEY_LIFETIME = timedelta(days=90)
MOST_BELOW = 200
"""The rows that are shown below what they belong to, where they have no end."""


class ReadOnly:
    """What is on record: to be looked at, and changed or deleted by nobody, superusers included."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(ReadOnly, TabularInline):
    """Rows below what they belong to, to be looked at: the newest, by the field `newest` says, which numbers them."""

    extra = 0
    can_delete = False
    newest = ""
    follows: tuple[str, ...] = ()
    """The people and things that a row names, read with it."""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        if self.newest and request.resolver_match:
            of = {str(self.fk_name): request.resolver_match.kwargs.get("object_id")}
            rows = rows.filter(pk__in=rows.filter(**of).order_by(f"-{self.newest}").values("pk")[:MOST_BELOW])
        return rows.select_related(*self.follows) if self.follows else rows


def pretty(field: str) -> Callable[[Any, Model], SafeString]:
    """A JSON field as people read it."""

    @admin.display(description=field.replace("_", " "))
    def shown(_: Any, row: Model) -> SafeString:
        return format_html("<pre>{}</pre>", json.dumps(getattr(row, field), indent=2, ensure_ascii=False))

    return shown


def short(field: str) -> Callable[[Any, Model], str]:
    """The beginning of a digest: enough to compare, and no wider than its column."""

    @admin.display(description=field)
    def shown(_: Any, row: Model) -> str:
        return f"{getattr(row, field)[:12]}…"

    return shown


class MembershipInline(TabularInline):
    model = Membership
    extra = 0
    autocomplete_fields = ("user",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        return super().get_queryset(request).select_related("user", "workspace")


@admin.register(Workspace)
class WorkspaceAdmin(ModelAdmin):
    list_display = ("name", "kept", "id", "created_at")
    search_fields = ("name",)
    inlines = (MembershipInline,)

    def has_delete_permission(self, request: HttpRequest, obj: Workspace | None = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        registry = path("registry/", self.admin_site.admin_view(self.registry), name="tools_registry")
        return [registry, *super().get_urls()]

    @admin.display(description="media kept")
    def kept(self, workspace: Workspace) -> str:
        """What the workspace's media take, of what they may."""
        most = settings.MEDIA_QUOTA_BYTES
        return room.spoken(room.use_of(workspace).total) + (f" of {room.spoken(most)}" if most else "")

    def registry(self, request: HttpRequest) -> TemplateResponse:
        """Every tool there is, as the registry has it."""
        context = {**self.admin_site.each_context(request), **manifest(), "title": "Tools", "opts": self.opts}
        return TemplateResponse(request, "admin/tools/registry.html", context)


@admin.register(KnowledgeNote)
class KnowledgeNoteAdmin(ModelAdmin):
    list_display = ("title", "workspace", "created_at")
    list_filter = ("workspace",)
    search_fields = ("title", "text")


class KeyForm(ModelForm):
    """A new key: for a person, in a workspace that the person is a member of, for some time."""

    class Meta:
        model = ApiToken
        fields = ("workspace", "user", "name", "tier", "expires_at")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        workspace, user, expires = (cleaned.get(name) for name in ("workspace", "user", "expires_at"))
        if workspace and user and not workspace.members.filter(pk=user.pk).exists():
            self.add_error("user", f"{user} is no member of {workspace}.")
        if expires and expires <= timezone.now():
            self.add_error("expires_at", "A key must live for a while.")
        return cleaned


@admin.register(ApiToken)
class ApiTokenAdmin(ModelAdmin):
    form = KeyForm
    list_display = ("name", "prefix", "user", "workspace", "tier", "expires_at", "revoked_at", "last_used_at")
    list_filter = ("tier", "workspace")
    search_fields = ("name", "prefix", "user__username")
    exclude = ("digest",)
    actions = ("revoke",)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"expires_at": timezone.now() + KEY_LIFETIME, **super().get_changeform_initial_data(request)}

    def get_readonly_fields(self, request: HttpRequest, obj: ApiToken | None = None) -> tuple[str, ...]:
        kept = ("prefix", "created_at", "revoked_at", "last_used_at")
        return kept if obj else ()

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        return False

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return super().has_change_permission(request)

    def save_model(self, request: HttpRequest, obj: ApiToken, form: Any, change: bool) -> None:
        """Issue the key; it is in the message on the next page, and nowhere else."""
        token, key = ApiToken.issue(obj.workspace, obj.user, obj.name, obj.expires_at, obj.tier)
        obj.__dict__.update(token.__dict__)
        messages.success(request, f"The key is {key}. Copy it now: it is shown this once and kept nowhere.")

    @admin.action(description="Revoke the selected keys", permissions=["revoke"])
    def revoke(self, request: HttpRequest, keys: QuerySet[ApiToken]) -> None:
        count = keys.filter(revoked_at=None).update(revoked_at=timezone.now())
        messages.success(request, f"{count} revoked.")


@admin.register(PublishAccount)
class PublishAccountAdmin(ModelAdmin):
    """Where workspaces publish to. Secrets are written here, and shown nowhere."""

    list_display = ("name", "platform", "workspace", "connected_by", "connected_at", "disconnected_at")
    list_select_related = ("workspace", "connected_by")
    list_filter = ("platform", "workspace", ("disconnected_at", admin.EmptyFieldListFilter))
    search_fields = ("name",)
    actions = ("test", "disconnect")
    add_form_template = "admin/tools/connect.html"
    place_ = pretty("place")

    def get_form(self, request: HttpRequest, obj: PublishAccount | None = None, *args: Any, **kwargs: Any) -> Any:
        return connecting.form_for(obj.platform if obj else self._platform(request), renewing=obj is not None)

    def get_readonly_fields(self, request: HttpRequest, obj: PublishAccount | None = None) -> tuple[str, ...]:
        kept = ("workspace", "name", "platform", "place_", "connected_by", "connected_at", "disconnected_at")
        return kept if obj else ()

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None) -> Any:
        platforms, chosen = PublishAccount.Platform, PublishAccount.Platform(self._platform(request))
        context = {"platforms": platforms.choices, "chosen": chosen, "title": f"Connect a {chosen.label} account"}
        return super().add_view(request, form_url, {**(extra_context or {}), **context})

    def has_change_permission(self, request: HttpRequest, obj: PublishAccount | None = None) -> bool:
        return super().has_change_permission(request, obj) and not (obj and obj.disconnected_at)

    def has_delete_permission(self, request: HttpRequest, obj: PublishAccount | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: PublishAccount, form: Any, change: bool) -> None:
        if change:
            connecting.renew(obj, form.facts)
        else:
            obj.platform = form.platform
            connecting.connect(obj, form.facts, request.user)

    @admin.action(description="Test the selected accounts", permissions=["change"])
    def test(self, request: HttpRequest, accounts: QuerySet[PublishAccount]) -> None:
        for account in accounts:
            try:
                messages.success(request, f"{account}: {connecting.probe(account)}")
            except (PublishFailed, vault.Unreadable, ValueError) as failure:
                reason = (
                    str(failure) if isinstance(failure, PublishFailed) else "its secrets cannot be read. Renew them."
                )
                messages.error(request, f"{account}: {reason}")

    @admin.action(description="Disconnect the selected accounts", permissions=["change"])
    def disconnect(self, request: HttpRequest, accounts: QuerySet[PublishAccount]) -> None:
        for account in (connected := accounts.filter(disconnected_at=None)):
            account.disconnect()
        messages.success(request, f"{len(connected)} disconnected; their secrets are gone.")

    @staticmethod
    def _platform(request: HttpRequest) -> str:
        asked = request.GET.get("platform", "")
        return asked if asked in PublishAccount.Platform.values else PublishAccount.Platform.FOLDER


class RevisionInline(ReadOnlyInline):
    model = Revision
    fk_name, newest, follows = "composition", "number", ("author",)
    verbose_name_plural = f"The newest {MOST_BELOW} revisions"
    fields = ("number", "kind", "summary", "takes_back", "run_id", "author", "created_at")


@admin.register(Composition)
class CompositionAdmin(ReadOnly, ModelAdmin):
    list_display = ("name", "workspace", "head", "updated_at")
    list_filter = ("workspace", "updated_at")
    search_fields = ("name",)
    inlines = (RevisionInline,)


@admin.register(Asset)
class AssetAdmin(ReadOnly, ModelAdmin):
    list_display = ("name", "kind", "size", "origin", "workspace", "created_at")
    list_filter = ("kind", "workspace", ("run_id", admin.EmptyFieldListFilter))
    search_fields = ("name", "sha256", "run_id")
    exclude = ("facts", "provenance")
    readonly_fields = ("facts_", "provenance_")
    facts_, provenance_ = pretty("facts"), pretty("provenance")


@admin.register(Upload)
class UploadAdmin(ReadOnly, ModelAdmin):
    list_display = ("name", "state", "code", "size", "received", "workspace", "author", "created_at")
    list_select_related = ("workspace", "author")
    list_filter = ("state", "code", "workspace")
    search_fields = ("name", "reason")


@admin.register(StandIns)
class StandInsAdmin(ReadOnly, ModelAdmin):
    list_display = ("asset", "state", "reason", "tries")
    list_filter = ("state", "asset__workspace")
    search_fields = ("asset__name", "reason")
