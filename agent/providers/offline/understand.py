"""From a message and a scene to an outcome: a plan, a question, an answer, or an honest sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.messages import Message
from agent.providers.base import Scene
from tools.composition import Composition

from . import reply
from .account import Account, Outcome
from .clauses import fences, is_condition, is_forbidding, split
from .corrections import corrected_wishes, taken_back
from .kinds import name_words, split_name
from .parsing import parse
from .pattern import Exhausted, Reading, Tokens
from .reader import LONGEST_WISH, Reader
from .recall import POINTING, recalled
from .sketch import Impasse, Sketch
from .slots import SLOTS
from .speech import (
    CALL_OFF,
    GREETING,
    UNDO,
    begins,
    is_injection,
    request,
    without_fillers,
)
from .spelling import corrected
from .tokens import Sentence, read
from .wishes import variants
from .words import CLASSES

MAX_LENGTH = 4000
# More clauses than this are not read.
MOST_CLAUSES = 60


def understand(scene: Scene, text: str, before: Sequence[Message] = ()) -> Outcome:
    """What one message means in a scene, after what was said `before`; deterministic, and never a change that the words do
    not ask for."""
    if scene.composition is None:
        return Outcome("answer", reply.NOTHING_OPEN)
    sentence = read(unlisted(text[:MAX_LENGTH]))
    if (plain := _plain(sentence)) is not None:
        return plain
    blank = Sketch(scene, scene.composition)
    try:
        if before and POINTING & {token.norm for token in sentence.tokens}:
            blank = replace(blank, recalled=recalled(blank, before))
        if (back := taken_back(sentence.tokens)) is not None:
            return _corrected(blank, sentence, *back)
        return _outcome(sentence, _best(blank, sentence))
    except Exhausted:
        return Outcome("lost", reply.TOO_MUCH)


def _corrected(blank: Sketch, sentence: Sentence, before: Tokens, after: Tokens) -> Outcome:
    """The wish as it is after a change of mind; nothing at all where that is not clear."""
    for tokens in corrected_wishes(before, after):
        account = _best(blank, replace(sentence, tokens=tokens))
        if account.understood() and not account.left_out:
            return _outcome(sentence, account)
    return Outcome("lost", reply.lost(sentence.text.strip()))


def _best(blank: Sketch, sentence: Sentence) -> Account:
    """The words as typed, or, if that understands more, with their slips mended."""
    best = _attempt(blank, sentence, sentence.tokens)
    if best.left_out and not best.condition:
        mended = corrected(sentence.tokens, _names(blank.state))
        if mended != sentence.tokens:
            again = _attempt(blank, replace(sentence, tokens=mended), mended)
            best = again if again.understood() and again.shortfall() < best.shortfall() else best
    return best


def unlisted(text: str) -> str:
    """A numbered list as sentences: "1. mute it 2. make it square"; every other character stays in its place."""
    number = 1
    while found := re.search(rf"(?:^|(?<=\s)){number}[.)](?=\s)", text):
        text = f"{text[: found.start()]}{'.'.rjust(found.end() - found.start())}{text[found.end() :]}"
        number += 1
    return text


def _plain(sentence: Sentence) -> Outcome | None:
    """Messages that are about no change at all: greetings, calling off, undo, attempts on the agent itself."""
    tokens = tuple(token for token in without_fillers(sentence.tokens) if token.kind != "mark")
    bare = request(tokens)
    if not tokens or all(token.norm in GREETING | {"there", "again", "all", "everyone", "good"} for token in tokens):
        return Outcome("lost", reply.GREETING)
    if is_injection(sentence.tokens):
        return Outcome("answer", reply.INJECTION)
    if begins(bare, UNDO) and len(bare) <= begins(bare, UNDO) + 5:
        return Outcome("answer", reply.UNDO)
    for said in (tokens, bare):
        if said and begins(said, CALL_OFF) == len(said):
            return Outcome("answer", reply.CALLED_OFF)
    return None


def _names(state: Composition) -> frozenset[str]:
    """The words that things go by, as targets for mending slips."""
    words: set[str] = set()
    for item in state.items.values():
        words |= name_words(item, state) | split_name(item.get("text") or "")
    for named in (*state.tracks, *state.markers):
        words |= split_name(named.get("name") or "")
    return frozenset(word for word in words if len(word) >= 3 and word.isalpha())


def _attempt(blank: Sketch, sentence: Sentence, tokens: Tokens) -> Account:
    """Read with clause borders respected by unquoted text; if that leaves words over, without."""
    first = _read(blank, sentence, tokens, strict=True)
    if not first.left_out or first.condition:
        return first
    second = _read(blank, sentence, tokens, strict=False)
    return second if second.shortfall() < first.shortfall() else first


def _read(blank: Sketch, sentence: Sentence, tokens: Tokens, *, strict: bool) -> Account:
    """What a reading comes to. All readings of one message share the effort of `blank`."""
    tokens = without_fillers(tokens)
    clauses = split(tokens)
    account = Account(replace(blank, fences=fences(tokens, clauses) if strict else frozenset(), memo={}))
    Reader(sentence, tokens, clauses[:MOST_CLAUSES], account, strict).run()
    if (unread := clauses[MOST_CLAUSES:]) and not account.question:
        account.left_out.append(sentence.raw(tokens[unread[0].start :]))
    return account


def _outcome(sentence: Sentence, account: Account) -> Outcome:
    sketch = account.sketch
    if account.condition:
        return Outcome("answer", reply.unmet(account.condition))
    if account.question:
        return Outcome("question", str(account.question), choices=tuple(account.question.choices))
    if any(_limits(words) for words in account.left_out):
        return Outcome("answer", reply.lost(", ".join(account.left_out)))
    if sketch.steps:
        text = reply.planned(sketch, account.refusals, account.left_out)
        return Outcome("plan", " ".join([text, *account.answers]), sketch.steps)
    if account.answers or account.refusals:
        return Outcome("answer", " ".join([*account.refusals, *account.answers]))
    if account.supposed:
        return Outcome("answer", reply.SUPPOSED)
    if account.talk and not account.left_out:
        return Outcome("answer", account.talk)
    if account.left_out:
        return Outcome("lost", _missing(sketch, sentence) or reply.lost(", ".join(account.left_out)))
    return Outcome("answer", reply.FORBADE if account.forbade else reply.NOTHING_CHANGED)


def _limits(words: str) -> bool:
    """Whether words that were not understood narrow what the others ask for: without them more would be done than is meant."""
    tokens = read(words).tokens
    narrow = bool(tokens) and tokens[0].norm in ("only", "solely", "except", "unless", "without")
    return narrow or is_condition(tokens) or is_forbidding(tokens) or " not " in f" {words.lower()} "


def _missing(read: Sketch, sentence: Sentence) -> str | None:
    """If a wish would be clear but for a thing that is not there, the sentence that says so."""
    sketch = replace(read, lenient=True, memo={})
    for clause in split(tokens := without_fillers(sentence.tokens))[:MOST_CLAUSES]:
        if clause.end - clause.start > LONGEST_WISH:
            continue
        for said in variants(Reading(sentence, tokens[clause.start : clause.end], CLASSES, SLOTS, sketch)):
            try:
                parse(sketch, sentence, said)
            except Impasse as impasse:
                return f"{impasse} {reply.NOTHING_CHANGED}"
    return None
