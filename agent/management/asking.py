"""What changes nothing at the terminal: a question and its answer, a plan and how a voice tells it, a plan made again."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from agent.interpret import interpret
from agent.management.circumstances import context, stored, wishes, with_circumstances, with_scene, words
from agent.providers.base import Scene
from agent.questions import asked
from agent.replay import NoTrace, Replayed, replay
from agent.voice import Spoken, plan_creative_edit, told
from runs.models import Run
from runs.tiers import file_tier
from tools import store
from tools.beside import beside
from tools.terminal import Answer, Refused, asker, manifest_in, with_user


def with_ask(parser: ArgumentParser) -> None:
    parser.add_argument("question", help="what you would like to know")
    with_scene(parser)


def with_speak(parser: ArgumentParser) -> None:
    parser.add_argument("message", help="what was said")
    with_circumstances(parser)


def with_replay(parser: ArgumentParser) -> None:
    parser.add_argument("run", metavar="ID", help="the run whose plan is made again")
    with_user(parser)


def again(o: Namespace) -> Answer:
    """Plan a run's words once more on the same revision, and compare; exit code 1 when another plan came of it."""
    try:
        made = replay(asker(o.user).row(Run, o.run))
    except NoTrace as refusal:
        raise Refused(str(refusal)) from None
    return Answer(made.wire(), _compared(made), failed=not made.same_plan)


def _compared(made: Replayed) -> str:
    same = {"inputs": made.same_inputs, "prompt": made.same_prompt, "plan": made.same_plan}
    lines = [f"{what:8}{'the same' if so else 'not the same'}" for what, so in same.items()]
    if not made.same_plan:
        lines += ["", f"before  {', '.join(made.before)}", f"now     {', '.join(made.now) or 'nothing'}"]
    return "\n".join(lines)


def ask(o: Namespace) -> Answer:
    """Answer a question; the JSON is the body of POST /api/agent/ask. Exit code 1 when it is none that can be answered."""
    question, seen = words(o.question), context(o)
    row = None if o.manifest else stored(o)[0]
    state = manifest_in(o.manifest) if row is None else store.read(row)
    workspace = row.workspace_id if row else None
    selected, files = tuple(seen.selected_item_ids), beside(workspace, state)
    scene = Scene(state, selected, seen.playhead, workspace=workspace, beside=files)
    answer = asked(question, scene, row.runs.all() if row else None)
    text = answer.answer or f"No answer to that here ({answer.reason}). Plan it instead: manage.py agent plan."
    return Answer(answer.wire(), text, failed=not answer.ok)


def speak(o: Namespace) -> Answer:
    """Plan and tell it; the JSON is the body of POST /api/agent/speak."""
    message, wished = words(o.message), wishes(o)
    said = _in_file(o, message, wished) if o.manifest else _on_row(o, message, wished)
    return Answer(said.wire(), said.summary)


def _in_file(o: Namespace, message: str, wished: dict[str, Any]) -> Spoken:
    state = manifest_in(o.manifest)
    return told(interpret(message, state=state, tier=file_tier(o.tier or "full"), **wished).proposal, state)


def _on_row(o: Namespace, message: str, wished: dict[str, Any]) -> Spoken:
    composition, tier = stored(o)
    user = asker(o.user).user
    return plan_creative_edit(user, composition.workspace, message, composition=composition, tier=tier, **wished)
