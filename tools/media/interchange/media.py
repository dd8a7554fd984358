"""The assets of a cut: each media file as the workspace's own where that is the same, else as one that is offline."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tools.composition.timing import ROUNDING, seconds

from .cut import Cut, Media
from .rates import pair
from .reports import Report, named, shortened
from .shelf import MOST_URL, Shelf, Shelved, file_name, offline

Record = dict[str, Any]
HOUR = 3600
# Names that tapes have in lists of cuts when there is no tape.
NO_REEL = {"ax", "bl", "black", "bars", "unknown"}
STILLS = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".psd", ".exr", ".dpx")


class Files:
    """`assets` are those of the document so far."""

    def __init__(self, cut: Cut, shelf: Shelf, report: Report) -> None:
        self.cut, self.shelf, self.report = cut, shelf, report
        self.assets: dict[str, Record] = {}
        self._found: dict[str, tuple[Record, Fraction]] = {}
        self._spans: dict[str, list[tuple[Fraction, Fraction]]] = {}
        self._seen: set[str] = set()
        self._missing: list[str] = []
        for lane in cut.lanes:
            for piece in lane.pieces:
                if piece.media:
                    last = piece.source if piece.freeze else piece.source + piece.duration * piece.speed
                    self._spans.setdefault(piece.media.key, []).append((piece.source, last))
                    self._seen |= {piece.media.key} if lane.kind == "video" else set()

    def find(self, media: Media) -> tuple[Record, Fraction]:
        """The asset of a media file, and the timecode in seconds that its first frame has."""
        if media.key not in self._found:
            asset, begin = self._on_shelf(media) or self._offline(media)
            self.assets[asset["id"]] = asset
            self._found[media.key] = asset, begin
        return self._found[media.key]

    def tell(self) -> None:
        tell_missing(self._missing, self.report)

    def _on_shelf(self, media: Media) -> tuple[Record, Fraction] | None:
        reel = "" if media.reel.casefold() in NO_REEL else media.reel
        name = shortened(media.name)
        there = self.shelf.called(file_name(media.url), media.name, reel)
        if there is None or not self._shows(there, media):
            return None
        for begin in self._begins(media):
            if self._fits(there.document, media, begin):
                self.report.assume(f"“{name}” is taken to be “{shortened(there.name)}” of the workspace, by its name.")
                return there.document, begin
        self.report.assume(f"“{shortened(there.name)}” of the workspace is too short to be the “{name}” of this file.")
        return None

    def _shows(self, there: Shelved, media: Media) -> bool:
        return (
            there.document["kind"] not in ("audio", "lut")
            if media.key in self._seen
            else there.document["kind"] in ("audio", "video")
        )

    def _begins(self, media: Media) -> Iterator[Fraction]:
        """The timecodes that its first frame may have: what is said, else none, or the whole hour before the first use."""
        if media.start is not None:
            yield media.start
            return
        yield Fraction(0)
        first = min(start for start, _ in self._spans[media.key])
        yield Fraction(int(first) // HOUR * HOUR)

    def _fits(self, asset: Record, media: Media, begin: Fraction) -> bool:
        if asset.get("durationSeconds") is None:
            return True
        most = seconds(asset) + ROUNDING / self.cut.fps
        return all(start >= begin and last - begin <= most for start, last in self._spans[media.key])

    def _offline(self, media: Media) -> tuple[Record, Fraction]:
        begin = media.start or Fraction(0)
        self._missing.append(media.name)
        told: Record = {"hasAudio": media.has_audio if media.has_audio is not None else self._kind(media) != "image"}
        told |= {"width": media.width, "height": media.height} if media.width and media.height else {}
        told |= {"fps": pair(media.fps)} if media.fps else {}
        told |= self._duration(media, begin)
        source = {"url": media.url[:MOST_URL], "reel": media.reel[:200], "startSeconds": float(begin)}
        told |= {"metadata": {"source": {name: value for name, value in source.items() if value}}}
        return offline(f"offline-{len(self.assets) + 1}", self._kind(media), media.name, told), begin

    def _duration(self, media: Media, begin: Fraction) -> Record:
        if not media.duration or media.duration <= 0 or self._kind(media) == "image":
            return {}
        known = {"durationSeconds": round(float(media.duration), 6)}
        if self._fits(known, media, begin):
            return known
        self.report.assume(f"“{shortened(media.name)}” is used beyond the length that is given for it: left open here.")
        return {}

    def _kind(self, media: Media) -> str:
        if media.key not in self._seen:
            return "audio"
        still = media.kind == "image" or file_name(media.url or media.name).casefold().endswith(STILLS)
        return "image" if still else "video"


def tell_missing(names: list[str], report: Report) -> None:
    """Name the media that a workspace does not have."""
    if names:
        verb, clips = ("is", "its clips are") if len(names) == 1 else ("are", "their clips are")
        report.lose(f"{named(names, 12)} {verb} not in this workspace: {clips} offline until the media are there.")
