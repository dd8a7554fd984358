"""Track phrases: "the overlay track", "track 2", "audio track 1", "the top layer", a track's own name or id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .kinds import KINDS, split_name
from .numbers import WORDS, ordinal
from .pattern import Reading
from .sketch import Sketch

NOUNS = frozenset({"track", "layer", "lane"})
KIND_WORDS = {"video": "video", "audio": "audio", "sound": "audio"}
# What a track carries, for a track that is not called so: word → kind of item.
CARGO = {"music": "music", "song": "music", "voice": "voice", "voiceover": "voice", "narration": "voice", "title": "text",
         "titles": "text", "text": "text", "logo": "logo", "overlay": "overlay", "overlays": "overlay", "images": "image",
         "image": "image", "caption": "captions", "captions": "captions", "clips": "clip", "main": "clip", "clip": "clip"}  # fmt: skip


def one_kind(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: "audio" or "video", as the kind of a track."""
    if at < len(reading.tokens) and (kind := KIND_WORDS.get(reading.tokens[at].norm)):
        yield at + 1, kind


def track(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: the id of the one track that the words mean."""
    sight: Sketch = reading.sight
    for end in range(min(len(reading.tokens), at + 6), at, -1):
        norms = [token.norm for token in reading.tokens[at:end] if token.norm not in ("the", "my", "#", "number")]
        quoted = [reading.raw(n, n + 1).lower() for n in range(at, end) if reading.tokens[n].kind == "quote"]
        if norms and (found := _find(sight, quoted or norms, [token.norm for token in reading.tokens[at:end]])):
            yield end, found


def plain_track(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: a track, also by nothing but its name ("Overlay", "main") where the place says that a track is meant."""
    yield from track(reading, at)
    at += 1 if [token.norm for token in reading.tokens[at : at + 1]] in (["the"], ["my"]) else 0
    for end in range(min(len(reading.tokens), at + 3), at, -1):
        if found := exactly(reading.sight, reading.raw(at, end)):
            yield end, found


def exactly(sight: Sketch, name: str) -> str | None:
    """The id of the one track that goes by exactly this name; "main" is the one with the story."""
    tracks = [t["id"] for t in sight.state.tracks if (t.get("name") or "").lower() == name.lower()]
    if not tracks and name.lower() in ("main", "primary"):
        return _main(sight)
    return tracks[0] if len(tracks) == 1 else None


def called(reading: Reading, at: int) -> Iterator[tuple[int, str]]:
    """A slot: a track by its exact name where nothing else has that name."""
    sight: Sketch = reading.sight
    for end, found in plain_track(reading, at):
        said = reading.raw(at, end).lower().removeprefix("the ")
        if said not in {(item.get("name") or "").lower() for item in sight.state.items.values()}:
            yield end, found


def _find(sight: Sketch, norms: list[str], said: list[str]) -> str | None:
    tracks = sight.state.tracks
    if len(norms) == 1 and norms[0] in {t["id"].lower() for t in tracks}:
        return str(next(t["id"] for t in tracks if t["id"].lower() == norms[0]))
    words = [word for word in norms if word not in NOUNS and word != "'s"]
    if len(words) == len(norms) and not (said and said[-1].startswith(("'", '"'))):
        return None
    if not words:
        return _only(sight)
    return _counted(sight, words) or _called(sight, words)


def _only(sight: Sketch) -> str | None:
    """ "the track": that of what is selected or spoken of, or the only one."""
    ids = {
        sight.state.items[item]["trackId"]
        for item in sight.mentioned or sight.scene.selected
        if item in sight.state.items
    }
    if not ids:
        ids = {track["id"] for track in sight.state.tracks}
    return ids.pop() if len(ids) == 1 else None


def _counted(sight: Sketch, words: list[str]) -> str | None:
    """Position from the bottom, within a kind where one is named: "track 2", "second audio track", "top track"."""
    kind = next((KIND_WORDS[word] for word in words if word in KIND_WORDS), None)
    tracks: list[dict[str, Any]] = [t for t in sight.state.tracks if kind in (None, t["kind"])]
    rest = [word for word in words if word not in KIND_WORDS]
    if not rest and len(tracks) > 1:
        pointed = {
            sight.state.items[i]["trackId"] for i in sight.mentioned or sight.scene.selected if i in sight.state.items
        }
        tracks = [t for t in tracks if t["id"] in pointed]
    if not rest:
        return tracks[0]["id"] if kind and len(tracks) == 1 else None
    if len(rest) > 1 or not tracks:
        return None
    if rest[0] in ("top", "topmost", "upper", "highest"):
        video = [t for t in tracks if kind or t["kind"] == "video"]
        return video[-1]["id"] if video else None
    if rest[0] in ("bottom", "bottommost", "lowest", "lower"):
        return str(tracks[0]["id"])
    if rest[0] in ("last", "final"):
        return str(tracks[-1]["id"])
    place = int(rest[0]) if rest[0].isdigit() else ordinal(rest[0]) or WORDS.get(rest[0])
    return tracks[place - 1]["id"] if place and place <= len(tracks) else None


def _called(sight: Sketch, words: list[str]) -> str | None:
    wanted = set(" ".join(words).split())
    tracks = sight.state.tracks
    named = [t["id"] for t in tracks if wanted <= split_name(t.get("name") or "") | {t["id"].lower()}]
    stems = {word.removesuffix("s") for word in wanted}
    named = named or [
        t["id"] for t in tracks if stems <= {w.removesuffix("s") for w in split_name(t.get("name") or "")}
    ]
    if not named and len(words) == 1 and words[0] in CARGO:
        test = KINDS[CARGO[words[0]]]
        named = [
            t["id"] for t in tracks if t["items"] and all(test(sight.state, sight.state.items[i]) for i in t["items"])
        ]
    if not named and (main := _main(sight)) and wanted <= {"main", "primary", "base"}:
        return main
    if not named:
        named = _holding(sight, wanted)
    return named[0] if len(named) == 1 else None


def _holding(sight: Sketch, wanted: set[str]) -> list[str]:
    """Tracks with an item of that name: "the theme track"."""
    items = sight.state.items
    return [
        t["id"] for t in sight.state.tracks if any(wanted <= split_name(items[i].get("name") or "") for i in t["items"])
    ]


def _main(sight: Sketch) -> str | None:
    """The video track with the most clips; the lowest of several."""
    video = [t for t in sight.state.tracks if t["kind"] == "video"]
    items = sight.state.items
    best = max(video, key=lambda t: sum(items[i]["type"] == "video" for i in t["items"]), default=None)
    return str(best["id"]) if best else None


def main_track(sight: Sketch) -> str | None:
    """The id of the track that carries the story."""
    return _main(sight)
