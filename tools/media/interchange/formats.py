"""FORMATS: everything that a composition is exchanged as, on one screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import PureWindowsPath
from typing import Any

from tools.composition import Composition

from . import edl, fcp7, fcpxml, otio, subtitles
from .places import Places
from .refusals import UnknownFormat
from .reports import Report
from .shelf import Shelf

Record = dict[str, Any]
Timeline = Callable[[str, Shelf | None, Report, Fraction | None], Record]
Captions = Callable[[str, Report], list[list[Record]]]
Writer = Callable[[Composition, Places, Report], str]


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write a composition down. It is read as a timeline, which makes a composition, or as captions for one."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    about: str
    write: Writer
    timeline: Timeline | None = None
    captions: Captions | None = None
    media_type: str = "text/plain"

    @property
    def is_timeline(self) -> bool:
        """Whether it holds a whole timeline, and not captions only."""
        return self.timeline is not None


def _subtitles(name: str, title: str, suffixes: tuple[str, ...], about: str, media_type: str) -> Format:
    def write(state: Composition, places: Places, report: Report) -> str:
        return subtitles.write(state, name, report)

    def read(text: str, report: Report) -> list[list[Record]]:
        return subtitles.read(text, name, report)

    return Format(name, title, suffixes, about, write, captions=read, media_type=media_type)


XML = "application/xml"
FORMATS = (
    Format("otio", "OpenTimelineIO", (".otio",), "Everything, losslessly; Resolve, Premiere, Kdenlive", otio.write, otio.read, media_type="application/json"),
    Format("fcp7", "Final Cut Pro 7 XML", (".xml",), "Premiere Pro and Resolve, every track", fcp7.write, fcp7.read, media_type=XML),
    Format("fcpxml", "FCPXML", (".fcpxml",), "Final Cut Pro and Resolve, every track", fcpxml.write, fcpxml.read, media_type=XML),
    Format("edl", "EDL (CMX 3600)", (".edl",), "One track of cuts, for anything", edl.write, edl.read),
    _subtitles("srt", "SubRip", (".srt",), "Captions, words and times", "application/x-subrip"),
    _subtitles("vtt", "WebVTT", (".vtt",), "Captions for the web, with who speaks", "text/vtt"),
    _subtitles("ass", "Advanced SubStation", (".ass", ".ssa"), "Captions with their style", "text/x-ssa"),
)  # fmt: skip
BY_NAME = {format.name: format for format in FORMATS}


def format_named(name: str) -> Format:
    """Raises UnknownFormat, which lists those there are."""
    if name not in BY_NAME:
        raise UnknownFormat(f"There is no format {name[:40]!r}. There are {', '.join(BY_NAME)}.")
    return BY_NAME[name]


def format_of(file_name: str) -> Format:
    """By a file's ending; raises UnknownFormat."""
    suffix = PureWindowsPath(file_name).suffix.casefold()
    for format in FORMATS:
        if suffix in format.suffixes:
            return format
    known = ", ".join(suffix for format in FORMATS for suffix in format.suffixes)
    raise UnknownFormat(f"“{file_name[-60:]}” ends in none of {known}. Rename it, or say its format.")


def writer_of_track(track_id: str) -> Writer:
    """An EDL of one track."""
    return partial(edl.write, track_id=track_id)
