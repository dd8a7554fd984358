"""Movement over time: ready-made motions, zooms, and taking animation off."""

from __future__ import annotations

from typing import Any

from ..canvas_words import resting
from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Sketch, end_of
from .picture import seen


def preset(name: str) -> Any:
    """A builder for one of the engine's motions, over as long as was said."""

    def build(sketch: Sketch, found: Found) -> None:
        things = found["things"]
        if name == "fade-in" and any(sketch.state.items[i]["type"] == "audio" for i in things.ids):
            raise Pass
        for item in seen(sketch, things):
            length = sketch.state.items[item]["durationInFrames"]
            sketch.do(
                "applyMotionPreset",
                ids=[item],
                preset=name,
                durationInFrames=min(found["dur"], length) if "dur" in found else None,
            )

    return build


def zoom(sketch: Sketch, found: Found) -> None:
    """A slow zoom in over the whole of each item."""
    _scaled(sketch, found, 1.0, 1.0 + 0.2 * sketch.degree)


def zoom_out(sketch: Sketch, found: Found) -> None:
    _scaled(sketch, found, 1.0 + 0.2 * sketch.degree, 1.0)


def _scaled(sketch: Sketch, found: Found, first: float, last: float) -> None:
    for item_id in seen(sketch, found["things"]):
        item = sketch.state.items[item_id]
        base = resting((item.get("transform") or {}).get("scale", 1))
        keys = [
            {"frame": 0, "value": round(base * first, 4), "easing": "ease-in-out"},
            {"frame": max(1, item["durationInFrames"] - 1), "value": round(base * last, 4)},
        ]
        sketch.do("setKeyframes", id=item_id, property="scale", keyframes=keys)


def spin(sketch: Sketch, found: Found) -> None:
    for item_id in seen(sketch, found["things"]):
        last = max(1, sketch.state.items[item_id]["durationInFrames"] - 1)
        sketch.do(
            "setKeyframes",
            id=item_id,
            property="rotation",
            keyframes=[{"frame": 0, "value": 0}, {"frame": last, "value": 360}],
        )


def slide(sketch: Sketch, found: Found) -> None:
    """In from a side: from beyond that edge to where it stands, in half a second."""
    state, (across, down) = sketch.state, found["way"]
    length = found.get("dur") or round(0.5 * float(state.fps))
    for item_id in seen(sketch, found["things"]):
        item = state.items[item_id]
        axis, sign, room = ("x", across, state.width) if across else ("y", down, state.height)
        rest = resting((item.get("transform") or {}).get(axis, 0))
        last = min(length, item["durationInFrames"] - 1)
        keys = [{"frame": 0, "value": rest + sign * room, "easing": "ease-out"}, {"frame": max(1, last), "value": rest}]
        sketch.do("setKeyframes", id=item_id, property=axis, keyframes=keys)


def slide_out(sketch: Sketch, found: Found) -> None:
    state, (across, down) = sketch.state, found.get("way", (1, 0))
    length = found.get("dur") or round(0.5 * float(state.fps))
    for item_id in seen(sketch, found["things"]):
        item = state.items[item_id]
        axis, sign, room = ("x", across, state.width) if across else ("y", down, state.height)
        rest, last = resting((item.get("transform") or {}).get(axis, 0)), end_of(item) - item["from"] - 1
        keys = [
            {"frame": max(0, last - length), "value": rest, "easing": "ease-in"},
            {"frame": last, "value": rest + sign * room},
        ]
        sketch.do("setKeyframes", id=item_id, property=axis, keyframes=keys)


def still(sketch: Sketch, found: Found) -> None:
    for item in sketch.ids(found["things"]):
        sketch.do("clearKeyframes", id=item)


T, OVER = "{things}", "[over|for|in|lasting] [{dur}]"
ZOOM = "[slow|gentle|subtle|smooth|slight|nice|quick|little] zoom|push [in|ins|effect|animation] [effect|animation]"


def _named(nouns: str, verbs: str) -> tuple[str, ...]:
    """The ways to ask for a motion: "add a pop to X", "make X pop", "pop X in", "animate X with a pop"."""
    noun = f"[nice|little|quick|smooth|gentle|subtle|cool] {nouns} [animation|effect|motion|in]"
    return (
        f"<apply> a|an|some [{{dur}}] {noun} to|on|for {T} {OVER}", f"<apply> {T} a|an|some [{{dur}}] {noun}", f"<make> {T} {verbs} [in|on|up] [onto] [the] [screen] {OVER}", f"{verbs} {T} in|up {OVER}",
        f"animate {T} with [a|an|the] {noun} {OVER}", f"{verbs} in {T}", f"have|let {T} {verbs} [in|on]", f"<apply> {noun} to|on {T}", f"animate {T} with|using {nouns}",
    )  # fmt: skip


RULES = (
    *rules(slide,
        f"slide|fly|bring|swoop {T} in from [the] {{way}} {OVER}", f"slide|fly in {T} from [the] {{way}} {OVER}", f"<make> {T} slide|fly|come|swoop|move in from [the] {{way}} {OVER}", f"<make> {T} slide|fly|come in from [the] {{way}} [side] {OVER}", f"animate {T} [sliding|coming|flying] [in] from [the] {{way}}", f"have {T} slide|fly in from [the] {{way}}",
        f"<apply> a slide in from [the] {{way}} to|on {T}",
    ),
    *rules(slide_out, f"slide|fly {T} out|off [to] [the] [screen] {{way}} {OVER}", f"<make> {T} slide|fly out|off [to] [the] {{way}} {OVER}", f"slide|fly {T} out {OVER}", f"<make> {T} slide|fly out {OVER}"),
    *rules(zoom_out,
        f"<apply> a [slow|gentle|subtle|smooth|slight] zoom out [effect|animation] to|on|for|over|in {T}", f"<apply> {T} a [slow|gentle|subtle] zoom out", f"[slowly|gently] zoom out [slowly|gently] of|on|from {T}", f"zoom {T} out slowly|gently", f"<make> {T} [slowly|gently] zoom out [slowly|gently]",
    ),
    *rules(zoom,
        f"<apply> a|an|some {ZOOM} to|on|for|over|in|into {T}", f"<apply> {T} a|an|some {ZOOM}", f"slowly|gently|gradually zoom in|into [on|to] {T}", f"[slow] zoom in|into [on|to] {T} slowly|gently|gradually", f"<make> {T} [slowly|gently|gradually] zoom [in] [slowly|gently|gradually]", f"zoom {T} in slowly|gently", f"animate {T} with a|an {ZOOM}",
        f"slowly|gently push in on|to {T}", f"slow zoom on|in|into|to {T}", f"zoom in|into slowly|gently|gradually on|into|to {T}", f"slow zoom in on|to {T}", f"<apply> {ZOOM} to|on|for {T}",
    ),
    *rules(preset("ken-burns"),
        f"<apply> [a|the] ken burns [effect|animation|zoom|move|pan] to|on|for|over {T} {OVER}", f"<apply> {T} a|the ken burns [effect|animation|zoom]", f"ken burns {T}", f"animate {T} with [a|the] ken burns [effect]", f"<apply> [a] [slow] pan and zoom to|on|for {T}", f"ken burns [effect] [zoom] on|for|to|over {T}", f"<apply> some|a [slow|subtle|gentle] movement|motion|animation to|on|for {T}",
    ),
    *rules(preset("slide-in"), *_named("slide|slides", "slide|fly"), f"slide {T} in {OVER}"),
    *rules(preset("pop"), *_named("pop|bounce", "pop|bounce"), f"pop {T}"),
    *rules(preset("pulse"), *_named("pulse|pulsing|heartbeat|throb", "pulse|throb|pulsate"), f"pulse|pulsate {T}"),
    *rules(preset("fade-in"), f"<apply> a|an [entrance|intro|in] [entrance|intro] animation to|on|for {T}", f"animate {T} [in]", f"<apply> animation to|on {T}"),
    *rules(spin, f"<make> {T} spin|rotate [around] [continuously] {OVER}", f"spin {T} [around] [continuously]", f"<apply> a spin|spinning [animation|effect] to|on {T}"),
    *rules(still,
        f"<delete> [all] [the] [of] <anim> [from|on|of] {T}", f"stop animating {T}", f"clear [all] [the] <anim> [from|on|of] {T}", f"<make> {T} static|still|stop [moving]", f"<delete> {T} 's <anim>", f"<delete> [the] zoom|pan|ken [burns] [effect] from|on|of {T}",
    ),
)  # fmt: skip
