"""Every act on a run or on credits that is refused, each with a stable code: what was wrong, and what to do.

Refused
├── ApprovalRequired, ConfirmationRequired, SecondApproverRequired    a yes is missing
├── ApprovalStale, CompositionGone, CompositionMoved, NothingToUndo   it is too late, or there is nothing
├── NothingCarriesOut, ForeignPlan                                    no hand for the deed, or not this house's
├── PlanInvalid                                                       it must not run at all
└── CreditsShort, PriceUnknown, NotReserved                           money
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runs.models import Run


class Refused(Exception):
    """An act that is not allowed now. `code` is stable; the message says why and what to do; `run` is the card in force."""

    code = "REFUSED"

    def __init__(self, message: str, run: Run | None = None) -> None:
        super().__init__(message)
        self.run = run


class ApprovalRequired(Refused):
    """The plan wants a person's approval and none was given."""

    code = "APPROVAL_REQUIRED"


class ConfirmationRequired(Refused):
    """The plan carries confirmations and they were not given."""

    code = "CONFIRMATION_REQUIRED"


class ApprovalStale(Refused):
    """The card that was decided on is not the one in force: it moved, expired, or was decided already."""

    code = "APPROVAL_STALE"


class CompositionGone(Refused):
    """The composition that the plan is for was deleted."""

    code = "COMPOSITION_GONE"

    def __init__(self, run: Run | None = None) -> None:
        super().__init__("The composition of this plan was deleted. Reject the plan, or make one for another.", run)


class CompositionMoved(Refused):
    """Somebody changed the composition between two stretches of a run, so that the rest would no longer do what the card
    said."""

    code = "COMPOSITION_MOVED"

    def __init__(self, run: Run | None = None) -> None:
        super().__init__(
            "The composition was changed while the run was under way, and the rest would do something else now.", run
        )


class ForeignPlan(Refused):
    """What the plan would make was made from it in another workspace."""

    code = "FOREIGN_PLAN"

    def __init__(self) -> None:
        super().__init__("This plan was made for another workspace. Say it again here, and approve the new plan.")


class NothingCarriesOut(Refused):
    """A step is of a verb that nothing here carries out: it is never reported as done."""

    code = "NOTHING_CARRIES_OUT"

    def __init__(self) -> None:
        super().__init__("nothing here can carry it out yet.")


class PlanInvalid(Refused):
    """The plan is not fit to run; `errors` says why, each naming its step."""

    code = "PLAN_INVALID"

    def __init__(self, errors: list[str], run: Run | None = None) -> None:
        super().__init__(" ".join(errors), run)
        self.errors = errors


class SecondApproverRequired(Refused):
    code = "SECOND_APPROVER_REQUIRED"


class NothingToUndo(Refused):
    code = "NOTHING_TO_UNDO"


class CreditsShort(Refused):
    """It may cost more credits than the workspace has left; `shortfall` is how many are missing."""

    code = "CREDITS_SHORT"

    def __init__(self, needed: int, available: int, run: Run | None = None) -> None:
        self.needed, self.available, self.shortfall = needed, available, needed - available
        super().__init__(
            f"This may cost {needed} credits and the workspace has {available} left: {self.shortfall} short. "
            "Ask an administrator for a grant, or plan something smaller.",
            run,
        )


class PriceUnknown(Refused):
    """Nobody knows what this costs, and nothing is ever spent at an unknown price."""

    code = "PRICE_UNKNOWN"


class NotReserved(Refused):
    """There is no reservation, or no charge, that this could be taken from; or it is smaller than what is asked of it."""

    code = "NOT_RESERVED"
