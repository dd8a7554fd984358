"""The heart of a noun phrase: which, how many, of what name and kind. "the last two park clips", "clip 3", "this"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .kinds import name_words, of_kind, split_name
from .pattern import ARTICLES, Tokens
from .phrase import Phrase, Test, back, front
from .sketch import Item, Sketch
from .tokens import Sentence, words

IT = frozenset({"it", "this", "that", "this one", "that one", "this thing", "that thing", "same", "same one", "one"})
THEM = frozenset(
    {
        "them",
        "these",
        "those",
        "they",
        "both of them",
        "both",
        "all of them",
        "them all",
        "these ones",
        "these two",
        "those two",
        "these 2",
        "those 2",
        "both of these",
        "both of those",
        "both these",
        "all of these",
        "all these",
        "all three",
        "these three",
        "these 3",
        "these guys",
    }
)
SELECTION = frozenset({"selection", "selected", "current selection", "what is selected", "what i selected", "selected ones",
                       "selected one", "selected item", "selected items", "selected stuff"})  # fmt: skip
COPIES = frozenset(
    {
        "copy",
        "copies",
        "duplicate",
        "duplicates",
        "new one",
        "new ones",
        "clone",
        "new clip",
        "new title",
        "new text",
        "new copy",
        "second one",
        "second copy",
    }
)
REST = frozenset(
    {"rest", "rest of it", "remainder", "remaining", "other part", "leftover", "what is left", "leftovers"}
)
HALVES = words("half part piece section portion bit chunk side")
PIECES = words("halves pieces parts")
WHOLES = frozenset({"thing", "video", "track", "music video", "lot"})
# "A bit", "the first bit" are amounts, "the park bit" is a clip.
AMOUNTS = words("a little tiny wee good small first last next")
TYPES = {"video": "clip", "image": "image", "gif": "image", "text": "text", "audio": "audio"}
PIECE_AT = {"first": 0, "left": 0, "1st": 0, "front": 0, "earlier": 0, "second": 1, "right": 1, "2nd": 1, "last": -1,
            "latter": -1, "later": -1, "back": -1, "other": 1, "remaining": -1, "third": 2, "middle": 1}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Things:
    """The items that a phrase means.

    `one`: the speaker means exactly one. `missing`: why there are none. `bare`: without a noun ("the second").
    """

    ids: tuple[str, ...]
    words: str
    one: bool = False
    missing: str = ""
    kind: str = "any"
    everything: bool = False
    bare: bool = False


def core(sight: Sketch, sentence: Sentence, tokens: Tokens, test: Test | None = None, near: str = "") -> Things | None:
    """The items meant by these tokens, out of those that pass `test`; None when the words are no such phrase.

    `near` picks the closest of several for a singular phrase: "first" or "last".
    """
    said = sentence.raw(tokens)
    norms = [token.norm for token in tokens]
    whole = len(norms) == 2 and norms[0] in ("the", "this", "my", "our") and norms[1] in ("video", "thing")
    if whole and len(of_kind(sight.state, "clip")) > 1:
        return None
    if (known := _pronoun(sight, norms)) is not None:
        return _kept(sight, replace(known, words=said), test)
    if any(token.kind not in ("word", "number", "file", "quote", "mark") for token in tokens):
        return None
    if len(norms) > 1 and norms[-2] in ("whole", "entire", "full") and norms[-1] in WHOLES:
        return None
    if norms[-1] == "bit" and (len(norms) < 3 or norms[-2] in AMOUNTS):
        return None
    phrase = Phrase()
    rest = front(sight, phrase, norms)
    if not back(phrase, rest, sentence, tokens[len(tokens) - len(rest) :]):
        return None
    if "of" in norms[: len(norms) - len(rest)] and _partial(phrase):
        return None
    if phrase.noun is None and phrase.names and all(len(name) == 1 for name in phrase.names):
        return None
    found = _candidates(sight, phrase, norms)
    if found is None:
        return None
    found = [
        item for item in found if all(t(sight.state.items[item]) for t in (*phrase.tests, *([test] if test else [])))
    ]
    return _chosen(sight, phrase, sight.by_time(found), said, near)


def _partial(phrase: Phrase) -> bool:
    """ "The middle of the park clip" is a part of one clip; "the last of the clips" is a clip."""
    one = phrase.noun is not None and not phrase.noun.plural and not phrase.noun.mass
    return (
        phrase.select is not None
        and not phrase.every
        and not phrase.deictic
        and (one or bool(phrase.names and phrase.noun is None))
    )


def _kept(sight: Sketch, things: Things, test: Test | None) -> Things:
    return things if test is None else replace(things, ids=tuple(i for i in things.ids if test(sight.state.items[i])))


def _pronoun(sight: Sketch, norms: list[str]) -> Things | None:
    words = " ".join(word for word in norms if word != "the")
    if words in COPIES and sight.mentioned:
        return Things(sight.mentioned, words)
    if words in SELECTION:
        return _pointed(sight, (), "selected")
    if words in IT or words in THEM:
        spoken = sight.mentioned or tuple(i for i in sight.scene.selected if i in sight.state.items)
        return _pointed(sight, spoken, words) if words != "one" or spoken else None
    if len(sight.pieces) > 1 and words in REST:
        return Things(sight.pieces[1:], words)
    if sight.pieces and norms[-1] in PIECES and len(norms) <= 3:
        return Things(sight.pieces, words)
    if sight.pieces and len(norms) >= 2 and norms[-1] in HALVES | {"one", "clip"}:
        places = [PIECE_AT[word] for word in norms[:-1] if word in PIECE_AT]
        if len(places) == 1 and -len(sight.pieces) <= places[0] < len(sight.pieces):
            return Things((sight.pieces[places[0]],), "", one=True)
    return None


def _pointed(sight: Sketch, spoken: Sequence[str], words: str) -> Things:
    """What "it" points at; with nothing spoken of, selected or named before it may be anything, so it will be asked."""
    ids = tuple(spoken) or tuple(i for i in sight.scene.selected if i in sight.state.items) or sight.recalled
    if ids:
        return Things(ids, words)
    clips = sight.by_time(of_kind(sight.state, "clip"))
    rest = sight.by_time(set(sight.state.items).difference(clips))
    return Things((*clips, *rest), words, one=True, missing="" if clips or rest else "There is nothing here yet.")


def _candidates(sight: Sketch, phrase: Phrase, norms: list[str]) -> list[str] | None:
    state = sight.state
    if phrase.names:
        known = _go_by(phrase.names, _all_names(sight), _all_names(sight))
        named = [id for id, item in state.items.items() if _named(sight, item, phrase.names)] if known else []
        kind = of_kind(state, phrase.noun.kind) if phrase.noun else named
        return [item for item in named if item in kind] or named or None
    if phrase.noun is not None:
        found = of_kind(state, _like(sight) if phrase.head in ("one", "ones") and phrase.select else phrase.noun.kind)
        head = phrase.head.split()
        if not found and head and (named := [i for i, item in state.items.items() if _named(sight, item, head)]):
            return named
        return found
    if (
        norms[0] in ARTICLES
        and phrase.select is not None
        and not phrase.select.middle
        or phrase.every
        or phrase.other
        or phrase.deictic
    ):
        bare = phrase.every or phrase.other
        if bare and sight.mentioned and phrase.every and not phrase.other:
            return list(sight.mentioned)
        return of_kind(state, "any" if bare and phrase.select is None else "clip")
    return None


def _like(sight: Sketch) -> str:
    """What "the second one" is one of: what was spoken of last, else the clips."""
    types = {sight.state.items[item]["type"] for item in sight.mentioned}
    return TYPES.get(types.pop(), "any") if len(types) == 1 else "clip"


def _named(sight: Sketch, item: Item, names: list[str]) -> bool:
    """Whether an item goes by all these words: its name, its id, its text; "b roll" also as "broll"."""
    return _go_by(names, *_names(sight, item))


def _names(sight: Sketch, item: Item) -> tuple[frozenset[str], frozenset[str]]:
    """The words of what an item is called, and each name whole."""
    whole = (item.get("name") or "").lower(), item["id"].lower(), (item.get("text") or "").lower()
    return name_words(item, sight.state) | split_name(item.get("text") or ""), frozenset(whole)


def _all_names(sight: Sketch) -> frozenset[str]:
    """Every name there is, by which most words are passed over at a glance."""
    known: frozenset[str] | None = sight.memo.get("names")
    if known is None:
        known = frozenset().union(*(part for item in sight.state.items.values() for part in _names(sight, item)))
        sight.memo["names"] = known
    return known


def _go_by(names: list[str], own: frozenset[str], whole: frozenset[str]) -> bool:
    joined = " ".join(names)
    return (
        joined in whole
        or "".join(names) in own
        or "-".join(names) in whole
        or all(
            name in own or name in whole or name.removesuffix("s") in own or split_name(name) <= own
            for name in names
            if name
        )
    )


def _chosen(sight: Sketch, phrase: Phrase, found: list[str], said: str, near: str) -> Things:
    noun = phrase.noun
    many = (
        "".join(phrase.names) == "broll"
        and noun is None
        or phrase.every
        or phrase.other
        or bool(noun and (noun.plural or noun.mass))
        or phrase.deictic in ("these", "those")
    )
    if phrase.other:
        gone = sight.mentioned or sight.scene.selected
        found = [item for item in found if item not in gone]
    if phrase.deictic:
        pointed = [i for i in (*sight.scene.selected, *sight.mentioned) if i in found]
        found, many = (pointed, True) if pointed else (_under_playhead(sight, found) or found, many)
    total = len(found)
    if phrase.select is not None:
        found = phrase.select.take(sight.state, found)
        many = phrase.select.many or (many and len(found) > 1 and bool(noun and noun.plural))
    elif not many and len(found) > 1:
        found = _narrowed(sight, found, near)
    many = many and not phrase.any_one
    kind = noun.kind if noun else "any"
    missing = "" if found else _missing(said, total, kind)
    bare = noun is None and not phrase.names
    return Things(tuple(found), said, not many, missing, kind, phrase.everything and not phrase.select, bare)


def _under_playhead(sight: Sketch, found: list[str]) -> list[str]:
    frame = sight.scene.playhead
    items = sight.state.items
    if not frame:
        return []
    return [i for i in found if items[i]["from"] <= frame < items[i]["from"] + items[i]["durationInFrames"]]


def _narrowed(sight: Sketch, found: list[str], near: str) -> list[str]:
    """One of several for "the clip": the nearest, the selected, or the one just spoken of; else still all of them."""
    if near:
        return [found[0] if near == "first" else found[-1]]
    for known in (sight.scene.selected, sight.mentioned):
        pointed = [item for item in found if item in known]
        if len(pointed) == 1:
            return pointed
    return found


def _missing(said: str, total: int, kind: str) -> str:
    if total:
        return f"There is no “{said}”: there {'is' if total == 1 else 'are'} only {total}."
    return f"There is nothing like “{said}” in this composition."
