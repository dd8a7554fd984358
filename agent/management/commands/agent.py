"""manage.py agent: words become a plan, and an approved plan becomes a change, in a file or on a stored composition."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from agent import actions, wire
from agent.execute import execute, execute_inline
from agent.interpret import interpret
from agent.management import asking, cutting, evaluating
from agent.management.aloud import thinking_aloud
from agent.management.circumstances import context, stored, wishes, with_circumstances, words
from agent.management.telling import proposed
from runs.actions import ApprovalRequired, ConfirmationRequired
from runs.actions import Refused as RunRefused
from runs.models import Run
from runs.plan.normalise import MalformedPlan
from runs.tiers import NotAMember, file_tier
from tools.terminal import (
    Answer,
    Refused,
    Subcommand,
    Terminal,
    asker,
    json_in,
    manifest_in,
    write,
)


def _with_plan(parser: ArgumentParser) -> None:
    parser.add_argument("message", help="what you want, in your own words")
    parser.add_argument(
        "--answer", metavar="N", help="take this choice (its number, or its id) where a question comes back"
    )
    with_circumstances(parser)


def _with_execute(parser: ArgumentParser) -> None:
    parser.add_argument("plan", type=Path, metavar="PLAN.json", help="what `agent plan --json` printed")
    parser.add_argument("--approve", action="store_true", help="you have seen the plan and say yes")
    parser.add_argument("--confirm", action="store_true", help="you say yes to its confirmations too")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep the changed composition in a file")
    with_circumstances(parser)


def plan(o: Namespace) -> Answer:
    """Interpret a message; the JSON is the body of POST /api/agent/plan. `--answer` takes up the question that comes back:
    the same words again, with what was chosen selected (or, where the choices are words, added)."""
    message, wished = words(o.message), {**wishes(o), "listener": thinking_aloud(o)}
    if o.answer is not None:
        question = _planned(o, message, wished)["question"]
        choice = chosen(o.answer, question)
        if question["kind"] == "select_item":
            wished["selected"] = [choice["id"]]
        else:
            message = f"{message} ({choice['label']})"
    told = _planned(o, message, wished)
    return Answer(told, proposed(told))


def _planned(o: Namespace, message: str, wished: dict[str, Any]) -> dict[str, Any]:
    if o.manifest:
        state, tier = manifest_in(o.manifest), file_tier(o.tier or "full")
        return interpret(message, state=state, tier=tier, **wished).proposal.wire()
    composition, tier = stored(o)
    user, workspace = asker(o.user).user, composition.workspace
    return wire.planned(actions.plan(user, workspace, message, composition=composition, tier=tier, **wished))


def chosen(answer: str, question: dict[str, Any] | None) -> dict[str, Any]:
    """The choice that an answer (its number, or its id) names; raises `Refused` when there is none like that."""
    if question is None:
        raise Refused("There is no question to answer: leave --answer out.")
    choices: list[dict[str, Any]] = question["choices"]
    for number, choice in enumerate(choices, 1):
        if answer in (str(number), choice["id"]):
            return choice
    raise Refused(f"--answer is {answer!r}; there are {len(choices)} choices: give the number of one, or its id.")


def run(o: Namespace) -> Answer:
    """Carry an approved plan out; the JSON is the body of POST /api/agent/execute."""
    said: dict[str, Any] = {
        "approved": o.approve, "confirm": o.confirm, "policy": o.policy, "selected": context(o).selected_item_ids
    }  # fmt: skip
    try:
        told = _in_file(o, said) if o.manifest else _on_row(o, said)
    except ApprovalRequired as refusal:
        raise Refused(f"{refusal} Look at the plan, then add --approve.") from None
    except ConfirmationRequired as refusal:
        raise Refused(f"{refusal} If that is meant, add --confirm.") from None
    return Answer(told, _executed(told))


def _in_file(o: Namespace, said: dict[str, Any]) -> dict[str, Any]:
    state = manifest_in(o.manifest)
    told = wire.carried(*execute_inline(_plan_in(o.plan), state, tier=file_tier(o.tier or "full"), **said))
    if o.out:
        write(o.out, told["state"])
    return told


def _on_row(o: Namespace, said: dict[str, Any]) -> dict[str, Any]:
    if o.out:
        raise Refused("--out goes with --manifest; a stored composition is changed where it is.")
    composition, tier = stored(o)
    done = execute(asker(o.user).user, composition, _plan_in(o.plan), tier=tier, **said)
    if done.status != Run.Status.DONE:
        raise Refused(done.verdict or f"The run is {done.status}; see: manage.py runs show {done.pk}")
    return wire.executed(done)


def _plan_in(path: Path) -> dict[str, Any]:
    """The plan in a file: the whole answer of `agent plan`, or its `plan` alone."""
    raw = json_in(path)
    if not isinstance(raw, dict):
        raise Refused(f"{path} holds {type(raw).__name__}, not a plan.")
    inner = raw.get("plan", raw)
    if not isinstance(inner, dict):
        raise Refused(f"“plan” in {path} is {type(inner).__name__}, not an object.")
    return inner


def _executed(told: dict[str, Any]) -> str:
    lines = [f"{step['id']}  {step['tool']}  {step['status']}" for step in told["steps"]]
    at = f" Revision {told['revision']}, run {told['runId']}." if told["runId"] else ""
    return "\n".join([*lines, f"{told['summary']}{at}"])


class Command(Terminal):
    help = "Plan what you say, and carry out what you approve."
    refusals = (MalformedPlan, RunRefused, NotAMember)
    subcommands = {
        "plan": Subcommand("plan what a message asks for; nothing is changed", _with_plan, plan),
        "cut-words": Subcommand("plan to cut words out of what is said", cutting.with_cut, cutting.cut),
        "execute": Subcommand("carry out an approved plan as one atomic edit", _with_execute, run),
        "ask": Subcommand(
            "answer a question about a composition, or about the runs on it", asking.with_ask, asking.ask
        ),
        "speak": Subcommand("plan, told for a voice; nothing is changed", asking.with_speak, asking.speak),
        "replay": Subcommand("make the plan of a run once more, and compare", asking.with_replay, asking.again),
        "eval": Subcommand("score a planner on the cases of the repository", evaluating.with_eval, evaluating.score),
    }
