"""A conversation as a tree of entries: entries are only added, and the leaf says where the talk goes on."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models

from tools.models import Composition, Workspace, type_of_user


class SessionQuerySet(models.QuerySet["Session"]):
    def of(self, user: type_of_user) -> SessionQuerySet:
        """The conversations of a person, in the workspaces that they are still a member of."""
        return self.filter(user_id=user.pk, workspace__membership__user_id=user.pk) if user.pk else self.none()


class Session(models.Model):
    """A person's conversation about one composition."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    composition = models.ForeignKey(Composition, on_delete=models.CASCADE, null=True)
    leaf: models.ForeignKey[Entry | None, Entry | None] = models.ForeignKey(
        "Entry", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = SessionQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.user} on {self.composition}"


class Entry(models.Model):
    """One entry of the tree. A `message` entry holds a message's JSON; `run_id` is the proposal it ended in."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="entries")
    parent = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="children")
    kind = models.CharField(max_length=20, default="message")
    data: models.JSONField[Any, Any] = models.JSONField(default=dict)
    run_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
