"""What the nouns of editing stand for: which items a "shot", a "song" or a "watermark" can be."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from tools.composition import Composition

from .sketch import Item
from .tokens import words

Test = Callable[[Composition, Item], bool]


@dataclass(frozen=True, slots=True)
class Noun:
    """A kind of thing. `mass` nouns ("music", "footage") mean all there is even in the singular."""

    kind: str
    plural: bool = False
    mass: bool = False


MUSIC = words("music song theme soundtrack score bgm beat tune jingle background")
VOICE = words("voice voiceover vo narration narrator speech dialogue dialog commentary")
MARK = words("logo watermark brand bug")


def name_words(item: Item, state: Composition) -> frozenset[str]:
    """The words an item goes by: of its name, its asset's name, its id."""
    asset = state.assets.get(item.get("assetId", ""), {})
    return split_name(f"{item.get('name') or ''} {asset.get('name') or ''} {item['id']}")


@lru_cache(maxsize=65_536)
def split_name(name: str) -> frozenset[str]:
    """The words and numbers of a name, in lower case."""
    return frozenset(re.findall(r"(?<=\.)mp[34]\b|[^\W\d_]+|\d+", name.lower()))


def track_words(item: Item, state: Composition) -> frozenset[str]:
    track = next(track for track in state.tracks if track["id"] == item["trackId"])
    return split_name(track.get("name") or "")


def _typed(*types: str) -> Test:
    return lambda state, item: item["type"] in types


def _music(state: Composition, item: Item) -> bool:
    if item["type"] != "audio":
        return False
    words = name_words(item, state) | track_words(item, state)
    return bool(words & MUSIC) and not name_words(item, state) & VOICE


def _voice(state: Composition, item: Item) -> bool:
    return item["type"] == "audio" and bool((name_words(item, state) | track_words(item, state)) & VOICE)


def _logo(state: Composition, item: Item) -> bool:
    return item["type"] in ("image", "gif", "video", "text") and bool(name_words(item, state) & MARK)


def _overlay(state: Composition, item: Item) -> bool:
    overlay = item["type"] in ("image", "gif", "solid") or "overlay" in track_words(item, state)
    return overlay and item["type"] != "audio"


KINDS: dict[str, Test] = {
    "clip": _typed("video"),
    "image": _typed("image", "gif"),
    "text": _typed("text"),
    "captions": _typed("captions"),
    "audio": _typed("audio"),
    "visual": _typed("video", "image", "gif", "text", "solid", "captions"),
    "solid": _typed("solid"),
    "gif": _typed("gif"),
    "music": _music,
    "voice": _voice,
    "logo": _logo,
    "overlay": _overlay,
    "any": lambda state, item: True,
}
# Where nothing is of the kind, the next best: a composition of stills has "clips" too.
SECOND_BEST = {"clip": "image", "captions": "none", "music": "none"}

SINGULAR: dict[str, str] = {
    "clip": "clip shot video scene take segment cut",
    "image": "image picture photo pic still graphic photograph png jpg",
    "text": "text title headline heading subtitle caption label",
    "audio": "audio sound sfx",
    "music": "music song soundtrack bgm tune score theme",
    "voice": "voiceover narration vo voice commentary narrator",
    "logo": "logo watermark",
    "overlay": "overlay",
    "solid": "solid",
    "gif": "gif",
    "any": "item element layer object thing one piece part bit",
}
MASS = words(
    "music audio sound footage narration voice voiceover vo bgm soundtrack commentary broll captions subtitles text"
)
PLURALS = {
    "pics": "image",
    "captions": "captions",
    "subtitles": "captions",
    "subs": "captions",
    "footage": "clip",
    "vo": "voice",
}
# Heads of two or three words, joined.
COMPOUND: dict[tuple[str, ...], Noun] = {
    ("lower", "third"): Noun("text"),
    ("title", "card"): Noun("text"),
    ("title", "cards"): Noun("text", plural=True),
    ("text", "layer"): Noun("text"),
    ("text", "layers"): Noun("text", plural=True),
    ("text", "item"): Noun("text"),
    ("text", "items"): Noun("text", plural=True),
    ("voice", "over"): Noun("voice", mass=True),
    ("voice", "overs"): Noun("voice", plural=True),
    ("background", "music"): Noun("music", mass=True),
    ("video", "clip"): Noun("clip"),
    ("video", "clips"): Noun("clip", plural=True),
    ("audio", "clip"): Noun("audio"),
    ("audio", "clips"): Noun("audio", plural=True),
    ("audio", "files"): Noun("audio", plural=True),
    ("audio", "items"): Noun("audio", plural=True),
    ("sound", "effects"): Noun("audio", plural=True),
    ("music", "clip"): Noun("music"),
    ("image", "layer"): Noun("image"),
    ("song", "clip"): Noun("music"),
}


def _nouns() -> dict[str, Noun]:
    table = {word: Noun(kind, mass=word in MASS) for kind, words in SINGULAR.items() for word in words.split()}
    table |= {f"{word}s": Noun(noun.kind, plural=True) for word, noun in table.items()}
    table |= {word: Noun(kind, plural=True, mass=word in MASS) for word, kind in PLURALS.items()}
    return table


NOUNS: dict[str, Noun] = _nouns()


def of_kind(state: Composition, kind: str) -> list[str]:
    """The ids of all items of a kind; of its second best where there are none."""
    found = [item_id for item_id, item in state.items.items() if KINDS[kind](state, item)]
    if not found and SECOND_BEST.get(kind, "none") in KINDS:
        return of_kind(state, SECOND_BEST[kind])
    return found
