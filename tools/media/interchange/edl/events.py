"""The lines of an edit decision list as events, their times still as they are written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..refusals import Unreadable
from ..reports import Report, shortened

TIME = r"(\d{1,2}:\d{2}:\d{2}[:;.,]\d{2,3})"
EVENT = re.compile(
    rf"^(\d{{1,6}})\s+(\S+)\s+(\S+)\s+(C|D|W\d*|KB?|KO?)\s+(?:(\d{{1,4}})\s+)?{TIME}\s+{TIME}\s+{TIME}\s+{TIME}\s*$"
)
SPEED = re.compile(rf"^M2\s+(\S+)\s+(-?\d{{1,5}}(?:\.\d{{1,6}})?)\s+{TIME}")
NOTE = re.compile(r"^\*?\s*(FROM CLIP NAME|TO CLIP NAME|SOURCE FILE|LOC|COMMENT)\s*:\s*(.*)$", re.IGNORECASE)
LOC = re.compile(rf"^{TIME}\s+(\S+)\s*(.*)$")
# Remarks that say again what the events say.
KNOWN = re.compile(
    r"^(\*\s*)*(\*?\s*FREEZE FRAME|\*?\s*BLEND|EFFECTS? NAME|SPLIT|AUD|REEL|FINAL CUT PRO REEL|GREENLIGHT|COMMENT)\b",
    re.IGNORECASE,
)
MOST_LINES = 200_000


@dataclass(slots=True)
class Event:
    """An edit: `times` are source in and out, record in and out; `dissolve` frames of it (its kind in `how`)."""

    number: int
    reel: str
    channels: str
    how: str
    dissolve: int
    times: tuple[str, str, str, str]
    source: str = ""
    speed: str | None = None
    markers: list[tuple[str, str, str]] = field(default_factory=list)
    from_name: str = ""
    to_name: str = ""

    @property
    def name(self) -> str:
        """What comes in is called; of a dissolve that is its second name."""
        return (self.to_name if self.how != "C" else "") or self.from_name or self.to_name or self.reel


@dataclass(slots=True)
class Listing:
    title: str = ""
    drop: bool = False
    events: list[Event] = field(default_factory=list)


def listing_in(text: str, report: Report) -> Listing:
    """The events of a list; raises Unreadable where there are none, or a line that should be one is not."""
    listing = Listing()
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise Unreadable(f"It has more than {MOST_LINES:,} lines.")
    for number, line in enumerate((line.strip() for line in lines), start=1):
        if line[:1].isdigit():
            listing.events.append(_event(line, number))
        elif line:
            _remark(line, listing, report)
    if not listing.events:
        raise Unreadable(
            "There is no event in it: a line such as 001 AX V C 01:00:00:00 01:00:02:00 00:00:00:00 00:00:02:00."
        )
    return listing


def _event(line: str, number: int) -> Event:
    found = EVENT.match(line)
    if not found:
        raise Unreadable(f"Line {number} is no event: {shortened(line)!r}.")
    count, reel, channels, how, dissolve, *times = found.groups()
    return Event(int(count), reel, channels.upper(), how, int(dissolve or 0), tuple(times))  # type: ignore[arg-type]


def _remark(line: str, listing: Listing, report: Report) -> None:
    last = listing.events[-1] if listing.events else None
    upper = line.upper()
    if upper.startswith("TITLE:"):
        listing.title = line[6:].strip()
    elif upper.startswith("FCM:"):
        listing.drop = listing.drop or ("DROP" in upper and "NON" not in upper)
    elif last and (found := SPEED.match(line)):
        last.speed = found[2]
    elif last and (found := NOTE.match(line)):
        _note(last, found[1].upper(), found[2].strip())
    elif not KNOWN.match(line) and line.lstrip("* ") not in ("", last.name if last else ""):
        report.lose(f"The remark “{shortened(line.lstrip('* '))}”.")


def _note(event: Event, kind: str, said: str) -> None:
    if kind == "FROM CLIP NAME":
        event.from_name = said
    elif kind == "TO CLIP NAME":
        event.to_name = said
    elif kind == "SOURCE FILE":
        event.source = said
    elif kind == "LOC" and (found := LOC.match(said)):
        event.markers.append((found[1], found[2].lower(), found[3].strip()))
