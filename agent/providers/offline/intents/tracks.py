"""Tracks: add, delete, name, hide, lock, mute, level, order."""

from __future__ import annotations

from ..pattern import Found
from ..rule import rules
from ..sketch import Pass, Refused, Sketch


def _track(sketch: Sketch, track_id: str) -> dict[str, object]:
    return next(track for track in sketch.state.tracks if track["id"] == track_id)


def _index(sketch: Sketch, track_id: str) -> int:
    return next(n for n, track in enumerate(sketch.state.tracks) if track["id"] == track_id)


def add(sketch: Sketch, found: Found) -> None:
    kind = "audio" if "audio" in found else "video"
    for _ in range(max(1, min(10, round(found.get("number", 1))))):
        sketch.do("addTrack", kind=kind, name=found.get("content"))


def delete(sketch: Sketch, found: Found) -> None:
    track = _track(sketch, found["track"])
    if any(item in sketch.spared for item in track["items"]):  # type: ignore[attr-defined]  # the ids on the track
        raise Refused("That track holds what you asked to leave alone.")
    sketch.do("deleteTrack", trackId=found["track"], deleteItems=True if track["items"] else None)


def empty(sketch: Sketch, found: Found) -> None:
    """Take away what is on a track; the track stays."""
    held = list(_track(sketch, found["track"])["items"])  # type: ignore[call-overload]  # the ids on the track
    if not held:
        raise Refused("That track is empty already.")
    sketch.do("deleteItems", ids=sketch.by_time(held))


def delete_empty(sketch: Sketch, found: Found) -> None:
    empty = [track["id"] for track in sketch.state.tracks if not track["items"]]
    if not empty:
        raise Refused("There are no empty tracks.")
    for track_id in empty:
        sketch.do("deleteTrack", trackId=track_id)


def rename(sketch: Sketch, found: Found) -> None:
    sketch.do("renameTrack", trackId=found["track"], name=found["content"])
    sketch.mention(*sketch.state.track(found["track"])["items"])


def _switch(sketch: Sketch, found: Found, op: str, field: str, value: bool) -> None:
    if bool(_track(sketch, found["track"]).get(field)) is value:
        raise Refused(f"That track is {field if value else 'not ' + field} already.")
    sketch.do(op, trackId=found["track"], **{field: value})
    sketch.mention(*sketch.state.track(found["track"])["items"])


def hide(sketch: Sketch, found: Found) -> None:
    _switch(sketch, found, "hideTrack", "hidden", True)


def show(sketch: Sketch, found: Found) -> None:
    _switch(sketch, found, "hideTrack", "hidden", False)


def hide_others(sketch: Sketch, found: Found) -> None:
    """Hide every other track with a picture."""
    for track in sketch.state.tracks:
        if track["id"] != found["track"] and track["kind"] == "video" and not track.get("hidden"):
            sketch.do("hideTrack", trackId=track["id"], hidden=True)


def lock(sketch: Sketch, found: Found) -> None:
    _switch(sketch, found, "lockTrack", "locked", True)


def unlock(sketch: Sketch, found: Found) -> None:
    _switch(sketch, found, "lockTrack", "locked", False)


def lock_all(sketch: Sketch, found: Found) -> None:
    for track in sketch.state.tracks:
        sketch.do("lockTrack", trackId=track["id"], locked="un" not in found)
    if not sketch.steps:
        raise Refused("All tracks are so already.")


def lock_holding(sketch: Sketch, found: Found) -> None:
    """Locking is the track's: "lock the music" locks what it lies on."""
    for track_id in dict.fromkeys(sketch.state.items[item]["trackId"] for item in sketch.ids(found["things"])):
        _switch(sketch, {"track": track_id}, "lockTrack", "locked", "un" not in found)


def mute(sketch: Sketch, found: Found) -> None:
    _switch(sketch, found, "muteTrack", "muted", True)


def unmute(sketch: Sketch, found: Found) -> None:
    _switch(sketch, found, "muteTrack", "muted", False)


def solo(sketch: Sketch, found: Found) -> None:
    """Mute the other tracks that have something to hear."""
    for track in sketch.state.tracks:
        heard = any(sketch.audible(item) for item in track["items"])
        if track["id"] != found["track"] and heard and not track.get("muted"):
            sketch.do("muteTrack", trackId=track["id"], muted=True)


def level(sketch: Sketch, found: Found) -> None:
    now = float(_track(sketch, found["track"]).get("volumeDb") or 0)  # type: ignore[arg-type]  # a number of the document
    if "to" in found:
        volume = found["to"]
    else:
        step = abs(found["gain"]) if "gain" in found else 6.0 * sketch.degree
        volume = now + (-step if "down" in found else step)
    sketch.do("setTrackVolume", trackId=found["track"], volumeDb=round(volume, 2))


def raise_(sketch: Sketch, found: Found) -> None:
    _move(sketch, found["track"], _index(sketch, found["track"]) + 1)


def lower(sketch: Sketch, found: Found) -> None:
    _move(sketch, found["track"], _index(sketch, found["track"]) - 1)


def to_top(sketch: Sketch, found: Found) -> None:
    """Above the other tracks of its kind."""
    kind = _track(sketch, found["track"])["kind"]
    _move(sketch, found["track"], max(n for n, track in enumerate(sketch.state.tracks) if track["kind"] == kind))


def to_bottom(sketch: Sketch, found: Found) -> None:
    kind = _track(sketch, found["track"])["kind"]
    _move(sketch, found["track"], min(n for n, track in enumerate(sketch.state.tracks) if track["kind"] == kind))


def above(sketch: Sketch, found: Found) -> None:
    here, there = _index(sketch, found["track"]), _index(sketch, found["other"])
    _move(sketch, found["track"], there + (1 if here > there else 0))


def below(sketch: Sketch, found: Found) -> None:
    here, there = _index(sketch, found["track"]), _index(sketch, found["other"])
    _move(sketch, found["track"], there - (1 if here < there else 0))


def above_things(sketch: Sketch, found: Found) -> None:
    above(sketch, {**found, "other": _of(sketch, found)})


def below_things(sketch: Sketch, found: Found) -> None:
    below(sketch, {**found, "other": _of(sketch, found)})


def _of(sketch: Sketch, found: Found) -> str:
    """The one track that things are on; Pass when they are on several."""
    tracks = {sketch.state.items[item]["trackId"] for item in sketch.ids(found["things"])}
    if len(tracks) > 1:
        raise Pass
    return str(tracks.pop())


def _move(sketch: Sketch, track_id: str, index: int) -> None:
    if not 0 <= index < len(sketch.state.tracks) or index == _index(sketch, track_id):
        raise Refused("That track is there already.")
    sketch.do("moveTrack", trackId=track_id, index=index)


def to_index(sketch: Sketch, found: Found) -> None:
    place = found["nth"]
    _move(sketch, found["track"], place - 1 if place > 0 else len(sketch.state.tracks) - 1)


TR = "{track}"
ADD = "add|insert|create|make|append|open|put|need|want|get"
NEW = "[new|empty|another|extra|additional]"

RULES = (
    *rules(add,
        f"{ADD} [a|an] {NEW} {{audio:audio_word}} track|lane [called|named] {{content}}", f"{ADD} [a|an] {NEW} {{audio:audio_word}} track|lane", f"{ADD} {{number}} {NEW} {{audio:audio_word}} tracks|lanes", f"{ADD} [a|an] {NEW} [video|overlay] track|layer [called|named] {{content:quote}}", f"{ADD} [a|an] {NEW} [video|overlay] track|layer called|named {{content}}", f"{ADD} [a|an] {NEW} [video|overlay] track|layer", f"{ADD} {{number}} {NEW} [video] tracks|layers",
        f"{ADD} track [called|named] {{content:quote}}", f"{ADD} [a|an] {NEW} [video] track|layer for {{content}}", "new [video] track", "new {audio:audio_word} track",
    ),
    *rules(empty, f"clear|empty|wipe [out] {TR}", f"clear|empty|delete|remove everything|all [of|that] [is] [on|from|in|off] {TR}"),
    *rules(delete_empty, "<delete> [all|every|any] [the] empty|unused track|tracks|layers"),
    *rules(delete, f"<delete> {TR}", f"<delete> {TR} and|with everything|all|its|the [on|in] [it|items|contents|clips|content]", f"<delete> {TR} [and] [all] [its] [contents|content|items|clips]"),
    *rules(rename, f"<rename> {TR} [to|as|:] {{content}}", f"<change> [the] name of {TR} to {{content}}", f"<change> {TR} ['s] name to {{content}}"),
    *rules(hide, f"<hide> {TR}", f"turn|switch {TR} off", f"<make> {TR} invisible|hidden"),
    *rules(hide_others, f"<hide> everything|all [the] [other] [tracks|layers] except|but [for] {TR}", f"only|just show {TR}", f"show only|just {TR}"),
    *rules(show, f"<show> {TR} [again]", f"turn|switch {TR} [back] on", f"<make> {TR} visible"),
    *rules(lock, f"lock {TR} [up|down]", f"freeze|protect {TR}", f"<make> {TR} locked", f"<set> {TR} to locked"),
    *rules(unlock, f"unlock {TR}", f"<make> {TR} unlocked|editable"),
    *rules(lock_all, "lock all|every [the] track|tracks", "lock everything", "{un:unlock_word} all|every [the] track|tracks", "{un:unlock_word} everything"),
    *rules(lock_holding, "lock {things}", "{un:unlock_word} {things}"),
    *rules(solo, f"solo {TR}"),
    *rules(unmute, f"<unmute> {TR}", f"turn|switch {TR} [sound|audio] [back] on"),
    *rules(mute, f"<mute> {TR}", f"<make> {TR} silent|muted|mute", f"turn|switch {TR} [sound|audio] off"),
    *rules(level,
        f"<set> [the] [<volume>] [of|on|for] {TR} [<volume>] [up|down] [to|at] {{to:gain}}", f"<set> {TR} ['s] <volume> to {{to:gain}}", f"turn|bring {{down:down}} [the] [<volume>] [of|on] {TR} [by] {{gain}}", f"turn|bring [the] [<volume>] [of|on] {TR} {{down:down}} [by] {{gain}}", f"turn|bring {{down:down}} [the] [<volume>] [of|on] {TR}", f"turn|bring {TR} {{down:down}}",
        f"{{down:down}} [the] [<volume>] [of|on] {TR} [<volume>] [by] {{gain}}", f"{{down:down}} [the] <volume> [of|on] {TR}", f"<make> {TR} {{down:soft}} [by] [{{gain}}]", f"turn|bring up [the] [<volume>] [of|on] {TR} [by] {{gain}}", f"turn|bring {TR} up [by] {{gain}}", f"turn|bring up [the] [<volume>] [of|on] {TR}", f"raise|increase|boost [the] [<volume>] [of|on] {TR} [<volume>] [by] {{gain}}", f"raise|increase|boost [the] <volume> [of|on] {TR}", f"<make> {TR} <louder> [by] [{{gain}}]", f"turn|bring {TR} up",
    ),
    *rules(above, f"<move> {TR} above|over|on [top] [of] {{other:track}}", f"<move> {TR} in front of {{other:track}}"),
    *rules(below, f"<move> {TR} below|under|beneath|underneath|behind {{other:track}}"),
    *rules(above_things, f"<move> {TR} above|over|on [top] [of] {{things}}", f"<move> {TR} in front of {{things}}"),
    *rules(below_things, f"<move> {TR} below|under|beneath|underneath|behind {{things}}"),
    *rules(to_top, f"<move> {TR} to [the] [very] top|front", f"bring {TR} to [the] front|top"),
    *rules(to_bottom, f"<move> {TR} to [the] [very] bottom|back", f"send {TR} to [the] back|bottom"),
    *rules(to_index, f"<move> {TR} to [position|place|index|slot] {{nth}}"),
    *rules(raise_, f"<move> {TR} up|higher [by] [one] [track|layer|level|position]", f"raise {TR}"),
    *rules(lower, f"<move> {TR} down|lower [by] [one] [track|layer|level|position]"),
)  # fmt: skip
