"""record(): one row, one wake-up after commit; and the chain of hashes that shows when a row was changed."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from django.conf import settings
from django.utils import timezone

from runs.models import Event, Run
from runs.plan.model import Plan
from tools.wakeups import wake_on_commit

EventKind = Literal[
    "agent_plan", "agent_approved", "agent_denied", "agent_superseded", "agent_expired", "agent_cancelling",
    "agent_cancelled", "agent_start", "agent_step", "agent_recovery", "agent_done", "agent_error", "agent_undo",
]  # fmt: skip


Happening = tuple[EventKind, dict[str, Any]]


def record(run: Run, kind: EventKind, **data: Any) -> None:
    """Append one event to a run's log: see `record_all`."""
    record_all(run, [(kind, data)])


def record_all(run: Run, happenings: Sequence[Happening]) -> None:
    """Append events to a run's log, inside the caller's transaction, and wake the watchers once that commits.

    Numbers go on from the newest; two writers at once meet the unique constraint, so callers hold the run's row or make
    a conditional move first.
    """
    last = run.events.order_by("-sequence").values_list("sequence", "hash").first()
    sequence, previous = last or (0, "")
    moment, events = timezone.now(), list[Event]()
    for kind, data in happenings:
        sequence += 1
        event = Event(run=run, sequence=sequence, kind=kind, data=data, created_at=moment)
        previous = event.hash = hash_of(event, previous)
        events.append(event)
    run.events.bulk_create(events)
    wake_on_commit(run.workspace_id)


def hash_of(event: Event, previous: str) -> str:
    """HMAC-SHA256 over the event and the hash before it: a row that is edited, moved or removed breaks the chain."""
    told = [str(event.run_id), event.sequence, event.kind, event.data, event.created_at.isoformat(), previous]
    body = json.dumps(told, sort_keys=True, separators=(",", ":")).encode()
    return hmac.new(settings.SECRET_KEY.encode(), body, hashlib.sha256).hexdigest()


def faults(run: Run) -> Iterator[str]:
    """What is wrong with a run's record, one sentence a fault; nothing when it is as it was written."""
    previous, expected, shown = "", 1, None
    kinds = []
    for event in run.events.order_by("sequence"):
        if event.sequence != expected:
            yield f"event {expected} is missing"
        if not hmac.compare_digest(event.hash, hash_of(event, previous)):
            yield f"event {event.sequence} ({event.kind}) was changed"
        previous, expected = event.hash, event.sequence + 1
        kinds.append(event.kind)
        if event.kind == "agent_plan":
            shown = event.data.get("digest")
    if not kinds:
        yield "the log is empty"
    elif not shown == run.digest == Plan.model_validate(run.plan).digest:
        yield "the plan is not the one that was put on record last"
    ends = {"done": "agent_done", "failed": "agent_error", "denied": "agent_denied"}
    if run.status in ends and ends[run.status] not in kinds:
        yield f"the run says {run.status} and its log does not"
