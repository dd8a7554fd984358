"""record(): one row, one broadcast after commit; and the chain of hashes that shows when a row was changed."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from runs.models import Event, Run
from runs.plan.model import Plan

EventKind = Literal[
    "agent_plan", "agent_approved", "agent_denied", "agent_superseded", "agent_expired", "agent_cancelled",
    "agent_start", "agent_step", "agent_recovery", "agent_done", "agent_error", "agent_undo",
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
    transaction.on_commit(lambda: wake(run.workspace_id, run.pk, run.composition_id, sequence))


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


# The server's event loop, once there is one: a thread that works beside it hands its wake-ups over, which is some
# hundred times faster than giving each its own loop. The terminal has none and needs none.
_server_loop: list[asyncio.AbstractEventLoop] = []


def serve_on(loop: asyncio.AbstractEventLoop) -> None:
    """Remember the loop that consumers run on; they call this when they connect."""
    _server_loop[:] = [loop]


def wake(workspace: UUID, run: UUID, composition: UUID | None, sequence: int) -> None:
    """Tell the watchers that there is something to read. Only a hint: the rows are the truth, and a lost hint is no loss."""
    layer = get_channel_layer()
    if layer is None:
        return
    message = {"type": "run.moved", "run": str(run), "composition": str(composition or ""), "sequence": sequence}
    sending = layer.group_send(group_of(workspace), message)
    if _server_loop and _server_loop[0].is_running():
        asyncio.run_coroutine_threadsafe(sending, _server_loop[0])
    else:
        async_to_sync(_finish)(sending)


async def _finish(sending: Any) -> None:
    await sending


def group_of(workspace: UUID) -> str:
    """The channel group of a workspace."""
    return f"workspace.{workspace}"
