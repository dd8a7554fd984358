"""From words to a proposal, top to bottom: redact, think, normalise, bind, validate, price, confirm, preview.

No side effect at all: putting the proposal on record is `runs.actions.propose`, and running it is nobody's business here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from secrets import token_hex

import structlog
from django.conf import settings

from agent.loop import Turned, turn
from agent.messages import Message, UserMessage, said
from agent.providers import provider_named
from agent.providers.base import Provider, ProviderError, Scene
from agent.providers.offline import OfflineProvider
from agent.redact import clean, redact
from agent.toolbox import Toolbox
from runs.assess import assess
from runs.plan.model import Choice, Plan, Proposal, Question
from runs.plan.normalise import normalise
from runs.plan.policy import Tier
from tools.catalog import TOOLS
from tools.composition import Composition

log = structlog.get_logger()

MAX_MESSAGE = 4000
MOST_CHOICES = 6


@dataclass(frozen=True, slots=True)
class Interpreted:
    """A proposal, and the messages (the cleaned prompt first) that the conversation keeps of how it came about."""

    proposal: Proposal
    messages: list[Message]


def interpret(
    message: str,
    *,
    state: Composition | None,
    tier: Tier,
    selected: Sequence[str] = (),
    playhead: int | None = None,
    policy: str | None = None,
    history: Sequence[Message] = (),
    memory: Sequence[tuple[str, str]] = (),
    provider: Provider | None = None,
) -> Interpreted:
    """What a message comes to on this state: a plan, one question, or an answer in a sentence.

    `selected` are item ids, `playhead` a composition frame, `memory` what was asked and done before. A provider that fails is replaced by the offline planner, and
    the proposal says so in `degraded`.
    """
    cleaned = clean(message[:MAX_MESSAGE])
    asked = UserMessage(content=said(cleaned.text))
    scene = Scene(state, tuple(selected), playhead, tag=token_hex(3))
    turned, degraded = _think(provider, [*history, asked], scene, memory)
    raw = {"summary": turned.words, "steps": turned.steps}
    plan = normalise(raw, TOOLS, message=cleaned.text, tag=scene.tag, clean=redact, safety=cleaned.safety)
    plan = plan.model_copy(update={"degraded": degraded})
    return Interpreted(_proposal(plan, turned, state, tier, selected, policy), [asked, *turned.messages])


def _think(
    provider: Provider | None, messages: Sequence[Message], scene: Scene, memory: Sequence[tuple[str, str]]
) -> tuple[Turned, str | None]:
    def think(with_: Provider) -> Turned:
        tools = Toolbox(TOOLS, scene.composition)
        turns = settings.AGENT_MAX_TOOL_TURNS
        return turn(
            with_,
            messages,
            tools,
            system_prompt=_prompt("planner") + remembered(memory),
            scene=lambda: scene,
            max_turns=turns,
        )

    try:
        return think(provider or provider_named(settings.LLM_PROVIDER)), None
    except ProviderError as error:
        log.warning("provider_failed", reason=redact(str(error)))
        return think(OfflineProvider()), f"The model could not be reached ({redact(str(error))}); planned offline."


@cache
def _prompt(name: str) -> str:
    return (Path(__file__).parent / "prompts" / f"{name}.txt").read_text()


def remembered(memory: Sequence[tuple[str, str]]) -> str:
    """Past runs as the planner reads them, one line each."""
    lines = [f"- asked: {redact(message)[:200]} → did: {verdict[:200]}" for message, verdict in memory]
    return "\n".join(["\nEarlier runs on this composition, oldest first:", *lines]) if lines else ""


def _proposal(
    plan: Plan, turned: Turned, state: Composition | None, tier: Tier, selected: Sequence[str], policy: str | None
) -> Proposal:
    if turned.question is not None:
        return _asking(plan, _question(turned.question))
    if not plan.steps:
        words = redact(turned.words) or "I found nothing to change."
        return Proposal(plan=plan, answer=words, safety=plan.safety, degraded=plan.degraded)
    proposal = assess(plan, state, tier, selected=selected, policy=policy)
    return _asking(plan, proposal.question) if proposal.question else proposal


def _asking(plan: Plan, question: Question) -> Proposal:
    """A question stands alone: the steps around it would be guesses."""
    empty = plan.model_copy(update={"steps": [], "est_credits": 0})
    return Proposal(plan=empty, safety=plan.safety, degraded=plan.degraded, needs_clarification=True, question=question)


def _question(asked: dict[str, object]) -> Question:
    offered = asked.get("choices")
    choices = [Choice.model_validate(choice) for choice in offered[:MOST_CHOICES]] if isinstance(offered, list) else []
    return Question(
        question=redact(str(asked["question"]))[:500], kind=str(asked.get("kind", "free_text")), choices=choices
    )
