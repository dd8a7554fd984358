"""One wish by the table of rules: which rule reads the words, and the sketch after it."""

from __future__ import annotations

from .grammar import candidates
from .pattern import Reading, Tokens, match
from .rippling import unrippled
from .sketch import Asked, Pass, Sketch
from .slots import SLOTS
from .speech import (
    degree_of,
    request,
)
from .things import EXCEPT, UNIVERSAL, resolve
from .tokens import Sentence
from .words import CLASSES

TRIES = 8


def _all_but(sketch: Sketch, sentence: Sentence, tokens: Tokens) -> tuple[Sketch, Tokens]:
    """ "make everything grey except the logo": what is excepted at the end is set aside, the rest read without it."""
    norms = [token.norm for token in tokens]
    for phrase in EXCEPT:
        words = phrase.split()
        for at in range(2, len(norms) - len(words)):
            if norms[at : at + len(words)] != words:
                continue
            rest = resolve(Reading(sentence, tokens, CLASSES, SLOTS, sketch), tokens[at + len(words) :])
            if rest is not None and rest.ids and not (rest.one and len(rest.ids) > 1):
                aside = sketch.fork()
                aside.aside, aside.memo = aside.aside | frozenset(rest.ids), {}
                return aside, request(tokens[:at])
    return sketch, tokens


def parse(sketch: Sketch, sentence: Sentence, tokens: Tokens) -> Sketch | None:
    """The sketch after the wish that exactly these tokens say; None if no rule reads them. Raises Impasse."""
    lean, degree = degree_of(tokens)
    idle: Sketch | None = None
    for said, factor in ((tokens, 1.0),) if lean == tokens else ((tokens, 1.0), (lean, degree)):
        if said and (done := _by_rule(sketch.fork(degree=factor), sentence, said)) is not None:
            if len(done.steps) > len(sketch.steps):
                return done
            idle = idle or done
    trial, said = _all_but(sketch, sentence, lean)
    if said != lean and (done := _by_rule(trial.fork(degree=degree), sentence, said)) is not None:
        done.aside, done.memo = sketch.aside, {}
        # Without "everything" only colour is of the whole: "make it warmer except the city".
        if {token.norm for token in lean} & UNIVERSAL or {step.tool for step in done.steps[len(sketch.steps) :]} <= {
            "setColorGrade"
        }:
            return done
    return _rippled(sketch.fork(degree=degree), sentence, lean) or idle


def _rippled(trial: Sketch, sentence: Sentence, tokens: Tokens) -> Sketch | None:
    """ "…, ripple" or "… and push the rest down": the same wish, with what follows moving along."""
    trial.ripple = True
    for said in unrippled(Reading(sentence, tokens, CLASSES, SLOTS, trial)):
        done = _by_rule(trial, sentence, said)
        if done is not None and any(step.arguments.get("ripple") for step in done.steps[len(trial.steps) :]):
            done.ripple = False
            return done
    return None


def _by_rule(sketch: Sketch, sentence: Sentence, tokens: Tokens) -> Sketch | None:
    reading = Reading(sentence, tokens, CLASSES, SLOTS, sketch)
    asked: Asked | None = None
    idle: Sketch | None = None
    for rule in candidates(tokens[0].norm):
        for tries, (_, found) in enumerate(match(rule.pattern, reading)):
            if tries >= TRIES:
                break
            trial = sketch.fork()
            try:
                rule.build(trial, found)
            except Pass:
                continue
            except Asked as question:
                asked = asked or question
                continue
            if len(trial.steps) > len(sketch.steps):
                return trial
            idle = idle or trial
    if asked is not None:
        raise asked
    return idle
