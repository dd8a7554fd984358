"""How an editor says things: names in quotes, seconds, decibels, "2 clips"; the words that a summary is made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .model import Record

NOUNS = {
    "video": ("clip", "clips"),
    "audio": ("audio clip", "audio clips"),
    "image": ("image", "images"),
    "gif": ("GIF", "GIFs"),
    "text": ("title", "titles"),
    "captions": ("caption item", "caption items"),
    "solid": ("solid", "solids"),
}
_LONGEST_QUOTE, _LONGEST_NAME = 40, 80
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that set the direction of what follows."""
_MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something that happened to one item: a verb with {} for what it happened to.

    Items with the same words share a phrase; `alone` says it better where there is one item only; `many` says it where
    the words differ from item to item and there are too many to tell.
    """

    words: str
    item: Record
    alone: str = ""
    many: str = ""


def quoted(text: object) -> str:
    return f"“{_line(text, _LONGEST_QUOTE)}”"


def called(name: object) -> str:
    return _line(name, _LONGEST_NAME)


def _line(text: object, most: int) -> str:
    """A text on one line, not too long, and without what would turn the words that come after it around."""
    line = " ".join(_STEERING.sub(" ", str(text)).split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def number(value: float) -> str:
    """A number with at most two decimals and a real minus sign."""
    return f"{round(float(value), 2):.10g}".replace("-", "−")


def seconds(frames: float, fps: Fraction) -> str:
    return f"{number(float(Fraction(frames) / fps))} s"


def percent(value: float) -> str:
    return f"{number(value * 100)}%"


def decibels(value: float) -> str:
    return f"{number(value)} dB"


def degrees(value: float) -> str:
    return f"{number(value)}°"


def times(value: Sequence[int]) -> str:
    return f"{number(value[0] / value[1])}×"


def size(width: int, height: int) -> str:
    return f"{width}×{height}"


def graded(grade: Record, assets: Mapping[str, Record]) -> str:
    """The values of a grade: "saturation −1, look-up table “teal.cube”"."""
    values = [f"{name} {number(value)}" for name, value in grade.items() if isinstance(value, (int, float)) and value]
    if table := assets.get(grade.get("lutAssetId") or ""):
        values.append(f"look-up table {quoted(table['name'])}")
    return ", ".join(values) or "custom"


def label(item: Record) -> str:
    """What an editor calls an item: a title by its text, anything else by its name."""
    if item["type"] == "text":
        return quoted(item["text"])
    return called(item.get("name") or "") or NOUNS[item["type"]][0]


def listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def things(items: Sequence[Record]) -> str:
    """Items by name while they are few, by count when they are many."""
    if len(items) <= _MOST_NAMES:
        return listed([label(item) for item in items])
    types = {item["type"] for item in items}
    return counted(len(items), *NOUNS[types.pop()]) if len(types) == 1 else f"{len(items)} items"


def inventory(items: Iterable[Record]) -> str:
    """Items that came or went: "1 clip (outro.mp4) and the title “Hello”", "12 clips"."""
    by_type: dict[str, list[Record]] = {}
    for item in items:
        by_type.setdefault(item["type"], []).append(item)
    return listed([_of_one_type(type, members) for type, members in by_type.items()])


def _of_one_type(type: str, items: list[Record]) -> str:
    one, many = NOUNS[type]
    if type == "text" and len(items) == 1:
        return f"the title {label(items[0])}"
    if type == "captions" and len(items) == 1:
        return f"captions ({counted(len(items[0]['cues']), 'cue', 'cues')})"
    names = f" ({', '.join(label(item) for item in items)})" if len(items) <= _MOST_NAMES else ""
    return counted(len(items), one, many) + names


def named(docs: Sequence[Record], one: str, name: Callable[[Record], str]) -> str:
    """Tracks, assets, markers: "the track “Music”", "the tracks “Music” and “Voice”", "12 tracks"."""
    if len(docs) > _MOST_NAMES:
        return f"{len(docs)} {one}s"
    return f"the {one}{'s' if len(docs) > 1 else ''} {listed([name(doc) for doc in docs])}"


def told(phrases: Sequence[Phrase]) -> list[str]:
    """The phrases put together: those with the same words as one, and those of one kind that are too many as one."""
    groups: dict[str, list[Phrase]] = {}
    for phrase in phrases:
        groups.setdefault(phrase.words, []).append(phrase)
    kinds: dict[str, list[list[Phrase]]] = {}
    for words, group in groups.items():
        kinds.setdefault(group[0].many or words, []).append(group)
    return [line for kind, same in kinds.items() for line in _lines(kind, same)]


def _lines(kind: str, groups: list[list[Phrase]]) -> list[str]:
    if len(groups) > _MOST_NAMES:
        return [kind.format(things([phrase.item for group in groups for phrase in group]))]
    return [
        (group[0].alone if len(group) == 1 and group[0].alone else group[0].words).format(
            things([phrase.item for phrase in group])
        )
        for group in groups
    ]
