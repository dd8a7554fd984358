"""manage.py agent: words become a plan, and an approved plan becomes a change, in a file or on a stored composition."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agent import actions, wire
from agent.execute import execute, execute_inline
from agent.interpret import MAX_MESSAGE, interpret
from runs.actions import ApprovalRequired, ConfirmationRequired
from runs.actions import Refused as RunRefused
from runs.models import Run
from runs.plan.normalise import MalformedPlan
from runs.plan.policy import Tier
from runs.tiers import NotAMember, file_tier, tier_of
from tools.models import Composition
from tools.terminal import (
    Answer,
    Refused,
    Subcommand,
    Terminal,
    asker,
    json_in,
    manifest_in,
    with_composition,
    write,
)


def _with_plan(parser: ArgumentParser) -> None:
    parser.add_argument("message", help="what you want, in your own words")
    _with_circumstances(parser)


def _with_execute(parser: ArgumentParser) -> None:
    parser.add_argument("plan", type=Path, metavar="PLAN.json", help="what `agent plan --json` printed")
    parser.add_argument("--approve", action="store_true", help="you have seen the plan and say yes")
    parser.add_argument("--confirm", action="store_true", help="you say yes to its confirmations too")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep the changed composition in a file")
    _with_circumstances(parser)


def _with_circumstances(parser: ArgumentParser) -> None:
    with_composition(parser)
    parser.add_argument(
        "--context", type=Path, metavar="FILE", help='JSON: {"selectedItemIds": […], "playhead": frame}'
    )
    parser.add_argument("--tier", choices=["full", "editor", "readonly"], help="a lower tier than your own")
    parser.add_argument("--policy", choices=["auto", "guided", "manual"], help="which steps want an approval")


def plan(o: Namespace) -> Answer:
    """Interpret a message; the JSON is the body of POST /api/agent/plan."""
    message, seen = o.message.strip(), _context(o)
    if not 0 < len(message) <= MAX_MESSAGE:
        raise Refused(f"The message has {len(message)} characters; send 1 to {MAX_MESSAGE}.")
    wishes: dict[str, Any] = {"selected": seen.selected_item_ids, "playhead": seen.playhead, "policy": o.policy}
    if o.manifest:
        told = interpret(
            message, state=manifest_in(o.manifest), tier=file_tier(o.tier or "full"), **wishes
        ).proposal.wire()
    else:
        composition, tier = _stored(o)
        user = asker(o.user).user
        told = wire.planned(
            actions.plan(user, composition.workspace, message, composition=composition, tier=tier, **wishes)
        )
    return Answer(told, _proposal(told))


def run(o: Namespace) -> Answer:
    """Carry an approved plan out; the JSON is the body of POST /api/agent/execute."""
    wishes: dict[str, Any] = {
        "approved": o.approve, "confirm": o.confirm, "policy": o.policy, "selected": _context(o).selected_item_ids
    }  # fmt: skip
    try:
        told = _in_file(o, wishes) if o.manifest else _on_row(o, wishes)
    except ApprovalRequired as refusal:
        raise Refused(f"{refusal} Look at the plan, then add --approve.") from None
    except ConfirmationRequired as refusal:
        raise Refused(f"{refusal} If that is meant, add --confirm.") from None
    return Answer(told, _executed(told))


def _in_file(o: Namespace, wishes: dict[str, Any]) -> dict[str, Any]:
    state = manifest_in(o.manifest)
    told = wire.carried(*execute_inline(_plan_in(o.plan), state, tier=file_tier(o.tier or "full"), **wishes))
    if o.out:
        write(o.out, told["state"])
    return told


def _on_row(o: Namespace, wishes: dict[str, Any]) -> dict[str, Any]:
    if o.out:
        raise Refused("--out goes with --manifest; a stored composition is changed where it is.")
    composition, tier = _stored(o)
    done = execute(asker(o.user).user, composition, _plan_in(o.plan), tier=tier, **wishes)
    if done.status != Run.Status.DONE:
        raise Refused(done.verdict or f"The run is {done.status}; see: manage.py runs show {done.pk}")
    return wire.executed(done)


def _stored(o: Namespace) -> tuple[Composition, Tier]:
    caller = asker(o.user)
    composition = caller.row(Composition, o.composition)
    return composition, tier_of(caller.user, composition.workspace, o.tier)


def _context(o: Namespace) -> wire.Context:
    if o.context is None:
        return wire.Context()
    try:
        return wire.Context.model_validate(json_in(o.context))
    except ValidationError as error:
        fault = error.errors()[0]
        field = ".".join(str(part) for part in fault["loc"]) or "it"
        raise Refused(f"{o.context}: “{field}”: {fault['msg']}.") from None


def _plan_in(path: Path) -> dict[str, Any]:
    """The plan in a file: the whole answer of `agent plan`, or its `plan` alone."""
    raw = json_in(path)
    if not isinstance(raw, dict):
        raise Refused(f"{path} holds {type(raw).__name__}, not a plan.")
    inner = raw.get("plan", raw)
    if not isinstance(inner, dict):
        raise Refused(f"“plan” in {path} is {type(inner).__name__}, not an object.")
    return inner


def _proposal(told: dict[str, Any]) -> str:
    if told["question"]:
        choices = [f"  {choice['id']}: {choice['label']}" for choice in told["question"]["choices"]]
        return "\n".join([told["question"]["question"], *choices])
    if not told["plan"]["steps"]:
        return str(told["answer"] or " ".join(told["errors"]))
    lines = [f"{step['id']}  {step['tool']}  {step['sentence']}".rstrip() for step in told["plan"]["steps"]]
    if told["preview"]:
        cost = told["preview"]["cost"]
        price = f"Costs {cost['low']} to {cost['high']} credits." if cost["high"] else "Costs nothing."
        lines += ["", told["preview"]["summary"], price]
    lines += [f"Wants an approval: {gate}." for gate in told["gates"]]
    lines += [f"Wants a confirmation: {one['message']}" for one in told["confirmations"]]
    lines += [f"Not fit to run: {error}" for error in told["errors"]]
    return "\n".join([*lines, *([f"On record as run {told['runId']}."] if told.get("runId") else [])])


def _executed(told: dict[str, Any]) -> str:
    lines = [f"{step['id']}  {step['tool']}  {step['status']}" for step in told["steps"]]
    at = f" Revision {told['revision']}, run {told['runId']}." if told["runId"] else ""
    return "\n".join([*lines, f"{told['summary']}{at}"])


class Command(Terminal):
    help = "Plan what you say, and carry out what you approve."
    refusals = (MalformedPlan, RunRefused, NotAMember)
    subcommands = {
        "plan": Subcommand("plan what a message asks for; nothing is changed", _with_plan, plan),
        "execute": Subcommand("carry out an approved plan as one atomic edit", _with_execute, run),
    }
