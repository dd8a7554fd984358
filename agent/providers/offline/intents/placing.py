"""Where what is made goes: a picture over the story or after it, music under it, a voice where it is to be heard.

Nobody knows before how long a sound turns out. Music loops, so that it fills exactly the length that the card shows; a voice
says no length, and lies where nothing can come after it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..core_phrase import Things
from ..mods import Mods
from ..sketch import Sketch, end_of
from ..times import frames
from ..tracks import main_track
from .inserting import STILL_SECONDS, end_of_track
from .picture import put

UNDER_SPEECH_DB = -18
IN_A_CORNER = 0.3
"""How large a picture is that is to be seen in a corner, as a share of what fills the canvas."""
USUAL_MUSIC, MOST_MUSIC = 30, 600
"""Seconds."""
ELSEWHERE = "That track may have no room for it, so it goes on another."


def place(sketch: Sketch, asset: str, mods: Mods, gain: float | None = None) -> None:
    """Put what a step makes on the timeline, as its kind goes there. `gain` in dB is that of music."""
    tool = sketch.maker(asset).tool
    if tool == "generate.image":
        show(sketch, asset, mods)
    elif tool == "generate.music":
        underlay(sketch, asset, mods, gain)
    else:
        speak(sketch, asset, mods)


def show(sketch: Sketch, asset: str, mods: Mods) -> None:
    """A picture for five seconds, over what is there; at the end, after the last clip. It fills the canvas or a corner."""
    state, story = sketch.state, end_of_track(sketch)
    corner = bool(mods.spot and any(mods.spot))
    if not corner:
        sketch.refine(asset, aspect=shape(state.width, state.height))
    begin, length = mods.placed(frames(sketch, STILL_SECONDS), _here(sketch))
    begin = story if _at_end(sketch, mods) else begin
    item: dict[str, Any] = {"type": "image", "assetId": asset, "durationInFrames": length}
    item |= {"transform": {"scale": IN_A_CORNER}} if corner else {}
    added = _laid(sketch, item, begin, mods.track or (main_track(sketch) if story and begin == story else None))
    if corner and mods.spot:
        sketch.do("setTransform", ids=[added], **put(sketch, added, mods.spot))


def underlay(sketch: Sketch, asset: str, mods: Mods, gain: float | None) -> None:
    """Music under all of the composition, or from where and for as long as is said; quieter than speech."""
    end = sketch.state.end
    said = sketch.maker(asset).arguments.get("durationSeconds")
    usual = frames(sketch, said or USUAL_MUSIC)
    begin, length = mods.placed(0)
    if end and _at_end(sketch, mods):
        begin = max(0, end - (length or usual))
    rest = end - begin if begin < end else usual
    length = length or (min(usual, rest) if said else rest)
    sketch.refine(asset, durationSeconds=min(MOST_MUSIC, round(length / float(sketch.state.fps), 3)))
    audio = {"volumeDb": UNDER_SPEECH_DB if gain is None else gain}
    item = {"type": "audio", "assetId": asset, "durationInFrames": length, "loop": True, "audio": audio}
    _laid(sketch, item, begin, mods.track)


def speak(sketch: Sketch, asset: str, mods: Mods) -> None:
    """A voice from the playhead or the time said; at the end, so that it ends with the composition."""
    begin, _ = mods.placed(1, _here(sketch))
    if _at_end(sketch, mods):
        begin = max(0, begin - frames(sketch, sketch.state.assets[asset]["durationSeconds"]))
    track = _room_for_a_voice(sketch, begin, mods.track)
    if mods.track not in (None, track):
        sketch.note(ELSEWHERE)
    _laid(sketch, {"type": "audio", "assetId": asset}, begin, track)


def swap(sketch: Sketch, asset: str, things: Things) -> None:
    """Put what a step makes in the place of items; each keeps its time, its look and its sound."""
    sound = sketch.state.assets[asset]["kind"] == "audio"
    ids = sketch.ids(things, *(("audio",) if sound else ("video", "image", "gif")))
    old = sketch.state.assets.get(sketch.state.items[ids[0]].get("assetId", ""), {})
    if sound:
        longest = max(sketch.state.items[item]["durationInFrames"] for item in ids)
        sketch.refine(asset, durationSeconds=min(MOST_MUSIC, round(longest / float(sketch.state.fps), 3)))
    elif old.get("width") and old.get("height"):
        sketch.refine(asset, aspect=shape(old["width"], old["height"]))
    for item in ids:
        if sound:
            sketch.do("updateItem", id=item, patch={"loop": True})
        sketch.do("replaceItemAsset", id=item, assetId=asset)
    sketch.mention(*ids)


def shape(width: int, height: int) -> str | None:
    """A size in pixels as a shape to ask for, like 16:9; None for a square, which a picture is anyway."""
    ratio = Fraction(width, height)
    if ratio == 1:
        return None
    plain = max(ratio.numerator, ratio.denominator) < 1000
    return f"{ratio.numerator}:{ratio.denominator}" if plain else f"{width / height:.2f}:1"


def _laid(sketch: Sketch, item: dict[str, Any], begin: int, track: str | None) -> str:
    """The new item's id; on another track where the one asked for does not take it."""
    known = set(sketch.state.items)
    if track is None or not sketch.attempt("addItem", item=item, trackId=track, **{"from": begin}):
        sketch.do("addItem", item=item, **{"from": begin})
        if track is not None:
            sketch.note(ELSEWHERE)
    added = next(iter(set(sketch.state.items) - known))
    sketch.note(f"It goes here: {sketch.label(added)}.")
    sketch.mention(added)
    return added


def _here(sketch: Sketch) -> int:
    return sketch.scene.playhead or 0


def _at_end(sketch: Sketch, mods: Mods) -> bool:
    return mods.at is not None and mods.at.frame == sketch.state.end


def _room_for_a_voice(sketch: Sketch, begin: int, asked: str | None) -> str | None:
    """A track on which nothing comes after `begin`, the one asked for if it can be. A new one where only gaps are left; None
    where not even they are, so that the engine makes one. Whatever length it has, it lies where the card shows it."""
    tracks = [track for track in sketch.state.tracks if track["kind"] == "audio" and not track["locked"]]
    lying = {track["id"]: [sketch.state.items[item] for item in track["items"]] for track in tracks}
    free = [id for id, items in lying.items() if all(end_of(item) <= begin for item in items)]
    if free:
        return asked if asked in free else free[-1]
    if all(any(item["from"] <= begin < end_of(item) for item in items) for items in lying.values()):
        return None
    return str(sketch.do("addTrack", kind="audio")["ids"][0])
