"""THE GRAMMAR: every rule there is, in the order in which they are tried. The particular stands before the general."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .intents import (
    arranging,
    canvas,
    captioning,
    copying,
    deleting,
    effects,
    fading,
    grading,
    inserting,
    jargon,
    lasting,
    lettering,
    making,
    marking,
    motion,
    moving,
    muting,
    picture,
    sound,
    speed,
    splitting,
    spoken,
    tables,
    tracks,
    transitions,
    trimming,
    verbs,
)
from .pattern import ARTICLES, Choice, Class, Node, Words, compile_pattern
from .rule import Rule
from .tokens import words
from .words import CLASSES

RULES: tuple[Rule, ...] = (
    *making.PLACING,
    *spoken.RULES,
    *tables.RULES,
    *jargon.RULES,
    *verbs.ONE_SHORT,
    *canvas.RULES,
    *marking.RULES,
    *fading.REMOVAL,
    *transitions.RULES,
    *tracks.RULES,
    *lettering.RULES,
    *making.RULES,
    *captioning.RULES,
    *verbs.RULES,
    *fading.RULES,
    *motion.RULES,
    *deleting.BEYOND,
    *splitting.RULES,
    *lasting.RULES,
    *trimming.RULES,
    *effects.RULES,
    *grading.RULES,
    *speed.RULES,
    *muting.RULES,
    *sound.RULES,
    *picture.RULES,
    *moving.LAYERING,
    *arranging.RULES,
    *copying.RULES,
    *moving.RULES,
    *inserting.RULES,
    *deleting.RULES,
    *jargon.LEFT,
)


@cache
def openings() -> tuple[tuple[frozenset[str] | None, Rule], ...]:
    """Each rule with the words it can begin with (None: any), so that most are passed over at a glance."""
    return tuple((_first(compile_pattern(rule.pattern)), rule) for rule in RULES)


def candidates(word: str) -> Iterator[Rule]:
    """The rules that could read something beginning with this word."""
    for first, rule in openings():
        if first is None or word in first or word in ARTICLES:
            yield rule


def _first(nodes: tuple[Node, ...]) -> frozenset[str] | None:
    found: frozenset[str] = frozenset()
    for node in nodes:
        if isinstance(node, Words):
            return found | node.words
        if isinstance(node, Class):
            return found | {phrase[0] for phrase in CLASSES[node.name]}
        if not isinstance(node, Choice):
            return None
        for way in node.ways:
            if way:
                first = _first(way)
                if first is None:
                    return None
                found |= first
        if () not in node.ways:
            return found
    return None


@cache
def commanding() -> frozenset[str]:
    """The words that a command begins with: what makes a clause of its own after "and"."""
    verbs_of = ("delete", "cut", "trim", "split", "move", "add", "make", "set", "change", "duplicate", "swap", "replace", "raise", "lower",
                "mute", "unmute", "hide", "show", "merge", "rename", "apply", "speedup", "slowdown", "play", "extend", "brighten", "scaleup",
                "scaledown", "rotate", "keep", "fade", "write")  # fmt: skip
    first = {phrase[0] for name in verbs_of for phrase in CLASSES[name]}
    return frozenset((first | MORE_VERBS) - {"i", "text", "title", "double", "up", "down", "small", "level", "less"})


MORE_VERBS = words(
    "align center centre close fill ripple freeze hold reverse flip mirror crop blur sharpen warm cool darken dim desaturate saturate lock unlock group ungroup"
    " detach zoom animate crossfade dissolve publish post upload render export generate transcribe caption subtitle upscale reframe resize convert start end"
    " delay sort reorder arrange order pan duck solo normalize denoise color colour tell invert pixelate mark run compose detect narrate stretch fit straighten slip stop leave"
)
