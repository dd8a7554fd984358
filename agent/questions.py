"""A question about a composition or about what was done to it, answered from what is there; nothing can be changed here."""

from __future__ import annotations

from typing import Any

from agent import ask, ask_runs
from agent.providers.base import Scene
from runs.models import RunQuerySet
from runs.plan.model import Shape
from tools.composition import Composition


class AskedAnswer(Shape):
    """`ok` with an answer, what it is about and the figures behind it; or not, and why: then a planner may take over."""

    ok: bool
    intent: str | None = None
    answer: str | None = None
    data: dict[str, Any] | None = None
    reason: str | None = None

    def wire(self) -> dict[str, Any]:
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


def asked(question: str, scene: Scene, runs: RunQuerySet | None = None) -> AskedAnswer:
    """Answer a question about the scene's composition, or about the runs on it where there are any on record."""
    if runs is not None and (told := ask_runs.answer(question, runs)):
        return AskedAnswer(ok=True, intent=told.intent, answer=told.answer, data=told.data)
    found = ask.answer(question, scene)
    if not found.ok or scene.composition is None:
        return AskedAnswer(ok=False, reason=found.reason)
    return AskedAnswer(ok=True, intent=found.intent, answer=found.text, data=figures(scene.composition))


def figures(state: Composition) -> dict[str, Any]:
    """The measures of a composition: frames, seconds, frames per second, pixels and counts."""
    return {
        "name": state.name, "frames": state.end, "seconds": round(state.end / float(state.fps), 3),
        "fps": round(float(state.fps), 3), "width": state.width, "height": state.height,
        "tracks": len(state.tracks), "items": len(state.items), "assets": len(state.assets),
    }  # fmt: skip
