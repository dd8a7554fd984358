"""Colour: of a clip, of several, or of the whole composition when none is named."""

from __future__ import annotations

from typing import Any

from ..canvas_words import resting
from ..core_phrase import Things
from ..grades import LOOKS, Look
from ..kinds import of_kind
from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Refused, Sketch
from ..tokens import words

# What is said of "everything but …" is said of the clips, not of the lettering or the logo on them.
UNIVERSAL = words("everything all every whole rest")
PICTURES = ("video", "image", "gif", "solid", "text")


def _limits(name: str, value: float) -> float:
    top = 4.0 if name == "exposure" else 1.0
    return round(max(-top, min(top, value)), 3)


def _changed(old: dict[str, Any] | None, look: Look, degree: float) -> dict[str, float]:
    changes: dict[str, float] = {}
    for name, step in look.add:
        now = changes.get(name, resting((old or {}).get(name) or 0))
        changes[name] = _limits(name, now + step * degree)
    return changes | {name: _limits(name, value) for name, value in look.put}


def apply(sketch: Sketch, look: Look, things: Things | None) -> None:
    """On the pictures meant (what is everything, is the composition), or on the composition."""
    if things is not None and things.words.lower() in ("it", "this", "that") and not _pointed(sketch):
        things = None
    shut = [item for item in sketch.state.items if sketch.shut(item)]
    if shut and (things is None or things.everything):
        open_ids = [i for kind in ("clip", "image") for i in of_kind(sketch.state, kind) if i not in shut]
        things = Things(tuple(sketch.by_time(dict.fromkeys(open_ids))), "all but those")
    if things is None or things.everything:
        old = sketch.state.fields().get("grade")
        _grade(sketch, _changed(old, look, sketch.degree), old, None)
        return
    if things.ids and not any(sketch.state.items[item]["type"] in PICTURES for item in things.ids):
        raise Refused(f"{sketch.label(things.ids[0])} has no picture to colour.")
    ids = sketch.ids(things, *PICTURES)
    if set(things.words.lower().split()[:2]) & UNIVERSAL:
        ids = [item for item in ids if sketch.state.items[item]["type"] == "video"] or ids
    by_change: dict[tuple[tuple[str, float], ...], list[str]] = {}
    for item in ids:
        change = _changed(sketch.state.items[item].get("grade"), look, sketch.degree)
        by_change.setdefault(tuple(change.items()), []).append(item)
    for key, same in by_change.items():
        _grade(sketch, dict(key), sketch.state.items[same[0]].get("grade"), same)


def _grade(sketch: Sketch, changes: dict[str, float], old: dict[str, Any] | None, ids: list[str] | None) -> None:
    if all(resting((old or {}).get(name) or 0) == value for name, value in changes.items()):
        raise Refused("The colour is at that limit already.")
    sketch.do("setColorGrade", grade=changes, ids=ids)


def look(sketch: Sketch, found: Found) -> None:
    apply(sketch, found["grades"], found.get("things"))


def by_share(sketch: Sketch, found: Found) -> None:
    """ "20 % brighter": the usual step is a fifth of the scale."""
    sized = sketch.fork(degree=found["share"] * 5)
    apply(sized, found["grades"], found.get("things"))
    sketch.adopt(sized)


def it(sketch: Sketch, found: Found) -> None:
    """ "make it warmer": what is selected or was spoken of; with neither, the whole."""
    apply(sketch, found["grades"], _pointed(sketch))


def _pointed(sketch: Sketch) -> Things | None:
    ids = tuple(i for i in (sketch.mentioned or sketch.scene.selected) if i in sketch.state.items)
    return Things(ids, "it") if ids else None


def named(words: str) -> Any:
    def build(sketch: Sketch, found: Found) -> None:
        apply(
            sketch,
            LOOKS[words],
            found["things"] if "things" in found else None if "whole" in found else _pointed(sketch),
        )

    return build


def _channel(sketch: Sketch, found: Found, sign: int) -> None:
    name = found["channel"]
    usual = (0.5 if name == "exposure" else 0.2) * sketch.degree
    amount = abs(found["level"]) if "level" in found else usual
    things = found["things"] if "things" in found else None if "whole" in found else _pointed(sketch)
    plain = sketch.fork(degree=1.0)
    apply(plain, Look(add=((name, sign * amount),)), things)
    sketch.adopt(plain)


def more(sketch: Sketch, found: Found) -> None:
    _channel(sketch, found, 1)


def less(sketch: Sketch, found: Found) -> None:
    _channel(sketch, found, -1)


def level(sketch: Sketch, found: Found) -> None:
    """ "set the contrast to 20%": on our scale of -1 to 1, percent are hundredths; 100% saturation is unchanged."""
    name, value = found["channel"], found["level"]
    if name == "saturation" and value >= 0 and "percent" in found:
        value = value - 1
    apply(
        sketch,
        Look(put=((name, value),)),
        found["things"] if "things" in found else None if "whole" in found else _pointed(sketch),
    )


def sized(words: str) -> Any:
    """ "brighten it by 20 %"."""
    return lambda sketch, found: by_share(sketch, {**found, "grades": LOOKS[words]})


def desaturate(sketch: Sketch, found: Found) -> None:
    """All of the colour goes; with "a bit" only so much of it."""
    named("black and white" if sketch.degree == 1 else "less saturated")(sketch, found)


def reset(sketch: Sketch, found: Found) -> None:
    things: Things | None = found.get("things")
    if things is None or things.everything:
        if not sketch.state.fields().get("grade"):
            raise Pass
        sketch.do("setColorGrade", grade=None)
        return
    ids = [item for item in sketch.ids(things) if sketch.state.items[item].get("grade")]
    if not ids:
        raise Refused("There is no colour grade to take off.")
    sketch.do("setColorGrade", grade=None, ids=ids)


WHOLE = "[the] [whole|entire|overall] everywhere|throughout|board|video|composition|timeline|project|edit|movie|film|thing|picture|image|footage|look|everything|colors|colours|grade"
LOOK = "[look|appear|feel|be|to] {grades} [looking|tones|look|tone|colors|colours|feel|feeling|grade]"
UP = "increase|raise|boost|up|add|bump|enhance|crank|more|push|lift|amplify|pump|strengthen"
DOWN = "decrease|reduce|lower|less|drop|cut|dial|diminish|turn|bring|weaken"
T = "{things}"


def _on(before: str, after: str = "") -> tuple[str, str, str]:
    """A pattern for named things, for the whole, and for what is understood."""
    return (
        f"{before} [to|of|on|in|for|from|across] {T} {after}",
        f"{before} [to|of|on|in|for|from|across] {WHOLE} {after}",
        f"{before} {after}",
    )


RULES = (
    *rules(it, f"<make> it|this|that {LOOK}", "{grades:comparative}", "i want it {grades}"),
    *rules(lambda s, m: apply(s, m["grades"], None), f"<make> {WHOLE} {LOOK}", f"<set> {WHOLE} [to] {LOOK}", f"{WHOLE} should be|look {{grades}}", f"<apply> [a|some] {{grades}} look|grade|filter|tone|effect|style to {WHOLE}"),
    *rules(by_share, f"<make> {T} {{share}} {{grades}}", f"<make> {T} {{grades}} by {{share}}", f"<make> {WHOLE} {{share}} {{grades}}", f"<make> {WHOLE} {{grades}} by {{share}}"),
    *rules(look,
        f"<make> {T} {LOOK}", f"<set> {T} [to|into] {LOOK}", f"convert|turn|change {T} [to|into] {{grades}}", f"<apply> [a|an|some] [same] {{grades}} look|grade|filter|tone|effect|style|feel to|on|for {T}", f"<apply> {T} a {{grades}} look|grade|filter|tone|effect|style|feel", f"<apply> {{grades}} to|on {T}",
        f"{{grades}} look|grade|filter|tone|feel|style for|on {T}", f"{T} should be|look {{grades}}", f"color grade {T} [to] [be] {LOOK}", f"grade {T} [to] [be] {LOOK}",
    ),
    *rules(it, "<apply> [a|an|some] {grades} look|grade|filter|tone|effect|style|feel"),
    *rules(named("warmer"), *_on("warm up"), f"warm {T} up", "warm it up", f"warm {WHOLE} up", *_on("<add> [some] warmth"), f"{T} is|are too cold|cool|blue"),
    *rules(named("cooler"), *_on("cool down"), *_on("cool off"), f"cool {T} down|off", f"cool {WHOLE} down|off", f"{T} is|are too warm|yellow|orange"),
    *rules(named("brighter"), *_on("brighten|lighten [up]"), f"brighten|lighten {T} [up]", f"brighten|lighten {WHOLE} [up]", f"{T} is|are too dark|dim"),
    *rules(named("darker"), *_on("darken|dim"), f"darken|dim {T} [down]", f"{T} is|are too bright|light|overexposed"),
    *rules(sized("less saturated"), *_on("desaturate", "by {share}")),
    *rules(sized("more saturated"), *_on("saturate", "by {share}")),
    *rules(sized("brighter"), *_on("brighten|lighten [up]", "by {share}")),
    *rules(sized("darker"), *_on("darken|dim [down]", "by {share}")),
    *rules(sized("warmer"), *_on("warm [up]", "by {share}")),
    *rules(sized("cooler"), *_on("cool [down|off]", "by {share}")),
    *rules(desaturate, *_on("desaturate")),
    *rules(named("black and white"), *_on("desaturate fully|completely"), f"desaturate {T} fully|completely|entirely", f"<delete> [all] [the] color|colour|colors|colours from|of|in {T}", f"<delete> [all] [the] color|colour|colors|colours [from|of|in] {WHOLE}", "<delete> [all] [the] color|colour|colors|colours", f"drain [all] [the] color|colour from|of {T}"),
    *rules(named("black and white"), "<bw>", "in <bw>"),
    *rules(named("more saturated"), *_on("saturate"), f"<make> [the] colors|colours pop [more] [in|of|on] {T}", "<make> [the] colors|colours pop [more]", "<make> [the] colors|colours richer|stronger|brighter|more [vivid|vibrant|intense]"),
    *rules(level,
        f"<set> [the] {{channel}} [of|on|for|in] {T} to|at {{level}}", f"<set> [the] {{channel}} [of|on|for|in] {WHOLE} to|at {{level}}", f"<set> {T} 's {{channel}} to {{level}}", f"<set> {T} {{channel}} to {{level}}", "<set> [the] {channel} to {level}",
    ),
    *rules(less,
        *_on("<delete> some [of] [the] {channel}"), *_on(f"{DOWN} [down] [the] {{channel}}", "[down] [by] {level}"), *_on(f"{DOWN} [down] [the] {{channel}} [by] {{level}}"), *_on(f"{DOWN} [down] [the] {{channel}}", "[down]"), f"{DOWN} {T} 's {{channel}} [by] [{{level}}]", *_on("[a] {level} less {channel}"), *_on("<apply> less {channel}"), f"<make> {T} have less {{channel}}", "not so much {channel}", "too much {channel}",
    ),
    *rules(more,
        *_on(f"{UP} [up] [the|some|more] {{channel}}", "[by] {level}"), *_on(f"{UP} [up] [the|some|more] {{channel}} [by] {{level}}"), *_on(f"{UP} [up] [the|some|more] {{channel}}"), f"{UP} {T} 's {{channel}} [by] [{{level}}]", *_on("turn|bring|crank up [the] {channel}", "[by] {level}"), *_on("turn|bring|crank up [the] {channel}"), *_on("turn|bring|crank [the] {channel} up", "[by] {level}"), *_on("turn|bring|crank [the] {channel} up"), f"{UP} [the] {{channel}} of|on|in|for {T} up [by] [{{level}}]",
        *_on("<apply> [a|some|more] [{level}] {channel} [effect]"), *_on("[some] more {channel}"), f"<apply> {T} [some|more|a] {{channel}}", "not enough {channel}", f"<make> {T} have more {{channel}}", f"<apply> {T} a bit more {{channel}}",
    ),
    *rules(reset,
        f"<delete> [the|all|any] [color|colour] grade|grading|filter|filters|correction|corrections|adjustments|effects from|on|of {T}", "<delete> [the|all|any] [color|colour] grade|grading|correction|filter", f"reset|restore [the] [color|colour] color|colour|colors|colours|grade|grading [of|on|for] {T}", "reset|restore [the] [color|colour] color|colour|colors|colours|grade|grading", f"<make> {T} color|colour|normal|full [color|colour] again", f"bring back [the] color|colour [to|of|in] {T}", f"<set> {T} [back] to [full] [original] color|colour|colors|colours",
    ),
)  # fmt: skip
