"""A question about a composition or about what was done to it, answered from what is there; nothing can be changed here."""

from __future__ import annotations

from typing import Any

from agent import ask, ask_runs
from agent.providers.base import Scene
from agent.providers.offline.pattern import Reading, match
from agent.providers.offline.sketch import Asked, Impasse, Pass, Sketch
from agent.providers.offline.slots import SLOTS
from agent.providers.offline.speech import request, without_fillers
from agent.providers.offline.tokens import read
from agent.providers.offline.words import CLASSES
from runs.models import RunQuerySet
from runs.plan.model import Shape
from tools.composition import Composition

INTENTS = {"total": "duration", "length": "itemDuration", "track_length": "trackDuration", "rate": "fps"}
"""What an answer is about, where the name of the fact that told it does not say it well."""


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
    intent = _intent(question, scene, found.text)
    return AskedAnswer(ok=True, intent=intent, answer=found.text, data=figures(scene.composition))


def figures(state: Composition) -> dict[str, Any]:
    """The measures of a composition: frames, seconds, frames per second, pixels and counts."""
    return {
        "name": state.name, "frames": state.end, "seconds": round(state.end / float(state.fps), 3),
        "fps": round(float(state.fps), 3), "width": state.width, "height": state.height,
        "tracks": len(state.tracks), "items": len(state.items), "assets": len(state.assets),
    }  # fmt: skip


def _intent(question: str, scene: Scene, answer: str) -> str:
    """What the answer is about: the first fact in the table of questions that tells these very words."""
    assert scene.composition is not None
    sentence = read(question[:1000])
    tokens = tuple(one for one in request(without_fillers(sentence.tokens)) if one.kind != "mark" or one.norm in ",%:")
    reading = Reading(sentence, tokens, CLASSES, SLOTS, Sketch(scene, scene.composition))
    for start in range(min(len(tokens), 6)):
        for pattern, tell in ask.QUESTIONS:
            if any(_told(tell, reading, found) == answer for _, found in match(pattern, reading.on(tokens[start:]))):
                return _camel(INTENTS.get(tell.__name__, tell.__name__))
    return "composition"


def _told(tell: ask.Tell, reading: Reading, found: Any) -> str | None:
    try:
        return tell(reading.sight, found)
    except (Asked, Pass, Impasse):
        return None


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
