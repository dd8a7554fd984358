"""Who is asking: what they can see, and which classes of tools they may use (the app that keeps the tiers says so)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet

from tools.models import ApiToken, Workspace, type_of_user

M = TypeVar("M", bound=Model)

ClassesOf = Callable[..., AbstractSet[str]]
"""(user, workspace, *tiers that lower it) → the classes read, mutate, generate that are allowed there."""

_keeper: list[ClassesOf] = []


class TierForbids(Exception):
    """The caller's tier does not allow what was asked for."""

    code = "TIER_FORBIDS"

    def __init__(self, missing: Iterable[str], allowed: Iterable[str]) -> None:
        has = " and ".join(sorted(allowed)) or "nothing"
        super().__init__(
            f"Your tier allows {has} here, not {' or '.join(sorted(missing))}. Ask an owner of the workspace."
        )


def kept_by(classes_of: ClassesOf) -> None:
    """Say who knows the classes of a person; until somebody does, nobody may do anything."""
    _keeper[:] = [classes_of]


def allowed_to(user: type_of_user, workspace: Workspace, *wishes: str | None) -> AbstractSet[str]:
    """The classes of tools that the person's tier, lowered by each wish, allows in a workspace."""
    return _keeper[0](user, workspace, *wishes) if _keeper else frozenset[str]()


def require(user: type_of_user, workspace: Workspace, classes: Iterable[str], *wishes: str | None) -> None:
    """Raise `TierForbids` unless the person's tier, lowered by each wish, allows every one of these classes."""
    allowed = allowed_to(user, workspace, *wishes)
    missing = set(classes) - allowed
    if missing:
        raise TierForbids(missing, allowed)


@dataclass(frozen=True, slots=True)
class Caller:
    """A person, and the key that they came with: a key opens its own workspace only, and its tier is a ceiling."""

    user: User
    token: ApiToken | None = None

    @property
    def ceiling(self) -> str | None:
        """The tier that the key lowers the person's own to; None for a person who signed in."""
        return self.token.tier if self.token else None

    def rows(self, model: type[M]) -> QuerySet[M]:
        """The rows of a model that the caller can see."""
        manager: Any = model._default_manager
        seen: QuerySet[M] = manager.of(self.user)
        if self.token is None:
            return seen
        return seen.filter(**{"pk" if model is Workspace else "workspace": self.token.workspace_id})

    def row(self, model: type[M], id: str) -> M:
        """One of them; raises `ObjectDoesNotExist` alike for a foreign, an unknown and a malformed id."""
        try:
            return self.rows(model).get(pk=UUID(id))
        except ValueError:
            raise ObjectDoesNotExist(f"{id!r} is no id") from None

    def require(self, workspace: Workspace, classes: Iterable[str]) -> None:
        """Raise `TierForbids` unless the caller may use all of these classes there."""
        require(self.user, workspace, classes, self.ceiling)
