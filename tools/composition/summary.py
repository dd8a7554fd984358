"""A diff in one plain sentence, the way an editor would write it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .item_summary import item_phrases
from .model import Composition, Record
from .phrases import (
    called,
    counted,
    decibels,
    graded,
    inventory,
    label,
    listed,
    named,
    number,
    quoted,
    seconds,
    size,
    told,
)
from .timecode import timecode

Diff = dict[str, Any]

KINDS = {"fade": "crossfade"}


def summarise(diff: Diff, before: Composition, after: Composition) -> str:
    """One sentence that covers every change: "Removes 1 clip (outro.mp4), resizes to 1080×1920."

    Names, not ids; counts when there are many; seconds; "Changes nothing." for {}.
    """
    said = [words for part in _PARTS for words in part(diff, before, after)]
    if not said:
        return "Changes small details." if diff else "Changes nothing."
    sentence = ", ".join(said)
    return f"{sentence[0].upper()}{sentence[1:]}."


# --- the composition itself -------------------------------------------------------------------------------------------


def _composition(diff: Diff, before: Composition, after: Composition) -> Iterator[str]:
    changes, head = dict(diff.get("composition", {})), after.fields()
    if changes.keys() & {"width", "height"}:
        yield f"resizes to {size(after.width, after.height)}"
    if "fps" in changes:
        yield f"changes the frame rate to {number(float(after.fps))} fps"
    for name, words in _FIELDS.items():
        if name in changes:
            yield words.format(changes[name]["to"])
    if "name" in changes:
        yield f"renames the composition to {quoted(after.name)}"
    if changes.keys() & {"startFrame", "dropFrame"}:
        start = timecode(head.get("startFrame", 0), after.fps, head.get("dropFrame", False))
        yield f"starts the timecode at {start}"
    yield from _sound("the master audio", "masterAudio.", changes, after)
    if any(_within(name, "grade") for name in changes):
        grade = head.get("grade")
        yield (
            f"grades the whole composition ({graded(grade, after.assets)})"
            if grade
            else "takes the grade off the composition"
        )
    if any(_within(name, "metadata.clipboard") for name in changes):
        clipboard = (head.get("metadata") or {}).get("clipboard")
        yield (
            f"puts {counted(len(clipboard), 'item', 'items')} on the clipboard"
            if clipboard
            else "empties the clipboard"
        )
    others = [name for name in changes if not any(_within(name, known) for known in _KNOWN)]
    if others:
        yield f"sets {listed(others[:3])}" + (f" and {len(others) - 3} more fields" if len(others) > 3 else "")


_FIELDS = {"background": "sets the background to {}", "audioRate": "sets the audio rate to {} Hz"}
_KNOWN = (*_FIELDS, "width", "height", "fps", "name", "startFrame", "dropFrame", "masterAudio", "grade", "metadata.clipboard")  # fmt: skip


def _within(name: str, root: str) -> bool:
    return name == root or name.startswith(f"{root}.")


def _sound(what: str, prefix: str, changes: Diff, after: Composition) -> Iterator[str]:
    new = {name.removeprefix(prefix): change["to"] for name, change in changes.items() if name.startswith(prefix)}
    if "muted" in new:
        yield f"{'mutes' if new['muted'] else 'unmutes'} {what}"
    if "volumeDb" in new:
        yield f"sets {what} to {decibels(new['volumeDb'])}"
    for name, way in (("fadeInFrames", "in"), ("fadeOutFrames", "out")):
        if name in new:
            length = seconds(new[name], after.fps)
            yield f"fades {what} {way} over {length}" if new[name] else f"takes the fade {way} off {what}"


# --- items and what holds them ----------------------------------------------------------------------------------------


def _removed(diff: Diff, before: Composition, after: Composition) -> Iterator[str]:
    if gone := diff.get("items", {}).get("removed"):
        yield f"removes {inventory(gone)}"


def _added_and_changed(diff: Diff, before: Composition, after: Composition) -> Iterator[str]:
    phrases, new = item_phrases(diff.get("items", {}), before, after)
    yield from told(phrases)
    if new:
        yield f"adds {inventory(new)}"


def _track_name(track: Record) -> str:
    return quoted(track["name"])


def _tracks(diff: Diff, before: Composition, after: Composition) -> Iterator[str]:
    found = diff.get("tracks", {})
    for verb, part in (("removes", "removed"), ("adds", "added")):
        if part in found:
            yield f"{verb} {named(found[part], 'track', _track_name)}"
    for words, ids in _by_words(found.get("changed", {}), _track_words).items():
        tracks = [before.track(id) for id in ids]
        yield words.format(named(tracks, "track", _track_name))
    if "order" in found:
        yield "reorders the tracks"


_SWITCHES = {"muted": ("mutes", "unmutes"), "hidden": ("hides", "shows"), "locked": ("locks", "unlocks"), "solo": ("solos", "unsolos")}  # fmt: skip


def _track_words(name: str, value: Any) -> str:
    if name in _SWITCHES:
        return f"{_SWITCHES[name][0 if value else 1]} {{}}"
    if name == "name":
        return f"renames {{}} to {_escaped(quoted(value))}"
    if name == "volumeDb":
        return f"sets the volume of {{}} to {decibels(value)}"
    return f"changes {_escaped(name)} of {{}}"


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _by_words(changed: Diff, words: Callable[[str, Any], str]) -> dict[str, list[str]]:
    """Ids by what happened to them, so that the same thing is told once."""
    groups: dict[str, list[str]] = {}
    for id, fields in changed.items():
        for name, change in fields.items():
            groups.setdefault(words(name, change["to"]), []).append(id)
    return groups


def _transitions(diff: Diff, before: Composition, after: Composition) -> Iterator[str]:
    found = diff.get("transitions", {})
    for verb, part, state in (("removes the", "removed", before), ("adds a", "added", after)):
        if docs := found.get(part):
            one = len(docs) == 1
            yield f"{verb} {_transition(docs[0], state)}" if one else f"{verb.split()[0]} {len(docs)} transitions"
    if changed := found.get("changed"):
        if len(changed) > 1:
            yield f"changes {len(changed)} transitions"
        else:
            (id, fields), = changed.items()  # fmt: skip
            new = next(one for track in after.tracks for one in track["transitions"] if one["id"] == id)
            yield f"changes the transition {_between(new, after)} ({_transition_changes(fields, after)})"


def _transition(transition: Record, state: Composition) -> str:
    return f"{KINDS.get(transition['kind'], transition['kind'])} {_between(transition, state)}"


def _between(transition: Record, state: Composition) -> str:
    return f"between {label(state.items[transition['leftId']])} and {label(state.items[transition['rightId']])}"


def _transition_changes(fields: Diff, after: Composition) -> str:
    told = {"durationInFrames": "duration"}
    values = {
        name: seconds(change["to"], after.fps) if name == "durationInFrames" else change["to"]
        for name, change in fields.items()
    }
    return ", ".join(f"{told.get(name, name)} {value}" for name, value in values.items())


def _markers(diff: Diff, before: Composition, after: Composition) -> Iterator[str]:
    def name(marker: Record) -> str:
        return quoted(marker["name"]) if marker.get("name") else f"at {seconds(marker['atFrame'], after.fps)}"

    found, now = dict(diff.get("markers", {})), {one["id"]: one for one in after.markers}
    changed = found.pop("changed", {})
    moved = [now[id] for id, fields in changed.items() if set(fields) == {"atFrame"}]
    if moved and before.fps == after.fps:
        where = f" to {seconds(moved[0]['atFrame'], after.fps)}" if len(moved) == 1 else ""
        yield f"moves {named(moved, 'marker', name)}{where}"
    others = {id: fields for id, fields in changed.items() if set(fields) != {"atFrame"}}
    yield from _plain_collection("marker", name, found | ({"changed": others} if others else {}), now)


def _assets(diff: Diff, before: Composition, after: Composition) -> Iterator[str]:
    def name(asset: Record) -> str:
        origin = asset.get("origin")
        stand_in = isinstance(origin, dict) and origin.get("placeholder")
        return f"{called(asset.get('name') or asset['id'])}{' (placeholder)' if stand_in else ''}"

    yield from _plain_collection("asset", name, diff.get("assets", {}), after.assets)


def _plain_collection(one: str, name: Callable[[Record], str], found: Diff, after: Any) -> Iterator[str]:
    for verb, part in (("removes", "removed"), ("adds", "added")):
        if part in found:
            yield f"{verb} {named(found[part], one, name)}"
    if changed := found.get("changed"):
        fields = list(dict.fromkeys(field for fields in changed.values() for field in fields))
        shown = ", ".join(fields[:4]) + (", …" if len(fields) > 4 else "")
        yield f"changes {named([after[id] for id in changed], one, name)} ({shown})"


_PARTS = (_removed, _composition, _tracks, _added_and_changed, _transitions, _markers, _assets)
