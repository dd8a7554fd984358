"""Commands on captions: cues, with their times in milliseconds from the start of the item that holds them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from ..draft import Draft
from ..errors import CueNotFound, InvalidParameters, NotNeighbours, OutOfRange
from ..layers import find_track
from ..model import Record
from ..parts import Background, Shadow, Stroke, TextStyle, Word
from ..properties import having
from ..signature import command
from ..subtitles import parse_srt
from ..values import NUMBER, Colour, Frame, Id, ItemId, Like, Milliseconds, Name, Shape, TrackId, Words
from .look import given
from .text import NONE, Direction, FontSize, FontStyle, LineHeight, Spacing, TextAlignment, Weight, restyle

TimedWords = Annotated[list[Annotated[Record, Like(Word)]], Field(max_length=10_000)]


class NewCue(Shape):
    """One caption; milliseconds from the item's start."""

    start_ms: Milliseconds
    end_ms: Milliseconds
    text: Words
    words: TimedWords | None = None
    speaker: Name | None = None


class CuePatch(Shape):
    """The fields of a cue to change; a new text without new word times drops the old ones."""

    start_ms: Milliseconds | None = None
    end_ms: Milliseconds | None = None
    text: Words | None = None
    words: TimedWords | None = None
    speaker: Name | None = None


Cues = Annotated[list[Annotated[Record, Like(NewCue)]], Field(min_length=1, max_length=10_000)]
CueIds = Annotated[list[Id], Field(min_length=2, description="cues' ids, of neighbours")]

# Lettering that reads on any picture: a third of the way down from the middle, white on a dark ground.
STYLE: Record = {
    "fontFamily": "Inter",
    "fontSize": 48,
    "fontWeight": 600,
    "color": "#ffffff",
    "alignment": "center",
    "background": {"color": "#000000b3", "padding": 12, "radius": 8},
}


@command(
    example={"cues": [{"startMs": 0, "endMs": 1800, "text": "Welcome."}, {"startMs": 2000, "endMs": 4200, "text": "Let us begin."}]}
)  # fmt: skip
def add_captions(
    draft: Draft,
    cues: Cues | None = None,
    srt: Annotated[
        str | None, Field(max_length=5_000_000, description="the text of an SRT file, instead of cues")
    ] = None,
    from_: Annotated[Frame, Field(description="the frame that 0 ms stands for")] = 0,
    track_id: TrackId | None = None,
    style: Annotated[Record, Like(TextStyle)] | None = None,
) -> Record:
    """Add captions, from cues or from an SRT file."""
    if (cues is None) == (srt is None):
        raise InvalidParameters("addCaptions needs either cues or srt.", argument="cues")
    timed = sorted(cues or parse_srt(srt or ""), key=lambda cue: cue["startMs"])
    made = [{"id": draft.new_id("cue"), **cue} for cue in timed]
    length = max(1, _frames_up(draft, max(cue["endMs"] for cue in made)))
    item: Record = {
        "id": draft.new_id("captions"),
        "type": "captions",
        "name": "Captions",
        "enabled": True,
        "from": from_,
        "durationInFrames": length,
        "cues": made,
        "style": dict(STYLE),
        "transform": {"x": 0, "y": round(draft.height * 0.36), "scale": 1, "rotation": 0, "opacity": 1, "fit": "none"},
    }
    restyle(item["style"], style or {})
    draft.place(item, find_track(draft, item, track_id))
    return {"ids": [item["id"]], "cueIds": [cue["id"] for cue in made]}


def _frames_up(draft: Draft, ms: int) -> int:
    return math.ceil(Fraction(ms, 1000) * draft.fps)


@command(example={"id": "captions-1", "cueId": "cue-1", "patch": {"text": "Welcome!"}})
def update_cue(draft: Draft, id: ItemId, cue_id: Id, patch: Annotated[Record, Like(CuePatch)]) -> None:
    """Change the words or the times of a cue."""
    item, cue = _found(draft, id, cue_id)
    changes = {name: value for name, value in patch.items() if value is not None}
    if changes.get("text", cue["text"]) != cue["text"]:
        cue.pop("words", None)
    cue.update(changes)
    _order(item)


@command(example={"id": "captions-1", "cueId": "cue-1", "atMs": 900})
def split_cue(draft: Draft, id: ItemId, cue_id: Id, at_ms: Milliseconds) -> Record:
    """Cut a cue in two at a time strictly inside it, its words where they fall."""
    item, cue = _found(draft, id, cue_id)
    if not cue["startMs"] < at_ms < cue["endMs"]:
        raise OutOfRange(
            f"{at_ms} ms is not strictly inside the cue, which lasts from {cue['startMs']} to {cue['endMs']} ms.",
            hint="Milliseconds count from the start of the captions item.",
        )
    left, right = _halves(cue, at_ms)
    new = {**cue, **right, "id": draft.new_id("cue", {one["id"] for one in item["cues"]}), "startMs": at_ms}
    cue.update(left, endMs=at_ms)
    item["cues"].append(new)
    _order(item)
    return {"cueIds": [new["id"]]}


def _halves(cue: Record, at_ms: int) -> tuple[Record, Record]:
    """Text and word times on either side: by the words' own times, or else in proportion, between words."""
    if timed := cue.get("words"):
        halves = [[w for w in timed if _middle(w) < at_ms], [w for w in timed if _middle(w) >= at_ms]]
        left, right = ({"text": " ".join(word["t"].strip() for word in half), "words": half} for half in halves)
        for word in left["words"]:
            word["endMs"] = min(word["endMs"], at_ms)
        for word in right["words"]:
            word["startMs"] = max(word["startMs"], at_ms)
        return left, right
    words = cue["text"].split()
    share = Fraction(at_ms - cue["startMs"], cue["endMs"] - cue["startMs"])
    place = min(max(1, round(len(words) * share)), max(1, len(words) - 1))
    return {"text": " ".join(words[:place])}, {"text": " ".join(words[place:])}


def _middle(word: Record) -> float:
    return (int(word["startMs"]) + int(word["endMs"])) / 2


@command(example={"id": "captions-1", "cueIds": ["cue-1", "cue-2"]})
def merge_cues(draft: Draft, id: ItemId, cue_ids: CueIds) -> None:
    """Make one cue of neighbours: the first keeps its id and lasts to the end of the last."""
    item, _ = _found(draft, id, cue_ids[0])
    wanted = {_found(draft, id, cue_id)[1]["id"] for cue_id in cue_ids}
    places = [place for place, cue in enumerate(item["cues"]) if cue["id"] in wanted]
    if places[-1] - places[0] + 1 != len(places) or len(places) < 2:
        raise NotNeighbours("These cues do not follow each other.", hint="Merge neighbours, with none in between.")
    parts = item["cues"][places[0] : places[-1] + 1]
    merged = parts[0] | {"endMs": max(cue["endMs"] for cue in parts), "text": _joined(parts)}
    if all(cue.get("words") for cue in parts):
        merged["words"] = [word for cue in parts for word in cue["words"]]
    else:
        merged.pop("words", None)
    item["cues"][places[0] : places[-1] + 1] = [merged]


def _joined(cues: list[Record]) -> str:
    return " ".join(cue["text"].strip() for cue in cues if cue["text"].strip())


@command(example={"id": "captions-1", "byMs": -200})
def shift_captions(
    draft: Draft, id: ItemId, by_ms: Annotated[int, Field(description="milliseconds; negative is earlier"), NUMBER]
) -> None:
    """Move every cue of a captions item in time, the item itself staying where it is."""
    item = having(draft, id, "cues")
    first = min((cue["startMs"] for cue in item["cues"]), default=0)
    if first + by_ms < 0:
        raise OutOfRange(
            f"The first cue begins at {first} ms and cannot come {-by_ms} ms earlier.",
            hint=f"Use at least -{first}, or move the item.",
        )
    for timed in [*item["cues"], *(word for cue in item["cues"] for word in cue.get("words") or ())]:
        timed["startMs"] += by_ms
        timed["endMs"] += by_ms
    if late := sum(_frames_up(draft, cue["endMs"]) > item["durationInFrames"] for cue in item["cues"]):
        draft.warn(f"{item['name']} ends before {late} of its cues do, and cuts them off.")


@command(example={"id": "captions-1", "fontSize": 64, "color": "yellow"})
def set_caption_style(
    draft: Draft,
    id: ItemId,
    font_family: Name | None = None,
    font_size: FontSize | None = None,
    font_weight: Weight | None = None,
    font_style: FontStyle | None = None,
    color: Colour | None = None,
    alignment: TextAlignment | None = None,
    line_height: LineHeight | None = None,
    letter_spacing: Spacing | None = None,
    direction: Direction | None = None,
    stroke: Stroke | NONE | None = None,
    background: Background | NONE | None = None,
    shadow: Shadow | NONE | None = None,
) -> None:
    """Change how captions look; "none" takes a stroke, background or shadow off."""
    changes = given(
        fontFamily=font_family, fontSize=font_size, fontWeight=font_weight, fontStyle=font_style, color=color,
        alignment=alignment, lineHeight=line_height, letterSpacing=letter_spacing, direction=direction,
        stroke=stroke, background=background, shadow=shadow,
    )  # fmt: skip
    having(draft, id, "cues")
    restyle(having(draft, id, "style")["style"], changes)


def _found(draft: Draft, id: str, cue_id: str) -> tuple[Record, Any]:
    """The captions item and the cue, both to be written to."""
    item = having(draft, id, "cues")
    for cue in item["cues"]:
        if cue["id"] == cue_id:
            return item, cue
    raise CueNotFound.named(cue_id, [cue["id"] for cue in item["cues"]])


def _order(item: Record) -> None:
    item["cues"].sort(key=lambda cue: cue["startMs"])
