"""The credits of a workspace as rows: its account, and every movement of it. Only `runs.ledger` writes them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tools.models import Workspace, type_of_user


class AccountQuerySet(models.QuerySet["Account"]):
    def of(self, user: type_of_user) -> AccountQuerySet:
        """The accounts of the workspaces of a person."""
        return self.filter(workspace__membership__user_id=user.pk) if user.pk else self.none()


class Account(models.Model):
    """The credits of a workspace. `balance` is what can still be spent, and always the sum of the entries; `reserved` is
    what is held for steps under way."""

    workspace = models.OneToOneField(Workspace, on_delete=models.PROTECT, related_name="account")
    balance = models.PositiveBigIntegerField(default=0)
    reserved = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = AccountQuerySet.as_manager()

    class Meta:
        ordering = ["workspace__name"]

    def __str__(self) -> str:
        return f"{self.workspace}: {self.balance} credits"


class LedgerEntry(models.Model):
    """One movement of credits, with the sign that it has in the balance. Rows are only added, each key once."""

    class Kind(models.TextChoices):
        GRANT = "grant"
        RESERVE = "reserve"
        CHARGE = "charge"
        REFUND = "refund"
        RELEASE = "release"

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="entries")
    kind = models.CharField(max_length=8, choices=Kind)
    credits = models.BigIntegerField()
    run = models.ForeignKey("runs.Run", on_delete=models.PROTECT, null=True, related_name="entries")
    step = models.CharField(max_length=40, blank=True)
    attempt = models.PositiveIntegerField(default=0)
    key = models.CharField(
        max_length=120, unique=True, help_text="run, step, attempt and kind: done once, however often."
    )
    who = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    note = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["-created_at"])]
        verbose_name_plural = "ledger entries"

    def __str__(self) -> str:
        return f"{self.kind} {self.credits:+d}"
