"""A run's stored events in words."""

from __future__ import annotations

from runs.models import Event, Run
from runs.wording import words_of


def log_of(run: Run) -> list[dict[str, object]]:
    """The events of a run, oldest first."""
    return [_line(event) for event in run.events.all()]


def _line(event: Event) -> dict[str, object]:
    """An event in words, and as it is stored."""
    said, words = words_of(event.kind, event.data)
    return {"event": event, "said": said, "words": words}
