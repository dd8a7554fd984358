"""Words on the picture: add them, change what they say and how they look."""

from __future__ import annotations

from typing import Any

from ..core_phrase import Things
from ..kinds import of_kind
from ..mods import Mods
from ..pattern import Found
from ..rule import rules
from ..sketch import Asked, Pass, Refused, Sketch
from ..text_style import apply_looks
from ..tokens import words
from .picture import put

GRID = {(-1, -1): "top-left", (0, -1): "top", (1, -1): "top-right", (-1, 0): "left", (0, 0): "center", (1, 0): "right",
        (-1, 1): "bottom-left", (0, 1): "bottom", (1, 1): "bottom-right"}  # fmt: skip
USUAL_STYLE: dict[str, Any] = {
    "fontFamily": "Inter",
    "fontSize": 96,
    "fontWeight": 700,
    "color": "#ffffff",
    "alignment": "center",
}
# What a text may come "with", which is nothing that it says.
TRIMMINGS = words("outline shadow border stroke background box glow font colour color animation fade")
QUIET = words("that says say says reading reads saying to text title")


def _gathered(found: Found) -> Mods:
    """Adjuncts from both sides of the words."""
    before: Mods = found.get("mods") or Mods()
    after: Mods = found.get("more") or Mods()
    for name in ("at", "length", "span", "until", "spot", "track", "motion"):
        if getattr(after, name) is not None:
            setattr(before, name, getattr(after, name))
    before.looks = [*found.get("looks", []), *before.looks, *after.looks]
    return before


def add(sketch: Sketch, found: Found) -> None:
    """A text where and when it is asked for: else in the middle, from the start, for three seconds."""
    words = (found.get("content") or found.get("plain_content") or "").strip()
    if not words or words.lower().strip(".!") in QUIET or words.lower().split()[-1] in TRIMMINGS:
        raise Pass
    mods = _gathered(found)
    usual = round(3 * float(sketch.state.fps))
    begin, length = mods.placed(usual)
    if mods.at and begin >= sketch.state.end and sketch.state.end > 0 and not mods.at.loose:
        begin = max(0, sketch.state.end - length)
    style = apply_looks(USUAL_STYLE, mods.looks, 1.0)
    known = set(sketch.state.items)
    spot = mods.spot or ((0, 1) if "low" in found else None)
    sketch.do(
        "addText",
        text=words,
        durationInFrames=max(1, length),
        style=_shaped(style) or None,
        position=_position(spot),
        trackId=mods.track,
        **{"from": begin},
    )
    made = sketch.by_time(set(sketch.state.items) - known)
    if mods.motion:
        sketch.do("applyMotionPreset", ids=made, preset=mods.motion)
    sketch.mention(*made)


def _position(spot: tuple[int | None, int | None] | None) -> str | None:
    return None if spot is None else GRID[(spot[0] or 0, spot[1] or 0)]


def _shaped(style: dict[str, Any]) -> dict[str, Any]:
    if isinstance(style.get("background"), str):
        style = {**style, "background": {"color": style["background"]}}
    return style


def add_low(sketch: Sketch, found: Found) -> None:
    add(sketch, {**found, "low": True})


def wordless(sketch: Sketch, found: Found) -> None:
    raise Refused("What should it say? Write for example “add a title that says Hello”.")


def texts(sketch: Sketch, things: Things) -> list[str]:
    ids = [item for item in things.ids if sketch.state.items[item]["type"] == "text"]
    if not ids or (things.one and len(things.ids) > len(ids)):
        raise Pass
    return ids


def say(sketch: Sketch, found: Found) -> None:
    words = found["content"].strip()
    if not words:
        raise Pass
    ids = texts(sketch, found["things"])
    if len(ids) > 1:
        raise Asked("Which text should change?", [(item, sketch.label(item)) for item in ids])
    sketch.do("setText", id=ids[0], text=words)
    sketch.mention(*ids)


def say_it(sketch: Sketch, found: Found) -> None:
    """ "change the text to X" with "the text" unsaid: the only one there is."""
    ids = tuple(sketch.by_time(of_kind(sketch.state, "text")))
    say(sketch, {**found, "things": Things(ids, "the text", one=True)})


def swap_words(sketch: Sketch, found: Found) -> None:
    """Replace words inside the texts that have them."""
    old, new = found["old"].strip(), found["content"].strip()
    ids = [
        i for i in sketch.by_time(of_kind(sketch.state, "text")) if old.lower() in sketch.state.items[i]["text"].lower()
    ]
    if not ids or not old:
        raise Pass
    for item in ids:
        text = sketch.state.items[item]["text"]
        at = text.lower().index(old.lower())
        sketch.do("setText", id=item, text=text[:at] + new + text[at + len(old) :])
    sketch.mention(*ids)


def cased(how: str) -> Any:
    def build(sketch: Sketch, found: Found) -> None:
        for item in texts(sketch, found["things"]):
            text = sketch.state.items[item]["text"]
            sketch.do(
                "setText", id=item, text={"upper": text.upper(), "lower": text.lower(), "title": text.title()}[how]
            )

    return build


def append(sketch: Sketch, found: Found) -> None:
    ids = texts(sketch, found["things"])
    for item in ids:
        sketch.do("setText", id=item, text=f"{sketch.state.items[item]['text']} {found['content'].strip()}")


def style(sketch: Sketch, found: Found) -> None:
    """Each text by its own style, so that "bigger" is bigger than it was."""
    things: Things = found["things"]
    ids = [item for item in things.ids if sketch.state.items[item]["type"] in ("text", "captions")]
    if not ids or len(ids) < len(things.ids) and not things.one:
        raise Pass
    if things.one and len(things.ids) > 1:
        sketch.ids(things)
    for item in ids:
        changes = _shaped(
            apply_looks(sketch.state.items[item].get("style") or USUAL_STYLE, found["looks"], sketch.degree)
        )
        sketch.do("setTextStyle", ids=[item], **changes)
        if mods_spot := found.get("spot"):
            sketch.do("setTransform", ids=[item], **put(sketch, item, mods_spot))
    sketch.mention(*ids)


def only_text(sketch: Sketch, found: Found) -> None:
    ids = tuple(sketch.by_time(of_kind(sketch.state, "text")))
    style(sketch, {**found, "things": Things(ids, "the text", one=True)})


def fixed(**changes: Any) -> Any:
    def build(sketch: Sketch, found: Found) -> None:
        ids = texts(sketch, found["things"])
        filled = {
            name: {**value, "color": found["colour"]} if isinstance(value, dict) and "colour" in found else value
            for name, value in changes.items()
        }
        sketch.do("setTextStyle", ids=ids, **filled)
        sketch.mention(*ids)

    return build


def align(sketch: Sketch, found: Found) -> None:
    if found["place"][1] not in (None, 0):
        raise Pass
    side = {-1: "left", 0: "center", 1: "right"}[found["place"][0] or 0]
    sketch.do("setTextStyle", ids=texts(sketch, found["things"]), alignment=side)


def spacing(sketch: Sketch, found: Found) -> None:
    for item in texts(sketch, found["things"]):
        now = (sketch.state.items[item].get("style") or {}).get("letterSpacing", 0)
        sketch.do("setTextStyle", ids=[item], letterSpacing=now + (-4 if "tight" in found else 4))


def solid(sketch: Sketch, found: Found) -> None:
    mods = _gathered(found)
    begin, length = mods.placed(round(3 * float(sketch.state.fps)))
    sketch.do("addSolid", color=found["colour"], durationInFrames=max(1, length), **{"from": begin})


T = "{things}"
NEW = "[new|another|short|nice|simple|quick]"
RULES = (
    *rules(swap_words,
        "replace|change|swap [the] [word|words|text|title] {old:quote} [with|to|by|for|into] {content}", "<change> [the] [text|title|word] {old:quote} to [say] {content}", "<change> {old:quote} to {content}", "<change> [the] word|words {old:raw} to|with|into {content}",
        "<change> [the] [title|text|caption] from {old:content} to {content}", "replace {old:quote} with {content}", "fix [the] [typo|spelling] [:] {old:quote} should be {content}", "replace [the] word|words {old:raw} with {content}",
    ),
    *rules(style,
        f"<make> {T} {{looks}}", f"<make> {T} [text|font|color|colour] {{looks}} {{spot}}", f"<change> {T} to {{looks}}", f"<change> [the] color|colour|font|size|style|weight|look|font|text [color|colour|size|style|weight|family] of|on|for|in {T} to|as|into {{looks}}",
        f"<change> {T} ['s] color|colour|font|size|style|weight|text|typeface [color|colour|size|style|weight|family] to|as|into {{looks}}", f"color|colour|paint|tint {T} {{looks}}", f"<set> {T} [to|in|into|as] {{looks}}", f"<change> [the] font|typeface [of|on|for|in] {T} to {{looks:font_look}}", f"<change> {T} ['s] font|typeface to {{looks:font_look}}",
        f"use {{looks:font_look}} for|on {T}", f"<change> [the] font|text size of|on|for {T} to {{looks:size_look}}", f"<change> {T} ['s] [font|text] size to {{looks:size_look}}", f"<make> {T} {{looks:size_look}}", f"<change> [the] size of {T} to {{looks:size_look}}", f"{{looks:bold_look}} {T}", f"{T} in {{looks}}", f"write {T} in {{looks}}", f"{T} should be {{looks}}",
        f"<make> {T} ['s] font|text|letters|lettering {{looks}}", f"<make> [the] text|font|color|colour|letters|lettering of|in|on {T} {{looks}}", f"i want {T} [to] [be] {{looks}}", f"<set> [the] font|text|size|color|colour [size|color|colour|weight] of|on|for {T} {{looks:size_look}}", f"<apply> {{looks}} to {T}",
    ),
    *rules(cased("upper"), f"<make> {T} [all] [in] uppercase|caps|capitals|capitalized [letters]", f"<make> {T} [in] upper case", f"<change> {T} to|into|in [all] uppercase|caps|capitals", f"<change> {T} to upper case", f"uppercase|capitalize|capitalise {T}", f"put {T} in|into [all] caps|capitals|uppercase"),
    *rules(cased("lower"), f"<make> {T} [all] [in] lowercase", f"<make> {T} [in] lower case", f"<change> {T} to|into [all] lowercase", f"lowercase {T}"),
    *rules(say,
        f"<change> [the] text|words|wording|content|copy|message of|in|on|for {T} to|into|with|as [say|read|be] [:] {{content}}", f"<change> {T} ['s] [text|words|wording|content|copy] to|into [say|read|be|saying] [:] {{content}}", f"<make> {T} [text] say|read [:] {{content}}",
        f"<change> {T} so [that] it says|reads {{content}}", f"{T} should say|read [:] {{content}}", f"{T} should [now] be {{content:quote}}", f"have {T} say|read {{content}}", f"let {T} say|read {{content}}", f"<set> {T} [to|as|:] {{content:quote}}", f"<change> {T} with|to|: {{content}}", f"update {T} [to|with|:] {{content:quote}}",
        f"<change> what {T} says to {{content}}", f"replace [the] text|words|wording [of|in|on] {T} with|by [:] {{content}}", f"replace {T} ['s] [text|words] with|by [the] [text|words] {{content:quote}}", f"rename|retitle|relabel|call|name {T} [to|as] {{content}}", "retitle [it] [to|as] {content}", f"edit {T} to say|read {{content}}", f"write {{content:quote}} in|on|into {T} instead", f"<change> {T} to {{content:quote}} instead",
        f"i want {T} to say|read {{content}}",
    ),
    *rules(add_low,
        f"<add> {NEW} [{{looks}}] lower third {{mods}} [with|for|:|called] [<saying>] {{content}} {{more:mods}}",
        f"<add> {NEW} [{{looks}}] caption|subtitle|credit [line|text] {{mods}} <saying> [:] {{content}} {{more:mods}}", f"<add> {NEW} [{{looks}}] caption|subtitle|credit {{content:quote}} {{more:mods}}",
    ),
    *rules(add,
        f"<add> {NEW} [{{looks}}] [,] <textnoun> {{mods}} <saying> [:] {{content}} {{more:mods}}",
        f"<add> {NEW} [{{looks}}] [,] <textnoun> {{mods}} [called|named|:|of|as] [:] {{content:quote}} {{more:mods}}",
        f"<add> {NEW} [{{looks}}] [,] <textnoun> {{mods}} called|named|titled|labelled [:] {{content}} {{more:mods}}", "<write> {content:shouted} {more:mods}",
        f"<add> {{content:quote}} [as|in] [a|an|the] {NEW} [{{looks}}] [<textnoun>] {{more:mods}}",
        "<write> [the] [text|words|word] [:] {content:quote} {more:mods}",
        "text|title|caption|headline|subtitle : {content} {more:mods}",
        f"<insert> {NEW} [{{looks}}] <textnoun> [:] {{plain_content}} {{more:mods}}",
        "write|type [out] {content:bare_content} {more:mods}", "write|type [out] the text|words|word [:] {content} {more:mods}",
        "<add> another|one [one] <saying> [:] {content} {more:mods}", "{mods} <add> {content:quote} {more:mods}", f"{{mods}} [,] <add> {NEW} [{{looks}}] <textnoun> <saying> [:] {{content}} {{more:mods}}", f"{{mods}} [,] <add> {NEW} [{{looks}}] <textnoun> {{content:quote}} {{more:mods}}",
        "<add> the words|word|text|phrase|line [:] {content} {more:mods}", "let [the] text say {content} {more:mods}", "<make> {mods} say {content:quote}",
        "say {content:quote} {more:mods}", "have it say {content:quote} {more:mods}", "<add> {content:quote} [on] [screen] {more:mods}", f"<make> a|an|another {NEW} [{{looks}}] <textnoun> <saying> {{content}} {{more:mods}}",
    ),
    *rules(wordless, f"add|insert|create|give|need|want a|some|another {NEW} [{{looks}}] text|title|headline|caption|subtitle|heading|words [card|overlay|box] {{mods}}", "add|insert|create text|title|titles {mods}", "add|insert|create a title card {mods}", "add|insert|create a lower third {mods}"),
    *rules(only_text, "<change> [the] [text|font|title] color|colour|font|size [size|color|colour|family] to|as {looks}", "<change> [the] font|typeface to {looks:font_look}", "<change> [the] font|text size to {looks:size_look}", "use {looks:font_look}", "<make> [the] font|letters|lettering {looks}"),
    *rules(fixed(background="none"), f"<delete> [the] [text] background|box from|of|behind {T}"),
    *rules(fixed(stroke="none"), f"<delete> [the] outline|stroke|border from|of|on {T}"),
    *rules(fixed(shadow="none"), f"<delete> [the] [drop] shadow from|of|on {T}"),
    *rules(fixed(stroke={"color": "#000000"}), f"<apply> a|an [{{colour}}] outline|stroke|border to|on|around {T}", f"outline {T} [in|with] [{{colour}}]", f"<apply> {T} a|an [{{colour}}] outline|stroke"),
    *rules(fixed(shadow={"color": "#000000"}), f"<apply> a [{{colour}}] [drop|text] shadow to|on|behind|under {T}", f"<apply> {T} a [drop] shadow"),
    *rules(fixed(background={"color": "#000000"}), f"<apply> a [{{colour}}] [text] background|box|backdrop [box] to|on|behind|under|for {T}", f"<apply> {T} a [{{colour}}] background|box|backdrop [box]", f"put {T} on|in a [{{colour}}] background|box|backdrop"),
    *rules(align, f"align {T} [text] [to] [the] {{place}}", f"align [the] text [of|in] {T} [to] [the] {{place}}", f"{{place}} align {T}", f"{{place}} align [the] text of|in {T}", f"<make> {T} {{place}} aligned", f"justify {T} {{place}}", f"<set> [the] alignment of {T} to {{place}}"),
    *rules(spacing, f"<add> [more] letter spacing to|in {T}", f"increase [the] [letter] spacing of|in|on {T}", f"reduce|decrease|tighten {{tight:tight}} of|in|on {T}"),
    *rules(append, f"<add> {{content:quote}} to [the] [end] [of] {T}", f"append {{content}} to {T}", f"<add> [the] word|words {{content}} to [the] [end] [of] {T}"),
    *rules(say_it, "<change> [the] text|wording|words|title to [say|read] [:] {content}", "it should say|read {content}", "<make> it say|read {content}"),
    *rules(solid,
        "<add> a {colour} solid|background|rectangle|box|slide|screen|card|frame|layer [clip|color|colour] {mods}", "<add> a solid {colour} [solid|background|rectangle|box|screen|card|layer|clip] {mods}", "<add> a {colour} color|colour solid|layer|card|clip|screen {mods}",
        "<add> {colour} [screen|frame|frames] for {mods}",
    ),
)  # fmt: skip
