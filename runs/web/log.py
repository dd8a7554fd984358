"""A run's stored events in words."""

from __future__ import annotations

from runs.models import Event, Run

SAID = {
    "agent_plan": "Plan shown",
    "agent_approved": "Approved",
    "agent_denied": "Rejected",
    "agent_superseded": "Replaced by a newer plan",
    "agent_expired": "Expired",
    "agent_cancelled": "Cancelled",
    "agent_start": "Started",
    "agent_step": "Step",
    "agent_recovery": "Recovered",
    "agent_done": "Done",
    "agent_error": "Failed",
    "agent_undo": "Taken back",
}
TOLD = ("sentence", "verdict", "error", "summary", "reason")


def log_of(run: Run) -> list[dict[str, object]]:
    """The events of a run, oldest first."""
    return [_line(event) for event in run.events.all()]


def _line(event: Event) -> dict[str, object]:
    """An event in words, and as it is stored."""
    data = event.data
    by = f"by {data['by']}" if data.get("by") else ""
    words = next((data[name] for name in TOLD if data.get(name)), by)
    return {"event": event, "said": SAID.get(event.kind, event.kind), "words": words}
