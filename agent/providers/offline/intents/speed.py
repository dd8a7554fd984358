"""How fast things play, and backwards."""

from __future__ import annotations

from fractions import Fraction

from ..kinds import of_kind
from ..pattern import Found
from ..rule import rules
from ..sketch import Refused, Sketch

SLOWEST, FASTEST = 0.1, 10.0


def _now(sketch: Sketch, item_id: str) -> float:
    rate = sketch.state.items[item_id].get("rate") or [1, 1]
    return float(Fraction(*rate))


def _playing(sketch: Sketch, found: Found) -> list[str]:
    if "things" in found:
        return sketch.ids(found["things"], "video", "audio", "gif")
    clips = sketch.by_time(of_kind(sketch.state, "clip"))
    if not clips:
        raise Refused("There is nothing here that plays.")
    sketch.mention(*clips)
    return clips


def _set(sketch: Sketch, item_id: str, rate: float) -> None:
    """Change the rate; an item that gets longer pushes what follows it, so that nothing overlaps."""
    if not SLOWEST <= rate <= FASTEST:
        raise Refused(f"A speed of {rate:g}× is out of reach; it can be {SLOWEST:g}× to {FASTEST:g}×.")
    rate = round(rate, 3)
    if not sketch.attempt("setPlaybackRate", ids=[item_id], rate=rate):
        sketch.do("setPlaybackRate", ids=[item_id], rate=rate, ripple=True)


def to(sketch: Sketch, found: Found) -> None:
    rate = found.get("multiple") or found.get("share") or found.get("number") or 1.0
    for item in _playing(sketch, found):
        _set(sketch, item, rate)


def faster(sketch: Sketch, found: Found) -> None:
    factor = found.get("multiple") or (1 + found["share"] if "share" in found else 1 + 0.5 * sketch.degree)
    for item in _playing(sketch, found):
        _set(sketch, item, _now(sketch, item) * factor)


def slower(sketch: Sketch, found: Found) -> None:
    if "share" in found:
        factor = 1 - found["share"]
    elif "multiple" in found:
        factor = found["multiple"] if found["multiple"] < 1 else 1 / found["multiple"]
    else:
        factor = 0.75 if sketch.degree < 1 else 0.5 if sketch.degree == 1 else 0.25
    for item in _playing(sketch, found):
        _set(sketch, item, _now(sketch, item) * factor)


def normal(sketch: Sketch, found: Found) -> None:
    for item in _playing(sketch, found):
        _set(sketch, item, 1.0)


def last(sketch: Sketch, found: Found) -> None:
    """A speed that makes it last so long."""
    for item in _playing(sketch, found):
        length = sketch.state.items[item]["durationInFrames"]
        _set(sketch, item, _now(sketch, item) * length / max(1, found["dur"]))


def backwards(sketch: Sketch, found: Found) -> None:
    for item in _playing(sketch, found):
        sketch.do("reverseItem", id=item)


WHOLE = "[the] whole|entire video|composition|timeline|edit|movie|film|thing"
T = "{things}"

RULES = (
    *rules(backwards,
        f"reverse|rewind {T} [playback]", f"play|run {T} backwards|backward|reversed|in [reverse]", f"<make> {T} play|run|go [in] backwards|backward|reversed|reverse", f"<make> {T} backwards|reversed",
        f"reverse [the] playback|direction|speed of {T}", f"flip {T} backwards", f"<set> {T} to reverse|backwards", f"put {T} in reverse",
    ),
    *rules(last, f"speed up {T} to|so [it] [last|lasts|fit|fits] [in] {{dur}}", f"slow down {T} to [last] {{dur}}", f"stretch {T} in time to {{dur}}", f"<change> [the] speed of {T} so [that] it lasts {{dur}}", f"fit {T} into {{dur}}"),
    *rules(normal,
        f"<set> {T} [back] to|at normal|original|regular|full|real|1 speed|time", f"reset|restore [the] <speed> of|on|for {T}", f"<make> {T} normal speed [again]", f"play {T} at|in normal|regular|original|real speed|time", f"<set> [the] <speed> of {T} [back] to normal",
        f"<delete> [the] slow motion|mo from {T}",
    ),
    *rules(to,
        f"<set> <speed> of|for|on {T} to|at {{share}}", f"<set> <speed> of|for|on {T} to|at {{multiple}}", f"<set> <speed> of|for|on {T} to {{number}}", f"<set> {T} ['s] <speed> [to|at] {{share}}", f"<set> {T} ['s] <speed> [to|at] {{multiple}}", f"<set> {T} ['s] <speed> to {{number}}",
        f"(<raise> / <lower>) <speed> of|for|on {T} [up|down] to {{share}}", f"(<raise> / <lower>) <speed> of|for|on {T} [up|down] to {{multiple}}", f"(<raise> / <lower>) {T} 's <speed> [up|down] to {{share}}", f"(<raise> / <lower>) {T} 's <speed> [up|down] to {{multiple}}", f"take|bring|pull|drop {T} [down|up] to {{share}} <speed>",
        f"<play> {T} [to|at|in] {{share}} <speed>", f"<play> {T} [to|at|in] {{multiple}} <speed>", f"<play> {T} [to|at|in|run|play|go] [at] {{share}} [of] [the] [its|normal|original] <speed>",
        f"<play> {T} to|at {{multiple}}", f"slow|slow down {T} [down] to {{share}} [<speed>]", f"slow|speed {T} [down|up] to {{share}} [of] [its] [normal|original] [<speed>]", f"slow|speed down|up {T} to {{share}} [<speed>]", f"slow|speed {T} [down|up] to {{multiple}} [<speed>]", f"slow|speed down|up {T} to {{multiple}} [<speed>]", f"{T} [at|to] {{multiple}} <speed>", f"{T} at {{share}} <speed>",
        f"<set> <speed> to {{share}} on|for {T}", f"<set> <speed> to {{multiple}} on|for {T}", f"play|run {T} at {{share}}", f"play|run {T} at {{multiple}}", f"<make> {T} play|run|go [at] {{multiple}} <speed>", f"half|double speed {T}", f"run {T} at {{multiple}}", f"<speedup> {T} to {{share}}", "<set> [the] <speed> of [the] [whole] video to {multiple}",
    ),
    *rules(slower,
        f"<slowdown> {T} [down] [by] {{share}}", f"<slowdown> {T} [down] [by] {{multiple}}", f"slow {T} down [by] {{share}}", f"slow {T} down [by] {{multiple}}", f"<make> {T} {{share}} slower", f"<make> {T} {{multiple}} [as] slow|slower", f"<make> {T} {{multiple:halves}} as fast",
        f"<make> {T} slower by {{share}}", f"<make> {T} [be|play|run|go] [in] <slower>", f"<slowdown> {T} [down]", f"slow {T} down", f"<play> {T} [in] <slower>", f"<play> {T} into slow motion|mo", f"<apply> slow motion|mo [effect] to|on|for {T}", f"<apply> a slow motion|mo [effect] to|on|for {T}", f"halve [the] <speed> of {T}", f"cut [the] <speed> of {T} in half",
        f"<apply> slow mo|motion {T}", f"slow motion|mo on|for|to {T}", f"{T} in slow motion|mo", f"reduce|decrease|lower [the] <speed> of {T} by {{share}}", f"reduce|decrease|lower [the] <speed> of {T}", f"{T} is|are too fast", f"half [the] <speed> of {T}", f"slomo {T}", f"<slowdown> {WHOLE} [down] [by] {{share}}", f"<slowdown> {WHOLE} [down]", f"slow {WHOLE} down",
    ),
    # "By a quarter" is a share before it is a multiple.
    *rules(faster,
        f"<speedup> {T} [up] [by] {{share}}", f"<speedup> {T} [up] [by] {{multiple}}", f"speed {T} up [by] {{share}}", f"speed {T} up [by] {{multiple}}", f"<speedup> {T} [up] [by] {{number}} x|times", f"<make> {T} {{multiple}} [as] fast|faster|quick [speed]", f"<make> {T} {{share}} faster",
        f"<make> {T} faster by {{share}}", f"<make> {T} [play|run|go] <faster>", f"<speedup> {T} [up]", f"speed {T} up", f"<play> {T} {{multiple}} [as] fast|faster", f"<play> {T} <faster>", f"{{multiple}} [the] <speed> of {T}", f"{{multiple}} {T} 's <speed>", f"<make> {T} go|play|run {{multiple}} [as] fast|faster", f"increase|raise|boost [the] <speed> of {T} by {{share}}", f"increase|raise|boost [the] <speed> of {T} [by] {{multiple}}", f"increase|raise|boost [the] <speed> of {T}",
        f"{T} is|are too slow", f"<speedup> {WHOLE} [up] [by] {{share}}", f"speed {WHOLE} up [by] {{share}}", f"<speedup> {WHOLE} [up] [by] {{multiple}}", f"speed {WHOLE} up [by] {{multiple}}", f"<speedup> {WHOLE}", f"speed {WHOLE} up", f"<make> {T} a timelapse|hyperlapse",
    ),
)  # fmt: skip
