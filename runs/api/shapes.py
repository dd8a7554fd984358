"""What the routes of runs take and answer, beside the records of `runs.answers`."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from pydantic import Field, StrictBool, StrictInt, StrictStr

from runs.answers import EventRecord, ProgressRecord, RunLine
from runs.cards import Card
from runs.plan.model import Shape
from runs.statement import AccountLine, EntryLine
from tools.api.reading import Body

MOST_LISTED = 200
Number = Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]


class RunsAsked(Body):
    composition_id: str | None = None
    limit: int = Field(50, ge=1, description="At most 200; a larger number is 200.")


class EventsAsked(Body):
    after: int = Field(0, ge=0, le=2**31 - 1, description="The last sequence that you have seen.")
    limit: int = Field(500, ge=1, le=1000)
    stream: bool | None = Field(None, description="true: an event stream, as with `Accept: text/event-stream`.")


class AllEventsAsked(Body):
    after: str = Field(
        "0",
        description="The `last` or the id that you have; `0` for the beginning, `now` for what happens from now on.",
    )
    limit: int = Field(500, ge=1, le=1000)
    stream: bool | None = Field(None, description="false: one page as JSON, as with `Accept: application/json`.")


class CreditsAsked(Body):
    workspace_id: str | None = Field(None, description="One workspace; all of yours when absent.")
    limit: int = Field(50, ge=1, le=200)
    before: int | None = Field(None, ge=1, le=2**63 - 1, description="The `next` of the page before.")


class Credits(Shape):
    """`next` asks for the older entries; null when there are none."""

    accounts: list[AccountLine]
    entries: list[EntryLine]
    next: int | None


class RunList(Shape):
    """`credits` is the sum over all runs that were asked for, not only those of this page."""

    runs: list[RunLine]
    credits: int


class EventList(Shape):
    """`last` is the newest sequence of this page: ask for what is after it. `progress` is how far the step under way is."""

    events: list[EventRecord]
    progress: list[ProgressRecord]
    last: int
    status: str


class AllEvents(Shape):
    """Events of all runs of a composition. `last` asks for what is after this page; keep it as it is. `progress` is how far
    the steps under way are."""

    events: list[EventRecord]
    progress: list[ProgressRecord]
    last: str


class Decision(Body):
    """The card that was looked at; a card that is no longer in force answers 409 with the one that is."""

    version: Number
    digest: StrictStr
    base_revision: Number | None = None

    @property
    def card(self) -> Card:
        return Card(self.version, self.digest, self.base_revision)


class ApprovalGiven(Decision):
    confirm: StrictBool = False


class TakenBack(Shape):
    """The run, and the revision that an undo made."""

    run_id: UUID
    revision: int | None
    summary: str
