"""How an item sits in the picture: opacity, size, place, turn, mirror, crop, fit, blend."""

from __future__ import annotations

from typing import Any

from ..canvas_words import box, resting
from ..core_phrase import Things
from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Refused, Sketch
from ..text_style import BASE_SIZE

MARGIN = 0.05


def seen(sketch: Sketch, things: Things) -> list[str]:
    """Of the items meant, those that have a picture."""
    ids = [item for item in sketch.ids(things) if sketch.state.items[item]["type"] != "audio"]
    if not ids:
        raise Refused(f"{sketch.label(things.ids[0])} has no picture.")
    return ids


def _look(sketch: Sketch, item_id: str, name: str, default: float) -> float:
    return resting((sketch.state.items[item_id].get("transform") or {}).get(name, default))


def _set(sketch: Sketch, values: dict[str, dict[str, Any]]) -> None:
    """Transforms by item, one command for all that get the same."""
    groups: dict[tuple[tuple[str, Any], ...], list[str]] = {}
    for item, change in values.items():
        groups.setdefault(tuple(change.items()), []).append(item)
    for key, ids in groups.items():
        sketch.do("setTransform", ids=ids, **dict(key))


# --- opacity ----------------------------------------------------------------------------------------------------------


def opacity(sketch: Sketch, found: Found) -> None:
    value = found["share"] if "share" in found else found["number"]
    value = value / 100 if value > 1 else value
    if not 0 <= value <= 1:
        raise Pass
    _set(sketch, {item: {"opacity": round(value, 4)} for item in seen(sketch, found["things"])})


def transparency(sketch: Sketch, found: Found) -> None:
    opacity(sketch, {**found, "share": 1 - found["share"]})


def fade_by(sketch: Sketch, found: Found, sign: int) -> None:
    step = found.get("share", 0.25 * sketch.degree)
    now = {item: _look(sketch, item, "opacity", 1) for item in seen(sketch, found["things"])}
    _set(sketch, {item: {"opacity": round(max(0.0, min(1.0, value + sign * step)), 4)} for item, value in now.items()})


def clearer(sketch: Sketch, found: Found) -> None:
    fade_by(sketch, found, -1)


def denser(sketch: Sketch, found: Found) -> None:
    fade_by(sketch, found, 1)


def fixed_opacity(value: float) -> Any:
    return lambda sketch, found: opacity(sketch, {**found, "share": value})


# --- size -------------------------------------------------------------------------------------------------------------


def scale_by(sketch: Sketch, things: Things, factor: float) -> None:
    """Lettering by its font size, pictures by their scale."""
    values: dict[str, dict[str, Any]] = {}
    for item_id in seen(sketch, things):
        item = sketch.state.items[item_id]
        if item["type"] in ("text", "captions"):
            size = resting((item.get("style") or {}).get("fontSize", BASE_SIZE))
            sketch.do("setTextStyle", ids=[item_id], fontSize=max(1, round(size * factor)))
        else:
            values[item_id] = {"scale": round(max(0.01, _look(sketch, item_id, "scale", 1) * factor), 4)}
    _set(sketch, values)


def bigger(sketch: Sketch, found: Found) -> None:
    scale_by(
        sketch,
        found["things"],
        found.get("multiple") or (1 + found["share"] if "share" in found else 1 + 0.25 * sketch.degree),
    )


def smaller(sketch: Sketch, found: Found) -> None:
    if "share" in found:
        factor = 1 - found["share"]
    elif "multiple" in found:
        factor = found["multiple"] if found["multiple"] < 1 else 1 / found["multiple"]
    else:
        factor = 1 / (1 + 0.25 * sketch.degree)
    scale_by(sketch, found["things"], max(0.01, factor))


def half_size(sketch: Sketch, found: Found) -> None:
    scale_by(sketch, found["things"], 0.5)


def scale_to(sketch: Sketch, found: Found) -> None:
    value = found.get("share") or found.get("multiple") or found.get("number") or 1.0
    value = value / 100 if value > 20 else value
    things: Things = found["things"]
    if any(sketch.state.items[item]["type"] == "text" for item in things.ids):
        raise Pass
    _set(sketch, {item: {"scale": round(value, 4)} for item in seen(sketch, things)})


def fit(how: str) -> Any:
    def build(sketch: Sketch, found: Found) -> None:
        _set(sketch, {item: {"fit": how, "scale": 1, "x": 0, "y": 0} for item in seen(sketch, found["things"])})

    return build


# --- place ------------------------------------------------------------------------------------------------------------


def put(sketch: Sketch, item_id: str, spot: tuple[int | None, int | None]) -> dict[str, float]:
    """The x and y that bring an item to a spot of the nine, with a margin; an axis not spoken of stays."""
    state, (width, height) = sketch.state, box(sketch, item_id)
    margin = MARGIN * min(state.width, state.height)
    where: dict[str, float] = {}
    for axis, side, room, size in (("x", spot[0], state.width, width), ("y", spot[1], state.height, height)):
        if side is not None:
            reach = (room - size) / 2 - margin
            where[axis] = round(side * (reach if reach > 0 else room / 4))
    return where


def place(sketch: Sketch, found: Found) -> None:
    """To a side or corner; "a bit to the left" is only a nudge that way."""
    across, down = found["spot"]
    if sketch.degree != 1.0 and (across is None or down is None):
        nudge(sketch, {**found, "way": (across or 0, down or 0)})
        return
    _set(sketch, {item: put(sketch, item, found["spot"]) for item in seen(sketch, found["things"])})


def centre(sketch: Sketch, found: Found) -> None:
    spot = (0, None) if "across" in found else (None, 0) if "down" in found else (0, 0)
    place(sketch, {**found, "spot": spot})


def nudge(sketch: Sketch, found: Found) -> None:
    """By pixels, by a share of the canvas, or by a tenth of it."""
    state, (across, down) = sketch.state, found["way"]
    room = state.width if across else state.height
    step = found.get("pixels") or (found["share"] * room if "share" in found else room * 0.1 * sketch.degree)
    values = {}
    for item in seen(sketch, found["things"]):
        axis, sign = ("x", across) if across else ("y", down)
        values[item] = {axis: round(_look(sketch, item, axis, 0) + sign * step)}
    _set(sketch, values)


def place_at(sketch: Sketch, found: Found) -> None:
    _set(sketch, {item: {"x": found["a"], "y": found["b"]} for item in seen(sketch, found["things"])})


# --- turn, mirror, crop, blend ------------------------------------------------------------------------------------------


def rotate(sketch: Sketch, found: Found) -> None:
    usual = 90.0 if sketch.degree == 1.0 else 10.0 * sketch.degree
    angle = found.get("angle", usual) * (-1 if "left" in found else 1)
    _set(
        sketch,
        {
            item: {"rotation": round(_look(sketch, item, "rotation", 0) + angle, 3)}
            for item in seen(sketch, found["things"])
        },
    )


def rotate_to(sketch: Sketch, found: Found) -> None:
    _set(sketch, {item: {"rotation": found.get("angle", 0.0)} for item in seen(sketch, found["things"])})


def upside_down(sketch: Sketch, found: Found) -> None:
    rotate(sketch, {**found, "angle": 180.0})


def tilt(sketch: Sketch, found: Found) -> None:
    rotate(sketch, {**found, "angle": found.get("angle", 10.0 * sketch.degree)})


def mirror(sketch: Sketch, found: Found) -> None:
    _flip(sketch, found, "flipH")


def flip_down(sketch: Sketch, found: Found) -> None:
    _flip(sketch, found, "flipV")


def _flip(sketch: Sketch, found: Found, name: str) -> None:
    items = sketch.state.items
    ids = seen(sketch, found["things"])
    _set(sketch, {item: {name: not (items[item].get("transform") or {}).get(name, False)} for item in ids})


def crop(sketch: Sketch, found: Found) -> None:
    ids = seen(sketch, found["things"])
    share = found.get("share")
    for item in ids:
        width, height = box(sketch, item)
        sides = {
            side: round(
                share if share is not None else found["pixels"] / (width if side in ("left", "right") else height), 4
            )
            for side in found["sides"]
        }
        if any(not 0 <= value < 1 for value in sides.values()):
            raise Refused("That would crop everything away.")
        sketch.do("setCrop", ids=[item], **sides)


def uncrop(sketch: Sketch, found: Found) -> None:
    sketch.do("setCrop", ids=seen(sketch, found["things"]), left=0, right=0, top=0, bottom=0)


def blend(sketch: Sketch, found: Found) -> None:
    sketch.do("setBlendMode", ids=seen(sketch, found["things"]), mode=found["mode"])


def key_out(sketch: Sketch, found: Found) -> None:
    sketch.do(
        "setChromaKey", ids=sketch.ids(found["things"], "video", "image", "gif"), color=found.get("colour", "#00b140")
    )


def reset(sketch: Sketch, found: Found) -> None:
    sketch.do("setTransform", ids=seen(sketch, found["things"]), x=0, y=0, scale=1, rotation=0, opacity=1)


def recentre(sketch: Sketch, found: Found) -> None:
    """Back to where a thing is put at first, at the size that it has."""
    sketch.do("setTransform", ids=seen(sketch, found["things"]), x=0, y=0)


T = "{things}"
SIZE = "[in|its|the] [size|big|large|scale]"
FRAME = "[of] [the] [whole|entire|full] screen|frame|canvas|picture"

RULES = (
    *rules(transparency, f"<make> {T} {{share}} transparent|translucent", f"<make> {T} {{share}} see through", f"<set> [the] transparency of {T} to {{share}}"),
    *rules(opacity,
        f"<set> [the] opacity [of|on|for] {T} [to|at] {{share}}", f"<set> {T} ['s] opacity [to|at] {{share}}", f"<make> {T} {{share}} opaque|visible|opacity", f"<set> {T} [to|at] {{share}} opacity|opaque|visible", f"<set> [the] opacity [of|on|for] {T} [to|at] {{number}}", f"<set> {T} ['s] opacity [to|at] {{number}}",
        f"{T} at {{share}} opacity", f"fade {T} to {{share}} [opacity]", f"reduce|lower|drop|decrease|raise|increase|bring [the] [down|up] opacity [of|on|for] {T} to {{share}}", f"reduce|lower|drop|decrease {T} ['s] opacity to {{share}}", f"opacity [of] {T} {{share}}", f"dim {T} to {{share}}",
    ),
    *rules(fixed_opacity(0.5), f"<make> {T} [half|semi|partially|partly] semi|half|partially|partly|translucent [transparent|see|opaque] [through]", f"<make> {T} semitransparent|translucent", f"<make> {T} see through", f"<make> {T} transparent"),
    *rules(fixed_opacity(1.0), f"<make> {T} [fully|completely|totally|100%] opaque|solid", f"<make> {T} fully|completely|totally visible", f"<delete> [the] transparency from|of|on {T}"),
    *rules(fixed_opacity(0.0), f"<make> {T} fully|completely|totally transparent|invisible"),
    *rules(clearer, f"<make> {T} [more] fainter|transparent|translucent", f"<make> {T} more transparent|translucent|see [through]", f"<make> {T} less opaque|visible", f"reduce|lower|decrease|drop [the] opacity [of|on|for] {T} [by] [{{share}}]", f"reduce|lower|decrease|drop {T} ['s] opacity [by] [{{share}}]", f"fade {T} [back]", f"increase|raise [the] transparency of {T} [by] [{{share}}]"),
    *rules(denser, f"<make> {T} less transparent|translucent", f"<make> {T} more opaque|visible", f"raise|increase|boost [the] opacity [of|on|for] {T} [by] [{{share}}]", f"raise|increase|boost {T} ['s] opacity [by] [{{share}}]"),
    *rules(fit("cover"), f"<make> {T} fill|cover {FRAME}", f"fill {FRAME} with {T}", f"<make> {T} full|fullscreen [screen|frame|size]", f"scale|zoom|blow|fit|size|expand|enlarge|stretch {T} [up] to fill|cover [{FRAME}]", f"fullscreen {T}"),
    *rules(fit("contain"), f"fit|scale|size {T} [in|into|to|within|inside] [fit] [in|into|within|inside] {FRAME}", f"<make> {T} fit [in|into|within|inside] [the] [screen|frame|canvas]", f"fit {T}", f"scale {T} to fit"),
    *rules(fit("stretch"), f"stretch {T} [to] [fill|fit] {FRAME}", f"stretch {T} to fill|fit"),
    *rules(half_size,
        f"<make> {T} half [as] [the] [its] [original|current] size|big|large|scale", f"<make> {T} half [as] big|large", f"<make> {T} half [of] [its] [original|current] size", f"halve|half [the] size|scale of {T}", f"<scaledown> {T} by|to half", f"scale {T} [down] [by|to] half", f"cut [the] size of {T} in half", f"halve {T} in size", f"reduce {T} [size] to|by half",
    ),
    *rules(bigger,
        f"<make> {T} {{multiple}} [as|its|the] big|large|size|bigger|larger [size]", f"<make> {T} {{share}} bigger|larger", f"<make> {T} bigger|larger by {{share}}", f"<scaleup> {T} [by] {{share}}", f"scale|size|blow {T} up [by] {{share}}", f"increase [the] size|scale [of] {T} [by] {{share}}", f"increase {T} ['s] size|scale [by] {{share}}",
        f"<make> {T} <bigger> {SIZE}", f"<scaleup> {T}", f"scale|size|blow {T} up", f"increase [the] size|scale of {T}", f"{{multiple}} [the] size|scale of {T}", f"<scaleup> {T} {{multiple}}", f"scale {T} [up] [by] {{multiple}}", f"{T} is|are too small|tiny", f"{T} <bigger>", f"grow {T}", f"zoom {T} in", f"zoom in {{share}} on {T}", f"increase {T} in size",
    ),
    *rules(smaller,
        f"<make> {T} {{share}} smaller", f"<make> {T} smaller by {{share}}", f"<scaledown> {T} [down] by {{share}}", f"scale|size {T} down [by] {{share}}", f"reduce|decrease [the] size|scale [of] {T} [by] {{share}}", f"<make> {T} {{multiple}} [as] small|smaller", f"<scaledown> {T} {{multiple}}",
        f"<make> {T} <smaller> {SIZE}", f"<scaledown> {T} [down]", f"scale|size {T} down", f"reduce|decrease [the] size|scale of {T}", f"{T} is|are too big|large|huge", f"{T} <smaller>", f"zoom {T} out", f"reduce {T} in size",
    ),
    *rules(scale_to,
        f"scale|resize|size|set|zoom|shrink|enlarge|reduce {T} [up|down] to|at {{share}} [size|scale|of] [its] [original|size]", f"scale|resize|size {T} {{share}}", f"<set> [the] scale|size|zoom [of|on|for] {T} to {{share}}", f"<set> [the] scale|size|zoom [of|on|for] {T} to {{number}}", f"<set> {T} 's scale|size|zoom to {{share}}", f"<set> {T} ['s] scale|size|zoom to {{number}}", f"<make> {T} {{share}} [of] [its|the] [original|current|full] size|scale", f"scale {T} to {{number}}", f"scale {T} to {{multiple}}", f"<set> {T} ['s] scale to {{share}}", f"<scaledown> {T} to {{share}}", f"<scaleup> {T} to {{share}}",
    ),
    *rules(nudge,
        f"<move> {T} {{way}} [by] {{pixels}}", f"<move> {T} [by] {{pixels}} {{way}}", f"<move> {T} {{way}} [by] {{share}}", f"<move> {T} [by] {{share}} {{way}}", f"<move> {T} further|more|slightly {{way}}", f"<move> {T} {{way:shift}}",
    ),
    *rules(place_at, f"<move> {T} to x [=|:] {{a:number}} [and|,] y [=|:] {{b:number}}", f"<move> {T} to [position] {{a:number}} , {{b:number}}"),
    *rules(centre,
        f"center|centre {T} {{across:across}}", f"center|centre {T} {{down:upright}}", f"center|centre {T} [in|on|to|within] [the] [middle] [of] [the] [screen|frame|canvas|picture|video]", f"<move> {T} to|in|at [the] [dead] center|centre|middle {FRAME}", f"recenter|recentre {T}",
    ),
    *rules(place,
        f"<move> {T} [over|down|up|all] [the] [way] {{spot}}", f"align {T} [to|with|on] {{spot}}", f"<make> {T} [sit|be|go|appear] {{spot}}", f"{T} should be|go|sit {{spot}}", f"anchor|dock|snap|pin|stick {T} {{spot}}", f"<set> [the] position of {T} to {{spot}}", f"have {T} {{spot}}", f"show {T} {{spot}}", f"<move> {T} {{spot}} instead",
    ),
    *rules(upside_down, f"turn|flip|rotate {T} upside down", f"<make> {T} upside down"),
    *rules(rotate_to, f"straighten {T} [out]", f"<set> [the] rotation of {T} to {{angle}}", f"<set> {T} ['s] rotation to {{angle}}", f"<delete> [the] rotation from|of|on {T}", f"reset [the] rotation of {T}", f"<rotate> {T} to {{angle}}"),
    *rules(rotate,
        f"<rotate> {T} [by] {{angle}} {{left:anticlockwise}}", f"<rotate> {T} [by] {{angle}} [to] [the] [right|clockwise]", f"<rotate> {T} [to] [the] {{left:leftward}} [by] {{angle}}", f"<rotate> {T} {{left:anticlockwise}} [by] {{angle}}", f"<rotate> {T} [clockwise|right] [by] {{angle}}", f"<rotate> {T} [by] {{angle}} to [the] {{left:leftward}}", f"rotate {T} [clockwise|right]", f"rotate {T} {{left:anticlockwise}}", f"rotate|turn {T} sideways|on [its] [side]", f"turn {T} {{angle}}",
    ),
    *rules(tilt, f"tilt|angle {T} [to] [the] [right]", f"tilt|angle {T} [to] [the] {{left:leftward}}"),
    *rules(flip_down, f"flip|mirror {T} vertically|upside [down]", f"flip|mirror {T} top to bottom", f"vertically flip|mirror {T}", f"flip {T} along|on [the] vertical [axis]"),
    *rules(mirror, f"flip|mirror {T} [horizontally|sideways]", f"flip|mirror {T} left to right", f"horizontally flip|mirror {T}", f"flip|mirror {T} around", f"<apply> a mirror [effect] to {T}", f"flip|mirror [the] image|picture of {T}", f"<make> {T} mirrored|flipped"),
    *rules(uncrop, f"uncrop {T}", f"<delete> [the] crop|cropping [from|on|of] {T}", f"reset [the] crop [of|on] {T}"),
    *rules(crop,
        f"crop|trim {{sides}} [side|edge|sides|edges] of|from|off {T} by {{share}}", f"crop|trim|cut|shave {{share}} off|from|of [of|from] [the] {{sides}} [side|edge|sides|edges] of|from|on {T}", f"crop {T} [by] {{share}} on|from|at|off [the] {{sides}} [side|edge|sides|edges]", f"crop {T} [on|from|at] {{sides}} [side|edge|sides|edges] [by] {{share}}", f"crop {T} [by] {{share}} {{sides:all_sides}}", f"crop {{share}} off|from {T} 's {{sides}} [side|edge|sides]",
        f"crop|cut|trim {{pixels}} off|from [the] {{sides}} [side|edge|sides|edges] of|from|on {T}", f"crop {{sides}} [side|edge] of|from|off {T} by {{pixels}}", f"crop {T} {{share}} [from|on] [the] {{sides}}", f"crop out [the] {{sides}} {{share}} of {T}", f"crop [the] {{sides}} {{share}} of|from|off {T}",
    ),
    *rules(blend, f"<blend> [the] [blend] [mode] [of] {T} [blend] [mode] [to|as|in|into|with] {{mode}} [blend|blending] [mode]", f"<set> [the] blend|blending mode of|for|on {T} to {{mode}}", f"<set> {T} to {{mode}} [blend|blending] mode", f"<set> {T} 's blend|blending [mode] to {{mode}}", f"<set> {T} blend|blending [mode] to {{mode}}", f"<apply> {{mode}} [blend|blending] [mode] to|on|for {T}", f"blend {T} with {{mode}}", f"<make> {T} {{mode}} blend [mode]"),
    *rules(key_out, f"<delete> [the] {{colour}} screen|background|backdrop from|of|in|behind {T}", f"key [out] {T}", f"key out [the] {{colour}} [screen] [in|from|of|on] {T}", f"chroma key {T}", f"<apply> a chroma key [effect] to|on {T}", f"<delete> [the] green screen from {T}", f"green screen {T}"),
    *rules(recentre, f"reset [the] position|placement of|on|for {T}", f"reset {T} ['s] position|placement"),
    *rules(reset, f"reset [the] transform|transformation of|on|for {T}", f"reset {T} ['s] transform|transformation"),
)  # fmt: skip
