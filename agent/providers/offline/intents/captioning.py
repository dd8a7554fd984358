"""Captions: made from what is spoken, in a style, a language and a place; moved in time, and taken away."""

from __future__ import annotations

from collections.abc import Iterator

from ..kinds import of_kind
from ..pattern import Found, Reading, Row, phrases
from ..rule import rules
from ..sketch import Pass, Refused, Sketch
from .verbs import LANGUAGES, ids_of

Manner = dict[str, str]

EDGE = "[at|on|in|along|to|near] [the] [very]"
OF_FRAME = "[third|edge|part|middle|centre|center] [of] [the] [screen|frame|picture|video]"
MANNERS: tuple[Row, ...] = (
    ("[in] [bold] yellow [bold] [text|letters|lettering|style]", lambda s, m: {"style": "yellow"}),
    ("[in] large|big|bigger|huge|giant [text|letters|lettering|style]", lambda s, m: {"style": "large"}),
    ("[in] small|smaller|tiny|little [text|letters|lettering|style]", lambda s, m: {"style": "small"}),
    ("[in] plain|simple [text|letters|lettering|style]", lambda s, m: {"style": "plain"}),
    ("[in|with] [bold] [white] [text|letters] outline|outlined|stroked [text|letters|style]", lambda s, m: {"style": "outline"}),
    ("[in] [bold] [white] [text|letters] [with] [a|an|the] [thick|bold] [black|dark] outline|stroke|border", lambda s, m: {"style": "outline"}),
    ("[in] {language}", lambda s, m: {"language": m["language"]}),
    (f"{EDGE} top|upper {OF_FRAME}", lambda s, m: {"place": "top"}),
    (f"{EDGE} middle|centre|center {OF_FRAME}", lambda s, m: {"place": "middle"}),
    (f"{EDGE} bottom|lower {OF_FRAME}", lambda s, m: {"place": ""}),
)  # fmt: skip
MANNER = phrases(MANNERS)


def manner(reading: Reading, at: int) -> Iterator[tuple[int, Manner]]:
    """A slot: how captions are to be, each thing once, in any order; also nothing."""
    start = at
    while start < len(reading.tokens) and reading.tokens[start].norm in ("and", ",", "with"):
        start += 1
    for end, first in MANNER(reading, start):
        for last, rest in manner(reading, end):
            if not first.keys() & rest.keys():
                yield last, first | rest
    yield at, {}


ENTIRE: tuple[Row, ...] = (("<whole>", lambda s, m: True),)
SLOTS = {"manner": manner, "entire": phrases(ENTIRE)}


def captions(sketch: Sketch, found: Found) -> None:
    """Of what is named; else of what has just been freed of its silences, or of what "it" is; else of the whole."""
    told = found.get("before", {}) | found.get("after", {}) | found.get("last", {})
    ids = ids_of(sketch, found) if {"things", "whole"} & found.keys() else _heard(sketch, found)
    language, place = told.get("language"), told.get("place")
    sketch.use("add.captions", ids=ids, language=language, style=told.get("style"))
    if language:
        name = next(name for name, code in LANGUAGES.items() if code == language).title()
        sketch.note(f"{name} is taken for the language that is spoken: captions are not translated.")
    if place:
        sketch.note(f"They come at the bottom; say “move the captions to the {place}” once they are there.")


def anew(sketch: Sketch, found: Found) -> None:
    """ "Yellow captions at the bottom": of those that are there it says how they are to look."""
    if of_kind(sketch.state, "captions"):
        raise Pass
    captions(sketch, found)


def _heard(sketch: Sketch, found: Found) -> list[str] | None:
    last = sketch.steps[-1] if sketch.steps else None
    cut = last.arguments.get("ids") if last and last.tool == "cut.silences" else None
    pointed = sketch.mentioned or sketch.scene.selected if "it" in found else ()
    return [item for item in pointed if item in sketch.state.items and sketch.audible(item)] or cut


def _there(sketch: Sketch) -> list[str]:
    ids = sketch.by_time(of_kind(sketch.state, "captions"))
    if not ids:
        raise Refused("There are no captions yet. Say “add captions” to make them from what is spoken.")
    return ids


def remove(sketch: Sketch, found: Found) -> None:
    if not of_kind(sketch.state, "captions"):
        raise Pass
    sketch.do("deleteItems", ids=_there(sketch))


def shift(sketch: Sketch, found: Found) -> None:
    by = round(found["dur"] / float(sketch.state.fps) * 1000) * (-1 if "back" in found else 1)
    for item in _there(sketch):
        sketch.do("shiftCaptions", id=item, byMs=by)


CAPTIONS = "captions|subtitles|subs|subtitling|captioning|cc"
SORT = "[some|any|the] [auto|automatic|automated|generated|closed|open|burned|burnt] [in]"
ADD = "(<add> / turn|switch|burn|stick|pop|whack on|in / generate|burn|produce)"
OVER = "to|on|for|over|onto|in|from"
WHICH = "({it} / {whole:entire} / {things})"

RULES = (
    *rules(remove, f"<delete> [all] [the] {CAPTIONS}"),
    *rules(shift,
        f"shift|move|delay|offset [the] {CAPTIONS} [by] {{dur}} [later|forward]", f"shift|move [the] {CAPTIONS} [by] {{dur}} {{back:backward}}", f"shift|move [the] {CAPTIONS} {{back:backward}} [by] {{dur}}",
    ),
    *rules(captions,
        f"{ADD} {SORT} {{before:manner}} {CAPTIONS} [on|in|up] {{after:manner}}",
        f"{ADD} {SORT} {{before:manner}} {CAPTIONS} {{after:manner}} {OVER} {WHICH} {{last:manner}}",
        f"caption|subtitle {WHICH} {{after:manner}}", "caption|subtitle {after:manner}", f"auto caption {WHICH} {{after:manner}}",
    ),
    *rules(anew, f"{SORT} {{before:manner}} {CAPTIONS} {{after:manner}}", f"{SORT} {{before:manner}} {CAPTIONS} {{after:manner}} {OVER} {WHICH} {{last:manner}}"),
)  # fmt: skip
