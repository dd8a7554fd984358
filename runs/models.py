"""The record: a run from proposal to undo, its steps and approvals, and a log of events that nobody can rewrite unseen."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from runs.credits import Account as Account
from runs.credits import LedgerEntry as LedgerEntry
from tools.models import Composition, Workspace, type_of_user


class PolicyTier(models.Model):
    """What a caller of this tier may plan and what is asked of it; admins edit these rows."""

    key = models.SlugField(unique=True)
    rank = models.PositiveSmallIntegerField(help_text="Higher may do more; a caller can only lower its own.")
    read = models.BooleanField(default=True)
    mutate = models.BooleanField(default=True)
    generate = models.BooleanField(default=True)
    default_policy = models.CharField(
        max_length=10, default="guided", choices=[(name, name) for name in ("auto", "guided", "manual")]
    )
    max_steps = models.PositiveIntegerField(null=True, blank=True, help_text="Empty: AGENT_MAX_STEPS.")
    max_plan_credits = models.PositiveIntegerField(null=True, blank=True, help_text="Empty: AGENT_MAX_PLAN_CREDITS.")
    confirm_credits = models.PositiveIntegerField(null=True, blank=True, help_text="Empty: AGENT_CONFIRM_CREDITS.")
    max_bulk_delete = models.PositiveIntegerField(null=True, blank=True, help_text="Empty: AGENT_MAX_BULK_DELETE.")
    max_unconfirmed_generations = models.PositiveIntegerField(
        null=True, blank=True, help_text="Empty: AGENT_MAX_UNCONFIRMED_GENERATIONS."
    )
    second_approver = models.BooleanField(default=False, help_text="Somebody other than the author must approve.")

    class Meta:
        ordering = ["-rank"]

    def __str__(self) -> str:
        return self.key

    @property
    def classes(self) -> set[str]:
        return {name for name in ("read", "mutate", "generate") if getattr(self, name)}


DOCUMENTS = ("plan", "preview", "context", "failure")
"""The fields of a run that are most of its row."""


class RunQuerySet(models.QuerySet["Run"]):
    def of(self, user: type_of_user) -> RunQuerySet:
        """The runs in the workspaces of a person."""
        return self.filter(workspace__membership__user_id=user.pk) if user.pk else self.none()

    def listed(self) -> RunQuerySet:
        """For a list, which shows none of a run's documents."""
        return self.defer(*DOCUMENTS)

    def waiting(self) -> RunQuerySet:
        """The runs that a worker should take up: under way, and in nobody's hands (any more), by the database's clock."""
        free = models.Q(lease_until=None) | models.Q(lease_until__lt=Now())
        return self.filter(free, status__in=Run.UNDER_WAY)

    def credits(self) -> int:
        """The credits that these runs committed, summed by the database and never from a page of rows."""
        return int(self.aggregate(total=models.Sum("credits"))["total"] or 0)

    def transcript(self, most: int = 5) -> list[tuple[str, str]]:
        """What was asked and what was done in the last finished runs, oldest first: the planner's memory."""
        told = self.filter(status__in=(Run.Status.DONE, Run.Status.FAILED)).order_by("-created_at")
        return list(told.values_list("message", "verdict")[:most])[::-1]


class Run(models.Model):
    """One plan and what became of it. `plan` is the plan in force; `version` counts the cards that were shown of it."""

    class Status(models.TextChoices):
        PROPOSED = "proposed"
        APPROVED = "approved"
        RUNNING = "running"
        PAUSED = "paused"
        DONE = "done"
        FAILED = "failed"
        DENIED = "denied"
        EXPIRED = "expired"
        SUPERSEDED = "superseded"
        CANCELLED = "cancelled"

    TRANSITIONS: dict[str, set[str]] = {
        Status.PROPOSED: {Status.APPROVED, Status.DENIED, Status.EXPIRED, Status.SUPERSEDED},
        Status.APPROVED: {Status.RUNNING, Status.PROPOSED, Status.CANCELLED, Status.FAILED},
        Status.RUNNING: {Status.DONE, Status.FAILED, Status.CANCELLED, Status.PROPOSED, Status.PAUSED},
        Status.PAUSED: {Status.RUNNING, Status.CANCELLED},
    }
    """Every move that is legal; a status without a line here is final."""

    UNDER_WAY = (Status.APPROVED, Status.RUNNING)
    """What a worker has to carry on with."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="runs")
    composition = models.ForeignKey(Composition, on_delete=models.SET_NULL, null=True, related_name="runs")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="runs")
    session_id: models.UUIDField[UUID | None, UUID | None] = models.UUIDField(null=True, db_index=True)
    message = models.TextField(blank=True)
    plan: models.JSONField[Any, Any] = models.JSONField(default=dict)
    preview: models.JSONField[Any, Any] = models.JSONField(default=dict)
    context: models.JSONField[Any, Any] = models.JSONField(default=dict)
    tier = models.CharField(max_length=20, default="full")
    status = models.CharField(max_length=12, choices=Status, default=Status.PROPOSED, db_index=True)
    version = models.PositiveIntegerField(default=1)
    digest = models.CharField(max_length=64)
    base_revision = models.PositiveIntegerField(null=True)
    result_revision = models.PositiveIntegerField(null=True)
    credits = models.PositiveIntegerField(
        default=0, help_text="Credits committed, failed steps that were charged included."
    )
    verdict = models.TextField(blank=True)
    failure: models.JSONField[Any, Any] = models.JSONField(
        null=True, help_text="Why it failed: the report of runs.recovery."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)
    # Who carries it out: `runs.lease` alone writes these.
    lease_owner = models.CharField(max_length=100, blank=True)
    lease_until = models.DateTimeField(null=True, db_index=True)
    epoch = models.PositiveIntegerField(
        default=0, help_text="Counts the hands that took it up; only the last may write."
    )
    # How far it is.
    stretch = models.PositiveIntegerField(default=0, help_text="How many stretches of the plan have their edits in.")
    cancel_asked_at = models.DateTimeField(null=True)
    waits_for = models.PositiveIntegerField(null=True, help_text="Paused: the credits that must be there to go on.")

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["workspace", "-created_at"]), models.Index(fields=["-created_at"])]

    def __str__(self) -> str:
        return f"{self.message[:60] or 'a plan'} ({self.status})"

    def move(self, to: str, **fields: Any) -> bool:
        """Go to a status if that is still legal: one conditional UPDATE, false when another hand was first."""
        legal = [before for before, after in self.TRANSITIONS.items() if to in after]
        moved = Run.objects.filter(pk=self.pk, status__in=legal).update(status=to, **fields)
        if moved:
            for name, value in {"status": to, **fields}.items():
                setattr(self, name, value)
        return bool(moved)


class Step(models.Model):
    """A step of the plan in force, in plan order, and how it went."""

    class Status(models.TextChoices):
        PENDING = "pending"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        SKIPPED = "skipped"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="steps")
    position = models.PositiveIntegerField()
    key = models.CharField(max_length=40)
    tool = models.CharField(max_length=64)
    step_class = models.CharField(max_length=10)
    params: models.JSONField[Any, Any] = models.JSONField(default=dict)
    sentence = models.TextField(blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    credits = models.PositiveIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0, help_text="How often a hand was asked.")
    outcome: models.JSONField[Any, Any] = models.JSONField(default=dict, help_text="The asset, or what was delivered.")
    error = models.TextField(blank=True)
    headway: models.JSONField[Any, Any] = models.JSONField(
        null=True, help_text="How far its hand said that it is: see runs.headway."
    )
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["run", "position"], name="one_step_a_position")]

    def __str__(self) -> str:
        return f"{self.key} {self.tool}"


class ApprovalQuerySet(models.QuerySet["Approval"]):
    def late(self) -> ApprovalQuerySet:
        """The cards that nobody decided on in time."""
        return self.filter(status=Approval.Status.PENDING, expires_at__lte=timezone.now())


class Approval(models.Model):
    """One card that was shown and what was decided on it. Every status but `pending` is final."""

    class Status(models.TextChoices):
        PENDING = "pending"
        APPROVED = "approved"
        DENIED = "denied"
        EXPIRED = "expired"
        SUPERSEDED = "superseded"
        CONSUMED = "consumed"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="approvals")
    version = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    base_revision = models.PositiveIntegerField(null=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.PENDING)
    confirmed = models.BooleanField(default=False)
    expires_at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    decided_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ApprovalQuerySet.as_manager()

    class Meta:
        ordering = ["-version"]
        constraints = [models.UniqueConstraint(fields=["run", "version"], name="one_approval_a_version")]
        indexes = [models.Index(fields=["-created_at"]), models.Index(fields=["status", "expires_at"])]

    def __str__(self) -> str:
        return f"card {self.version} of {self.run_id} ({self.status})"

    @property
    def expired(self) -> bool:
        return self.status == self.Status.EXPIRED or self.expires_at <= timezone.now()


class Event(models.Model):
    """One thing that happened in a run, numbered without gaps and chained by hash. Rows are only added."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="events")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    data: models.JSONField[Any, Any] = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["sequence"]
        constraints = [models.UniqueConstraint(fields=["run", "sequence"], name="one_event_a_sequence")]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"
