"""What a person may do in a workspace, in classes of tools: asked of the app that keeps the tiers (it names itself at start)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from tools.models import Workspace, type_of_user

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


def require(user: type_of_user, workspace: Workspace, classes: Iterable[str], *wishes: str | None) -> None:
    """Raise `TierForbids` unless the person's tier, lowered by each wish, allows every one of these classes."""
    allowed = _keeper[0](user, workspace, *wishes) if _keeper else frozenset[str]()
    missing = set(classes) - allowed
    if missing:
        raise TierForbids(missing, allowed)
