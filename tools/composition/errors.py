"""Every way the engine says no: a stable code, what was wrong, and what to do about it.

EngineError
├── InvalidComposition      the document itself breaks the rules (all problems listed)
├── InvalidRequest          not a request the engine knows
│   ├── UnknownCommand
│   └── InvalidParameters   names the argument
├── NotFound
│   ├── ItemNotFound  TrackNotFound  AssetNotFound  MarkerNotFound
│   └── TransitionNotFound  CueNotFound  EffectNotFound
├── Refused                 understood, but the rules of the timeline forbid it
│   ├── TrackLocked  WrongTrackKind  WrongItemType  NotNeighbours
│   ├── Overlap  OutOfRange  SourceExceeded  HandlesTooShort
│   └── NotEmpty  InUse  IdTaken
├── LimitExceeded           the document would grow beyond its cap
└── PatchConflict           the document has moved since the patch was made
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, ClassVar, Self


class EngineError(Exception):
    """A refusal. `index` is the place of the failing request in its batch; None outside a batch."""

    code: ClassVar[str] = "engine_error"

    def __init__(self, message: str, *, hint: str = "", index: int | None = None, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.index = index
        self.details = details

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class InvalidComposition(EngineError):
    code = "invalid_composition"

    def __init__(self, problems: list[str]) -> None:
        shown = "; ".join(problems[:5]) + (f"; and {len(problems) - 5} more" if len(problems) > 5 else "")
        super().__init__(f"This is not a valid composition: {shown}.", problems=problems)
        self.problems = problems


class InvalidRequest(EngineError):
    code = "invalid_request"


class UnknownCommand(InvalidRequest):
    code = "unknown_command"


class InvalidParameters(InvalidRequest):
    code = "invalid_parameters"


class NotFound(EngineError):
    code = "not_found"
    noun: ClassVar[str] = "thing"

    @classmethod
    def named(cls, id: str, among: Iterable[str] = ()) -> Self:
        """The error for an id that is not there, with the nearest ids that are."""
        near = difflib.get_close_matches(str(id), sorted(among)[:1000], n=3)
        hint = f"Did you mean {' or '.join(repr(one) for one in near)}?" if near else ""
        return cls(f"There is no {cls.noun} {id!r}.", hint=hint, id=id)


class ItemNotFound(NotFound):
    code = "item_not_found"
    noun = "item"


class TrackNotFound(NotFound):
    code = "track_not_found"
    noun = "track"


class AssetNotFound(NotFound):
    code = "asset_not_found"
    noun = "asset"


class MarkerNotFound(NotFound):
    code = "marker_not_found"
    noun = "marker"


class TransitionNotFound(NotFound):
    code = "transition_not_found"
    noun = "transition"


class CueNotFound(NotFound):
    code = "cue_not_found"
    noun = "cue"


class EffectNotFound(NotFound):
    code = "effect_not_found"
    noun = "effect"


class Refused(EngineError):
    code = "refused"


class TrackLocked(Refused):
    code = "track_locked"


class WrongTrackKind(Refused):
    code = "wrong_track_kind"


class WrongItemType(Refused):
    code = "wrong_item_type"


class NotNeighbours(Refused):
    code = "not_neighbours"


class Overlap(Refused):
    code = "overlap"


class OutOfRange(Refused):
    code = "out_of_range"


class SourceExceeded(Refused):
    code = "source_exceeded"


class HandlesTooShort(Refused):
    code = "handles_too_short"


class NotEmpty(Refused):
    code = "not_empty"


class InUse(Refused):
    code = "in_use"


class IdTaken(Refused):
    code = "id_taken"


class LimitExceeded(EngineError):
    code = "limit_exceeded"


class PatchConflict(EngineError):
    code = "patch_conflict"

    def __init__(self, conflicts: list[dict[str, Any]]) -> None:
        places = ", ".join("/".join(map(str, conflict["path"])) for conflict in conflicts[:3])
        super().__init__(
            f"The composition has changed since this edit was made ({places}).",
            hint="Undo the later edit first, or plan the change again.",
            conflicts=conflicts,
        )
        self.conflicts = conflicts
