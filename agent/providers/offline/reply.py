"""What is said back: one honest sentence for a plan, a refusal, a question, or for not having understood."""

from __future__ import annotations

from typing import Any

from tools.composition import diff, summarise

from .sketch import Sketch

NOTHING_OPEN = "Nothing is open: open a composition first, then say what should change."
TOO_MUCH = (
    "That is more than I can read in one go, so nothing is planned. Say it in fewer words, one or two wishes at a time."
)
NOTHING_CHANGED = "Nothing is changed."
EXAMPLES = "I can for example “delete the last clip” or “add a title that says Hello at 5s”."
GREETING = f"Hello! Tell me what should change in this composition. {EXAMPLES}"
UNDO = "Undo is a command of its own: use the Undo button beside the history (or `runs undo`). Nothing is planned here."
CALLED_OFF = "All right: nothing is planned and nothing is changed."
INJECTION = "I only plan changes to this composition, and every plan waits for your approval. Nothing is planned for this message."
SUPPOSED = "That is a question, so nothing is changed. Say it as a request, for example “make it vertical”, and I will plan it and show a preview."
UNKNOWN_ANSWER = f"I cannot answer that from this composition, and a question changes nothing. {EXAMPLES}"
FORBADE = "Understood: nothing is changed."


def lost(words: str) -> str:
    """For words that mean nothing to the grammar."""
    return f"I did not understand {_quoted(words)}, so nothing is planned. {EXAMPLES}"


def unmet(words: str) -> str:
    """For a condition that nobody here can decide."""
    return f"I cannot check the condition {_quoted(words)}, so nothing is planned. Say it without the condition when it is met."


def untrue(words: str) -> str:
    """For a condition that the composition does not meet."""
    return f"It is not so that {_quoted(words)}, so nothing is planned for it."


def _quoted(words: str) -> str:
    return f"“{words}”" if len(words) <= 80 else f"“{words[:77]}…”"


def planned(sketch: Sketch, refusals: list[str], left_out: list[str]) -> str:
    """The plan in one sentence, and plainly what is not in it."""
    before, after = sketch.scene.composition, sketch.state
    said = [SPOKEN[step.tool](step.arguments) for step in sketch.steps if step.tool in MAKING]
    if before is not None and any(step.tool not in SPOKEN for step in sketch.steps):
        seen = {part: found for part, found in diff(before, after).items() if part != "assets" or not said}
        said.append(summarise(seen, before, after))
    said += [
        SPOKEN[step.tool](step.arguments) for step in sketch.steps if step.tool in SPOKEN and step.tool not in MAKING
    ]
    said += sketch.notes
    said += [f"Not planned: {refusal}" for refusal in refusals]
    if left_out:
        said.append("I left out " + ", ".join(map(_quoted, left_out)) + ": I did not understand that.")
    return " ".join(said)


def _scope(arguments: dict[str, Any]) -> str:
    count = len(arguments.get("ids") or ())
    return f" in {count} item{'s' if count != 1 else ''}" if count else ""


SPOKEN: dict[str, Any] = {
    "cut.silences": lambda a: f"Cuts the silences{_scope(a)}.",
    "cut.words": lambda a: f"Cuts “{a['say']}” out of what is said.",
    "add.captions": lambda a: f"Adds captions from what is spoken{_scope(a)}.",
    "detect.scenes": lambda a: f"{'Splits' if a['make'] == 'splits' else 'Marks'} where the scene changes{_scope(a)}.",
    "auto.reframe": lambda a: f"Reframes to {a['aspect']}, following the subject.",
    "create.short": lambda a: f"Makes {a['count']} short{'s' if a['count'] != 1 else ''} in {a['aspect']}.",
    "upscale": lambda a: f"Upscales{_scope(a)} by {a['factor']}.",
    "publish": lambda a: f"Publishes to {a['platform']}.",
    "render": lambda a: f"Renders the composition as {a['format'].upper()}.",
    "generate.image": lambda a: f"Generates an image: {a['prompt']}.",
    "generate.music": lambda a: f"Generates music: {a['prompt']}.",
    "generate.voice": lambda a: f"Generates a voice that says “{a['text']}”.",
    "director": lambda a: f"Directs a film of {a['shots']} shots: {a['brief']}.",
    "recipe": lambda a: f"Runs the recipe “{a['name']}”.",
    "transcribe_video": lambda a: "Transcribes what is spoken.",
}
# What comes before the edits, which place it.
MAKING = ("generate.image", "generate.music", "generate.voice")
