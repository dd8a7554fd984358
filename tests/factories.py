"""Rows for tests: a workspace, a person in it, a composition of four clips."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User

from tools import store
from tools.models import Composition, Membership, Workspace

FOUR_CLIPS = Path(__file__).parent / "compositions" / "four-clips.json"


def document() -> dict[str, Any]:
    """The four-clips composition, a fresh copy."""
    copy: dict[str, Any] = json.loads(FOUR_CLIPS.read_text())
    return copy


def workspace(name: str = "Studio") -> Workspace:
    return Workspace.objects.create(name=name)


def person(name: str, in_: Workspace, tier: str = "full", role: str = "owner") -> User:
    user = User.objects.create_user(name, password=f"{name}-password")
    Membership.objects.create(workspace=in_, user=user, tier=tier, role=role)
    return user


def composition(in_: Workspace, **changes: Any) -> Composition:
    return store.create(in_, {**document(), **changes})
