"""Effects on pictures: blur, glow, grain and their kind; and taking them off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..canvas_words import resting
from ..core_phrase import Things
from ..pattern import Found
from ..rule import Rule, rules
from ..sketch import Refused, Sketch
from .picture import seen

# kind: (nouns, adjectives, verbs) of the effect as people say it, and what "a lot" and "a bit" scale of it.
KINDS: dict[str, tuple[str, str, str]] = {
    "blur": ("blur|blurring|bokeh", "blurry|blurred|blurrier|unfocused|defocused", "blur|defocus"),
    "sharpen": ("sharpening|sharpness|sharpen|clarity", "sharper|sharp|sharpened", "sharpen"),
    "pixelate": ("pixelation|mosaic|pixelate", "pixelated|pixely", "pixelate|censor"),
    "grain": ("grain|noise", "grainy|grainier|noisy", "grain"),
    "glow": ("glow|bloom", "glow|glowing|glowy|dreamy", "glow"),
    "posterize": ("posterize|posterization", "posterized|cartoonish", "posterize|posterise"),
    "invert": ("invert|inversion|negative", "inverted|negative", "invert"),
    "rounded-corners": ("rounding", "rounded|round", "round"),
    "border": ("border|frame|outline|edge", "bordered|framed", "frame|border|outline"),
    "drop-shadow": ("shadow|dropshadow", "shadowed", "shadow"),
    "mirror": ("kaleidoscope", "mirrored", "kaleidoscope"),
}  # fmt: skip
SCALED = {"blur": ("radius", 10.0), "pixelate": ("size", 16.0), "grain": ("amount", 0.2), "sharpen": ("amount", 1.0)}


def _params(sketch: Sketch, kind: str, found: Found) -> dict[str, Any] | None:
    params: dict[str, Any] = {}
    if kind in SCALED:
        name, usual = SCALED[kind]
        if "pixels" in found and kind in ("blur", "pixelate"):
            params[name] = found["pixels"]
        elif sketch.degree != 1.0:
            value = usual * sketch.degree
            params[name] = round(value) if kind in ("blur", "pixelate") else round(value, 2)
    if "colour" in found:
        params["color"] = found["colour"]
    return params or None


def add(kind: str) -> Any:
    """A builder that puts an effect on what is meant."""

    def build(sketch: Sketch, found: Found) -> None:
        sketch.do("addEffect", ids=seen(sketch, found["things"]), kind=kind, params=_params(sketch, kind, found))

    return build


def remove(kind: str | None) -> Any:
    """A builder that takes effects of a kind, or all, off."""

    def build(sketch: Sketch, found: Found) -> None:
        things: Things = found["things"]
        gone = [
            (i, e["id"])
            for i in seen(sketch, things)
            for e in sketch.state.items[i].get("effects", ())
            if kind in (None, e["kind"])
        ]
        if not gone:
            raise Refused(f"There is no {kind or 'effect'} on {sketch.label(things.ids[0])}.")
        for item, effect in gone:
            sketch.do("removeEffect", id=item, effectId=effect)

    return build


def more(kind: str) -> Any:
    """A builder that strengthens what is there, or puts it there."""

    def build(sketch: Sketch, found: Found) -> None:
        for item in seen(sketch, found["things"]):
            there = [e for e in sketch.state.items[item].get("effects", ()) if e["kind"] == kind]
            if there and kind in SCALED:
                name, usual = SCALED[kind]
                now = resting(there[-1].get("params", {}).get(name, usual))
                sketch.do("updateEffect", id=item, effectId=there[-1]["id"], params={name: now * 1.5})
            else:
                sketch.do("addEffect", ids=[item], kind=kind, params=_params(sketch, kind, found))

    return build


def _table() -> Iterator[Rule]:
    size = "[of|by|with|at] [a] [radius] [of] {pixels} [radius]"
    for kind, (nouns, adjectives, verbs) in KINDS.items():
        name = f"[little|soft|strong|heavy|light|gaussian|film|nice] [{{colour}}] {nouns} [effect|filter]"
        yield from rules(
            more(kind),
            f"more {nouns} on|to|for {{things:targets}}",
            f"<apply> more {nouns} [on|to|for] {{things:targets}}",
            f"<make> {{things:targets}} more {adjectives}",
        )
        yield from rules(
            remove(kind),
            f"<delete> [the] {nouns} [effect] from|on|of|off {{things:targets}}",
            f"un {verbs} {{things:targets}}",
            f"un{verbs.split('|')[0]} {{things:targets}}",
            f"<delete> {{things:targets}} 's {nouns}",
        )
        yield from rules(
            add(kind),
            f"{verbs} {{things:targets}} [out] {size}", f"{verbs} {{things:targets}} [out]", f"<apply> [a|an|some] {name} to|on|over|for|around {{things:targets}} {size}", f"<apply> [a|an|some] {name} to|on|over|for|around {{things:targets}}", f"<apply> {{things:targets}} [a|an|some] {name}", f"<make> {{things:targets}} {adjectives}",
        )  # fmt: skip


RULES = (
    *rules(remove(None), "<delete> [all|any|every|the] [of] [the] effect|effects [from|on|of|off] {things}", "clear [all] [the] effects [from|on|of] {things}"),
    *rules(add("sepia"), "<apply> sepia effect to|on {things}", "<apply> a sepia effect to|on {things}"),
    *rules(add("drop-shadow"), "<apply> a drop shadow to|on|behind|under {things}", "<apply> {things} a drop shadow"),
    *rules(add("rounded-corners"), "round [off] [the] corners|edges of|on {things}", "<apply> rounded|round corners to|on {things}", "<apply> {things} rounded|round corners", "round {things} 's corners", "<make> [the] corners of {things} round|rounded"),
    *rules(add("invert"), "invert [the] colors|colours of|in|on {things}", "invert {things} ['s] colors|colours"),
    *_table(),
)  # fmt: skip
