"""What is kept: workspaces and who may enter them, compositions with their revisions, and the media they use."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import models
from django.utils import timezone

from tools.accounts import Delivery as Delivery
from tools.accounts import PublishAccount as PublishAccount
from tools.idempotency import Claim as Claim
from tools.intake import StandIns as StandIns
from tools.intake import Upload as Upload

TIERS = [("full", "full"), ("editor", "editor"), ("readonly", "readonly")]

NAME_LENGTH = 200
"""The most characters of a name that a row keeps."""

type_of_user = User | AbstractBaseUser | AnonymousUser


class WorkspaceQuerySet(models.QuerySet["Workspace"]):
    def of(self, user: type_of_user) -> WorkspaceQuerySet:
        """The workspaces that a person is a member of."""
        return self.filter(membership__user_id=user.pk) if user.pk else self.none()


class Workspace(models.Model):
    """A tenant: every row that a person can reach hangs on one."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    name = models.CharField(max_length=200)
    brand_voice = models.TextField(blank=True, help_text="How this team sounds and looks; the planner always knows it.")
    created_at = models.DateTimeField(auto_now_add=True)
    members: models.ManyToManyField[User, Membership] = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Membership", related_name="workspaces"
    )

    objects = WorkspaceQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A person in a workspace. `tier` is the highest policy tier that the person may use there."""

    class Role(models.TextChoices):
        OWNER = "owner"
        EDITOR = "editor"
        VIEWER = "viewer"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    role = models.CharField(max_length=10, choices=Role, default=Role.EDITOR)
    tier = models.CharField(max_length=20, choices=TIERS, default="full")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "user"], name="one_membership_a_workspace")]

    def __str__(self) -> str:
        return f"{self.user} in {self.workspace}"


class ApiToken(models.Model):
    """A key to the API for one person in one workspace: only its hash is kept, it has a tier and it expires."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    tier = models.CharField(max_length=20, choices=TIERS, default="full")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @staticmethod
    def digest_of(key: str) -> str:
        """A key has 256 random bits, so one plain SHA-256 is enough to keep it."""
        return hashlib.sha256(key.encode()).hexdigest()

    @classmethod
    def issue(
        cls, workspace: Workspace, user: User, name: str, expires_at: datetime, tier: str = "full"
    ) -> tuple[ApiToken, str]:
        """Make a token; the key beside it is shown this once and kept nowhere."""
        key = f"gl_{secrets.token_urlsafe(32)}"
        token = cls.objects.create(
            workspace=workspace,
            user=user,
            name=name,
            prefix=key[:9],
            digest=cls.digest_of(key),
            tier=tier,
            expires_at=expires_at,
        )
        return token, key

    @classmethod
    def find(cls, key: str) -> ApiToken | None:
        """The living token of a key: neither revoked nor expired, its person active and still a member."""
        now = timezone.now()
        token = (
            cls.objects.select_related("user", "workspace")
            .filter(digest=cls.digest_of(key), revoked_at=None, expires_at__gt=now, user__is_active=True)
            .filter(workspace__membership__user=models.F("user"))
            .first()
        )
        if token:
            cls.objects.filter(pk=token.pk).update(last_used_at=now)
        return token


class KnowledgeNoteQuerySet(models.QuerySet["KnowledgeNote"]):
    def of(self, user: type_of_user) -> KnowledgeNoteQuerySet:
        """The notes in the workspaces of a person."""
        return self.filter(workspace__membership__user_id=user.pk) if user.pk else self.none()


class KnowledgeNote(models.Model):
    """Something that a workspace knows and a planner may read: house rules, names, habits. Untrusted, like all text."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="notes")
    title = models.CharField(max_length=200)
    text = models.TextField(max_length=4000)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = KnowledgeNoteQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.title


class CompositionQuerySet(models.QuerySet["Composition"]):
    def of(self, user: type_of_user) -> CompositionQuerySet:
        """The compositions in the workspaces of a person."""
        return self.filter(workspace__membership__user_id=user.pk) if user.pk else self.none()


class Composition(models.Model):
    """A composition's head. The document itself is in its revisions; `tools.store` reads and writes it."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="compositions")
    name = models.CharField(max_length=NAME_LENGTH)
    head = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = CompositionQuerySet.as_manager()

    class Meta:
        ordering = ["-updated_at"]

    def __str__(self) -> str:
        return self.name


class Revision(models.Model):
    """One change of a composition, as a patch; now and then with the whole document beside it. Rows are only added."""

    class Kind(models.TextChoices):
        CREATE = "create"
        EDIT = "edit"
        UNDO = "undo"
        REDO = "redo"

    composition = models.ForeignKey(Composition, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    summary = models.TextField(blank=True)
    patch: models.JSONField[Any, Any] = models.JSONField(default=list)
    snapshot: models.JSONField[Any, Any] = models.JSONField(null=True)
    takes_back = models.PositiveIntegerField(null=True, help_text="The revision that an undo or a redo takes back.")
    run_id: models.UUIDField[UUID | None, UUID | None] = models.UUIDField(null=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["composition", "number"], name="one_revision_a_number")]

    def __str__(self) -> str:
        return f"{self.composition_id} r{self.number}"


class AssetQuerySet(models.QuerySet["Asset"]):
    def of(self, user: type_of_user) -> AssetQuerySet:
        """The assets in the workspaces of a person."""
        return self.filter(workspace__membership__user_id=user.pk) if user.pk else self.none()

    def named(self, ids: Iterable[object]) -> AssetQuerySet:
        """The assets of these ids, as documents and plans write them; a word that can be none of ours names none."""
        return self.filter(pk__in=[id for id in map(_uuid, ids) if id])


class Asset(models.Model):
    """A media file of a workspace. `facts` is what the probe saw, in the document's field names (kind, name, hasVideo,
    hasAudio, durationSeconds, width, height, fps); paths are below MEDIA_ROOT.

    What people took in is kept once by its hash. What a run made says in `provenance` how: tool, params, provider, model,
    placeholder, run and step.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="assets")
    name = models.CharField(max_length=255)
    kind = models.CharField(max_length=10)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField(help_text="Bytes.")
    path = models.CharField(max_length=255)
    poster = models.CharField(max_length=255, blank=True)
    facts: models.JSONField[Any, Any] = models.JSONField(default=dict)
    provenance: models.JSONField[Any, Any] = models.JSONField(default=dict, blank=True)
    run_id: models.UUIDField[UUID | None, UUID | None] = models.UUIDField(null=True, blank=True, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = AssetQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "sha256"], condition=models.Q(run_id=None), name="one_asset_a_content"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def document(self) -> dict[str, Any]:
        """The asset as a composition's document lists it."""
        document = {"id": str(self.pk), **self.facts}
        if self.provenance:
            document["origin"] = {name: self.provenance.get(name) for name in ("tool", "placeholder")}
        return document

    @property
    def origin(self) -> str:
        """Where it comes from, in a line; "" for what people took in."""
        return spoken_origin(self.provenance)


class Analysis(models.Model):
    """What looking at an asset or listening to it has found (`kind`: levels, scenes, faces, speech), kept so that planning
    only reads it. `asked` is the digest of how it was found out: another engine or language is another row."""

    asset = models.ForeignKey(Asset, on_delete=models.CASCADE, related_name="analyses")
    kind = models.CharField(max_length=20)
    asked = models.CharField(max_length=64)
    result: models.JSONField[Any, Any] = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["asset", "kind", "asked"], name="one_analysis_a_question")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.asset}"


def _uuid(word: object) -> UUID | None:
    try:
        return UUID(str(word))
    except ValueError:
        return None


def spoken_origin(told: Any) -> str:
    """Where something comes from, in a line, as a document or a row tells it; "" where nothing is told."""
    if not isinstance(told, dict) or not told.get("tool"):
        return ""
    return f"made by {told['tool']}{', placeholder' if told.get('placeholder') else ''}"
