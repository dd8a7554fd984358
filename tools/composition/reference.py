"""Words that stand for things: `@first @last @longest @shortest @all @selected`, by type (`@first:video`), and `@track:first`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tools.composition.model import Composition

CLIPS = ("video", "image", "gif")
MOST_CHOICES = 6


class Unresolved(Exception):
    """Nothing in the composition fits the reference."""

    def __init__(self, token: str, why: str = "nothing in the composition fits it") -> None:
        super().__init__(f"“{token}” cannot be bound: {why}.")
        self.token, self.candidates = token, list[str]()
        self.question = "Which one do you mean?"


class Ambiguous(Exception):
    """Several things fit the reference equally well."""

    def __init__(self, token: str, candidates: list[str]) -> None:
        super().__init__(
            f"“{token}” fits {len(candidates)} things equally well: {', '.join(candidates[:MOST_CHOICES])}."
        )
        self.token, self.candidates = token, candidates
        self.question = f"Which one do you mean by “{token.removeprefix('@')}”?"


def resolve(state: Composition | None, token: str, selected: Sequence[str] = ()) -> list[str]:
    """The ids that a reference stands for. Raises `Unresolved`, or `Ambiguous` where only one can be meant and two fit.

    `@first` and its like speak of clips (moving and still pictures) where there are any, and of all items where there
    are none; `@all` speaks of all items. Among clips that start together the one on the lowest track is the first.
    """
    if state is None:
        raise Unresolved(token, "no composition is open")
    name, _, scope = token.removeprefix("@").partition(":")
    if name == "track":
        return [_track(state, token, scope)]
    if name == "selected":
        present = [id for id in selected if id in state.items]
        if not present:
            raise Unresolved(token, "nothing is selected")
        return present
    return _pick(token, name, _scoped(state, name, scope))


def _scoped(state: Composition, name: str, scope: str) -> list[dict[str, Any]]:
    layer = {track["id"]: index for index, track in enumerate(state.tracks)}
    items = sorted(state.items.values(), key=lambda i: (i["from"], layer.get(i["trackId"], 0), i["id"]))
    if scope:
        return [item for item in items if item["type"] == scope]
    clips = [item for item in items if item["type"] in CLIPS]
    return items if name == "all" or not clips else clips


def _pick(token: str, name: str, items: list[dict[str, Any]]) -> list[str]:
    if not items:
        raise Unresolved(token)
    if name == "all":
        return [item["id"] for item in items]
    if name in ("first", "last"):
        return [items[0 if name == "first" else -1]["id"]]
    best: dict[str, Callable[[list[int]], int]] = {"longest": max, "shortest": min}
    if name not in best:
        raise Unresolved(token, "it is no reference: use @first, @last, @longest, @shortest, @all or @selected")
    length = best[name]([item["durationInFrames"] for item in items])
    found = [item["id"] for item in items if item["durationInFrames"] == length]
    if len(found) > 1:
        raise Ambiguous(token, found)
    return found


def _track(state: Composition, token: str, which: str) -> str:
    if which not in ("first", "last") or not state.tracks:
        raise Unresolved(token, "use @track:first or @track:last, and have a track")
    return str(state.tracks[0 if which == "first" else -1]["id"])


def choices(state: Composition | None, refusal: Unresolved | Ambiguous) -> list[tuple[str, str]]:
    """Up to six (id, label) pairs that a person can choose from to settle a reference."""
    if state is None:
        return []
    _, _, scope = refusal.token.removeprefix("@").partition(":")
    ids = refusal.candidates or [item["id"] for item in _scoped(state, "", "" if scope in ("first", "last") else scope)]
    return [(id, label(state, id)) for id in ids[:MOST_CHOICES]]


def label(state: Composition, id: str) -> str:
    """An item as a person knows it: its name and when it starts, in seconds."""
    item = state.item(id)
    return f"{item.get('name') or item['type']} at {float(item['from'] / state.fps):.1f} s"
