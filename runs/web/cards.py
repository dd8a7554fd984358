"""What a card shows of a run: facts of the server, in words a person can decide on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cache, cached_property, partial
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max, Prefetch
from django.utils import timezone

from runs import ledger
from runs.headway import Headway
from runs.models import Approval, Event, Run, RunQuerySet, Step
from runs.plan.expand import FIRST
from runs.progress import Line, Outcome, Progress, lines_of
from runs.tiers import tier_of_run
from runs.web.pictures import Comparison, comparison
from tools import history
from tools.access import allowed_to

HEADLINES = {
    "proposed": "Waiting for your approval",
    "approved": "Approved, about to start",
    "running": "Running",
    "done": "Done",
    "stopping": "Stopping at the next safe place",
    "paused": "Paused",
    "failed": "Failed, nothing was changed",
    "denied": "Rejected, nothing was changed",
    "expired": "Expired before anybody decided",
    "superseded": "Replaced by a newer plan",
    "cancelled": "Cancelled, nothing was changed",
    "undone": "Done, and taken back",
    "invalid": "Cannot be carried out",
}
PART_OF_THE_WAY = {"failed": "Failed part of the way", "cancelled": "Cancelled part of the way"}
ENDED = ("done", "failed", "cancelled")
FLAGS = {
    "prompt_injection": "words that try to talk the planner into something",
    "credential_probe": "words that ask for secrets",
    "secret_redacted": "a secret, which was taken out before anything read it",
}


class Shared:
    """What the cards of one page have in common, each read once: what the viewer may do, and which changes stand."""

    def __init__(self, viewer: User) -> None:
        self.classes = cache(partial(allowed_to, viewer))
        self.standing = cache(history.standing)


class Card:
    """The card in force of a run, read once when it is shown."""

    def __init__(self, run: Run, viewer: User, shared: Shared | None = None) -> None:
        self.run, self.viewer, self.shared = run, viewer, shared or Shared(viewer)
        self.facts: dict[str, Any] = run.preview
        self.plan: dict[str, Any] = run.plan
        self.price = price_of((self.facts.get("preview") or {}).get("cost") or {})

    @cached_property
    def approval(self) -> Any:
        return next((one for one in self.run.approvals.all() if one.version == self.run.version), None)

    @cached_property
    def steps(self) -> list[Step]:
        return list(self.run.steps.all())

    @cached_property
    def sequence(self) -> int:
        """The number of the run's newest event."""
        return self.run.events.order_by("-sequence").values_list("sequence", flat=True).first() or 0

    @property
    def stamp(self) -> str:
        """Equal stamps are equal cards: a page swaps a card only for one with another stamp."""
        waits = f".{self.progress.missing}" if self.state == "paused" else ""
        return f"{self.run.version}.{self.sequence}.{self.state}{waits}"

    @cached_property
    def headway(self) -> Headway | None:
        """How far the step under way is, where its hand has said so."""
        rows = self.steps if self.run.status == Run.Status.RUNNING else []
        return next((far for row in rows if (far := Headway.at(row))), None)

    @property
    def far(self) -> str:
        """The same in words: what changes much more often than the card around it."""
        return self.headway.words if self.headway else ""

    @cached_property
    def state(self) -> str:
        """The status, with what time, a person and later changes have made of it: expired, stopping, undone, invalid."""
        run = self.run
        if run.status == Run.Status.RUNNING and run.cancel_asked_at:
            return "stopping"
        if run.status == Run.Status.PROPOSED and self.approval and self.approval.expires_at <= timezone.now():
            return "expired"
        if run.status == Run.Status.PROPOSED and not self.facts.get("valid"):
            return "invalid"
        return "undone" if run.status == Run.Status.DONE and self.taken_back else run.status

    @cached_property
    def taken_back(self) -> bool:
        run = self.run
        return bool(
            run.composition
            and run.result_revision
            and not self.shared.standing(run.composition).get(run.result_revision)
        )

    @property
    def headline(self) -> str:
        if self.state in PART_OF_THE_WAY and self.progress.some:
            return PART_OF_THE_WAY[self.state]
        return HEADLINES[self.state]

    @property
    def open(self) -> bool:
        return self.state in ("proposed", "invalid")

    @property
    def active(self) -> bool:
        """Somebody is on it, or about to be."""
        return self.state in ("approved", "running", "stopping")

    @property
    def under_way(self) -> bool:
        """It can still be cancelled."""
        return self.active or self.state == "paused"

    @property
    def tells_status(self) -> bool:
        """Whether each step says in a word how it stands."""
        return self.under_way or self.state in PART_OF_THE_WAY

    @property
    def can_undo(self) -> bool:
        return self.state in ENDED and self.run.result_revision is not None and not self.taken_back

    @property
    def can_plan_again(self) -> bool:
        """What failed or was stopped can be asked for once more, in the same words; so can what waited for an answer."""
        ended = self.state in PART_OF_THE_WAY or (self.state == "done" and FIRST in self._warnings)
        return ended and bool(self.run.composition_id and self.run.message)

    @property
    def warnings(self) -> list[str]:
        """What to know of it; what to do first, only while that is to be done."""
        return [one for one in self._warnings if one != FIRST or self.state != "done"]

    @property
    def _warnings(self) -> list[str]:
        return list((self.facts.get("preview") or {}).get("warnings") or [])

    @cached_property
    def progress(self) -> Progress:
        return Progress(self.run, self.lines, self.ceiling)

    @cached_property
    def needs_another(self) -> bool:
        """In this tier somebody other than the author must approve."""
        return self.viewer == self.run.author and tier_of_run(self.run).second_approver

    @cached_property
    def may_decide(self) -> bool:
        """Whoever decides on a plan has a tier that could run it; the action checks it again."""
        return {step.step_class for step in self.steps} <= self.shared.classes(self.run.workspace)

    @property
    def can_approve(self) -> bool:
        return self.state == "proposed" and self.may_decide and not self.needs_another

    @cached_property
    def ceiling(self) -> int:
        """The most that the plan may cost, in credits, as the card says."""
        return int(((self.facts.get("preview") or {}).get("cost") or {}).get("high") or 0)

    @cached_property
    def balance(self) -> int | None:
        """What the workspace has left; None for a plan that costs nothing, which touches no account."""
        return ledger.available(self.run.workspace) if self.ceiling else None

    @property
    def short(self) -> int:
        """How many credits are missing for an open plan."""
        return max(0, self.ceiling - (self.balance or 0)) if self.state == "proposed" else 0

    @property
    def charge(self) -> str:
        """What it would cost, of what there is, or has cost; nothing for what never ran."""
        if self.under_way:
            return "" if self.ceiling else self.price  # the meter tells it
        if self.open:
            comma = "," if "," in self.price else ""
            return self.price if self.balance is None else f"{self.price}{comma} of {self.balance}"
        spent = self.run.credits
        return price_of({"low": spent, "high": spent}) if spent or self.state in ("done", "undone") else ""

    @property
    def expires_at(self) -> datetime | None:
        return self.approval.expires_at if self.approval else None

    @property
    def told(self) -> str:
        """What came of it, or what would: nothing where a step or the headline says it already."""
        if not self.open:
            return "" if self.state in ("denied", "superseded", "expired", "failed") else self.run.verdict
        shown = self.facts.get("preview") or {}
        alone = len(self.lines) == 1 and self.lines[0].sentence == shown.get("summary")
        return str(shown.get("summary", "")) if shown.get("ok") and not alone else ""

    @property
    def words(self) -> str:
        """What the planner says of an open plan, unless the server says the same."""
        summary = str(self.plan.get("summary") or "")
        return summary if self.open and summary != (self.facts.get("preview") or {}).get("summary") else ""

    @property
    def reopened(self) -> str:
        """Why this card took the place of an older one; nothing for a first card."""
        if self.run.version == 1 or not self.open:
            return ""
        shown = self.run.events.filter(kind="agent_plan").order_by("-sequence").first()
        return str(shown.data.get("reason") or "") if shown else ""

    @property
    def flags(self) -> str:
        return flags_of((self.facts.get("safety") or {}).get("flags") or [])

    @cached_property
    def lines(self) -> list[Line]:
        reasons = {step["id"]: step.get("rationale", "") for step in self.plan.get("steps", [])}
        return lines_of(self.run, self.steps, reasons)

    @property
    def rendered(self) -> list[Outcome]:
        """The files that it has rendered, to be downloaded."""
        return [line.outcome for line in self.lines if line.outcome and line.outcome.render]

    @property
    def touched(self) -> str:
        """What an open plan does to items that are there now, for the timeline: `clip-d:removed clip-a:changed`."""
        items = ((self.facts.get("preview") or {}).get("diff") or {}).get("items") or {}
        marks = [f"{item['id']}:removed" for item in items.get("removed", [])]
        marks += [f"{id}:changed" for id in items.get("changed", {})]
        return " ".join(marks) if self.open else ""

    @cached_property
    def pictures(self) -> Comparison | None:
        """Before and after; None for a plan that leaves the composition as it is."""
        found = comparison(self.run)
        return found if found and found.differs else None


def deck(runs: RunQuerySet, viewer: User) -> list[Card]:
    """The cards of many runs, in as many queries as those of a few."""
    decided = Prefetch("approvals", Approval.objects.select_related("decided_by"))
    rows = list(runs.select_related("composition", "author", "workspace").prefetch_related("steps", decided))
    newest = dict(Event.objects.filter(run__in=rows).order_by().values_list("run").annotate(Max("sequence")))
    shared = Shared(viewer)
    cards = [Card(run, viewer, shared) for run in rows]
    for card in cards:
        card.sequence = newest.get(card.run.pk, 0)
    return cards


def flags_of(flags: Iterable[str]) -> str:
    """What looked suspicious in a request, as a person reads it."""
    return "; ".join(FLAGS.get(flag, flag) for flag in flags)


def price_of(cost: dict[str, Any]) -> str:
    """A price in credits: “Free”, “4 credits”, “40 to 320 credits, most likely 160”."""
    low, expected, high = (int(cost.get(name) or 0) for name in ("low", "expected", "high"))
    if not high:
        return "Free"
    if low == high:
        return "1 credit" if high == 1 else f"{high} credits"
    return f"{low} to {high} credits, most likely {expected}"
