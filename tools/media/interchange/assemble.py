"""From a cut to a composition: whole frames, tracks without overlaps, media found or offline, transitions that fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import count
from typing import Any

from tools.blank import blank
from tools.composition.commands.captions import STYLE as CAPTIONS
from tools.composition.defaults import AUDIO, STYLE, TRANSFORM
from tools.composition.model import DEFAULT, end
from tools.composition.shelves import copied
from tools.composition.timing import at_source

from .cut import Cut, Lane, Piece
from .joins import Placed, join
from .media import Files
from .rates import frames_of, pair
from .refusals import NothingInIt, TooMuch, Unreadable
from .reports import Report, named, number_of, shortened
from .shelf import Shelf

Record = dict[str, Any]
SIDES = (16, 7680)
SLOWEST, FASTEST = Fraction(1, 1000), Fraction(1000)


def assemble(cut: Cut, shelf: Shelf, report: Report) -> Record:
    """The document of a cut; raises NothingInIt, Unreadable. What it could not keep is in the report."""
    if not any(cut.pieces()):
        raise NothingInIt(f"“{shortened(cut.name)}” holds no clips, so there is nothing to take in.")
    document = blank(cut.name[:500] or "Imported", pair(cut.fps), *_canvas(cut, report), tracks=())
    document |= {"startFrame": cut.start_frame, "dropFrame": cut.drop}
    making = _Making(document, cut, Files(cut, shelf, report), report)
    for lane in cut.lanes:
        making.lane(lane)
    document["assets"] = making.files.assets
    document["markers"] = list(making.markers())
    making.tell()
    return join(document, making.seams, report)


class _Making:
    """The document on its way: numbers its items, and remembers what did not lie on a frame."""

    def __init__(self, document: Record, cut: Cut, files: Files, report: Report) -> None:
        self.document, self.cut, self.files, self.report = document, cut, files, report
        self.fps = cut.fps
        self.between: list[str] = []
        self.gone: list[str] = []
        self.seams: list[Placed] = []
        self.numbers = count(1)
        self.apart = any(cut.pieces("audio"))
        self.muted = 0

    def lane(self, lane: Lane) -> None:
        """A lane as one track, or as several where its pieces overlap; none where it is empty."""
        rows = [[item] for item in self.captions(lane)]
        for piece in sorted(lane.pieces, key=lambda piece: piece.start):
            if not piece.caption and (item := self.item(piece, lane)):
                row = next((row for row in rows if end(row[-1]) <= item["from"]), None)
                if row is None:
                    rows.append(row := [])
                    if len(rows) > DEFAULT.tracks:
                        raise TooMuch(f"Clips of {_named(lane)} overlap on more than {DEFAULT.tracks} tracks.")
                row.append(item)
        if len(rows) > 1:
            self.report.assume(f"Clips of {_named(lane)} overlap: they lie on {len(rows)} tracks here.")
        ids = [self.track(lane, row) for row in rows]
        self.seams += [(ids, seam) for seam in lane.seams]

    def track(self, lane: Lane, items: list[Record]) -> str:
        tracks = self.document["tracks"]
        number = sum(track["kind"] == lane.kind for track in tracks) + 1
        id = f"{lane.kind[0]}{number}"
        for item in items:
            item["trackId"] = id
            self.document["items"][item["id"]] = item
        states = {"muted": lane.muted, "hidden": lane.hidden, "locked": lane.locked, "volumeDb": 0}
        tracks.append(
            {"id": id, "kind": lane.kind, "name": lane.name[:500] or f"{lane.kind.capitalize()} {number}"}
            | states
            | {"items": [item["id"] for item in items], "transitions": []}
        )
        return id

    def captions(self, lane: Lane) -> Iterator[Record]:
        """The captions of a lane as one item, or as several where they overlap."""
        said = sorted((piece for piece in lane.pieces if piece.caption), key=lambda piece: piece.start)
        rows: list[list[Piece]] = []
        for piece in said:
            row = next((row for row in rows if row[-1].end <= piece.start), None)
            if row is None:
                rows.append(row := [])
            row.append(piece)
        for row in rows:
            first, last = frames_of(row[0].start, self.fps), frames_of(row[-1].end, self.fps)
            id = f"clip-{next(self.numbers)}"
            item: Record = {
                "id": id,
                "type": "captions",
                "name": lane.name[:500] or "Captions",
                "enabled": row[0].enabled,
            }
            item |= {"from": first, "durationInFrames": max(1, last - first), "style": copied(CAPTIONS)}
            item["transform"] = copied(TRANSFORM) | {"y": round(self.cut.height * 0.36), "fit": "none"}
            times = [[round((time - first / self.fps) * 1000) for time in (piece.start, piece.end)] for piece in row]
            item["cues"] = [
                {
                    "id": f"{id}-cue-{number}",
                    "startMs": max(0, start),
                    "endMs": max(1, stop),
                    "text": (piece.text or "")[:5000],
                }
                for number, (piece, (start, stop)) in enumerate(zip(row, times, strict=True), start=1)
            ]
            yield item

    def item(self, piece: Piece, lane: Lane) -> Record | None:
        """A piece as an item; None where it is shorter than a frame."""
        first, last = (frames_of(time, self.fps) for time in (piece.start, piece.end))
        if first < 0:
            raise Unreadable(f"“{shortened(piece.name)}” begins before the timeline does.")
        if last <= first:
            self.gone.append(piece.name)
            return None
        if {(piece.start * self.fps).denominator, (piece.end * self.fps).denominator} != {1}:
            self.between.append(piece.name)
        item: Record = {"id": f"clip-{next(self.numbers)}"}
        item |= {"name": piece.name[:500] or "Clip", "enabled": piece.enabled, "from": first}
        item |= {"durationInFrames": last - first} | self.content(piece, lane)
        return item

    def content(self, piece: Piece, lane: Lane) -> Record:
        """What an item shows or plays; see `Piece`."""
        if lane.kind == "audio":
            return {"type": "audio", **self.source(piece), "audio": _audio(piece)}
        seen = {"transform": _transform(piece)}
        if piece.text is not None:
            return {"type": "text", "text": piece.text, "style": copied(STYLE) | (piece.style or {}), **seen}
        if piece.media is None:
            return {"type": "solid", "color": piece.color or "#000000", **seen}
        kind = self.files.find(piece.media)[0]["kind"]
        if kind in ("image", "gif"):
            return {"type": kind, **self.source(piece), **seen}
        silent = self.apart if piece.silent is None else piece.silent
        self.muted += silent and piece.silent is None
        return {"type": "video", **self.source(piece), **seen, "audio": _audio(piece) | {"muted": silent}}

    def source(self, piece: Piece) -> Record:
        assert piece.media is not None
        asset, begin = self.files.find(piece.media)
        start = piece.source - begin
        if start < 0:
            self.report.assume(f"“{shortened(piece.name)}” begins before its media does: it is taken from the start.")
        native = pair(piece.media.fps or self.fps)
        told: Record = {
            "assetId": asset["id"],
            "sourceIn": at_source({"sourceIn": {"fps": native}}, max(Fraction(0), start), pair(self.fps)),
            "rate": pair(self.speed(piece)),
        }
        return told | ({"reverse": True} if piece.reverse else {}) | ({"freeze": True} if piece.freeze else {})

    def speed(self, piece: Piece) -> Fraction:
        speed = piece.speed.limit_denominator(10_000)
        if not SLOWEST <= speed <= FASTEST:
            raise Unreadable(
                f"“{shortened(piece.name)}” plays at {float(piece.speed):g} times its speed; 0.001 to 1000."
            )
        return speed

    def markers(self) -> Iterable[Record]:
        for number, mark in enumerate(self.cut.marks, start=1):
            place = {"id": f"m{number}", "atFrame": max(0, frames_of(mark.at, self.fps))}
            said = {"name": mark.name[:1000], "color": mark.color[:100], "comment": mark.comment[:5000]}
            yield place | {"durationInFrames": max(0, frames_of(mark.duration, self.fps))} | said

    def tell(self) -> None:
        self.files.tell()
        if self.between:
            self.report.assume(
                f"{number_of(len(self.between), 'clip')} did not lie on whole frames and went to the nearest: {named(self.between)}."
            )
        if self.gone:
            self.report.lose(f"{number_of(len(self.gone), 'clip')} shorter than a frame: {named(self.gone)}.")
        if self.muted:
            clips = number_of(self.muted, "video clip")
            self.report.assume(f"The sound lies on tracks of its own, so {clips} came in muted.")


def _transform(piece: Piece) -> Record:
    look = piece.look
    changed = {"x": look.x, "y": look.y, "scale": look.scale, "rotation": look.rotation, "opacity": look.opacity}
    crop = dict(zip(("left", "right", "top", "bottom"), look.crop, strict=True))
    return {**copied(TRANSFORM), **changed, "crop": crop, "fit": look.fit}


def _audio(piece: Piece) -> Record:
    return {**copied(AUDIO), "volumeDb": max(-96, min(24, piece.look.volume_db))}


def _canvas(cut: Cut, report: Report) -> tuple[int, int]:
    """Width and height as a composition can have them."""
    least, most = SIDES
    fitting = [min(most, max(least, side + side % 2)) for side in (cut.width, cut.height)]
    if fitting != [cut.width, cut.height]:
        report.assume(f"The picture is {fitting[0]} × {fitting[1]} here, not {cut.width} × {cut.height}.")
    return fitting[0], fitting[1]


def _named(lane: Lane) -> str:
    return f"the track “{shortened(lane.name)}”" if lane.name else "a track without a name"
