"""From words to a proposal, top to bottom: redact, think, normalise, bind, validate, price, confirm, preview.

No side effect at all: putting the proposal on record is `runs.actions.propose`, and running it is nobody's business here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings

from agent import reasoners, telemetry
from agent.context import Background, bundle
from agent.loop import Turned
from agent.messages import AssistantMessage, Message, UserMessage, said
from agent.providers import provider_named
from agent.providers.base import Listener, Provider, ProviderError, Scene
from agent.providers.offline import OfflineProvider
from agent.redact import clean, redact, redacted, throughout, without_tokens
from agent.toolbox import Toolbox
from agent.trace import Recorder
from runs.assess import assess
from runs.plan.model import Choice, Plan, Proposal, Question, Safety
from runs.plan.normalise import normalise
from runs.plan.policy import Tier
from tools.beside import beside
from tools.catalog import TOOLS
from tools.composition import Composition

log = structlog.get_logger()

MAX_MESSAGE = 4000
MOST_CHOICES = 6
MOST_LABEL = 200
NOTHING_KNOWN = Background()
FAILED = {
    "malformed": "could not be understood",
    "filtered": "declined",
    "request": "did not take the request",
    "unsupported": "did not take the request",
    "overflow": "had no room for the request",
}
"""What a model did that did not plan, by the kind of its failure; all others are those of one that is out of reach."""


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
    background: Background = NOTHING_KNOWN,
    workspace: UUID | None = None,
    provider: Provider | None = None,
    listener: Listener | None = None,
) -> Interpreted:
    """What a message comes to on this state: a plan, one question, or an answer in a sentence.

    `selected` are item ids, `playhead` a composition frame, `background` what is known beside the composition, `workspace`
    whose media may be listened to and looked at. A provider that fails is replaced by the offline planner, and the proposal
    says so in `degraded`. A `listener` hears what the model says meanwhile. The plan carries its trace.
    """
    cleaned = clean(message[:MAX_MESSAGE])
    asked = UserMessage(content=said(cleaned.text))
    files = beside(workspace, state)
    scene = Scene(state, tuple(selected), playhead, tag=token_hex(3), workspace=workspace, beside=files)
    recorder = Recorder()
    turned, degraded = _think(provider, [*history, asked], scene, background, recorder, listener)
    raw = {"summary": turned.words, "steps": throughout(turned.steps, without_tokens)}
    safety = flagged(cleaned.safety, background.flags)
    plan = normalise(raw, TOOLS, message=cleaned.text, tag=scene.tag, clean=redact, safety=safety)
    plan = plan.model_copy(update={"degraded": degraded, "trace": recorder.trace()})
    telemetry.export(plan.trace)
    return Interpreted(_proposal(plan, turned, scene, tier, policy), [asked, *map(redacted, turned.messages)])


def exactly(
    message: str, step: dict[str, Any], *, state: Composition, tier: Tier, policy: str | None, workspace: UUID
) -> Interpreted:
    """What one step comes to that a person asked for by hand, as {"tool", "params"}: no planner has a word in it. `message`
    says it in words, for the card and the conversation."""
    cleaned = clean(message[:MAX_MESSAGE])
    scene = Scene(state, tag=token_hex(3), workspace=workspace)
    raw = {"steps": [throughout(step, without_tokens)]}
    plan = normalise(raw, TOOLS, message=cleaned.text, tag=scene.tag, clean=redact, safety=cleaned.safety)
    proposal = _assessed(plan, scene, tier, policy)
    shown = proposal.preview.summary if proposal.preview else " ".join(proposal.errors)
    told = proposal.question.question if proposal.question else proposal.answer or shown
    return Interpreted(
        proposal, [UserMessage(content=said(cleaned.text)), AssistantMessage(content=said(redact(told)))]
    )


def _think(
    provider: Provider | None,
    messages: Sequence[Message],
    scene: Scene,
    background: Background,
    recorder: Recorder,
    listener: Listener | None,
) -> tuple[Turned, str | None]:
    def think(with_: Provider, listener: Listener | None = None) -> Turned:
        tools = Toolbox(TOOLS, scene.with_files, scene.workspace)
        turns = settings.AGENT_MAX_TOOL_TURNS
        return reasoners.reason(
            recorder.watch(with_),
            messages,
            tools,
            system_prompt=lambda seen: system_prompt(seen, background),
            grounding=lambda seen: bundle(seen, background),
            scene=lambda: scene,
            max_turns=turns,
            listener=listener,
        )

    try:
        return think(provider or provider_named(settings.LLM_PROVIDER), listener), None
    except ProviderError as error:
        reason = redact(str(error)).rstrip(".")
        log.warning("provider_failed", kind=error.kind, reason=reason)
        failed = FAILED.get(error.kind, "could not be reached")
        return think(OfflineProvider()), f"The model {failed} ({reason}); planned offline."


@cache
def _prompt(name: str) -> str:
    return (Path(__file__).parent / "prompts" / f"{name}.txt").read_text()


def system_prompt(scene: Scene, background: Background) -> str:
    """What a planner is told before every turn: how to plan, and what is known now."""
    return f"{_prompt('planner').rstrip()}\n\n{bundle(scene, background)}\n"


def flagged(safety: Safety, flags: Sequence[str]) -> Safety:
    """The flags of the words, and of what was left out of the prompt."""
    return Safety(flags=[*safety.flags, *flags], action="log_only") if flags else safety


def _proposal(plan: Plan, turned: Turned, scene: Scene, tier: Tier, policy: str | None) -> Proposal:
    if turned.question is not None:
        return _asking(plan, _question(turned.question, scene.composition))
    if not plan.steps:
        words = redact(turned.words) or "I found nothing to change."
        return Proposal(plan=plan, answer=words, safety=plan.safety, degraded=plan.degraded)
    return _assessed(plan, scene, tier, policy)


def _assessed(plan: Plan, scene: Scene, tier: Tier, policy: str | None) -> Proposal:
    proposal = assess(plan, scene.composition, tier, selected=scene.selected, policy=policy, workspace=scene.workspace)
    if proposal.answer is not None:
        return proposal.model_copy(update={"errors": []})
    return _asking(plan, proposal.question) if proposal.question else proposal


def _asking(plan: Plan, question: Question) -> Proposal:
    """A question stands alone: the steps around it would be guesses."""
    empty = plan.model_copy(update={"steps": [], "est_credits": 0})
    return Proposal(plan=empty, safety=plan.safety, degraded=plan.degraded, needs_clarification=True, question=question)


def _question(asked: dict[str, object], state: Composition | None) -> Question:
    """A model's question. Its choices are things only if all of their ids are real; else they are words."""
    offered = asked.get("choices")
    choices = [_choice(choice) for choice in offered[:MOST_CHOICES]] if isinstance(offered, list) else []
    known = {*state.items, *state.assets, *(track["id"] for track in state.tracks)} if state else set()
    real = all(choice.id in known for choice in choices)
    kind = ("select_item" if real else "select_words") if choices else "free_text"
    return Question(question=redact(str(asked["question"]))[:500], kind=kind, choices=choices)


def _choice(offered: dict[str, str]) -> Choice:
    return Choice(id=offered["id"], label=redact(offered["label"])[:MOST_LABEL])
