"""The same request sent twice is done once: its key is claimed before it is done, and its answer kept for a day.

A request that was refused changed nothing and leaves its key free: with the same key it may be sent again, corrected. So
may one that failed on our side. One that dies without an answer holds its key for `UNDER_WAY` at the most.
"""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timedelta
from math import ceil
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q
from django.utils import timezone

LIFETIME = timedelta(hours=24)
UNDER_WAY = timedelta(minutes=5)
"""Longer than any request takes: planning with a slow model, tries and all."""
SWEPT = 20
"""The most old claims that a new one takes away."""


class KeyRefused(Exception):
    """A key that cannot be used (like this, or now); `code` is stable."""

    code = "IDEMPOTENCY_KEY_REFUSED"


class KeyReused(KeyRefused):
    code = "IDEMPOTENCY_KEY_REUSED"

    def __init__(self) -> None:
        super().__init__("This Idempotency-Key came with another body before. Send a new key with a new request.")


class StillUnderWay(KeyRefused):
    code = "IDEMPOTENCY_KEY_IN_USE"

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__("The first request with this Idempotency-Key is still under way. Send it again in a moment.")


class AnswerNotKept(KeyRefused):
    code = "IDEMPOTENCY_ANSWER_NOT_KEPT"

    def __init__(self) -> None:
        super().__init__("This request was carried out. Its answer was shown once and is not kept; read the outcome.")


class Claim(models.Model):
    """One request that may be sent again and is done once: who sent it, under which key, and what was answered.

    `place` is the digest of where it was sent, by what right, and under which key; `digest` that of its body. `status` is
    empty while the request is under way, and `body` where the answer is not to be kept. Lives a day.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    place = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    owner = models.UUIDField(default=uuid4, help_text="The try that is at it.")
    claimed_at = models.DateTimeField(default=timezone.now, db_index=True)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "place"], name="one_claim_a_key")]

    def __str__(self) -> str:
        return f"{self.place[:12]} of {self.user}"


def claim(user: User, place: str, body: Any) -> Claim:
    """Take the key, or get the answer that is kept for it (a claim with a `status`); raises KeyRefused.

    `place` says everything but the body that two requests have in common when they are the same."""
    now = timezone.now()
    mine = Claim(user=user, place=_digest(place), digest=_digest(body), owner=uuid4(), claimed_at=now)
    _sweep(mine)
    Claim.objects.bulk_create([mine], ignore_conflicts=True)  # one INSERT; of two at the same moment one wins
    found = Claim.objects.filter(user=user, place=mine.place).first()
    if found is None:  # the other one was refused at this very moment
        return claim(user, place, body)
    if found.owner == mine.owner:
        return found
    if found.digest != mine.digest:
        raise KeyReused
    if found.status is None:
        return _taken_over(found, mine, now)
    if not found.body:
        raise AnswerNotKept
    return found


def keep(claimed: Claim, status: int, body: str) -> None:
    """Write the answer down; a try whose key was taken over in the meantime writes nothing."""
    Claim.objects.filter(pk=claimed.pk, owner=claimed.owner).update(status=status, body=body)


def release(claimed: Claim) -> None:
    """Nothing was done: the key is free again."""
    Claim.objects.filter(pk=claimed.pk, owner=claimed.owner).delete()


def _taken_over(found: Claim, mine: Claim, now: datetime) -> Claim:
    """The claim of a try that has died; of several that find it, one gets it."""
    left = found.claimed_at + UNDER_WAY - now
    if left > timedelta(0):
        # Most requests are done within seconds, whatever the time that this one still has.
        raise StillUnderWay(min(2, ceil(left.total_seconds())))
    same = Claim.objects.filter(pk=found.pk, owner=found.owner, status=None)
    if not same.update(owner=mine.owner, claimed_at=now):
        raise StillUnderWay(1)
    found.owner, found.claimed_at = mine.owner, now
    return found


def _sweep(coming: Claim) -> None:
    """What is older than a day goes: under this key, and a few others with each that comes, so that they never pile up."""
    old = Claim.objects.filter(claimed_at__lte=coming.claimed_at - LIFETIME)
    some = list(old.order_by("claimed_at").values_list("pk", flat=True)[:SWEPT])
    old.filter(Q(pk__in=some) | Q(user=coming.user, place=coming.place)).delete()


def _digest(value: Any) -> str:
    """Two bodies are the same when they say the same, in whatever order."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
