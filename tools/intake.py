"""What a workspace's media need besides their own rows: files on their way in, and what stands in for those that are there."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import models
from django.utils import timezone

from tools.jobs import Job


class UploadQuerySet(models.QuerySet["Upload"]):
    def of(self, user: User | AbstractBaseUser | AnonymousUser) -> UploadQuerySet:
        """The uploads into the workspaces of a person."""
        return self.filter(workspace__membership__user_id=user.pk) if user.pk else self.none()


class Upload(Job):
    """A file on its way in. Its bytes are kept in a file of the same name until it is an asset or was refused.

    receiving → checking → ready, with its asset, or failed, with a stable code and the reason.
    """

    class State(models.TextChoices):
        RECEIVING = "receiving"
        CHECKING = "checking"
        READY = "ready"
        FAILED = "failed"

    UNDER_WAY = (State.RECEIVING, State.CHECKING)

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    workspace = models.ForeignKey("tools.Workspace", on_delete=models.CASCADE, related_name="uploads")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    name = models.CharField(max_length=255)
    size = models.PositiveBigIntegerField(help_text="Bytes that are to come.")
    received = models.PositiveBigIntegerField(default=0, help_text="Bytes that are here.")
    sha256 = models.CharField(max_length=64, blank=True, help_text="What the sender says; checked when all is here.")
    state = models.CharField(max_length=10, choices=State, default=State.RECEIVING)
    code = models.CharField(max_length=40, blank=True)
    reason = models.TextField(blank=True)
    asset = models.ForeignKey("tools.Asset", on_delete=models.SET_NULL, null=True, related_name="uploads")
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(default=timezone.now, db_index=True)

    objects = UploadQuerySet.as_manager()

    class Meta:
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.state})"

    @property
    def percent(self) -> int:
        return 100 * self.received // self.size if self.size else 100


class StandIns(Job):
    """What stands in for an asset: a proxy, a filmstrip, a waveform and its peaks, as far as it has them.

    `files` says of each the file (in the asset's folder), its media type and its measures. A row is made for every asset
    that has none; failed, it says what could not be made, and has the others.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        READY = "ready"
        FAILED = "failed"

    asset = models.OneToOneField("tools.Asset", on_delete=models.CASCADE, primary_key=True, related_name="stand_ins")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING, db_index=True)
    reason = models.TextField(blank=True)
    files: models.JSONField[Any, Any] = models.JSONField(default=dict)
    size = models.PositiveBigIntegerField(default=0, help_text="Bytes of them and of the poster.")

    class Meta:
        ordering = ["asset__created_at", "pk"]
        verbose_name_plural = "stand-ins"

    def __str__(self) -> str:
        return f"stand-ins of {self.asset_id}: {self.state}"

    @property
    def id(self) -> UUID:
        return self.asset_id

    @property
    def percent(self) -> int:
        return round(100 * self.done)
