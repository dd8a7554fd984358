"""Transitions between neighbours: add, change, remove."""

from __future__ import annotations

from typing import Any

from ..core_phrase import Things
from ..pattern import Found, Row, phrases
from ..rule import rules
from ..sketch import Asked, Refused, Sketch, end_of
from ..times import When
from ..tracks import main_track

Pair = tuple[str, str]


def _kind(name: str) -> Any:
    return lambda sight, found: name


KINDS: tuple[Row, ...] = (
    ("[smooth|slow|quick|nice|soft|simple|short|long|gentle] crossfade|crossfades|xfade|dissolve|dissolves|crossdissolve", _kind("fade")),
    ("[smooth|slow|quick|nice|soft|simple|short|long|gentle] cross fade|fades|dissolve|dissolves", _kind("fade")),
    ("[smooth|slow|quick|nice|soft|simple|short|long|gentle] transition|transitions", _kind("fade")),
    ("[smooth|slow|quick|nice|soft|simple|gentle] fade|fades|blend transition|transitions", _kind("fade")),
    ("dip|dips|fade|fades to|through|from black [transition|transitions]", _kind("dip-black")),
    ("dip|dips|fade|fades to|through|from white [transition|transitions]", _kind("dip-white")),
    ("black|dip dip|fade [transition]", _kind("dip-black")),
    ("flash|white flash [transition]", _kind("dip-white")),
    ("wipe|wipes [transition|transitions] [to|from] [the] left", _kind("wipe-left")),
    ("wipe|wipes [transition|transitions] [to|from] [the] right", _kind("wipe-right")),
    ("wipe|wipes [transition|transitions] up", _kind("wipe-up")),
    ("wipe|wipes [transition|transitions] down", _kind("wipe-down")),
    ("left wipe|wipes", _kind("wipe-left")), ("right wipe|wipes", _kind("wipe-right")),
    ("wipe|wipes [transition|transitions]", _kind("wipe-left")),
    ("slide|slides|push transition|transitions [to|from] [the] right", _kind("slide-right")),
    ("slide|slides|push transition|transitions up", _kind("slide-up")),
    ("slide|slides|push transition|transitions down", _kind("slide-down")),
    ("slide|slides|push transition|transitions [to|from] [the] [left]", _kind("slide-left")),
    ("zoom|zooms transition|transitions", _kind("zoom")),
    ("blur|blurs transition|transitions", _kind("blur")),
)  # fmt: skip
# Words that are transitions only where two clips are spoken of: "a fade between them", but not "a fade on the logo".
LOOSE: tuple[Row, ...] = (
    *KINDS,
    ("[smooth|slow|quick|nice|soft|simple|gentle] fade|fades|blend", _kind("fade")),
    ("slide|slides|push [left]", _kind("slide-left")), ("slide|slides|push right", _kind("slide-right")), ("slide|slides|push up", _kind("slide-up")), ("slide|slides|push down", _kind("slide-down")),
    ("zoom|zooms", _kind("zoom")), ("blur|blurs", _kind("blur")),
)  # fmt: skip
SHORTER: tuple[Row, ...] = (("shorter|quicker|faster", lambda sight, found: True),)
SLOTS = {"transition": phrases(KINDS), "loose": phrases(LOOSE), "shorter": phrases(SHORTER)}


def neighbours(sketch: Sketch, track_id: str) -> list[Pair]:
    """Pairs of items of a track that touch."""
    track = next(track for track in sketch.state.tracks if track["id"] == track_id)
    order, items = sketch.by_time(track["items"]), sketch.state.items
    return [(a, b) for a, b in zip(order, order[1:], strict=False) if end_of(items[a]) == items[b]["from"]]


def _held(sketch: Sketch) -> list[dict[str, Any]]:
    return [transition for track in sketch.state.tracks for transition in track.get("transitions", ())]


def put(sketch: Sketch, pair: Pair, kind: str, length: int | None) -> None:
    """A transition as long as asked, or as a second allows; where one is already, it changes."""
    for held in _held(sketch):
        if (held["leftId"], held["rightId"]) == pair:
            sketch.do("updateTransition", transitionId=held["id"], kind=kind, durationInFrames=length)
            return
    usual = round(float(sketch.state.fps))
    shortest = min(sketch.state.items[item]["durationInFrames"] for item in pair)
    wanted = [length] if length else [n for n in (usual, usual // 2, usual // 4, 2) if 0 < n < shortest]
    refusal: Refused | None = None
    for frames in wanted:
        try:
            sketch.do("addTransition", leftId=pair[0], rightId=pair[1], kind=kind, durationInFrames=frames)
        except Refused as error:
            refusal = refusal or error
        else:
            return
    raise refusal or Refused("These clips are too short for a transition.")


def _kind_of(found: Found) -> str:
    return str(found.get("transition", "fade"))


def between(sketch: Sketch, found: Found) -> None:
    left, right = sketch.one(found["a"]), sketch.one(found["b"])
    items = sketch.state.items
    if items[left]["from"] > items[right]["from"]:
        left, right = right, left
    put(sketch, (left, right), _kind_of(found), found.get("dur"))
    sketch.mention(left, right)


def among(sketch: Sketch, found: Found) -> None:
    """Between all neighbours among the items meant."""
    things: Things = found["things"]
    ids = sketch.ids(things) if not things.one else list(things.ids)
    pairs = [p for track in sketch.state.tracks for p in neighbours(sketch, track["id"]) if p[0] in ids and p[1] in ids]
    if not pairs or len(ids) < 2:
        raise Refused("No two of these touch, so there is no cut for a transition.")
    for pair in pairs:
        put(sketch, pair, _kind_of(found), found.get("dur"))
    sketch.mention(*ids)


def everywhere(sketch: Sketch, found: Found) -> None:
    track_id = main_track(sketch)
    pairs = neighbours(sketch, track_id) if track_id else []
    if not pairs:
        raise Refused("No two clips touch, so there is no cut for a transition.")
    for pair in pairs:
        put(sketch, pair, _kind_of(found), found.get("dur"))


def after(sketch: Sketch, found: Found) -> None:
    item = sketch.one(found["things"])
    pair = next((p for p in neighbours(sketch, sketch.state.items[item]["trackId"]) if p[0] == item), None)
    if pair is None:
        raise Refused(f"Nothing follows {sketch.label(item)} directly, so there is no cut for a transition.")
    put(sketch, pair, _kind_of(found), found.get("dur"))


def before(sketch: Sketch, found: Found) -> None:
    item = sketch.one(found["things"])
    pair = next((p for p in neighbours(sketch, sketch.state.items[item]["trackId"]) if p[1] == item), None)
    if pair is None:
        raise Refused(f"Nothing comes directly before {sketch.label(item)}, so there is no cut for a transition.")
    put(sketch, pair, _kind_of(found), found.get("dur"))


def at(sketch: Sketch, found: Found) -> None:
    """On the cut nearest to an instant."""
    when: When = found["at"]
    pairs = [p for track in sketch.state.tracks for p in neighbours(sketch, track["id"])]
    near = min(pairs, key=lambda p: abs(sketch.state.items[p[1]]["from"] - when.frame), default=None)
    if near is None or abs(sketch.state.items[near[1]]["from"] - when.frame) > float(sketch.state.fps):
        raise Refused(f"There is no cut at {sketch.clock(when.frame)}.")
    put(sketch, near, _kind_of(found), found.get("dur"))


def unplaced(sketch: Sketch, found: Found) -> None:
    """ "add a crossfade": at which cut?"""
    track_id = main_track(sketch)
    pairs = neighbours(sketch, track_id) if track_id else []
    if not pairs:
        raise Refused("No two clips touch, so there is no cut for a transition.")
    picked = [p for p in pairs if set(p) <= set(sketch.scene.selected)] or [
        p for p in pairs if p[0] in sketch.scene.selected
    ]
    if len(pairs) == 1 or picked:
        put(sketch, (picked or pairs)[0], _kind_of(found), found.get("dur"))
        return
    raise Asked("After which clip should the transition come?", [(left, sketch.label(left)) for left, _ in pairs])


def _chosen(sketch: Sketch, found: Found) -> list[dict[str, Any]]:
    held = _held(sketch)
    if "a" in found:
        pair = {sketch.one(found["a"]), sketch.one(found["b"])}
        held = [t for t in held if {t["leftId"], t["rightId"]} == pair]
    elif "things" in found:
        ids = set(sketch.ids(found["things"]))
        inside = [t for t in held if {t["leftId"], t["rightId"]} <= ids]
        held = inside or [t for t in held if {t["leftId"], t["rightId"]} & ids]
    if not held:
        raise Refused("There is no transition there.")
    return held


def remove(sketch: Sketch, found: Found) -> None:
    for held in _chosen(sketch, found):
        sketch.do("removeTransition", transitionId=held["id"])


def change(sketch: Sketch, found: Found) -> None:
    for held in _chosen(sketch, found):
        sketch.do(
            "updateTransition", transitionId=held["id"], kind=found.get("transition"), durationInFrames=found.get("dur")
        )


def longer(sketch: Sketch, found: Found) -> None:
    for held in _chosen(sketch, found):
        factor = 0.5 if "less" in found else 1.5
        sketch.do(
            "updateTransition",
            transitionId=held["id"],
            durationInFrames=max(2, round(held["durationInFrames"] * factor)),
        )


NEW = "[a|an|some] [{dur}] [long] {transition} [of|lasting|for] [{dur}]"
BETWEEN = "[a|an|some] [{dur}] [long] {transition:loose} [of|lasting|for] [{dur}]"
ANY = "transition|transitions|crossfade|crossfades|dissolve|dissolves|fade|fades|wipe|wipes"

RULES = (
    *rules(between,
        f"<add> {BETWEEN} [from|between|for|in] [in|of] {{a:things}} and|to|into|with {{b:things}} [of|for|over|lasting] [{{dur}}]", "crossfade|dissolve|transition|xfade|blend [from|between] {a:things} and|to|into|with {b:things} [over|for] [{dur}]", "cross fade|dissolve [from|between] {a:things} and|to|into|with {b:things} [over|for] [{dur}]", "fade [from] {a:things} into {b:things} [over|for] [{dur}]",
        "fade from {a:things} to {b:things} [over|for] [{dur}]", "{transition:loose} [from|between] {a:things} and|to|into {b:things} [over|for] [{dur}]", "<make> {a:things} dissolve|fade|blend|crossfade|wipe into {b:things} [over|for] [{dur}]", "join {a:things} and {b:things} with a {transition} [of|for|lasting] [{dur}]", "go from {a:things} to {b:things} with a {transition}", "connect {a:things} and|to|with {b:things} with a {transition}",
    ),
    *rules(between, "<add> another [one|crossfade|transition|dissolve] [in] between {a:things} and {b:things}"),
    *rules(everywhere,
        f"<add> {BETWEEN} [in] between all|every|each [of] [the] [cut|pair] [of] [clips|clip|shots|scenes|cuts] [of|for|over|lasting] [{{dur}}]", f"<add> {NEW} to|at|on|in all|every|each [of] [the] cut|cuts|edit|edits|junction|boundary|transition|edit [point|points]", "crossfade|dissolve [between] all|every|each [of] [the] clips|shots|cuts|cut|clip|scenes|everything [together] [over|for] [{dur}]", "crossfade everything",
        f"<add> {NEW} everywhere|throughout", "{transition} everywhere|throughout", "fade|dissolve [in] between [all|every|each] [of] [the] clips|clip|shots|scenes|them|cuts", "{transition} between all|every|each [of] [the] clips|clip|shots|cuts|them", f"<add> {BETWEEN} between [the] clips|shots|scenes|cuts [of|for|over|lasting] [{{dur}}]", f"<add> {BETWEEN} between everything", "use {transition} between all|the|every|each [the] clips|shots|cuts|clip", "cross fade|dissolve [between] all [the] clips|shots",
    ),
    *rules(after, f"<add> {NEW} [right] after {{things}} [of|for|over|lasting] [{{dur}}]", f"<add> {NEW} at|to|on [the] end of {{things}} [of|for|over|lasting] [{{dur}}]", "crossfade|dissolve|transition out of {things} [over] [{dur}]"),
    *rules(before, f"<add> {NEW} [right] before {{things}} [of|for|over|lasting] [{{dur}}]", f"<add> {NEW} at|to|on [the] start|beginning of {{things}} [of|for|over|lasting] [{{dur}}]", f"<add> {NEW} into {{things}}", "crossfade|dissolve|transition into {things} [over] [{dur}]"),
    *rules(among, f"<add> {BETWEEN} [in] between|across {{things}} [of|for|over|lasting] [{{dur}}]", f"<add> {NEW} to|on|for {{things}} [of|for|over|lasting] [{{dur}}]", "crossfade|dissolve|transition [between] {things} [together] [over|for] [{dur}]", "cross fade|dissolve [between] {things} [over|for] [{dur}]", "blend {things} together [over|for] [{dur}]", "{transition} between {things} [over|for] [{dur}]"),
    *rules(at, f"<add> {NEW} {{at}} [of|for|over|lasting] [{{dur}}]"),
    *rules(remove,
        f"<delete> [all|every|any] [of] [the] {ANY} [from|in] [everywhere]", f"<delete> [the] {ANY} [in] between {{a:things}} and {{b:things}}", f"<delete> [all] [the] {ANY} [in] between|from|on|of|after|before|at|to {{things}}", f"<delete> [the] cross {ANY}", f"<make> [all] [the] {ANY} [a] hard|straight|plain cut|cuts", "use hard|straight cuts",
    ),
    *rules(change,
        f"<make> [all|every] [the] {ANY} [be|last] {{dur}} [long]", f"<set> [all|every] [the] [duration|length] [of] [all] [the] {ANY} [duration|length] [to] {{dur}} [long]", f"<change> [all|every] [the] {ANY} [to|into|with|for] [a|an] {{transition:loose}}", f"<make> [all|every] [the] {ANY} [a|an|into] {{transition:loose}}", f"<change> [the] {ANY} between {{a:things}} and {{b:things}} to [a|an] {{transition:loose}}", f"<make> [the] {ANY} between {{a:things}} and {{b:things}} {{dur}} [long]",
        f"use [a|an] {{transition}} instead [of] [the] [{ANY}]",
    ),
    *rules(longer, f"<make> [all|every] [the] {ANY} longer", f"<make> [all|every] [the] {ANY} {{less:shorter}}"),
    *rules(unplaced, f"<add> {NEW}"),
)  # fmt: skip
