"""cut.words: words taken out of what is said, wherever they play: those that were selected in a transcript, or a word by name.

Where a word is in its source is what counts, not where the timeline had it when somebody looked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from tools import analysis
from tools.capabilities.footage import Shot, counted, expanding, heard, names, twins, without
from tools.composition import Composition
from tools.composition.model import end
from tools.media.analyse.silence import Range
from tools.media.analyse.words import MARGIN, Cut, Word, cuts, runs, saying, within
from tools.models import Asset
from tools.registry.expansion import Asks, CannotExpand, Expansion, Occasion, Part
from tools.transcripts import frames_of, played, shots_of, told, words_of

AROUND = 4
"""Words on either side that say where a word is."""
MOST_OFFERED = 5
LONGEST = 80
EVERY = "every time"
NTH = ("the first time", "the second time", "the third time", "the fourth time", "the fifth time")


@dataclass(frozen=True, slots=True)
class Speech:
    """What is said in a file, the items that play it, and the frames of the timeline at which each word begins to play."""

    asset: Asset
    words: list[Word]
    shots: list[Shot]
    frames: dict[int, list[int]]

    @classmethod
    def of(cls, asset: Asset, result: dict[str, Any], shots: list[Shot], state: Composition) -> Speech:
        words = words_of(asset, result)
        return cls(asset, words, shots, frames_of(words, shots, state))

    def around(self, place: int) -> str:
        """A word with those beside it that play too."""
        near = range(max(0, place - AROUND), min(len(self.words), place + AROUND + 1))
        return f"“{told([self.words[one] for one in near if one in self.frames])}”"


@expanding
def expand(params: dict[str, Any], occasion: Occasion) -> Expansion:
    if params.get("words"):
        return _cut(_selected(params, occasion), occasion.state)
    if params.get("say", "").strip():
        return _named(params, occasion)
    raise CannotExpand("Which words? Give what is said (say), or the seconds of words in a file (words and assetId).")


# --- words that were selected -----------------------------------------------------------------------------------------


def _selected(params: dict[str, Any], occasion: Occasion) -> list[tuple[Speech, list[range]]]:
    if "assetId" not in params:
        raise CannotExpand("Of which file are these words? Give its assetId.")
    asset = analysis.asset_named(occasion.workspace, params["assetId"])
    result = analysis.known(asset, "speech", params.get("language", ""))
    if result is None:
        raise CannotExpand(f"There is no transcript of “{asset.name}”. Say “transcribe the video” first.")
    speech = Speech.of(asset, result, shots_of(asset, occasion.state), occasion.state)
    chosen = within(speech.words, [(span["start"], span["end"]) for span in params["words"]])
    if not chosen:
        raise CannotExpand(f"No word is said in “{asset.name}” at these times. Read its transcript again.")
    return [(speech, runs(chosen))]


# --- words by what is said --------------------------------------------------------------------------------------------


def _named(params: dict[str, Any], occasion: Occasion) -> Expansion:
    said, which, state = params["say"].strip(), params.get("which"), occasion.state
    speeches = _speeches(params, occasion)
    found = [
        (min(speech.frames[place.start]), speech, place)
        for speech in speeches
        for place in saying(speech.words, said)
        if place.start in speech.frames
    ]
    found.sort(key=lambda one: one[0])
    if not found:
        missing = f"I do not hear “{said}” in {_files(speeches)}. {_near(said, speeches)}"
        return Expansion(said=missing) if which == 0 else Expansion(asks=Asks(missing))
    if which is None and len(found) > 1:
        return Expansion(asks=_which(said, found, state))
    if which and abs(which) > len(found):
        raise CannotExpand(f"“{said}” is said {counted(len(found), 'time')} here, so there is no number {which}.")
    kept = found if not which else [found[which - 1 if which > 0 else which]]
    return _cut([(speech, [place for _, of, place in kept if of is speech]) for speech in speeches], state)


def _speeches(params: dict[str, Any], occasion: Occasion) -> list[Speech]:
    if "assetId" in params:
        asset = analysis.asset_named(occasion.workspace, params["assetId"])
        shots = shots_of(asset, occasion.state)
        if not shots:
            raise CannotExpand(_unheard(asset))
    else:
        shots = heard(occasion, params.get("ids"))
    results = analysis.read((shot.asset for shot in shots), "speech", params.get("language", ""))
    assets = {shot.asset.pk: shot.asset for shot in shots}
    return [
        Speech.of(asset, results[id], [shot for shot in shots if shot.asset.pk == id], occasion.state)
        for id, asset in assets.items()
    ]


def _files(speeches: Sequence[Speech]) -> str:
    return names(shot for speech in speeches for shot in speech.shots)


def _near(said: str, speeches: Sequence[Speech]) -> str:
    """What is said that is written most like it; where nothing is, how what is said begins."""
    known = {
        speech.words[place].text.strip(".,;:!?…").casefold(): (speech, place)
        for speech in speeches
        for place in sorted(speech.frames, reverse=True)
    }
    if not known:
        return "Nothing that could be written down is said there."
    close = get_close_matches(said.casefold(), known, n=3, cutoff=0.6)
    if close:
        return f"There is {' and '.join(speech.around(place) for speech, place in map(known.__getitem__, close))}."
    first = [speech.around(min(speech.frames)) for speech in speeches if speech.frames]
    return f"What is said begins with {' and '.join(first[:2])}."


def _which(said: str, found: Sequence[tuple[int, Speech, range]], state: Composition) -> Asks:
    offered = found[:MOST_OFFERED]
    listed = [f"{_clock(int(at / state.fps))} {speech.around(place.start)}" for at, speech, place in offered]
    more = f" and {len(found) - len(offered)} more" if len(found) > len(offered) else ""
    asked = f"“{said}” is said {counted(len(found), 'time')}: {'; '.join(listed)}{more}. Which one goes?"
    return Asks(asked, (EVERY, *NTH[: len(offered)]))


def _clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


# --- the cuts ---------------------------------------------------------------------------------------------------------


def _cut(chosen: Iterable[tuple[Speech, list[range]]], state: Composition) -> Expansion:
    taken = [_taken(speech, wanted, state) for speech, wanted in chosen if wanted]
    gone = [span for one in taken for span in one.gone]
    parts = [part for one in taken for part in one.parts]
    return Expansion((*parts, *_captions(state, gone)), " ".join(remark for one in taken for remark in one.remarks))


@dataclass(frozen=True, slots=True)
class Taken:
    """The steps that take words of one file out, the frames of the timeline that go, and what a person should know."""

    parts: list[Part]
    gone: list[Range]
    remarks: list[str]


def _taken(speech: Speech, wanted: Sequence[range], state: Composition) -> Taken:
    if not speech.shots:
        return Taken([], [], [_unheard(speech.asset)])
    each, places = cuts(speech.words, wanted), sorted({place for run in wanted for place in run})
    taken, tight = Taken([], [], []), list[str]()
    for shot in speech.shots:
        playing = sorted(set(places).intersection(played(speech.words, shot)))
        ranges, short = _ranges(shot, [cut for cut in each if cut.among(playing)], state)
        tight += [told(speech.words[cut.first : cut.last]) for cut in short]
        if ranges:
            sentence = _sentence(shot, [speech.words[place] for place in playing], ranges, state)
            taken.parts.extend(without(id, ranges, sentence) for id in (shot.item["id"], *twins(shot, state)))
            taken.gone.extend((shot.item["from"] + start, shot.item["from"] + stop) for start, stop in ranges)
    taken.remarks.extend(_remarks(speech, places, tight))
    return taken


def _ranges(shot: Shot, cuts: Sequence[Cut], state: Composition) -> tuple[list[Range], list[Cut]]:
    """The frames of an item's own that go, in order, and the cuts for which there is no whole frame."""
    ranges, short = [], []
    sliver = MARGIN * state.fps  # at an edge of the item, with nothing said in it, it goes too
    for cut in cuts:
        first, last = (min(max(0, frame), shot.frames) for frame in cut.frames(shot.start, shot.step))
        first = 0 if first < sliver and cut.soonest <= shot.start else first
        last = shot.frames if shot.frames - last < sliver and cut.latest >= shot.end else last
        if first >= last:
            short.append(cut)
        else:
            ranges.append((shot.frames - last, shot.frames - first) if shot.item.get("reverse") else (first, last))
    return sorted(ranges), short


def _sentence(shot: Shot, words: Sequence[Word], ranges: Sequence[Range], state: Composition) -> str:
    seconds = sum(stop - start for start, stop in ranges) / float(state.fps)
    return f"Cuts {spoken(words)} out of “{shot.asset.name}”, {seconds:.1f} s."


def spoken(words: Sequence[Word]) -> str:
    """Words for a sentence: “one”, or how many with how they begin."""
    text = told(words)
    short = text if len(text) <= LONGEST else f"{text[:LONGEST].rsplit(' ', 1)[0]} …"
    return f"“{short}”" if len(words) < 3 else f"{counted(len(words), 'word')} (“{short}”)"


def _remarks(speech: Speech, places: Sequence[int], tight: Sequence[str]) -> list[str]:
    """What a card should add: words that play more than once, that play nowhere, and that are too short to be cut."""
    times = {place: len(speech.frames.get(place, ())) for place in places}
    remarks = []
    if twice := [speech.words[place] for place in places if times[place] > 1]:
        remarks.append(f"{spoken(twice)} {_do(twice, 'plays')} {max(times.values())} times; every one of them is cut.")
    if missing := [speech.words[place] for place in places if not times[place]]:
        remarks.append(
            f"{spoken(missing)} of “{speech.asset.name}” {_do(missing, 'is')} not on the timeline, so there is nothing to cut."
        )
    remarks += [
        f"“{text}” is shorter than a frame between its neighbours, so it stays." for text in dict.fromkeys(tight)
    ]
    return remarks


def _do(words: Sequence[Word], verb: str) -> str:
    return verb if len(words) == 1 else {"plays": "play", "is": "are"}[verb]


def _unheard(asset: Asset) -> str:
    return (
        f"“{asset.name}” is not heard on the timeline, so there is nothing to cut. Where it is, it is muted, or its track is "
        "hidden or locked."
    )


def _captions(state: Composition, gone: Sequence[Range]) -> list[Part]:
    """The same time taken out of the captions above it, so that they stay with what is said."""
    shut = {track["id"] for track in state.tracks if track["locked"]}
    parts = []
    for item in state.in_order():
        ranges = [
            (max(start, item["from"]) - item["from"], min(stop, end(item)) - item["from"])
            for start, stop in sorted(gone)
            if start < end(item) and stop > item["from"]
        ]
        if ranges and item["type"] == "captions" and item["trackId"] not in shut:
            parts.append(without(item["id"], ranges, "Takes the same time out of the captions."))
    return parts
