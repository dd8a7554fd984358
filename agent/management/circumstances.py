"""What the subcommands of `manage.py agent` have in common: on what they act, as whom, and what the person sees."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agent.interpret import MAX_MESSAGE
from agent.wire import Context
from runs.plan.policy import Tier
from runs.tiers import tier_of
from tools.models import Composition
from tools.terminal import Refused, asker, json_in, with_composition


def with_scene(parser: ArgumentParser) -> None:
    """Declare the composition and what the person has in front of them."""
    with_composition(parser)
    parser.add_argument(
        "--context", type=Path, metavar="FILE", help='JSON: {"selectedItemIds": […], "playhead": frame}'
    )


def with_circumstances(parser: ArgumentParser) -> None:
    """Declare the scene, a lower tier and the policy."""
    with_scene(parser)
    parser.add_argument("--tier", choices=["full", "editor", "readonly"], help="a lower tier than your own")
    parser.add_argument("--policy", choices=["auto", "guided", "manual"], help="which steps want an approval")


def words(said: str) -> str:
    """What was said, if it can be a message."""
    said = said.strip()
    if not 0 < len(said) <= MAX_MESSAGE:
        raise Refused(f"The message has {len(said)} characters; send 1 to {MAX_MESSAGE}.")
    if any("\ud800" <= letter <= "\udfff" for letter in said):
        raise Refused("The message is not written in the terminal's own encoding. Type it anew, or set PYTHONUTF8=1.")
    return said


def stored(o: Namespace) -> tuple[Composition, Tier]:
    """The stored composition, and the tier that the caller has there."""
    caller = asker(o.user)
    composition = caller.row(Composition, o.composition)
    return composition, tier_of(caller.user, composition.workspace, getattr(o, "tier", None))


def context(o: Namespace) -> Context:
    """What the person has in front of them; raises `Refused` naming the field that is wrong."""
    if o.context is None:
        return Context()
    try:
        return Context.model_validate(json_in(o.context))
    except ValidationError as error:
        fault = error.errors()[0]
        field = ".".join(str(part) for part in fault["loc"]) or "it"
        raise Refused(f"{o.context}: “{field}”: {fault['msg']}.") from None


def wishes(o: Namespace) -> dict[str, Any]:
    """Selection, playhead and policy, as planning takes them."""
    seen = context(o)
    return {"selected": seen.selected_item_ids, "playhead": seen.playhead, "policy": o.policy}
