"""Events and steps in words, the same behind every door."""

from __future__ import annotations

from typing import Any

STEP = {
    "pending": "waiting", "running": "under way", "done": "done", "failed": "failed", "skipped": "not done"
}  # fmt: skip
SAID = {
    "agent_plan": "Plan shown",
    "agent_approved": "Approved",
    "agent_denied": "Rejected",
    "agent_superseded": "Replaced by a newer plan",
    "agent_expired": "Expired",
    "agent_cancelling": "Asked to stop",
    "agent_cancelled": "Cancelled",
    "agent_start": "Started",
    "agent_step": "Step",
    "agent_recovery": "Recovery",
    "agent_done": "Done",
    "agent_error": "Failed",
    "agent_undo": "Taken back",
}
RECOVERED = {"retry": "Tries again", "pause": "Paused", "resume": "Goes on"}
TOLD = ("error", "sentence", "verdict", "summary", "reason")


def how_far(done: int, of: int, unit: str) -> str:
    """How far a step under way is: “Rendering 120 of 300 frames”."""
    match unit:
        case "bytes":
            return f"Sending {done / 1e6:.1f} of {of / 1e6:.1f} MB"
        case "seconds":
            return f"At {_clock(done)} of {_clock(of)}"
    return f"Rendering {done:,} of {of:,} frames" if of else f"Rendering frame {done:,}"


def _clock(seconds: int) -> str:
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def words_of(kind: str, data: dict[str, Any]) -> tuple[str, str]:
    """An event as a person reads it: what it is, and what there is to say of it."""
    by = f"by {data['by']}" if data.get("by") else ""
    words = next((str(data[name]) for name in TOLD if data.get(name)), by)
    match kind, data:
        case "agent_step", {"index": index, "total": total, "status": status}:
            return f"Step {index} of {total}: {STEP.get(status, status)}", words
        case "agent_recovery", {"action": str(action)}:
            return RECOVERED.get(action, action), words
    return SAID.get(kind, kind), words
