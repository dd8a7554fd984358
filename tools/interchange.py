"""What a person exchanges with other programs: a timeline in, captions in, a composition out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from django.contrib.auth.models import User

from tools import edits, store
from tools.access import require
from tools.composition import Composition as State
from tools.composition import InvalidComposition
from tools.media.interchange import (
    Format,
    InterchangeError,
    Places,
    Report,
    Shelf,
    Shelved,
    Unreadable,
    distinct,
    format_named,
    format_of,
    text_of,
)
from tools.media.interchange.formats import writer_of_track
from tools.media.interchange.places import safe_name
from tools.media.interchange.reports import shortened
from tools.models import Composition, Workspace

KEPT = "imported"
"""Where a composition's metadata says which file it came from, and what was lost and assumed."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A composition in a format: the file's name, type and text, and what the format could not hold."""

    name: str
    format: Format
    text: str
    report: Report


@dataclass(frozen=True, slots=True)
class Captioned:
    """What captions from a file came to: how many cues, and the revision that has them."""

    cues: int
    revision: int
    report: Report


# --- out --------------------------------------------------------------------------------------------------------------


def export(
    composition: Composition,
    format: str,
    *,
    by: User,
    ceiling: str | None = None,
    target: str = "resolve",
    root: str = "",
    track: str | None = None,
) -> Exported:
    """A composition in a format. `root` is the folder of the media on the other side, `track` the only one of an EDL.

    Raises `TierForbids`, `UnknownFormat`, `NothingInIt`, `TrackNotFound`.
    """
    require(by, composition.workspace, ["read"], ceiling)
    chosen, state, report = format_named(format), store.read(composition), Report()
    there = called(composition, state, target, root)
    write = writer_of_track(track) if track and chosen.name == "edl" else chosen.write
    name = safe_name(state.name.replace("/", "-"), chosen.suffixes[0])
    return Exported(name, chosen, write(state, there, report), report)


def called(composition: Composition, state: State, target: str, root: str = "") -> Places:
    """What each file is called on the other side, and its content's hash where it is the workspace's."""
    known = {str(row.pk): row for row in composition.workspace.assets.named(state.assets)}
    suffixes = {id: Path(row.path).suffix for id, row in known.items()}
    listed = sorted(state.assets.items(), key=lambda pair: (pair[1]["name"], pair[0]))
    names = distinct({id: (asset["name"], suffixes.get(id, "")) for id, asset in listed})
    return Places(names, {id: row.sha256 for id, row in known.items()}, target, root)


# --- in ---------------------------------------------------------------------------------------------------------------


def take_timeline(
    workspace: Workspace,
    name: str,
    data: bytes,
    *,
    by: User,
    ceiling: str | None = None,
    format: str | None = None,
    fps: Fraction | None = None,
) -> tuple[Composition, Report]:
    """A file as a new composition, its media matched with the workspace's; `fps` for what does not say its own rate.

    Raises `TierForbids`, `InterchangeError` or the engine's error; then nothing is kept.
    """
    require(by, workspace, ["mutate"], ceiling)
    report = Report()
    try:
        chosen = format_named(format) if format else format_of(name)
        if chosen.timeline is None:
            raise Unreadable(f"{chosen.title} holds captions, no timeline: take it in on a composition.")
        document = chosen.timeline(text_of(data, report), _shelf(workspace), report, fps)
    except (InterchangeError, InvalidComposition) as error:
        raise _of_file(error, name) from None
    told = {"file": shortened(name, 200), "format": chosen.name, "lost": report.lost, "assumed": report.assumed}
    document["metadata"] = {**document.get("metadata", {}), KEPT: told}
    return edits.create(workspace, document, by=by, ceiling=ceiling), report


def take_captions(
    composition: Composition,
    name: str,
    data: bytes,
    *,
    by: User,
    ceiling: str | None = None,
    format: str | None = None,
    at: int = 0,
    expected: int | None = None,
) -> Captioned:
    """The captions of a file, added to a composition as one edit that can be undone; `at` is the frame of 0 ms.

    Raises `TierForbids`, `InterchangeError`, `RevisionMoved` or the engine's error; then nothing is changed.
    """
    require(by, composition.workspace, ["mutate"], ceiling)
    report = Report()
    try:
        chosen = format_named(format) if format else format_of(name)
        if chosen.captions is None:
            raise Unreadable(f"{chosen.title} is a timeline: take it in as a composition of its own.")
        rows = chosen.captions(text_of(data, report), report)
    except InterchangeError as error:
        raise _of_file(error, name) from None
    adding = [{"kind": "command", "op": "addCaptions", "params": {"cues": cues, "from": at}} for cues in rows]
    request = {"kind": "batch", "requests": adding}
    edited = edits.perform(composition, request, by=by, ceiling=ceiling, expected=expected)
    return Captioned(sum(map(len, rows)), edited.revision, report)


def _of_file(error: Exception, name: str) -> InterchangeError:
    """The same refusal, naming the file."""
    kind = type(error) if isinstance(error, InterchangeError) else Unreadable
    return kind(f"“{shortened(name)}” was not taken in. {error}")


def _shelf(workspace: Workspace) -> Shelf:
    return Shelf(Shelved(row.name, row.sha256, row.document()) for row in workspace.assets.all())
