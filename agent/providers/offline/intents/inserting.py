"""Putting an asset of the library on the timeline, and another in an item's place."""

from __future__ import annotations

from typing import Any

from ..mods import Mods
from ..pattern import Found
from ..rule import rules
from ..sketch import MADE, Pass, Refused, Sketch, end_of
from ..times import When
from ..tracks import main_track
from .picture import put

STILL_SECONDS = 5


def add(sketch: Sketch, found: Found) -> None:
    """An asset where it is asked for: clips at a cut make room, clips without a place come last, music starts at 0."""
    asset = sketch.asset(found["asset"])
    if asset["id"].startswith(MADE):
        raise Pass
    mods: Mods = found.get("mods") or Mods()
    fps = float(sketch.state.fps)
    story = asset["kind"] == "video"
    begin = end_of_track(sketch) if story else 0
    usual = (
        round(asset.get("durationSeconds", STILL_SECONDS) * fps)
        if asset["kind"] != "image"
        else round(STILL_SECONDS * fps)
    )
    shown = next((held for held in _shown(sketch, found["asset"])), None)
    if shown and asset["kind"] == "video":
        usual = shown["durationInFrames"]
    begin, length = mods.placed(usual, begin)
    if asset["kind"] == "audio" and (mods.span or not mods.length):
        length = min(length, usual, max(1, sketch.state.end - begin) if begin < sketch.state.end else usual)
    length = max(1, min(length, usual) if asset["kind"] != "image" else length)
    item: dict[str, Any] = {"type": asset["kind"], "assetId": asset["id"], "durationInFrames": length}
    if shown and asset["kind"] == "video":
        item["sourceIn"] = shown["sourceIn"]
    known = set(sketch.state.items)
    _placed(sketch, item, begin, length, mods.track or (main_track(sketch) if story and not mods.spot else None))
    made = sketch.by_time(set(sketch.state.items) - known)
    added = [
        i
        for i in made
        if sketch.state.items[i].get("assetId") == asset["id"] and sketch.state.items[i]["from"] == begin
    ] or made
    if mods.spot:
        sketch.do("setTransform", ids=added, **put(sketch, added[0], mods.spot))
    sketch.mention(*added)


def _shown(sketch: Sketch, asset_id: str) -> list[dict[str, Any]]:
    """The items that show an asset already, the earliest first: the excerpt in use is the one that is meant again."""
    items = sketch.state.items
    return [items[i] for i in sketch.by_time(items) if items[i].get("assetId") == asset_id]


def _placed(sketch: Sketch, item: dict[str, Any], begin: int, length: int, track_id: str | None) -> None:
    if track_id is None:
        sketch.do("addItem", item=item, **{"from": begin})
    elif not sketch.attempt("addItem", item=item, trackId=track_id, **{"from": begin}):
        sketch.do("insertGap", atFrame=begin, durationInFrames=length, trackIds=[track_id])
        sketch.do("addItem", item=item, trackId=track_id, **{"from": begin})


def end_of_track(sketch: Sketch) -> int:
    """Where the main track ends."""
    track_id = main_track(sketch)
    items = [item for item in sketch.state.items.values() if item["trackId"] == track_id]
    return max(map(end_of, items), default=0)


def add_there(sketch: Sketch, found: Found) -> None:
    if found["mods"] == Mods():
        raise Pass
    add(sketch, found)


def add_last(sketch: Sketch, found: Found) -> None:
    asset = sketch.asset(found["asset"])
    at = end_of_track(sketch) if asset["kind"] == "video" else sketch.state.end
    add(sketch, {**found, "mods": Mods(at=When(at))})


def replace(sketch: Sketch, found: Found) -> None:
    for item in sketch.ids(found["things"]):
        if sketch.state.items[item].get("assetId") == found["asset"]:
            raise Refused(f"{sketch.label(item)} shows that already.")
        if "assetId" not in sketch.state.items[item]:
            raise Pass
        sketch.do("replaceItemAsset", id=item, assetId=found["asset"])


def delete_asset(sketch: Sketch, found: Found) -> None:
    asset = found["asset"]
    if asset in sketch.scene.beside:
        raise Refused("This composition does not list that file. The page of media deletes it for all of them.")
    used = any(item.get("assetId") == asset for item in sketch.state.items.values())
    sketch.do("deleteAsset", assetId=asset, deleteItems=True if used else None)


ADD = "add|insert|put|place|drop|include|use|append|paste|throw|bring|overlay|stick|lay"

# "Add the logo" adds it; "drop the logo" does only where a place is named.
PLAIN, PLACE = "add|insert|include|append", "put|place|drop|use|paste|throw|bring|overlay|stick|lay"

RULES = (
    *rules(add_last,
        f"{ADD} [in|another|copy|of] {{asset}} [again] [on|at|to] [the] [very] end [of] [the] [video|timeline|composition|edit|track]", "append {asset}", "end|finish with another {asset}", f"{ADD} {{asset}} [again] after everything [else]", f"{ADD} {{asset}} [again] last",
    ),
    *rules(replace,
        "replace|swap|substitute|exchange|switch|change [out] {things} [out] with|for|by|to [the] {asset}", "use {asset} instead of {things}", "use {asset} in place of {things}", "put {asset} in place of {things}", "swap in {asset} for {things}", "change [the] source|footage|media|asset|file of {things} to {asset}", "<make> {things} use|show|play {asset} [instead]",
    ),
    *rules(delete_asset, "<delete> {asset} from [the] library|assets|bin|media [library|bin]", "<delete> [the] asset {asset}"),
    *rules(add_there, f"{PLACE} {{asset}} [as|to|a|an|the] [watermark|overlay|background|timeline|music] [again] {{mods}}"),
    *rules(add, f"{PLACE} in|another|again {{asset}} {{mods}}", f"{PLACE} {{asset}} in|again", f"{PLACE} [a|another] copy of {{asset}} {{mods}}", f"{PLAIN} [in|another|copy|of] {{asset}} [as|to|a|an|the] [watermark|overlay|background|timeline|music] [again] {{mods}}", "{mods} [,] add|insert|put|place {asset}"),
)  # fmt: skip
