"""Where a workspace may publish to: accounts that an admin connected, and what is on record of each delivery to one.

An account leads to one place for as long as it exists, and no other account of its workspace ever has its name: what a
person approved by name cannot come to mean another place. Only its secrets can be renewed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from tools import vault

if TYPE_CHECKING:
    from tools.models import Workspace


class NotConnected(Exception):
    """No connected account, or more than one, is what a step means; the message says which there are."""


class PublishAccountQuerySet(models.QuerySet["PublishAccount"]):
    def connected(self, workspace: Workspace | UUID) -> PublishAccountQuerySet:
        """The accounts of a workspace that can be published to, by name."""
        return self.filter(workspace=workspace, disconnected_at=None).order_by("name")

    def meant(self, workspace: Workspace | UUID, word: str) -> PublishAccount:
        """The account that a word means: its name, its spoken name, or its platform where it is the only one of it.

        Raises `NotConnected`.
        """
        accounts, said = list(self.connected(workspace)), word.strip().lower()
        found = [one for one in accounts if said in (one.name.lower(), str(one).lower())]
        found = found or [one for one in accounts if said in (one.platform, one.get_platform_display().lower())]
        if len(found) == 1:
            return found[0]
        there = ", ".join(map(str, found or accounts))
        if found:
            raise NotConnected(f"“{word}” can be {there}. Say which.")
        raise NotConnected(f"no account is connected for “{word}”. " + (f"There is {there}." if there else NONE_YET))


NONE_YET = "Connect one first."
TAKEN = "This workspace has, or had, an account of that name. Choose another."


class PublishAccount(models.Model):
    """Somewhere to publish to. `place` is what anybody may know of it; `sealed` its secrets, which are never shown again."""

    class Platform(models.TextChoices):
        FOLDER = "folder", "folder"
        BUCKET = "bucket", "bucket"
        WEBHOOK = "webhook", "webhook"
        YOUTUBE = "youtube", "YouTube"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    workspace = models.ForeignKey("tools.Workspace", on_delete=models.CASCADE, related_name="accounts")
    name = models.CharField(max_length=60, help_text="What people call it when they say where to publish.")
    platform = models.CharField(max_length=10, choices=Platform)
    place: models.JSONField[Any, Any] = models.JSONField(default=dict)
    sealed = models.TextField(blank=True, editable=False)
    connected_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    connected_at = models.DateTimeField(auto_now_add=True)
    disconnected_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = PublishAccountQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                "workspace", Lower("name"), name="one_account_a_name", violation_error_message=TAKEN
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.get_platform_display()})"

    def facts(self) -> dict[str, str]:
        """Its place and its secrets, for whoever publishes; raises `vault.Unreadable`."""
        return {**self.place, **vault.unseal(self.sealed)}

    def disconnect(self) -> None:
        """Forget its secrets for good; what was published stays where it is."""
        self.sealed, self.disconnected_at = "", timezone.now()
        self.save(update_fields=["sealed", "disconnected_at"])


class Delivery(models.Model):
    """What has to be known of a delivery before it leaves, so that it can be asked after when nobody saw it arrive."""

    key = models.CharField(primary_key=True, max_length=64, help_text="The digest of the order's key.")
    account = models.ForeignKey(PublishAccount, on_delete=models.CASCADE, related_name="deliveries")
    sealed = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.key[:12]} to {self.account}"
