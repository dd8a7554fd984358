"""Pure questions about a composition, answered from the document itself: how long, how many, which, where, how loud."""

from __future__ import annotations

from dataclasses import dataclass, replace

from agent.ask_document import INTENTS, QUESTIONS, SOONER, Tell
from agent.providers.base import Scene
from agent.providers.offline.comparing import SLOTS as COMPARING
from agent.providers.offline.inquiries import INQUIRIES
from agent.providers.offline.pattern import Exhausted, Reading, Tokens, match
from agent.providers.offline.sketch import Asked, Impasse, Pass, Sketch
from agent.providers.offline.slots import SLOTS
from agent.providers.offline.speech import request, without_fillers
from agent.providers.offline.spelling import corrected
from agent.providers.offline.tokens import read
from agent.providers.offline.words import CLASSES


@dataclass(frozen=True, slots=True)
class Answer:
    """`ok`: answered, in `text`, and `intent` says what it is about. Otherwise `reason` says why not, and a planner may take
    over."""

    ok: bool
    text: str = ""
    intent: str = ""
    reason: str = ""


def answer(question: str, scene: Scene) -> Answer:
    """Answer a question about the composition of a scene. Reads only; nothing can be changed here."""
    if scene.composition is None:
        return Answer(False, reason="nothing open")
    sentence = read(question[:1000])
    for tokens in (sentence.tokens, corrected(sentence.tokens, frozenset())):
        reading = Reading(sentence, request(without_fillers(tokens)), CLASSES, SLOTS, Sketch(scene, scene.composition))
        try:
            told = _answer(reading)
        except Exhausted:
            break
        if told is not None:
            return told
    return Answer(False, reason="unsupported")


def answered(reading: Reading) -> str | None:
    """The answer to a question that has been read already; None when it is none of ours."""
    told = _answer(reading)
    return told.text if told else None


def _answer(reading: Reading) -> Answer | None:
    core = _core(reading)
    for said in (core, reading) if core.tokens != reading.tokens else (core,):
        if (told := _told(said)) is not None:
            return told
    return None


def _told(reading: Reading) -> Answer | None:
    reading = Reading(reading.sentence, reading.tokens, reading.classes, {**reading.slots, **COMPARING}, reading.sight)
    for pattern, tell in (*SOONER, *INQUIRIES, *QUESTIONS):
        for _, found in match(pattern, reading):
            try:
                return Answer(True, tell(reading.sight, found), _intent(tell))
            except Asked as asked:
                return Answer(True, f"{asked} {', '.join(label for _, label in asked.choices)}.", _intent(tell))
            except Pass:
                continue
            except Impasse as impasse:
                return Answer(True, str(impasse), _intent(tell))
    return None


def _intent(tell: Tell) -> str:
    """What an answer is about, after the fact that tells it: `count_markers` is `countMarkers`."""
    first, *rest = INTENTS.get(tell.__name__, tell.__name__).split("_")
    return first + "".join(word.capitalize() for word in rest)


OPENINGS: tuple[tuple[str, ...], ...] = tuple(
    tuple(words.split())
    for words in (
        "know", "find out", "see", "tell me", "let me know", "show me", "i want to know", "i would like to know", "i need to know", "do you know", "can you tell me", "remind me", "i wonder",
        "any idea", "could you tell me", "explain", "and", "but", "so", "what about", "how about", "say", "quick question", "question", ",", ":", "wait", "um", "can you check", "check", "do you happen to know", "just wondering",
        "i was wondering", "just curious", "out of curiosity",
    )
)  # fmt: skip
CLOSINGS: tuple[tuple[str, ...], ...] = tuple(
    tuple(words.split())
    for words in (
        "currently", "at the moment", "atm", "so far", "yet", "exactly", "again", "by default", "anyway", "though", "here", "overall", "in here", "you think", "do you know", "roughly", "about",
    )
)  # fmt: skip


def _core(reading: Reading) -> Reading:
    """The question without "tell me" before it and "right now" after it."""
    tokens = tuple(token for token in reading.tokens if token.kind != "mark" or token.norm in ",%:")
    tokens = _unshortened(tokens)
    moved = True
    while moved:
        moved = False
        for opening in OPENINGS:
            if tuple(token.norm for token in tokens[: len(opening)]) == opening and len(tokens) > len(opening):
                tokens, moved = tokens[len(opening) :], True
        for closing in CLOSINGS:
            if tuple(token.norm for token in tokens[-len(closing) :]) == closing and len(tokens) > len(closing):
                tokens, moved = tokens[: -len(closing)], True
    return reading.on(tokens)


def _unshortened(tokens: Tokens) -> Tokens:
    """ "how long's this" → "how long is this"."""
    norms = [token.norm for token in tokens[:3]]
    if norms[:1] not in (["how"], ["what"], ["which"], ["where"], ["when"], ["who"]) or "'s" not in norms:
        return tokens
    at = norms.index("'s")
    return (*tokens[:at], replace(tokens[at], norm="is"), *tokens[at + 1 :])
