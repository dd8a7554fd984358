"""A hand-over: a zip of a composition's timelines, captions and media, and of what each of these could not hold."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from django.conf import settings
from django.contrib.auth.models import User

from tools import store
from tools.access import require
from tools.composition import Composition as State
from tools.ingest import places
from tools.interchange import called
from tools.media.interchange import FORMATS, NothingInIt, Places, Report, TooMuch, distinct
from tools.media.interchange.formats import writer_of_track
from tools.media.interchange.places import FOLDER, safe_name
from tools.media.interchange.reports import named
from tools.models import Asset, Composition
from tools.sources import used

MOST_BYTES = 4_000_000_000
"""Of media in one hand-over."""


@dataclass(frozen=True, slots=True)
class Handover:
    """A zip, open at its beginning and gone when it is closed."""

    name: str
    file: IO[bytes]
    report: Report


def handover(composition: Composition, *, by: User, ceiling: str | None = None, target: str = "resolve") -> Handover:
    """Everything that another program needs, in a zip: timelines, an EDL a track of pictures, captions, media, a report.

    Raises `TierForbids`, `NothingInIt`, `TooMuch`.
    """
    require(by, composition.workspace, ["read"], ceiling)
    state = store.read(composition)
    if not state.items:
        raise NothingInIt("The composition is empty, so there is nothing to hand over.")
    rows = list(composition.workspace.assets.named(used(state)))
    if (size := sum(row.size for row in rows)) > MOST_BYTES:
        raise TooMuch(
            f"Its media are {size / 1e9:.1f} GB; a hand-over holds {MOST_BYTES / 1e9:.0f} GB. Export a timeline alone."
        )
    Path(settings.MEDIA_ROOT).mkdir(parents=True, exist_ok=True)
    file = TemporaryFile(dir=settings.MEDIA_ROOT)  # noqa: SIM115  # whoever sends it closes it
    try:
        report = _pack(file, state, rows, called(composition, state, target))
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return Handover(safe_name(state.name.replace("/", "-"), ".zip"), file, report)


def _pack(file: IO[bytes], state: State, rows: list[Asset], there: Places) -> Report:
    """Fill the zip; returns all that was lost and assumed, each sentence with the file that it is of."""
    whole, told = Report(), ["What each of these files could not hold, and what had to be assumed.", ""]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zip:
        for name, write in _parts(state):
            report = Report()
            try:
                zip.writestr(name, write(state, there, report))
            except NothingInIt:
                continue
            told += [name, *(f"  {line}" for line in report.lines()), ""]
            whole.lost += [f"{name}: {sentence}" for sentence in report.lost]
            whole.assumed += [f"{name}: {sentence}" for sentence in report.assumed]
        missing = _media(zip, state, rows, there)
        if missing:
            whole.lose(f"{named(missing, 12)}: not in this workspace, so not in the folder {FOLDER}.")
            told += [FOLDER, f"  {whole.lost[-1]}", ""]
        zip.writestr("report.txt", "\n".join(told))
    return whole


def _parts(state: State) -> list[tuple[str, Any]]:
    """The text files of a hand-over: their names, and what writes each."""
    timelines = [(f"timeline{one.suffixes[0]}", one.write) for one in FORMATS if one.timeline and one.name != "edl"]
    captions = [(f"captions{one.suffixes[0]}", one.write) for one in FORMATS if one.captions]
    tracks = [track for track in state.tracks if track["kind"] == "video"]
    names = distinct({track["id"]: (f"V{number} {track['name']}", ".edl") for number, track in enumerate(tracks, 1)})
    return (
        timelines
        + [(names[track["id"]], writer_of_track(track["id"])) for track in tracks if track["items"]]
        + captions
    )


def _media(zip: zipfile.ZipFile, state: State, rows: list[Asset], there: Places) -> list[str]:
    """Put the files in, as they are; returns the names of those that are not there."""
    packed = set()
    for row in rows:
        if path := places.found(row.path):
            zip.write(path, f"{FOLDER}/{there.names[str(row.pk)]}", zipfile.ZIP_STORED)
            packed.add(str(row.pk))
    return [asset["name"] for id in used(state) if id not in packed and (asset := state.assets.get(id))]
