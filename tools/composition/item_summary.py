"""What happened to items, in an editor's words: one rule a group of fields, read top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .model import Composition, Record, end
from .phrases import Phrase, counted, decibels, degrees, graded, listed, number, percent, quoted, seconds, times
from .properties import at, is_animated

Changes = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Edit:
    """One changed item: before, after, and the fields that no rule has told yet."""

    old: Record
    new: Record
    left: Changes
    state: Composition

    def take(self, *roots: str) -> Changes:
        """The changes of these fields and of everything inside them, which then count as told."""
        names = [name for name in self.left if any(name == root or name.startswith(f"{root}.") for root in roots)]
        return {name: self.left.pop(name) for name in names}

    def seconds(self, frames: int) -> str:
        return seconds(frames, self.state.fps)

    def say(self, words: str, alone: str = "", many: str = "") -> Phrase:
        return Phrase(words, self.old, alone, many)


def item_phrases(found: Record, before: Composition, after: Composition) -> tuple[list[Phrase], list[Record]]:
    """Phrases for the changed items, and the added items that they do not already account for (pieces of a split)."""
    phrases: list[Phrase] = []
    new = list(found.get("added", []))
    for id, changes in found.get("changed", {}).items():
        edit = Edit(before.items[id], after.items[id], dict(changes), after)
        if before.fps != after.fps and _keeps_time(edit, before):
            keys = [name for name, one in changes.items() if is_animated(one["from"]) and is_animated(one["to"])]
            edit.take(*_TIMES, *keys)
        pieces = _pieces(edit, new)
        told = {piece["id"] for piece in pieces}
        new = [item for item in new if item["id"] not in told]
        phrases += [phrase for rule in (_cut_up(pieces), *RULES) for phrase in rule(edit)]
    return phrases, new


# --- time -------------------------------------------------------------------------------------------------------------


_TIMES = ("from", "durationInFrames", "sourceIn", "fades", "audio.fadeInFrames", "audio.fadeOutFrames")


def _keeps_time(edit: Edit, before: Composition) -> bool:
    """Whether an item only follows a new frame rate: it begins and ends when it did, to the frame."""
    factor = edit.state.fps / before.fps
    edges = ((edit.old["from"], edit.new["from"]), (end(edit.old), end(edit.new)))
    return all(abs(old * factor - new) <= 1 for old, new in edges)


def _pieces(edit: Edit, added: list[Record]) -> list[Record]:
    """The added items that are later parts of what this item was."""
    if "durationInFrames" not in edit.left or edit.new["durationInFrames"] >= edit.old["durationInFrames"]:
        return []
    return [item for item in added if _is_piece(edit.old, item, edit.state.fps)]


def _is_piece(old: Record, item: Record, fps: Fraction) -> bool:
    same = all(old.get(name) == item.get(name) for name in ("type", "assetId", "trackId", "name", "rate"))
    if not same or "sourceIn" not in old or "sourceIn" not in item:
        return same and old["from"] < item["from"] < end(old)
    used = old["durationInFrames"] * Fraction(*old.get("rate", (1, 1))) * Fraction(*old["sourceIn"]["fps"]) / fps
    return bool(0 < item["sourceIn"]["frame"] - old["sourceIn"]["frame"] < used)


def _cut_up(pieces: list[Record]) -> Callable[[Edit], Iterator[Phrase]]:
    def rule(edit: Edit) -> Iterator[Phrase]:
        if not pieces:
            return
        lost = edit.old["durationInFrames"] - sum(piece["durationInFrames"] for piece in [edit.new, *pieces])
        edit.take("durationInFrames", "sourceIn", "fades", "audio.fadeInFrames", "audio.fadeOutFrames", "cues")
        if lost > 0:
            yield edit.say(f"cuts {edit.seconds(lost)} out of {{}}", many="cuts parts out of {}")
        elif len(pieces) == 1:
            yield edit.say(f"splits {{}} at {edit.seconds(end(edit.new))}", many="splits {}")
        else:
            yield edit.say(f"splits {{}} into {len(pieces) + 1} parts", many="splits {}")

    return rule


def _timing(edit: Edit) -> Iterator[Phrase]:
    rate = edit.take("rate")
    length, source = edit.take("durationInFrames"), edit.take("sourceIn")
    start_stays = "from" in edit.left and end(edit.old) == end(edit.new)
    if rate:
        yield edit.say(f"plays {{}} at {times(edit.new.get('rate', (1, 1)))}", many="changes the speed of {}")
    elif length:
        verb = "trims" if edit.new["durationInFrames"] < edit.old["durationInFrames"] else "extends"
        yield edit.say(f"{verb} {{}} to {edit.seconds(edit.new['durationInFrames'])}", many=f"{verb} {{}}")
        if start_stays:
            edit.take("from")
    elif source:
        yield edit.say("slips {}")
    yield from _moved(edit)


def _moved(edit: Edit) -> Iterator[Phrase]:
    moved, track = edit.take("from"), edit.take("trackId")
    onto = f" to the track {_plain(quoted(edit.state.track(edit.new['trackId'])['name']))}" if track else ""
    if moved:
        by = edit.new["from"] - edit.old["from"]
        shift = f"{edit.seconds(abs(by))} {'later' if by > 0 else 'earlier'}"
        alone = f"moves {{}} to {edit.seconds(edit.new['from'])}{onto.replace(' to ', ' on ', 1)}"
        yield edit.say(f"moves {{}} {shift}{onto.replace(' to ', ', onto ', 1)}", alone, "moves {}")
    elif track:
        yield edit.say(f"moves {{}}{onto}", many="moves {} to other tracks")


# --- look, sound, words -----------------------------------------------------------------------------------------------


def _animation(edit: Edit) -> Iterator[Phrase]:
    """Properties that start to move, or move differently; and those that stop."""
    moving = [name for name, change in edit.left.items() if is_animated(change["to"])]
    still = [name for name, change in edit.left.items() if is_animated(change["from"]) and name not in moving]
    for verb, names in (("animates", moving), ("stops animating", still)):
        if names:
            edit.take(*names)
            nouns = listed(list(dict.fromkeys(_property(name) for name in names)))
            yield edit.say(f"{verb} the {nouns} of {{}}", many=f"{verb} {{}}")


def _property(name: str) -> str:
    if name.startswith("grade"):
        return "grade"
    if ".crop." in name:
        return "crop"
    last = name.split(".")[-1]
    words = {"x": "position", "y": "position", "volumeDb": "volume", "fontSize": "size", "color": "colour"}
    return words.get(last, last)


def _position(edit: Edit) -> Iterator[Phrase]:
    if edit.take("transform.x", "transform.y"):
        x, y = (at(edit.new, ("transform", axis)) or 0 for axis in ("x", "y"))
        where = ", ".join("animated" if is_animated(value) else number(value) for value in (x, y))
        yield edit.say(f"repositions {{}} to ({where})", many="repositions {}")


_FADES = (
    ("in", ("audio", "fadeInFrames")),
    ("in", ("fades", "inFrames")),
    ("out", ("audio", "fadeOutFrames")),
    ("out", ("fades", "outFrames")),
)


def _fades(edit: Edit) -> Iterator[Phrase]:
    if not edit.take("fades", "audio.fadeInFrames", "audio.fadeOutFrames"):
        return
    changed = {(way, at(edit.new, path) or 0) for way, path in _FADES if at(edit.old, path) != at(edit.new, path)}
    for way, length in sorted(changed):
        if length:
            yield edit.say(f"fades {{}} {way} over {edit.seconds(length)}", many=f"fades {{}} {way}")
        else:
            yield edit.say(f"takes the fade {way} off {{}}")


def _grade(edit: Edit) -> Iterator[Phrase]:
    if not edit.take("grade"):
        return
    grade = edit.new.get("grade") or {}
    if grade:
        yield edit.say(f"grades {{}} ({_plain(graded(grade, edit.state.assets))})", many="grades {}")
    else:
        yield edit.say("takes the grade off {}")


def _text(edit: Edit) -> Iterator[Phrase]:
    if edit.take("text"):
        yield edit.say(f"changes the text of {{}} to {_plain(quoted(edit.new['text']))}", many="changes the text of {}")
    if names := [name.removeprefix("style.") for name in edit.take("style")]:
        values = [_styled(name, edit.new.get("style", {}).get(name)) for name in names]
        yield edit.say(f"restyles {{}} ({_plain(', '.join(values))})", many="restyles {}")


def _styled(name: str, value: Any) -> str:
    words = {"fontFamily": "font", "fontSize": "size", "fontWeight": "weight", "fontStyle": "style", "color": "colour"}
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        return f"{words.get(name, name)} {value if isinstance(value, str) else number(value)}"
    return words.get(name, name)


def _cues(edit: Edit) -> Iterator[Phrase]:
    if not edit.take("cues"):
        return
    old, new = ({cue["id"]: cue for cue in item.get("cues") or ()} for item in (edit.old, edit.new))
    if len(old) != len(new):
        yield edit.say(
            f"changes {{}} from {counted(len(old), 'cue', 'cues')} to {len(new)}", many="changes the cues of {}"
        )
    else:
        changed = sum(old.get(id) != cue for id, cue in new.items())
        yield edit.say(f"changes {counted(changed, 'cue', 'cues')} of {{}}", many="changes the cues of {}")


def _effects(edit: Edit) -> Iterator[Phrase]:
    if not edit.take("effects"):
        return
    old, new = ({one["id"]: one for one in item.get("effects") or ()} for item in (edit.old, edit.new))
    for verb, joint, effects in (
        ("adds", "to", [new[id] for id in new if id not in old]),
        ("removes", "from", [old[id] for id in old if id not in new]),
    ):
        if effects:
            yield edit.say(f"{verb} {_plain(listed([effect['kind'] for effect in effects]))} {joint} {{}}")
    if any(old[id] != new[id] for id in new if id in old):
        yield edit.say("changes the effects of {}")


def _set_or_taken(field: str, given: str, taken: str) -> Callable[[Edit], Iterator[Phrase]]:
    def rule(edit: Edit) -> Iterator[Phrase]:
        if edit.take(field):
            yield edit.say(given if edit.new.get(field) is not None else taken)

    return rule


def _group(edit: Edit) -> Iterator[Phrase]:
    if edit.take("groupId"):
        yield edit.say("groups {}" if edit.new.get("groupId") else "ungroups {}")


# --- one field, one phrase --------------------------------------------------------------------------------------------

_SWITCHES = {
    "enabled": ("enables {}", "disables {}"),
    "reverse": ("reverses {}", "plays {} forwards again"),
    "loop": ("loops {}", "stops looping {}"),
    "keepPitch": ("keeps the pitch of {}", "lets the pitch of {} follow its speed"),
    "audio.muted": ("mutes {}", "unmutes {}"),
    "transform.flipH": ("flips {} horizontally", "flips {} back horizontally"),
    "transform.flipV": ("flips {} vertically", "flips {} back vertically"),
}
_VALUES: dict[str, tuple[str, Callable[[Any], str]]] = {
    "transform.scale": ("the scale", percent),
    "transform.opacity": ("the opacity", percent),
    "transform.rotation": ("the rotation", degrees),
    "transform.fit": ("the fit", str),
    "audio.volumeDb": ("the volume", decibels),
    "audio.pan": ("the pan", number),
    "blend": ("the blend mode", str),
    "color": ("the colour", str),
    "name": ("the name", quoted),
}


def _rest(edit: Edit) -> Iterator[Phrase]:
    if edit.take("transform.crop"):
        yield edit.say("crops {}")
    for name, change in list(edit.left.items()):
        yield _single(edit, name, change["to"])


def _single(edit: Edit, name: str, new: Any) -> Phrase:
    noun, write = _VALUES.get(name, (f"the {name.split('.')[-1]}", _value))
    if name in _SWITCHES and (isinstance(new, bool) or new is None):
        return edit.say(_SWITCHES[name][0 if new else 1])
    if new is None:
        return edit.say(f"clears {noun} of {{}}")
    return edit.say(f"sets {noun} of {{}} to {_plain(write(new))}", many=f"changes {noun} of {{}}")


def _value(value: Any) -> str:
    return number(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else quoted(value)


def _plain(text: str) -> str:
    """Text safe inside words that are still to be filled in."""
    return text.replace("{", "{{").replace("}", "}}")


def _media(edit: Edit) -> Iterator[Phrase]:
    if edit.take("assetId"):
        edit.take("name", "type")
        name = str(edit.state.assets[edit.new["assetId"]]["name"])
        yield edit.say(f"replaces the media of {{}} with {_plain(name)}", many="replaces the media of {}")


RULES: tuple[Callable[[Edit], Iterator[Phrase]], ...] = (
    _media,
    _timing,
    _animation,
    _position,
    _fades,
    _grade,
    _text,
    _cues,
    _effects,
    _set_or_taken("mask", "masks {}", "takes the mask off {}"),
    _set_or_taken("chromaKey", "keys a colour out of {}", "takes the colour key off {}"),
    _set_or_taken("freeze", "freezes {}", "unfreezes {}"),
    _group,
    _rest,
)
