"""The library: "the city shot", "the theme", "logo.png" as assets rather than as what stands on the timeline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .kinds import MARK, MUSIC, NOUNS, VOICE, Noun, split_name
from .pattern import Reading
from .sketch import Sketch
from .tokens import words

Files = Mapping[str, dict[str, Any]]

DETERMINERS = words("the a an my our another same new some")
TAILS = words("again from in library file footage asset media the bin")
ROLES = {"music": MUSIC, "voice": VOICE, "logo": MARK}
NOUN_KINDS = {"clip": "video", "image": "image", "audio": "audio", "music": "audio", "voice": "audio", "logo": "image"}


def asset(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: the id of the one asset that the words mean."""
    for end in range(min(len(reading.tokens), at + 8), at, -1):
        tokens = reading.tokens[at:end]
        if any(token.kind not in ("word", "file", "quote", "number") for token in tokens):
            continue
        words = [reading.raw(at + n, at + n + 1).lower() if t.kind == "quote" else t.norm for n, t in enumerate(tokens)]
        if found := find(reading.sight, words):
            yield end, found


def find(sight: Sketch, words: list[str]) -> str | None:
    """The only asset with all of these words in its name, nouns and articles aside; None for none or several. A file of the
    workspace that the composition does not list is meant where nothing listed can be."""
    words = [word for n, word in enumerate(words) if not (n == 0 and word in DETERMINERS)]
    words = [word for word in words if word not in DETERMINERS]
    while len(words) > 1 and words[-1] in TAILS:
        words.pop()
    fits = _listed(sight.state.assets, words) or _beside(sight.scene.beside, words)
    return fits[0] if len(fits) == 1 else None


def _listed(assets: Files, words: list[str]) -> list[str]:
    if len(exact := _exactly(assets, words)) == 1:
        return exact
    noun, kind, names = _parts(words)
    fits = [a for a, held in assets.items() if _fits(held.get("name") or "", words)]
    if not fits and names:
        fits = [
            a for a, held in assets.items() if _fits(held.get("name") or "", names) and kind in (None, held["kind"])
        ]
    if not fits and noun and not names and noun.kind in ROLES:
        fits = [
            a
            for a, held in assets.items()
            if split_name(held.get("name") or "") & ROLES[noun.kind] and held["kind"] == kind
        ]
    return fits


def _beside(assets: Files, words: list[str]) -> list[str]:
    """As above, but strictly: there are many, and most sentences mean none of them."""
    if exact := _exactly(assets, words):
        return exact
    noun, kind, names = _parts(words)
    if len(words) == 1:  # a noun alone, "the logo", means what is listed; a name alone is a whole name
        whole = frozenset(names)
        return [a for a, held in assets.items() if names and split_name(_stem(held.get("name") or "")) == whole]
    return [
        a
        for a, held in assets.items()
        if _fits(held.get("name") or "", words)
        or (noun and names and _fits(held.get("name") or "", names) and kind in (None, held["kind"]))
    ]


def _exactly(assets: Files, words: list[str]) -> list[str]:
    return [a for a, held in assets.items() if [(held.get("name") or "").lower()] == words or [a.lower()] == words]


def _parts(words: list[str]) -> tuple[Noun | None, str | None, list[str]]:
    """The noun at the end, the kind of asset that it is for, and the words before it."""
    noun = NOUNS.get(words[-1]) if words else None
    return noun, NOUN_KINDS.get(noun.kind) if noun else None, words[:-1] if noun else words


def _stem(name: str) -> str:
    return name.rpartition(".")[0] or name


def _fits(name: str, words: list[str]) -> bool:
    own = split_name(name)
    return bool(words) and (all(word in own or split_name(word) <= own for word in words) or "".join(words) in own)
