"""Which reasoner plans: the loop; where a model calls no tool though a plan was wanted, one call for the plan as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from agent.loop import HARD_CAP, Tools, Turned, turn
from agent.messages import AssistantMessage, Message
from agent.oneshot import changes, plan_at_once
from agent.providers.base import Listener, Provider, ProviderError, Scene
from agent.providers.config import thinking_level
from agent.providers.offline import OfflineProvider

REFUSES_TOOLS = re.compile(r"(?i)(?:not|n['’]t|without) (?:currently )?(?:support|allow|enable)\w* (?:for )?(?:the )?(?:tools?|function)"
                           r"|tools? (?:use|calling|calls)? ?(?:is|are) not (?:supported|enabled)|no endpoints found that support tool")  # fmt: skip
MARKUP = re.compile(r"<tool_call|<function|```|\"(?:tool|name|steps|params|parameters|arguments)\"\s*:")
"""Calls that a model wrote into its words: they are never taken from there, but they show that a plan was meant."""

INVENTED = re.compile(r"[a-z][A-Z]|[._]")
DONE = re.compile(r"(?i)\A\W*(?:done|all set|all done)\b")
STEMS = ("chang", "mak", "creat", "generat", "remov", "cut", "edit", "appl", "put", "turn", "rais", "lower", "shorten", "fad")  # fmt: skip
"""Verbs of a change that no tool's name begins with, less their endings."""


def reason(
    provider: Provider,
    history: Sequence[Message],
    tools: Tools,
    *,
    system_prompt: Callable[[Scene], str],
    grounding: Callable[[Scene], str],
    scene: Callable[[], Scene],
    max_turns: int = HARD_CAP,
    listener: Listener | None = None,
) -> Turned:
    """Plan with the loop, and at once where the model takes no tools or speaks of a change without a call.

    An honest answer stays one: only when its own words claim a change, name a tool or hold a call is the model asked again,
    and when it then has no step to name, what it said first still counts, unless that claimed a change. A `listener` hears
    the loop; JSON is for nobody's ears. Raises the provider's `ProviderError`.
    """
    thinking = thinking_level()
    at_once = partial(plan_at_once, provider, history, tools, grounding=grounding, thinking=thinking)
    try:
        turned = turn(
            provider,
            history,
            tools,
            system_prompt=system_prompt,
            scene=scene,
            max_turns=max_turns,
            thinking=thinking,
            listener=listener,
        )
    except ProviderError as error:
        if not REFUSES_TOOLS.search(str(error)):
            raise
        return at_once(scene=scene())
    if provider.name == OfflineProvider.name or _called(turned):
        return turned
    claimed = claims(turned.words, tools)
    if not claimed and not names(turned.words, tools):
        return turned
    try:
        planned = at_once(scene=scene())
    except ProviderError:
        if claimed:
            raise
        return turned
    return planned if planned.steps or planned.question or claimed else turned


def claims(words: str, tools: Tools) -> bool:
    """Whether the words say that something is, or will be, changed: "I've deleted the clip", "Done". A question does not."""
    return not words.rstrip().endswith("?") and bool(DONE.search(words) or _claim(tools).search(words))


def names(words: str, tools: Tools) -> bool:
    """Whether the words hold a call, or a tool's name that is no plain English."""
    if MARKUP.search(words):
        return True
    known = {name for tool in changes(tools) for name in (tool.name, tool.name.replace(".", "_"))}
    return any(INVENTED.search(name) and re.search(rf"\b{re.escape(name)}\b", words) for name in known)


def _claim(tools: Tools) -> re.Pattern[str]:
    """First person and a tool's verb, or the verb's past at the beginning."""
    verbs = {re.split(r"[A-Z._]", tool.name)[0].removesuffix("e") for tool in changes(tools)} | set(STEMS)
    verb = rf"(?:{'|'.join(sorted(map(re.escape, verbs), key=len, reverse=True))})"
    person = r"\b(?:I(?:['’]ll| will|['’]ve| have| am|['’]m)|let me|let['’]s|we(?:['’]ll| will|['’]ve| have))"
    between = r"(?: (?:now|just|also|first|then|going to|gone ahead and|go ahead and|successfully))*"
    return re.compile(rf"(?i){person}{between} {verb}\w*|\A\W*{verb}\w*(?:ed|d)\b")


def _called(turned: Turned) -> bool:
    return any(isinstance(message, AssistantMessage) and message.tool_calls for message in turned.messages)
